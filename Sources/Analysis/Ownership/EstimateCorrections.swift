public import ScrollModel

/// Corrections of estimated lengths in a recording, and whether its offsets compensated them.
///
/// A recorder writes the corrected layout and, with the next frame, the offset. If the offset moved
/// with the visible targets, the view kept them in place, and a replay does the same (LAZY-2).
/// Otherwise the visible targets jumped in the recording.
public struct EstimateCorrections: Hashable, Sendable {
  /// The recorded result of one correction.
  public enum Decision: String, CaseIterable, Hashable, Sendable {
    /// The offset moved with the targets in view.
    case followed
    /// The offset did not follow, so the targets jumped.
    case stayed
    /// The frames around it do not decide.
    case unclear
  }

  /// The corrections in the order of time, up to a limit.
  public private(set) var all: [Correction] = []
  private static let limit = 1000

  /// One correction.
  public struct Correction: Hashable, Sendable {
    /// The first frame with the corrected layout.
    public var time: TraceTime
    /// The movement of the targets in view in the content.
    public var distance: Double
    /// The recorded result.
    public var decision: Decision
  }

  /// Checks a frame, since which content in motion continues by about `motion`; returns the result if
  /// it is the first one after a correction.
  mutating func judge(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift?, motion: Double,
    _ viewState: borrowing ViewState
  ) -> Decision? {
    guard let shift, shift.hadGuesses, let leap = shift.leap, leap.inContent.magnitude > 0.5
    else { return nil }
    // What moved on the screen in addition to the expected way, if the offset followed and if it stayed.
    let followed = leap.onScreen.magnitude
    let stayed = (step.delta - motion - (step.finger ?? 0)).magnitude
    let slack = 1 + motion.magnitude * 0.6
    let decision: Decision =
      if viewState.isAfterGap || shift.isReordered {
        .unclear
      } else if followed <= slack || followed * 4 < stayed {
        .followed
      } else if stayed <= slack || stayed * 4 < followed {
        .stayed
      } else {
        .unclear
      }
    if all.count < Self.limit {
      all.append(Correction(time: viewState.time, distance: leap.inContent, decision: decision))
    }
    return decision
  }
}
