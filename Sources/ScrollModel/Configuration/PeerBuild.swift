/// A build of a toolkit: a release or a platform whose laws of motion are known.
///
/// `physics: chromium@android` is short for `physics: chromium` and the keys that the build sets. A
/// key that is written next to it has precedence. The text form of a configuration contains the keys
/// and not the name of the build, so that both spellings are equal.
public struct PeerBuild: Sendable {
  /// The physics of the toolkit.
  public let physics: PeerPhysics
  /// The part of the name after the `@`.
  public let version: String
  #if !hasFeature(Embedded)
    /// The releases or platforms that the name covers, in words; the engine of pages leaves them out.
    public let scope: String
  #endif
  /// The keys in which it differs from the toolkit's usual build, as a configuration text.
  let keys: String

  /// The name in a configuration, such as `flutter@3.50`.
  public var name: String { physics.rawValue + "@" + version }

  /// The builds of a toolkit whose laws are known; a release is one of them if a law changed in it.
  ///
  /// Flutter's pull 187568 was merged on 2026-09-14, between the branches of 3.47 (2026-07-07) and
  /// 3.50 (2026-10-06; PEER-5). Chromium 156 was recorded on Linux; its other platforms follow its
  /// source.
  public static func builds(of physics: PeerPhysics) -> [PeerBuild] {
    func build(
      _ version: String, _ scope: @autoclosure () -> String, _ keys: String = ""
    ) -> PeerBuild {
      #if hasFeature(Embedded)
        PeerBuild(physics: physics, version: version, keys: keys)
      #else
        PeerBuild(physics: physics, version: version, scope: scope(), keys: keys)
      #endif
    }
    switch physics {
    case .flutter, .flutterWheel:
      return [
        build("3.47", "Flutter 3.47 and earlier"),
        build("3.50", "Flutter 3.50 and later", "flutter-return: half-life"),
      ]
    case .chromium, .css:
      return [
        build("156", "Chromium 156 on Linux and Windows"),
        build("android", "Chrome on Android", "chromium-fling: spline, chromium-slop: 8"),
        build("chromeos", "Chrome on ChromeOS", "chromium-fling: exponential"),
        build(
          "macos", "Chrome on macOS",
          "chromium-fling: exponential, horizontal-bounce: always, vertical-bounce: always"),
      ]
    default: return []
    }
  }
}

extension Term {
  /// The build that a value of `physics` names; nil without an `@`.
  ///
  /// The engine of pages does not list the known ones.
  func build() throws(ConfigurationSyntaxError) -> PeerBuild? {
    guard case .word(let word) = form, word.utf8.contains(UInt8(ascii: "@")) else { return nil }
    for physics in PeerPhysics.allCases {
      for build in PeerBuild.builds(of: physics) where build.name == word { return build }
    }
    #if hasFeature(Embedded)
      return nil
    #else
      let toolkit = word.prefix { $0 != "@" }
      guard let physics = PeerPhysics(rawValue: String(toolkit)) else { return nil }
      let known = PeerBuild.builds(of: physics)
      guard !known.isEmpty else { throw error("\(physics.rawValue), which has no versions") }
      let reason =
        physics.isChromium
        ? "only Chromium 156 was recorded" : "only Flutter 3.50 changed a known law"
      let names = Term.alternatives(known.map { $0.name + " (" + $0.scope + ")" })
      throw error("\(names), because \(reason)")
    #endif
  }
}
