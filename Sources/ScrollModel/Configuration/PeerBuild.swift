/// A build of a toolkit: a release or a platform whose laws of motion are known.
///
/// `physics: chromium@android` is short for `physics: chromium` and the keys that the build sets. A
/// key that is written next to it has precedence. The text form of a configuration contains the keys
/// and not the name of the build, so that both spellings are equal.
public struct PeerBuild: Hashable, Sendable {
  /// A key of the text form and its value.
  struct Setting: Hashable, Sendable {
    let key, value: String
  }

  /// The physics of the toolkit.
  public let physics: PeerPhysics
  /// The part of the name after the `@`.
  public let version: String
  /// The releases or platforms that the name covers, in words.
  public let scope: String
  /// The keys in which it differs from the toolkit's usual build.
  let settings: [Setting]

  /// The name in a configuration, such as `flutter@3.50`.
  public var name: String { physics.rawValue + "@" + version }

  private init(
    _ physics: PeerPhysics, _ version: String, _ scope: String, _ settings: [(String, String)]
  ) {
    (self.physics, self.version, self.scope) = (physics, version, scope)
    self.settings = settings.map { Setting(key: $0.0, value: $0.1) }
  }

  /// The builds whose laws are known; a release is one of them if a law changed in it (PEER-5).
  ///
  /// Flutter's pull 187568 was merged on 2026-09-14, between the branches of 3.47 (2026-07-07) and
  /// 3.50 (2026-10-06). Chromium 156 was recorded on Linux; the other platforms follow its source.
  public static let all =
    releases(.flutter) + releases(.flutterWheel) + browsers(.chromium) + browsers(.css)

  private static func releases(_ physics: PeerPhysics) -> [PeerBuild] {
    [
      PeerBuild(physics, "3.47", "Flutter 3.47 and earlier", []),
      PeerBuild(
        physics, "3.50", "Flutter 3.50 and later", [("flutter-return", "half-life")]),
    ]
  }

  private static func browsers(_ physics: PeerPhysics) -> [PeerBuild] {
    let exponential = ("chromium-fling", "exponential")
    return [
      PeerBuild(physics, "156", "Chromium 156 on Linux and Windows", []),
      PeerBuild(
        physics, "android", "Chrome on Android",
        [("chromium-fling", "spline"), ("chromium-slop", "8")]),
      PeerBuild(physics, "chromeos", "Chrome on ChromeOS", [exponential]),
      PeerBuild(
        physics, "macos", "Chrome on macOS",
        [exponential, ("horizontal-bounce", "always"), ("vertical-bounce", "always")]),
    ]
  }

  /// The builds of a toolkit.
  public static func builds(of physics: PeerPhysics) -> [PeerBuild] {
    all.filter { $0.physics == physics }
  }
}

extension PeerBuild {
  /// The keys that it sets: those in which the builds of its toolkit differ.
  var keyNames: [String] { Self.builds(of: physics).flatMap { $0.settings.map { $0.key } } }

  /// Sets the keys; one in which only other builds differ gets its default.
  func apply(to configuration: inout Configuration) throws(ConfigurationSyntaxError) {
    let names = keyNames
    let usual = Configuration(configuration.profile)
    for key in ConfigurationKey.all where names.contains(key.name) {
      if let own = settings.first(where: { $0.key == key.name }) {
        var parser = TermParser(own.value)
        try key.read(try parser.single(), &configuration)
      } else if let value = key.value(usual) {
        try key.read(value, &configuration)
      }
    }
  }
}

extension Term {
  /// The build that a value of `physics` names; nil without an `@`.
  func build() throws(ConfigurationSyntaxError) -> PeerBuild? {
    guard case .word(let word) = form, let sign = word.utf8.firstIndex(of: UInt8(ascii: "@")),
      let physics = PeerPhysics(rawValue: String(word[..<sign]))
    else { return nil }
    if let build = PeerBuild.all.first(where: { $0.name == word }) { return build }
    let known = PeerBuild.builds(of: physics).map { "\($0.name) (\($0.scope))" }
    guard !known.isEmpty else { throw error("\(physics.rawValue), which has no versions") }
    let reason =
      physics.isChromium
      ? "only Chromium 156 was recorded" : "only Flutter 3.50 changed a known law"
    throw error("\(Term.alternatives(known)), because \(reason)")
  }

  /// The physics of a toolkit or of one of its builds.
  func physics() throws(ConfigurationSyntaxError) -> PeerPhysics {
    if let build = try build() { return build.physics }
    return try choice()
  }
}
