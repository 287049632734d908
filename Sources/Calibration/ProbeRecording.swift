import Replay
import ScrollModel
public import Simulation
public import TraceStore

/// A recorded probe: its inputs, and what was observed.
public struct ProbeRecording: Sendable {
  /// The name of the probe.
  public var name: String
  /// The number of the stored trace; 0 for a simulated one.
  public var trace: Int64 = 0
  /// The inputs.
  public var inputs: ProbeInputs
  /// What was observed.
  public var run: ProbeRun

  /// Reads a stored trace.
  public init(_ trace: TraceRecord, in store: TraceStore, on platform: CalibrationPlatform) throws {
    name = trace.information.name
    self.trace = trace.id
    inputs = ProbeInputs(
      axes: trace.information.axes,
      declared: try platform.uncalibrated(trace.information.declaredConfiguration ?? ""))
    run = ProbeRun()
    var derived = DerivedInputs(
      try store.contents(of: trace.id), declared: trace.information.declaredConfiguration)
    var opening = OpeningTimes(isUsed: platform.hasReports)
    try store.replay(trace.id) { batch in
      for (recorded, event) in batch.events {
        run.take(event, at: recorded)
        let time = opening.time(of: event, at: recorded)
        switch event {
        case .input(.container(let change)):
          inputs.events.append((time, .input(.container(derived.completed(change)))))
        case .input, .observation(.annotation): inputs.events.append((time, event))
        case .observation(.frame(let frame)):
          // A container and a content size that only frames report.
          for input in derived.inputs(from: frame) { inputs.events.append((time, .input(input))) }
        case .observation, .stream: break
        }
      }
    }
  }

  /// A simulated recording: the engine's run under a configuration, with the noise of a recorder.
  public init(
    _ name: String, _ inputs: ProbeInputs, ran run: ProbeRun, noise: ObservationNoise, seed: UInt64
  ) {
    (self.name, self.inputs, self.run) = (name, inputs, run)
    guard noise != .none else { return }
    var random = SeededGenerator(seed: seed, stream: 0x0B5E)
    let jitter = -noise.offsetJitter...noise.offsetJitter
    self.run.frames = run.frames.indices.compactMap { index in
      var frame = run.frames[index]
      guard index > 0 else { return frame }
      if random.chance(noise.droppedShare) {
        // The last offset of a motion is not lost: the next frame shows it.
        let next = index + 1 < run.frames.count ? run.frames[index + 1].time : nil
        let late = frame.time.advanced(byNanoseconds: 16_666_667)
        guard next.map({ $0 > late.advanced(byNanoseconds: 16_666_667) }) ?? true else {
          return nil
        }
        frame.time = late
      }
      frame.offset = Point(
        x: frame.offset.x + random.double(in: jitter),
        y: frame.offset.y + random.double(in: jitter))
      return frame
    }
  }
}

/// The times of the first container and layout: an app records its scene piece by piece, before
/// anything happens, and an engine starts with all of it.
private struct OpeningTimes {
  private var isOpen: Bool
  private var first: TraceTime?

  /// The longest time in which an app sets up its view, in nanoseconds.
  private static let longest: Int64 = 300_000_000

  init(isUsed: Bool) { isOpen = isUsed }

  mutating func time(of event: TraceEvent, at time: TraceTime) -> TraceTime {
    let start = first ?? time
    first = start
    switch event {
    case .input(.container), .input(.layout):
      isOpen = isOpen && time.nanoseconds(since: start) < Self.longest
      return isOpen ? start : time
    case .input: isOpen = false
    case .observation, .stream: break
    }
    return time
  }
}
