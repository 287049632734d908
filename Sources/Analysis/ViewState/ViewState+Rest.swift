public import ScrollModel

/// Whether the content moves, as far as the recording shows it.
extension ViewState {
  /// Whether the last frame moved the content by more than the noise of the recorder.
  public var hasMoved: Bool {
    guard let old = previous?.offset, let new = sample?.offset else { return sample != nil }
    return (new.x - old.x).magnitude > noise || (new.y - old.y).magnitude > noise
  }

  /// Whether the content is at rest at a time: by its phase or, without phases, if the last two frames are equal
  /// or the next one does not come, because the recorder writes changes only.
  public func isAtRest(at time: TraceTime) -> Bool {
    if let phase { return phase == .idle }
    guard let sample else { return false }
    return previous == nil || !hasMoved
      || time.nanoseconds(since: sample.time) >= GestureTracker.stillness(self)
  }
}
