import Analysis
import ScrollModel

/// Insets that the content repeats as padding of its own.
extension DesignCauses {
  /// A safe area that counts twice: as an inset and as padding inside the content.
  func doubledInset() -> DiagnosedCause? {
    guard isVertical(), let axis = scene.axis, axis.overflows, axis.start >= Self.leastSafeArea,
      let padding = subject.evidence.reach.items.first?.start,
      (padding - axis.start).magnitude <= 0.5, let first = subject.evidence.first,
      first.isAtStart(within: subject.slack), first.axis.start == axis.start
    else { return nil }
    let size = pointsText(axis.start)
    return subject.cause(
      .insets,
      [
        "The safe area of \(size) pt at the top counts twice: the first \(item) is \(pointsText(2 * axis.start)) pt "
          + "from the top edge of the view.",
        "\(size) pt is the top inset, and the padding before the first \(item) inside the content has the same "
          + "length.",
      ],
      proof: [
        "At its start the view is at \(pointsText(first.axis.offset)) pt, and the first \(item) at \(size) pt."
      ],
      odds: 20, parameter: CauseParameter(name: "inset", value: axis.start, unit: "pt"),
      symbolic: "the top inset (\(size))",
      fix: (
        "leave out the padding, or take the inset away",
        .insetOnce
      ))
  }

  /// Shorter insets are margins, which padding may equal by chance.
  private static let leastSafeArea = 40.0
}
