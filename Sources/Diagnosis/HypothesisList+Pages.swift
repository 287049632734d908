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

  /// Scroll snap with every strictness, alignment and stop, or with the padding that the rests
  /// imply.
  mutating func addSnaps() {
    guard hasTargets else { return }
    let alignments = [(SnapAlignment.start, 0.0), (.center, 1), (.end, 2)]
    for (align, price) in alignments { addSnaps(align, price) }
    // With items of equal length, one alignment with padding equals another without.
    let isPlain = alignments.contains { padding(of: $0.0) == 0 }
    let paddings = [SnapAlignment.start, .end].compactMap { align in
      padding(of: align).map { (align: align, shift: $0) }
    }
    for (align, shift) in paddings where shift != 0 {
      let isSmallest = paddings.allSatisfy { $0.shift.magnitude >= shift.magnitude }
      // Styles contain whole numbers of pixels.
      let part = shift == shift.rounded() ? 0.0 : 3
      addSnaps(align, (isPlain ? 10 : isSmallest ? 4 : 7) + part, shift: shift)
    }
  }

  /// Fewer pages set `scroll-snap-stop`, and most styles are mandatory.
  private static let stopPrice = 1.0

  private mutating func addSnaps(_ align: SnapAlignment, _ price: Double, shift: Double = 0) {
    for strictness in SnapStrictness.allCases {
      for stop in SnapStop.allCases {
        for physics in browserPhysics {
          let snap = style(strictness, align, stop)
          var configuration = with(.scrollSnap(snap))
          configuration.releasePhysics = physics
          let rare = (stop == .always ? Self.stopPrice : 0) + (strictness == .proximity ? 1 : 0)
          add(.scrollSnap, configuration, 3 + price + rare) {
            if shift != 0 { $0.reading = Reading(shift: shift, shiftsEnds: false) }
          }
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

  /// The common distance of rests before (below 0) or after the positions of an alignment; nil
  /// without one.
  ///
  /// Padding and margins at the start move rests back, those at the end move them on.
  private func padding(of align: SnapAlignment) -> Double? {
    let anchor = align == .center ? 0.5 : align == .end ? 1.0 : 0
    var shifts: [Double] = []
    for decision in decisions where !decision.isAtEnd(within: solver.tolerance) {
      guard layouts.indices.contains(decision.layout) else { continue }
      let places = layouts[decision.layout].places(anchor: anchor, decision.axis).sorted()
      let line = PlaceLine(.lists([places]), layout: 0)
      shifts.append(decision.rest - line.place(line.nearest(to: decision.rest)))
    }
    guard shifts.count >= 2 else { return nil }
    let middle = shifts.sorted()[shifts.count / 2]
    let near = shifts.count { ($0 - middle).magnitude <= solver.tolerance }
    guard near * 3 >= shifts.count * 2 else { return nil }
    return middle.magnitude <= solver.tolerance ? 0 : (middle * 2).rounded() / 2
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
      return one.strictness == two.strictness
        && Axis.allCases.allSatisfy { one.alignment($0) == two.alignment($0) }
    case (.none, .none): return configuration.releasePhysics != other.configuration.releasePhysics
    default: return false
    }
  }
}
