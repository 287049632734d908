import CommandLineKit
import ScrollModel
import TextKit
import TraceImport
import TraceStore

/// `import`: imports files and folders into the store.
struct ImportCommand: CommandLineKit.Command {
  static let name = "import"
  static let abstract = "Import recorded traces into the store."
  static let discussion = """
    A file is recognized by its content, never by its name; gzip is unpacked while reading. '-' is \
    standard input. Every file becomes one capture, or nothing. The same bytes are \
    imported once, unless --again is given. 'scrolltrace formats' lists what is read.

    A folder is searched for known formats; other files are skipped, and a bad file never stops the \
    others.

    An import prints what it found and why, what is missing for which question, what was repaired, \
    and what to try next. --dry-run prints it and writes nothing. Damaged records do not stop an \
    import: they are counted, named and kept with the capture, and leave a gap in their trace. If a \
    trace loses 5 % of its events, a layout, or all events of a kind, the first line reports it and \
    why, and the import ends with 3.

    Another file may contain what one file lacks. With --with, a description of the device or a second \
    table is read together with the file. A scene file, or a capture of any format with the finger \
    or the offsets that the file has not, is put on one clock with it, as 'attach' does; the result \
    is a further trace. --container, --layout and --gestures complete a capture in the same way.
    """
  static let examples = [
    Example("scrolltrace import session.jsonl", "import one log"),
    Example("scrolltrace import --db triage.sqlite captures", "import all of a folder"),
    Example(
      "scrolltrace import finger.txt --with device.txt --screen 390x844",
      "a finger from getevent, in points"),
    Example(
      "scrolltrace import trace.json.gz --gestures session.rrweb.json --container 390x844",
      "offsets of Chrome, the finger of rrweb, the container"),
    Example(
      "scrolltrace import trace.json.gz --with session.rrweb.json --with scene.json",
      "offsets of Chrome, the finger of rrweb, items of a scene"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "file", \.files, "The files and folders to import.", isRequired: true, completion: .files),
    .store(\.database),
    .option(
      "with", \.companions,
      "Another file of the same recording: a device's description, a scene, a finger, offsets.",
      valueName: "FILE", completion: .files),
    .option("container", \.container, "The container's size in points.", valueName: "WxH"),
    .option(
      "layout", \.layout, "A scene file whose first layout the trace gets.", valueName: "SCENE",
      completion: .files),
    .option(
      "gestures", \.gestures, "A file with the finger of the same recording.", valueName: "FILE",
      completion: .files),
    .option(
      "screen", \.screen, "The size of the screen in points, for devices with units of their own.",
      valueName: "WxH"),
    .option(
      "panel", \.panel,
      "The size of a touch panel in its units, where the file does not contain it.",
      valueName: "WxH"),
    .option("as", \.format, "Read the file as this format, without recognition."),
    .option(
      "max-input", \.maxInput, "Refuse inputs of more bytes after unpacking.",
      limits: .atLeast(1)),
    .flag("dry-run", short: "n", \.isDryRun, "Read and report, write nothing."),
    .flag("again", \.repeats, "Import files even if they were imported before."),
    .flag("wait", \.waits, "Wait while another program writes to the store."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var files: [String] = []
  var database: String?
  var companions: [String] = []
  var container: SizeValue?
  var layout: String?
  var gestures: String?
  var screen: SizeValue?
  var panel: SizeValue?
  var format: FormatWord?
  var maxInput = ByteSource.defaultLimit
  var isDryRun = false
  var repeats = false
  var waits = false
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      _ = Interruption.install()
      let listed = CaptureFiles.list(files)
      let path = StorePath.resolve(database)
      // Without a named store, the output must contain its path.
      let makesUnnamed = !isDryRun && database == nil && regularFileSize(path) == nil
      let store = isDryRun ? nil : try openStore()
      var results: [ImportResult] = []
      for (index, file) in listed.enumerated() {
        let label = listed.count > 1 ? " (\(index + 1) of \(listed.count))" : ""
        let result = try importing(file, into: store, label, &console)
        results.append(result)
        // Failures are printed to standard error in any case.
        if !isJSON || result.failure != nil { try ImportReport(result, store).print(&console) }
      }
      if isJSON {
        let isComplete = results.allSatisfy { $0.failure == nil }
        try console.printJSON(isComplete: isComplete) {
          try ImportReport.write(results, store, &$0)
        }
      } else if listed.isEmpty || listed.contains(where: \.isFromFolder) {
        console.print(ImportReport.total(results))
      }
      try store?.close()
      if makesUnnamed, regularFileSize(path) != nil {
        console.print("made the store \(path.contains("/") ? path : "./" + path)")
      }
      return exitCode(results)
    }
  }

  private func openStore() throws -> TraceStore {
    var options = TraceStore.Options()
    options.checksPages = false
    options.discardsEmpty = true
    if waits { options.patience = { true } }
    return try TraceStore(path: StorePath.resolve(database), mode: .create, options: options)
  }

  private func exitCode(_ results: [ImportResult]) -> ExitCode {
    let failures = results.compactMap(\.failure)
    if let first = failures.first {
      return failures.count == results.count ? first.exitCode : .partial
    }
    if results.contains(where: { ImportLoss($0) != nil }) { return .partial }
    return results.allSatisfy { $0.skipped != nil } ? .nothingMatched : .ok
  }

  /// Imports one file; only an interruption stops the other files.
  func importing(
    _ file: CaptureFiles.Entry, into store: TraceStore?, _ label: String,
    _ console: inout Console
  ) throws -> ImportResult {
    var result = ImportResult(file: file.path, isBrief: file.isFromFolder)
    result.database = database
    if let problem = file.problem {
      result.failure = problem
      return result
    }
    var progress = ProgressLine(
      "importing \(fileName(file.path))\(label)", unit: "B",
      total: file.path == "-" ? nil : regularFileSize(file.path), console: console)
    do {
      let roles = try CompanionRoles(
        companions + [gestures, layout].compactMap { $0 }, beside: file.path, as: format?.format
      ) { try open($0) }
      if let layout, roles.scene != layout {
        throw Failure(.usage, "--layout '\(layout)' is no scene file; docs/simulating.md shows one")
      }
      result.joins = roles.joins
      try read(file.path, with: roles.parts, into: store, &result) {
        progress.advance(to: $0, &console)
      }
      progress.erase(&console)
      if let store { try join(roles, to: &result, in: store, &console) }
    } catch let error as ImportError where error.kind == .unknownFormat && file.isFromFolder {
      result.skipped = error.description
    } catch {
      if Interruption.isPending { throw error }
      result.failure = Failure(error)
    }
    progress.erase(&console)
    return result
  }

  // MARK: One file

  private func read(
    _ file: String, with parts: [String], into store: TraceStore?, _ result: inout ImportResult,
    _ progress: (Int64) -> Void
  ) throws {
    let stamp = FileStamp(file)
    let hash = try knownHash(of: file, store)
    if !repeats, let store, let known = try store.capture(withHash: hash) {
      result.outcome = .known(captureID: known)
      result.asksForMore = screen != nil || panel != nil || format != nil || !parts.isEmpty
      return
    }
    let source = try open(file, isHashed: store != nil && hash == nil)
    let recognition = try recognize(source)
    result.format = recognition.format
    result.why = recognition.why
    let origin =
      recognition.format == .native
      ? nil : SourceOrigin(format: recognition.format.rawValue, hash: hash.map(hexText))
    guard let store else {
      var sink = TallySink(NullSink(), origin: origin)
      result.summary = try push(source, recognition.format, &sink, file, parts, progress)
      result.take(sink)
      return
    }
    let description = CaptureSource(
      format: recognition.format.rawValue, name: file == "-" ? nil : file,
      toolVersion: Tool.version, unixMilliseconds: unixMilliseconds())
    result.outcome = try store.importCapture(description) { writer in
      var sink = TallySink(writer, origin: origin)
      result.summary = try push(source, recognition.format, &sink, file, parts, progress)
      result.take(sink)
      guard FileStamp(file) == stamp else {
        throw Failure(.temporary, "the file changed while it was imported; import it again")
      }
      return TraceStore.SourceEnd(
        fileHash: repeats ? nil : try hash ?? source.fileHash()?.digest,
        byteCount: source.rawCount)
    }
  }

  /// The hash of a file, for the origin of its traces; nil for a stream.
  private func knownHash(of file: String, _ store: TraceStore?) throws -> [UInt8]? {
    guard store != nil, file != "-", regularFileSize(file) != nil else { return nil }
    return try open(file, isHashed: true).fileHash()?.digest
  }

  private func open(_ file: String, isHashed: Bool = false) throws -> ByteSource {
    try ByteSource(
      path: file, limit: maxInput, isHashed: isHashed, operations: Interruption.operations())
  }

  private func recognize(
    _ source: ByteSource
  ) throws -> (format: CaptureFormat, why: Recognition?) {
    if let format { return (format.format, nil) }
    let head = FormatHead(of: source)
    guard let best = CaptureFormat.recognize(head) else {
      throw FormatGuide.unknown(source, head)
    }
    return (best.format, best.why)
  }

  private func push(
    _ source: ByteSource, _ format: CaptureFormat, _ sink: inout TallySink<some TraceSink>,
    _ file: String, _ parts: [String], _ progress: (Int64) -> Void
  ) throws -> ImportSummary {
    var options = ImportOptions()
    options.screen = screen?.size
    options.panel = panel?.size
    options.companions = try parts.map { try open($0) }
    do {
      let summary = try format.read(source, options: options, into: &sink) {
        try Interruption.check("nothing of '\(file)' was imported")
        progress($0)
      }
      try Interruption.check("nothing of '\(file)' was imported")
      return summary
    } catch let error as ImportError {
      throw error.explained(by: sink.diagnostics, of: file)
    }
  }
}

/// The result for one file.
struct ImportResult {
  let file: String
  /// Whether a single line is sufficient.
  let isBrief: Bool
  var format: CaptureFormat?
  var why: Recognition?
  var outcome: TraceStore.ImportOutcome?
  var summary = ImportSummary()
  var traces: [TraceImportSummary] = []
  var diagnostics = ImportDiagnostics()
  var failure: Failure?
  /// The reason why a file of a folder was skipped.
  var skipped: String?
  /// Whether a known file was given options that may differ from those of its import.
  var asksForMore = false
  /// The store as named by the user.
  var database: String?
  /// The files to combine with it.
  var joins: [String] = []
  /// The trace that was combined from it and them.
  var joined: JoinedTrace?

  init(file: String, isBrief: Bool) {
    self.file = file
    self.isBrief = isBrief
  }

  mutating func take(_ sink: TallySink<some TraceSink>) {
    traces = sink.traces
    diagnostics = sink.diagnostics
  }
}

/// A format, by its name as an argument.
struct FormatWord: CommandValue {
  let format: CaptureFormat

  init(word: String) throws(ValueError) {
    guard let format = CaptureFormat(rawValue: word) else {
      throw .notAChoice(word, of: Self.choices)
    }
    self.format = format
  }

  var commandWord: String { format.rawValue }
  static var choices: [String] { CaptureFormat.allCases.map(\.rawValue) }
}

/// A size such as `390x844` as an argument.
struct SizeValue: CommandValue {
  let size: Size

  init(word: String) throws(ValueError) {
    let parts = word.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = try? Double(word: String(parts[0])),
      let height = try? Double(word: String(parts[1]))
    else { throw ValueError("is not a size such as 390x844") }
    guard width > 0, height > 0, width <= ModelLimits.coordinate, height <= ModelLimits.coordinate
    else { throw ValueError("is out of range; both sides are above 0", isOutOfRange: true) }
    size = Size(width: width, height: height)
  }

  var commandWord: String { "\(size.width.commandWord)x\(size.height.commandWord)" }
}
