import CommandLineKit
import Replay
import TextKit

/// The skipped part of an analysis, and the reason.
struct Unchecked {
  /// The skipped part, the reason, and the remedy.
  let sentence: String
  /// Whether the program lacks the code of a configured behavior.
  ///
  /// Then the run is incomplete; missing data in a trace is no failure.
  let isMissingCode: Bool

  init(_ what: String, _ error: ReplayError) {
    sentence = "Not checked: \(what): \(error.description)."
    isMissingCode = error.kind == .unknownBehavior
  }

  func print(_ console: inout Console) {
    console.print("  \(console.style(DisplayText.escaped(sentence), .yellow))")
  }
}
