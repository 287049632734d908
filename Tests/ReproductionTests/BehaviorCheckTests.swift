import Replay
import Reproduction
import ScrollEngine
import ScrollModel
import TestSupport
import Testing

/// Snaps to multiples of a length, with a mistake.
private struct Snap: TargetBehavior {
  enum Mistake: String, CaseIterable {
    /// Always the multiple before the proposed rest; going backward this is not the nearest one.
    case asymmetry
    /// The velocity in points per second is used as one per millisecond.
    case unit
    /// One multiple too far.
    case offByOne
    /// The index of a multiple is used as its offset.
    case index
  }

  let length: Double
  var mistake: Mistake?

  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let isVertical = context.axes == .vertical
    let old = target.rect
    let proposed = isVertical ? old.origin.y : old.origin.x
    let velocity = isVertical ? context.velocity.dy : context.velocity.dx
    var place = (proposed / length).rounded() * length
    switch mistake {
    case .asymmetry: place = (proposed / length).rounded(.down) * length
    case .unit: place = ((proposed + velocity * 1000 * 0.1) / length).rounded() * length
    case .offByOne: place += length
    case .index: place = (proposed / length).rounded()
    case nil: break
    }
    target.rect =
      isVertical
      ? Rect(x: old.origin.x, y: place, width: old.size.width, height: old.size.height)
      : Rect(x: place, y: old.origin.y, width: old.size.width, height: old.size.height)
  }
}

@Suite("metamorphic checks")
struct BehaviorCheckTests {
  @Test("MET-1: an injected mistake violates a relation, and the counterexample is one gesture")
  func planted() {
    let expected: [Snap.Mistake: MetamorphicRelation] = [
      .asymmetry: .mirrored, .unit: .appendedItems, .offByOne: .mirrored, .index: .doubled,
    ]
    for mistake in Snap.Mistake.allCases {
      for length in [150.0, 220] {
        let check = BehaviorCheck(
          CheckedBehavior(Snap(length: length, mistake: mistake)) {
            Snap(length: 2 * length, mistake: mistake)
          })
        let result = check.run(cases: 60)
        let found = result.violations.first { $0.relation == expected[mistake] }
        #expect(found != nil, "\(mistake.rawValue): \(result.violations.map(\.relation))")
        guard let found else { continue }
        // The two scrolls violate the relation again when they run again.
        #expect(check.violation(found.relation, found.original) == found)
        #expect((found.actual - found.expected).magnitude > 0.5)
      }
    }
  }

  @Test("MET-2: a behavior without a mistake violates no relation")
  func right() {
    for length in [150.0, 220, 390] {
      let result = BehaviorCheck(CheckedBehavior(Snap(length: length)) { Snap(length: 2 * length) })
        .run(cases: Cases.count)
      #expect(result.violations.isEmpty, "\(length): \(result.violations)")
      for relation in MetamorphicRelation.allCases where relation != .intervalAsOffsets {
        #expect(result.checked[relation, default: 0] > 0, "\(relation.rawValue)")
      }
    }
  }

  @Test("MET-3: built-in behaviors violate no relation")
  func builtIn() throws {
    let texts = [
      "profile: ios18", "behavior: paging", "profile: ios26, behavior: paging",
      "profile: ios17, behavior: paging", "behavior: view-aligned",
      "behavior: view-aligned(limit: never)", "behavior: view-aligned(limit: always-by-one)",
      "behavior: view-aligned(limit: always-by-few)", "behavior: interval(180)",
      "behavior: interval(96)",
      "profile: ios26, behavior: view-aligned(limit: never, anchor: center)",
      "profile: ios26, behavior: view-aligned(limit: always-by-one, anchor: center)",
      "profile: ios26, behavior: interval(250)", "profile: ios17, behavior: view-aligned",
    ]
    var checked: [MetamorphicRelation: Int] = [:]
    for (number, text) in texts.enumerated() {
      let cases = max(1, Cases.count / texts.count)
      let result = BehaviorCheck(CheckedBehavior(try Configuration(text: text)))
        .run(cases: cases, seed: Cases.firstSeed + UInt64(number * 1_000_000))
      for violation in result.violations { Issue.record("\(text): \(violation)") }
      checked.merge(result.checked, uniquingKeysWith: +)
    }
    print("checks of built-in behaviors: \(checked.sorted { $0.key.rawValue < $1.key.rawValue })")
  }

  @Test(
    "MET-4: numbers of a registered behavior are doubled, a behavior without numbers is skipped")
  func doubled() throws {
    var registry = BehaviorRegistry()
    registry.register("snap") { numbers in numbers["length"].map { Snap(length: $0) } }
    registry.register("fixed") { _ in Snap(length: 200) }
    func counts(_ text: String) throws -> BehaviorCheck.Result {
      BehaviorCheck(CheckedBehavior(try Configuration(text: text), registry)).run(cases: 30)
    }
    let snap = try counts("behavior: custom(\"snap(length: 200)\")")
    #expect(snap.violations.isEmpty, "\(snap.violations)")
    #expect(snap.checked[.doubled, default: 0] > 0)
    let fixed = try counts("behavior: custom(\"fixed\")")
    #expect(fixed.violations.isEmpty, "\(fixed.violations)")
    #expect(fixed.checked[.doubled] == nil)
  }
}
