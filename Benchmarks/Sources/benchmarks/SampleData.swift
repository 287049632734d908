import CBaseline
import ScrollModel
import TraceImport

/// Frames and touches of a user who scrolls.
///
/// Drags of 90 frames with a touch each, then 90 frames of deceleration. Offsets have all their
/// digits; times jitter around 120 frames a second.
struct SampleData {
  let rows: [baseline_row]
  let traceCount: Int

  init(rows count: Int, traces: Int) {
    var rows: [baseline_row] = []
    rows.reserveCapacity(count)
    let perTrace = max(1, count / traces)
    for trace in 1...traces {
      var generator = Motion(trace: Int32(trace))
      let size = trace == traces ? count - perTrace * (traces - 1) : perTrace
      for _ in 0..<size { rows.append(generator.next()) }
    }
    self.rows = rows
    traceCount = traces
  }

  private struct Motion {
    let trace: Int32
    private var seed: UInt64
    private var frame = 0
    private var isTouchDue = true
    private var time: Int64 = 0
    private var y = 0.0
    private var velocity = 0.0

    init(trace: Int32) {
      self.trace = trace
      seed = UInt64(truncatingIfNeeded: trace) &* 0x9E37_79B9_7F4A_7C15
    }

    /// A number in 0 ..< 1.
    private mutating func random() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 11) / Double(1 << 53)
    }

    mutating func next() -> baseline_row {
      let step = frame % 180
      let isDrag = step < 90
      if isDrag, isTouchDue {
        isTouchDue = false
        let phase: TouchPhase = step == 0 ? .began : step == 89 ? .ended : .moved
        return baseline_row(
          time_ns: time, x: 195 + random(), y: 700 - Double(step) * 5 + random(),
          content_height: 0, trace: trace, is_touch: 1, phase: Int32(phase.rawValue), unused: 0)
      }
      isTouchDue = true
      frame += 1
      time += 8_333_333 + Int64(random() * 20_000)
      velocity = isDrag ? 6 + random() : velocity * 0.967
      y += (frame / 1800) % 2 == 0 ? velocity : -velocity
      let phase: ScrollPhase = isDrag ? .interacting : .decelerating
      return baseline_row(
        time_ns: time, x: 0, y: y, content_height: 100_000 + Double(frame / 1000) * 64,
        trace: trace, is_touch: 0, phase: Int32(phase.rawValue), unused: 0)
    }
  }

  /// Sends everything to a sink; each event is created when it is needed.
  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    var number = 0
    for row in rows {
      if Int(row.trace) > number {
        number = try sink.beginTrace(TraceInformation(name: "trace"))
      }
      try sink.append(row.event, at: TraceTime(nanoseconds: row.time_ns), to: number)
    }
  }

  /// Writes everything as a log of our own format; returns the number of bytes.
  func writeLog(_ write: @escaping ([UInt8]) throws -> Void) throws {
    var writer = NativeWriter(write: write)
    try send(to: &writer)
    try writer.finish()
  }

  /// Everything as a log in memory.
  func log() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try writeLog { bytes.append(contentsOf: $0) }
    return bytes
  }
}

extension baseline_row {
  var event: TraceEvent {
    if is_touch == 1 {
      return .input(
        .touch(
          TouchSample(
            pointer: 1, phase: TouchPhase(rawValue: UInt8(truncatingIfNeeded: phase)) ?? .moved,
            position: Point(x: x, y: y))))
    }
    return .observation(
      .frame(
        GeometryFrame(
          offset: Point(x: x, y: y),
          phase: ScrollPhase(rawValue: UInt8(truncatingIfNeeded: phase)),
          geometry: FrameGeometry(
            contentSize: Size(width: 390, height: content_height),
            containerSize: Size(width: 390, height: 844)))))
  }
}
