import ScrollModel
import Testing

@Suite("Builds of toolkits")
struct PeerBuildTests {
  @Test(
    "a build is the toolkit and the keys of its release or platform",
    arguments: [
      ("flutter@3.47", "physics: flutter"),
      ("flutter@3.50", "physics: flutter, flutter-return: half-life"),
      ("flutter-wheel@3.50", "physics: flutter-wheel, flutter-return: half-life"),
      ("chromium@156", "physics: chromium"), ("css@156", "physics: css"),
      ("chromium@android", "physics: chromium, chromium-fling: spline, chromium-slop: 8"),
      ("css@chromeos", "physics: css, chromium-fling: exponential"),
      (
        "chromium@macos",
        "physics: chromium, horizontal-bounce: always, vertical-bounce: always, chromium-fling: exponential"
      ),
    ])
  func keys(build: String, text: String) throws {
    let configuration = try Configuration(text: "physics: \(build)")
    #expect(configuration == (try Configuration(text: text)))
    #expect(configuration.text == "profile: ios18, " + text)
  }

  @Test("every build can be read, alone and in place of every other one")
  func replacement() throws {
    for build in PeerPhysics.allCases.flatMap(PeerBuild.builds) {
      let alone = try Configuration(text: "physics: \(build.name)")
      #expect(alone.releasePhysics == build.physics)
      for other in PeerBuild.builds(of: build.physics) {
        let declared = try Configuration(text: "behavior: paging, physics: \(other.name)")
        let replaced = try declared.setting([("physics", build.name)])
        let wanted = try alone.setting([("behavior", "paging")])
        #expect(replaced == wanted, "\(other.name) \(build.name)")
      }
    }
  }

  @Test("a key next to a build has precedence, before it and after it")
  func precedence() throws {
    let wanted = try Configuration(text: "physics: chromium, chromium-fling: spline")
    let parts = ["physics: chromium@android", "chromium-slop: 15"]
    for order in [parts, parts.reversed()] {
      #expect(try Configuration(text: order.joined(separator: ", ")) == wanted, "\(order)")
    }
    let both = try Configuration().setting([
      ("chromium-slop", "15"), ("physics", "chromium@android"),
    ])
    #expect(both == wanted)
  }

  @Test(
    "an unknown version is refused with the known ones and the reason",
    arguments: [
      (
        "flutter@3.41",
        "column 10: expected flutter@3.47 (Flutter 3.47 and earlier) or flutter@3.50 (Flutter 3.50 and later), because only Flutter 3.50 changed a known law, found 'flutter@3.41'"
      ),
      (
        "chromium@120",
        "column 10: expected chromium@156 (Chromium 156 on Linux and Windows), chromium@android (Chrome on Android), chromium@chromeos (Chrome on ChromeOS) or chromium@macos (Chrome on macOS), because only Chromium 156 was recorded, found 'chromium@120'"
      ),
      ("android@16", "column 10: expected android, which has no versions, found 'android@16'"),
    ])
  func unknown(build: String, message: String) throws {
    let error = try #require(throws: ConfigurationSyntaxError.self) {
      try Configuration(text: "physics: \(build)")
    }
    #expect(error.description == message)
    #expect(throws: ConfigurationSyntaxError.self) {
      try Configuration().setting([("physics", build)])
    }
  }

  @Test("only physics has builds", arguments: ["profile: ios18@2", "behavior: paging@2", "a@b: 1"])
  func elsewhere(text: String) {
    #expect(throws: ConfigurationSyntaxError.self) { try Configuration(text: text) }
  }
}
