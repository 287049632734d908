import Analysis
import CommandLineKit
import ScrollModel
import Simulation

/// The words that shells complete values of options with.
enum CompletionWords {
  /// Behaviors without parameters, which need no quotes.
  static let behaviors = ValueCompletion.words(["none", "paging", "view-aligned"])
  static let anchors = ValueCompletion.words(["top", "center", "bottom", "leading", "trailing"])
  static let profiles = ValueCompletion.words(Profile.allCases.map(\.rawValue))
  static let policies = ValueCompletion.words(ImpressionPolicy.presets.map(\.name))
  static let detectors = ValueCompletion.words(DetectorEntry.all.map(\.id))
  static let cases = ValueCompletion.words(Gallery.caseNames)
}
