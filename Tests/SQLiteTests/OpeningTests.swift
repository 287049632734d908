import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Opening files")
struct OpeningTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(
    "a name with special characters opens exactly that file",
    arguments: [
      "a?immutable=1", "a?mode=memory", "a%41", "a#b", "a b", "a&b=c", "é", "e\u{301}", "'; --",
      ":memory:", "file:x", "a\nb", "%00", "a\\b", "🧭", "-x", "\u{202E}x", "a?vfs=none",
    ])
  func hostileNames(_ name: String) throws {
    let path = directory.file(name)
    let writer = try Database(path: path, mode: .create)
    try writer.execute("CREATE TABLE mark (x); INSERT INTO mark VALUES (7)")
    try writer.close()
    #expect(directory.names.map { Array($0.utf8) } == [Array(name.utf8)])
    let reader = try Database(path: path, mode: .readOnly)
    #expect(try reader.first("SELECT x FROM mark", as: Int.self) == 7)
    let careful = try Database.openUntrusted(path)
    #expect(try careful.first("SELECT x FROM mark", as: Int.self) == 7)
  }

  @Test("a relative name with a colon or two slashes opens a file")
  func relativeNames() throws {
    let doubled = directory.path + "//doubled"
    try Database(path: "/" + doubled, mode: .create).execute("CREATE TABLE mark (x)")
    #expect(directory.exists("doubled"))
  }

  @Test("an empty path and one with a NUL byte are refused", arguments: ["", "a\0b"])
  func badPaths(_ path: String) {
    for mode in [Database.Mode.readOnly, .readWrite, .create] {
      let error = #expect(throws: DatabaseError.self) { try Database(path: path, mode: mode) }
      #expect(error?.isCannotOpen == true)
    }
  }

  @Test("a missing file is named and not created")
  func missing() throws {
    for mode in [Database.Mode.readOnly, .readWrite] {
      let error = #expect(throws: DatabaseError.self) {
        try Database(path: directory.file("none.db"), mode: mode)
      }
      #expect(error?.isCannotOpen == true)
      #expect(error?.message.contains("none.db") == true)
    }
    let careful = #expect(throws: DatabaseError.self) {
      try Database.openUntrusted(directory.file("none.db"))
    }
    #expect(careful?.message.contains("no such file") == true)
    #expect(directory.names.isEmpty)
  }

  @Test("a file of another kind is refused when it is opened")
  func otherKind() throws {
    try directory.write(
      Array("{\"this\": \"is JSON\"}".utf8) + .init(repeating: 32, count: 600), to: "x")
    for attempt in [
      { try Database(path: directory.file("x"), mode: .readOnly) },
      { try Database(path: directory.file("x"), mode: .readWrite) },
      { try Database.openUntrusted(directory.file("x")) },
    ] {
      let error = #expect(throws: DatabaseError.self) { try attempt() }
      #expect(error?.isNotADatabase == true)
      #expect(error?.message == "'\(directory.file("x"))' is not a SQLite database")
    }
  }

  @Test("a pipe is refused at once", arguments: ["", "-wal", "-journal", "-shm"])
  func pipe(_ suffix: String) throws {
    if !suffix.isEmpty {
      try Database(path: directory.file("x"), mode: .create).execute("CREATE TABLE mark (x)")
    }
    #expect(mkfifo(directory.file("x" + suffix), 0o600) == 0)
    let error = #expect(throws: DatabaseError.self) {
      try Database.openUntrusted(directory.file("x"))
    }
    #expect(error?.message.contains("not a regular file") == true)
  }

  @Test("a directory and a device are refused")
  func notRegular() throws {
    let folder = #expect(throws: DatabaseError.self) {
      try Database.openUntrusted(directory.path)
    }
    #expect(folder?.message.contains("is a directory") == true)
    #expect(throws: DatabaseError.self) { try Database.openUntrusted("/dev/null") }
    #expect(throws: DatabaseError.self) { try Database(path: directory.path, mode: .readOnly) }
  }

  @Test("every connection has foreign keys on, double-quoted strings off and extended codes")
  func switches() throws {
    let writer = try Database(path: directory.file("x"), mode: .create)
    try writer.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
    try writer.execute("CREATE TABLE child (id INTEGER REFERENCES parent)")
    let key = #expect(throws: DatabaseError.self) { try writer.run("INSERT INTO child VALUES (9)") }
    #expect(key?.code.rawValue == 787)
    for database in [
      writer, try Database(path: "", mode: .memory), try .openUntrusted(directory.file("x")),
    ] {
      #expect(try database.first("PRAGMA foreign_keys", as: Int.self) == 1)
      #expect(throws: DatabaseError.self) { try database.run("SELECT \"no such column\"") }
    }
    #expect(throws: DatabaseError.self) {
      try writer.execute("CREATE INDEX i ON child (\"no such column\")")
    }
  }

  @Test("a read-only connection changes nothing")
  func readOnly() throws {
    try Database(path: directory.file("x"), mode: .create).execute("CREATE TABLE mark (x)")
    let before = try directory.bytes(of: "x")
    let reader = try Database(path: directory.file("x"), mode: .readOnly)
    let error = #expect(throws: DatabaseError.self) {
      try reader.run("INSERT INTO mark VALUES (1)")
    }
    #expect(error?.isReadOnly == true)
    try reader.close()
    #expect(try directory.bytes(of: "x") == before)
    #expect(directory.names == ["x"])
  }

  @Test("a lock that is held longer than the timeout is a busy error")
  func busy() throws {
    let path = directory.file("x")
    let first = try Database(path: path, mode: .create)
    try first.execute("CREATE TABLE mark (x)")
    let second = try Database(path: path, mode: .readWrite, busyTimeout: .milliseconds(30))
    try first.transaction {
      let start = ContinuousClock.now
      let error = #expect(throws: DatabaseError.self) { try second.transaction {} }
      #expect(error?.isBusy == true)
      #expect(ContinuousClock.now - start >= .milliseconds(25))
    }
    try second.transaction { try second.run("INSERT INTO mark VALUES (1)") }
    #expect(throws: Never.self) { try first.setBusyTimeout(.seconds(Int64.max)) }
  }

  @Test("an unknown file layer is an error")
  func unknownLayer() {
    #expect(throws: DatabaseError.self) {
      try Database(path: "", mode: .memory, vfs: "no such layer")
    }
  }
}
