import CFaultVFS
import ScrollModel
import TestSupport
import Testing
import TraceRecorder
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The faults are armed on the writing thread, to which they belong.
@Suite("a recording on a failing disk")
struct RecordingFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let kind: fault_kind
    let code: Int32
    let isSticky: Bool
    let testDescription: String
  }

  static let faults: [Fault] = [
    (FAULT_WRITE, Int32(10 | 3 << 8), "write"), (FAULT_WRITE, 13, "write, disk full"),
    (FAULT_WRITE, FAULT_SHORT_WRITE, "half a write"), (FAULT_SYNC, 10 | 4 << 8, "sync"),
  ].flatMap { kind, code, name in
    [
      Fault(kind: kind, code: code, isSticky: false, testDescription: "\(name), once"),
      Fault(kind: kind, code: code, isSticky: true, testDescription: "\(name), from then on"),
    ]
  }

  /// The failing calls: all of the first, some of the later ones, and one that is never reached.
  static let calls: [Int32] = [1, 2, 3, 4, 5, 7, 10, 14, 20, 30, 50, 100_000]

  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Records batches, waits for each, and closes; returns the error of `close`.
  private func record(
    _ entries: [Entry], to path: String, _ options: TraceRecorder.Options, _ commits: Commits
  ) -> (any Error)? {
    do {
      let recorder = try TraceRecorder(path: path, options: options)
      let trace = recorder.beginTrace(TraceInformation(name: "a"))
      for (index, entry) in entries.enumerated() {
        guard recorder.append(entry.event, at: entry.time, to: trace) else { break }
        guard index % 20 == 19 else { continue }
        // A recorder that failed releases the file.
        let isOver = waitUntil {
          commits.last(of: trace) == Int64(index) || !Files.exists(path + ".lock")
        }
        #expect(isOver)
      }
      let taken = commits.last(of: trace)
      do {
        try recorder.close()
        return nil
      } catch {
        // The failure is permanent, and committed entries remain counted.
        #expect(throws: StoreError.self) { try recorder.close() }
        #expect(throws: StoreError.self) {
          try recorder.appendWaiting(entries[0].event, at: entries[0].time, to: trace)
        }
        #expect(recorder.status.committedEvents >= taken + 1)
        return error
      }
    } catch {
      return error
    }
  }

  /// Expects that a store opened without faults contains everything acknowledged, in complete
  /// batches.
  private func expectPrefix(
    _ path: String, of entries: [Entry], acknowledged: Int64, _ label: String
  ) throws {
    guard acknowledged >= 0 else { return }
    let store = try TraceStore(path: path, mode: .readWrite)
    #expect(try store.integrityProblems() == [], "\(label)")
    let trace = try #require(try store.traces().first, "\(label)")
    var stored: [Entry] = []
    do {
      let reader = try store.reader(of: trace.id)
      while let (time, event) = try reader.next() { stored.append(Entry(time, event)) }
    }
    #expect(stored.count > acknowledged, "\(label)")
    #expect(stored == Array(entries.prefix(stored.count)), "\(label)")
    try store.close()
    #expect(!Files.exists(path + ".lock"), "\(label)")
  }

  @Test(
    "events reported by didCommit are stored, and close reports the failure",
    .promise(5), arguments: faults)
  func batches(fault: Fault) throws {
    #expect(fault_vfs_register() == 0)
    let entries = Entry.frames(80)
    var failures = 0
    for call in Self.calls {
      Promise.count()
      let label = "\(fault.testDescription), call \(call)"
      let path = directory.file("\(call).sqlite")
      let commits = Commits()
      var options = TraceRecorder.Options.quick()
      options.batchSeconds = 0.005
      options.fileLayer = "fault"
      let isArmed = Counter()
      options.didCommit = { seqs in
        // Armed on the writing thread, after the recording has started.
        if isArmed.value == 0 {
          fault_vfs_arm(fault.kind, call, fault.isSticky ? 1 : 0, fault.code)
          _ = isArmed.increase()
        }
        commits.note(seqs)
      }
      let error = record(entries, to: path, options, commits)
      if let error { #expect(error is StoreError, "\(label): \(error)") }
      failures += error == nil ? 0 : 1
      #expect(isArmed.value == 1, "\(label)")
      try expectPrefix(path, of: entries, acknowledged: commits.last(of: 1), label)
      if error == nil {
        let stored = try Stored(path)
        stored.expectWhole(label)
        #expect(stored.traces.map(\.entries) == [entries], "\(label)")
      }
      if call == Self.calls.first { #expect(error != nil, "\(label): nothing failed") }
      if call == Self.calls.last { #expect(error == nil, "\(label): \(String(describing: error))") }
    }
    #expect(failures > 1)
  }

  @Test("a disk that fails from the start is refused with a typed error", arguments: 1...12)
  func opening(call: Int) throws {
    #expect(fault_vfs_register() == 0)
    let path = directory.file("a.sqlite")
    // Another writer's lock makes the recorder's own thread wait, and arm the fault.
    let lock = open(path + ".lock", O_RDWR | O_CREAT, 0o600)
    #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
    var options = TraceRecorder.Options.quick()
    options.fileLayer = "fault"
    options.patience = {
      fault_vfs_arm(FAULT_ANY, Int32(call), 1, 10)
      return flock(lock, LOCK_UN) == 0
    }
    #expect(throws: StoreError.self) { try TraceRecorder(path: path, options: options) }
    close(lock)
    // The failed attempt leaves nothing that blocks the next one.
    let recorder = try TraceRecorder(path: path, options: .quick())
    recorder.append(Entry.frames(10), to: recorder.beginTrace(TraceInformation(name: "a")))
    try recorder.close()
    #expect(try Stored(path).traces.map(\.entries) == [Entry.frames(10)])
  }
}
