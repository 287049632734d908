/// Finds the known word that is most similar to a mistyped one.
public enum NearestWord {
  /// Returns the most similar word if at most a third of its letters differ.
  public static func word(for typed: String, among words: [String]) -> String? {
    let letters = lowercased(typed.utf8.prefix(64))
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = distance(letters, lowercased(word.utf8))
      guard distance <= max(1, word.utf8.count / 3), distance < best?.distance ?? .max else {
        continue
      }
      best = (word, distance)
    }
    return best?.word
  }

  /// Returns the end of a message: a suggestion, or the list of all words.
  public static func ending(
    for typed: String, among words: [String], named plural: String
  ) -> String {
    let question = question(for: typed, among: words)
    return question.isEmpty ? "; \(plural) are \(words.joined(separator: ", "))" : question
  }

  /// Returns the suggestion at the end of a message; empty without a similar word.
  static func question(for typed: String, among words: [String]) -> String {
    word(for: typed, among: words).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Lower-case letters, so that the comparison ignores case.
  private static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Returns the number of letters to insert, remove, replace or swap with a neighbor.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}
