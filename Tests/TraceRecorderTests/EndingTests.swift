import ScrollModel
import TestSupport
import Testing
import TraceStore

@testable import TraceRecorder

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("start and end of a recording")
struct EndingTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Starts a recording with a trace of a hundred frames.
  private func start(
    _ options: TraceRecorder.Options = .quick(), at path: String? = nil
  ) throws -> TraceRecorder {
    let recorder = try TraceRecorder(path: path ?? self.path, options: options)
    recorder.append(Entry.frames(100), to: recorder.beginTrace(TraceInformation(name: "a")))
    return recorder
  }

  private func expectHundred() throws {
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(stored.traces.map(\.entries) == [Entry.frames(100)])
    #expect(directory.names == ["a.sqlite"], "a closed store is one file")
  }

  @Test("a second close has no effect")
  func closeTwice() throws {
    let recorder = try start()
    let first = try recorder.close()
    let second = try recorder.close()
    #expect(first.committedEvents == 100 && second.committedEvents == 100)
    try expectHundred()
  }

  @Test("every close waits until the recording has ended")
  func closeAtOnce() async throws {
    for _ in 0..<10 {
      let path = path
      let recorder = try start()
      try await withThrowingTaskGroup(of: Int64.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let status = try recorder.close()
            #expect(try Stored(path).traces.map(\.record.isSealed) == [true])
            return status.committedEvents
          }
        }
        for try await count in group { #expect(count == 100) }
      }
      unlink(path)
    }
  }

  @Test("releasing the last reference closes the recording")
  func dropReference() throws {
    do { _ = try start() }
    try expectHundred()
  }

  @Test("a commit callback may close the recording, which ends when the callback returns")
  func closeFromWriter() throws {
    let holder = Holder()
    let closed = Counter()
    var options = TraceRecorder.Options.quick()
    options.didCommit = { _ in
      #expect(throws: Never.self) { try holder.recorder?.close() }
      _ = closed.increase()
    }
    let recorder = try TraceRecorder(path: path, options: options)
    holder.recorder = recorder
    recorder.append(Entry.frames(100), to: recorder.beginTrace(TraceInformation(name: "a")))
    #expect(waitUntil { closed.value > 0 })
    #expect(try recorder.close().committedEvents == 100)
    try expectHundred()
    holder.recorder = nil
  }

  @Test("after the end, no event is accepted or reported as accepted")
  func appendAfterClose() throws {
    let recorder = try start()
    try recorder.close()
    let late = Entry.frame(9_000_000_000, 1)
    #expect(!recorder.append(late.event, at: late.time, to: 1))
    let error = #expect(throws: StoreError.self) {
      try recorder.appendWaiting(late.event, at: late.time, to: 1)
    }
    #expect(error?.kind == .invalid)
    #expect(error?.description.contains("closed") == true)
    _ = recorder.beginTrace(TraceInformation(name: "late"))
    recorder.trigger()
    recorder.report(Diagnostic(severity: .notice, kind: "late", message: "late"))
    #expect(recorder.status.droppedEvents == 1)
    try expectHundred()
  }

  @Test("events accepted during a concurrent close are in the file")
  func appendWhileClosing() async throws {
    for round in 0..<10 {
      let path = directory.file("\(round).sqlite")
      let recorder = try TraceRecorder(path: path, options: .quick())
      let trace = recorder.beginTrace(TraceInformation(name: "a"))
      let appending = Task.detached {
        var taken: [Entry] = []
        for index in 0..<1_000_000 {
          let entry = Entry.frame(Int64(index), Double(index))
          do {
            try recorder.appendWaiting(entry.event, at: entry.time, to: trace)
          } catch { break }
          taken.append(entry)
        }
        return taken
      }
      try await Task.sleep(for: .milliseconds(round))
      try recorder.close()
      let taken = await appending.value
      let stored = try Stored(path)
      #expect(stored.traces.map(\.entries) == [taken], "round \(round)")
    }
  }

  @Test("a second recorder is refused with the holder's process, and the recording is unchanged")
  func secondRecorder() throws {
    let recorder = try start()
    let error = #expect(throws: StoreError.self) { try TraceRecorder(path: path) }
    #expect(error?.kind == .locked)
    #expect(error?.description.contains("process \(getpid())") == true)
    #expect(error?.description.contains(path) == true)
    try recorder.close()
    try expectHundred()
  }

  @Test("a patient second recorder waits and then records after the first")
  func patience() throws {
    let count = Counter()
    let recorder = try start()
    var options = TraceRecorder.Options.quick()
    // The second writer asks on its own thread, so no other thread has to end the first.
    options.patience = {
      _ = count.increase()
      if count.value == 2 { _ = try? recorder.close() }
      return true
    }
    try start(options, at: path).close()
    #expect(count.value >= 2)
    let stored = try Stored(path)
    #expect(stored.captures.map(\.isClosed) == [true, true])
    #expect(stored.traces.map(\.entries) == [Entry.frames(100), Entry.frames(100)])
  }

  @Test("a second recorder is refused when its patience ends")
  func impatience() throws {
    let recorder = try start()
    let count = Counter()
    var options = TraceRecorder.Options.quick()
    options.patience = { count.increase() && count.value < 3 }
    let error = #expect(throws: StoreError.self) {
      try TraceRecorder(path: path, options: options)
    }
    #expect(error?.kind == .locked && count.value == 3)
    try recorder.close()
  }

  @Test("a file that cannot be written is refused at once")
  func unusable() throws {
    let error = #expect(throws: StoreError.self) {
      try TraceRecorder(path: directory.file("no/such/folder.sqlite"))
    }
    #expect(error?.kind == .cannotCreate)
    let text = directory.file("text.sqlite")
    try Files.write(Array(repeating: 0x41, count: 5000), to: text)
    #expect(throws: StoreError.self) { try TraceRecorder(path: text) }
    #expect(try Files.read(text) == Array(repeating: 0x41, count: 5000))
  }

  @Test("a store can be read during a recording: committed data, open and growing")
  func reading() throws {
    let commits = Commits()
    let recorder = try start(.quick(commits))
    #expect(waitUntil { commits.last(of: 1) == 99 })
    let store = try TraceStore(path: path, mode: .readOnly)
    #expect(try store.captures().map(\.isClosed) == [false])
    let trace = try #require(try store.traces().first)
    #expect(!trace.isSealed)
    func read() throws -> [Entry] {
      var entries: [Entry] = []
      let reader = try store.reader(of: trace.id)
      while let (time, event) = try reader.next() { entries.append(Entry(time, event)) }
      return entries
    }
    #expect(try read() == Entry.frames(100))
    // A reader in the middle of a trace does not stop the writer, and never sees a part of a batch.
    do {
      let middle = try store.reader(of: trace.id)
      for _ in 0..<50 { _ = try middle.next() }
      recorder.append([.frame(5_000_000_000, 1)], to: 1)
      #expect(waitUntil { commits.last(of: 1) == 100 })
      var count = 50
      while try middle.next() != nil { count += 1 }
      #expect(count == 100)
    }
    #expect(try read() == Entry.frames(100) + [.frame(5_000_000_000, 1)])
    try store.close()
    try recorder.close()
    try Stored(path).expectWhole()
  }

  @Test("a long-lived reader only prevents the final cleanup")
  func readerStays() throws {
    let commits = Commits()
    let recorder = try start(.quick(commits))
    #expect(waitUntil { commits.last(of: 1) == 99 })
    let reader = try TraceStore(path: path, mode: .readOnly)
    #expect(try reader.traces().count == 1)
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(stored.traces.map(\.entries) == [Entry.frames(100)])
    try reader.close()
    // The next writer cleans up.
    try TraceStore(path: path, mode: .readWrite).close()
    try expectHundred()
  }
}

/// A count that a closure may increase.
final class Counter: Sendable {
  private let count = Monitor(0)

  var value: Int { count.withLock { $0 } }

  /// Adds one; always returns true.
  func increase() -> Bool {
    count.withLock { $0 += 1 }
    return true
  }
}

/// Stores a recorder so that the recorder's own closure can reach it.
final class Holder: Sendable {
  private let place = Monitor<TraceRecorder?>(nil)

  var recorder: TraceRecorder? {
    get { place.withLock { $0 } }
    set { place.withLock { $0 = newValue } }
  }
}
