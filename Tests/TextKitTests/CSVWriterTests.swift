import TextKit
import Testing

@Suite struct CSVWriterTests {
  private func row(_ fields: [String], guards: Bool = true) -> String {
    var writer = CSVWriter(guardsFormulas: guards)
    for field in fields { writer.field(field) }
    writer.endRow()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static let rows: [([String], String)] = [
    (["a", "b"], "a,b\n"), (["a,b", "c"], "\"a,b\",c\n"), (["say \"hi\""], "\"say \"\"hi\"\"\"\n"),
    (["two\nlines", "cr\r"], "\"two\nlines\",\"cr\r\"\n"), ([""], "\"\"\n"), (["", ""], ",\n"),
    (["é😀", " x "], "é😀, x \n"),
  ]

  @Test("a field is quoted if necessary", arguments: rows)
  func quoting(fields: [String], text: String) {
    #expect(row(fields) == text)
  }

  static let formulas: [(String, String)] = [
    ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-cmd", "'-cmd"), ("@x", "'@x"), ("\tx", "'\tx"),
    ("\rx", "\"'\rx\""), ("=a,b", "\"'=a,b\""), ("-12.5e3", "-12.5e3"), ("+1", "+1"), ("-", "'-"),
    ("+", "'+"), ("-1-1", "'-1-1"), ("a=1", "a=1"), ("=\"x\"", "\"'=\"\"x\"\"\""),
  ]

  @Test(
    "a field that a spreadsheet would execute is escaped unless it is a number",
    arguments: formulas)
  func guarding(field: String, text: String) {
    #expect(row([field]) == text + "\n")
    let bare = row([field], guards: false)
    #expect(!bare.contains("'"))
  }

  @Test("numbers are written without quotes, and non-finite numbers are refused")
  func numbers() throws {
    var writer = CSVWriter(lineEnd: .carriageReturnNewline)
    try writer.field(-0.5)
    writer.field(-7 as Int64)
    writer.emptyField()
    #expect(throws: NumberError.notFinite) { try writer.field(Double.infinity) }
    writer.endRow()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "-0.5,-7,\r\n")
  }
}
