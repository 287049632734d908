public import Analysis
import Foundation
import ScrollModel

/// Holds repairs to what an app's author can paste, or to the statement that there is nothing to paste.
public enum PasteableCode {
  /// How a repair begins that has no code of the app's language.
  private static let statements = [
    AppChange.platformDecides, "remove the modifier .", "no code for ", "declare the behavior ",
    "pass your own FlingBehavior ",
  ]

  /// Whether a repair is a sentence.
  public static func isStatement(_ repair: String) -> Bool {
    statements.contains(where: repair.hasPrefix) || repair.contains(" has no setting for this; ")
  }

  /// What is wrong with a repair in the language of a platform; nil if nothing is.
  ///
  /// Swift is only checked for what all languages have in common: see `swiftErrors(in:)`.
  public static func fault(in repair: String, _ platform: AppPlatform) -> String? {
    if repair.isEmpty { return "it is empty" }
    if repair.contains("…") || repair.contains("...") { return "it has a gap" }
    for entry in Switches.table where entry.name.contains("-") && repair.contains(entry.name) {
      return "it names the switch \(entry.name)"
    }
    if isStatement(repair) { return nil }
    if let open = unbalanced(repair) { return "\(open) is not balanced" }
    guard platform == .web else { return nil }
    if repair.hasPrefix(".") || repair.contains("$id") { return "it is not the web's" }
    let looksLikeCSS = repair.prefix { $0 != ":" }.allSatisfy { $0.isLowercase || $0 == "-" }
    return looksLikeCSS && repair.contains(":") && !isCSS(repair) ? "it is not CSS" : nil
  }

  /// Whether a text is declarations of CSS: `property: value;` and comments.
  public static func isCSS(_ text: String) -> Bool {
    let plain = text.replacingOccurrences(
      of: "/\\*.*?\\*/", with: " ", options: .regularExpression)
    return plain.range(
      of: "^\\s*([a-z-]+:\\s*[^;:{}]+;\\s*)+$", options: .regularExpression) != nil
  }

  /// The bracket without a partner, outside of texts and comments.
  private static func unbalanced(_ code: String) -> Character? {
    var open: [Character] = []
    var quote: Character?
    let partners: [Character: Character] = [")": "(", "]": "[", "}": "{"]
    for line in code.split(separator: "\n") {
      for letter in line.components(separatedBy: " //")[0] {
        if let current = quote {
          if letter == current { quote = nil }
        } else if "\"'`".contains(letter) {
          quote = letter
        } else if "([{".contains(letter) {
          open.append(letter)
        } else if let partner = partners[letter], open.popLast() != partner {
          return letter
        }
      }
    }
    return quote ?? open.last
  }

  /// The repairs that the Swift compiler cannot parse, each with its error; nil without a compiler.
  public static func swiftErrors(in repairs: Set<String>) throws -> [String]? {
    let code = repairs.filter { !isStatement($0) }.sorted()
    var lines: [String] = []
    var owners: [String] = []
    for (number, repair) in code.enumerated() {
      // A modifier continues a view; everything else is a statement or a member.
      let isMember = repair.hasPrefix("override func") || repair.hasPrefix("func ")
      var made = isMember ? ["class C\(number) {"] : ["func f\(number)() {"]
      if repair.hasPrefix(".") { made.append("_ = view") }
      made += repair.split(separator: "\n").map(String.init) + ["}"]
      lines += made
      owners += made.map { _ in repair }
    }
    let folder = try TemporaryDirectory()
    let (source, said) = (folder.file("repairs.swift"), folder.file("said"))
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: source))
    try Data().write(to: URL(fileURLWithPath: said))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-frontend", "-parse", source]
    process.standardError = FileHandle(forWritingAtPath: said)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // What env ends with if there is no such program.
    if process.terminationStatus == 127 { return nil }
    let errors = try Files.text(said).split(separator: "\n")
      .filter { $0.contains(": error: ") }
    if errors.isEmpty, process.terminationStatus != 0 { return ["swiftc failed"] }
    return errors.map { error in
      let parts = error.dropFirst(source.count + 1).split(separator: ":")
      let line = parts.first.flatMap { Int($0) } ?? 1
      let owner = owners.indices.contains(line - 1) ? owners[line - 1] : ""
      return "\(owner):\(parts.dropFirst(3).joined(separator: ":"))"
    }
  }
}
