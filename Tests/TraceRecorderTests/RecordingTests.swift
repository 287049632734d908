import ScrollModel
import Simulation
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

@Suite("content of a recording")
struct RecordingTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("events of any kind are stored equal, in order and sealed, whatever the batches")
  func anyEvents() throws {
    for seed in Cases.seeds(oneIn: 4) {
      var random = RandomTraces(seed: seed)
      var generator = SeededGenerator(seed: seed, stream: 1)
      let sent = random.capture(traces: generator.int(in: 1...4), events: 60)
      let path = directory.file("\(seed).sqlite")
      var options = TraceRecorder.Options.quick()
      options.batchCount = generator.int(in: 1...100)
      let recorder = try TraceRecorder(path: path, options: options)
      var sink = RecorderSink(recorder: recorder, waits: generator.chance(0.5))
      try sent.send(to: &sink)
      let status = try recorder.close()
      let stored = try Stored(path)
      stored.expectWhole("seed \(seed)")
      #expect(stored.traces.map(\.record.information) == sent.traces.map(\.information))
      for (trace, original) in zip(stored.traces, sent.traces) {
        let entries = original.events.map { Entry($0.time, $0.event) }
        #expect(trace.entries == entries, "seed \(seed)")
      }
      #expect(status.committedEvents == Int64(sent.traces.map(\.events.count).reduce(0, +)))
      #expect(status.waitingEvents == 0 && status.droppedEvents == 0, "seed \(seed)")
      #expect(status.refusedEvents == 0 && !status.isTriggered, "seed \(seed)")
    }
  }

  @Test("all events of several threads are stored, in order for each thread")
  func manyThreads() async throws {
    let recorder = try TraceRecorder(path: path, options: .quick())
    let (threads, count) = (4, 500)
    await withTaskGroup(of: Void.self) { group in
      for thread in 1...threads {
        let trace = recorder.beginTrace(TraceInformation(name: "\(thread)"))
        group.addTask { recorder.append(Entry.frames(count), to: trace) }
      }
    }
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(stored.traces.map(\.entries) == Array(repeating: Entry.frames(count), count: threads))
  }

  @Test("a trace keeps each thread's order when several threads append to it")
  func oneTraceManyThreads() async throws {
    let recorder = try TraceRecorder(path: path, options: .quick())
    let trace = recorder.beginTrace(TraceInformation(name: "shared"))
    let (threads, count) = (4, 500)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<threads {
        let entries = (0..<count).map { Entry.frame(0, Double(thread * count + $0)) }
        group.addTask { recorder.append(entries, to: trace) }
      }
    }
    try recorder.close()
    let offsets = try #require(try Stored(path).traces.first).entries.map { entry in
      if case .observation(.frame(let frame)) = entry.event { Int(frame.offset.y) } else { -1 }
    }
    #expect(offsets.sorted() == Array(0..<threads * count))
    for thread in 0..<threads {
      #expect(
        offsets.filter { $0 / count == thread } == Array(thread * count..<(thread + 1) * count))
    }
  }

  @Test("a trace refers to its parent, whichever of several same names came first")
  func parents() throws {
    let recorder = try TraceRecorder(path: path, options: .quick())
    for (name, parent) in [("page", nil), ("feed", "page"), ("row", "feed"), ("lost", "none")] {
      var information = TraceInformation(name: name)
      information.parentName = parent
      recorder.append([.frame(0, 1)], to: recorder.beginTrace(information))
    }
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(stored.traces.map(\.record.information.parentName) == [nil, "page", "feed", "none"])
    #expect(stored.traces.map(\.record.number) == [1, 2, 3, 4])
  }

  @Test("a trace without events is stored, and traces may start at any time")
  func lateTraces() throws {
    let commits = Commits()
    let recorder = try TraceRecorder(path: path, options: .quick(commits))
    let first = recorder.beginTrace(TraceInformation(name: "first"))
    recorder.append([.frame(0, 1)], to: first)
    #expect(waitUntil { commits.last(of: first) == 0 })
    let second = recorder.beginTrace(TraceInformation(name: "second"))
    recorder.append([.frame(0, 2)], to: second)
    recorder.append([.frame(5, 3)], to: first)
    _ = recorder.beginTrace(TraceInformation(name: "third"))
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(
      stored.traces.map(\.entries) == [[.frame(0, 1), .frame(5, 3)], [.frame(0, 2)], []])
  }

  @Test("diagnostics are stored with the capture, even those before the first trace")
  func diagnostics() throws {
    let commits = Commits()
    let recorder = try TraceRecorder(path: path, options: .quick(commits))
    let early = Diagnostic(severity: .notice, kind: "early", line: 3, message: "before")
    let late = Diagnostic(severity: .dataLoss, kind: "late", byte: 4, message: "behind")
    recorder.report(early)
    // Long enough for the writer to write it as a batch of its own.
    usleep(50_000)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append([.frame(0, 1)], to: trace)
    #expect(waitUntil { commits.last(of: trace) == 0 })
    recorder.report(late)
    try recorder.close()
    #expect(try Stored(path).diagnostics == [early, late])
  }

  @Test("a recording without a trace leaves no capture", arguments: [false, true])
  func empty(isRing: Bool) throws {
    var options = TraceRecorder.Options.quick()
    options.ringSeconds = isRing ? 1 : nil
    let recorder = try TraceRecorder(path: path, options: options)
    recorder.report(Diagnostic(severity: .notice, kind: "x", message: "x"))
    if isRing { recorder.trigger() }
    recorder.append([.frame(0, 1)], to: 1)
    try recorder.close()
    let stored = try Stored(path)
    #expect(stored.captures.isEmpty && stored.traces.isEmpty)
    #expect(recorder.status.refusedEvents == 1)
  }

  @Test("a second recording into the same file is a separate capture")
  func twoCaptures() throws {
    for name in ["one", "two"] {
      let recorder = try TraceRecorder(path: path, options: .quick())
      recorder.append([.frame(0, 1)], to: recorder.beginTrace(TraceInformation(name: name)))
      try recorder.close()
    }
    let stored = try Stored(path)
    #expect(stored.captures.map(\.isClosed) == [true, true])
    #expect(stored.traces.map(\.name) == ["one", "two"])
    #expect(stored.traces.map(\.record.captureID) == stored.captures.map(\.id))
  }

  /// Meaningless options, each of which must still record.
  static let oddOptions: [(name: String, change: @Sendable (inout TraceRecorder.Options) -> Void)] =
    [
      ("batch NaN", { $0.batchSeconds = .nan }), ("batch 0", { $0.batchSeconds = 0 }),
      ("batch -1", { $0.batchSeconds = -1 }), ("batch inf", { $0.batchSeconds = .infinity }),
      ("count 0", { $0.batchCount = 0 }), ("count -1", { $0.batchCount = .min }),
      ("capacity 0", { $0.capacity = 0 }), ("capacity max", { $0.capacity = .max }),
      ("ring NaN", { $0.ringSeconds = .nan }), ("ring -1", { $0.ringSeconds = -1 }),
      ("ring inf", { $0.ringSeconds = .infinity }), ("ring 0", { $0.ringSeconds = 0 }),
    ]

  @Test("unusual options still record", arguments: oddOptions.indices)
  func odd(place: Int) throws {
    let (name, change) = Self.oddOptions[place]
    var options = TraceRecorder.Options.quick()
    change(&options)
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "odd"))
    for entry in Entry.frames(100) {
      try recorder.appendWaiting(entry.event, at: entry.time, to: trace)
    }
    recorder.trigger()
    try recorder.close()
    let entries = try #require(try Stored(path).traces.first, "\(name)").entries
    #expect(entries.last?.event == Entry.frames(100).last?.event, "\(name)")
    if options.ringSeconds == nil { #expect(entries == Entry.frames(100), "\(name)") }
  }
}

/// The recorder as a sink.
struct RecorderSink: TraceSink {
  let recorder: TraceRecorder
  /// Whether it waits for free space in the queue.
  let waits: Bool

  func beginTrace(_ information: TraceInformation) -> TraceNumber {
    recorder.beginTrace(information)
  }

  func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) throws {
    if waits {
      try recorder.appendWaiting(event, at: time, to: trace)
    } else {
      #expect(recorder.append(event, at: time, to: trace))
    }
  }

  func report(_ diagnostic: Diagnostic) { recorder.report(diagnostic) }
}
