import SQLite
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

@Suite("the caller never waits, and dropped events are counted")
struct QueueTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// The expected contents of a trace when these of its entries were accepted: one gap for each run
  /// of rejected entries.
  static func expected(_ entries: [Entry], taken: [Bool]) -> [Entry] {
    var result: [Entry] = []
    var missing: [Entry] = []
    for (entry, isTaken) in zip(entries, taken) {
      guard isTaken else {
        missing.append(entry)
        continue
      }
      result += gap(missing, at: entry.time) + [entry]
      missing = []
    }
    return result + gap(missing, at: missing.last?.time ?? .zero)
  }

  private static func gap(_ missing: [Entry], at time: TraceTime) -> [Entry] {
    guard let first = missing.first, let last = missing.last else { return [] }
    return [
      Entry(time, .stream(.gap(from: first.time, to: last.time, count: Int64(missing.count))))
    ]
  }

  @Test("a full queue drops and counts events, and a gap marks where they are missing")
  func full() throws {
    let commits = Commits()
    var options = TraceRecorder.Options.quick(commits)
    options.capacity = 32
    commits.hold()
    let recorder = try TraceRecorder(path: path, options: options)
    let traces = ["a", "b"].map { recorder.beginTrace(TraceInformation(name: $0)) }
    let entries = [Entry.frames(200), Entry.frames(200, from: 5_000_000)]
    var taken = [[recorder.append(entries[0][0].event, at: entries[0][0].time, to: 1)], []]
    #expect(waitUntil { commits.isHolding })
    // The writer is blocked: appending must continue, or this test would never end.
    for index in 0..<100 {
      for place in 0...1 where index >= taken[place].count {
        let entry = entries[place][index]
        taken[place].append(recorder.append(entry.event, at: entry.time, to: traces[place]))
      }
    }
    let status = recorder.status
    #expect(status.droppedEvents == Int64(taken.joined().filter { !$0 }.count))
    #expect(status.droppedEvents > 150 && status.waitingEvents <= 32)
    commits.letGo()
    #expect(waitUntil { recorder.status.waitingEvents == 0 })
    // The first trace continues, so its gap is inside; the second trace's gap is at its end.
    taken[0] += recorder.append(Array(entries[0][100...]), to: traces[0])
    let end = try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    let second = Array(entries[1][..<taken[1].count])
    #expect(stored.traces[0].entries == Self.expected(entries[0], taken: taken[0]))
    #expect(stored.traces[1].entries == Self.expected(second, taken: taken[1]))
    #expect(end.committedEvents == Int64(stored.traces.map(\.entries.count).reduce(0, +)))
    #expect(end.droppedEvents == Int64(taken.joined().filter { !$0 }.count))
  }

  @Test("the store reports exactly the missing events, whatever fits in the queue")
  func randomDrops() throws {
    var drops = 0
    for seed in Cases.seeds(oneIn: 5) {
      var generator = SeededGenerator(seed: seed)
      let path = directory.file("\(seed).sqlite")
      let commits = Commits()
      var options = TraceRecorder.Options.quick(commits)
      options.batchSeconds = 0.005
      options.capacity = generator.int(in: 16...64)
      options.batchCount = generator.int(in: 1...128)
      let recorder = try TraceRecorder(path: path, options: options)
      let count = generator.int(in: 1...3)
      var entries = Array(repeating: [Entry](), count: count)
      var taken = Array(repeating: [Bool](), count: count)
      for index in 0..<count { _ = recorder.beginTrace(TraceInformation(name: "\(index)")) }
      for index in 0..<600 {
        // Sometimes the writer gets time to run, sometimes it is blocked.
        if generator.chance(0.01) { usleep(UInt32(generator.int(in: 0...8000))) }
        if generator.chance(0.01) { commits.hold() }
        if generator.chance(0.01) { commits.letGo() }
        let place = generator.int(in: 0...count - 1)
        let entry = Entry.frame(Int64(index / 3), Double(index))
        entries[place].append(entry)
        taken[place].append(recorder.append(entry.event, at: entry.time, to: place + 1))
      }
      commits.letGo()
      let status = try recorder.close()
      let stored = try Stored(path)
      stored.expectWhole("seed \(seed)")
      for place in 0..<count {
        #expect(
          stored.traces[place].entries
            == Self.expected(entries[place], taken: taken[place]), "seed \(seed)")
      }
      let dropped = taken.joined().filter { !$0 }.count
      #expect(status.droppedEvents == Int64(dropped), "seed \(seed)")
      drops += dropped
    }
    #expect(drops > 0, "no queue was ever full")
  }

  @Test("appending continues while another program locks the file")
  func lockedFile() throws {
    let commits = Commits()
    let recorder = try TraceRecorder(path: path, options: .quick(commits))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let entries = Entry.frames(1000)
    recorder.append([entries[0]], to: trace)
    #expect(waitUntil { commits.last(of: trace) == 0 })
    let other = try Database(path: path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    // The other writer releases only after this, so an append that waits would never return.
    let taken = recorder.append(Array(entries[1...]), to: trace)
    usleep(100_000)
    #expect(commits.last(of: trace) == 0, "the file was not held")
    try other.execute("COMMIT")
    try other.close()
    #expect(taken.allSatisfy { $0 })
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(stored.traces.map(\.entries) == [entries])
  }

  @Test("committed events are readable by others at once, and seq numbers increase")
  func commitsAreDurable() throws {
    let commits = Commits()
    let path = path
    var options = TraceRecorder.Options.quick()
    options.batchCount = 7
    options.didCommit = { seqs in
      commits.note(seqs)
      for seq in seqs {
        let found = try? Database(path: path, mode: .readOnly).first(
          """
          SELECT count(*) FROM frame JOIN trace USING (trace_id) WHERE number = ? AND seq <= ?
          """, seq.trace, seq.seq, as: Int64.self)
        #expect(found == seq.seq + 1)
      }
    }
    let recorder = try TraceRecorder(path: path, options: options)
    let traces = ["a", "b"].map { recorder.beginTrace(TraceInformation(name: $0)) }
    let entries = Entry.frames(100)
    for (index, entry) in entries.enumerated() {
      recorder.append([entry], to: traces[0])
      if index % 3 == 0 { recorder.append([entry], to: traces[1]) }
      if index % 10 == 9 { #expect(waitUntil { commits.last(of: 1) == Int64(index) }) }
    }
    try recorder.close()
    #expect(commits.all.count >= 10)
    for (trace, last) in zip(traces, [99, 33] as [Int64]) {
      let seqs = commits.all.compactMap { $0.first { $0.trace == trace }?.seq }
      #expect(zip(seqs, seqs.dropFirst()).allSatisfy { $0 < $1 })
      #expect(seqs.last == last)
    }
    #expect(commits.all.allSatisfy { Set($0.map(\.trace)).count == $0.count })
  }

  @Test("no event waits much longer than the configured time")
  func latency() throws {
    let commits = Commits()
    var options = TraceRecorder.Options.quick(commits)
    options.batchSeconds = 0.05
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let clock = ContinuousClock()
    var waits: [Duration] = []
    for (index, entry) in Entry.frames(10).enumerated() {
      let start = clock.now
      recorder.append([entry], to: trace)
      #expect(waitUntil { commits.last(of: trace) == Int64(index) })
      waits.append(clock.now - start)
    }
    try recorder.close()
    // A busy machine may be slow once, but hardly always.
    let median = waits.sorted()[waits.count / 2]
    #expect(median < .milliseconds(500), "\(waits)")
  }

  /// Events that end a batch early.
  static let wakers: [(name: String, count: Int, capacity: Int, events: Int)] = [
    ("a full batch", 10, 1000, 11), ("a full queue", 1000, 16, 20),
  ]

  @Test("a full batch and a full queue are written at once", arguments: wakers.indices)
  func wakes(place: Int) throws {
    let (_, count, capacity, events) = Self.wakers[place]
    let commits = Commits()
    var options = TraceRecorder.Options.quick(commits)
    options.batchSeconds = 60
    (options.batchCount, options.capacity) = (count, capacity)
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(Entry.frames(events), to: trace)
    // Long before the 30 seconds after which the writer wakes by itself.
    #expect(waitUntil(15) { commits.last(of: trace) >= 8 })
    try recorder.close()
  }

  @Test("appends that wait for room lose no event, however small the queue")
  func waiting() throws {
    let commits = Commits()
    var options = TraceRecorder.Options.quick(commits)
    options.capacity = 16
    options.batchSeconds = 60
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let entries = Entry.frames(2000)
    for entry in entries { try recorder.appendWaiting(entry.event, at: entry.time, to: trace) }
    let status = try recorder.close()
    #expect(status.droppedEvents == 0)
    #expect(try Stored(path).traces.map(\.entries) == [entries])
  }
}
