import CommandLineKit
import Corpus
import Report
import SQLite
import TextKit

/// The output folder of a triage.
struct TriageFolder {
  let path: String
  /// The rows so far.
  let rows: RowFile

  /// Creates the folder, or continues an earlier triage in it.
  init(path: String) throws {
    self.path = path
    try makeFolder(path)
    rows = try RowFile(path: path + "/" + Self.unfinished)
    try rows.carryOver(from: path + "/" + Self.finished)
  }

  private static let unfinished = "rows.unfinished"
  private static let finished = "rows.jsonl"
  private static let tables = "triage.sqlite"

  /// Whether a folder with these names was written by a triage, finished or not.
  static func isTriage(_ names: [[UInt8]]) -> Bool {
    func has(_ name: String) -> Bool { names.contains { $0.elementsEqual(name.utf8) } }
    return has(unfinished) || (has(finished) && has(tables))
  }

  /// The problems in the folder of an earlier triage.
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

  /// The contents of the output files.
  struct Contents {
    let document: ProblemsDocument
    let columns: ProblemsPage.Columns
  }

  /// Writes everything except the reports; returns the contents.
  func write(
    _ files: [String], baseline: Problems?, hasReports: Bool = true
  ) throws -> Contents {
    var problems = Problems()
    var columns = ProblemsPage.Columns()
    var placements: [Problems.Placement] = []
    // Order and names of problems depend on all rows, so the rows are read twice.
    try rows.forEach(of: files) { _, row in
      placements.append(problems.add(row))
      columns.add(row, placements[placements.count - 1])
    }
    var document = ProblemsDocument(problems, baseline: baseline)
    document.hasReports = hasReports
    do {
      try writeRows(of: files, placements, document.ranked)
    } catch let error as DatabaseError {
      throw Failure(
        .inputOutput, "'\(path)/\(Self.tables)' cannot be written: \(error); the rows are kept")
    }
    let contents = Contents(document: document, columns: columns)
    try writePage(contents)
    try write(ProblemsMarkdown(document).bytes(), to: "summary.md")
    try write(ProblemsJUnit(document).bytes(), to: "junit.xml")
    return contents
  }

  /// Writes the rows as lines and as tables.
  private func writeRows(
    of files: [String], _ placements: [Problems.Placement], _ ranked: [Problem]
  ) throws {
    let names = Dictionary(uniqueKeysWithValues: ranked.map { ($0.key, $0.name) })
    let output = try OutputSink(path: path + "/" + Self.finished)
    let database = try TriageDatabase(path: path + "/\(Self.tables).new")
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
    try database.finish(ranked)
    guard FileOperations.system.rename(path + "/\(Self.tables).new", path + "/\(Self.tables)") == 0
    else { throw Failure(.inputOutput, "'\(path)/\(Self.tables)' cannot be replaced") }
    try output.finish()
  }

  /// Writes the page; `reproduced` contains the names of the problems with a minimal case.
  func writePage(_ contents: Contents, reproduced: Set<String> = []) throws {
    let page = ProblemsPage(contents.document, contents.columns, reproduced: reproduced)
    try write(try page.bytes(), to: "index.html")
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let sink = try OutputSink(path: path + "/" + name)
    try sink.write(bytes)
    try sink.finish()
  }

  /// Removes the files that only an unfinished triage needs.
  func finish() throws { rows.remove() }
}
