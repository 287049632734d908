import Calibration
import Foundation
import ScrollModel
import ScrollProbe
import Simulation
import TestSupport
import Testing
import TraceRecorder
import TraceStore

/// The code of Examples/Calibration/Apple that needs no SwiftUI; its files are linked into this folder.
@Suite("The log of the SwiftUI probes") struct AppleLogTests {
  @Test("CAL-9 the app's log of a simulated probe decides the switch that the probe was made for")
  func log() throws {
    let plan = try ProbePlan(on: .swiftui)
    let suite = try JSONDecoder().decode(Suite.self, from: Data(plan.suiteJSON))
    #expect(suite.platform == "swiftui" && suite.probes.count == plan.probes.count)
    for line in suite.probes.flatMap(\.script) {
      #expect(SuiteStep(line) != nil, "\(line)")
    }
    let number = try #require(
      plan.answers.firstIndex { $0.contains { $0.key == "point-origin" } })
    let (probe, item) = (plan.probes[number], suite.probes[number])
    let configuration = try Configuration(
      text: probe.configuration, setting: [("profile", "ios26"), ("point-origin", "inset-rest")])
    var events = EventList()
    try probe.simulation(configuration).send(to: &events)

    let folder = try TemporaryDirectory()
    let file = folder.file("probe.sqlite")
    let recorder = try TraceRecorder(path: file)
    let log = ProbeLog(item, recorder)
    log.countGeometryCall()
    log.countGeometryCall()
    log.layout(StackItem.items(of: item.scene), item.scene)
    log.containerSize(width: 390, height: 600)
    log.begin()
    for (time, event) in events.list {
      // The recorder's clock is the system's, so the probe takes as long as on a device.
      let wait = Double(time.nanoseconds(since: log.probe.now)) / 1e9
      if wait > 0 { Thread.sleep(forTimeInterval: wait) }
      switch event {
      case .input(.layout): break
      case .input(let input): log.probe.record(input)
      case .observation(let observation): log.probe.record(observation)
      case .stream: break
      }
    }
    #expect(try recorder.close().committedEvents > 5)

    let store = try TraceStore(path: file, mode: .readOnly)
    let decisions = try Calibration(try store.traces(), in: store, on: .swiftui).decide()
    let decision = try #require(decisions.first { $0.key.name == "point-origin" })
    #expect(decision.isDecided && decision.best == "inset-rest", "\(decision)")
    #expect(decision.contradictions.isEmpty)
    try store.close()
  }
}

/// Keeps events in memory.
private struct EventList: TraceSink {
  var list: [(time: TraceTime, event: TraceEvent)] = []

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }
  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    list.append((time, event))
  }
  mutating func report(_ diagnostic: Diagnostic) {}
}
