/// The meaning of a comma inside a number, if cells are separated by commas as well.
enum CSVComma {
  /// It separates the fraction: `1,5`.
  case decimal
  /// It separates thousands: `1,300.5`.
  case grouping
  /// It is ambiguous: `1,200`.
  case unclear

  /// Determines the meaning for a whole table from the cells of its first rows.
  init(_ rows: [[ArraySlice<UInt8>]]) {
    var found: CSVComma?
    for cell in rows.joined() {
      guard let meaning = CSVComma(in: cell), meaning != .unclear else { continue }
      guard found == nil || found == meaning else {
        self = .unclear
        return
      }
      found = meaning
    }
    self = found ?? .unclear
  }

  /// Determines the meaning in a single number; nil without a comma, or for other text.
  init?(in cell: ArraySlice<UInt8>) {
    guard cell.contains(UInt8(ascii: ",")) else { return nil }
    let hasSign = cell.first == UInt8(ascii: "-") || cell.first == UInt8(ascii: "+")
    let body = hasSign ? cell.dropFirst() : cell
    let number = body.prefix { $0 == UInt8(ascii: ",") || (0x30...0x39).contains($0) }
    let hasPoint = body.dropFirst(number.count).first == UInt8(ascii: ".")
    let groups = number.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard groups.count > 1, let first = groups.first else { return nil }
    let areGroups = 1...3 ~= first.count && groups.dropFirst().allSatisfy { $0.count == 3 }
    if areGroups, first.first != 0x30 {
      self = groups.count > 2 || hasPoint ? .grouping : .unclear
    } else if groups.count == 2, !hasPoint {
      self = .decimal
    } else {
      return nil
    }
  }
}
