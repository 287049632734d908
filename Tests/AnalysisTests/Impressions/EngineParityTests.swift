import Analysis
import ScrollModel
import TestSupport
import Testing

@Suite("visibility of the engine's own outcomes")
struct EngineParityTests {
  @Test(
    "SwiftUI's policies produce exactly the events that the engine emitted", .promise(12),
    arguments: [0.0, 0.5, 0.8, 1])
  func parity(threshold: Double) {
    var events = 0
    for seed in Promise.seeds(12, oneIn: 4) {
      Promise.count()
      let analyses = AnalysisPair(
        ImpressionAnalysis(.swiftUIVisibility(threshold: threshold)),
        AnalysisPair(
          ImpressionAnalysis(.swiftUITargets(threshold: threshold)),
          RecordedVisibility(.swiftUIVisibility(threshold: threshold))))
      let run = EngineRun.random(seed, analyses) {
        $0.viewVisibility = threshold
        $0.switches.initialVisibility = seed % 2 == 0 ? .called : .silent
      }
      let told = run.pass.analysis.first.result.callbacks
      var computed: [VisibilityOutcome] = []
      for callback in told {
        guard case .target(let id, let isVisible, _) = callback.content else { continue }
        computed.append(
          VisibilityOutcome(
            time: callback.time, id: id, index: Int(id.number), isVisible: isVisible, fraction: 0))
      }
      computed.sort { ($0.time, $0.index) < ($1.time, $1.index) }
      var called: Set<Int> = []
      let changes = run.log.visibility.filter {
        // An initial report that a view is not visible changes nothing (VIS-4).
        let isFirst = called.insert($0.index).inserted
        return $0.isVisible || !isFirst
      }
      let expected = changes.map {
        VisibilityOutcome(
          time: $0.time, id: $0.id, index: $0.index, isVisible: $0.isVisible, fraction: 0)
      }
      #expect(computed == expected, "seed \(seed)")
      let recorded = run.pass.analysis.second.second.result
      #expect(recorded.differences.isEmpty && recorded.agreedCount == expected.count)
      events += expected.count
    }
    #expect(events > 0)
  }

  @Test(
    "PIN-7 policies count what pinned headers cover, or not, as the engine does",
    arguments: PinnedVisibilityChoice.allCases)
  func pinned(_ choice: PinnedVisibilityChoice) throws {
    let word = choice == .excluded ? ", uncovered" : ""
    let policy = try ImpressionPolicy(preset: "swiftui.visibility(0.5\(word))")
    var (events, headers) = (0, 0)
    for seed in Cases.seeds(oneIn: 4, from: 12_000) {
      let analyses = AnalysisPair(ImpressionAnalysis(policy), RecordedVisibility(policy))
      let run = EngineRun.random(seed, analyses, headerEvery: 7) {
        $0.viewVisibility = 0.5
        $0.switches.pinnedVisibility = choice
      }
      let computed = run.pass.analysis.first.result.callbacks.compactMap { callback -> String? in
        guard case .target(let id, let isVisible, _) = callback.content else { return nil }
        return "\(callback.time.nanoseconds) \(id.number) \(isVisible)"
      }
      var called: Set<Int> = []
      let expected = run.log.visibility.compactMap { change -> String? in
        // That a view is not visible at first changes nothing (VIS-4).
        let isFirst = called.insert(change.index).inserted
        guard change.isVisible || !isFirst else { return nil }
        headers += change.index % 7 == 0 ? 1 : 0
        return "\(change.time.nanoseconds) \(change.id.number) \(change.isVisible)"
      }
      let difference = Set(computed).symmetricDifference(expected).sorted()
      #expect(difference.isEmpty && computed.count == expected.count, "seed \(seed): \(difference)")
      #expect(run.pass.analysis.second.result.differences.isEmpty, "seed \(seed)")
      events += expected.count
    }
    #expect(events > 0 && headers > 0)
  }

  @Test("the computed visible sets equal the engine's", .promise(12))
  func sets() {
    for seed in Promise.seeds(12, oneIn: 4) {
      Promise.count()
      let run = EngineRun.random(seed, ImpressionAnalysis(.swiftUITargets(threshold: 0.8))) {
        $0.targetVisibility = 0.8
      }
      var computed: [VisibleSetOutcome] = []
      for callback in run.pass.analysis.result.callbacks {
        guard case .set(let ids, _, _) = callback.content else { continue }
        computed.append(VisibleSetOutcome(time: callback.time, ids: ids))
      }
      #expect(computed == run.log.visibleSets, "seed \(seed)")
    }
  }

  @Test("each kind of wrong recorded event gets its cause")
  func causes() {
    let base: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })), (0, frame(0, .idle)),
    ]
    func event(_ id: String, _ isVisible: Bool) -> TraceEvent {
      .observation(.visibility(VisibilityEvent(id: TargetID(id), isVisible: isVisible)))
    }
    func causes(_ events: [(Double, TraceEvent)]) -> [String] {
      var pass = AnalysisDriver(RecordedVisibility())
      for (time, event) in events { pass.take(event, at: milliseconds(time)) }
      pass.finish(at: milliseconds(3000))
      return pass.analysis.result.differences.map { "\($0.cause.rawValue) \($0.id.displayText)" }
    }
    let good = base + [(0, event("0", true)), (16, event("1", true))]
    #expect(causes(good).isEmpty)
    #expect(causes(base + [(0, event("0", true))]) == ["I02 1"])
    #expect(causes(good + [(500, event("7", true))]) == ["I03 7"])
    let scrolled = good + [(1000, frame(50, .interacting)), (1016, frame(60, .interacting))]
    #expect(causes(scrolled) == ["I04 2", "I04 0"])
    #expect(causes(scrolled + [(1016, event("2", true)), (1016, event("0", false))]).isEmpty)
    #expect(
      causes(good + [(500, event("0", false)), (516, event("0", true))]) == ["I05 0", "I05 0"])
    #expect(causes(good + [(500, event("0", true))]) == ["I01 0"])
  }
}
