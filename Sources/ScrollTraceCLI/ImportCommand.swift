import CommandLineKit
import ScrollModel
import TextKit
import TraceImport
import TraceStore

/// `import`: files into the store.
struct ImportCommand: CommandLineKit.Command {
  static let name = "import"
  static let abstract = "Import recorded traces into the store."
  static let discussion = """
    A file is recognized by its content, never by its name; gzip is unpacked on the way. '-' is \
    standard input. Every file becomes one capture, whole or not at all. The same bytes are \
    imported once.

    Formats:
      scrolltrace-jsonl   our own log, one JSON object a line (docs/format.md)

    Damaged lines do not stop an import: they are counted, named and kept with the capture, and \
    leave a gap in their trace.
    """
  static let examples = [
    Example("scrolltrace import session.jsonl", "import one log"),
    Example("scrolltrace import --db triage.sqlite logs.jsonl.gz more.jsonl", "import two logs"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("file", \.files, "The files to import.", isRequired: true, completion: .files),
    .option(
      "db", \.database, StorePath.help, valueName: "FILE", completion: .files,
      shownDefault: StorePath.shownDefault),
    .option(
      "max-input", \.maxInput, "Refuse inputs of more bytes after unpacking.",
      limits: .atLeast(1)),
    .flag("wait", \.waits, "Wait while another program writes to the store."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var files: [String] = []
  var database: String?
  var maxInput = ByteSource.defaultLimit
  var waits = false
  var isJSON = false

  /// How one file ended.
  private struct Result {
    let file: String
    var outcome: TraceStore.ImportOutcome?
    var summary = ImportSummary()
    var failure: Failure?
  }

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      _ = Interruption.install()
      var options = TraceStore.Options()
      options.checksPages = false
      if waits { options.patience = { true } }
      let store = try TraceStore(
        path: StorePath.resolve(database), mode: .create, options: options)
      var results: [Result] = []
      for file in files {
        var result = Result(file: file)
        do {
          (result.outcome, result.summary) = try importFile(file, into: store, &console)
        } catch {
          result.failure = Failure(error)
          if Interruption.isPending { throw error }
        }
        results.append(result)
        if !isJSON { try describe(result, in: store, &console) }
      }
      if isJSON { try printJSON(results, store, &console) }
      try store.close()
      return exitCode(results)
    }
  }

  private func exitCode(_ results: [Result]) -> ExitCode {
    let failures = results.compactMap(\.failure)
    guard let first = failures.first else { return .ok }
    return failures.count == results.count ? first.exitCode : .partial
  }

  private func importFile(
    _ file: String, into store: TraceStore, _ console: inout Console
  ) throws -> (TraceStore.ImportOutcome, ImportSummary) {
    let size = file == "-" ? nil : regularFileSize(file)
    if let size, try store.hasCapture(ofBytes: size) {
      let hash = try ByteSource(path: file, isHashed: true).fileHash()?.digest
      if let known = try store.capture(withHash: hash) {
        return (.known(captureID: known), ImportSummary())
      }
    }
    let source = try ByteSource(
      path: file, limit: maxInput, isHashed: true, operations: Interruption.operations())
    let description = CaptureSource(
      format: NativeFormat.name, name: file == "-" ? nil : file, toolVersion: Tool.version,
      unixMilliseconds: unixMilliseconds())
    var progress = ProgressLine(
      "importing \(fileName(file))", unit: "B", total: size, console: console)
    var summary = ImportSummary()
    let outcome = try store.importCapture(description) { writer in
      summary = try NativeImport.read(source, into: &writer) {
        try Interruption.check("nothing of '\(file)' was imported")
        progress.advance(to: $0, &console)
      }
      try Interruption.check("nothing of '\(file)' was imported")
      let hash = try source.fileHash()?.digest
      return TraceStore.SourceEnd(fileHash: hash, byteCount: source.rawCount)
    }
    progress.erase(&console)
    return (outcome, summary)
  }

  private func describe(
    _ result: Result, in store: TraceStore, _ console: inout Console
  ) throws {
    let file = DisplayText.escaped(result.file)
    if let failure = result.failure {
      console.printError("scrolltrace import: \(file): \(failure.description)")
      return
    }
    switch result.outcome {
    case .known(let id)?:
      console.print("\(file): already imported as capture \(id), nothing changed")
    case .added(let id)?:
      let traces = try store.traces().filter { $0.captureID == id }
      let names = traces.map { "\($0.id) '\(DisplayText.escaped($0.information.name))'" }
      console.print(
        "\(file): \(result.summary.events) events in \(counted(traces.count, "trace")): "
          + names.joined(separator: ", "))
      try Diagnostics.print(ofCapture: id, in: store, &console)
    case nil:
      break
    }
  }

  private func printJSON(
    _ results: [Result], _ store: TraceStore, _ console: inout Console
  ) throws {
    let traces = try store.traces()
    try console.printJSON { json in
      json.key("files")
      json.beginArray()
      for result in results {
        json.beginObject()
        json.member("file", result.file)
        switch result.outcome {
        case .added(let id)?:
          json.member("status", "added")
          json.member("capture", id)
          json.member("events", result.summary.events)
          json.key("traces")
          json.beginArray()
          for trace in traces where trace.captureID == id { json.value(trace.id) }
          json.endArray()
          try Diagnostics.write(ofCapture: id, in: store, &json)
        case .known(let id)?:
          json.member("status", "known")
          json.member("capture", id)
        case nil:
          json.member("status", "failed")
          json.member("error", result.failure?.description)
        }
        json.endObject()
      }
      json.endArray()
    }
  }
}
