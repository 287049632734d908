import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceRecorder
import TraceStore

@Suite("traces cut by a ring")
struct RingCutTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Records a stream with a trigger somewhere; returns the trace and the time of the cut.
  private func record(
    _ whole: [Entry], trigger: Int, _ options: TraceRecorder.Options, _ name: String
  ) throws -> (entries: [Entry], origin: TraceTime) {
    let path = directory.file(name)
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(Array(whole[..<trigger]), to: trace)
    recorder.trigger()
    recorder.append(Array(whole[trigger...]), to: trace)
    let status = try recorder.close()
    #expect(status.refusedEvents == 0 && status.droppedEvents == 0)
    let stored = try Stored(path)
    stored.expectWhole()
    let first = try #require(stored.traces.first)
    let origin = first.record.information.metadata.first { $0.key == "cut_ns" }
    return (
      first.entries, TraceTime(nanoseconds: origin.flatMap { Int64($0.json) } ?? 0)
    )
  }

  /// The event as it must be stored after a cut; the state checks the refresh clock.
  private func moved(_ event: TraceEvent, by origin: TraceTime) -> TraceEvent {
    func move(_ time: TraceTime) -> TraceTime {
      max(.zero, time.advanced(byNanoseconds: -origin.nanoseconds))
    }
    switch event {
    case .stream(.gap(let from, let to, let count)):
      return .stream(.gap(from: move(from), to: move(to), count: count))
    case .input(.container(var change)):
      change.refreshOrigin = nil
      return .input(.container(change))
    default:
      return event
    }
  }

  private func withoutClock(_ event: TraceEvent) -> TraceEvent {
    guard case .input(.container(var change)) = event else { return event }
    change.refreshOrigin = nil
    return .input(.container(change))
  }

  @Test("later moments have the same state, and N to N + 2 seconds and a motion are kept")
  func randomCuts() throws {
    var (cuts, touches) = (0, 0)
    for seed in Cases.seeds(oneIn: 2) {
      var generator = SeededGenerator(seed: seed)
      var stream = ScrollStream(seed: seed, start: generator.int(in: 0...1_000_000_000))
      let whole = stream.entries(generator.int(in: 1...800))
      let trigger = generator.int(in: 0...whole.count)
      let seconds = generator.chance(0.1) ? 0 : generator.double(in: 0.1...8)
      var options = TraceRecorder.Options.ring(seconds)
      if generator.chance(0.5) { options.batchCount = generator.int(in: 1...300) }
      let (entries, origin) = try record(
        whole, trigger: trigger, options, "\(seed).sqlite")
      let label: Comment = "seed \(seed)"

      // A ring without events has no state to repeat.
      guard trigger > 0 else {
        #expect(entries == whole, label)
        continue
      }
      let first = try #require(entries.first)
      guard case .stream(.keyframe(let count)) = first.event else {
        Issue.record("seed \(seed): the kept part starts with \(first)")
        continue
      }
      let restated = entries[1..<Int(count) + 1]
      let rest = Array(entries.dropFirst(Int(count) + 1))
      let dropped = whole.count - rest.count
      #expect(dropped >= 0 && dropped < trigger, label)
      cuts += dropped > 0 ? 1 : 0

      // The length of the kept part.
      let (start, end) = (whole[0].time, whole[trigger - 1].time)
      let length = end.nanoseconds(since: origin)
      let asked = Int64(seconds * 1e9)
      #expect(length >= min(asked, end.nanoseconds(since: start)), label)
      // A movement in progress is kept completely, up to half a minute of it.
      #expect(length < asked + 32_000_000_000, label)
      #expect(first.time == .zero, label)

      // Its state at its start and at every later time.
      var (state, cut) = (TraceState(), TraceState())
      for entry in whole[..<dropped] { state.take(entry.event) }
      for entry in restated { cut.take(entry.event) }
      touches += state.touches.isEmpty ? 0 : 1
      #expect(cut.agrees(with: state, cutAt: origin), "seed \(seed), at the cut")
      expectFingersBegin(restated, state, "seed \(seed)")
      for (entry, original) in zip(rest, whole[dropped...]) {
        let time = original.time.nanoseconds(since: origin)
        state.take(original.event)
        cut.take(entry.event)
        let isSame =
          entry.time.nanoseconds == time
          && withoutClock(entry.event) == moved(original.event, by: origin)
          && cut.clockAgrees(with: state, cutAt: origin)
        guard isSame else {
          Issue.record("seed \(seed), at \(time) ns: \(entry.event), \(original.event)")
          break
        }
      }
      #expect(cut.agrees(with: state, cutAt: origin), "seed \(seed), at the end")
    }
    #expect(cuts > 0 && touches > 0, "no stream was cut, or no finger was down at a cut")
  }

  /// Expects that the keyframe has each finger begin once, first, and hold it down to its end.
  private func expectFingersBegin(
    _ restated: ArraySlice<Entry>, _ state: TraceState, _ label: String
  ) {
    var begun: Set<Int64> = []
    for entry in restated {
      guard case .input(.touch(let sample)) = entry.event else { continue }
      let isFirst = begun.insert(sample.pointer).inserted
      #expect(isFirst == (sample.phase == .began), "\(label): \(sample)")
      #expect(sample.phase != .ended && sample.phase != .cancelled, "\(label)")
    }
    #expect(begun == Set(state.touches.keys), "\(label)")
  }
}
