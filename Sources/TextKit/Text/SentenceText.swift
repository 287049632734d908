extension StringProtocol {
  /// The text with a capital first letter; a first word that may be an id, such as `page-0`, is kept.
  ///
  /// `ids` are further words to keep.
  public func asSentence(keeping ids: Set<String> = []) -> String {
    let word = prefix { $0 != " " }
    let isPlain = word.allSatisfy { "a"..."z" ~= $0 } && !ids.contains(String(word))
    return isPlain ? prefix(1).uppercased() + dropFirst() : String(self)
  }
}
