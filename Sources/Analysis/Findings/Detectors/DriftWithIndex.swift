import ScrollModel

/// S03: rests whose distance from their targets grows with the index.
struct DriftWithIndex: Sendable {
  static let entry = DetectorEntry(
    "S03", "drift-with-index", alias: "D-DRIFT",
    looksFor: "Rests whose distance from their target grows steadily with the target's index.",
    evidence:
      "At least four rests at different targets under a declared behavior, or six without one, on "
      + "a straight line that explains all but a twentieth of the drift. Rests at the ends of the "
      + "range do not count.",
    causes: [
      "The page is the frame, and the targets repeat with the frame less its insets.",
      "The page or interval leaves the spacing out.",
      "The interval is a rounded or unrounded pitch.",
    ],
    repairs:
      "Use view alignment, an interval equal to the distance between items, or pages as long as the container.",
    reports: [
      .init("A1", Links.fatbobmanPaging),
      .init("B10", "https://github.com/KelvinJin/AnimatedCollectionViewLayout/issues/47"),
      .init("C2", "https://github.com/react/react-native/issues/21441"),
      .init("BUG-9", "https://nilcoalescing.com/blog/ScrollViewSnappingInSwiftUI"),
    ])

  mutating func finish(_ context: inout DetectionContext, _ viewState: borrowing ViewState) {
    let points = Self.misses(context, viewState)
    let needed = context.declaredBehavior == nil ? 6 : 4
    guard context.configuration == nil || context.declaredBehavior != nil, points.count >= needed,
      let line = LineFit(points), let first = points.map(\.x).min(),
      let last = points.map(\.x).max()
    else { return }
    let drift = line.slope * (last - first)
    guard line.slope.magnitude > 0.05, drift.magnitude > 2,
      line.residual <= max(0.34, drift.magnitude * 0.05)
    else { return }
    let tolerance = viewState.tolerance
    let pitch = viewState.targets.uniformPitch(within: tolerance)
    context.report(
      "S03", .warning,
      "from target to target the rests drift by \(NumberFormat.points(line.slope)): "
        + "\(NumberFormat.points(drift)) over \(points.count) targets",
      since: .zero, firstFrame: 1,
      measures: [
        Measure("slope", line.slope, "pt per target"), Measure("drift", drift),
        Measure("rests", Double(points.count), ""),
      ],
      cause: cause(line.slope, context, viewState),
      edits: Edits.alignment(context, pitch), structure: [context.behaviorName])
  }

  /// The distance of each rest from its target, by the target's index.
  ///
  /// If the behavior counts pages as the content counts targets, a page's target is the one with
  /// its number, regardless of the drift. Otherwise it is the nearest one.
  private static func misses(
    _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> [(x: Double, y: Double)] {
    let pitch = viewState.targets.uniformPitch(within: viewState.tolerance)
    var points: [(x: Double, y: Double)] = []
    for rest in context.rests where !rest.isAtEnd {
      var point = (x: Double(rest.target), y: rest.residual)
      if let pitch, let page = rest.page, let number = pageStep(context, pitch) {
        // The first target's position, computed back from the nearest one.
        let first = rest.offset - rest.residual - Double(rest.target) * pitch
        point = (Double(page), rest.offset - first - Double(page) * number * pitch)
      }
      guard !points.contains(where: { $0.x == point.x }) else { continue }
      points.append(point)
    }
    return points
  }

  /// The number of targets per page or interval; nil if it is ambiguous.
  private static func pageStep(_ context: DetectionContext, _ pitch: Double) -> Double? {
    guard let axis = context.rests.first?.axis,
      case .multiples(let length, _)? = context.places(axis)?.kind
    else { return nil }
    let count = max(1, (length / pitch).rounded())
    return (length - count * pitch).magnitude < pitch * 0.4 ? count : nil
  }

  private func cause(
    _ slope: Double, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> String {
    guard let axis = context.rests.last?.axis else { return "" }
    let (insets, size) = (axis.start + axis.end, slope.magnitude)
    if insets > 0.5, (size - insets).magnitude < 0.5 {
      return slope > 0
        ? "the drift is the insets along the axis: pages are frames, targets are containers"
        : "the drift is the insets along the axis: pages are containers, targets are frames"
    }
    let spans = viewState.targets.index
    let spacing = spans.count > 1 ? spans.start(at: 1) - spans.end(at: 0) : 0
    if spacing > 0.5, (size - spacing).magnitude < 0.5 {
      return "the drift is the spacing between targets, which the page length does not include"
    }
    if case .interval(let length)? = context.declaredBehavior,
      let pitch = viewState.targets.uniformPitch(within: viewState.tolerance)
    {
      return "the interval is \(NumberFormat.points(length)) and targets repeat every "
        + NumberFormat.points(pitch)
    }
    return "the step between rests is not the step between targets"
  }
}

/// Configuration changes that several detectors suggest.
enum Edits {
  /// Behaviors that rest on targets one by one.
  static func alignment(_ context: DetectionContext, _ pitch: Double?) -> [ConfigurationEdit] {
    var edits: [ConfigurationEdit] = [
      .behavior(.viewAligned(limit: .alwaysByOne, anchor: nil)),
      .behavior(.viewAligned(limit: .automatic, anchor: nil)),
    ]
    if let pitch { edits.append(.behavior(.interval(pitch))) }
    if context.configuration?.behavior == .paging {
      edits.append(.choice(name: "page-length", word: "container"))
    }
    return edits.filter { edit in
      context.configuration.map { edit.applied(to: $0) != $0 } ?? true
    }
  }
}

/// Links that several detectors cite.
enum Links {
  static let fatbobmanPaging =
    "https://fatbobman.com/en/posts/mastering-swiftui-scrolling-implementing-custom-paging"
  static let prodopsy =
    "https://prodopsy.com/swiftui-scrollview-with-viewaligned-scrolltargetbehavior-doesnt-scroll-to-correct-index-when-using-buttons/"
  static let lazyStacks = "https://developer.apple.com/videos/play/wwdc2026/321"
  static let slicc = "https://github.com/ai-ecoverse/slicc/issues/2072"
}
