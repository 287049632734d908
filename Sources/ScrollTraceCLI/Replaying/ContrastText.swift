import CommandLineKit
import Replay
import ScrollModel
import TextKit

/// Releases with different resting offsets under two configurations, as text.
enum ContrastText {
  /// The largest number that is printed.
  static let shown = 12

  static func print(_ physicsDifferences: [SettleDifference], _ console: inout Console) {
    for contrast in physicsDifferences.prefix(shown) {
      console.print("  \(console.style("•", .yellow)) \(line(contrast))")
    }
    let rest = physicsDifferences.count - shown
    if rest > 0 { console.print("  … and \(rest) more; --json lists them") }
  }

  /// The time and the sentence.
  static func line(_ contrast: SettleDifference) -> String {
    "\(secondsText(contrast.time.nanoseconds)): \(DisplayText.escaped(contrast.sentence))"
  }
}

extension MatrixJSON {
  static func write(_ physicsDifferences: [SettleDifference], _ json: inout JSONWriter) throws {
    json.beginArray()
    for contrast in physicsDifferences { try write(contrast, &json) }
    json.endArray()
  }

  private static func write(_ contrast: SettleDifference, _ json: inout JSONWriter) throws {
    json.beginObject()
    json.member("time_ns", contrast.time.nanoseconds)
    json.member("axis", contrast.axis == .vertical ? "vertical" : "horizontal")
    json.member("first", contrast.names.first)
    json.member("second", contrast.names.second)
    json.member("first_id", contrast.first.chosenID?.displayText)
    json.member("second_id", contrast.second.chosenID?.displayText)
    try json.member("first_rest_pt", contrast.first.chosen)
    try json.member("second_rest_pt", contrast.second.chosen)
    json.member("sentence", contrast.sentence)
    json.member("follows_release", contrast.followsRelease.map(Int64.init))
    json.key("differences")
    json.beginArray()
    for step in contrast.steps {
      json.beginObject()
      json.member("stage", step.stage.rawValue)
      json.member("first", step.first)
      json.member("second", step.second)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}
