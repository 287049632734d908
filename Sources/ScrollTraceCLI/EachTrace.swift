import CommandLineKit
import ScrollModel
import TextKit
import TraceStore

/// What came of several traces, one after the other.
///
/// A trace that fails does not stop the others: it is named at the end. One that was asked for alone
/// throws what went wrong with it.
struct EachTrace<Result> {
  /// A trace of which nothing came.
  struct Failed {
    /// The trace's number in its store.
    let number: Int64
    /// The trace as messages name it.
    let name: String
    let failure: Failure
  }

  private(set) var results: [Result] = []
  private(set) var failed: [Failed] = []

  /// Does the same with each trace; a mistake in the command line and an interruption end it at once.
  ///
  /// - Parameter goesOn: Whether a failure is collected even if there is only one trace.
  init(
    _ traces: [TraceRecord], goesOn: Bool = false, _ body: (TraceRecord) throws -> Result
  ) throws {
    for trace in traces {
      do {
        results.append(try body(trace))
      } catch let error where !(error is UsageError) && (goesOn || traces.count > 1) {
        // Whatever an interruption broke off says why in its own words.
        if Interruption.isPending { throw error }
        failed.append(
          Failed(
            number: trace.id, name: "trace \(trace.id) '\(trace.information.name)'",
            failure: Failure(error)))
      }
    }
  }

  /// Whether all traces gave something.
  var isComplete: Bool { failed.isEmpty }

  /// Names the traces that failed on standard error.
  func printFailed(_ verb: String, _ console: inout Console) {
    for failed in failed {
      console.printError(
        "scrolltrace \(verb): \(DisplayText.escaped(failed.name)): "
          + DisplayText.escaped(failed.failure.description))
    }
  }

  /// The exit code: that of the results, unless a trace failed.
  func exitCode(_ ofResults: ExitCode) -> ExitCode {
    guard let first = failed.first else { return ofResults }
    return results.isEmpty ? first.failure.exitCode : .partial
  }
}
