import Analysis
import CommandLineKit

/// A command with options for detectors that need information about the app's code.
protocol KnowsTheApp: CommandLineKit.Command {
  /// The values of the options.
  var app: FindingOptions { get set }
}

extension KnowsTheApp {
  /// The options as parameters.
  static var appParameters: [Parameter<Self>] {
    [
      .option(
        "minimum-view-time", \Self.app.minimumViewTime,
        "The app's minimum view time, in milliseconds (I01, I04).", valueName: "MS",
        limits: .range(0...3_600_000)),
      .option(
        "threshold", \Self.app.visibilityThreshold,
        "The visible fraction from which a view counts, where the configuration does not contain it.",
        limits: .range(0...1)),
      interactionParameter,
      .option(
        "effect-travel", \Self.app.effectTravel,
        "How far the transition's full effect moves a view, in points (S21).", valueName: "PT",
        limits: .range(-100_000...100_000)),
    ]
  }

  /// The parameter for counting views only after a scroll by the user.
  static var interactionParameter: Parameter<Self> {
    .flag(
      "waits-for-interaction", \Self.app.waitsForInteraction,
      "Views count only after the user's first scroll (I03, T06).")
  }
}

extension FindingOptions {
  /// The equivalent arguments, each after a space.
  var words: String {
    var text = ""
    if let minimumViewTime { text += " --minimum-view-time \(Self.plain(minimumViewTime))" }
    if let visibilityThreshold { text += " --threshold \(Self.plain(visibilityThreshold))" }
    if waitsForInteraction { text += " --waits-for-interaction" }
    if effectTravel != 0 { text += " --effect-travel \(Self.plain(effectTravel))" }
    return text
  }

  /// A number as people write it: integers without a fraction.
  private static func plain(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
