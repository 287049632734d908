import Replay
import ScrollModel
import TestSupport
import Testing
import TraceStore
import Triage

@testable import Diagnosis

extension Outcome {
  /// The diagnosis of a recording made by hand, whose complete result is compared with the approved
  /// one.
  ///
  /// So a test of a sentence notices a change of any number, too. Random recordings, whose number
  /// depends on `SCROLLTRACE_CASES`, are diagnosed without it.
  func approvedDiagnosis(
    declared: Configuration?, location: SourceLocation = #_sourceLocation
  ) throws -> TraceDiagnosis {
    let found = try Diagnoser(self, declared: declared, BehaviorRegistry()).diagnose()
    let digests = try #require(trace.digests)
    let input = Approved.digest("\(digests) \(declared?.text ?? "none")")
    let test = Test.current.map { "\($0.sourceLocation.fileName) \($0.name)" } ?? "no test"
    let line =
      ApprovedDiagnosisTests.line(found) + "\t" + Approved.digest(try neighbors(declared: declared))
    if let difference = try byHand.difference(test, "\(input.prefix(8))", line) {
      Issue.record("\(difference)", sourceLocation: location)
    }
    return found
  }

  /// The digests of the diagnoses of the recording with one or two random defects, several times;
  /// fewer times if it is long.
  private func neighbors(declared: Configuration?) throws -> [String] {
    var sink = CollectingSink()
    try store.source(of: [trace]).send(to: &sink)
    let events = zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) }
    let shelf = try TraceShelf()
    let count = max(1, min(4, 2000 / max(1, events.count)))
    return try (0..<count).map { seed in
      let disturbed = DisturbedRecording(sink.traces[0].information, events, seed: UInt64(seed))
      let (trace, store) = try shelf.put(disturbed)
      return ApprovedDiagnosisTests.digest(
        try Diagnoser(Outcome(of: trace, in: store), declared: declared, BehaviorRegistry())
          .diagnose())
    }
  }
}

/// The approved diagnoses of recordings made by hand.
private let byHand = ApprovedTable("diagnosis/by-hand")
