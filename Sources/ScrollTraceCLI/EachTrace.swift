import CommandLineKit
import ScrollModel
import TextKit
import TraceStore

/// The results of several traces, one after the other.
///
/// A failing trace does not stop the others and is listed at the end. With a single requested
/// trace, its error is thrown.
struct EachTrace<Result> {
  /// A trace without a result.
  struct Failed {
    /// The trace's number in its store.
    let number: Int64
    /// The trace's name in messages.
    let name: String
    let failure: Failure
  }

  private(set) var results: [Result] = []
  private(set) var failed: [Failed] = []

  /// Runs the body for each trace; an error in the arguments and an interruption end it
  /// immediately.
  ///
  /// - Parameter goesOn: Whether a failure is collected even if there is only one trace.
  init(
    _ traces: [TraceRecord], goesOn: Bool = false, _ body: (TraceRecord) throws -> Result
  ) throws {
    for trace in traces {
      do {
        results.append(try body(trace))
      } catch let error where !(error is UsageError) && (goesOn || traces.count > 1) {
        // An interrupted operation has its own message.
        if Interruption.isPending { throw error }
        failed.append(
          Failed(
            number: trace.id, name: "trace \(trace.id) '\(trace.information.name)'",
            failure: Failure(error)))
      }
    }
  }

  /// Whether all traces have a result.
  var isComplete: Bool { failed.isEmpty }

  /// Lists the failed traces on standard error.
  func printFailed(_ verb: String, _ console: inout Console) {
    for failed in failed {
      console.printError(
        "scrolltrace \(verb): \(DisplayText.escaped(failed.name)): "
          + DisplayText.escaped(failed.failure.description))
    }
  }

  /// The exit code of the results, unless a trace failed.
  func exitCode(_ ofResults: ExitCode) -> ExitCode {
    guard let first = failed.first else { return ofResults }
    return results.isEmpty ? first.failure.exitCode : .partial
  }
}
