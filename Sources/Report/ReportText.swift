import TextKit

/// Untrusted text for all formats: one line, no invisible characters, and no invalid codes.
public enum ReportText {
  /// A declared configuration; an empty text declares the defaults.
  static func configuration(_ text: String) -> String { text.isEmpty ? "the defaults" : text }

  /// Returns the text with all unsafe characters shown as codes.
  ///
  /// HTML and XML forbid noncharacters of Unicode, so these are included.
  static func shown(_ text: String) -> String {
    let shown = DisplayText.escaped(text)
    guard shown.unicodeScalars.contains(where: isNoncharacter) else { return shown }
    var result = ""
    for scalar in shown.unicodeScalars {
      if isNoncharacter(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a number with its noun: "1 trace", "2 traces".
  static func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// Returns a sentence without its period.
  public static func withoutPeriod(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }
}

extension ReportDocument {
  /// The meaning of an empty list of findings: none was found, or there was nothing to check.
  var noFindings: String {
    hasRecording
      ? "No detector found a defect." : "The detectors had no recorded frames to examine."
  }
}

extension ReportPolicy {
  /// The numbers of impressions and near misses, or the reason why they are unknown.
  var counts: String {
    if let notMeasurable { return "not measurable, \(notMeasurable)" }
    let made = impressions.count { $0.qualified != nil }
    return ReportText.counted(made, "impression") + ", "
      + ReportText.counted(impressions.count - made, "near miss", "near misses")
  }
}
