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
    let line = ApprovedDiagnosisTests.line(found)
    if let difference = try byHand.difference(test, "\(input.prefix(8))", line) {
      Issue.record("\(difference)", sourceLocation: location)
    }
    return found
  }
}

/// The approved diagnoses of recordings made by hand.
private let byHand = ApprovedTable("diagnosis/by-hand")
