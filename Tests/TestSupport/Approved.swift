/// Approved results, one file of lines each, as of the last review.
///
/// `RECORD_GOLDEN=1` writes them again; the reviewer then reads the diff of the file.
public enum Approved {
  /// Compares lines with a file of `fixtures/golden`, or writes it; returns the first difference.
  public static func difference(_ name: String, _ lines: [String]) throws -> String? {
    let path = Repository.path("fixtures/golden/\(name).txt")
    if isRecordingGolden {
      try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
      return nil
    }
    let approved = try Self.lines(name)
    for (number, (line, old)) in zip(lines, approved).enumerated() where line != old {
      return "line \(number + 1) of \(name) was '\(old)' and is '\(line)'"
    }
    guard lines.count != approved.count else { return nil }
    return "\(name) had \(approved.count) lines and has \(lines.count)"
  }

  /// The lines of a file of `fixtures/golden`.
  public static func lines(_ name: String) throws -> [String] {
    try Files.text(Repository.path("fixtures/golden/\(name).txt"))
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// 16 hexadecimal digits of everything in a value, for results that are too long to store.
  ///
  /// The value must contain no dictionary and no set: their order differs in every process.
  public static func digest(_ value: some Any) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in String(describing: value).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
