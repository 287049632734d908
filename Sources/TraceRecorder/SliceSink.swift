public import ScrollModel

/// Passes on the part of each trace between two times, so that it replays like the whole trace.
///
/// A part begins at the last rest before its start, with a keyframe of everything that was in effect
/// there. Its times are relative to that rest, which the metadata entry `cut_ns` contains.
public struct SliceSink<Sink: TraceSink>: TraceSink {
  private struct Track {
    let information: TraceInformation
    /// The events since the last rest, until the part begins.
    var ring: KeyframeRing
    var shift = CutShift.none
    /// The number in the other sink, once the part has begun.
    var number: TraceNumber?
  }

  /// The sink that gets the parts.
  public var sink: Sink
  private let start: TraceTime
  private let end: TraceTime?
  private var tracks: [Track] = []

  /// Creates a sink before another one; without an end, the part goes to the end of the trace.
  public init(_ sink: Sink, from start: TraceTime, to end: TraceTime?) {
    self.sink = sink
    self.start = start
    self.end = end
  }

  /// The rest at which the part of each trace begins, in the time of the whole trace.
  public var origins: [TraceTime] { tracks.map(\.shift.origin) }

  /// Begins a trace; the other sink gets it when its part begins.
  public mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    let ring = KeyframeRing(seconds: 0, axes: information.axes, segmentLength: 0)
    tracks.append(Track(information: information, ring: ring))
    return tracks.count
  }

  /// Passes on an event of the part.
  public mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    let place = trace - 1
    if tracks[place].number == nil {
      guard time >= start else { return tracks[place].ring.append(event, at: time) }
      try begin(place, before: time)
    }
    guard end.map({ time <= $0 }) ?? true else { return }
    try pass(event, at: time, place)
  }

  /// Passes on a diagnostic.
  public mutating func report(_ diagnostic: Diagnostic) throws { try sink.report(diagnostic) }

  /// Ends all traces; a part that has not begun consists of the last rest.
  public mutating func finish() throws {
    for place in tracks.indices where tracks[place].number == nil {
      try begin(place, before: start)
    }
  }

  /// Begins a part whose first event is at `time`: the silence before it shows whether the content
  /// rests.
  private mutating func begin(_ place: Int, before time: TraceTime) throws {
    tracks[place].ring.beginPart(at: start, before: time)
    let ring = tracks[place].ring
    tracks[place].shift = CutShift(origin: ring.start)
    tracks[place].number = try sink.beginTrace(
      ring.information(ofPartOf: tracks[place].information))
    for (time, event) in tracks[place].ring.cut() { try pass(event, at: time, place) }
  }

  private mutating func pass(_ event: TraceEvent, at time: TraceTime, _ place: Int) throws {
    guard let number = tracks[place].number else { return }
    let moved = tracks[place].shift.moved(event)
    try sink.append(moved, at: tracks[place].shift.moved(time), to: number)
  }
}
