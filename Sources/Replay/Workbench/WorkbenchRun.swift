public import ScrollModel

/// A replay of inputs that may have been edited, in a bounded number of frames.
///
/// The command line and the engine in a report's page run this function, so they show the same.
public struct WorkbenchRun: Sendable {
  /// What was replayed, with the edits made.
  public let inputs: ReplayInputs
  /// The frames, phases, ids and decisions.
  public let columns: RunColumns
  /// What the replay added up to.
  public let tally: ReplaySummary
  /// Whether an edit changed layouts or containers.
  public let changesScene: Bool

  /// Replays inputs under the text of a configuration, with edits made to them first.
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

  /// How many frames a replay may have.
  public static let mostFrames: Int64 = 500_000
  /// How far a replay goes between two looks at how many frames there are, in nanoseconds.
  private static let slice: Int64 = 250_000_000
  /// How long content that still moves behind the last input is followed, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  /// Replays inputs under a configuration and returns what the replay came to.
  ///
  /// Without edits it ends with the trace; `goesOn` follows the content behind it until it rests.
  public static func run<Observer: ReplayObserver>(
    _ inputs: ReplayInputs, under configuration: Configuration, goesOn: Bool,
    most: Int64 = mostFrames, observer: Observer
  ) throws(ReplayError) -> (tally: ReplaySummary, observer: Observer) {
    let plan = try ReplayPlan(
      configuration, of: inputs.information, inputs.contents, drive: inputs.drive)
    let box = ObserverBox(observer)
    let run = ReplayRun(plan, listener: box)
    var now = TraceTime.zero
    /// Goes on in slices while the content moves: what the engine does between two inputs has no end
    /// that the inputs would give it.
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
