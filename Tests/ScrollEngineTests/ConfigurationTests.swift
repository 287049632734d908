import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

@Suite("Text form of configurations") struct ConfigurationTests {
  @Test(
    "behaviors are printed as documented and can be read back",
    arguments: [
      (ScrollBehavior.none, "none"), (.paging, "paging"),
      (.viewAligned(limit: .automatic, anchor: nil), "view-aligned"),
      (
        .viewAligned(limit: .alwaysByOne, anchor: Anchor.center),
        "view-aligned(limit: always-by-one, anchor: center)"
      ),
      (.interval(200), "interval(200)"), (.interval(0.1), "interval(0.1)"),
      (.offsets([0, 12.5], snapsToStart: true, snapsToEnd: true), "offsets([0, 12.5])"),
      (
        .offsets([], snapsToStart: false, snapsToEnd: false), "offsets([], start: free, end: free)"
      ),
      (.scrollSnap(ScrollSnap(.mandatory)), "scroll-snap(mandatory)"),
      (
        .scrollSnap(ScrollSnap(.proximity, align: .center, stop: .always)),
        "scroll-snap(proximity, align: center, stop: always)"
      ),
      (
        .scrollSnap(ScrollSnap(.mandatory, vertical: .none, horizontal: .end)),
        "scroll-snap(mandatory, align: [none, end])"
      ),
      (
        .scrollSnap(.padded(SnapPadding(start: 48, end: 48))), "scroll-snap(mandatory, padding: 48)"
      ),
      (
        .scrollSnap(.padded(SnapPadding(end: 12.5))),
        "scroll-snap(mandatory, padding: [0, 12.5])"
      ),
      (.custom("a \"b\" \\ c\n"), "custom(\"a \\\"b\\\" \\\\ c\\n\")"),
    ])
  func behaviors(_ behavior: ScrollBehavior, _ text: String) throws {
    #expect(behavior.text == text)
    #expect(try ScrollBehavior(text: text) == behavior)
  }

  @Test(
    "bound ids are printed with their declared type and can be read back",
    arguments: [
      (PositionBinding.id(nil), "id"), (.id(TargetID(12)), "id(12)"),
      (.id(nil, type: IDType(.int)), "id(type: int)"),
      (.id(TargetID("a"), type: IDType(.string)), "id(\"a\", type: string)"),
    ])
  func boundIDs(_ position: PositionBinding, _ text: String) throws {
    var configuration = Configuration()
    configuration.position = position
    #expect(configuration.text.contains("position: \(text)"))
    #expect(try Configuration(text: configuration.text).position == position)
    #expect(throws: ConfigurationSyntaxError.self) { try Configuration(text: "position: id()") }
  }

  @Test(
    "an error names the column and the expected text",
    arguments: [
      ("interval(", 10, "a value"), ("interval(x)", 10, "a number"), ("pagin", 1, "none, paging"),
      ("view-aligned(limit: often)", 21, "automatic, always"), ("paging)", 7, "',' or the end"),
      ("interval(1, 2)", 13, "no further argument"), ("custom(\"a", 10, "closing"),
      ("offsets([1, two])", 13, "a number"), ("interval(1e999)", 10, "a number"),
      ("interval(nan)", 10, "a number"), ("", 1, "a value"),
      ("scroll-snap", 1, "mandatory or proximity"), ("scroll-snap(near)", 13, "mandatory"),
      ("scroll-snap(proximity, align: [start])", 31, "a vertical and a horizontal alignment"),
      ("scroll-snap(proximity, align: top)", 31, "none, start, center or end"),
      ("scroll-snap(mandatory, stop: often)", 30, "normal or always"),
      ("scroll-snap(mandatory, padding: [8])", 33, "a padding at the start and the end"),
      ("scroll-snap(mandatory, padding: -8)", 33, "a number from 0"),
    ])
  func errors(_ text: String, _ column: Int, _ expected: String) {
    do {
      _ = try ScrollBehavior(text: text)
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.column == column && error.expected.contains(expected), "\(error)")
    }
  }

  @Test(
    "unknown and repeated keys are errors",
    arguments: [
      ("speed: 3", "'speed' is none"), ("profile: ios17, profile: ios18", "only once"),
      ("paging", "a key and ':'"), ("few-limit: 0", "a whole number"),
      ("nil-anchor: last", "first-intersecting, nearest-top or most-area"),
      ("normal-decay: 2", "a number from 0.5 to 0.9999"), ("target-layout: maybe", "on or off"),
    ])
  func configurationErrors(_ text: String, _ expected: String) {
    do {
      _ = try Configuration(text: text)
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.expected.contains(expected), "\(error)")
    }
  }

  @Test("an estimator can be named, and naming the physics' own changes nothing")
  func estimators() throws {
    for estimator in VelocityEstimator.allCases {
      let text = "velocity-estimator: \(estimator.rawValue)"
      let configuration = try Configuration(text: text)
      #expect(configuration.estimator == estimator)
      #expect(try Configuration(text: configuration.text) == configuration)
      let isOwn = estimator == .uikit
      #expect((configuration.canonicalText == Configuration().canonicalText) == isOwn)
    }
    #expect(try Configuration(text: "velocity-estimator: automatic") == Configuration())
    #expect(try Configuration(text: "physics: android").estimator == .leastSquares2)
    #expect(throws: ConfigurationSyntaxError.self) {
      try Configuration(text: "velocity-estimator: best")
    }
  }

  @Test(
    "a mistyped word is answered with the closest valid word",
    arguments: [
      ("behavor: paging", "behavior"), ("behavior: pagin", "paging"),
      ("behavior: view-alined", "view-aligned"), ("position-anchor: centre", "center"),
      ("profile: iso18", "ios18"), ("physics: androd", "android"),
      ("page-length: fram", "frame"), ("velocity-estimator: lsq", "lsq1"),
    ])
  func meant(text: String, word: String) throws {
    let error = try #require(throws: ConfigurationSyntaxError.self) {
      try Configuration(text: text)
    }
    #expect(error.description.hasSuffix("; did you mean '\(word)'?"), "\(error)")
  }

  @Test("a word without a close match gets no suggestion")
  func unknown() throws {
    let error = try #require(throws: ConfigurationSyntaxError.self) {
      try Configuration(text: "behavior: sideways")
    }
    #expect(!error.description.contains("did you mean"))
  }

  @Test("every value of every switch is printed and can be read back") func switches() throws {
    for entry in Switches.table {
      for profile in Profile.allCases {
        for word in entry.values.isEmpty ? ["1", "7"] : entry.values {
          var configuration = Configuration(profile)
          #expect(entry.set(word, in: &configuration.switches))
          #expect(entry.value(in: configuration.switches) == word)
          #expect(try Configuration(text: configuration.text) == configuration)
        }
      }
      var switches = Switches()
      #expect(!entry.set("no such word", in: &switches))
    }
    #expect(Switches.table.count == 43)
  }

  @Test("every physics constant has a unit, an origin and a range that includes its default")
  func physics() throws {
    for entry in PhysicsConstants.table {
      #expect(!entry.unit.isEmpty && !entry.origin.isEmpty)
      #expect(entry.range.contains(entry.value(in: PhysicsConstants())))
      var configuration = Configuration()
      #expect(entry.set(entry.range.lowerBound, in: &configuration.physics))
      #expect(!entry.set(-1, in: &configuration.physics))
      #expect(try Configuration(text: configuration.text) == configuration)
    }
    #expect(PhysicsConstants.table.count == Mirror(reflecting: PhysicsConstants()).children.count)
  }

  @Test("what holds a bound position is in the canonical text, also without an anchor")
  func pinning() throws {
    for (position, isSame) in [("id", false), ("none", true)] {
      let plain = try Configuration(
        text: "profile: macos26, position: \(position), size-changes-anchor: none")
      var other = plain
      other.switches.pinning = .defaultAnchor
      #expect((plain.canonicalText == other.canonicalText) == isSame)
    }
  }

  @Test("unused values do not change the canonical text") func unused() {
    var plain = Configuration(.ios18)
    var other = Configuration(.macos26)
    #expect(plain.text != other.text && plain.canonicalText == other.canonicalText)
    other.switches.fewLimit = 9
    other.switches.velocityUnit = .pointsPerMillisecond
    other.switches.visibilityCompare = .moreThan
    other.positionAnchor = Anchor.center
    other.verticalBounce = .always
    #expect(plain.canonicalText == other.canonicalText)
    other.behavior = .paging
    plain.behavior = .paging
    #expect(plain.canonicalText != other.canonicalText)
    other.switches.pageLength = .frame
    #expect(plain.canonicalBytes == other.canonicalBytes)
    plain.behavior = .viewAligned(limit: .alwaysByFew, anchor: nil)
    other.behavior = plain.behavior
    #expect(plain.canonicalText != other.canonicalText)
    plain.hasTargetLayout = false
    other.hasTargetLayout = false
    #expect(plain.canonicalText == other.canonicalText)
  }

  @Test("values that may be used later in a trace stay in the canonical text") func usedLater() {
    // Scrolling that is disabled at first may be enabled later.
    var plain = Configuration()
    plain.isScrollDisabled = true
    var other = plain
    other.physics.slop = 30
    #expect(plain.canonicalText != other.canonicalText)
    // A custom behavior may request the fast deceleration.
    plain = Configuration()
    plain.behavior = .custom("mine")
    other = plain
    other.physics.fastDecay = 0.98
    #expect(plain.canonicalText != other.canonicalText)
    other = plain
    other.deceleration = .normal
    #expect(plain.canonicalText != other.canonicalText)
  }

  @Test(
    "SwiftUI's spelling is read like the text form",
    arguments: [
      (".paging", "paging"), (".viewAligned", "view-aligned"),
      (".viewAligned(limitBehavior: .alwaysByOne)", "view-aligned(limit: always-by-one)"),
      (
        ".viewAligned(limitBehavior: .never, anchor: .bottomTrailing)",
        "view-aligned(limit: never, anchor: bottom-trailing)"
      ),
    ])
  func spelling(swift: String, text: String) throws {
    #expect(try ScrollBehavior(text: swift) == ScrollBehavior(text: text))
    #expect(
      try Configuration(text: "behavior: \(swift), default-anchor: .bottom")
        == Configuration(text: "behavior: \(text), default-anchor: bottom"))
  }

  @Test(
    "a point without a name after it is refused", arguments: [".", ".5", "paging, .", "..paging"])
  func lonePoint(text: String) {
    #expect(throws: ConfigurationSyntaxError.self) { try Configuration(text: "behavior: \(text)") }
  }

  @Test("random configurations can be read back from their text") func roundTrip() throws {
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed)
      let configuration = Configuration.randomWithPeers(using: &generator)
      let text = configuration.text
      #expect(try Configuration(text: text) == configuration, "seed \(seed): \(text)")
    }
  }

  @Test("no truncated text traps or reads as the complete one") func truncation() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<10 {
      let configuration = Configuration.randomWithPeers(using: &generator)
      let text = configuration.text
      for length in 0..<text.count {
        let part = try? Configuration(text: String(text.prefix(length)))
        #expect(part == nil || part != configuration || length == text.count)
      }
    }
    #expect(throws: ConfigurationSyntaxError.self) {
      try ScrollBehavior(text: String(repeating: "[", count: 100_000))
    }
  }
}

extension Configuration {
  /// A random configuration, often with the physics, estimator and snapping of another toolkit.
  ///
  /// The laws do not use these: peers round and have thresholds that do not scale.
  static func randomWithPeers(using generator: inout SeededGenerator) -> Configuration {
    var configuration = random(using: &generator)
    configuration.releasePhysics = PeerPhysics.allCases.randomElement(using: &generator) ?? .css
    if Bool.random(using: &generator) {
      configuration.velocityEstimator = VelocityEstimator.allCases.randomElement(using: &generator)
      configuration.horizontalSizeClass = SizeClass.allCases.randomElement(using: &generator)
      configuration.verticalSizeClass = SizeClass.allCases.randomElement(using: &generator)
    }
    if Int.random(in: 0...4, using: &generator) == 0 {
      configuration.behavior = .scrollSnap(
        ScrollSnap(
          SnapStrictness.allCases.randomElement(using: &generator) ?? .mandatory,
          vertical: SnapAlignment.allCases.randomElement(using: &generator) ?? .start,
          horizontal: SnapAlignment.allCases.randomElement(using: &generator) ?? .start,
          stop: SnapStop.allCases.randomElement(using: &generator) ?? .normal))
    }
    return configuration
  }

  /// A configuration with every part drawn.
  static func random(using generator: inout SeededGenerator) -> Configuration {
    // iOS 27 and macOS 27 equal the release before; without them, approved scripts keep their
    // draws.
    let profiles: [Profile] = [.ios17, .ios18, .ios26, .macos14, .macos15, .macos26]
    var configuration = Configuration(profiles.randomElement(using: &generator) ?? .ios18)
    let named = UnitPoint.named.map(\.point) + [UnitPoint(x: 0.3, y: 0.7)]
    func anchor(_ generator: inout SeededGenerator) -> UnitPoint? {
      Bool.random(using: &generator) ? named.randomElement(using: &generator) : nil
    }
    func number(_ generator: inout SeededGenerator) -> Double {
      Double(Int.random(in: 0...4000, using: &generator)) / 8
    }
    let ids = [
      TargetID(4), TargetID("x"), TargetID(.int(.max), isOptional: true),
      TargetID(.uuid(1, 2)), TargetID(.other(type: "Key", text: "k\"1")),
    ]
    let id = ids.randomElement(using: &generator) ?? TargetID(1)
    switch Int.random(in: 0...8, using: &generator) {
    case 0: configuration.position = .id(nil)
    case 1: configuration.position = .id(id)
    case 2: configuration.position = .value(PositionValue(idType: IDType(of: id)))
    case 3: configuration.position = .value(PositionValue(id: id, anchor: anchor(&generator)))
    case 4:
      var value = PositionValue(idType: IDType(.uuid), edge: .trailing)
      value.scrollTo(edge: .top)
      configuration.position = .value(value)
    case 5: configuration.position = .value(PositionValue(x: number(&generator), y: 0.25))
    case 6: configuration.position = .value(PositionValue(y: number(&generator)))
    case 7:
      var value = PositionValue(idType: IDType(.int))
      value.positionByUser(at: Bool.random(using: &generator) ? TargetID(1) : nil)
      configuration.position = .value(value)
    default: break
    }
    configuration.positionAnchor = anchor(&generator)
    configuration.defaultAnchors.base = anchor(&generator)
    for role in AnchorRole.allCases {
      let choices: [RoleAnchor] = [.unset, .empty, .anchor(Anchor.bottom)]
      configuration.defaultAnchors[role] = choices.randomElement(using: &generator) ?? .unset
    }
    let limit = ViewAlignedLimit.allCases.randomElement(using: &generator) ?? .always
    let behaviors: [ScrollBehavior] = [
      .none, .paging, .viewAligned(limit: limit, anchor: anchor(&generator)),
      .interval(number(&generator) + 40),
      .offsets(
        [0, number(&generator)], snapsToStart: Bool.random(using: &generator),
        snapsToEnd: Bool.random(using: &generator)),
    ]
    configuration.behavior = behaviors.randomElement(using: &generator) ?? .none
    configuration.deceleration = Deceleration.allCases.randomElement(using: &generator) ?? .normal
    configuration.hasTargetLayout = Int.random(in: 0...5, using: &generator) > 0
    if Bool.random(using: &generator) {
      configuration.margins = Insets(top: 8, left: 0.5, bottom: 16, right: 3)
    }
    configuration.horizontalBounce = Bounce.allCases.randomElement(using: &generator) ?? .none
    configuration.verticalBounce = Bounce.allCases.randomElement(using: &generator) ?? .none
    configuration.viewVisibility = Bool.random(using: &generator) ? 0.5 : nil
    configuration.targetVisibility = Bool.random(using: &generator) ? 0.8 : nil
    if Bool.random(using: &generator) {
      configuration.transition = TransitionSettings(
        topLeading: .interactive(
          .linear, threshold: .interpolated(.visible(0.3), towards: .centered, amount: 0.25)),
        bottomTrailing: .animated(threshold: .inset(.hidden, by: 12)),
        axis: Bool.random(using: &generator) ? .horizontal : nil)
    }
    // Later switches are drawn separately, so that approved scripts keep their draws.
    var apart = generator
    let later = [
      "fling-distance", "edge-return", "settle-duration", "initial-visibility",
      "visible-set-updates", "lazy-resize", "chromium-fling", "chromium-boost", "chromium-lead",
      "nested-scroll",
    ]
    for entry in Switches.table where later.contains(entry.name) {
      if Int.random(in: 0...3, using: &apart) == 0 {
        _ = entry.set(entry.values.randomElement(using: &apart) ?? "", in: &configuration.switches)
      }
    }
    // The switches of pinned views and changed insets keep their defaults here; they have rules of
    // their own.
    let kept = [
      "pinned-visibility", "pinned-alignment", "inset-shift", "inset-deceleration", "inset-return",
      "flutter-return",
    ]
    for entry in Switches.table where !later.contains(entry.name) && !kept.contains(entry.name) {
      if entry.values.isEmpty {
        configuration.switches.fewLimit = Int.random(in: 1...5, using: &generator)
      } else if Int.random(in: 0...3, using: &generator) == 0 {
        let word = entry.values.randomElement(using: &generator) ?? ""
        _ = entry.set(word, in: &configuration.switches)
      }
    }
    return configuration
  }
}
