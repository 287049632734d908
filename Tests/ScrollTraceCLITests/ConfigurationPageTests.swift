import ScrollModel
import TestSupport
import Testing

/// `docs/configuration-keys.md`: a reference of the switches and the physics.
///
/// Values and defaults come from the tables that the parser uses, the descriptions from the
/// comments on the declarations.
@Suite("ConfigurationPageTests")
struct ConfigurationPageTests {
  @Test("docs/configuration-keys.md lists every switch and every constant")
  func page() throws {
    var page = """
      # Switches and physics of a configuration

      A test holds this page to the source code; `make pages` writes it anew. The other keys are in
      [Configurations](configuration.md), the rules in [the semantics](semantics.md).

      ## Switches

      Choices of the engine where the evidence conflicts. The value in bold is the default.

      | switch and values | what it is | rules |
      |---|---|---|

      """
    let switches = try Declarations("Switches.swift")
    let values = try Declarations("SwitchValues.swift")
    for entry in Switches.table { page += try Self.rows(entry, switches, values) }
    page += """

      ## Physics

      The numbers behind motion. The grade says how well one is founded: A is measured on devices, or two
      independent sources agree; B is published; C is one source or a claim without a measurement; D is a
      guess.

      | constant | default | range | unit | what it is | grade | from |
      |---|---|---|---|---|---|---|

      """
    let constants = try Declarations("PhysicsConstants.swift")
    for entry in PhysicsConstants.table {
      let meaning = try #require(constants.comment(on: entry.name), "\(entry.name)")
      page += "| `\(entry.name)` | \(entry.value(in: PhysicsConstants())) "
      page += "| \(entry.range.lowerBound) to \(entry.range.upperBound) | \(entry.unit) "
      page += "| \(meaning) | \(entry.grade.rawValue) | \(entry.origin) |\n"
    }
    try Page.check(page, "docs/configuration-keys.md")
  }

  @Test("one of the two pages lists every key of the parser")
  func keys() throws {
    let pages = try ["configuration", "configuration-keys"].map {
      try Files.text(Repository.path("docs/\($0).md"))
    }
    for key in Configuration.keyNames {
      #expect(pages.contains { $0.contains("`\(key)`") }, "\(key)")
    }
  }

  @Test("every configuration in docs/configuration.md can be parsed")
  func examples() throws {
    let page = try Files.text(Repository.path("docs/configuration.md"))
    let parts = page.split(separator: "```", omittingEmptySubsequences: false)
    var count = 0
    for (number, part) in parts.enumerated() where number % 2 == 1 {
      for line in part.split(separator: "\n") {
        #expect(throws: Never.self, "\(line)") { try Configuration(text: String(line)) }
        count += 1
      }
    }
    #expect(count >= 3)
  }

  @Test("docs/configuration.md lists every build of a toolkit")
  func builds() throws {
    let page = try Files.text(Repository.path("docs/configuration.md"))
    let builds = PeerPhysics.allCases.flatMap(PeerBuild.builds)
    #expect(builds.count == 12)
    for build in builds { #expect(page.contains("`\(build.name)`"), "\(build.name)") }
  }

  /// A row for the switch and one for each of its values.
  private static func rows(
    _ entry: SwitchEntry, _ switches: Declarations, _ values: Declarations
  ) throws -> String {
    let comment = try #require(switches.comment(on: entry.name), "\(entry.name)")
    // The rules have a column of their own.
    let meaning = comment.split(separator: " (", maxSplits: 1).first ?? ""
    let rules = entry.rules.split(separator: " ").joined(separator: ", ")
    var rows = "| **`\(entry.name)`** | \(meaning) | \(rules) |\n"
    guard !entry.values.isEmpty else {
      return rows
        + "| **`\(entry.value(in: Switches()))`** | or another whole number from 1 up | |\n"
    }
    let type = try #require(switches.type(of: entry.name), "\(entry.name)")
    for value in entry.values {
      let profiles = Profile.allCases.filter { entry.value(in: Switches($0)) == value }
      let isOnly = profiles.count == Profile.allCases.count
      let owners = profiles.map(\.rawValue).joined(separator: ", ")
      let said = try #require(values.comment(on: value, in: type), "\(type) \(value)")
      rows += profiles.isEmpty ? "| `\(value)`" : "| **`\(value)`**"
      rows += profiles.isEmpty || isOnly ? "" : " (\(owners))"
      rows += " | \(said) | |\n"
    }
    return rows
  }
}

/// The comments of a configuration source file, by the declaration that they precede.
private struct Declarations {
  private var comments: [String: String] = [:]
  private var types: [String: String] = [:]

  init(_ file: String) throws {
    let path = Repository.path("Sources/ScrollModel/Configuration/\(file)")
    var scope = ""
    var comment: [Substring] = []
    for line in try Files.text(path).split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("/// ") {
        comment.append(line.dropFirst(4))
        continue
      }
      let words = line.split { " :(".contains($0) }
      if let place = words.firstIndex(of: "enum"), place + 1 < words.count {
        scope = String(words[place + 1])
      } else if words.first == "case", words.count > 1 {
        let quoted = line.split(separator: "\"")
        let name = quoted.count > 1 ? quoted[1] : words[1]
        comments["\(scope) \(name)"] = Self.sentence(comment)
      } else if words.count > 3, words[0] == "public", words[1] == "var" {
        comments[Self.key(words[2])] = Self.sentence(comment)
        types[Self.key(words[2])] = words.last?.split(separator: ".").first.map(String.init)
      }
      comment = []
    }
  }

  /// The comment on the property with this name in the text form.
  func comment(on name: String) -> String? { comments[Self.key(name[...])] }

  /// The type of the property with this name in the text form.
  func type(of name: String) -> String? { types[Self.key(name[...])] }

  /// The comment on the case with this word.
  func comment(on value: String, in type: String) -> String? { comments["\(type) \(value)"] }

  /// `container-size` and `containerSize` are the same key.
  private static func key(_ name: Substring) -> String {
    name.lowercased().filter { $0 != "-" }
  }

  private static func sentence(_ lines: [Substring]) -> String {
    let text = lines.joined(separator: " ").replacing("|", with: "\\|")
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
