import CommandLineKit
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
    """
  static let examples = [
    Example("scrolltrace export 3 --output feed.jsonl.gz", "write trace 3 to a compressed file"),
    Example("scrolltrace export feed", "print the trace named feed"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("trace", \.traces, "The traces to write: numbers or names.", isRequired: false),
    .option(
      "db", \.database, StorePath.help, valueName: "FILE", completion: .files,
      shownDefault: StorePath.shownDefault),
    .option(
      "output", short: "o", \.output, "Where to write; '-' is standard output.",
      valueName: "FILE", completion: .files),
    .flag("no-check", \.skipsCheck, "Do not look for damaged pages first."),
  ]

  var traces: [String] = []
  var database: String?
  var output = "-"
  var skipsCheck = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(database, skipsCheck: skipsCheck, &console)
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces to export")
      }
      let sink = try OutputSink(path: output)
      _ = Interruption.install()
      var writer = NativeWriter {
        try Interruption.check("nothing was written")
        try sink.write($0)
      }
      do {
        try store.source(of: selected).send(to: &writer)
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
