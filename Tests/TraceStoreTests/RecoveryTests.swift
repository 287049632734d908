import SQLite
import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import TraceStore

@Suite("Recovery after a killed writer or a damaged disk")
struct RecoveryTests {
  let stores: Stores

  init() throws {
    stores = try Stores()
  }

  /// Copies a store and its log while their writer is working, as if it had been killed.
  private func copyOfUnclosed(_ name: String, batches: Int) throws {
    let store = try stores.open()
    let writer = try store.beginRecording(Stores.source)
    let events = OneTrace.long(50).events
    var trace = 0
    try store.commit { trace = try writer.beginTrace(TraceInformation(name: "feed")) }
    for batch in 0..<batches {
      try store.commit {
        for (index, event) in events.enumerated() {
          let time = TraceTime(nanoseconds: Int64(batch * 1000 + index))
          try writer.append(event, at: time, to: trace)
        }
      }
    }
    for suffix in ["", "-wal"] {
      try Files.write(try Files.read(stores.path() + suffix), to: stores.path(name) + suffix)
    }
  }

  @Test("every committed batch of a killed writer is readable, and the store is marked unclosed")
  func leftovers() throws {
    try copyOfUnclosed("killed.sqlite", batches: 5)
    let store = try stores.open("killed.sqlite", mode: .readOnly)
    #expect(try store.collected().traces.map(\.events.count) == [500])
    #expect(try store.captures().map(\.isClosed) == [false])
    #expect(try store.traces().map(\.isSealed) == [false])
    try store.close()
    let state = try stores.raw("killed.sqlite").first("SELECT state FROM traces", as: String.self)
    #expect(state == "not closed")
  }

  @Test("recovery of an unclosed store seals it in place")
  func sealing() throws {
    try copyOfUnclosed("killed.sqlite", batches: 5)
    let path = stores.path("killed.sqlite")
    let recovery = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    #expect(recovery == Recovery(path: path, traces: 1, events: 500))
    #expect(!stores.directory.names.contains("new.sqlite"))
    #expect(!stores.directory.names.contains("killed.sqlite-wal"))
    let store = try stores.open("killed.sqlite", mode: .readOnly)
    #expect(try store.captures().map(\.isClosed) == [true])
    let trace = try #require(try store.traces().first)
    #expect(trace.isSealed)
    #expect(trace.eventCount == 500)
    #expect(try store.verify(trace).problems.isEmpty)
    #expect(try store.diagnosticCounts(ofCapture: 1).map(\.kind) == ["not-closed"])
    try store.close()
    let again = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    #expect(again == recovery)
  }

  @Test("a recording without a trace recovers to an empty capture")
  func empty() throws {
    let store = try stores.open()
    _ = try store.beginRecording(Stores.source)
    for suffix in ["", "-wal"] {
      try Files.write(
        try Files.read(stores.path() + suffix), to: stores.path("killed.sqlite") + suffix)
    }
    let recovery = try TraceStore.recover(
      stores.path("killed.sqlite"), to: stores.path("new.sqlite"))
    #expect(recovery.traces == 0)
    #expect(recovery.events == 0)
  }

  @Test(
    "a damaged write-ahead log loses only complete batches from its end",
    .promise(2), arguments: Promise.seeds(2))
  func damagedLogs(_ seed: UInt64) throws {
    try copyOfUnclosed("killed.sqlite", batches: 6)
    var generator = SeededGenerator(seed: seed)
    let path = stores.path("killed.sqlite") + "-wal"
    var bytes = try Files.read(path)
    let place = Int(generator.below(UInt64(bytes.count)))
    switch generator.below(3) {
    case 0: bytes.removeSubrange(place...)
    case 1: for index in place..<bytes.count { bytes[index] = 0 }
    default: bytes[place] ^= 1 << UInt8(generator.below(8))
    }
    try Files.write(bytes, to: path)
    do {
      let store = try stores.open("killed.sqlite", mode: .readOnly)
      let counts = try store.collected().traces.map(\.events.count)
      #expect(counts.isEmpty || counts.count == 1)
      #expect((counts.first ?? 0) % 100 == 0, "seed \(seed): \(counts)")
    } catch let error as StoreError {
      // Without its log the file may not even contain the schema yet.
      #expect([.damaged, .foreign].contains(error.kind), "seed \(seed): \(error)")
    }
  }

  /// A closed store of a trace that fills many pages.
  private func makeLarge() throws -> (path: String, bytes: [UInt8], events: [TraceEvent]) {
    let trace = OneTrace.long(3000)
    let path = try stores.make("large.sqlite", trace)
    return (path, try Files.read(path), trace.events)
  }

  @Test("a truncated store keeps the data before the cut or is reported as empty")
  func cutOff() throws {
    let (path, bytes, events) = try makeLarge()
    let pages = bytes.count / 4096
    var kept = 0
    for page in stride(from: 0, to: pages, by: max(1, pages / 24)) + [pages - 1] {
      let cut = Array(bytes.prefix(page * 4096 + (page % 3 == 0 ? 0 : 100)))
      try Files.write(cut, to: path)
      let newPath = stores.path("cut-\(page).sqlite")
      do {
        let recovery = try TraceStore.recover(path, to: newPath)
        let store = try TraceStore(path: newPath, mode: .readOnly)
        let trace = try #require(try store.collected().traces.first)
        for event in trace.events.prefix(50) {
          if case .stream(.gap) = event { continue }
          #expect(events.contains(event), "\(page) of \(pages) pages")
        }
        kept = max(kept, Int(recovery.events))
      } catch let error as StoreError {
        // A file without bytes is not a database.
        #expect(error.kind == .damaged || cut.isEmpty)
        #expect(!error.description.contains("scrolltrace recover"), "\(error)")
      }
      #expect(try Files.read(path) == cut, "the damaged file was changed")
    }
    #expect(kept > events.count / 2)
  }

  @Test(
    "readable data of a store with overwritten pages is kept, and lost data is counted",
    .promise(7), arguments: Promise.seeds(7, oneIn: 5))
  func overwrittenPages(_ seed: UInt64) throws {
    var (path, bytes, events) = try makeLarge()
    var generator = SeededGenerator(seed: seed)
    let pages = bytes.count / 4096
    // Pages of the second half contain rows; a page of type 10 is a leaf, the others lead to
    // leaves.
    let choices = (pages / 2..<pages).filter { bytes[$0 * 4096] == 10 }
    var damaged: Set<Int> = []
    for _ in 0...generator.below(3) {
      let page = choices[Int(generator.below(UInt64(choices.count)))]
      damaged.insert(page)
      for index in page * 4096..<(page + 1) * 4096 { bytes[index] = UInt8(generator.below(256)) }
    }
    try Files.write(bytes, to: path)
    let refusal = #expect(throws: StoreError.self) {
      try stores.open("large.sqlite", mode: .readOnly)
    }
    #expect(refusal?.kind == .damaged)
    #expect(refusal?.description.contains("scrolltrace recover") == true)
    let recovery = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    #expect(recovery.path == stores.path("new.sqlite"))
    #expect(try Files.read(path) == bytes, "the damaged file was changed")
    let store = try stores.open("new.sqlite", mode: .readOnly)
    let kept = try store.collected().traces.first?.events ?? []
    var rest = events[...]
    var lost: Int64 = 0
    for event in kept {
      if case .stream(.gap(_, _, let count)) = event {
        lost += count ?? 0
        continue
      }
      guard let place = rest.firstIndex(of: event) else {
        Issue.record("seed \(seed): \(event) is not of the trace, or out of order")
        return
      }
      rest = rest[(place + 1)...]
    }
    let whole = kept.count { if case .stream = $0 { false } else { true } }
    #expect(Int64(whole) == recovery.events)
    #expect(lost == recovery.lostEvents)
    #expect(whole + Int(lost) == events.count, "seed \(seed)")
    // A row takes at least 20 bytes; rows of one table between two bad pages may be lost, too.
    if damaged.count == 1 { #expect(lost <= 4096 / 20, "seed \(seed): \(lost) events") }
    #expect(whole > 0, "seed \(seed)")
    for trace in try store.traces() { #expect(try store.verify(trace).problems.isEmpty) }
    #expect(try store.diagnosticCounts(ofCapture: 1).map(\.kind) == ["recovered"])
  }

  @Test(
    "a store damaged anywhere is refused, reported or intact, and never traps",
    .promise(7), arguments: Promise.seeds(7))
  func anyDamage(_ seed: UInt64) throws {
    let path = try stores.make("small.sqlite", OneTrace.ofEveryKind, OneTrace.long(40))
    var bytes = try Files.read(path)
    let whole = try stores.open("small.sqlite", mode: .readOnly).collected()
    var generator = SeededGenerator(seed: seed)
    let place = Int(generator.below(UInt64(bytes.count)))
    let length = min(bytes.count - place, [0, 1, 16, 512, 4096][Int(generator.below(5))])
    for index in place..<(place + length) { bytes[index] = UInt8(generator.below(256)) }
    // The smallest possible damage: one bit.
    if length == 0 { bytes[place] ^= 1 << UInt8(generator.below(8)) }
    try Files.write(bytes, to: path)
    do {
      let store = try stores.open("small.sqlite", mode: .readOnly)
      let isNoticed = try store.traces().contains { try !store.verify($0).problems.isEmpty }
      if !isNoticed {
        let read = try store.collected()
        #expect(read.traces.map(\.events) == whole.traces.map(\.events), "seed \(seed)")
        #expect(read.traces.map(\.times) == whole.traces.map(\.times), "seed \(seed)")
      }
    } catch let error as StoreError {
      #expect(!error.description.isEmpty)
    }
    do {
      _ = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    } catch let error as StoreError {
      #expect(!error.description.isEmpty)
    }
  }

  @Test(
    "impossible numbers are reported as damage and do not overflow",
    arguments: [
      ("UPDATE frame SET seq = 9223372036854775807 WHERE trace_id = 1 AND seq = 19", true, 39, 1),
      ("UPDATE frame SET seq = seq + 9223372036854775787 WHERE trace_id = 1", true, 30, 10),
      ("UPDATE frame SET seq = 1000 WHERE trace_id = 1 AND seq = 19", true, 40, 981),
      ("UPDATE trace SET event_count = 9223372036854775807", true, 40, 0),
      ("UPDATE trace SET event_count = -9223372036854775808", true, 40, 0),
      ("UPDATE trace SET event_count = 9223372036854775807", false, Int64.max, 0),
    ] as [(String, Bool, Int64, Int64)])
  func impossibleNumbers(_ script: String, isDamaged: Bool, events: Int64, lost: Int64) throws {
    let path = try stores.make("odd.sqlite", OneTrace.long(10), OneTrace.long(10))
    let raw = try stores.raw("odd.sqlite")
    try raw.execute(
      "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(script);"
        + (isDamaged ? "INSERT INTO diagnostic_count VALUES (99, 'x', 'notice', 1)" : ""))
    try raw.close()
    let recovery = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    #expect(recovery.events == events)
    #expect(recovery.lostEvents == lost)
    guard isDamaged else { return }
    let store = try stores.open("new.sqlite", mode: .readOnly)
    for trace in try store.traces() { #expect(try store.verify(trace).problems.isEmpty) }
  }

  @Test(
    "a row with a number that is too low stays in place, and no event is lost",
    arguments: [3, Int64.min + 5])
  func numberThatFellBehind(_ number: Int64) throws {
    let path = try stores.make("odd.sqlite", OneTrace.long(10))
    let mark: Int64 = 0x0011_2233_4455_6677
    let raw = try stores.raw("odd.sqlite")
    try raw.execute("UPDATE frame SET seq = \(mark) WHERE seq = 19")
    try raw.close()
    var bytes = try Files.read(path)
    let written = withUnsafeBytes(of: mark.bigEndian) { Array($0) }
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: written) })
    let fallen = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    bytes.replaceSubrange(place..<(place + fallen.count), with: fallen)
    try Files.write(bytes, to: path)
    let recovery = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    // The touch before the row now comes after it, and times of a trace never decrease.
    #expect(recovery.events >= 19)
    #expect(recovery.events + recovery.lostEvents == 20)
    let store = try stores.open("new.sqlite", mode: .readOnly)
    for trace in try store.traces() { #expect(try store.verify(trace).problems.isEmpty) }
  }

  @Test("traces with an unreadable capture are kept, and their new capture reports it")
  func lostCapture() throws {
    let path = try stores.make("odd.sqlite", OneTrace.long(10), OneTrace.ofEveryKind)
    let raw = try stores.raw("odd.sqlite")
    let page = try #require(
      try raw.first("SELECT rootpage FROM sqlite_schema WHERE name = 'capture'", as: Int.self))
    try raw.close()
    var bytes = try Files.read(path)
    for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xA5 }
    try Files.write(bytes, to: path)
    let recovery = try TraceStore.recover(path, to: stores.path("new.sqlite"))
    #expect(recovery.traces == 2)
    #expect(recovery.events == Int64(20 + OneTrace.ofEveryKind.events.count))
    #expect(recovery.lostEvents == 0)
    let store = try stores.open("new.sqlite", mode: .readOnly)
    #expect(try store.captures().map(\.format) == ["unknown", "unknown"])
    for capture in try store.captures().map(\.id) {
      let kinds = try store.diagnostics(ofCapture: capture).map(\.kind)
      #expect(kinds == ["recovered", "lost-capture"])
    }
    #expect(try store.collected().traces.last?.events == OneTrace.ofEveryKind.events)
  }

  @Test("a recovery never overwrites a file")
  func existingTarget() throws {
    var (path, bytes, _) = try makeLarge()
    for index in bytes.count / 4 * 3..<(bytes.count / 4 * 3 + 4096) { bytes[index] = 0xA5 }
    try Files.write(bytes, to: path)
    try Files.write(Array("mine".utf8), to: stores.path("new.sqlite"))
    let error = #expect(throws: StoreError.self) {
      try TraceStore.recover(path, to: stores.path("new.sqlite"))
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try Files.text(stores.path("new.sqlite")) == "mine")
  }
}
