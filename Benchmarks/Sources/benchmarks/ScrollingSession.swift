import Replay
import ScrollEngine
import ScrollModel
import TraceStore

/// A user who scrolls through a list of rows until the given number of frames exists.
///
/// Each drag lasts a third of a second, has a touch sample for each refresh, and is released at
/// another speed, sometimes in the other direction. The content comes to rest before the next drag.
/// The frames are the engine's, so the trace declares the configuration that it was made with, unless
/// another one is given.
struct ScrollingSession: TraceSource {
  static let (width, height, length) = (390.0, 844.0, 100.0)
  private static let period: Int64 = 8_333_333

  let frames: Int
  let targets: Int
  var configuration = Configuration()
  /// What the trace declares, if not the configuration that ran.
  var declared: Configuration?

  init(frames: Int, targets: Int) {
    self.frames = frames
    self.targets = targets
    configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    configuration.targetVisibility = 0.5
  }

  private var information: TraceInformation {
    var information = TraceInformation(name: "\(frames) frames over \(targets) targets")
    information.axes = .vertical
    information.declaredConfiguration = (declared ?? configuration).text
    return information
  }

  /// The container and the rows.
  private var scene: [Input] {
    let rows = (0..<targets).map { index in
      TargetFrame(
        id: TargetID(Int64(index)),
        frame: Rect(
          x: 0, y: Double(index) * Self.length, width: Self.width, height: Self.length))
    }
    return [
      .container(
        ContainerChange(size: Size(width: Self.width, height: Self.height), refreshRate: 120)),
      .layout(
        Layout(
          contentSize: Size(width: Self.width, height: Double(targets) * Self.length),
          targets: rows)),
    ]
  }

  /// A drag: the finger's distance from its start at each of its samples.
  private static func drag(_ number: Int) -> [Double] {
    let share = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    let isBack = (number / 40) % 2 == 1
    let step = (isBack ? 1.0 : -1.0) * (1 + share * 24)
    return (0...40).map { Double($0) * step * (0.5 + Double($0) / 80) }
  }

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    var session = ScrollSession(configuration: configuration, axes: .vertical)
    var buffer = ObservationBuffer(configuration)
    var (time, count, number) = (0 as Int64, 0, 0)
    func flush(_ buffer: inout ObservationBuffer, _ sink: inout Sink) throws {
      for entry in buffer.entries {
        if case .frame = entry.observation { count += 1 }
        try sink.append(.observation(entry.observation), at: entry.time, to: trace)
      }
      buffer.drain()
    }
    func step(_ input: Input, _ sink: inout Sink) throws {
      let moment = TraceTime(nanoseconds: time)
      session.advance(to: moment, to: &buffer)
      try flush(&buffer, &sink)
      try sink.append(.input(input), at: moment, to: trace)
      session.take(input, at: moment, to: &buffer)
      try flush(&buffer, &sink)
    }
    for input in scene { try step(input, &sink) }
    while count < frames {
      let way = Self.drag(number)
      for (place, y) in way.enumerated() {
        time += Self.period
        let phase: TouchPhase = place == 0 ? .began : place == way.count - 1 ? .ended : .moved
        try step(
          .touch(TouchSample(pointer: 1, phase: phase, position: Point(x: 195, y: 400 + y))), &sink)
      }
      time += 2_600_000_000
      number += 1
    }
    session.finish(at: TraceTime(nanoseconds: time), to: &buffer)
    try flush(&buffer, &sink)
  }

  /// Writes the trace into a new store.
  func write(to path: String) throws {
    let store = try TraceStore(path: path, mode: .create)
    let source = CaptureSource(
      format: "benchmark", name: nil, toolVersion: "", unixMilliseconds: 0)
    _ = try store.importCapture(source) { writer in
      try send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    try store.close()
  }
}

/// Opens a store as the read-only verbs do, without checking every page first.
func openToRead(_ path: String) throws -> (store: TraceStore, trace: TraceRecord) {
  var options = TraceStore.Options()
  options.checksPages = false
  let store = try TraceStore(path: path, mode: .readOnly, options: options)
  guard let trace = try store.traces().first else { throw BenchmarkError("'\(path)' is empty") }
  return (store, trace)
}

/// Processor seconds to read the events of a store's trace, opening and closing included, and
/// their number.
func loadSession(_ path: String) throws -> (seconds: Double, events: Int) {
  var events = 0
  let seconds = try processorSeconds(of: {
    let (store, trace) = try openToRead(path)
    try store.replay(trace.id) { events += $0.events.count }
    try store.close()
  })
  return (seconds, events)
}
