import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore

/// `verify`: checks that the store is intact and that every trace is unchanged since it was sealed.
struct VerifyCommand: CommandLineKit.Command {
  static let name = "verify"
  static let abstract = "Check the store and the digests of its traces."
  static let discussion = """
    SQLite's own checks find broken pages, but not a value that changed; the digests do. With \
    --digest the three digests of every trace are printed: two traces with the same digests are \
    equal, in any file and on any machine. With --replay the kept replays are run \
    again and their digests compared; those of another engine version are listed, not compared.
    """
  static let examples = [
    Example("scrolltrace verify", "check ./scrolltrace.sqlite"),
    Example("scrolltrace verify --digest feed", "print the digests of one trace"),
  ]
  static let parameters: [Parameter<Self>] = [
    .traces(\.traces),
    .store(\.database),
    .flag("replay", \.replays, "Run the kept replays again and compare their digests."),
    .flag("digest", \.printsDigests, "Print the digests of every trace."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var traces: [String] = []
  var database: String?
  var replays = false
  var printsDigests = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(database, traces: traces, skipsCheck: true, &console)
      let fileProblems = try store.integrityProblems()
      let selected = try StorePath.select(traces, in: store)
      let results = try verify(selected, in: store, &console)
      let kept = replays ? try ReplayVerification.run(selected, in: store, registry) : []
      if isJSON {
        try printJSON(fileProblems, results, kept, &console)
      } else {
        print(fileProblems, results, &console)
        ReplayVerification.print(kept, replays, &console)
      }
      try store.close()
      if !fileProblems.isEmpty { return .badData }
      if selected.isEmpty { return .nothingMatched }
      let isWhole =
        results.allSatisfy(\.problems.isEmpty) && kept.allSatisfy { $0.verdict != .differs }
      return isWhole ? .ok : .differences
    }
  }

  private func verify(
    _ traces: [TraceRecord], in store: TraceStore, _ console: inout Console
  ) throws -> [TraceVerification] {
    var progress = ProgressLine(
      "verifying", unit: "events", total: traces.reduce(0) { $0 &+ ($1.eventCount ?? 0) },
      console: console)
    defer { progress.erase(&console) }
    var done: Int64 = 0
    var results: [TraceVerification] = []
    for trace in traces {
      results.append(try store.verify(trace))
      done &+= trace.eventCount ?? 0
      progress.advance(to: done, &console)
    }
    return results
  }

  private func print(
    _ fileProblems: [String], _ results: [TraceVerification], _ console: inout Console
  ) {
    let style = console.style
    for problem in fileProblems { console.print("\(style("damaged", .red)): \(problem)") }
    for result in results {
      let name = "trace \(result.trace.id) '\(DisplayText.escaped(result.trace.information.name))'"
      if printsDigests, let digests = result.digests {
        console.print("inputs        \(hexText(digests.inputs))")
        console.print("observations  \(hexText(digests.observations))")
        console.print("information   \(hexText(digests.information))")
      }
      if result.problems.isEmpty {
        if !printsDigests {
          console.print("\(name): intact, \(result.trace.eventCount ?? 0) events")
        }
      } else {
        for problem in result.problems {
          console.printError("\(name): \(DisplayText.escaped(problem))")
        }
      }
    }
    if !printsDigests && fileProblems.isEmpty && results.allSatisfy(\.problems.isEmpty) {
      console.print(style("the store is intact", .green))
    }
  }

  private func printJSON(
    _ fileProblems: [String], _ results: [TraceVerification], _ kept: [ReplayVerification],
    _ console: inout Console
  ) throws {
    try console.printJSON { json in
      json.key("file_problems")
      json.beginArray()
      for problem in fileProblems { json.value(problem) }
      json.endArray()
      json.key("traces")
      json.beginArray()
      for result in results {
        json.beginObject()
        json.member("trace", result.trace.id)
        json.member("name", result.trace.information.name)
        json.member("inputs_digest", hex: result.digests?.inputs)
        json.member("observations_digest", hex: result.digests?.observations)
        json.member("information_digest", hex: result.digests?.information)
        json.key("problems")
        json.beginArray()
        for problem in result.problems { json.value(problem) }
        json.endArray()
        json.endObject()
      }
      json.endArray()
      guard replays else { return }
      json.key("replays")
      json.beginArray()
      for replay in kept { replay.write(&json) }
      json.endArray()
    }
  }
}
