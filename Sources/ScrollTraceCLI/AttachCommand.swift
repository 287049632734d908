import CommandLineKit
import ScrollModel
import Simulation
import TextKit
import TraceImport
import TraceStore

/// `attach`: adds missing data from elsewhere, as a new trace.
struct AttachCommand: CommandLineKit.Command {
  static let name = "attach"
  static let abstract = "Make a trace that has layout, container and finger from several sources."
  static let discussion = """
    Most captures lack something: a recorded finger has no content, a page's log has no finger. \
    'attach' puts several sources on one clock and stores the result as a new trace; the old traces \
    stay. Attached data replaces data of the same kind. The new trace names its parents with their \
    digests.

    A layout is the scene of a scene file (docs/simulating.md). The container is given as a size; \
    without one it is what the trace's frames report, marked as derived. The finger is another \
    trace, or a file that is imported first.

    The clock of the finger is put on that of the trace by --offset-ms, else by marks that both \
    have, else by the page's own clock where both have it, else by the first finger of both, else \
    by the first movement of finger and offset. The method and its possible error are printed and \
    stored.
    """
  static let examples = [
    Example(
      "scrolltrace attach 3 --layout feed.json --container 390x844",
      "give a recorded finger something to scroll"),
    Example(
      "scrolltrace attach 1 --gestures finger.txt --screen 390x844",
      "put a finger onto recorded offsets"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("trace", \.trace, "The trace: its number or name.", completion: StorePath.completion),
    .option(
      "layout", \.layout, "A scene file whose first layout the trace gets.", valueName: "SCENE",
      completion: .files),
    .option("container", \.container, "The container's size in points.", valueName: "WxH"),
    .option(
      "gestures", \.gestures, "A trace or a file with the finger.", valueName: "TRACE",
      completion: .files),
    .option(
      "offset-ms", \.offset, "When the finger's time 0 is in the trace, in milliseconds.",
      limits: .range(-1e9...1e9)),
    .option(
      "screen", \.screen, "The size of the screen in points, to read the finger's file with.",
      valueName: "WxH"),
    .option(
      "with", \.companions, "A file that belongs to the finger's file.", valueName: "FILE",
      completion: .files),
    .option("name", \.newName, "The name of the new trace.", valueName: "NAME"),
    .store(\.database),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var trace = ""
  var layout: String?
  var container: SizeValue?
  var gestures: String?
  var offset: Double?
  var screen: SizeValue?
  var companions: [String] = []
  var newName: String?
  var database: String?
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard layout != nil || container != nil || gestures != nil else {
        throw UsageError("give what to attach: --layout, --container or --gestures")
      }
      if gestures == nil, offset != nil || screen != nil || !companions.isEmpty {
        throw UsageError("--offset-ms, --screen and --with belong to --gestures")
      }
      _ = Interruption.install()
      let store = try openStore()
      let joined = try join(in: store, &console)
      try print(joined, &console)
      try store.close()
      return .ok
    }
  }

  /// Creates the new trace in an open store.
  func join(in store: TraceStore, _ console: inout Console) throws -> JoinedTrace {
    let base = try StorePath.selectOne(trace, in: store)
    let finger = try gestures.map { try findFinger($0, store, &console) }
    return try write(try plan(base, finger, store), store)
  }

  private func openStore() throws -> TraceStore {
    var options = TraceStore.Options()
    options.checksPages = false
    return try StorePath.openToWrite(database, options)
  }

  // MARK: The finger

  /// Returns the trace with touches, which is imported first if it is a file.
  private func findFinger(
    _ word: String, _ store: TraceStore, _ console: inout Console
  ) throws -> TraceRecord {
    guard regularFileSize(word) != nil else {
      return try StorePath.selectOne(word, in: store)
    }
    var importer = ImportCommand()
    importer.screen = screen ?? container
    importer.companions = companions
    let result = try importer.importing(
      CaptureFiles.Entry(path: word, isFromFolder: false), into: store, "", &console)
    if let failure = result.failure { throw failure }
    guard let capture = result.outcome?.captureID,
      let best = try CaptureContent(of: capture, in: store).most(\.gestureSamples)
    else { throw Failure(.badData, "'\(word)' holds no touch and no turn of a wheel") }
    return best
  }

  // MARK: The plan

  private func plan(
    _ base: TraceRecord, _ finger: TraceRecord?, _ store: TraceStore
  ) throws -> TraceJoin {
    for trace in [base, finger].compactMap({ $0 }) where !trace.isSealed {
      throw Failure(.badData, "trace \(trace.id) is not sealed; 'scrolltrace recover' seals it")
    }
    let probe = try ClockProbe(withMarksAround: base, in: store)
    var join = TraceJoin(
      base: base, probe: probe, hasPoints: try store.pixelsPerPoint(of: base.id) != nil)
    if let finger {
      let fingerProbe = try ClockProbe(withMarksAround: finger, in: store)
      let hasPoints = try store.pixelsPerPoint(of: finger.id) != nil
      try join.attach(finger, fingerProbe, hasPoints: hasPoints, offset: offset)
    }
    if layout != nil || container != nil, !join.isInPoints {
      throw Failure(
        .badData,
        "the finger of trace \((finger ?? base).id) is in the device's own units; "
          + "\((finger ?? base).information.wayToPoints)")
    }
    try join.attach(layout: layout, container: container?.size)
    join.setInformation(name: newName)
    return join
  }

  private func write(_ join: TraceJoin, _ store: TraceStore) throws -> JoinedTrace {
    let source = CaptureSource(
      format: TraceJoin.format, name: nil, toolVersion: Tool.version,
      unixMilliseconds: unixMilliseconds())
    var tally: TraceImportSummary?
    let outcome = try store.importCapture(source) { writer in
      var sink = TallySink(writer, origin: nil)
      try join.send(from: store, to: &sink)
      tally = sink.traces.first
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    guard case .added(let capture) = outcome, let tally,
      let trace = try store.traces().first(where: { $0.captureID == capture })
    else { throw Failure(.internalError, "the new trace is not in the store") }
    return JoinedTrace(join: join, id: trace.id, tally: tally, database: database)
  }

  private func print(_ joined: JoinedTrace, _ console: inout Console) throws {
    if isJSON { return try console.printJSON { joined.write(&$0) } }
    console.print(joined.headline)
    for line in joined.join.description { console.print("  " + DisplayText.escaped(line)) }
    console.print("  next: \(DisplayText.escaped(joined.next))")
  }
}

/// A trace that was combined from others, and its contents.
struct JoinedTrace {
  let join: TraceJoin
  let id: Int64
  let tally: TraceImportSummary
  /// The store as named by the user.
  let database: String?

  var headline: String {
    "trace \(id) '\(DisplayText.escaped(join.information.name))', made of trace \(join.base.id)"
  }

  /// The suggested next command.
  var next: String { tally.nextCommand(id: id, file: "") + StorePath.words(database) }

  func write(_ json: inout JSONWriter) {
    json.member("trace", id)
    json.member("name", join.information.name)
    json.key("derivation")
    json.raw(Array(join.derivation.utf8)[...])
    json.member("next", next)
  }
}
