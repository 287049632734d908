public import Calibration
public import CommandLineKit
import ScrollEngine
import ScrollModel
import Simulation
import TextKit
import TraceStore

extension CalibrationPlatform: CommandValue {}

/// `calibrate`: determines a platform's switch values from recordings of probes.
struct CalibrateCommand: CommandLineKit.Command {
  static let name = "calibrate"
  static let abstract = "Find the switches of a platform from recordings of probes."
  static let discussion = """
    'calibrate plan' searches the fewest gestures that distinguish the values of all switches of a \
    platform, and writes them as suite.json. Scripts/web-suite.py plays the suite of the web in \
    headless Chromium; Examples/Calibration has the programs that play the others. 'calibrate \
    simulate' tests a suite: it calibrates with simulated recordings of random settings.

    With recordings, each is replayed from its gesture under every value of each switch. A value is \
    decided at odds of 100:1 against the next one. With -o the result is written as a profile file, \
    which configurations take in place of a profile: 'profile: ./chromium.json'.

    Ends with 1 if a switch stays undecided, or if a recording contradicts what the others decide.
    """
  static let examples = [
    Example("scrolltrace calibrate plan --platform web -o suite", "the probes of the web"),
    Example(
      "scrolltrace calibrate suite/*.jsonl -o chromium.json", "what their recordings decide"),
    Example("scrolltrace replay feed --config 'profile: ./chromium.json'", "use it"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "trace", \.traces, "The recordings of probes: traces or files; or the word plan or simulate.",
      isRequired: true),
    .store(\.database),
    .option("platform", \.platform, "What the probes run on."),
    .option(
      "draws", \.draws, "The number of random settings of 'calibrate simulate'.",
      limits: .range(1...1_000_000)),
    .flag("noisy", \.isNoisy, "Simulate half a point of noise and 5 % lost frames."),
    .option(
      "output", short: "o", \.output,
      "Write the profile into this file, or the suite into this folder.", valueName: "PATH",
      completion: .files),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var traces: [String] = []
  var database: String?
  var platform = CalibrationPlatform.web
  var draws = 100
  var isNoisy = false
  var output: String?
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if traces == ["plan"] { return try plan(&console) }
      if traces == ["simulate"] { return try simulate(&console) }
      let store = try StorePath.openToRead(database, traces: traces, &console)
      let records = try StorePath.select(traces, in: store)
      _ = Interruption.install()
      let calibration = try Calibration(records, in: store, on: platform)
      guard calibration.recordingCount > 0 else {
        throw Failure(
          .nothingMatched,
          "none of \(counted(records.count, "trace")) has frames; record the probes of 'calibrate plan'"
        )
      }
      let decisions = try calibration.decide()
      if let output { try writeFile(profile(decisions, records).json, to: output) }
      if isJSON {
        try printJSON(decisions, calibration, &console)
      } else {
        print(decisions, calibration, &console)
      }
      try store.close()
      return decisions.allSatisfy { $0.isDecided && $0.contradictions.isEmpty } ? .ok : .differences
    }
  }

  // MARK: The plan

  private func plan(_ console: inout Console) throws -> ExitCode {
    guard let output else { throw UsageError("give the folder of the suite with -o") }
    let plan = try ProbePlan(on: platform)
    try makeFolder(output)
    let path = "\(output)/suite.json"
    try writeFile(plan.suiteJSON, to: path)
    if isJSON {
      try console.printJSON { json in
        json.member("platform", platform.rawValue)
        json.member("suite", path)
        json.objects("probes", plan.probes) { probe, json in
          json.member("name", probe.name)
          json.member("script", probe.script)
        }
        json.texts("unanswered", unanswered(plan))
      }
      return .ok
    }
    console.print(
      "\(counted(plan.probes.count, "probe")) of \(platform.rawValue) in \(DisplayText.escaped(path))"
    )
    var table = TextTable([.init("probe"), .init("gesture"), .init("distinguishes")])
    for (probe, answers) in zip(plan.probes, plan.answers) {
      let keys = Set(answers.map(\.key))
      table.add([
        .init(probe.name), .init(probe.script.split(separator: "\n").joined(separator: "; ")),
        .init(platform.keys.map(\.name).filter(keys.contains).joined(separator: ", ")),
      ])
    }
    table.print(to: &console)
    for text in unanswered(plan) { console.print("No probe distinguishes \(text).") }
    let missing = Set(plan.unanswered.map(\.key))
    let all = platform.keys.count + platform.keysWithoutProbe.count
    console.print("\(platform.keys.count - missing.count) of \(all) keys have a probe.")
    return .ok
  }

  /// The keys and values that no probe distinguishes.
  private func unanswered(_ plan: ProbePlan) -> [String] {
    plan.unanswered.map(Self.text)
      + platform.keysWithoutProbe.map { "the values of \($0.name), because \($0.reason)" }
  }

  private static func text(_ question: ProbePlan.Question) -> String {
    "\(question.key): \(question.first) from \(question.second)"
  }

  /// Calibrates with simulated recordings of random settings.
  private func simulate(_ console: inout Console) throws -> ExitCode {
    let plan = try ProbePlan(on: platform)
    let simulation = try CalibrationSimulation(plan)
    let noise = isNoisy ? CalibrationSimulation.usualNoise : .none
    _ = Interruption.install()
    var sum = CalibrationSimulation.Result()
    for seed in 1...UInt64(draws) {
      try Interruption.check("the draws are not complete")
      let result = try simulation.run(seed: seed, noise: noise)
      sum.add(result)
      guard !isJSON else { continue }
      for line in result.undecided { console.print("draw \(seed): undecided: \(line)") }
      for line in result.wrong { console.print("draw \(seed): wrong: \(line)") }
    }
    if isJSON {
      try printJSON(sum, &console)
    } else {
      let all = sum.recovered + sum.undecided.count + sum.wrong.count
      console.print(
        "\(counted(draws, "draw")) of \(platform.rawValue), \(counted(plan.probes.count, "probe")): "
          + "\(sum.recovered) of \(all) values recovered, \(sum.undecided.count) undecided, "
          + "\(sum.wrong.count) wrong; \(sum.withoutEffect) without an effect")
    }
    return sum.isComplete ? .ok : .differences
  }

  private func printJSON(
    _ sum: CalibrationSimulation.Result, _ console: inout Console
  ) throws {
    try console.printJSON { json in
      json.member("platform", platform.rawValue)
      json.member("draws", Int64(draws))
      json.member("noisy", isNoisy)
      json.member("recovered", Int64(sum.recovered))
      json.texts("undecided", sum.undecided)
      json.texts("wrong", sum.wrong)
      json.member("without_effect", Int64(sum.withoutEffect))
    }
  }

  // MARK: The result

  private func profile(
    _ decisions: [Calibration.Decision], _ records: [TraceRecord]
  ) throws -> CalibratedProfile {
    try CalibratedProfile(
      of: platform, engineVersion: ScrollEngine.version,
      decided: decisions.filter(\.isDecided).map { decision in
        CalibratedProfile.Decided(
          key: decision.key.name, value: decision.best,
          decimalLogOdds: Self.decimal(decision.logOdds),
          recordings: decision.evidence.map(\.name))
      },
      undecided: decisions.filter { !$0.isDecided }.map(\.key.name),
      recordings: records.compactMap { record in
        guard let digests = record.digests else { return nil }
        return CalibratedProfile.Recording(
          name: record.information.name, inputsDigest: hexText(digests.inputs),
          observationsDigest: hexText(digests.observations))
      })
  }

  /// A decimal logarithm with one decimal.
  private static func decimal(_ logarithm: Double) -> Double {
    (logarithm / 2.302585092994046 * 10).rounded() / 10
  }

  private func print(
    _ decisions: [Calibration.Decision], _ calibration: Calibration, _ console: inout Console
  ) {
    let style = console.style
    console.print(
      style("\(platform.rawValue), \(counted(calibration.recordingCount, "recording"))", .bold))
    var table = TextTable([
      .init("switch"), .init("value"), .init("odds"), .init("recordings"), .init("strongest"),
    ])
    for decision in decisions {
      table.add([
        .init(decision.key.name), .init(decision.isDecided ? decision.best : "undecided"),
        .init(Self.odds(decision)), .init("\(decision.evidence.count)"),
        .init(decision.evidence.first.map { Self.text($0, decision.key) } ?? "none"),
      ])
    }
    table.print(to: &console)
    for decision in decisions {
      for evidence in decision.contradictions {
        console.print(
          style("Contradiction", .bold)
            + "  \(decision.key.name): \(decision.best): "
            + DisplayText.escaped(Self.text(evidence, decision.key)))
      }
    }
    if let output {
      console.print("Use it: --config 'profile: \(DisplayText.escaped(output))'")
    }
  }

  private static func odds(_ decision: Calibration.Decision) -> String {
    guard decision.logOdds > 0 else { return "1:1 against \(decision.next)" }
    let decimals = decimal(decision.logOdds)
    let number = decimals > 6 ? "over 1,000,000" : "\(Int(Elementary.exp(decision.logOdds)))"
    return "\(number):1 against \(decision.next)"
  }

  /// The resting offset of a recording, and the predicted one for each value.
  private static func text(_ evidence: Calibration.Evidence, _ key: CalibrationKey) -> String {
    let predictions = zip(key.values, evidence.predicted).map { "\($0) \(place($1))" }
    return "\(evidence.name) rests at \(place(evidence.seen)); "
      + predictions.joined(separator: ", ")
  }

  private static func place(_ point: Point) -> String {
    point.x == 0 ? pointsText(point.y) : pointsText(point.x)
  }

  private func printJSON(
    _ decisions: [Calibration.Decision], _ calibration: Calibration, _ console: inout Console
  ) throws {
    try console.printJSON { json in
      json.member("platform", platform.rawValue)
      json.member("recordings", Int64(calibration.recordingCount))
      try json.objects("decisions", decisions) { decision, json in
        json.member("key", decision.key.name)
        json.member("value", decision.isDecided ? decision.best : nil)
        json.member("best", decision.best)
        json.member("next", decision.next)
        try json.member("log10_odds", Self.decimal(decision.logOdds))
        try json.objects("evidence", decision.evidence) { evidence, json in
          json.member("trace", evidence.trace)
          json.member("name", evidence.name)
          try json.member("rest_y_pt", evidence.seen.y)
          try json.member("rest_x_pt", evidence.seen.x)
          try json.objects("predicted", zip(decision.key.values, evidence.predicted)) {
            try $1.members(of: $0)
          }
          try json.member("log10_odds", Self.decimal(evidence.logOdds))
        }
        json.texts("contradictions", decision.contradictions.map(\.name))
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of prediction: (String, Point)) throws {
    member("value", prediction.0)
    try member("rest_y_pt", prediction.1.y)
    try member("rest_x_pt", prediction.1.x)
  }
}
