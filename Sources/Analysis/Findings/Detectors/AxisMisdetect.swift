import ScrollModel

/// S18: content that overflows another axis than the declared one.
struct AxisMisdetect: Sendable {
  static let entry = DetectorEntry(
    "S18", "axis-misdetect",
    looksFor:
      "A behavior whose axis has nothing to scroll, or a small overflow across it together with rests that were not snapped.",
    evidence:
      "The declared axes, the content's and the container's size, and for a sliver at least one S01.",
    causes: [
      "The axis is guessed from which side is longer, and a fraction of a pixel decides.",
      "The content grows across the scroll direction.",
    ],
    repairs: "Declare the axis, or put the lengths across it on the pixel grid.",
    reports: [.init("C1", "https://github.com/react/react-native/issues/48393")])

  mutating func finish(_ context: inout DetectionContext, _ viewState: borrowing ViewState) {
    guard context.declaredBehavior != nil, let axes = viewState.axes, axes != .both,
      let content = viewState.contentSize, let size = viewState.containerSize
    else { return }
    let insets = viewState.insets ?? .zero
    let main = axes.main
    func overflow(_ axis: Axis) -> Double {
      axis == .vertical
        ? content.height - (size.height - insets.top - insets.bottom)
        : content.width - (size.width - insets.left - insets.right)
    }
    let (along, across) = (overflow(main), overflow(main.crossing))
    let measures = [Measure("overflow along", along), Measure("overflow across", across)]
    if along <= 0, across > 0 {
      context.report(
        "S18", .warning,
        "the content overflows across the declared axis by \(NumberFormat.points(across)) and not along it",
        since: .zero, firstFrame: 1, measures: measures,
        cause: "the declared axis is not the one the content needs", structure: ["other-axis"])
    } else if across > 0.001, across < 1 {
      context.report(
        "S18", context.unsnappedCount > 0 ? .warning : .notice,
        "the content overflows across the declared axis by \(NumberFormat.points(across)), a fraction of a point",
        since: .zero, firstFrame: 1, measures: measures,
        cause:
          "a strict comparison of fractional lengths may take the other axis for the scroll axis",
        structure: ["sliver"])
    }
  }
}
