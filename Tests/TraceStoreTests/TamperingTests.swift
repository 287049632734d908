import SQLite
import ScrollModel
import TestSupport
import Testing
import TraceStore

@Suite("Seals")
struct TamperingTests {
  let stores: Stores

  init() throws {
    stores = try Stores()
  }

  /// One event of every kind, and one more so that every column has a value.
  static let trace: OneTrace = {
    var trace = OneTrace.ofEveryKind
    trace.events.append(.input(.container(ContainerChange(isScrollDisabled: true))))
    let header = TargetFrame(
      id: TargetID(1), frame: Rect(x: 0, y: 0, width: 10, height: 10), pinned: .header)
    trace.events.append(.input(.layout(Layout(targets: [header]))))
    return trace
  }()

  /// Columns that number rows and contain no data of the trace.
  static let numbering: [String: Set<String>] = [
    "trace": ["trace_id", "capture_id", "number", "parent_trace_id"],
    "layout_target": ["trace_id", "position"], "visible_target": ["trace_id", "position"],
  ]

  static let tables = [
    "trace", "metadata", "quality", "target", "geometry", "layout_target", "visible_target",
    "touch_sample", "wheel_sample", "command", "layout", "content_edit", "container", "frame",
    "phase_change", "position_report", "visibility", "visible_set", "release", "annotation", "gap",
    "repair", "keyframe",
  ]

  /// Changes a sealed store without the library and expects that this is noticed.
  private func expectNoticed(_ change: String, _ bytes: [UInt8]) throws {
    try Files.write(bytes, to: stores.path())
    let raw = try stores.raw()
    try raw.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    try raw.execute(change)
    Promise.count()
    #expect(raw.totalChanges > 0, "\(change) changed nothing")
    try raw.close()
    var options = TraceStore.Options()
    options.checksPages = false
    do {
      let store = try stores.open(mode: .readOnly, options: options)
      let traces = try store.traces()
      let isNoticed =
        try traces.isEmpty || traces.contains { try !store.verify($0).problems.isEmpty }
      #expect(isNoticed, "\(change) was not noticed")
    } catch let error as StoreError {
      #expect(error.kind == .damaged, "\(change): \(error)")
    }
  }

  @Test("any changed value is detected", .promise(7), arguments: tables)
  func values(_ table: String) throws {
    let bytes = try Files.read(try stores.make("a.sqlite", Self.trace))
    let columns = try stores.raw().rows(
      "SELECT name FROM pragma_table_info(?)", table, as: String.self)
    #expect(columns.count >= 3)
    for column in columns
    where Self.numbering[table]?.contains(column) != true && column != "trace_id" {
      // One row is changed if the table has a key that allows it, else its only row.
      let key = columns.contains("seq") ? "seq" : columns.first { $0 != "trace_id" } ?? "trace_id"
      try expectNoticed(
        """
        UPDATE "\(table)"
        SET "\(column)" = CASE typeof("\(column)")
          WHEN 'text' THEN "\(column)" || 'x' WHEN 'blob' THEN zeroblob(32)
          WHEN 'real' THEN "\(column)" + 0.125 ELSE "\(column)" + 1 END
        WHERE "\(column)" IS NOT NULL AND "\(key)" = (
          SELECT "\(key)" FROM "\(table)" WHERE "\(column)" IS NOT NULL ORDER BY 1 DESC LIMIT 1)
        """, bytes)
    }
  }

  @Test("any removed value is detected", .promise(7), arguments: tables.dropFirst())
  func nulls(_ table: String) throws {
    let bytes = try Files.read(try stores.make("a.sqlite", Self.trace))
    let columns = try stores.raw().rows(
      "SELECT name FROM pragma_table_info(?) WHERE \"notnull\" = 0", table, as: String.self)
    for column in columns {
      try expectNoticed(
        "UPDATE \"\(table)\" SET \"\(column)\" = NULL WHERE \"\(column)\" IS NOT NULL", bytes)
    }
  }

  @Test("a deleted row is detected", .promise(7), arguments: tables.dropFirst())
  func deletions(_ table: String) throws {
    let bytes = try Files.read(try stores.make("a.sqlite", Self.trace))
    try expectNoticed("DELETE FROM \"\(table)\"", bytes)
    let isSplit = try stores.raw().first(
      "SELECT 1 FROM pragma_table_info(?) WHERE name = 'seq'", table, as: Int.self)
    guard isSplit == 1 else { return }
    try expectNoticed(
      "DELETE FROM \"\(table)\" WHERE seq = (SELECT max(seq) FROM \"\(table)\")", bytes)
  }

  @Test("targets in another order are detected", arguments: ["layout_target", "visible_target"])
  func order(_ table: String) throws {
    let bytes = try Files.read(try stores.make("a.sqlite", Self.trace))
    try expectNoticed("UPDATE \(table) SET position = 10 WHERE position = 0", bytes)
  }

  @Test("an added row is detected")
  func additions() throws {
    let bytes = try Files.read(try stores.make("a.sqlite", Self.trace))
    let last = Self.trace.events.count - 1
    for row in [
      "INSERT INTO frame SELECT trace_id, \(last + 1), time_ns + 1000000000, x, y, phase, geometry_id FROM frame",
      "INSERT INTO frame SELECT trace_id, \(last), time_ns, x, y, phase, geometry_id FROM frame",
      "INSERT INTO metadata VALUES (1, 'new', '1')",
      "INSERT INTO quality VALUES (1, 'offset', 'derived', NULL)",
    ] {
      try expectNoticed(row, bytes)
    }
  }

  @Test("unchanged rows are verified as intact")
  func untouched() throws {
    try stores.make("a.sqlite", OneTrace.ofEveryKind, OneTrace.long(50))
    let store = try stores.open(mode: .readOnly)
    #expect(try store.integrityProblems().isEmpty)
    for trace in try store.traces() {
      let verification = try store.verify(trace)
      #expect(verification.problems.isEmpty)
      #expect(verification.digests == trace.digests)
      #expect(trace.isSealed)
    }
  }

  @Test("a trace without an end is reported as not sealed")
  func unsealed() throws {
    let store = try stores.open()
    var writer = try store.beginRecording(Stores.source)
    try store.commit { try OneTrace.ofEveryKind.send(to: &writer) }
    let trace = try #require(try store.traces().first)
    #expect(!trace.isSealed)
    #expect(try store.verify(trace).problems == ["it was not sealed: its writer did not end it"])
    try store.endRecording(writer)
    let sealed = try #require(try store.traces().first)
    #expect(try store.verify(sealed).problems.isEmpty)
  }
}
