import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

@Suite("flip margins")
struct FlipMarginTests {
  /// A behavior on one axis, called with any proposed rest.
  struct Choice: CustomStringConvertible {
    var description: String
    var situation: AxisSituation
    var decide: (AxisSituation) -> AxisDecision

    var last: Double { situation.content - situation.container }

    /// The offset at which content comes to rest for a proposed rest.
    func rest(at proposed: Double) -> Double {
      var moved = situation
      moved.proposed = clamped(proposed, 0, last)
      return clamped(decide(moved).place, 0, last)
    }
  }

  @Test("a proposed rest keeps its decision up to its margin and not beyond it")
  func margins() throws {
    var margins = 0
    for seed in Cases.seeds(from: 40_000) {
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<20 {
        let choice = Self.choice(&generator)
        let decision = choice.decide(choice.situation)
        guard decision.rule != .leftAlone else { continue }
        let rest = choice.rest(at: choice.situation.proposed)
        func isSame(_ way: Double) -> Bool {
          [way, -way].allSatisfy {
            magnitude(choice.rest(at: choice.situation.proposed + $0) - rest) <= 0.001
          }
        }
        let margin = decision.flipMargin
        for share in [0.1, 0.5, 0.9, 0.999] {
          #expect(isSame((margin ?? choice.last) * share), "\(seed): \(choice) \(decision)")
        }
        guard let margin else { continue }
        margins += 1
        #expect(!isSame(margin + 0.01), "\(seed): \(choice) \(decision)")
      }
    }
    #expect(margins > Cases.count)
  }

  private static func choice(_ generator: inout SeededGenerator) -> Choice {
    func number(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &generator) * 4).rounded() / 4
    }
    let (container, length) = (number(100...400), number(500...2000))
    let last = length - container
    let situation = AxisSituation(
      proposed: number(0...last), original: number(0...last),
      velocity: [0, 800, -800].randomElement(using: &generator) ?? 0, content: length,
      container: container, frame: container + 50, start: 30)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      var switches = Switches()
      switches.maximumPages = Bool.random(using: &generator) ? .one : .unlimited
      switches.pageLength = Bool.random(using: &generator) ? .frame : .container
      return Choice(
        description: "pages \(switches.maximumPages) \(switches.pageLength) \(situation)",
        situation: situation
      ) { [switches] in $0.paging(switches) }
    case 1:
      let step = number(20...300)
      return Choice(description: "interval \(step) \(situation)", situation: situation) {
        $0.interval(step) ?? .leftAlone($0)
      }
    case 2:
      let offsets = (0..<Int.random(in: 1...6, using: &generator)).map { _ in number(-50...length) }
      let (start, end) = (Bool.random(using: &generator), Bool.random(using: &generator))
      return Choice(
        description: "offsets \(offsets) \(start) \(end) \(situation)", situation: situation
      ) { $0.offsets(offsets, snapsToStart: start, snapsToEnd: end) }
    default:
      var place = number(-20...30)
      var spans: [(start: Double, length: Double)] = []
      let gap = Bool.random(using: &generator) ? 0.0 : -60
      while place < length {
        spans.append((place, number(60...180)))
        place += max(10, (spans.last?.length ?? 60) + number(gap...40))
      }
      let line = CrossLine(spans, spans.indices.map { TargetID(Int64($0)) })
      let alignment = ViewAlignment(
        limit: [nil, 1, 3].randomElement(using: &generator) ?? nil,
        anchor: [0, 0.5, 1].randomElement(using: &generator) ?? 0,
        reach: Bool.random(using: &generator) ? nil : number(10...100))
      return Choice(
        description: "\(alignment) \(spans.map { [$0.start, $0.length] }) \(situation)",
        situation: situation
      ) { alignment.decide($0, line) }
    }
  }
}
