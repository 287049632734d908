import Analysis
import ScrollModel
import TextKit

extension TraceInformation {
  /// The physics of a web page, if the trace is of one; nil for other views.
  var pagePhysics: PeerPhysics? {
    guard coordinateSpace == .cssPixels else { return nil }
    // Safari's user agent contains neither Chrome nor Chromium; it scrolls like UIKit.
    let agent = app ?? ""
    return agent.includes("Safari/") && !agent.includes("Chrom") ? .uikit : .chromium
  }

  /// Whether the trace is of a page in a browser that is known to be Chromium, or built on it.
  var isOfChromium: Bool { coordinateSpace == .cssPixels && (app ?? "").includes("Chrom") }
}

extension HypothesisList {
  /// Adds the hypotheses for a web page: none, scroll snap, or snapping by a script.
  ///
  /// Behaviors of SwiftUI and the physics of other toolkits do not exist in a browser.
  mutating func addPageBehaviors() {
    for physics in browserPhysics {
      var free = with(.none)
      free.releasePhysics = physics
      add(.none, free, 2)
    }
    addSnaps()
    let count = all.count
    addIntervals()
    addListedOffsets()
    for index in count..<all.count { all[index].price += Self.scriptPrice }
  }

  /// A script that snaps is rarer than a style.
  private static let scriptPrice = 4.0

  /// The physics to try: Chromium chooses by the fling's first step or by its curve, depending on
  /// the version.
  private var browserPhysics: [PeerPhysics] {
    base.releasePhysics == .chromium ? [.chromium, .css] : [base.releasePhysics]
  }

  /// Scroll snap with every strictness, alignment and stop, without and with the paddings that the
  /// rests imply.
  mutating func addSnaps() {
    guard hasTargets else { return }
    let alignments = [(SnapAlignment.start, 0.0), (.center, 1), (.end, 2)]
    let known = alignments.map { implied(by: $0.0) }
    // With items of equal length, one alignment with padding equals another without.
    let isPlain = known.joined().contains { $0.aligned.isNone }
    let least = [known[0], known[2]].joined().map(\.aligned.sum).min() ?? 0
    for ((align, price), known) in zip(alignments, known) {
      addSnaps(align, price, SnapPadding())
      for implied in known {
        let aligned = implied.aligned
        // Centered items of one length are at the same distances as their edges.
        if align == .center, !aligned.isNone, !hasMixedLengths { continue }
        let isRare = isPlain || align == .center
        let assumed = aligned.isNone ? price : isRare ? 10 : aligned.sum == least ? 4 : 7
        if !aligned.isNone { addSnaps(align, assumed + aligned.fractionPrice, aligned) }
        guard let filled = implied.filled else { continue }
        // The same padding on both sides is no further number.
        let second: Double = !aligned.isNone && filled.start == filled.end ? 0 : 4
        addSnaps(align, assumed + second + filled.fractionPrice, filled)
      }
    }
  }

  /// Fewer pages set `scroll-snap-stop`, and most styles are mandatory.
  private static let stopPrice = 1.0

  private mutating func addSnaps(_ align: SnapAlignment, _ price: Double, _ padding: SnapPadding) {
    for strictness in SnapStrictness.allCases {
      for stop in SnapStop.allCases {
        for physics in browserPhysics {
          var snap = style(strictness, align, stop)
          snap.padding = padding
          var configuration = with(.scrollSnap(snap))
          configuration.releasePhysics = physics
          let rare = (stop == .always ? Self.stopPrice : 0) + (strictness == .proximity ? 1 : 0)
          add(.scrollSnap, configuration, 3 + price + rare)
        }
      }
    }
  }

  /// A style for both axes, or for the main one if the content rests anywhere along the other.
  private func style(
    _ strictness: SnapStrictness, _ align: SnapAlignment, _ stop: SnapStop
  ) -> ScrollSnap {
    var snap = ScrollSnap(strictness, align: align, stop: stop)
    guard let axis = scene.axis?.axis,
      crossRests.isFree(strictness, align, within: solver.tolerance)
    else { return snap }
    if axis == .vertical { snap.horizontal = .none } else { snap.vertical = .none }
    return snap
  }
}

extension Hypothesis {
  /// Whether it is scroll snap; a page has one style, so two of them are no conflict.
  var isOfStyle: Bool { if case .scrollSnap = configuration.behavior { true } else { false } }

  /// Whether it is a style whose areas stop each fling.
  var stopsFlings: Bool {
    if case .scrollSnap(let snap) = configuration.behavior { snap.stop == .always } else { false }
  }

  /// Whether it is the same cause except for rarely chosen details: the browser's deceleration, and
  /// whether a fling may pass an item.
  func isVariant(of other: Hypothesis) -> Bool {
    guard cause == other.cause, reading == other.reading, rule == other.rule else { return false }
    switch (configuration.behavior, other.configuration.behavior) {
    case (.scrollSnap(let one), .scrollSnap(let two)):
      return one.strictness == two.strictness && one.padding == two.padding
        && Axis.allCases.allSatisfy { one.alignment($0) == two.alignment($0) }
    case (.none, .none): return configuration.releasePhysics != other.configuration.releasePhysics
    default: return false
    }
  }
}
