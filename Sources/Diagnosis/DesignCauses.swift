import Analysis
import ScrollModel

/// Declared numbers that do not fit the layout, although the app behaves as declared.
struct DesignCauses {
  let subject: Subject
  /// Whether the declaration explains the rests; if not, its numbers are not those that ran.
  let areRestsAsDeclared: Bool
  var scene: KnownLengths { subject.scene }
  var configuration: Configuration { subject.configuration }
  var item: String { subject.item }

  var all: [DiagnosedCause] {
    let always = [doubledInset(), crossOverflow()]
    guard subject.declared != nil else { return always.compactMap { $0 } }
    let numbers = areRestsAsDeclared ? [pages(), interval(), offsets(), lastPlace()] : []
    return
      ([targets(), unlisted(), lastCentered()] + numbers + [padding(), threshold(), sliver()]
      + always)
      .compactMap { $0 }
  }

  func isVertical() -> Bool { scene.axis?.axis != .horizontal }

  /// The rests that are not at an end of the range.
  private var rests: [RestDecision] {
    subject.decisions.filter { !$0.isAtEnd(within: subject.slack) }
  }

  /// A behavior that aligns targets, in content without targets.
  private func targets() -> DiagnosedCause? {
    guard !configuration.hasTargetLayout, !rests.isEmpty else { return nil }
    switch configuration.behavior {
    case .viewAligned, .scrollSnap: break
    default: return nil
    }
    return subject.cause(
      .design,
      [
        "View alignment is declared, but the content has no target layout, so there is nothing to align.",
        "The content rests wherever its deceleration ends.",
      ],
      proof: ["\(countText(rests.count, "rest")) without a target layout."], odds: 1000,
      effects: subject.findings(["L04", "S01"]),
      fix: ("declare a target layout on the stack", .targetLayout),
      changed: changed { $0.hasTargetLayout = true })
  }

  // MARK: Pages

  /// Pages with another length than the items that they should show.
  private func pages() -> DiagnosedCause? {
    guard case .paging = configuration.behavior, let axis = scene.axis, let pitch = scene.pitch,
      axis.overflows, pitch > 0
    else { return nil }
    let isFrame = configuration.switches.pageLength == .frame
    let page = isFrame ? axis.frame : axis.inner
    let count = max(1, (page / pitch).rounded())
    let excess = page - count * pitch
    guard excess.magnitude > 0.5, !rests.isEmpty else { return nil }
    let length = scene.explanation(
      of: excess,
      [
        KnownLength(
          "the insets at both ends", axis.start > 0 && axis.end > 0 ? axis.start + axis.end : 0)
      ])
    // Nearly equal lengths suggest one item per page; with several items, the intention is unknown.
    // Items that fill the view within its insets are meant to be pages as well.
    let isInner = isFrame && (axis.inner - pitch).magnitude <= 0.5
    let isPageLike =
      count == 1 && (isInner || excess.magnitude <= pitch * (rests.count > 2 ? 0.25 : 0.2))
    guard isPageLike || length != nil else { return nil }
    // That a page less an item is the difference of both is no explanation of it.
    let isExplained = length.map { $0.bits <= 4 } ?? false
    let isClose = excess.magnitude <= pitch * 0.1
    let direction = excess > 0 ? "too long" : "too short"
    let worst = rests.map { ($0.rest + axis.start).magnitude }.max() ?? 0
    let fix = pageFix(axis, pitch: pitch)
    return subject.cause(
      .design,
      [
        "A page is \(pointsText(page)) pt, but \(item)s repeat every \(pointsText(pitch)) pt: each "
          + "page turn is \(pointsText(excess.magnitude)) pt \(direction).",
        length.map { "\(pointsText(excess.magnitude)) pt is \($0.text)." }
          ?? "So each rest is farther from its \(item) than the one before.",
      ],
      proof: [
        "\(countText(rests.count, "rest")) at multiples of \(pointsText(page)) pt; the farthest, at "
          + "\(pointsText(worst)) pt, is \(pointsText(drift(worst, page, excess))) pt off its \(item)."
      ],
      odds: !isPageLike ? 3 : isExplained ? 1000 : rests.count <= 2 ? 30 : isClose ? 150 : 50,
      parameter: CauseParameter(name: "page", value: page, unit: "pt"), symbolic: length?.text,
      effects: subject.findings(["S01", "S03", "S05", "L01", "L02", "L26"]),
      fix: fix.suggestion, changed: fix.configuration)
  }

  /// The fix for pages of another length than the items: view alignment follows items that fit
  /// into the page; longer ones need another page or another length.
  private func pageFix(
    _ axis: MainAxis, pitch: Double
  ) -> (suggestion: SuggestedFix, configuration: Configuration) {
    guard (scene.itemLength ?? pitch) > axis.inner + 0.5 else {
      let aligned = ScrollBehavior.viewAligned(limit: .alwaysByOne, anchor: nil)
      return (
        (
          "use view-aligned(limit: always-by-one), which follows the \(item)s",
          .behavior(aligned, along: subject.axis)
        ), changed { $0.behavior = aligned }
      )
    }
    let name = subject.axis == .horizontal ? "horizontal" : "vertical"
    guard (pitch - axis.frame).magnitude <= 0.5 else {
      return (
        (
          "give each \(item) the length of a page (\(pointsText(axis.inner)) pt)",
          FixCode(apple: ".containerRelativeFrame(.\(name))")
        ), configuration
      )
    }
    return (
      (
        "let the scroll view have no insets along its axis, so that a page is \(pointsText(axis.frame)) pt",
        FixCode(
          apple: ".ignoresSafeArea(.container, edges: .\(name)) "
            + "// UIKit: contentInsetAdjustmentBehavior = .never")
      ), changed { $0.switches.pageLength = .frame }
    )
  }

  private func drift(_ rest: Double, _ step: Double, _ excess: Double) -> Double {
    ((rest / step).rounded() * excess).magnitude
  }

  func changed(_ change: (inout Configuration) -> Void) -> Configuration {
    var copy = configuration
    change(&copy)
    return copy
  }

  // MARK: Intervals

  /// An interval close to the distance between items, or lacking a length of it.
  private func interval() -> DiagnosedCause? {
    guard case .interval(let step) = configuration.behavior, let pitch = scene.pitch, step > 0,
      pitch > 0, let axis = scene.axis, axis.overflows, !rests.isEmpty
    else { return nil }
    let count = max(1, (step / pitch).rounded())
    let excess = step - count * pitch
    guard excess.magnitude > 0.05 else { return nil }
    // Both numbers are exact, so a length that the interval lacks is, too.
    let isRounding = !isRounded(step) && excess.magnitude < 1
    let length = isRounding ? nil : scene.explanation(of: excess, within: 0.02)
    guard isRounding || length != nil else { return nil }
    let meant = count * pitch
    let forgets = scene.itemLength.map { ($0 - step).magnitude <= 0.1 } ?? false
    // An interval of the item's length may be intended; another one that lacks a length is not.
    let isSimple = !forgets && (length?.bits ?? 9) <= 2
    // An interval close to that of the items is intended for one of them, and drifts.
    let isHalf = length?.bits == 4
    let isNear =
      !forgets && !isHalf && count == 1 && excess.magnitude <= pitch * 0.2 && rests.count > 2
    // One of many intervals is close to some number of items by chance.
    let isRoundedItem = isRounding && count == 1
    let odds: Double = isRoundedItem || isSimple ? 200 : isNear ? 60 : 3
    var sentences = [
      "The interval is \(numberText(step)) pt, but \(item)s repeat every \(numberText(pitch)) pt: each "
        + "step is \(numberText(excess.magnitude)) pt too \(excess > 0 ? "long" : "short")."
    ]
    if let length {
      let what = forgets ? "; the interval is the \(item)'s length without it" : ""
      sentences.append("\(pointsText(excess.magnitude)) pt is \(length.text)\(what).")
    } else {
      sentences.append("The \(item)s are on whole pixels and the interval is not.")
    }
    return subject.cause(
      .design, sentences,
      proof: [
        "\(countText(rests.count, "rest")) on the interval; the error grows to "
          + "\(pointsText(rests.map { drift($0.rest + axis.start, step, excess) }.max() ?? 0)) pt."
      ],
      odds: odds, parameter: CauseParameter(name: "interval", value: step, unit: "pt"),
      symbolic: length?.text, effects: subject.findings(["S01", "S03", "S05", "L03", "L25"]),
      fix: (
        "use interval(\(numberText(meant))) or view-aligned",
        .behavior(.viewAligned(limit: .automatic, anchor: nil), along: subject.axis)
      ), changed: changed { $0.behavior = .interval(meant) })
  }

  /// Whether a length is a whole number of device pixels.
  private func isRounded(_ length: Double) -> Bool {
    let pixels = length * (scene.scale ?? 1)
    return (pixels - pixels.rounded()).magnitude < 1e-3
  }

  /// A number with up to six decimals.
  private func numberText(_ value: Double) -> String {
    let rounded = (value * 1e4).rounded() / 1e4
    return (rounded * 10).rounded() == rounded * 10 ? pointsText(rounded) : "\(rounded)"
  }

  // MARK: Fractions

  /// A step that differs from the container by a fraction of a pixel, so that a neighbor is visible
  /// at a rest.
  private func sliver() -> DiagnosedCause? {
    guard let seen = subject.findings(["S15"]).first(where: { $0.structure == ["sliver"] }),
      let axis = scene.axis, let pitch = scene.pitch, let scale = scene.scale, scale > 0
    else { return nil }
    let excess = axis.frame - pitch
    guard excess.magnitude > 1e-4, excess.magnitude < 1 / scale else { return nil }
    return subject.cause(
      .design,
      [
        "\(item.prefix(1).uppercased())\(item.dropFirst())s repeat every \(numberText(pitch)) pt and the view is "
          + "\(numberText(axis.frame)) pt: at rest \(numberText(excess.magnitude)) pt of a neighbor are in view.",
        "That is less than a pixel, but enough for the neighbor to be built and counted.",
      ],
      proof: ["\(countText(seen.count, "rest")) with less than a pixel of a neighbor in view."],
      odds: 200, parameter: CauseParameter(name: "excess", value: excess, unit: "pt"),
      effects: [seen],
      fix: (
        "make the \(item) as long as the view, rounded to pixels",
        .asLongAsView(along: subject.axis)
      ))
  }

  // MARK: Padding

  /// Padding inside the content, which view alignment does not keep before later items.
  private func padding() -> DiagnosedCause? {
    guard case .viewAligned(_, let anchor) = configuration.effectiveBehavior, let axis = scene.axis,
      let first = subject.evidence.reach.items.first,
      (isVertical() ? anchor?.y : anchor?.x) ?? 0 == 0
    else { return nil }
    let padding = first.start
    guard padding > 0.5, axis.overflows else { return nil }
    let flush = rests.filter { rest in
      subject.evidence.reach.items.dropFirst().contains {
        ($0.start - rest.rest - rest.axis.start).magnitude <= subject.slack
      }
    }
    guard !flush.isEmpty, flush.count * 2 > rests.count else { return nil }
    let side = isVertical() ? "top" : "leading"
    let size = pointsText(padding)
    return subject.cause(
      .design,
      [
        "View alignment moves later \(item)s to the \(side) edge, but the first one rests "
          + "\(size) pt from it.",
        "\(size) pt is the padding before the first \(item), inside the content; alignment ignores it.",
      ],
      proof: [
        "\(flush.count) of \(countText(rests.count, "rest")) end exactly at the edge; the first "
          + "\(item) starts at \(size) pt."
      ],
      odds: flush.count >= 2 ? 200 : 50,
      parameter: CauseParameter(name: "padding", value: padding, unit: "pt"),
      symbolic: "the padding before the first \(item) (\(size))",
      effects: subject.findings(["S01", "S04"]),
      fix: (
        "use content margins of \(size) pt in place of the padding",
        .margins(.both, size, along: subject.axis)
      ))
  }

  // MARK: Visibility

  private func withoutLength(_ item: ShownItem) -> DiagnosedCause {
    let name = item.id.displayText
    let extent = isVertical() ? "height" : "width"
    return subject.cause(
      .design, ["\(name) has no \(extent), so it never counts as visible."],
      proof: ["No recorded event counts it as visible."], odds: 1000,
      parameter: CauseParameter(name: extent, value: 0, unit: "pt"),
      effects: subject.findings(["L11", "I04"]),
      fix: ("make the sentinel 1 pt or longer", .sentinel(along: subject.axis)))
  }

  /// A threshold that some item can never reach in this container.
  private func threshold() -> DiagnosedCause? {
    guard let threshold = configuration.viewVisibility ?? configuration.targetVisibility,
      threshold > 0, let axis = scene.axis, axis.content != nil, axis.inner > 0
    else { return nil }
    let choice = configuration.switches.visibilityViewport
    var short: [(item: ShownItem, most: Double)] = []
    for item in subject.evidence.reach.items {
      if item.length <= 0 {
        // A view without area is never visible.
        if !subject.evidence.seen.contains(item.handle) { return withoutLength(item) }
        continue
      }
      let most = subject.evidence.reach.mostVisible(item, choice)
      if most < threshold - 1e-9 { short.append((item, most)) }
    }
    guard let worst = short.min(by: { $0.most < $1.most }) else { return nil }
    let seen = subject.evidence.seen
    guard short.allSatisfy({ !seen.contains($0.item.handle) }) else { return nil }
    let percent = pointsText(threshold * 100)
    let most = pointsText((worst.most * 1000).rounded(.down) / 10)
    let port = choice == .visibleRect ? axis.frame : axis.inner
    let name = worst.item.id.displayText
    var sentences = [
      "\(name) can never be \(percent) % visible: at most \(most) % of it are in view at once."
    ]
    if worst.item.length > port {
      let bars = choice != .visibleRect && axis.inner != axis.frame ? " within its insets" : ""
      sentences.append(
        "It is \(numberText(worst.item.length)) pt long and the container shows "
          + "\(numberText(port)) pt\(bars).")
    } else {
      let hidden = worst.item.length * (1 - worst.most)
      let why = scene.explanation(of: hidden).map { ": \($0.text)" } ?? ""
      sentences.append(
        "The end of the range keeps \(pointsText(hidden)) pt of it out of view\(why).")
    }
    if short.count > 1 { sentences.append("The same applies to \(short.count - 1) more.") }
    let meant = (worst.most * 100).rounded(.down) / 100
    return subject.cause(
      .design, sentences,
      proof: [
        "No recorded event counts \(short.count == 1 ? "it" : "one of the \(short.count)") as visible."
      ],
      odds: 1000, parameter: CauseParameter(name: "threshold", value: threshold, unit: ""),
      symbolic: "\(most) % of \(name)", effects: subject.findings(["L09", "L11", "I04", "S21"]),
      fix: (
        "set a threshold of at most \(pointsText(meant * 100)) %",
        configuration.viewVisibility != nil
          ? .visible(from: meant) : .visibleTargets(from: meant)
      ),
      changed: changed {
        if $0.viewVisibility != nil {
          $0.viewVisibility = meant
        } else {
          $0.targetVisibility = meant
        }
      })
  }
}
