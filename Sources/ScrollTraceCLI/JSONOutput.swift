import CommandLineKit
import ScrollModel
import TextKit

extension Console {
  /// Prints one JSON document whose last member confirms that it is complete.
  ///
  /// `isComplete` is false if some inputs failed; a document without the member was truncated.
  mutating func printJSON(
    isComplete: Bool = true, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    try body(&json)
    json.key("complete")
    json.value(isComplete)
    json.endObject()
    json.newline()
    write(String(decoding: json.bytes, as: UTF8.self))
  }
}

extension JSONWriter {
  /// Writes the members of a candidate resting position.
  mutating func members(of candidate: SettleCandidate) throws {
    member("id", candidate.id?.displayText)
    try member("place_pt", candidate.offset)
    try member("distance_pt", candidate.distance)
  }

  /// Writes a member with the hexadecimal digits of optional bytes.
  mutating func member(_ name: String, hex bytes: [UInt8]?) {
    member(name, bytes.map(hexText))
  }
}

/// The lower-case hexadecimal digits of bytes.
func hexText(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".unicodeScalars)
  var text = ""
  for byte in bytes {
    text.unicodeScalars.append(digits[Int(byte >> 4)])
    text.unicodeScalars.append(digits[Int(byte & 15)])
  }
  return text
}

/// Seconds with three decimals, as text.
func secondsText(_ nanoseconds: Int64) -> String {
  let milliseconds = nanoseconds / 1_000_000
  let rest = String((milliseconds % 1000).magnitude)
  return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest + " s"
}
