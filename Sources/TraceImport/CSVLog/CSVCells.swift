import TextKit

/// One line of a table, cut into its cells.
enum CSVCells {
  /// The most cells that are looked at.
  static let limit = 256

  /// Cuts a line at a separator; a quoted cell may hold it, and a quote twice.
  static func cut(_ line: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    while let cell = next(in: line, from: &start, at: separator), cells.count < limit {
      cells.append(cell)
    }
    return cells
  }

  /// Returns the cell that starts at a place and moves behind its separator; nil behind the last.
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

  /// Takes white space and one pair of quotes off.
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

  /// Returns a cell as a number in JSON's grammar: people also write `+1`, `.5`, `1.`, `007`, `1,5`.
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

  /// Takes marks between thousands out; nil where nobody knows whether a comma is one.
  private static func withoutGroups(
    _ cell: ArraySlice<UInt8>, _ comma: CSVComma
  ) -> ArraySlice<UInt8>? {
    guard comma != .decimal, let own = CSVComma(in: cell), own != .decimal else { return cell }
    guard own == .grouping || comma == .grouping else { return nil }
    return cell.filter { $0 != UInt8(ascii: ",") }[...]
  }

  /// Whether a cell is a word that programs write where they have no value.
  static func isNothing(_ cell: ArraySlice<UInt8>) -> Bool {
    guard cell.count <= 9 else { return false }
    return ["nil", "null", "nan", "-nan", "na", "n/a", "none", "undefined"]
      .contains(text(cell).lowercased())
  }

  /// Returns the number that a cell holds; nil if it holds anything else.
  static func number(_ cell: ArraySlice<UInt8>, _ comma: CSVComma = .decimal) -> Double? {
    // Nearly all cells are numbers of JSON's grammar.
    if let value = try? DecimalParser.double(cell.span) { return value }
    guard let plain = plain(cell, comma) else { return nil }
    return JSONScanner.number(plain[...])
  }

  /// Returns the number that a cell holds times ten to a power, as a whole one.
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
