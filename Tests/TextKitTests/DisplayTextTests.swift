import Simulation
import TestSupport
import Testing
import TextKit

@Suite struct DisplayTextTests {
  static let examples: [([UInt8], String)] = [
    (Array("plain é 😀 日本 \\".utf8), "plain é 😀 日本 \\"), ([], ""),
    ([0x1B, 0x5B, 0x33, 0x31, 0x6D], "\\x1b[31m"),
    ([0, 9, 10, 13, 0x7F], "\\x00\\x09\\x0a\\x0d\\x7f"),
    (Array("\u{80}\u{9B}\u{A0}".utf8), "\\x80\\x9b\u{A0}"),
    (Array("a\u{202E}b\u{2066}c\u{2069}".utf8), "a\\u{202E}b\\u{2066}c\\u{2069}"),
    (Array("\u{200B}\u{200D}\u{200E}\u{200F}".utf8), "\\u{200B}\\u{200D}\\u{200E}\\u{200F}"),
    (Array("\u{61C}\u{2060}\u{FEFF}".utf8), "\\u{061C}\\u{2060}\\u{FEFF}"),
    (Array("\u{2028}\u{E0041}".utf8), "\\u{2028}\\u{E0041}"),
    ([0x61, 0xFF, 0xC0, 0xAF, 0x62], "a\\xff\\xc0\\xafb"),
    ([0xE2, 0x82], "\\xe2\\x82"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
  ]

  @Test("hidden and harmful characters are escaped, others stay", arguments: examples)
  func escaped(bytes: [UInt8], shown: String) {
    #expect(DisplayText.escaped(bytes[...]) == shown)
    // A Swift string repairs invalid bytes, so only valid ones can be compared.
    if let text = String(validating: bytes, as: UTF8.self) {
      #expect(DisplayText.escaped(text) == shown)
    }
  }

  @Test("escaped text has no control character and does not change when escaped again")
  func idempotent() {
    var generator = SeededGenerator(seed: 8)
    for index in 0..<Cases.count {
      let bytes = (0..<20).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let shown = DisplayText.escaped(bytes[...])
      let hasControl = shown.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
      #expect(!hasControl, "case \(index) of seed 8")
      #expect(DisplayText.escaped(shown) == shown, "case \(index) of seed 8")
    }
  }

  @Test("a sentence begins with a capital letter, but an id keeps its case")
  func sentences() {
    #expect("the content rests".asSentence() == "The content rests")
    #expect("page-0 is not in view".asSentence() == "page-0 is not in view")
    #expect("feed rests at 3 pt".asSentence(keeping: ["feed"]) == "feed rests at 3 pt")
    #expect("Über 3 pt".asSentence() == "Über 3 pt" && "".asSentence() == "")
  }
}
