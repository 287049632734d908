import TextKit

/// Splits one line of a table into its cells.
enum CSVCells {
  /// The largest number of cells.
  static let limit = 256

  /// Splits a line at a separator; a quoted cell may contain it, and doubled quotes.
  static func cut(_ line: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    while let cell = next(in: line, from: &start, at: separator), cells.count < limit {
      cells.append(cell)
    }
    return cells
  }

  /// Returns the cell at a position and moves after its separator; nil at the end.
  @inline(__always)
  static func next(
    in line: ArraySlice<UInt8>, from start: inout Int, at separator: UInt8
  ) -> ArraySlice<UInt8>? {
    guard start <= line.endIndex else { return nil }
    var index = start
    var isQuoted = false
    while index < line.endIndex {
      let byte = line[index]
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        break
      }
      index += 1
    }
    let cell = line[start..<index]
    start = index + 1
    guard let first = cell.first, first > 0x22, let last = cell.last, last > 0x22 else {
      return trimmed(cell)
    }
    return cell
  }

  /// Removes white space and one pair of quotes.
  private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var cell = blankless(cell)
    let quote = UInt8(ascii: "\"")
    if cell.count >= 2, cell.first == quote, cell.last == quote {
      cell = blankless(cell.dropFirst().dropLast())
    }
    return cell
  }

  private static func blankless(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var cell = cell.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = cell.last, last == 0x20 || last == 0x09 || last == 0x0D {
      cell = cell.dropLast()
    }
    return cell
  }

  static func text(_ cell: ArraySlice<UInt8>) -> String { String(decoding: cell, as: UTF8.self) }

  /// Returns a cell in JSON's number grammar: tables also contain `+1`, `.5`, `1.`, `007`, `1,5`.
  private static func plain(_ cell: ArraySlice<UInt8>, _ comma: CSVComma) -> [UInt8]? {
    guard !cell.isEmpty, cell.count <= 400, var rest = withoutGroups(cell, comma) else {
      return nil
    }
    var result: [UInt8] = []
    if rest.first == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    } else if rest.first == UInt8(ascii: "-") {
      result.append(UInt8(ascii: "-"))
      rest = rest.dropFirst()
    }
    let whole = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(whole.count)
    let digits = whole.drop { $0 == 0x30 }
    result += digits.isEmpty ? [0x30] : Array(digits)
    var hasDigits = !whole.isEmpty
    if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(1 + fraction.count)
      if !fraction.isEmpty { result += [UInt8(ascii: ".")] + fraction }
      hasDigits = hasDigits || !fraction.isEmpty
    }
    return hasDigits ? result + rest : nil
  }

  /// Removes thousands separators; nil if the meaning of a comma is unknown.
  private static func withoutGroups(
    _ cell: ArraySlice<UInt8>, _ comma: CSVComma
  ) -> ArraySlice<UInt8>? {
    guard comma != .decimal, let own = CSVComma(in: cell), own != .decimal else { return cell }
    guard own == .grouping || comma == .grouping else { return nil }
    return cell.filter { $0 != UInt8(ascii: ",") }[...]
  }

  /// Whether a cell contains a common word for a missing value.
  static func isNothing(_ cell: ArraySlice<UInt8>) -> Bool {
    guard cell.count <= 9 else { return false }
    return ["nil", "null", "nan", "-nan", "na", "n/a", "none", "undefined"]
      .contains(text(cell).lowercased())
  }

  /// Returns the number in a cell; nil if it contains anything else.
  static func number(_ cell: ArraySlice<UInt8>, _ comma: CSVComma = .decimal) -> Double? {
    // Nearly all cells are already in JSON's grammar.
    if let value = try? DecimalParser.double(cell.span) { return value }
    guard let plain = plain(cell, comma) else { return nil }
    return JSONScanner.number(plain[...])
  }

  /// Returns the number in a cell times a power of ten, rounded to an integer.
  static func scaled(
    _ cell: ArraySlice<UInt8>, timesTenTo power: Int, _ comma: CSVComma
  ) -> Int64? {
    if let literal = try? DecimalLiteral(in: cell.span, at: 0), literal.end == cell.count {
      return try? DecimalParser.int64(literal, timesTenTo: power)
    }
    guard let plain = plain(cell, comma) else { return nil }
    return JSONScanner.scaled(plain[...], timesTenTo: power)
  }
}
