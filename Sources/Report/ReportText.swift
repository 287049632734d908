import TextKit

/// Foreign text as every face shows it: one line, nothing hidden, and no code that a file may not hold.
enum ReportText {
  /// Returns the text with everything unsafe spelled out.
  ///
  /// HTML and XML forbid the codes that Unicode never assigns, so those are spelled out, too.
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

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }
}
