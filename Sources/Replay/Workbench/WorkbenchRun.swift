public import ScrollModel

/// A replay of inputs, possibly edited, with a bounded number of frames.
///
/// The command line and the engine in a report's page share this function, so their results are
/// equal.
public struct WorkbenchRun: Sendable {
  /// The replayed inputs, with the edits applied.
  public let inputs: ReplayInputs
  /// The frames, phases, ids and decisions.
  public let columns: RunColumns
  /// The summary of the replay.
  public let tally: ReplaySummary
  /// Whether an edit changed layouts or containers.
  public let changesScene: Bool

  /// Replays inputs under a configuration text, after applying edits.
  public init(
    _ inputs: ReplayInputs, configuration text: String, edits: [String]
  ) throws(ReplayError) {
    let configuration = try WorkbenchStart.configuration(text)
    do throws(EditError) {
      self.inputs = try inputs.edited(edits)
      var changesScene = false
      for edit in edits where try ReplayEdit(text: edit).changesScene { changesScene = true }
      self.changesScene = changesScene
    } catch {
      throw ReplayError(.impossible, error.description)
    }
    (tally, columns) = try Self.run(
      self.inputs, under: configuration, goesOn: !edits.isEmpty, observer: RunColumns())
  }

  /// The largest number of frames in a replay.
  public static let mostFrames: Int64 = 500_000
  /// The interval between checks of the number of frames, in nanoseconds.
  private static let slice: Int64 = 250_000_000
  /// The longest continuation after the last input, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  /// Replays inputs under a configuration and returns the result.
  ///
  /// Without edits it ends with the trace; `goesOn` continues until the content rests.
  public static func run<Observer: ReplayObserver>(
    _ inputs: ReplayInputs, under configuration: Configuration, goesOn: Bool,
    most: Int64 = mostFrames, observer: Observer
  ) throws(ReplayError) -> (tally: ReplaySummary, observer: Observer) {
    let plan = try ReplayPlan(
      configuration, of: inputs.information, inputs.contents, drive: inputs.drive)
    let box = ObserverBox(observer)
    let run = ReplayRun(plan, listener: box)
    var now = TraceTime.zero
    /// Advances in slices, so that a long motion between two inputs cannot exceed the limit
    /// unnoticed.
    func advance(to time: TraceTime) throws(ReplayError) {
      var next = now.advanced(byNanoseconds: slice)
      while next < time {
        now = next
        run.emit(until: now)
        guard run.tally.frames <= most else { throw tooLong(run.tally.frames, now) }
        guard run.isUnderWay else { break }
        next = now.advanced(byNanoseconds: slice)
      }
      now = max(now, time)
    }
    for (time, event) in inputs.events {
      try advance(to: time)
      run.take(event, at: time)
      guard run.tally.frames <= most else { throw tooLong(run.tally.frames, time) }
    }
    try advance(to: inputs.end)
    run.emit(until: inputs.end)
    let limit = inputs.end.advanced(byNanoseconds: goesOn ? patience : 0)
    while run.isUnderWay, now < limit {
      now = now.advanced(byNanoseconds: slice)
      run.goOn(until: now)
      guard run.tally.frames <= most else { throw tooLong(run.tally.frames, now) }
    }
    run.finish()
    return (run.tally, box.observer)
  }

  private static func tooLong(_ frames: Int64, _ time: TraceTime) -> ReplayError {
    ReplayError(
      .impossible,
      "stopped after \(frames) frames, at \(time.nanoseconds / 1_000_000) ms: the replay is too long; "
        + "choose a lower refresh rate or a faster deceleration")
  }
}
