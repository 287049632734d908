public import ScrollModel

/// Corrections of guessed lengths in a recording, and whether its own offsets made up for them.
///
/// A recorder writes the corrected layout and, with the next frame, the offset. If the offset moved with
/// what was in view, the view kept it in place, and a replay does the same (LAZY-2). If it did not move,
/// what was in view jumped in the recording.
public struct EstimateCorrections: Hashable, Sendable {
  /// What a recording shows about one correction.
  public enum Decision: String, CaseIterable, Hashable, Sendable {
    /// The offset moved with the first visible target.
    case followed
    /// The offset stayed or went another way, so the targets jumped.
    case stayed
    /// The frames around it do not decide.
    case unclear
  }

  /// The corrections in the order of time, the latest of many left out.
  public private(set) var all: [Correction] = []
  private var lastDelta = 0.0
  private var lastElapsed: Int64 = 0
  private static let limit = 1000

  /// One correction.
  public struct Correction: Hashable, Sendable {
    /// The first frame with the corrected layout.
    public var time: TraceTime
    /// How far the first visible target moved in the content.
    public var distance: Double
    /// What the recorded offsets did.
    public var decision: Decision
  }

  /// Judges a frame; returns the decision if it is the first one behind a correction.
  mutating func judge(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift?, isMoving: Bool,
    _ viewState: borrowing ViewState
  ) -> Decision? {
    defer { (lastDelta, lastElapsed) = (step.delta, step.elapsed) }
    guard let shift, shift.hadGuesses, let leap = shift.leap, leap.inContent.magnitude > 0.5
    else { return nil }
    // What moves by itself goes on by about as much as in the frame before.
    let way =
      isMoving && lastElapsed > 0 ? lastDelta * Double(step.elapsed) / Double(lastElapsed) : 0
    let own = way + (step.finger ?? 0)
    let slack = 1 + way.magnitude * 0.6
    let decision: Decision =
      if viewState.isAfterGap || shift.isReordered {
        .unclear
      } else if (leap.onScreen + way).magnitude <= slack {
        .followed
      } else if (step.delta - own).magnitude <= slack {
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
