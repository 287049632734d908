import Analysis
import ScrollModel

/// Drags that begin at another offset than the content had: the ratio of the two.
struct DragStarts: Sendable {
  /// The offset in a drag as a part of that which the finger leads to, once for each drag that differs.
  private(set) var ratios: [(time: TraceTime, from: Double, to: Double, ratio: Double)] = []
  private(set) var count = 0
  private var start: (offset: Double, finger: Double)?
  private var finger: Double?
  private static let limit = 500
  /// Shorter offsets show no ratio, in points.
  private static let least = 100.0

  mutating func take(_ event: TraceEvent, on viewState: borrowing ViewState) {
    switch event {
    case .input(.touch(let sample)) where sample.delivery == .direct:
      guard let axis = MainAxis(viewState) else { return }
      let place = axis.axis == .vertical ? sample.position.y : sample.position.x
      switch sample.phase {
      case .began:
        start =
          viewState.openTouches.count == 1 && axis.offset - axis.low > Self.least
          ? (axis.offset, place) : nil
        if start != nil { count += 1 }
      case .moved: finger = place
      case .stationary: break
      case .ended, .cancelled: (start, finger) = (nil, nil)
      }
    case .input(.command), .input(.layout), .input(.edit), .input(.container): start = nil
    case .observation(.frame): takeFrame(viewState)
    default: break
    }
  }

  private mutating func takeFrame(_ viewState: borrowing ViewState) {
    guard let start, let finger, let axis = MainAxis(viewState), ratios.count < Self.limit else {
      return
    }
    let asked = (axis.isMirrored ? 1 : -1) * (finger - start.finger)
    let expected = start.offset + asked - axis.low
    // Late frames leave the content behind the finger by no more than the finger has moved.
    let jump = (axis.offset - axis.low - expected).magnitude
    guard jump > 40, jump > 1.5 * asked.magnitude, expected > Self.least else { return }
    ratios.append(
      (viewState.time, start.offset, axis.offset, (axis.offset - axis.low) / expected))
    self.start = nil
  }
}

extension OwnershipCauses {
  /// Drags that each begin at the same part of the offset: lengths of two scales are mixed.
  func scaledDrags() -> DiagnosedCause? {
    let starts = subject.evidence.dragStarts
    let ratios = starts.ratios.map(\.ratio).sorted()
    guard ratios.count >= 3, ratios.count * 10 >= starts.count * 6, let first = starts.ratios.first
    else { return nil }
    let ratio = ratios[ratios.count / 2]
    let near = ratios.count { ($0 - ratio).magnitude <= 0.03 }
    guard (ratio - 1).magnitude > 0.08, ratio > 0.1, near * 10 >= ratios.count * 8 else {
      return nil
    }
    return subject.cause(
      .units,
      [
        "Each drag begins at \(factorText(ratio)) times the offset: at \(momentText(first.time)) the content jumps from "
          + "\(pointsText(first.from)) to \(pointsText(first.to)) pt under the finger; \(near) of \(starts.count) drags do so.",
        "Lengths on the screen are used as lengths of content that is scaled by this factor, or the reverse.",
      ],
      proof: ["The finger has moved less than that, and no request and no new layout is recorded."],
      odds: 600, parameter: CauseParameter(name: "factor", value: ratio, unit: ""),
      effects: subject.findings(["S07", "S10", "S24"]),
      fix: ("divide lengths that are measured on the screen by the scale of the view", .unscaled))
  }
}
