public import ScrollModel
public import TraceStore

/// All inputs of one trace's replay, except the configuration.
///
/// A report contains them as bytes, so that the engine in its page can replay the trace.
public struct ReplayInputs: Sendable {
  /// The information of the trace that a replay depends on.
  public var information: TraceInformation
  /// The kinds of entries in the trace.
  public var contents: TraceContents
  /// The source of movement.
  public var drive: Drive
  /// The events that a replay depends on, in order.
  public var events: [(time: TraceTime, event: TraceEvent)]
  /// The end of the trace.
  public var end: TraceTime

  /// Extracts the inputs of a trace from all of its events.
  public init(
    _ plan: ReplayPlan, _ all: some Sequence<(time: TraceTime, event: TraceEvent)>
  ) {
    self.init(plan) { take in for (time, event) in all { take(time, event) } }
  }

  /// Extracts the inputs of a trace from its events, which `read` supplies.
  ///
  /// Observations that no replay depends on are removed: most frames of a trace with gestures. Notes stay,
  /// because the digest of an outcome covers them. The choice does not depend on the configuration of the plan,
  /// except in nested views, where it decides which view gets a gesture.
  public init<Failure: Error>(
    _ plan: ReplayPlan,
    reading read: (_ take: (TraceTime, TraceEvent) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    contents = plan.contents
    contents.nested = nil
    drive = plan.drive.drive
    information = TraceInformation(
      name: plan.information.name, coordinateSpace: plan.information.coordinateSpace)
    information.declaredConfiguration = plan.information.declaredConfiguration
    information.axes = plan.information.axes
    information.qualities = plan.information.qualities
    if let tick = plan.information.metadata.first(where: { $0.key == SliceClock.metadataKey }) {
      information.setMetadata(tick)
    }
    (events, end) = try Self.own(plan, keepsAll: false, reading: read)
  }

  /// The kept events of a view and the end of its trace; in nested views only the gestures that the
  /// views around and in it left to it.
  private static func own<Failure: Error>(
    _ plan: ReplayPlan, keepsAll: Bool,
    reading read: (_ take: (TraceTime, TraceEvent) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> (events: [(time: TraceTime, event: TraceEvent)], end: TraceTime) {
    let received = ObserverBox(GestureCollector())
    let run = ReplayRun(plan, listener: received)
    let isNested = plan.contents.nested != nil && plan.drive.drive == .gesture
    var (events, end): ([(time: TraceTime, event: TraceEvent)], TraceTime) = ([], .zero)
    try read { time, event in
      end = max(end, time)
      let isElsewhere = isNested && event.isGesture
      if !isElsewhere, keepsAll || drives(event, run) { events.append((time, event)) }
      run.take(event, at: time)
    }
    guard isNested else { return (events, end) }
    run.finish()
    return ((received.observer.gestures + events).sortedStably { $0.time < $1.time }, end)
  }

  /// Returns all events of a trace, with the touches and wheels that the views around and in its own
  /// left to it instead of all that were over it.
  public static func alone(
    _ plan: ReplayPlan, _ all: some Sequence<(time: TraceTime, event: TraceEvent)>
  ) -> [(time: TraceTime, event: TraceEvent)] {
    guard plan.contents.nested != nil, plan.drive.drive == .gesture else { return Array(all) }
    return own(plan, keepsAll: true) { take in
      for (time, event) in all { take(time, event) }
    }.events
  }

  private static func drives(_ event: TraceEvent, _ run: ReplayRun) -> Bool {
    switch event {
    case .input, .observation(.annotation), .stream(.keyframe): true
    case .observation(.visibility), .observation(.visibleSet): false
    case .observation: !run.needsNoObservations
    case .stream: false
    }
  }
}

// MARK: Bytes

extension ReplayInputs {
  private static let mark = "scrolltrace replay inputs 1"

  /// The inputs as canonical bytes, which `init(bytes:)` parses.
  public var bytes: [UInt8] {
    var bytes = CanonicalBytes()
    bytes.add(Self.mark)
    bytes.add(information)
    bytes.add(drive.rawValue)
    bytes.add(contents)
    bytes.add(end)
    bytes.add(Int64(events.count))
    var geometry: FrameGeometry?
    for (time, event) in events {
      bytes.add(time)
      switch event {
      case .input(let input): bytes.add(input)
      case .observation(let observation): bytes.add(observation, after: geometry)
      case .stream(let remark): bytes.add(remark)
      }
      if case .observation(.frame(let frame)) = event { geometry = frame.geometry }
    }
    return Array(bytes.bytes)
  }

  /// Parses inputs from bytes; invalid bytes, or values outside the model's limits, are an error.
  public init(bytes: [UInt8]) throws(InputsError) {
    var reader = CanonicalReader(bytes[...])
    do throws(CanonicalError) {
      guard try reader.text() == Self.mark else { throw reader.error }
      information = try reader.information()
      drive = try reader.name()
      contents = try reader.contents()
      end = try reader.time()
      events = []
      var geometry: FrameGeometry?
      for _ in 0..<(try reader.count()) {
        let time = try reader.time()
        let event = try reader.event(after: &geometry)
        guard time >= events.last?.time ?? .zero,
          ModelLimits.problem(with: event, at: time) == nil
        else { throw reader.error }
        events.append((time, event))
      }
      guard reader.isAtEnd, end.nanoseconds <= ModelLimits.time, end >= events.last?.time ?? .zero,
        ModelLimits.problem(with: information) == nil
      else { throw reader.error }
    } catch {
      throw InputsError(offset: error.offset)
    }
  }
}

/// Bytes that are not valid replay inputs.
public struct InputsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes that were parsed.
  public let offset: Int

  /// The problem.
  public var description: String { "the replay inputs are damaged at byte \(offset)" }
}

extension CanonicalBytes {
  fileprivate mutating func add(_ contents: TraceContents) {
    for flag in contents.flags { add(flag) }
    add(optional: contents.inferredTick) { $0.add($1) }
    add(Int64(contents.glides.count))
    for glide in contents.glides {
      add(glide.told)
      add(glide.start)
      add(glide.velocity)
      add(glide.uncertainty)
      add(glide.isFree)
    }
    add(optional: contents.movedAxes) { $0.add($1.rawValue) }
  }
}

extension CanonicalReader {
  fileprivate mutating func contents() throws(CanonicalError) -> TraceContents {
    var contents = TraceContents()
    var flags: [Bool] = []
    for _ in contents.flags { flags.append(try flag()) }
    contents.flags = flags
    contents.inferredTick = try optional { reader throws(CanonicalError) in try reader.time() }
    for _ in 0..<(try count()) {
      contents.glides.append(
        RecordedDeceleration(
          told: try time(), start: try time(), velocity: try vector(), uncertainty: try real(),
          isFree: try flag()))
    }
    contents.movedAxes = try optional { reader throws(CanonicalError) in try reader.name() }
    return contents
  }
}

extension TraceContents {
  /// All optional and Boolean values, in the order of the bytes.
  fileprivate var flags: [Bool] {
    get {
      [
        hasTouches, hasWheel, hasCommands, hasLayouts, hasEdits, containersGiveSize,
        containersGiveInsets, containersHaveInsets, hasFrames, hasPhases, hasPositions,
        hasVisibility, hasReleases, framesGiveContainer, framesGiveInsets, framesGiveContent,
        movesHorizontally, movesVertically,
      ]
    }
    set {
      guard newValue.count == 18 else { return }
      hasTouches = newValue[0]
      hasWheel = newValue[1]
      hasCommands = newValue[2]
      hasLayouts = newValue[3]
      hasEdits = newValue[4]
      containersGiveSize = newValue[5]
      containersGiveInsets = newValue[6]
      containersHaveInsets = newValue[7]
      hasFrames = newValue[8]
      hasPhases = newValue[9]
      hasPositions = newValue[10]
      hasVisibility = newValue[11]
      hasReleases = newValue[12]
      framesGiveContainer = newValue[13]
      framesGiveInsets = newValue[14]
      framesGiveContent = newValue[15]
      movesHorizontally = newValue[16]
      movesVertically = newValue[17]
    }
  }
}

/// Keeps the fingers and wheels that a replay got.
private struct GestureCollector: ReplayObserver {
  var gestures: [(time: TraceTime, event: TraceEvent)] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if event.isGesture { gestures.append((time, event)) }
  }

  mutating func take(_ stretch: FrameRun) {}
}
