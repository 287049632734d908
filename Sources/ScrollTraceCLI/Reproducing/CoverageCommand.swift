import CommandLineKit
import Replay
import Reproduction
import ScrollModel
import Simulation
import TextKit
import TraceStore
import Triage

/// `coverage`: reports which decisions a corpus covers.
struct CoverageCommand: CommandLineKit.Command {
  static let name = "coverage"
  static let abstract = "List the decisions that traces exercise, with scripts for those they miss."
  static let discussion = """
    Traces with the same declared configuration are one group. For each group the decisions are counted: \
    rules of the choice, clamps, ties, releases without velocity, items longer than the container, \
    catches, reversals, right-to-left layouts, edits, rotations and commands at rest and in flight.

    For each decision that no trace exercises, a scene and a script are searched that do. They are run, \
    and listed only if the decision occurs. With -o they are written as files for \
    `scrolltrace simulate`.

    Without a trace all traces of the store are examined. Traces that declare no configuration are examined \
    under --config, and skipped without it.
    """
  static let examples = [
    Example("scrolltrace coverage", "all traces of the store"),
    Example(
      "scrolltrace coverage fixtures/traces/card-carousel.jsonl -o missing",
      "scenes and scripts of what this capture misses"),
  ]
  static let parameters: [Parameter<Self>] = [
    .traces(\.traces),
    .store(\.database),
    .option(
      "config", \.configuration, "Examine all traces under this, in place of what they declare.",
      valueName: "TEXT|FILE"),
    .option(
      "output", short: "o", \.folder, "Write the scenes and scripts into this folder.",
      valueName: "FOLDER", completion: .files),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var traces: [String] = []
  var database: String?
  var configuration: String?
  var folder: String?
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  /// The reports, and the traces without a declared configuration.
  private struct Result {
    var reports: [CoverageReport] = []
    var skipped: [TraceRecord] = []
  }

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if let configuration { _ = try ConfigurationOptions.given(configuration, registry) }
      let store = try StorePath.openToRead(database, traces: traces, &console)
      let records = try StorePath.select(traces, in: store)
      _ = Interruption.install()
      let result = try TemporaryStore.inFolder { temporary in
        try examine(records, in: store, ScratchStore(in: temporary))
      }
      guard !result.reports.isEmpty else {
        throw Failure(
          .nothingMatched,
          "none of \(counted(records.count, "trace")) declares a configuration; give one with --config"
        )
      }
      if let folder { try write(result.reports, to: folder) }
      if isJSON { try printJSON(result, &console) } else { print(result, &console) }
      try store.close()
      return .ok
    }
  }

  private func examine(
    _ records: [TraceRecord], in store: TraceStore, _ scratch: ScratchStore
  ) throws -> Result {
    var result = Result()
    var groups: [(configuration: Configuration, outcomes: [Outcome])] = []
    for record in records {
      let declared = record.information.declaredConfiguration
      guard
        let chosen = try ConfigurationOptions.chosen(configuration, declared: declared, registry)
      else {
        result.skipped.append(record)
        continue
      }
      let outcome = Outcome(of: record, in: store)
      if let index = groups.firstIndex(where: { $0.configuration == chosen }) {
        groups[index].outcomes.append(outcome)
      } else {
        groups.append((chosen, [outcome]))
      }
    }
    for (configuration, outcomes) in groups {
      try Interruption.check("the coverage is not complete")
      result.reports.append(
        try CoverageReport(outcomes, under: configuration, scratch, registry))
    }
    return result
  }

  // MARK: Output

  private func fileName(_ group: Int, _ missing: CoverageReport.Missing) -> String {
    "\(group + 1)-\(missing.decision.rawValue)"
  }

  private func write(_ reports: [CoverageReport], to folder: String) throws {
    try makeFolder(folder)
    for (group, report) in reports.enumerated() {
      for missing in report.missing {
        guard let example = missing.example else { continue }
        try writeCase(example.scene, example.script, to: "\(folder)/\(fileName(group, missing))")
      }
    }
  }

  private func print(_ result: Result, _ console: inout Console) {
    let style = console.style
    for (group, report) in result.reports.enumerated() {
      console.print(
        style(DisplayText.escaped(report.configuration.text), .bold)
          + ": \(counted(report.traces.count, "trace"))")
      let reached = report.reached.map { "\($0.decision.rawValue) ×\($0.count)" }
      console.print("  reached: \(reached.isEmpty ? "nothing" : reached.joined(separator: ", "))")
      guard !report.missing.isEmpty else {
        console.print("  \(style("missing: nothing", .green))")
        continue
      }
      var table = TextTable([.init("missing"), .init("script that exercises it")])
      for missing in report.missing {
        let script = missing.example.map { example in
          folder == nil
            ? example.script.lines.joined(separator: "; ")
            : "\(fileName(group, missing)).script"
        }
        table.add([.init(missing.decision.rawValue), .init(script ?? "none found")])
      }
      table.print(to: &console)
    }
    if !result.skipped.isEmpty {
      console.print(
        "\(counted(result.skipped.count, "trace")) without a configuration skipped; "
          + "give one with --config")
    }
    if let folder {
      console.print(
        "scrolltrace simulate SCENE --script SCRIPT runs a pair of files in "
          + DisplayText.escaped(folder))
    }
  }

  private func printJSON(_ result: Result, _ console: inout Console) throws {
    try console.printJSON { json in
      json.objects("configurations", result.reports) { report, json in
        json.member("configuration", report.configuration.text)
        json.key("traces")
        json.beginArray()
        for trace in report.traces { json.value(trace) }
        json.endArray()
        json.objects("reached", report.reached) { reached, json in
          json.member("decision", reached.decision.rawValue)
          json.member("count", Int64(reached.count))
          json.member("trace", reached.trace)
        }
        json.objects("missing", report.missing) { missing, json in
          json.member("decision", missing.decision.rawValue)
          json.member(
            "scene", missing.example.map { String(decoding: $0.scene.json, as: UTF8.self) })
          json.member("script", missing.example?.script.text)
        }
      }
      json.objects("skipped", result.skipped) { record, json in
        json.member("trace", record.id)
        json.member("name", record.information.name)
      }
    }
  }
}
