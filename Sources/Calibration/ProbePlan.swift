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
  /// The largest number of probes.
  public static let mostProbes = 60
  /// The distance of paths that is certainly seen, in units of a recording's possible error.
  private static let separation = 5.0
  /// The smallest distance that is accepted where no probe has a larger one.
  private static let smallestSeparation = 2.5

  /// Selects the probes of a platform.
  public init(on platform: CalibrationPlatform) throws {
    self.platform = platform
    let candidates = Probe.candidates(of: platform)
    let questions = Self.questions(of: platform)
    let answered = Self.answered(try candidates.map { try Self.separations($0, on: platform) })
    unanswered = questions.filter { question in !answered.contains { $0.contains(question) } }
    var left = Set(candidates.indices)
    // Each question gets one probe before any gets a second one, because the suite is limited.
    for round in 1...Self.repetition {
      var missing: [Question: Int] = [:]
      for question in questions {
        let chosen = answers.count { $0.contains(question) }
        let most = answered.count { $0.contains(question) }
        missing[question] = max(0, min(round, most) - chosen)
      }
      while missing.values.contains(where: { $0 > 0 }), probes.count < Self.mostProbes {
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
  }

  /// All pairs of values.
  private static func questions(of platform: CalibrationPlatform) -> [Question] {
    platform.keys.flatMap { key in
      key.values.indices.flatMap { first in
        key.values.dropFirst(first + 1).map {
          Question(key: key.name, first: key.values[first], second: $0)
        }
      }
    }
  }

  /// The questions that each candidate answers.
  private static func answered(_ separations: [[Question: Double]]) -> [Set<Question>] {
    var largest: [Question: Double] = [:]
    for found in separations { largest.merge(found) { max($0, $1) } }
    return separations.map { found in
      Set(
        found.filter { question, distance in
          let needed = min(separation, 0.5 * (largest[question] ?? 0))
          return distance >= max(needed, smallestSeparation)
        }.keys)
    }
  }

  /// The distances of the paths for each pair of values, with the other keys at their defaults.
  private static func separations(
    _ probe: Probe, on platform: CalibrationPlatform
  ) throws -> [Question: Double] {
    let inputs = try probe.inputs()
    let keys = platform.keys
    var values = [UInt8](repeating: 0, count: keys.count)
    func run() throws -> ProbeRun {
      inputs.run(under: try platform.configuration(of: probe.configuration, values: values))
    }
    let usual = try run()
    var found: [Question: Double] = [:]
    for (number, key) in keys.enumerated() {
      let runs = try key.values.indices.map { value in
        guard value > 0 else { return usual }
        values[number] = UInt8(value)
        defer { values[number] = 0 }
        return try run()
      }
      for first in runs.indices {
        guard let observation = ProbeObservation(runs[first], on: platform) else { continue }
        for second in runs.indices.dropFirst(first + 1) {
          let question = Question(
            key: key.name, first: key.values[first], second: key.values[second])
          found[question] = observation.separation(runs[first], runs[second])
        }
      }
    }
    return found
  }
}
