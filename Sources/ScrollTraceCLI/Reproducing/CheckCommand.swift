import Analysis
import CommandLineKit
import Replay
import Reproduction
import ScrollModel
import Simulation
import TextKit
import TraceImport
import TraceStore
import Triage

/// `check`: checks metamorphic relations of a behavior.
struct CheckCommand: CommandLineKit.Command {
  static let name = "check"
  static let abstract = "Search scrolls in which a behavior contradicts itself."
  static let discussion = """
    No expected rest is needed: one gesture is run twice, the second time with a change whose effect is \
    known. Content and gesture are mirrored, items are added before the start, lengths and velocities are doubled, \
    touch samples are split, items are added out of reach, the refresh rate is doubled, insets become \
    content margins, and an interval becomes a list of offsets.

    With --behavior, random gestures on equal items are run; behaviors that a tool of your own registers \
    are named as in every configuration, such as 'my-snap(interval: 200)'. Their numbers are \
    lengths and velocities. With a trace, its gestures are run as well, on items of its size.

    The smallest scroll that breaks a relation is printed. With -o both scrolls are written as scenes, \
    scripts and logs. A gesture whose rest turns with a change of 24 pt or 8 % is not counted.

    Ends with 1 if a relation is broken.
    """
  static let examples = [
    Example("scrolltrace check --behavior view-aligned", "a built-in behavior"),
    Example("scrolltrace check feed --cases 50", "what a trace declares, on its gestures as well"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("trace", \.trace, StorePath.traceHelp, completion: StorePath.completion),
    .store(\.database),
    .option(
      "behavior", \.behavior, "The behavior to check.", valueName: "TEXT",
      completion: CompletionWords.behaviors),
    .option(
      "config", \.configuration, "Check under this, in place of the declared configuration.",
      valueName: "TEXT|FILE"),
    .option(
      "cases", \.cases, "How many random gestures are run.", limits: .range(0...1_000_000)),
    .option("seed", \.seed, "The seed of the random gestures.", limits: .range(0...1_000_000_000)),
    .option(
      "output", short: "o", \.folder, "Write the scrolls of each broken relation into this folder.",
      valueName: "FOLDER", completion: .files),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var trace: String?
  var database: String?
  var behavior: String?
  var configuration: String?
  var cases = 200
  var seed = 1
  var folder: String?
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard trace != nil || behavior != nil || configuration != nil else {
        throw UsageError("name a trace, or a behavior with --behavior")
      }
      var chosen = try configuration.map { try ConfigurationOptions.given($0, registry) }
      var scrolls: [CheckedScroll] = []
      if let trace {
        let store = try StorePath.openToRead(database, traces: [trace], &console)
        let record = try StorePath.selectOne(trace, in: store)
        chosen = try ConfigurationOptions.chosen(
          configuration, declared: record.information.declaredConfiguration, registry)
        let outcome = Outcome(of: record, in: store)
        scrolls = try CheckedScroll.gestures(of: outcome)
        try store.close()
      }
      var subject = chosen ?? Configuration()
      if let behavior {
        do {
          subject.behavior = try registry.read(behavior)
        } catch {
          throw UsageError("--behavior '\(behavior)': \(error)")
        }
      } else if chosen == nil {
        throw Failure(
          .badData, "the trace declares no configuration; give one with --config or --behavior")
      }
      if case .custom(let name) = subject.behavior, registry.behavior(of: subject) == nil {
        throw Failure(.badData, "no behavior '\(name)' is registered")
      }
      let checked = CheckedBehavior(subject, registry)
      let check = BehaviorCheck(checked)
      let random = (0..<UInt64(cases)).map {
        CheckedScroll.random(for: checked, seed: UInt64(seed) + $0)
      }
      let result = check.run(scrolls + random)
      if let folder { try write(result, checked, to: folder) }
      if isJSON {
        try printJSON(result, subject, scrolls.count, &console)
      } else {
        print(result, subject, scrolls.count, &console)
      }
      return result.violations.isEmpty ? .ok : .differences
    }
  }

  // MARK: Output

  private func print(
    _ result: BehaviorCheck.Result, _ subject: Configuration, _ recorded: Int,
    _ console: inout Console
  ) {
    let style = console.style
    console.print(style(DisplayText.escaped(subject.text), .bold))
    let gestures = recorded > 0 ? "\(counted(recorded, "recorded gesture")) and " : ""
    console.print("  checked: \(gestures)\(counted(cases, "random gesture"))")
    var table = TextTable([.init("relation"), .init("gestures", .right), .init("result")])
    for relation in MetamorphicRelation.allCases {
      let count = result.checked[relation] ?? 0
      let isBroken = result.violations.contains { $0.relation == relation }
      table.add([
        .init(relation.rawValue), .init("\(count)"),
        isBroken
          ? .init("broken", .yellow)
          : count > 0 ? .init("holds", .green) : .init("not checked", .dim),
      ])
    }
    table.print(to: &console)
    for violation in result.violations {
      console.print("\(style(violation.relation.rawValue, .bold)): \(violation.relation.summary)")
      console.print("  gesture: \(violation.original.sentence)")
      console.print("  rest: \(pointsText(violation.rest)) pt")
      console.print("  changed: \(violation.changed.sentence)")
      console.print(
        "  rest: \(pointsText(violation.actual)) pt, expected \(pointsText(violation.expected)) pt")
    }
  }

  private func printJSON(
    _ result: BehaviorCheck.Result, _ subject: Configuration, _ recorded: Int,
    _ console: inout Console
  ) throws {
    try console.printJSON { json in
      json.member("configuration", subject.text)
      json.member("recorded_gestures", Int64(recorded))
      json.member("random_gestures", Int64(cases))
      try json.objects("relations", MetamorphicRelation.allCases) { relation, json in
        json.member("relation", relation.rawValue)
        json.member("gestures", Int64(result.checked[relation] ?? 0))
        json.key("violation")
        guard let found = result.violations.first(where: { $0.relation == relation }) else {
          return json.null()
        }
        json.beginObject()
        try json.member("rest_pt", found.rest)
        try json.member("expected_pt", found.expected)
        try json.member("actual_pt", found.actual)
        json.member("original", found.original.sentence)
        json.member("changed", found.changed.sentence)
        json.endObject()
      }
    }
  }

  /// Writes both scrolls of each violation: `mirrored-original.json`, `.script`, `.jsonl` and so on.
  private func write(
    _ result: BehaviorCheck.Result, _ checked: CheckedBehavior, to folder: String
  ) throws {
    try makeFolder(folder)
    for violation in result.violations {
      for (name, source) in try violation.recordings(of: checked) {
        let path = "\(folder)/\(violation.relation.rawValue)-\(name)"
        try writeCase(source.simulator.scene, source.simulator.script, to: path)
        try writeFile(try source.log(), to: "\(path).jsonl")
      }
    }
  }
}

extension CheckedScroll {
  /// The scroll as text.
  fileprivate var sentence: String {
    let direction = axis == .vertical ? "vertical" : isRightToLeft ? "right to left" : "horizontal"
    let insets =
      leadingInset == 0 && trailingInset == 0
      ? ""
      : ", \(hasMargins ? "margins" : "insets") \(pointsText(leadingInset)) and \(pointsText(trailingInset)) pt"
    let gap = spacing == 0 ? "" : " with \(pointsText(spacing)) pt between"
    let rates =
      (touchRate == 120 ? "" : ", \(pointsText(touchRate)) touch samples per second")
      + (refreshRate == 60 ? "" : ", \(pointsText(refreshRate)) Hz")
    return "\(direction), container \(pointsText(container)) pt, \(itemCount) items of "
      + "\(pointsText(pitch - spacing)) pt\(gap)\(insets)\(rates); from \(pointsText(start)) pt, drag by "
      + "\(pointsText(distance)) pt in \(duration) ms\(stops ? ", held at the end" : "")"
  }
}
