import SQLite
import ScrollModel
import TestSupport
import Testing

@testable import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Opening stores")
struct OpeningTests {
  let stores: Stores

  init() throws {
    stores = try Stores()
  }

  private func expectRefused(
    _ kind: StoreError.Kind, _ modes: [TraceStore.Mode] = [.readOnly, .readWrite, .create],
    naming words: String...
  ) throws {
    let before = try Files.read(stores.path())
    for mode in modes {
      let error = #expect(throws: StoreError.self, "\(mode)") { try stores.open(mode: mode) }
      #expect(error?.kind == kind, "\(mode): \(error?.description ?? "")")
      for word in words {
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
      }
    }
    #expect(try Files.read(stores.path()) == before, "a refused file was changed")
    #expect(stores.directory.names.filter { $0.hasSuffix(".lock") }.isEmpty)
  }

  /// Makes a store and changes it as any SQLite program could.
  private func tamper(_ script: String) throws {
    try stores.make("a.sqlite", OneTrace.ofEveryKind)
    let raw = try stores.raw()
    try raw.execute(script)
    try raw.close()
  }

  @Test("a file that does not exist is missing unless the mode creates it")
  func missing() throws {
    for mode in [TraceStore.Mode.readOnly, .readWrite] {
      let error = #expect(throws: StoreError.self) { try stores.open(mode: mode) }
      #expect(error?.kind == .missing)
      #expect(error?.description.contains(stores.path()) == true)
    }
    #expect(stores.directory.names.isEmpty)
    try stores.open().close()
    #expect(stores.directory.names == ["a.sqlite"])
  }

  @Test("a file in a missing folder cannot be created")
  func missingFolder() throws {
    let error = #expect(throws: StoreError.self) {
      try TraceStore(path: stores.path("none/a.sqlite"), mode: .create)
    }
    #expect(error?.kind == .cannotCreate)
  }

  @Test("a database of another program is named as foreign and not changed")
  func foreign() throws {
    let raw = try stores.raw("a.sqlite", .create)
    try raw.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('x')")
    try raw.close()
    try expectRefused(.foreign, naming: "not a scrolltrace store")
  }

  @Test("a database of another program keeps its write-ahead log")
  func foreignLogs() throws {
    let raw = try stores.raw("b.sqlite", .create)
    try raw.setJournalMode(.wal)
    try raw.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('x')")
    for suffix in ["", "-wal"] {
      try Files.write(try Files.read(stores.path("b.sqlite") + suffix), to: stores.path() + suffix)
    }
    try raw.close()
    let log = try Files.read(stores.path() + "-wal")
    #expect(!log.isEmpty)
    try expectRefused(.foreign, naming: "not a scrolltrace store")
    #expect(try Files.read(stores.path() + "-wal") == log)
    for suffix in ["-wal", "-shm"] { Files.remove(stores.path() + suffix) }
    try Files.write(try Files.read(stores.path("b.sqlite")), to: stores.path())
    try expectRefused(.foreign, naming: "not a scrolltrace store")
  }

  @Test("a store of a newer version is refused with both numbers and not changed")
  func newer() throws {
    let next = Migration.currentVersion + 41
    try tamper("PRAGMA user_version = \(next)")
    try expectRefused(.newer, naming: "version \(next)", "version \(Migration.currentVersion)")
  }

  @Test("an impossible version is damage", arguments: [0, -1, Int32.min])
  func impossible(_ version: Int32) throws {
    try tamper("PRAGMA user_version = \(version)")
    try expectRefused(.damaged)
  }

  @Test("a file that is no database is damaged or empty and never trusted")
  func garbage() throws {
    for bytes in [
      Array("not a database, but long enough to be one".utf8), Array(repeating: 0, count: 4096),
    ] {
      try Files.write(bytes, to: stores.path())
      try expectRefused(.damaged)
    }
  }

  @Test("a folder and a pipe are refused at once")
  func otherKinds() throws {
    #expect(mkdir(stores.path("folder"), 0o777) == 0)
    #expect(mkfifo(stores.path("pipe"), 0o666) == 0)
    for name in ["folder", "pipe"] {
      for mode in [TraceStore.Mode.readOnly, .readWrite, .create] {
        #expect(throws: StoreError.self) { try stores.open(name, mode: mode) }
      }
    }
    rmdir(stores.path("folder"))
  }

  @Test(
    "foreign objects under our names are refused",
    arguments: [
      "ALTER TABLE frame RENAME TO f2; CREATE VIEW frame AS SELECT * FROM f2",
      "DROP TABLE keyframe; CREATE VIEW keyframe AS SELECT * FROM frame",
      "DROP TABLE keyframe; CREATE TABLE keyframe (trace_id, seq, time_ns, event_count)",
      "DROP VIEW traces; CREATE VIEW traces AS SELECT 1",
      "DROP VIEW traces; CREATE TRIGGER traces AFTER INSERT ON frame BEGIN SELECT 1; END",
      "ALTER TABLE frame ADD COLUMN extra TEXT",
    ])
  func foreignNames(_ script: String) throws {
    try tamper(script)
    try expectRefused(.foreign, naming: "that is not ours")
  }

  @Test("a store without one of our tables is damaged")
  func lacking() throws {
    try tamper("DROP TABLE keyframe")
    try expectRefused(.damaged, naming: "keyframe")
  }

  @Test("foreign objects under other names are listed and never used")
  func foreignExtras() throws {
    try tamper(
      """
      CREATE TABLE loot (x);
      CREATE VIEW bomb AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c;
      CREATE INDEX slow ON frame (time_ns);
      CREATE TRIGGER thief AFTER INSERT ON frame BEGIN INSERT INTO loot VALUES (new.x); END;
      CREATE TRIGGER eraser BEFORE INSERT ON touch_sample BEGIN SELECT RAISE(ABORT, 'no'); END;
      """)
    let named = [
      "index 'slow'", "table 'loot'", "trigger 'eraser'", "trigger 'thief'", "view 'bomb'",
    ]
    let reader = try stores.open(mode: .readOnly)
    #expect(reader.foreignObjects.sorted() == named)
    #expect(try reader.collected().traces.first?.events == OneTrace.ofEveryKind.events)
    try reader.close()
    let writer = try stores.open(mode: .readWrite)
    #expect(writer.foreignObjects.sorted() == named)
    try writer.add(OneTrace.long(20))
    #expect(try writer.collected().traces.last?.events == OneTrace.long(20).events)
    try writer.close()
    #expect(try stores.raw().first("SELECT count(*) FROM loot", as: Int.self) == 0)
  }

  @Test("reading changes no byte and creates no file")
  func readingChangesNothing() throws {
    let path = try stores.make("a.sqlite", OneTrace.ofEveryKind, OneTrace.long(500))
    let before = try Files.read(path)
    let store = try stores.open(mode: .readOnly)
    _ = try store.collected()
    for trace in try store.traces() { _ = try store.verify(trace) }
    _ = try store.integrityProblems()
    #expect(throws: (any Error).self) { try store.add(OneTrace.long(1)) }
    try store.close()
    #expect(try Files.read(path) == before)
    #expect(stores.directory.names == ["a.sqlite"])
  }

  @Test("a closed store is one file without a journal")
  func closedFile() throws {
    let store = try stores.open()
    try store.add(OneTrace.long(100))
    #expect(stores.directory.names.contains("a.sqlite.lock"))
    try store.close()
    try store.close()
    #expect(stores.directory.names == ["a.sqlite"])
    // Bytes 18 and 19 of the header: 1 is a rollback journal, 2 is a write-ahead log.
    #expect(try Files.read(stores.path())[18...19] == [1, 1])
    #expect(try stores.raw().journalMode() == .delete)
  }

  @Test("a released store closes itself")
  func letGo() throws {
    func open() throws { try stores.open().add(OneTrace.long(10)) }
    try open()
    #expect(stores.directory.names == ["a.sqlite"])
  }

  @Test("a newly created empty store is removed, an existing one stays")
  func discarded() throws {
    var options = TraceStore.Options()
    options.discardsEmpty = true
    func openAndClose() throws {
      try TraceStore(path: stores.path(), mode: .create, options: options).close()
    }
    try openAndClose()
    #expect(stores.directory.names.isEmpty)
    try stores.open(mode: .create).close()
    try openAndClose()
    #expect(stores.directory.names.count == 1)
  }

  @Test("a second writer is refused, and the error names the first")
  func secondWriter() throws {
    let first = try stores.open()
    for mode in [TraceStore.Mode.readWrite, .create] {
      let error = #expect(throws: StoreError.self) { try stores.open(mode: mode) }
      #expect(error?.kind == .locked)
      #expect(error?.description.contains("process \(getpid())") == true)
    }
    try first.add(OneTrace.long(10))
    try stores.open(mode: .readOnly).close()
    try first.close()
    try stores.open(mode: .readWrite).close()
  }

  @Test("a link and its store share one writer, whether the store exists or not")
  func links() throws {
    for target in ["a.sqlite", stores.path(), "b.sqlite"] {
      #expect(symlink("a.sqlite", stores.path("b.sqlite")) == 0)
      #expect(symlink(target, stores.path("c.sqlite")) == 0)
      let names = ["c.sqlite", "a.sqlite"]
      for (first, second) in [(names[0], names[1]), (names[1], names[0])] {
        let store = try stores.open(first)
        let error = #expect(throws: StoreError.self) { try stores.open(second) }
        #expect(error?.kind == .locked)
        try store.close()
      }
      #expect(stores.directory.names == ["a.sqlite", "b.sqlite", "c.sqlite"])
      for name in stores.directory.names { Files.remove(stores.path(name)) }
    }
  }

  @Test("circular links and links next to special files are refused")
  func badLinks() throws {
    #expect(symlink("b.sqlite", stores.path()) == 0)
    #expect(symlink("a.sqlite", stores.path("b.sqlite")) == 0)
    #expect(throws: StoreError.self) { try stores.open() }
    try stores.make("c.sqlite", OneTrace.long(1))
    #expect(mkfifo(stores.path("c.sqlite-wal"), 0o666) == 0)
    #expect(symlink("c.sqlite", stores.path("d.sqlite")) == 0)
    #expect(throws: StoreError.self) { try stores.open("d.sqlite", mode: .readOnly) }
  }

  @Test("a patient second writer gets its turn")
  func patience() throws {
    let first = try stores.open()
    var asked = 0
    var options = TraceStore.Options()
    options.patience = {
      asked += 1
      if asked == 2 { try? first.close() }
      return asked < 50
    }
    let second = try stores.open(options: options)
    #expect(asked >= 2)
    try second.add(OneTrace.long(1))
    try second.close()
  }

  @Test("a second writer is refused when its patience ends")
  func impatience() throws {
    let first = try stores.open()
    var asked = 0
    var options = TraceStore.Options()
    options.patience = {
      asked += 1
      return asked < 3
    }
    let error = #expect(throws: StoreError.self) { try stores.open(options: options) }
    #expect(error?.kind == .locked)
    #expect(asked == 3)
    try first.close()
  }

  @Test("special characters in a name are part of the name")
  func hostileNames() throws {
    for name in ["a?mode=memory", "b%20c", "d#e", "f'g", "h i", "\u{E9}", "-x", ":memory:"] {
      try stores.make(name, OneTrace.long(3))
      #expect(stores.directory.names.contains(name))
      #expect(try stores.open(name, mode: .readOnly).traces().count == 1)
    }
  }
}
