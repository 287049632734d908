import CommandLineKit
import Report
import ScrollModel
import TextKit
import TraceImport
import TraceRecorder
import TraceStore

/// `export`: writes traces of the store in the native format.
struct ExportCommand: CommandLineKit.Command {
  static let name = "export"
  static let abstract = "Write traces as a log that import reads back unchanged."
  static let discussion = """
    The traces that are named, by number or name, become one log; without names all traces of the \
    store do. A file appears only when it is complete; a name that ends in .gz is compressed.

    With --redact, ids become salted hashes and free text is dropped; inputs and observations stay, \
    so that the trace replays as before. Behaviors that a program registers are redacted, \
    too: such a trace needs another configuration to be replayed. What was removed is stated.

    With --from and --to, or with --gesture, a part of one trace is written. It begins at the last \
    rest before, with everything that was in effect there, so it replays like that part of the whole \
    trace. \
    A gesture lasts until the next one begins.
    """
  static let examples = [
    Example("scrolltrace export 3 --output feed.jsonl.gz", "write trace 3 to a compressed file"),
    Example("scrolltrace export feed", "print the trace named feed"),
    Example("scrolltrace export feed --redact -o bug.jsonl", "to attach to a public report"),
    Example("scrolltrace export feed --gesture 2 -o second.jsonl", "the second gesture alone"),
    Example(
      "scrolltrace export feed --from 1.2s --to 3s -o part.jsonl", "what happened in between"),
  ]
  static let parameters: [Parameter<Self>] = [
    .traces(\.traces),
    .store(\.database),
    .option(
      "output", short: "o", \.output, "Where to write; '-' is standard output.",
      valueName: "FILE", completion: .files),
    .flag(
      "redact", \.isRedacted, "Hash ids, drop free text, keep geometry; list what was removed."),
    .option(
      "salt", \.salt, "With --redact: the same salt gives the same hashes; otherwise a new one.",
      valueName: "TEXT"),
    .option("from", \.from, "Begin at the last rest before this time.", valueName: "TIME"),
    .option("to", \.to, "End at this time.", valueName: "TIME"),
    .option(
      "gesture", \.gesture, "Write one gesture, by its number from 1.",
      limits: .range(1...1_000_000)),
    .flag("no-check", \.skipsCheck, "Do not look for damaged pages first."),
  ]

  var traces: [String] = []
  var database: String?
  var output = "-"
  var isRedacted = false
  var salt: String?
  var from: String?
  var to: String?
  var gesture: Int?
  var skipsCheck = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard salt == nil || isRedacted else {
        throw UsageError("--salt needs --redact; without it nothing is taken out")
      }
      let wanted = try SliceRange.Wanted(from: from, to: to, gesture: gesture)
      let store = try StorePath.openToRead(
        database, traces: traces, skipsCheck: skipsCheck, &console)
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces to export")
      }
      let range = try wanted.map { try SliceRange($0, of: selected, in: store) }
      // Before the temporary file exists, which an interrupt would leave behind.
      _ = Interruption.install()
      let sink = try outputFile(output)
      var writer = NativeWriter {
        try Interruption.check("nothing was written")
        try sink.write($0)
      }
      let source = store.source(of: selected)
      if isRedacted {
        var redacting = RedactingSink(writer, Redaction(salt: salt ?? Redaction.newSalt()))
        try send(source, range, to: &redacting, &console)
        writer = redacting.sink
        for statement in redacting.statements { console.printError("redacted: \(statement)") }
      } else {
        try send(source, range, to: &writer, &console)
      }
      try writer.finish()
      try sink.finish()
      try store.close()
      return .ok
    }
  }

  /// Sends whole traces, or the part of one.
  private func send<Sink: TraceSink>(
    _ source: StoredTraces, _ range: SliceRange?, to sink: inout Sink, _ console: inout Console
  ) throws {
    guard let range else { return try source.send(to: &sink) }
    var slicing = SliceSink(sink, from: range.start, to: range.end)
    try source.send(to: &slicing)
    try slicing.finish()
    sink = slicing.sink
    let origin = slicing.origins.first ?? .zero
    let end = range.end ?? range.last
    console.printError(
      "part: \(secondsText(origin.nanoseconds)) to \(secondsText(end.nanoseconds)) of "
        + "\(secondsText(range.last.nanoseconds))")
  }
}
