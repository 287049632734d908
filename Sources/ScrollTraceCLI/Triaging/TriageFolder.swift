import CommandLineKit
import Corpus
import Report
import TextKit

/// The folder that a triage writes to.
struct TriageFolder {
  let path: String
  /// The rows so far.
  let rows: RowFile

  /// Makes the folder, or goes on with what an earlier triage left there.
  init(path: String) throws {
    self.path = path
    try makeFolder(path)
    rows = try RowFile(path: path + "/" + Self.unfinished)
    try rows.carryOver(from: path + "/" + Self.finished)
  }

  private static let unfinished = "rows.unfinished"
  private static let finished = "rows.jsonl"

  /// The problems of the folder of an earlier triage.
  static func problems(of folder: String) throws -> Problems {
    var problems = Problems()
    let path = folder + "/" + finished
    var number = 0
    let reader = LineReader(try ByteSource(path: path, limit: .max), limit: 1 << 24)
    while let line = try reader.next() {
      number += 1
      var scanner = JSONScanner(line.bytes)
      do {
        problems.add(try TriageRow(&scanner))
      } catch {
        throw Failure(.badData, "\(path):\(number):\(error.offset + 1): \(error.message)")
      }
    }
    return problems
  }

  /// Writes everything but the reports; returns what the files show.
  func write(_ files: [String], baseline: Problems?) throws -> ProblemsDocument {
    var problems = Problems()
    var columns = ProblemsPage.Columns()
    var placements: [Problems.Placement] = []
    // Problems get their order and names from all rows; so the rows are read twice.
    try rows.forEach(of: files) { _, row in
      placements.append(problems.add(row))
      columns.add(row, placements[placements.count - 1])
    }
    let document = ProblemsDocument(problems, baseline: baseline)
    let names = Dictionary(uniqueKeysWithValues: document.ranked.map { ($0.key, $0.name) })
    let output = try OutputSink(path: path + "/" + Self.finished)
    let database = try TriageDatabase(path: path + "/triage.sqlite.new")
    var number = 0
    try rows.forEach(of: files) { raw, row in
      try output.write(raw)
      try output.write([UInt8(ascii: "\n")])
      let placement = placements[number]
      number += 1
      var problem: String?
      if case .member(let key) = placement { problem = names[key] }
      try database.add(row, problem: problem, isCopy: placement == .copy)
    }
    try database.finish(document.ranked)
    guard FileOperations.system.rename(path + "/triage.sqlite.new", path + "/triage.sqlite") == 0
    else { throw Failure(.inputOutput, "'\(path)/triage.sqlite' cannot be replaced") }
    try write(try ProblemsPage(document, columns).bytes(), to: "index.html")
    try write(ProblemsMarkdown(document).bytes(), to: "summary.md")
    try write(ProblemsJUnit(document).bytes(), to: "junit.xml")
    try output.finish()
    return document
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let sink = try OutputSink(path: path + "/" + name)
    try sink.write(bytes)
    try sink.finish()
  }

  /// Writes the report of the clearest trace of each problem, by processes of their own.
  func writeReports(_ problems: [Problem], _ console: inout Console) throws {
    try makeFolder(path + "/clusters")
    removeReports(except: Set(problems.map(\.name)))
    var progress = ProgressLine(
      "reporting", unit: "problems", total: Int64(problems.count), console: console)
    let program = try ChildProcess.ownPath()
    for (number, problem) in problems.enumerated() where problem.key.kind != .failure {
      try Interruption.check("the rows are kept")
      progress.advance(to: Int64(number), &console)
      let folder = path + "/clusters/" + problem.name
      try makeFolder(folder)
      let trace = problem.representative
      var words = [program, "report", trace.file, "--no-keep", "--html", folder + "/report.html"]
      if isDatabase(trace.file) {
        words = [
          program, "report", "--db", trace.file, "\(trace.trace)", "--no-keep", "--html",
          folder + "/report.html",
        ]
      }
      ChildProcess.end(of: try ChildProcess.start(words))
    }
    progress.erase(&console)
  }

  /// Removes the reports of problems that are no more.
  private func removeReports(except names: Set<String>) {
    let folder = path + "/clusters"
    for entry in CaptureFiles.list([folder]) where entry.path.hasSuffix("/report.html") {
      let parts = entry.path.split(separator: "/")
      guard parts.count > 1, !names.contains(String(parts[parts.count - 2])) else { continue }
      _ = FileOperations.system.unlink(entry.path)
      removeEmptyFolder(String(entry.path.dropLast("/report.html".count)))
    }
  }

  /// Removes what only an unfinished triage needs.
  func finish() throws { rows.remove() }
}
