import SQLite
import TestSupport
import Testing

@Suite("file maintenance")
struct MaintenanceTests {
  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("a.db"), mode: .create)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, x BLOB) STRICT")
  }

  private func fill(_ rows: Int) throws {
    try database.transaction {
      for id in 1...rows { try database.run("INSERT INTO item VALUES (?, zeroblob(500))", id) }
    }
  }

  @Test("a journal mode that is not granted is an error")
  func journalMode() throws {
    #expect(try database.journalMode() == .delete)
    try database.setJournalMode(.wal)
    #expect(try database.journalMode() == .wal)
    try database.setJournalMode(.delete)
    let memory = try Database(path: "", mode: .memory)
    #expect(throws: DatabaseError.self) { try memory.setJournalMode(.wal) }
    #expect(try memory.journalMode() == .memory)
  }

  @Test(
    "the synchronous level is set as requested",
    arguments: [
      Synchronous.off, .normal, .full, .extra,
    ])
  func synchronous(_ level: Synchronous) throws {
    try database.setSynchronous(level)
    #expect(try database.synchronous() == level)
  }

  @Test(
    "version and application id are stored in the file", arguments: [0, 1, Int32.max, Int32.min])
  func versions(_ number: Int32) throws {
    try database.setUserVersion(number)
    try database.execute("PRAGMA application_id = \(number)")
    let reader = try Database(path: database.path, mode: .readOnly)
    #expect(try reader.userVersion() == number)
    #expect(try reader.applicationID() == number)
  }

  @Test("a version set in a failed transaction is not kept")
  func transactionalVersion() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.setUserVersion(5)
        throw Stop()
      }
    }
    #expect(try database.userVersion() == 0)
  }

  @Test("a checkpoint empties the log, and closing leaves one file")
  func checkpoint() throws {
    try database.setJournalMode(.wal)
    try fill(100)
    #expect(try directory.bytes(of: "a.db-wal").count > 0)
    let done = try database.checkpoint(.truncate)
    #expect(done.logPages == 0)
    #expect(try directory.bytes(of: "a.db-wal").count == 0)
    try database.setJournalMode(.delete)
    #expect(directory.names == ["a.db"])
    #expect(try database.checkpoint(.passive) == database.checkpoint(.full))
  }

  @Test("a checkpoint that a reader blocks is busy")
  func busyCheckpoint() throws {
    try database.setJournalMode(.wal)
    try fill(10)
    try database.setBusyTimeout(.milliseconds(20))
    let reader = try Database(path: database.path, mode: .readOnly)
    try reader.transaction(.deferred) {
      _ = try reader.first("SELECT count(*) FROM item", as: Int.self)
      try database.run("DELETE FROM item WHERE id = 1")
      let error = #expect(throws: DatabaseError.self) { try database.checkpoint(.truncate) }
      #expect(error?.isBusy == true)
    }
    try database.checkpoint(.truncate)
  }

  @Test("an intact file has no findings, and a damaged one has some or is refused")
  func checks() throws {
    try fill(200)
    #expect(try database.quickCheck() == [])
    #expect(try database.integrityCheck() == [])
    try database.close()
    var bytes = try directory.bytes(of: "a.db")
    for index in 8192..<12288 { bytes[index] = 0xA5 }
    try directory.write(bytes, to: "b.db")
    let damaged = try Database(path: directory.file("b.db"), mode: .readOnly)
    let findings = (try? damaged.quickCheck(limit: 3)) ?? ["refused"]
    #expect(!findings.isEmpty)
    #expect(findings.count <= 3)
  }

  @Test("the library reports its version")
  func version() {
    #expect(Database.libraryVersion.split(separator: ".").count >= 3)
  }
}
