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
    var choice = ProbeChoice(answered, atMost: Self.mostProbes)
    // Each question gets one probe before any gets a second one, because the suite is limited. Two
    // keys that are never apart would be undecided with any number of probes.
    for round in 1...Self.repetition {
      if round == 2 { choice.separateKeys() }
      choice.answer(questions, times: round)
    }
    probes = choice.chosen.map { candidates[$0] }
    answers = choice.chosen.map { index in
      answered[index].sorted { ($0.key, $0.first, $0.second) < ($1.key, $1.first, $1.second) }
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

/// The greedy choice of probes among candidates.
private struct ProbeChoice {
  /// The questions that each candidate answers, and their keys.
  private let answered: [Set<ProbePlan.Question>]
  private let keys: [Set<String>]
  private let limit: Int
  private var left: Set<Int>
  private(set) var chosen: [Int] = []

  init(_ answered: [Set<ProbePlan.Question>], atMost limit: Int) {
    self.answered = answered
    self.limit = limit
    keys = answered.map { Set($0.map(\.key)) }
    left = Set(answered.indices)
  }

  /// Adds candidates until each question has been answered so many times, or as often as possible.
  mutating func answer(_ questions: [ProbePlan.Question], times: Int) {
    let answered = answered
    var missing: [ProbePlan.Question: Int] = [:]
    for question in questions {
      let most = answered.count { $0.contains(question) }
      let found = chosen.count { answered[$0].contains(question) }
      missing[question] = max(0, min(times, most) - found)
    }
    add { index in
      answered[index].count { (missing[$0] ?? 0) > 0 }
    } afterwards: {
      for question in answered[$0] { missing[question, default: 0] -= 1 }
    }
  }

  /// Adds candidates until for each two keys a probe depends on one of them alone.
  ///
  /// Otherwise two keys together could have other values without a difference.
  mutating func separateKeys() {
    let keys = keys
    let all = keys.reduce(into: Set()) { $0.formUnion($1) }
    var missing: Set<[String]> = []
    for first in all {
      for second in all where second != first {
        let isAlone = { (index: Int) in
          keys[index].contains(first) && !keys[index].contains(second)
        }
        if !chosen.contains(where: isAlone) { missing.insert([first, second]) }
      }
    }
    func found(_ index: Int) -> Set<[String]> {
      missing.filter { keys[index].contains($0[0]) && !keys[index].contains($0[1]) }
    }
    add {
      found($0).count
    } afterwards: {
      missing.subtract(found($0))
    }
  }

  /// Adds the candidate with the largest gain until none has any.
  private mutating func add(
    _ gain: (Int) -> Int, afterwards: (Int) -> Void
  ) {
    while chosen.count < limit {
      let gains = left.map { (index: $0, gain: gain($0)) }
      guard let best = gains.min(by: { (-$0.gain, $0.index) < (-$1.gain, $1.index) }),
        best.gain > 0
      else { return }
      left.remove(best.index)
      chosen.append(best.index)
      afterwards(best.index)
    }
  }
}
