import Analysis
import ScrollModel

/// How many frames of fast movement a recording lacks, which shows how often any frame is lost.
struct FrameLoss: Sendable {
  private var shown = 0
  private var missing = 0
  private var lastInterval: Int64?

  /// The share of frames that are missing.
  var share: Double { missing == 0 ? 0 : Double(missing) / Double(shown + missing) }

  /// Counts the frames that fit between the last two, by the interval before them: the rate of
  /// the display may be unknown.
  mutating func frame(_ viewState: borrowing ViewState) {
    guard let old = viewState.previous, let new = viewState.sample, !viewState.isAfterGap,
      !viewState.isAfterJump, viewState.phase != .idle,
      (new.offset.x - old.offset.x).magnitude + (new.offset.y - old.offset.y).magnitude > 4
    else {
      lastInterval = nil
      return
    }
    let interval = new.time.nanoseconds(since: old.time)
    defer { lastInterval = interval }
    guard let lastInterval, lastInterval > 1_000_000 else { return }
    shown += 1
    let fitting = Int((Double(min(interval, 1_000_000_000)) / Double(lastInterval)).rounded())
    // A longer interval is a pause.
    if (2...4).contains(fitting) { missing += fitting - 1 }
  }
}
