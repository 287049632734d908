/// Quoting of words in printed commands that a user copies into a shell.
public enum ShellWord {
  /// Returns a word in shell syntax: unchanged, or quoted.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0"..."9" ~= $0 || "-_./+:@%,".unicodeScalars.contains($0)
    }
    guard word.isEmpty || !isPlain else { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
