import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore
import Triage

/// `explain`: describes one settle as text and as a drawing.
struct ExplainCommand: CommandLineKit.Command {
  static let name = "explain"
  static let abstract = "Explain why a scroll came to rest where it did."
  static let discussion = """
    Without --settle all settles are explained. The drawing shows the content along its axis: where \
    the finger let go (R), where the content would have come to rest by itself (P), the candidates, \
    and where it rested (X). Where the diagnosis finds that the app does something other than it \
    declares, the last line shows what that configuration chooses.

    With --counterfactual, the smallest change of offset, velocity, item length, spacing, inset and time \
    that leads to another target is searched, down and up. It is exact to a millionth of its unit, time to \
    1 ms, and the motion is played to its end with this change and with the next smaller one.
    """
  static let examples = [
    Example("scrolltrace explain feed --settle 2", "the second settle"),
    Example("scrolltrace explain 1 --config 'behavior: paging'", "under another configuration"),
    Example(
      "scrolltrace explain 1 --settle 1 --counterfactual", "what would have led to another target"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "trace", \.trace, StorePath.traceHelp, isRequired: true, completion: StorePath.completion),
    .store(\.database),
    .option("settle", \.settle, "The number of the settle.", limits: .atLeast(1)),
    .option(
      "config", \.configuration, "Decide under this, in place of the declared configuration.",
      valueName: "TEXT|FILE"),
    .flag("replay", \.isReplayed, "Explain the replay, not the recording."),
    .flag(
      "counterfactual", \.isCounterfactual,
      "Find the smallest changes that lead to another target."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var trace = ""
  var database: String?
  var settle: Int?
  var configuration: String?
  var isReplayed = false
  var isCounterfactual = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(database, traces: [trace], &console)
      let record = try StorePath.selectOne(trace, in: store)
      let chosen = try ConfigurationOptions.chosen(
        configuration, declared: record.information.declaredConfiguration, registry)
      var plan: ReplayPlan?
      if isReplayed {
        let replayed = chosen ?? Configuration()
        plan = try ReplayPlan(
          replayed, of: record.information, try store.contents(of: record.id),
          behavior: registry.behavior(of: replayed))
      }
      let outcome = Outcome(of: record, in: store, plan: plan)
      let result = try SettlesResult(outcome, configuration: chosen, registry)
      if let unchecked = result.unchecked { throw Failure(.badData, unchecked.sentence) }
      let reports = result.reports.filter { settle == nil || $0.number == settle }
      guard !reports.isEmpty else {
        throw Failure(
          .nothingMatched,
          settle.map { "there is no settle \($0); the trace has \(result.reports.count)" }
            ?? result.obstacle ?? "the trace has no release")
      }
      let diagnosed =
        isReplayed ? nil : try DiagnosedSettles(outcome, declared: chosen, registry)
      let changes = try counterfactuals(outcome, reports, chosen)
      let measured = try MeasuredRowsText(
        of: outcome, layouts: store.contents(of: record.id).hasLayouts ? 2 : 0)
      if isJSON {
        try console.printJSON { json in
          try json.objects("settles", reports) { report, json in
            try result.writeMembers(of: report, &json)
            try CounterfactualResult.write(changes?[report.number] ?? nil, &json)
            try measured.between(report.release.time, report.restTime).write(&json)
            if let diagnosed {
              try diagnosed.write(report.number, &json)
            } else {
              json.key("diagnosed")
              json.null()
            }
          }
        }
      } else {
        outcome.printHeading(&console)
        if settle == nil {
          let moves = try NestedText.moves(of: record, under: chosen, in: store, registry)
          NestedText.print(moves, label: "nested: ", &console)
        }
        for report in reports {
          SettleDrawing(report, result.sentence(of: report)).print(&console)
          measured.between(report.release.time, report.restTime)
            .print(indent: "", labelWidth: 10, &console)
          if let changes {
            CounterfactualResult.print(changes[report.number] ?? nil, &console)
          }
          guard let sentence = diagnosed?.sentence(of: report.number) else { continue }
          console.print(DisplayText.escaped(sentence))
        }
      }
      try store.close()
      return .ok
    }
  }

  /// The counterfactual changes of each settle, by its number; nil if not requested.
  private func counterfactuals(
    _ outcome: Outcome, _ reports: [SettleReport], _ configuration: Configuration?
  ) throws -> [Int: [Counterfactual]]? {
    guard isCounterfactual else { return nil }
    guard let configuration = outcome.plan?.configuration ?? configuration else {
      throw Failure(
        .badData,
        "trace \(outcome.trace.id) declares no configuration, so nothing decides; give one with --config"
      )
    }
    let found = try outcome.counterfactuals(of: reports, under: configuration, registry)
    var changes: [Int: [Counterfactual]] = [:]
    for (report, found) in zip(reports, found) { changes[report.number] = found }
    return changes
  }
}

/// A drawing of a settle along its axis, in characters.
struct SettleDrawing {
  private let report: SettleReport
  private let sentence: String

  /// Creates a drawing below a sentence.
  init(_ report: SettleReport, _ sentence: String) {
    self.report = report
    self.sentence = sentence
  }

  func print(_ console: inout Console) {
    let style = console.style
    console.print(
      "\(style("settle \(report.number)", .bold)) at \(secondsText(report.release.time.nanoseconds)): "
        + DisplayText.escaped(sentence))
    drawAxis(&console)
    var table = TextTable([
      .init("candidate"), .init("at pt", .right), .init("away pt", .right), .init("verdict"),
    ])
    for judged in report.candidates.prefix(8) {
      table.add([
        .init(judged.candidate.id?.displayText ?? "place"),
        .init(pointsText(judged.candidate.offset)), .init(pointsText(judged.candidate.distance)),
        .init(Self.text(judged.verdict), judged.verdict == .chosen ? .green : .dim),
      ])
    }
    table.print(to: &console)
    if let margin = report.flipMargin {
      console.print(
        "with the same start and velocity, another candidate is chosen if the projected rest moves by "
          + "\(pointsText(margin)) pt")
    }
  }

  private static func text(_ verdict: CandidateVerdict) -> String {
    switch verdict {
    case .passedOver: "nearest, not chosen"
    case .expected: "expected, not chosen"
    default: verdict.rawValue
    }
  }

  private func drawAxis(_ console: inout Console) {
    var marks: [(place: Double, mark: Character)] = report.candidates.prefix(8).map {
      ($0.candidate.offset, "|")
    }
    marks.append((report.release.offset, "R"))
    if let projected = report.projected { marks.append((projected, "P")) }
    marks.append((report.rest, "X"))
    let low = marks.map(\.place).min() ?? 0
    let high = marks.map(\.place).max() ?? 1
    let width = min(max(console.width - 4, 20), 100)
    var line = [Character](repeating: "─", count: width)
    for (place, mark) in marks {
      let share = high > low ? (place - low) / (high - low) : 0.5
      let column = Int((share * Double(width - 1)).rounded(.toNearestOrAwayFromZero))
      line[min(max(column, 0), width - 1)] = mark
    }
    console.print("  " + String(line))
    let (first, last) = (pointsText(low), pointsText(high))
    let gap = String(repeating: " ", count: max(1, width - first.count - last.count))
    console.print("  " + console.style(first + gap + last, .dim))
    let projected = report.projected == nil ? "" : ", P projected rest"
    console.print("  " + console.style("R release\(projected), X rest, | candidates", .dim))
  }
}
