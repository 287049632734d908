import CommandLineKit
import Report
import TextKit
import TraceImport
import TraceStore

/// `export`: traces out of the store, in our own format.
struct ExportCommand: CommandLineKit.Command {
  static let name = "export"
  static let abstract = "Write traces as a log that import reads back unchanged."
  static let discussion = """
    The traces that are named, by number or name, become one log; without names all traces of the \
    store do. A file appears when it is whole; a name that ends in .gz is compressed.

    With --redact, ids become salted hashes and free text is dropped; what drove the view and what it \
    did stays, so that the trace replays as before. Behaviors that a program registers are redacted, \
    too: such a trace needs another configuration to be replayed. What was removed is stated.
    """
  static let examples = [
    Example("scrolltrace export 3 --output feed.jsonl.gz", "write trace 3 to a compressed file"),
    Example("scrolltrace export feed", "print the trace named feed"),
    Example("scrolltrace export feed --redact -o bug.jsonl", "to attach to a public report"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "trace", \.traces, StorePath.tracesHelp, isRequired: false, completion: StorePath.completion),
    .option(
      "db", \.database, StorePath.help, valueName: "FILE", completion: .files,
      shownDefault: StorePath.shownDefault),
    .option(
      "output", short: "o", \.output, "Where to write; '-' is standard output.",
      valueName: "FILE", completion: .files),
    .flag(
      "redact", \.isRedacted, "Hash ids, drop free text, keep geometry; list what was removed."),
    .option(
      "salt", \.salt, "With --redact: the same salt gives the same hashes; otherwise a new one.",
      valueName: "TEXT"),
    .flag("no-check", \.skipsCheck, "Do not look for damaged pages first."),
  ]

  var traces: [String] = []
  var database: String?
  var output = "-"
  var isRedacted = false
  var salt: String?
  var skipsCheck = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard salt == nil || isRedacted else {
        throw UsageError("--salt needs --redact; without it nothing is taken out")
      }
      let store = try StorePath.openToRead(
        database, traces: traces, skipsCheck: skipsCheck, &console)
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces to export")
      }
      // Before the temporary file is there, which an interrupt would leave behind.
      _ = Interruption.install()
      let sink = try outputFile(output)
      var writer = NativeWriter {
        try Interruption.check("nothing was written")
        try sink.write($0)
      }
      do {
        if isRedacted {
          var redacting = RedactingSink(writer, Redaction(salt: salt ?? Redaction.newSalt()))
          try store.source(of: selected).send(to: &redacting)
          writer = redacting.sink
          for statement in redacting.statements { console.printError("redacted: \(statement)") }
        } else {
          try store.source(of: selected).send(to: &writer)
        }
        try writer.finish()
        try sink.finish()
      } catch let error as FileError where error.isBrokenPipe {
        return .inputOutput
      }
      try store.close()
      return .ok
    }
  }
}
