import ScrollModel
import TestSupport
import Testing
import TraceRecorder
import TraceStore

@Suite("refusal of invalid events and traces")
struct RefusalTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entry: Entry
    var trace: TraceNumber = 1
  }

  private static func frame(_ x: Double, _ y: Double) -> TraceEvent {
    .observation(.frame(GeometryFrame(offset: Point(x: x, y: y))))
  }

  private static let limit = ModelLimits.time
  private static let longID = TargetID(String(repeating: "x", count: ModelLimits.idBytes + 1))

  /// Each is between an event at 1 s and one 10 ms later.
  ///
  /// Most have a time a little ahead, so that a rejected event that moved the clock would be
  /// noticed.
  static let bad: [Bad] = [
    Bad(testDescription: "NaN", entry: Entry(1_100_000_000, frame(.nan, 0))),
    Bad(testDescription: "infinity", entry: Entry(1_100_000_000, frame(0, -.infinity))),
    Bad(testDescription: "far out", entry: Entry(1_100_000_000, frame(0, 1e9.nextUp))),
    Bad(testDescription: "NaN, time behind", entry: Entry(900_000_000, frame(.nan, 0))),
    Bad(testDescription: "negative time", entry: .frame(-1, 0)),
    Bad(testDescription: "least time", entry: .frame(.min, 0)),
    Bad(testDescription: "time beyond the limit", entry: .frame(limit + 1, 0)),
    Bad(testDescription: "greatest time", entry: .frame(.max, 0)),
    Bad(testDescription: "far behind", entry: .frame(1_000_000_000 - 250_000_001, 0)),
    Bad(
      testDescription: "long id",
      entry: Entry(
        1_100_000_000, .observation(.visibility(VisibilityEvent(id: longID, isVisible: true))))),
    Bad(
      testDescription: "gap that ends before it starts",
      entry: Entry(
        1_100_000_000,
        .stream(
          .gap(from: TraceTime(nanoseconds: 2), to: TraceTime(nanoseconds: 1), count: 1)))),
    Bad(
      testDescription: "refresh rate 0",
      entry: Entry(1_100_000_000, .input(.container(ContainerChange(refreshRate: 0))))),
    Bad(testDescription: "trace 0", entry: .frame(1_000_000_000, 0), trace: 0),
    Bad(testDescription: "trace 2", entry: .frame(1_000_000_000, 0), trace: 2),
    Bad(testDescription: "trace -1", entry: .frame(1_000_000_000, 0), trace: -1),
    Bad(testDescription: "greatest trace", entry: .frame(1_000_000_000, 0), trace: .max),
    Bad(testDescription: "least trace", entry: .frame(1_000_000_000, 0), trace: .min),
  ]

  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(
    "an invalid event is counted and reported, and its neighbors are stored unchanged",
    arguments: bad, [false, true])
  func refused(bad: Bad, isRing: Bool) throws {
    var options = TraceRecorder.Options.oneBatch()
    options.ringSeconds = isRing ? 10 : nil
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    // Disorder that may be corrected is corrected, too.
    let before = [Entry.frame(0, 1), .frame(1_000_000_000, 2)]
    let after = [Entry.frame(1_010_000_000, 3), .frame(1_300_000_000, 4)]
    recorder.append(before, to: trace)
    #expect(recorder.append(bad.entry.event, at: bad.entry.time, to: bad.trace))
    recorder.append(after, to: trace)
    if isRing { recorder.trigger() }
    let status = try recorder.close()
    #expect(status.refusedEvents == 1)
    let stored = try Stored(path)
    stored.expectWhole()
    let entries = try #require(stored.traces.first).entries
    #expect(entries.filter { !$0.isRemark } == before + after)
    #expect(entries.count == (isRing ? 5 : 4), "no remark but the keyframe of a ring")
    #expect(stored.diagnostics.map(\.kind) == ["refused"])
    #expect(stored.diagnostics.allSatisfy { $0.severity == .dataLoss && !$0.message.isEmpty })
    #expect(status.committedEvents == Int64(entries.count))
  }

  @Test(
    "a trace with invalid information is refused with its events, others continue",
    arguments: [false, true], [0, 1])
  func refusedTrace(isRing: Bool, place: Int) throws {
    let commits = Commits()
    var options = TraceRecorder.Options.oneBatch()
    options.ringSeconds = isRing ? 10 : nil
    options.didCommit = { commits.note($0) }
    let recorder = try TraceRecorder(path: path, options: options)
    for index in 0...2 {
      var information = TraceInformation(name: "\(index)")
      if index == place { information.scale = .nan }
      let trace = recorder.beginTrace(information)
      #expect(trace == index + 1)
      recorder.append(Entry.frames(5 + index), to: trace)
    }
    if isRing { recorder.trigger() }
    let status = try recorder.close()
    #expect(status.refusedEvents == Int64(5 + place))
    let stored = try Stored(path)
    stored.expectWhole()
    let others = (0...2).filter { $0 != place }
    #expect(stored.traces.map(\.name) == others.map { "\($0)" })
    #expect(
      stored.traces.map { $0.entries.filter { !$0.isRemark } }
        == others.map { Entry.frames(5 + $0) })
    // The trace itself and each of its events.
    #expect(stored.diagnostics.map(\.kind) == Array(repeating: "refused", count: 6 + place))
    // Acknowledgements refer to traces by the numbers that the caller got.
    for other in others {
      #expect(commits.last(of: other + 1) == Int64(4 + other + (isRing ? 1 : 0)))
    }
    #expect(commits.last(of: place + 1) == -1)
  }

  @Test("a dropped event at an impossible time leaves no gap")
  func droppedBad() throws {
    let commits = Commits()
    var options = TraceRecorder.Options.quick(commits)
    options.capacity = 16
    commits.hold()
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append([.frame(0, 0)], to: trace)
    #expect(waitUntil { commits.isHolding })
    let taken = recorder.append(Entry.frames(20, from: 1), to: trace)
    for time in [Int64.min, -1, ModelLimits.time + 1, .max] {
      #expect(
        !recorder.append(Entry.frame(time, 9).event, at: Entry.frame(time, 9).time, to: trace))
    }
    for trace in [0, 2, Int.min, .max] {
      #expect(!recorder.append(Entry.frame(0, 9).event, at: .zero, to: trace))
    }
    commits.letGo()
    #expect(waitUntil { recorder.status.waitingEvents == 0 })
    recorder.append([.frame(2_000_000_000, 1)], to: trace)
    let status = try recorder.close()
    let dropped = taken.filter { !$0 }.count
    #expect(status.droppedEvents == Int64(dropped + 8))
    let entries = try #require(try Stored(path).traces.first).entries
    let gaps = entries.compactMap { entry in
      if case .stream(.gap(_, _, let count)) = entry.event { count } else { nil }
    }
    #expect(gaps == [Int64(dropped)])
    #expect(entries.last == .frame(2_000_000_000, 1))
  }

  @Test(
    "a small disorder is corrected and reported, a larger one is refused",
    arguments: [
      (0, false), (1, true), (1_000_000, true), (249_999_999, true), (250_000_000, true),
    ], [false, true])
  func disorder(step: (behind: Int64, isRaised: Bool), isRing: Bool) throws {
    var options = TraceRecorder.Options.oneBatch()
    options.ringSeconds = isRing ? 10 : nil
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let now: Int64 = 1_000_000_000
    recorder.append([.frame(0, 1), .frame(now, 2), .frame(now - step.behind, 3)], to: trace)
    // It is compared with the latest time, not with the last one given.
    recorder.append([.frame(now - 250_000_000, 4), .frame(now - 250_000_001, 5)], to: trace)
    recorder.append([.frame(now + 1, 6)], to: trace)
    if isRing { recorder.trigger() }
    let status = try recorder.close()
    var entries = try #require(try Stored(path).traces.first).entries
    if isRing { entries.removeFirst() }
    func repair(_ behind: Int64) -> Entry {
      let text = "the time ran backwards by \(behind) ns and was raised"
      return Entry(now, .stream(.repair(kind: "time-raised", text: text)))
    }
    let raised = step.isRaised ? [repair(step.behind)] : []
    #expect(
      entries
        == [.frame(0, 1), .frame(now, 2)] + raised + [.frame(now, 3), repair(250_000_000)]
        + [.frame(now, 4), .frame(now + 1, 6)])
    #expect(status.refusedEvents == 1)
  }
}
