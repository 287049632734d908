import CFaultVFS
import ScrollModel
import TestSupport
import Testing
import TraceStore

/// The n-th call of the file system fails, for every n until the work succeeds without a fault.
@Suite("A store on a failing file system", .serialized)
struct StoreFaultTests {
  /// One way in which the file system can fail; the codes are SQLite's.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: fault_kind
    let code: Int32
  }

  static let faults = [
    Fault(testDescription: "read", kind: FAULT_READ, code: 10 | 1 << 8),
    Fault(testDescription: "write", kind: FAULT_WRITE, code: 10 | 3 << 8),
    Fault(testDescription: "full disk", kind: FAULT_WRITE, code: 13),
    Fault(testDescription: "half a write", kind: FAULT_WRITE, code: FAULT_SHORT_WRITE),
    Fault(testDescription: "sync", kind: FAULT_SYNC, code: 10 | 4 << 8),
  ]

  let stores: Stores

  init() throws {
    stores = try Stores()
    #expect(fault_vfs_register() == 0)
  }

  private func open(_ name: String, _ mode: TraceStore.Mode) throws -> TraceStore {
    var options = TraceStore.Options()
    options.fileLayer = "fault"
    return try stores.open(name, mode: mode, options: options)
  }

  /// Arms the fault for the n-th call, n = 1, 2, …, once and from then on, until the work succeeds.
  private func everyCall(_ fault: Fault, _ work: (Int32, Bool) throws -> Void) throws {
    for isSticky in [false, true] {
      var call: Int32 = 0
      repeat {
        // Each of the first calls; then in growing steps, unless a long run was requested.
        call += Cases.count < 1000 && !Promise.isFull ? 1 + call / 8 : 1
        try #require(call < 2000, "the loop does not end")
        try work(call, isSticky)
        Promise.count()
      } while fault_vfs_failures() > 0
      fault_vfs_reset()
    }
  }

  private func typed(_ body: () throws -> Void) throws -> StoreError? {
    do {
      try body()
      return nil
    } catch let error as StoreError {
      return error
    }
  }

  /// The capture that exists before anything fails.
  private static let before = OneTrace(events: Array(OneTrace.long(30).events))

  private func expectWhole(_ name: String, _ captures: ClosedRange<Int>, _ label: String) throws {
    // Open for writing, because a fault may have left a journal that only a writer can roll back.
    let store = try stores.open(name, mode: .readWrite)
    let traces = try store.traces()
    #expect(captures.contains(traces.count), "\(label): \(traces.count) captures")
    #expect(try store.collected().traces.first?.events == Self.before.events, "\(label)")
    for trace in traces { #expect(try store.verify(trace).problems.isEmpty, "\(label)") }
    #expect(try store.integrityProblems().isEmpty, "\(label)")
  }

  @Test(
    "an import under any one fault is complete or absent, and earlier data stays", .promise(5),
    arguments: faults)
  func imports(_ fault: Fault) throws {
    let empty = try Files.read(try stores.make("before.sqlite", Self.before))
    try everyCall(fault) { call, isSticky in
      let label = "\(fault.testDescription), call \(call), sticky \(isSticky)"
      let name = "\(call)-\(isSticky).sqlite"
      try Files.write(empty, to: stores.path(name))
      fault_vfs_arm(fault.kind, call, isSticky ? 1 : 0, fault.code)
      var isAdded = false
      let error = try typed {
        let store = try open(name, .readWrite)
        try store.add(OneTrace.ofEveryKind)
        isAdded = true
        try store.close()
      }
      fault_vfs_disarm()
      if fault_vfs_failures() == 0 { #expect(error == nil, "\(label)") }
      #expect(error == nil || error?.description.isEmpty == false, "\(label)")
      // A commit without an answer may be stored; a commit with an answer is.
      try expectWhole(name, (isAdded ? 2 : 1)...2, label)
    }
  }

  @Test(
    "every acknowledged batch of a recording survives any one fault", .promise(5),
    arguments: faults)
  func recordings(_ fault: Fault) throws {
    let events = OneTrace.ofEveryKind.events
    try everyCall(fault) { call, isSticky in
      let label = "\(fault.testDescription), call \(call), sticky \(isSticky)"
      let name = "\(call)-\(isSticky).sqlite"
      fault_vfs_arm(fault.kind, call, isSticky ? 1 : 0, fault.code)
      var acknowledged = 0
      _ = try typed {
        let store = try open(name, .create)
        let writer = try store.beginRecording(Stores.source)
        var trace = 0
        for batch in 0..<6 {
          try store.commit {
            if batch == 0 { trace = try writer.beginTrace(TraceInformation(name: "feed")) }
            for event in events {
              try writer.append(event, at: TraceTime(nanoseconds: Int64(batch)), to: trace)
            }
          }
          acknowledged += 1
        }
        try store.endRecording(writer)
        try store.close()
      }
      fault_vfs_disarm()
      let store: TraceStore
      do {
        store = try stores.open(name, mode: .readWrite)
      } catch {
        #expect(acknowledged == 0, "\(label): \(error)")
        return
      }
      let counts = try store.collected().traces.map(\.events.count)
      let stored = counts.first ?? 0
      #expect(counts.count <= 1, "\(label)")
      #expect(stored % events.count == 0, "\(label): \(stored) events")
      #expect((acknowledged...(acknowledged + 1)).contains(stored / events.count), "\(label)")
      for trace in try store.traces() where trace.isSealed {
        #expect(try store.verify(trace).problems.isEmpty, "\(label)")
      }
      #expect(try store.integrityProblems().isEmpty, "\(label)")
    }
  }

  @Test(
    "after a fault, the next batch is stored completely or refused with a typed error", .promise(5))
  func goingOn() throws {
    for call in 1...40 as ClosedRange<Int32> {
      let name = "\(call).sqlite"
      fault_vfs_reset()
      let store = try open(name, .create)
      fault_vfs_arm(FAULT_WRITE, call, 0, 13)
      var added = 0
      for _ in 0..<4 where try typed({ try store.add(OneTrace.long(20)) }) == nil { added += 1 }
      #expect(added >= 3, "call \(call): \(added) of 4 imports went through after one fault")
      try store.close()
      fault_vfs_reset()
      let traces = try stores.open(name, mode: .readOnly).traces()
      #expect(traces.count >= added, "call \(call)")
      #expect(traces.allSatisfy { $0.isSealed })
    }
  }

  @Test("a recording syncs the disk at every commit", .promise(3))
  func syncs() throws {
    fault_vfs_reset()
    let store = try open("a.sqlite", .create)
    let writer = try store.beginRecording(Stores.source)
    var trace = 0
    try store.commit { trace = try writer.beginTrace(TraceInformation(name: "feed")) }
    for batch in 0..<Promise.rounds(3) {
      Promise.count()
      let before = fault_vfs_count(FAULT_SYNC)
      try store.commit {
        try writer.append(
          .input(.command(.cancel)), at: TraceTime(nanoseconds: Int64(batch)), to: trace)
      }
      #expect(fault_vfs_count(FAULT_SYNC) > before)
    }
  }

  @Test(
    "reading under faults gives a typed error or complete data", .promise(5), arguments: faults)
  func reading(_ fault: Fault) throws {
    guard fault.kind == FAULT_READ else { return }
    try stores.make("a.sqlite", Self.before)
    try everyCall(fault) { call, isSticky in
      fault_vfs_arm(fault.kind, call, isSticky ? 1 : 0, fault.code)
      var events: [TraceEvent]?
      let error = try typed {
        let store = try open("a.sqlite", .readOnly)
        events = try store.collected().traces.first?.events
      }
      fault_vfs_disarm()
      #expect(error != nil || events == Self.before.events, "call \(call)")
    }
  }
}
