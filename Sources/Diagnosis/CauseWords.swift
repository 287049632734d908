import Analysis
import Replay
import ScrollModel

/// Describes a hypothesis in terms of the app: cards, spacing, page, inset.
struct CauseWords {
  let scene: KnownLengths

  var items: String { scene.item + "s" }
  var isHorizontal: Bool { scene.axis?.axis == .horizontal }

  /// The app's action, without a subject: `snaps every 300 pt from -20 pt`.
  func action(_ hypothesis: Hypothesis) -> String {
    let configuration = hypothesis.configuration
    if hypothesis.cause == .deceleration { return deceleration(configuration) }
    if let special = specialAction(hypothesis) { return special }
    if !hypothesis.hasDeclaredBehavior, let parameter = hypothesis.parameter,
      let origin = hypothesis.origin
    {
      return "snaps every \(pointsText(parameter.value)) pt from \(pointsText(origin)) pt"
    }
    return action(configuration)
  }

  /// The same for a configuration alone.
  func action(_ configuration: Configuration) -> String {
    switch configuration.effectiveBehavior {
    case .none: return "lets content rest wherever its deceleration ends"
    case .custom(let name): return "asks its own behavior '\(name)'"
    case .paging:
      let isFrame = configuration.switches.pageLength == .frame
      let length = scene.axis.map { isFrame ? $0.frame : $0.inner } ?? 0
      let many = configuration.switches.maximumPages == .unlimited ? ", several at once" : ""
      let insets =
        scene.axis.map { $0.inner != $0.frame } ?? false
        ? (isFrame ? " (the container with its insets)" : " (the container within its insets)") : ""
      return "turns pages of \(pointsText(length)) pt\(insets)\(many)"
    case .viewAligned(let limit, let anchor):
      return "aligns its \(items) \(edge(anchor))\(self.limit(limit))"
    case .interval(let length):
      return "snaps every \(pointsText(length)) pt"
    case .offsets(let offsets, _, _):
      let start = scene.axis?.start ?? 0
      let shown = offsets.prefix(5).map { pointsText($0 - start) }.joined(separator: ", ")
      return "rests only at \(shown)\(offsets.count > 5 ? " …" : "") pt"
    case .scrollSnap(let snap):
      let axis = scene.axis?.axis ?? .vertical
      let stop = snap.stop == .always ? ", one at a time" : ""
      let across: Axis = axis == .vertical ? .horizontal : .vertical
      let way = axis == .vertical ? "vertically " : "horizontally "
      return "snaps its \(items) \(snap.alignment(across) == .none ? way : "")"
        + "by their \(snap.alignment(axis).rawValue) "
        + "(\(snap.strictness.rawValue)\(stop))" + text(snap.padding)
    }
  }

  private func isTrailing(_ configuration: Configuration) -> Bool {
    guard case .viewAligned(_, let anchor?) = configuration.effectiveBehavior else { return false }
    return anchor.x == 1
  }

  private func edge(_ anchor: UnitPoint?) -> String {
    let point = anchor ?? UnitPoint(x: 0, y: 0)
    let fraction = isHorizontal ? point.x : point.y
    let (start, end) = isHorizontal ? ("leading", "trailing") : ("top", "bottom")
    return switch fraction {
    case 0: "at their \(start) edge"
    case 1: "at their \(end) edge"
    case 0.5: "at their center"
    default: "at \(pointsText(fraction * 100)) % of their length"
    }
  }

  private func limit(_ limit: ViewAlignedLimit) -> String {
    switch limit {
    case .automatic, .never: ""
    case .always, .alwaysByOne: ", at most one per gesture"
    case .alwaysByFew: ", a few per gesture at most"
    }
  }

  /// The effect of the declaration, as the end of `The app …, …`.
  ///
  /// `isStep` means that the app snaps by a step that differs from the declaration's.
  func contrast(_ declared: Configuration, isStep: Bool) -> String {
    switch declared.effectiveBehavior {
    case .none: return "although it declares no behavior"
    case .custom(let name): return "not as its behavior '\(name)'"
    case .paging:
      let isFrame = declared.switches.pageLength == .frame
      let length = scene.axis.map { isFrame ? $0.frame : $0.inner } ?? 0
      return (isStep ? "not by" : "and does not turn") + " pages of \(pointsText(length)) pt"
    case .viewAligned:
      let verb = isStep ? "not to" : "and does not align"
      let repeated = scene.pitch.map { ", which repeat every \(pointsText($0)) pt" } ?? ""
      return "\(verb) its \(items)\(repeated)"
    case .interval(let length):
      return (isStep ? "not" : "and does not snap") + " every \(pointsText(length)) pt"
    case .offsets:
      return (isStep ? "not to" : "and does not rest at") + " the offsets that it lists"
    case .scrollSnap: return (isStep ? "not to" : "and does not snap") + " its \(items)"
    }
  }

  /// The sentences of a cause.
  ///
  /// `rate` is the fitted deceleration, per millisecond.
  func sentences(
    _ hypothesis: Hypothesis, declared: Configuration?, rate: Double?
  ) -> [String] {
    if !hypothesis.reading.isPlain { return readingSentences(hypothesis) }
    guard let declared else {
      return ["The app \(action(hypothesis))."] + symbols(hypothesis, nil)
    }
    switch hypothesis.cause {
    case .deceleration:
      let other =
        declared.fastDeceleration(scene.axis?.axis ?? .vertical)
        ? "fast (\(declared.physics.fastDecay) per ms)"
        : "normal (\(declared.physics.normalDecay) per ms)"
      // Snapping bends a curve; a fitted rate that shows this is no evidence.
      let axis = scene.axis?.axis ?? .vertical
      let physics = hypothesis.configuration.physics
      let isFast = hypothesis.configuration.fastDeceleration(axis)
      let actual = isFast ? physics.fastDecay : physics.normalDecay
      let fitted =
        rate.flatMap { ($0 - actual).magnitude > 0.001 ? nil : ($0 * 1000).rounded() / 1000 }
        .map { ["The fitted rate is \($0) per ms."] } ?? []
      return ["The app \(action(hypothesis)); it declares \(other) deceleration."] + fitted
    case .insets where hypothesis.ignoresMargin:
      return marginSentences(hypothesis.parameter?.value ?? 0)
    case .offsets where hypothesis.isTruncated:
      let last = pointsText(hypothesis.parameter?.value ?? 0)
      return [
        "The places end at \(last) pt, although more \(items) follow: a release that leads farther returns there.",
        "The app \(action(hypothesis)).",
      ]
    case .limit where declared.hasNoLimit:
      return ["The app \(action(hypothesis)); it declares no limit."]
    case .limit where action(hypothesis) == action(declared):
      let hasNone = hypothesis.configuration.hasNoLimit
      return [
        "The app \(action(hypothesis)) \(hasNone ? "without a limit" : "with the automatic limit"); it "
          + "declares \(hasNone ? "the automatic limit" : "no limit")."
      ]
    case .peer(hypothesis.configuration.releasePhysics)
    where hypothesis.configuration.effectiveBehavior == declared.effectiveBehavior
      && !declared.effectiveBehavior.isNone:
      return [
        "The app \(action(hypothesis)); it declares the rules of \(declared.releasePhysics.title)."
      ]
    case .anchor where scene.axis?.isMirrored ?? false && isTrailing(hypothesis.configuration):
      return [
        "The app \(action(hypothesis)); it declares that it \(action(declared)).",
        "From right to left, the trailing edge is the left one: the places may be those of a layout from left to right.",
      ]
    case .anchor, .limit, .scaledVelocity, .conflict,
      .scrollSnap where declared.isSnapStyle:
      return ["The app \(action(hypothesis)); it declares that it \(action(declared))."]
    default:
      let action = action(hypothesis)
      let contrast = contrast(declared, isStep: action.hasPrefix("snaps every"))
      return ["The app \(action), \(contrast)."] + symbols(hypothesis, declared)
    }
  }

  /// The sentences of a declared margin that the rests do not have; `margin` is its length.
  private func marginSentences(_ margin: Double) -> [String] {
    let (edge, length) = (isHorizontal ? "leading" : "top", pointsText(margin))
    // Recorded insets are totals, so one as long as the margin or longer is another margin.
    if let start = scene.axis?.start, start >= margin - 0.5 {
      return [
        "The \(edge) inset is \(pointsText(start)) pt, although a margin of \(length) pt is declared.",
        "With the recorded inset, each \(scene.item) is aligned at its \(edge) edge.",
      ]
    }
    return [
      "The declared margin of \(length) pt is ignored: each \(scene.item) rests \(length) pt off its position.",
      "Without it, each \(scene.item) is aligned at its \(edge) edge.",
    ]
  }

  /// The meaning of the number, and the length that is missing or counted twice.
  private func symbols(_ hypothesis: Hypothesis, _ declared: Configuration?) -> [String] {
    guard let parameter = hypothesis.parameter, parameter.unit == "pt",
      hypothesis.rule != nil || hypothesis.cause != .paging
    else { return [] }
    var sentences: [String] = []
    let value = pointsText(parameter.value)
    let meant = meantStep(parameter.value)
    let symbols = hypothesis.symbols.prefix(2).map(\.text)
    if symbols.isEmpty {
      sentences.append(
        wholePixels(parameter.value, declared) ?? "\(value) pt equals no length in the recording.")
    } else {
      var text = "\(value) pt is \(symbols.joined(separator: " or "))"
      if let meant { text += "; \(meant)" }
      sentences.append(text + ".")
    }
    if hypothesis.cause == .insets, hypothesis.origin == 0, let start = scene.axis?.start,
      start != 0
    {
      sentences.append(
        "It counts from 0 instead of \(pointsText(-start)) pt: the inset (\(pointsText(start))) "
          + "is missing.")
    }
    return sentences
  }

  /// A step of whole device pixels that is less than a pixel shorter than the declared interval or than the
  /// distance of items; nil for another step.
  private func wholePixels(_ step: Double, _ declared: Configuration?) -> String? {
    guard let scale = scene.scale else { return nil }
    let pixels = (step * scale).rounded()
    var meant = scene.pitch
    if case .interval(let length)? = declared?.effectiveBehavior { meant = length }
    guard let meant, (step * scale - pixels).magnitude <= 0.05, meant * scale - pixels >= 0.05,
      meant * scale - pixels < 1
    else { return nil }
    return
      "\(pointsText(step)) pt is \(pointsText(pixels)) device pixels. \(pointsText(meant)) pt would be "
      + "\(factorText(meant * scale)): the part of a pixel is cut off."
  }

  /// The length between a step and the distance of items; nil if no known length matches.
  private func meantStep(_ step: Double) -> String? {
    guard let pitch = scene.pitch, (pitch - step).magnitude > 0.1 else { return nil }
    let difference = pitch - step
    guard let spacing = scene.spacing, (difference.magnitude - spacing).magnitude <= 0.1 else {
      return nil
    }
    return difference > 0
      ? "the spacing (\(pointsText(spacing))) is missing"
      : "the spacing (\(pointsText(spacing))) is counted twice"
  }
}

extension Configuration {
  /// Whether it aligns targets without a limit per gesture.
  fileprivate var hasNoLimit: Bool {
    if case .viewAligned(.never, _) = effectiveBehavior { return true }
    return false
  }
}
