import CFaultVFS
import CSQLite
import SQLite
import TestSupport
import Testing

/// The tests that use the failing file layer, one at a time: it has one set of faults.
@Suite("Failing file systems", .serialized)
struct FaultTests {
  /// One way in which the file system can fail.
  struct Fault: Sendable, CustomTestStringConvertible {
    let kind: fault_kind
    let code: Int32
    let name: String
    var testDescription: String { name }
  }

  static let faults = [
    Fault(kind: FAULT_ANY, code: SQLITE_IOERR, name: "any call, I/O error"),
    Fault(kind: FAULT_OPEN, code: SQLITE_CANTOPEN, name: "open"),
    Fault(kind: FAULT_READ, code: SQLITE_IOERR | (1 << 8), name: "read"),
    Fault(kind: FAULT_WRITE, code: SQLITE_IOERR | (3 << 8), name: "write"),
    Fault(kind: FAULT_WRITE, code: SQLITE_FULL, name: "write, disk full"),
    Fault(kind: FAULT_WRITE, code: FAULT_SHORT_WRITE, name: "half a write"),
    Fault(kind: FAULT_SYNC, code: SQLITE_IOERR | (4 << 8), name: "sync"),
    Fault(kind: FAULT_TRUNCATE, code: SQLITE_IOERR | (6 << 8), name: "truncate"),
    Fault(kind: FAULT_DELETE, code: SQLITE_IOERR | (10 << 8), name: "delete"),
    Fault(kind: FAULT_ACCESS, code: SQLITE_IOERR | (13 << 8), name: "access"),
  ]

  /// The progress of one run under faults.
  struct Outcome {
    var acknowledged = 0
    var error: DatabaseError?
    var isClean = false
  }

  static let batch = 100
  static let batches = 3

  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    #expect(fault_vfs_register() == SQLITE_OK)
    fault_vfs_reset()
  }

  /// Writes batches of rows, each in its transaction, while the fault is armed.
  private func write(to path: String, mode: JournalMode) -> Outcome {
    var outcome = Outcome()
    do {
      let database = try Database(path: path, mode: .create, vfs: "fault")
      try database.setJournalMode(mode)
      try database.setSynchronous(.full)
      try database.execute(
        "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, batch INTEGER, x BLOB) STRICT")
      for batch in 0..<Self.batches {
        try database.transaction {
          for _ in 0..<Self.batch {
            try database.run("INSERT INTO item (batch, x) VALUES (?, zeroblob(200))", batch)
          }
        }
        outcome.acknowledged = batch + 1
      }
      try database.checkpoint(.truncate)
      try database.setJournalMode(.delete)
      try database.close()
    } catch {
      outcome.error = error as? DatabaseError
      #expect(outcome.error != nil, "an error of another type: \(error)")
    }
    outcome.isClean = fault_vfs_failures() == 0
    fault_vfs_disarm()
    return outcome
  }

  /// Opens the file without faults and expects complete batches, including all acknowledged ones.
  private func expectWhole(_ path: String, after outcome: Outcome, _ label: String) throws {
    let database = try Database(path: path, mode: .create)
    #expect(try database.integrityCheck() == [], "\(label)")
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'item'"
    guard try database.first(tables, as: Int.self) == 1 else {
      #expect(outcome.acknowledged == 0, "\(label)")
      return
    }
    let counts = try database.rows(
      "SELECT count(*) FROM item GROUP BY batch ORDER BY batch", as: Int.self)
    #expect(counts.allSatisfy { $0 == Self.batch }, "\(label): \(counts)")
    #expect(counts.count >= outcome.acknowledged, "\(label): \(counts)")
    // The batch whose commit failed may be there; a batch that was not begun may not.
    #expect(counts.count <= outcome.acknowledged + 1, "\(label): \(counts)")
  }

  @Test(
    "the failure of any call loses no acknowledged data and keeps no partial data",
    .promise(5), arguments: faults, [JournalMode.wal, .delete])
  func everyCall(_ fault: Fault, _ mode: JournalMode) throws {
    for isSticky in [false, true] {
      var call: Int32 = 0
      var isClean = false
      while !isClean {
        call += 1
        Promise.count()
        let label = "\(fault.name), call \(call), sticky \(isSticky), \(mode)"
        try #require(call < 5000, "\(label): the loop does not end")
        let path = directory.file("\(mode)-\(isSticky)-\(call).db")
        fault_vfs_arm(fault.kind, call, isSticky ? 1 : 0, fault.code)
        let outcome = write(to: path, mode: mode)
        isClean = outcome.isClean
        if isClean {
          #expect(outcome.error == nil, "\(label): \(String(describing: outcome.error))")
          #expect(outcome.acknowledged == Self.batches, "\(label)")
        }
        try expectWhole(path, after: outcome, label)
      }
    }
  }

  @Test("an error under faults has a code that names the failed operation")
  func typed() throws {
    for fault in Self.faults where fault.kind == FAULT_WRITE || fault.kind == FAULT_SYNC {
      let path = directory.file("typed-\(fault.code).db")
      fault_vfs_arm(fault.kind, 3, 1, fault.code)
      let error = try #require(write(to: path, mode: .wal).error, "\(fault.name)")
      #expect(error.isIOError || error.isFull, "\(fault.name): \(error)")
    }
  }

  @Test("every commit in WAL mode with FULL is synced")
  func syncs() throws {
    fault_vfs_reset()
    let database = try Database(path: directory.file("a.db"), mode: .create, vfs: "fault")
    try database.setJournalMode(.wal)
    try database.setSynchronous(.full)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    for commits in 1...20 {
      let before = fault_vfs_count(FAULT_SYNC)
      try database.transaction { try database.run("INSERT INTO item VALUES (?)", commits) }
      #expect(fault_vfs_count(FAULT_SYNC) > before)
    }
    try database.setSynchronous(.off)
    let before = fault_vfs_count(FAULT_SYNC)
    try database.transaction { try database.run("INSERT INTO item VALUES (21)") }
    #expect(fault_vfs_count(FAULT_SYNC) == before, "the counter must be able to stand still")
  }

  @Test("an error about the files of a WAL database gives advice")
  func unmadeFiles() throws {
    let path = directory.file("wal.db")
    let writer = try Database(path: path, mode: .create)
    try writer.setJournalMode(.wal)
    try writer.execute("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    try writer.close()
    fault_vfs_arm(FAULT_OPEN, 2, 1, SQLITE_CANTOPEN)
    let error = #expect(throws: DatabaseError.self) {
      try Database(path: path, mode: .readOnly, vfs: "fault")
    }
    #expect(error?.isCannotOpen == true)
    #expect(error?.message.contains("Copy it with its -wal file") == true)
  }
}
