import CommandLineKit
import Replay
import Reproduction
import ScrollModel
import TextKit
import TraceStore

/// `bisect`: finds the configuration keys that cause a difference for a trace.
struct BisectCommand: CommandLineKit.Command {
  static let name = "bisect"
  static let abstract = "Find the configuration keys that make the difference for a trace."
  static let discussion = """
    The inputs of the trace are replayed under both configurations. If the outcomes differ, the \
    smallest set of keys is searched: the good configuration with these keys behaves like the bad \
    one, and \
    each of them is necessary.

    A configuration that is left out is the declared one. With two traces the first declares the good \
    configuration and the second the bad one; the inputs of the second are replayed. A profile is no \
    key: the switches it sets are compared one by one.

    Ends with 1 if the outcomes differ, with 0 if they do not.
    """
  static let examples = [
    Example(
      "scrolltrace bisect feed --good 'profile: ios18' --bad 'profile: ios26, margins: insets(top: 8, bottom: 8)'",
      "which of these keys and switches change this scroll"),
    Example("scrolltrace bisect feed --bad paging", "against the declared configuration"),
    Example("scrolltrace bisect cards.jsonl feed.jsonl", "what two captures declare"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "trace", \.traces, "The trace, or a good and a bad one.", isRequired: true,
      completion: StorePath.completion),
    .store(\.database),
    .option(
      "good", \.good, "The configuration without the problem.", valueName: "TEXT|FILE",
      shownDefault: "the declared one"),
    .option(
      "bad", \.bad, "The configuration with the problem.", valueName: "TEXT|FILE",
      shownDefault: "the declared one"),
    .option("drive", \.drive, "What moves the content of replays."),
    .option(
      "tolerance-pt", \.tolerance,
      "Offsets that differ by at most this many points count as equal.",
      limits: .range(0...10_000)),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var traces: [String] = []
  var database: String?
  var good: String?
  var bad: String?
  var drive: Drive?
  var tolerance = Tolerance.standard.points
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard traces.count <= 2 else { throw UsageError("give one trace, or a good and a bad one") }
      guard traces.count == 2 || good != nil || bad != nil else {
        throw UsageError("give --good or --bad, or two traces that declare configurations")
      }
      for case let text? in [good, bad] { _ = try ConfigurationOptions.given(text, registry) }
      let store = try StorePath.openToRead(database, traces: traces, &console)
      let records = try traces.map { try StorePath.selectOne($0, in: store) }
      let good = try chosen(good, "good", records[0])
      let bad = try chosen(bad, "bad", records[records.count - 1])
      let trace = records[records.count - 1]
      let result = try ConfigurationBisection(
        trace, in: store, registry,
        tolerance: Tolerance(
          points: tolerance, milliseconds: Tolerance.standard.milliseconds),
        drive: drive
      ).bisect(good: good, bad: bad)
      if isJSON {
        try printJSON(trace, good, bad, result, &console)
      } else {
        print(trace, good, bad, result, &console)
      }
      try store.close()
      return result == nil ? .ok : .differences
    }
  }

  private func chosen(
    _ text: String?, _ side: String, _ record: TraceRecord
  ) throws -> Configuration {
    let declared = record.information.declaredConfiguration
    guard let chosen = try ConfigurationOptions.chosen(text, declared: declared, registry) else {
      throw Failure(
        .badData, "trace \(record.id) declares no configuration; give one with --\(side)")
    }
    return chosen
  }

  // MARK: Output

  private func print(
    _ trace: TraceRecord, _ good: Configuration, _ bad: Configuration,
    _ result: ConfigurationBisection.Result?, _ console: inout Console
  ) {
    let style = console.style
    console.print(
      style("trace \(trace.id) ", .dim)
        + style(DisplayText.escaped(trace.information.name), .bold))
    func line(_ label: String, _ text: String) {
      let space = String(repeating: " ", count: 10 - label.count)
      console.print("\(style(label, .bold))\(space)\(DisplayText.escaped(text))")
    }
    line("Good", good.text)
    line("Bad", bad.text)
    guard let result else {
      line("Result", "Both configurations give the same outcome for this trace.")
      return
    }
    if let worst = result.comparison.divergences.first {
      line("Result", "The bad configuration \(ComparisonText.headline(worst)).")
    }
    line("Cause", Self.cause(result))
    var table = TextTable([.init("key"), .init("good"), .init("bad")])
    for key in result.keys {
      table.add([.init(key.key), .init(key.first ?? "not set"), .init(key.second ?? "not set")])
    }
    table.print(to: &console)
    line("Checked", Self.check(result))
  }

  private static func cause(_ result: ConfigurationBisection.Result) -> String {
    let count = result.keys.count
    let all = result.differing.count
    guard all > 1 else { return "The only different key causes the difference." }
    return count == 1
      ? "1 of \(all) different keys causes the difference."
      : "\(count) of \(all) different keys cause the difference together."
  }

  private static func check(_ result: ConfigurationBisection.Result) -> String {
    let set = result.keys.count == 1 ? "this key" : "these keys"
    let proof =
      result.isSmallest ? "no smaller set of keys is enough" : "each of them is necessary"
    let tried =
      result.triedCount > 0
      ? "; \(counted(result.triedCount, "mixed configuration")) replayed" : ""
    return "the good configuration with \(set) behaves like the bad one, and \(proof)\(tried)"
  }

  private func printJSON(
    _ trace: TraceRecord, _ good: Configuration, _ bad: Configuration,
    _ result: ConfigurationBisection.Result?, _ console: inout Console
  ) throws {
    func write(_ key: KeyDifference, _ json: inout JSONWriter) {
      json.member("key", key.key)
      json.member("good", key.first)
      json.member("bad", key.second)
    }
    try console.printJSON { json in
      json.member("trace", trace.id)
      json.member("name", trace.information.name)
      json.member("good", good.text)
      json.member("bad", bad.text)
      json.member("is_divergent", result != nil)
      json.objects("differing", result?.differing ?? good.differences(from: bad), write)
      json.objects("keys", result?.keys ?? [], write)
      json.member("mixed", result?.mixed.text)
      json.key("is_smallest")
      if let result { json.value(result.isSmallest) } else { json.null() }
      json.member("tried", Int64(result?.triedCount ?? 0))
      json.key("comparison")
      if let result {
        try MatrixJSON.write(result.comparison, &json)
      } else {
        json.null()
      }
    }
  }
}
