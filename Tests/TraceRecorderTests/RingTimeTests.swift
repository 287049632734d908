import ScrollModel
import TestSupport
import Testing
import TraceRecorder
import TraceStore

@Suite("times after a ring cut")
struct RingTimeTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("gaps and the refresh clock shift with the cut")
  func movedTimes() throws {
    func container(_ at: Int64, _ rate: Double?, _ origin: Int64?) -> Entry {
      let change = ContainerChange(
        refreshRate: rate, refreshOrigin: origin.map { TraceTime(nanoseconds: $0 * 1_000_000) })
      return Entry.millisecond(at, .input(.container(change)))
    }
    func gap(_ at: Int64, _ from: Int64, _ to: Int64) -> Entry {
      let (from, to) = (
        TraceTime(nanoseconds: from * 1_000_000), TraceTime(nanoseconds: to * 1_000_000)
      )
      return Entry.millisecond(at, .stream(.gap(from: from, to: to, count: 3)))
    }
    // Ticks at 3, 23, 43 … ms. The kept part starts at 9 s, 17 ms before the next tick's 9,003 ms.
    let before = [container(0, 50, 3)] + Entry.tenths(0..<10_000)
    let recorder = try TraceRecorder(path: path, options: .ring(0.9))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(before, to: trace)
    recorder.trigger()
    recorder.append(
      [
        gap(10_000, 8000, 9500), gap(10_001, 9600, 9700), container(10_002, nil, 3),
        container(10_003, 100, nil), container(10_004, nil, 10_007), container(10_005, 40, nil),
        container(10_006, nil, nil),
      ], to: trace)
    try recorder.close()
    let stored = try #require(try Stored(path).traces.first)
    #expect(stored.record.information.metadata.map(\.json) == ["9000000000", "-8997000000"])
    #expect(stored.entries[1] == container(0, 50, 3))
    #expect(
      Array(stored.entries.suffix(7)) == [
        gap(1000, 0, 500), gap(1001, 600, 700), container(1002, nil, 3), container(1003, 100, 3),
        container(1004, nil, 1007), container(1005, 40, nil), container(1006, nil, nil),
      ])
  }

  @Test(
    "refresh rates at the ends of their range do not trap",
    arguments: [
      Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-300, 1e-18, 1e-9, 1, 10_000,
    ])
  func oddRates(rate: Double) throws {
    let recorder = try TraceRecorder(path: path, options: .ring(1))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let change = ContainerChange(refreshRate: rate, refreshOrigin: .zero)
    recorder.append([Entry.millisecond(0, .input(.container(change)))], to: trace)
    recorder.append(Entry.tenths(0..<10_000), to: trace)
    recorder.trigger()
    recorder.append([Entry.millisecond(10_000, .input(.container(change)))], to: trace)
    let status = try recorder.close()
    #expect(status.refusedEvents == 0)
    let entries = try #require(try Stored(path).traces.first).entries
    guard case .input(.container(let restated)) = entries[1].event else {
      Issue.record("no container in the keyframe")
      return
    }
    #expect(restated.refreshRate == rate)
    #expect((restated.refreshOrigin == nil) == (rate < 1e-9))
    #expect(entries.last?.event == entries[1].event)
  }
}
