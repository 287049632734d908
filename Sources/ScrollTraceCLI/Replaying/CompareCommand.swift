import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore

/// `compare`: compares recordings and replays.
struct CompareCommand: CommandLineKit.Command {
  static let name = "compare"
  static let abstract = "Compare recordings and replays with each other."
  static let discussion = """
    A side is a trace, which means its recording, or TRACE@CONFIGURATION, which means its \
    replay: '1@behavior: paging', '1@paging' for short, '1@mine.json:NAME' from a file, '1@declared' \
    for what the trace declares.

    Sides of one trace share its clock. Different traces are aligned by the moments that both show \
    (fingers down and up, rests), else by the shape of their offsets; the cost of the warping is \
    printed. Offsets are compared as they are, relative to a target that both sides contain, and as \
    seen in the viewport.

    With three sides or more each is compared with each: the one nearest to all others represents \
    them, and those far from it are named.

    Two replays of one trace continue after its end until both are at rest.

    Ends with 1 if any two sides diverge beyond the tolerance, with 65 if nothing could be compared. \
    With --golden it ends with 1 if a side differs from the approved result. Sides that differ from \
    each other in the approved way are not reported.
    """
  static let examples = [
    Example("scrolltrace compare 1 '1@behavior: paging'", "a recording and a replay"),
    Example("scrolltrace compare 1@paging 1@view-aligned", "two configurations"),
    Example("scrolltrace compare 1 2", "two recordings"),
    Example("scrolltrace compare 1 1@paging --golden sides.json --approve", "approve the results"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "side", \.sides, "Two sides or more.", isRequired: true, completion: StorePath.completion),
    .store(\.database),
    .option("drive", \.drive, "What moves the content of replays."),
    .option(
      "tolerance-pt", \.tolerance,
      "Offsets that differ by at most this many points count as equal.",
      limits: .range(0...10_000)),
    .option(
      "tolerance-px", \.pixels, "The same, in pixels of the trace's display.",
      limits: .range(0...30_000)),
    .option(
      "tolerance-ms", \.milliseconds, "Ids and phases may differ for this many milliseconds.",
      limits: .range(0...60_000)),
    .option(
      "policy", \.policy, "The impression policy that counts what was seen.", valueName: "NAME",
      completion: CompletionWords.policies),
    .option(
      "golden", \.golden, "Compare targets, rests, ids and impressions with an approved file.",
      valueName: "FILE", completion: .files),
    .flag("approve", \.isApproving, "Replace the file of --golden with the present results."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var sides: [String] = []
  var database: String?
  var drive: Drive?
  var tolerance: Double?
  var pixels: Double?
  var milliseconds = Tolerance.standard.milliseconds
  var policy = ImpressionPolicy.feedDefault.name
  var golden: String?
  var isApproving = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard sides.count >= 2 else { throw UsageError("give two sides or more") }
      guard tolerance == nil || pixels == nil else {
        throw UsageError("give --tolerance-pt or --tolerance-px, not both")
      }
      guard !isApproving || golden != nil else { throw UsageError("--approve needs --golden FILE") }
      let policy = try ImpressionText.chosen(policy)
      let store = try StorePath.openToRead(
        database, traces: sides.map(TraceFiles.traceWord), &console)
      let parsed = try sides.map { try ComparisonSide($0, in: store, registry, drive: drive) }
      let allowed = try Tolerance(
        points: tolerance, pixels: pixels, milliseconds: milliseconds, of: parsed.map(\.trace),
        in: store)
      let comparing = Comparing(store: store, tolerance: allowed)
      var code =
        parsed.count == 2
        ? try comparePair(parsed[0], parsed[1], comparing, &console)
        : try compareMany(parsed, comparing, &console)
      if let golden {
        let runner = MatrixRunner(tolerance: allowed, drive: drive, workers: 1, behaviors: registry)
        code = try Golden(parsed, in: store, runner, policy).hold(
          against: golden, isApproving: isApproving, tolerance: allowed.points, verb: Self.name,
          &console)
      }
      try store.close()
      return code
    }
  }

  private func comparePair(
    _ first: ComparisonSide, _ second: ComparisonSide, _ comparing: Comparing,
    _ console: inout Console
  ) throws -> ExitCode {
    // A replay is compared with its recording, whichever was named first.
    let isTurned = first.trace.id == second.trace.id && first.plan != nil && second.plan == nil
    let (first, second) = isTurned ? (second, first) : (first, second)
    let result = try comparing.pair(first, second)
    if isJSON {
      try console.printJSON { json in
        json.member("first", first.name)
        json.member("second", second.name)
        json.member("landmarks", result.alignment.map { Int64($0.landmarkCount) })
        try json.member("warp_cost_pt", result.alignment?.warpCost)
        json.key("comparison")
        try MatrixJSON.write(result.comparison, &json)
        json.key("settle_contrasts")
        try MatrixJSON.write(result.physicsDifferences, &json)
      }
    } else {
      print(result, first, second, &console)
    }
    return result.comparison.isDivergent ? .differences : .ok
  }

  private func print(
    _ result: Comparing.Result, _ first: ComparisonSide, _ second: ComparisonSide,
    _ console: inout Console
  ) {
    let style = console.style
    let comparison = result.comparison
    console.print("  \(style("first", .dim))      \(DisplayText.escaped(first.name))")
    console.print("  \(style("second", .dim))     \(DisplayText.escaped(second.name))")
    if let alignment = result.alignment {
      console.print(
        "  \(style("aligned", .dim))    "
          + (alignment.landmarkCount > 0
            ? "by \(counted(alignment.landmarkCount, "shared moment"))"
            : "by the shape of the offsets")
          + ", warping costs \(pointsText(alignment.warpCost)) pt a frame")
    }
    console.print("  \(style("compared", .dim))   \(ComparisonText.frames(comparison))")
    let spaces = ComparisonSpace.allCases.compactMap { space in
      comparison.maxima[space].map { "\(pointsText($0)) pt \(space.rawValue)" }
    }
    console.print("  \(style("largest", .dim))    \(spaces.joined(separator: ", "))")
    ComparisonText(comparison, sides: ("first", "second")).print(&console)
    ContrastText.print(result.physicsDifferences, &console)
  }

  private func compareMany(
    _ sides: [ComparisonSide], _ comparing: Comparing, _ console: inout Console
  ) throws -> ExitCode {
    let result = try comparing.many(sides)
    if isJSON {
      try console.printJSON { json in
        json.member("medoid", sides[result.medoid].name)
        json.key("sides")
        json.beginArray()
        for (index, side) in sides.enumerated() {
          json.beginObject()
          json.member("side", side.name)
          try json.member("distance_to_medoid_pt", result.distances[index])
          json.member("is_outlier", result.outliers.contains(index))
          json.endObject()
        }
        json.endArray()
      }
    } else {
      var table = TextTable([.init("side"), .init("from the medoid, pt", .right), .init("")])
      for (index, side) in sides.enumerated() {
        table.add([
          .init(side.name), .init(pointsText(result.distances[index])),
          index == result.medoid
            ? .init("medoid", .green)
            : result.outliers.contains(index) ? .init("outlier", .yellow) : .init(""),
        ])
      }
      table.print(to: &console)
    }
    return result.isDivergent ? .differences : .ok
  }
}
