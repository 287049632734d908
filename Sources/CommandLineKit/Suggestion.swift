/// The closest name to a mistyped one.
public enum Suggestion {
  /// Returns the closest name within a third of its own length, or the only one with this prefix.
  ///
  /// Of equally close names, the first declared one is returned.
  public static func nearest(to word: String, among names: [String]) -> String? {
    let typed = Array(word.utf8.prefix(limit + 1))
    guard typed.count <= limit else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let allowed = name.utf8.count / 3
      let distance = editDistance(typed, Array(name.utf8), atMost: allowed)
      if distance <= allowed, distance < best?.distance ?? .max { best = (name, distance) }
    }
    if let best { return best.name }
    let begun = names.filter { $0.utf8.count > typed.count && $0.utf8.starts(with: typed) }
    return begun.count == 1 && typed.count > 1 ? begun.first : nil
  }

  /// Returns "; did you mean 'name'?", or an empty text without a close name.
  static func hint(for word: String, among names: [String], prefix: String = "") -> String {
    nearest(to: word, among: names).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
  }

  /// No name is longer, so a longer word is not compared.
  private static let limit = 64

  /// Returns the number of letters inserted, removed, replaced or exchanged with their neighbor.
  ///
  /// This is the Damerau–Levenshtein distance in which no letter is edited twice. If the lengths
  /// differ too much, the result is a number above `atMost` without a comparison.
  static func editDistance(_ left: [UInt8], _ right: [UInt8], atMost: Int = .max) -> Int {
    guard abs(left.count - right.count) <= atMost else { return .max }
    var twoAbove: [Int] = []
    var above = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          above[column + 1] + 1, current[column] + 1, above[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, twoAbove[column - 1] + 1)
        }
        current.append(cost)
      }
      (twoAbove, above) = (above, current)
    }
    return above[right.count]
  }
}
