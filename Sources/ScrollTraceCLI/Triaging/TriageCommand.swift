import CommandLineKit
import Corpus
import Replay
import Report
import Reproduction
import ScrollModel
import TextKit

/// `triage`: converts a folder of captures to a list of problems.
struct TriageCommand: CommandLineKit.Command {
  static let name = "triage"
  static let abstract = "Judge a folder of captures and group them by problem."
  static let discussion = """
    Every capture is imported, diagnosed and searched for findings. Traces with the same cause become \
    one problem, whatever their numbers; traces without a diagnosed cause are grouped by their \
    findings.

    The folder of --output receives index.html (problems with filters), summary.md, rows.jsonl (a line \
    for each trace), triage.sqlite (the same as tables), junit.xml, and for each problem the report of \
    its clearest trace in clusters/NAME, with --reproduce also its smallest case.

    Captures are judged by worker processes. A capture that crashes its worker, needs more than \
    --timeout or more than --memory becomes a row with the reason, and all others are judged. Rows are \
    kept as soon as they are made: after a kill the same command continues where it stopped. The \
    result does not depend on the number of workers, on the order, or on interruptions.

    With --baseline, an earlier output folder, the shares of all problems are compared. A problem \
    is new, gone, more or less frequent; chance is excluded by Fisher's exact test at 1 %, corrected \
    for the number of problems.

    Ends with 1 if there is a problem, or with --baseline only if one is new or more frequent beyond \
    chance; with 3 if a capture could not be judged; with 4 if there is no capture.
    """
  static let examples = [
    Example("scrolltrace triage captures -o triage", "a folder of captures"),
    Example(
      "scrolltrace triage captures -o now --baseline before",
      "a release gate: fails if a problem is new or more frequent"),
    Example("find . -name '*.jsonl' | scrolltrace triage - -o triage", "a list of files"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "path", \.paths, "Folders, capture files, stores, or '-' for a list of paths.",
      isRequired: false, completion: .files),
    .option(
      "output", short: "o", \.output,
      "The folder to write to; an earlier triage there is continued.",
      valueName: "FOLDER", completion: .files),
    .option(
      "baseline", \.baseline, "The folder of an earlier triage to compare with.",
      valueName: "FOLDER", completion: .files),
    .option(
      "jobs", short: "j", \.jobs, "How many worker processes; by default one for each processor.",
      limits: .range(1...256)),
    .option(
      "timeout", \.timeout,
      "How long one capture, one report or one smallest case may take, in seconds.",
      limits: .range(1...86_400)),
    .option(
      "memory", \.memory, "How much memory a worker may use, in bytes.",
      limits: .atLeast(64 << 20)),
    .option(
      "rows", \.rows,
      "Be a worker: read requests from '-', standard input, and print a list of rows for each.",
      valueName: "-"),
    .flag("no-reports", \.skipsReports, "Write no report of each problem's clearest trace."),
    .flag(
      "reproduce", \.reproduces, "Reproduce each problem's clearest trace: its smallest case."),
    .flag("json", \.isJSON, "Print the problems as JSON."),
  ]

  var paths: [String] = []
  var output: String?
  var baseline: String?
  var jobs: Int?
  var timeout = 60
  var memory = Int64(2) << 30
  var rows: String?
  var skipsReports = false
  var reproduces = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if let rows {
        guard rows == "-", paths.isEmpty, output == nil else {
          throw UsageError(
            "--rows - reads requests from standard input; leave out the paths and -o")
        }
        RowWorker.limitMemory(to: memory)
        return try TemporaryStore.inFolder { folder in
          var worker = RowWorker(RowMaker(ScratchStore(in: folder), registry), folder: folder)
          try worker.run(&console)
          return .ok
        }
      }
      guard !paths.isEmpty else { throw UsageError("name the captures to judge, or their folder") }
      guard let output else { throw UsageError("name the folder to write to: -o FOLDER") }
      try Self.requireOtherFolder(than: baseline, for: output)
      _ = Interruption.install()
      let before = try baseline.map { try TriageFolder.problems(of: $0) }
      let captures = try Self.captures(paths, outside: output)
      guard !captures.isEmpty else {
        throw Failure(.nothingMatched, "there is no file in \(paths.joined(separator: ", "))")
      }
      let folder = try TriageFolder(path: output)
      try judge(captures, into: folder, &console)
      let contents = try folder.write(
        captures.map(\.path), baseline: before, hasReports: !skipsReports)
      try writeClusters(contents, into: folder, &console)
      let summary = TriageSummary(contents.document, folder: output)
      if isJSON { try summary.printJSON(&console) } else { summary.print(&console) }
      try folder.finish()
      return summary.exitCode
    }
  }

  /// Refuses to write to the baseline: the next run would compare its captures with themselves.
  private static func requireOtherFolder(than baseline: String?, for output: String) throws {
    guard let baseline, let folder = realPath(baseline), folder == realPath(output) else { return }
    throw UsageError(
      "--baseline '\(baseline)' and --output '\(output)' are one folder, whose rows this triage would "
        + "replace; name another folder with -o")
  }

  private func writeClusters(
    _ contents: TriageFolder.Contents, into folder: TriageFolder, _ console: inout Console
  ) throws {
    let problems = contents.document.ranked
    let jobs = jobs ?? ChildProcess.processorCount
    if !skipsReports {
      try folder.writeReports(problems, jobs: jobs, seconds: timeout, &console)
    }
    guard reproduces else { return }
    let reproduced = try folder.writeReproductions(
      problems, jobs: jobs, seconds: timeout, &console)
    try folder.writePage(contents, reproduced: reproduced)
  }

  // MARK: Captures

  /// The files to analyze, each once, in the order of the bytes of their paths.
  ///
  /// Output of an earlier triage inside the folders is skipped.
  private static func captures(
    _ paths: [String], outside output: String
  ) throws -> [CaptureFiles.Entry] {
    var named: [String] = []
    for path in paths {
      guard path == "-" else {
        named.append(path)
        continue
      }
      let text = String(decoding: try wholeFile("-", limit: 1 << 30), as: UTF8.self)
      named += text.split(whereSeparator: \.isNewline).map(String.init)
    }
    var seen: Set<String> = []
    let written = realPath(output).map { $0 + "/" }
    return CaptureFiles.list(named)
      .filter { entry in
        guard let written, entry.isFromFolder, let real = realPath(entry.path) else { return true }
        return !real.hasPrefix(written)
      }
      .filter { seen.insert($0.path).inserted }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Analyzes the captures without rows.
  private func judge(
    _ captures: [CaptureFiles.Entry], into folder: TriageFolder, _ console: inout Console
  ) throws {
    let rows = folder.rows
    var left: [String] = []
    var knownCount: Int64 = 0
    for capture in captures {
      try Interruption.check("the rows of earlier captures are kept")
      if let problem = capture.problem {
        try rows.append(try RowFile.line([RowMaker.failed(capture.path, problem)]))
      } else if !rows.isEmpty, rows.has(capture.path, hash: RowMaker.hash(of: capture.path)) {
        knownCount += 1
      } else {
        left.append(capture.path)
      }
    }
    if knownCount > 0 {
      console.printError(
        "\(knownCount) of \(captures.count) captures were judged before and are not judged again")
    }
    var progress = ProgressLine(
      "judging", unit: "captures", total: Int64(left.count), console: console)
    var count: Int64 = 0
    // A killed worker leaves its store behind, so all workers share one folder, which is removed.
    let temporary = try TemporaryFolder()
    defer { temporary.remove() }
    let pool = WorkerPool(
      jobs: jobs ?? ChildProcess.processorCount, timeout: timeout, memory: memory,
      temporaryFolder: temporary.path)
    do {
      try pool.judge(left) { _, line in
        try rows.append(line)
        count += 1
        progress.advance(to: count, &console)
      }
    } catch {
      progress.erase(&console)
      throw error
    }
    progress.erase(&console)
  }
}
