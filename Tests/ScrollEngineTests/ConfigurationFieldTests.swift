import ScrollModel
import Testing

@Suite("Fields of a configuration form")
struct ConfigurationFieldTests {
  @Test("there is one field for each key, in the order of the text form")
  func order() {
    #expect(Configuration.fields.map(\.name) == Configuration.keyNames)
  }

  @Test("every offered word is accepted", arguments: Configuration.fields.map(\.name))
  func words(name: String) throws {
    let field = try #require(Configuration.fields.first { $0.name == name })
    // The arguments of these behaviors follow the word.
    let calls = ["interval", "offsets", "scroll-snap", "custom"]
    for word in field.words where name != "behavior" || !calls.contains(word) {
      let configuration = try Configuration(text: "\(name): \(word)")
      let shown = configuration.differences(from: Configuration()).map(\.key)
      #expect(shown.allSatisfy { $0 == name } || name == "profile", "\(name): \(word)")
    }
  }

  @Test("numbers are accepted within their range and refused outside it")
  func ranges() throws {
    let fields = Configuration.fields.filter { $0.range != nil }
    #expect(fields.count == PhysicsConstants.table.count + 1)
    for field in fields {
      let range = try #require(field.range)
      for bound in [range.lowerBound, range.upperBound] {
        #expect(throws: Never.self) { try Configuration(text: "\(field.name): \(bound)") }
      }
      for outside in [range.lowerBound - 1, range.upperBound * 2] {
        #expect(throws: ConfigurationSyntaxError.self, "\(field.name): \(outside)") {
          try Configuration(text: "\(field.name): \(outside)")
        }
      }
    }
  }

  @Test("every choice is offered: switches, behaviors, anchors, on and off")
  func choices() throws {
    func words(_ name: String) -> [String] {
      Configuration.fields.first { $0.name == name }?.words ?? []
    }
    for entry in Switches.table { #expect(words(entry.name) == entry.values) }
    #expect(words("behavior").contains("view-aligned"))
    #expect(words("position-anchor") == UnitPoint.named.map(\.name))
    #expect(words("target-layout") == ["on", "off"])
    #expect(words("profile") == Profile.allCases.map(\.rawValue))
  }

  @Test("the default of a field is the value of a text without it")
  func defaults() throws {
    for field in Configuration.fields {
      for (profile, value) in field.defaults where field.name != "profile" {
        guard let value else { continue }
        let set = try Configuration(text: "profile: \(profile.rawValue), \(field.name): \(value)")
        #expect(set == Configuration(profile), "\(profile.rawValue) \(field.name): \(value)")
      }
    }
  }
}
