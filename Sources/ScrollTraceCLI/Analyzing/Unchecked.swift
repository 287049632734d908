import CommandLineKit
import Replay
import TextKit

/// What an analysis could not judge, and why.
struct Unchecked {
  /// What was not judged, why, and what to do.
  let sentence: String
  /// Whether the program lacks the code that the configuration names.
  ///
  /// Then the run is not complete; what a trace does not contain is no failure.
  let isMissingCode: Bool

  init(_ what: String, _ error: ReplayError) {
    sentence = "Not checked: \(what): \(error.description)."
    isMissingCode = error.kind == .unknownBehavior
  }

  func print(_ console: inout Console) {
    console.print("  \(console.style(DisplayText.escaped(sentence), .yellow))")
  }
}
