import Simulation
import TestSupport
import Testing
import TextKit

@Suite struct JSONWriterTests {
  private func sample(_ layout: JSONWriter.Layout) throws -> String {
    var writer = JSONWriter(layout: layout)
    writer.beginObject()
    writer.key("t")
    writer.value(1)
    writer.key("list")
    writer.beginArray()
    try writer.value(0.5)
    writer.value(true)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.key("raw")
    writer.raw(Array(#"{"kept":1}"#.utf8)[...])
    writer.key("end")
    writer.value("é")
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("compact text has no white space")
  func compact() throws {
    #expect(
      try sample(.compact)
        == #"{"t":1,"list":[0.5,true,null,{},[]],"raw":{"kept":1},"end":"é"}"#)
  }

  @Test("pretty text has one line per member and two spaces per level")
  func pretty() throws {
    #expect(
      try sample(.pretty) == """
        {
          "t": 1,
          "list": [
            0.5,
            true,
            null,
            {},
            []
          ],
          "raw": {"kept":1},
          "end": "é"
        }
        """)
  }

  @Test("both layouts are valid JSON")
  func valid() throws {
    for layout in [JSONWriter.Layout.compact, .pretty] {
      try Walker.walk(Array(try sample(layout).utf8))
    }
  }

  static let escapes: [(String, String)] = [
    ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\0\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("\u{2027}\u{202A}é😀", "\"\u{2027}\u{202A}é😀\""), ("<&>", "\"<&>\""),
  ]

  @Test("a string is escaped as little as possible", arguments: escapes)
  func strings(text: String, json: String) {
    var writer = JSONWriter()
    writer.value(text)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
  }

  @Test("text for a script element contains no markup")
  func html() {
    var writer = JSONWriter(escaping: .html)
    writer.value("</script>&")
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #""\u003c/script\u003e\u0026""#)
  }

  @Test("a non-finite number is refused and leaves the text unchanged")
  func notFinite() throws {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(1)
    #expect(throws: NumberError.notFinite) { try writer.value(Double.nan) }
    writer.value(2)
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[1,2]")
  }

  @Test("lines follow each other without commas")
  func lines() {
    var writer = JSONWriter()
    for index in 0..<2 {
      writer.beginObject()
      writer.key("i")
      writer.value(index)
      writer.endObject()
      writer.newline()
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"i\":0}\n{\"i\":1}\n")
  }

  @Test("any text can be read back byte for byte")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 5)
    for index in 0..<Cases.count {
      var text = ""
      for _ in 0..<(generator.next() % 20) {
        let wide = generator.next() % 3 == 0
        let value = UInt32(generator.next() % (wide ? 0x11_0000 : 0x90))
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      var writer = JSONWriter(escaping: index % 2 == 0 ? .minimal : .html)
      writer.value(text)
      var scanner = JSONScanner(writer.bytes)
      let read = try scanner.string()
      #expect(read.utf8.elementsEqual(text.utf8), "case \(index) of seed 5")
    }
  }
}
