import CommandLineKit
import Corpus
import SQLite
import TextKit

/// `triage.sqlite`: all rows and problems, for custom queries.
///
/// Equal rows give equal bytes: one transaction in the order of the rows, without a clock.
final class TriageDatabase {
  private let path: String
  private let database: Database
  private static let schema = """
    CREATE TABLE problem (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, severity TEXT NOT NULL,
      traces INTEGER NOT NULL, title TEXT NOT NULL, fix TEXT, representative TEXT NOT NULL
    ) STRICT;
    CREATE TABLE trace (
      id INTEGER PRIMARY KEY, file TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
      hash TEXT, verdict TEXT NOT NULL, declared TEXT, problem TEXT, is_copy INTEGER NOT NULL,
      decisions INTEGER NOT NULL, explained INTEGER NOT NULL, declared_explained INTEGER,
      fragile INTEGER NOT NULL, smallest_margin_pt REAL, hitch_ms_per_s REAL,
      impressions INTEGER NOT NULL, events INTEGER NOT NULL, seconds REAL NOT NULL,
      losses INTEGER NOT NULL, error TEXT, error_kind TEXT
    ) STRICT;
    CREATE TABLE cause (
      trace INTEGER NOT NULL REFERENCES trace, place INTEGER NOT NULL, class TEXT NOT NULL,
      symbolic TEXT, certainty TEXT NOT NULL, summary TEXT NOT NULL, fix TEXT,
      PRIMARY KEY (trace, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE finding (
      trace INTEGER NOT NULL REFERENCES trace, place INTEGER NOT NULL, detector TEXT NOT NULL,
      severity TEXT NOT NULL, count INTEGER NOT NULL, fingerprint TEXT NOT NULL,
      message TEXT NOT NULL, is_effect INTEGER NOT NULL, PRIMARY KEY (trace, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE facet (
      trace INTEGER NOT NULL REFERENCES trace, name TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (trace, name)
    ) STRICT, WITHOUT ROWID;
    """
  private static let indexes = """
    CREATE INDEX trace_problem ON trace (problem);
    CREATE INDEX facet_value ON facet (name, value);
    CREATE VIEW problem_by_facet AS
      SELECT trace.problem, facet.name AS facet, facet.value, count(*) AS traces
      FROM trace JOIN facet ON facet.trace = trace.id
      WHERE trace.problem IS NOT NULL AND NOT trace.is_copy
      GROUP BY trace.problem, facet.name, facet.value;
    """
  private var count: Int64 = 0

  /// Creates an empty database, replacing an older one.
  init(path: String) throws {
    self.path = path
    _ = FileOperations.system.unlink(path)
    database = try Database(path: path, mode: .create)
    // No other process reads the incomplete file, and a failed one is created again.
    try database.setJournalMode(.off)
    try database.setSynchronous(.off)
    try database.run("BEGIN")
    try database.execute(Self.schema)
  }

  /// Adds a row; `problem` is the name of its problem.
  func add(_ row: TriageRow, problem: String?, isCopy: Bool) throws {
    count += 1
    try database.run(
      "INSERT INTO trace VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
      count, row.file, Int64(row.trace), row.name, row.hash, row.verdict.rawValue, row.declared,
      problem, Int64(isCopy ? 1 : 0), Int64(row.decisions), Int64(row.explained),
      row.declaredExplained.map(Int64.init), Int64(row.fragile), row.smallestMargin,
      row.hitchRatio, Int64(row.impressions), row.events, row.seconds, row.losses, row.error,
      row.errorKind)
    for (place, cause) in row.causes.enumerated() {
      try database.run(
        "INSERT INTO cause VALUES (?,?,?,?,?,?,?)", count, Int64(place + 1), cause.kind,
        cause.symbolic, cause.certainty, cause.sentences.joined(separator: " "), cause.fix)
    }
    for (place, finding) in row.findings.enumerated() {
      try database.run(
        "INSERT INTO finding VALUES (?,?,?,?,?,?,?,?)", count, Int64(place + 1), finding.detector,
        finding.severity, Int64(finding.count), finding.fingerprint,
        finding.message, Int64(finding.isEffect ? 1 : 0))
    }
    for facet in row.facets {
      try database.run("INSERT INTO facet VALUES (?,?,?)", count, facet.name, facet.value)
    }
  }

  /// Adds the problems and closes the file.
  func finish(_ problems: [Problem]) throws {
    for (place, problem) in problems.enumerated() {
      try database.run(
        "INSERT INTO problem VALUES (?,?,?,?,?,?,?,?)", Int64(place + 1), problem.name,
        "\(problem.key.kind)", problem.severity.word, Int64(problem.count), problem.title,
        problem.fix, problem.representative.file)
    }
    try database.execute(Self.indexes)
    try database.run("COMMIT")
    try database.close()
  }
}
