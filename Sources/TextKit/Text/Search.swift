// The standard library's substring search requires its regular expressions, which add a megabyte to
// a static tool. These functions compare bytes.

extension StringProtocol {
  /// Returns the range of the first occurrence of a text; an empty text has none.
  package func range(of piece: String) -> Range<Index>? {
    guard let first = piece.utf8.first else { return nil }
    var start = utf8.startIndex
    while let found = utf8[start...].firstIndex(of: first) {
      if utf8[found...].starts(with: piece.utf8) {
        return found..<utf8.index(found, offsetBy: piece.utf8.count)
      }
      start = utf8.index(after: found)
    }
    return nil
  }

  /// Returns whether a text occurs in this one.
  package func includes(_ piece: String) -> Bool { range(of: piece) != nil }

  /// Returns this text with each occurrence of one replaced by another.
  package func replacing(every piece: String, with replacement: String) -> String {
    var (made, rest) = ("", self[...])
    while let found = rest.range(of: piece) {
      made += rest[..<found.lowerBound] + replacement
      rest = rest[found.upperBound...]
    }
    return made + rest
  }
}
