import ScrollModel
import Simulation

/// The smallest set of probes that distinguishes the values of all keys of a platform.
public struct ProbePlan: Sendable {
  /// Two values of a key.
  public struct Question: Hashable, Sendable {
    /// The key.
    public var key: String
    /// One value.
    public var first: String
    /// Another one.
    public var second: String
  }

  /// The calibrated platform.
  public let platform: CalibrationPlatform
  /// The probes, in the order of their choice.
  public private(set) var probes: [Probe] = []
  /// The questions that each probe answers.
  public private(set) var answers: [[Question]] = []
  /// The questions that no probe answers.
  public private(set) var unanswered: [Question] = []

  /// The number of probes per question, so that a single disturbance is not decisive.
  private static let repetition = 3

  /// Selects the probes of a platform.
  public init(on platform: CalibrationPlatform) throws {
    self.platform = platform
    let candidates = Probe.candidates
    let answered = try candidates.map { try Self.questions($0, on: platform) }
    var missing: [Question: Int] = [:]
    for key in platform.keys {
      for (index, first) in key.values.enumerated() {
        for second in key.values[(index + 1)...] {
          let question = Question(key: key.name, first: first, second: second)
          let most = answered.count { $0.contains(question) }
          missing[question] = min(Self.repetition, most)
          if most == 0 { unanswered.append(question) }
        }
      }
    }
    var left = Set(candidates.indices)
    while missing.values.contains(where: { $0 > 0 }) {
      func gain(_ index: Int) -> Int { answered[index].count { (missing[$0] ?? 0) > 0 } }
      guard let best = left.min(by: { (-gain($0), $0) < (-gain($1), $1) }), gain(best) > 0 else {
        break
      }
      left.remove(best)
      probes.append(candidates[best])
      answers.append(
        answered[best].sorted { ($0.key, $0.first, $0.second) < ($1.key, $1.first, $1.second) })
      for question in answered[best] { missing[question, default: 0] -= 1 }
    }
  }

  /// The pairs of values that a probe distinguishes, with the other keys at their defaults.
  private static func questions(
    _ probe: Probe, on platform: CalibrationPlatform
  ) throws -> Set<Question> {
    var found: Set<Question> = []
    for key in platform.keys {
      let paths = try key.values.map { value in
        try ProbePath(of: probe, under: platform.base.with(key.name, value))
      }
      for first in paths.indices {
        for second in paths.indices.dropFirst(first + 1)
        where paths[first].isApart(from: paths[second], frameDelay: platform.frameDelay) {
          found.insert(
            Question(key: key.name, first: key.values[first], second: key.values[second]))
        }
      }
    }
    return found
  }
}

/// The engine's offsets in a probe.
struct ProbePath: TraceSink {
  private var frames: [(time: TraceTime, offset: Point)] = []
  private var touches: [TraceTime] = []

  init(of probe: Probe, under configuration: Configuration) throws {
    try probe.simulation(configuration).send(to: &self)
  }

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    switch event {
    case .observation(.frame(let frame)): frames.append((time, frame.offset))
    case .input(.touch(let sample)) where sample.phase == .began: touches.append(time)
    default: break
    }
  }

  mutating func report(_ diagnostic: Diagnostic) {}

  /// Whether two paths are distinguishable at some time, given the delay of frames.
  func isApart(from other: ProbePath, frameDelay: Double) -> Bool {
    let prediction = ProbePrediction(other.frames)
    var deviations = PathDeviation(frames, touches: touches, frameDelay: frameDelay)
    return frames.indices.contains { index in
      let deviation = deviations.next(at: index)
      return prediction.distance(from: frames[index].offset, at: frames[index].time)
        >= Self.separation * deviation
    }
  }

  /// The smallest distance of different paths, in units of a recording's possible error.
  private static let separation = 5.0
}
