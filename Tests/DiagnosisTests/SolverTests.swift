import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

@testable import Diagnosis

/// The parts that a diagnosis is computed with.
@Suite("solved positions and excluded units")
struct SolverTests {
  @Test("two rests have the grid of their distance, and one rest has none")
  func twoRests() throws {
    let solver = LatticeSolver(uncertainty: 0.1)
    let found = try #require(solver.lattices([104, 416]).first)
    let count = 312 / found.step
    #expect((count - count.rounded()).magnitude < 0.01 && found.inliers == 2)
    #expect(solver.lattices([104, 104.1]).isEmpty)
  }

  @Test("of equally good ranges the widest is first")
  func ranges() {
    var bounds = SolvedBounds()
    bounds.add(1, 2)
    bounds.add(5, 8)
    let found = bounds.ranges(atLeast: 0.5)
    #expect(found.map(\.low) == [5, 1] && found.map(\.high) == [8, 2])
    #expect(bounds.ranges(atLeast: 0.6).isEmpty)
  }

  @Test("content that follows the finger excludes offsets in other units, a short drag does not")
  func drags() throws {
    func excluded(_ script: String, by scale: Double) throws -> Bool {
      var hidden = try CarouselTests.carousel(declared: nil, ran: "")
      hidden.script = "wait 400ms\n\(script)\nwait 1500ms\n"
      let seen = try TraceShelf().outcome(of: hidden.recording()).analyze(RestDecisionAnalysis())
      return seen.drags.excludes(scale)
    }
    let long = "drag from 300,200 to 100,200 over 600ms ease out"
    #expect(try excluded(long, by: 2) && excluded(long, by: 0.5))
    #expect(try !excluded(long, by: 1))
    #expect(try !excluded("drag from 300,200 to 270,200 over 600ms ease out", by: 2))
  }

  /// Releases for which a fifth of the way to the next row is sufficient, declared as view-aligned.
  private func early(_ releases: [(start: Double, proposed: Double)]) throws -> TraceDiagnosis {
    let gestures = releases.map { start, proposed in
      CustomBehaviorTests.Gesture(
        start: start, release: start + 10, velocity: (proposed - start - 10) / 0.4995,
        proposed: proposed, chosen: start + 100 * ((proposed - start) / 100 + 0.8).rounded(.down))
    }
    return try FalseCauseTests.diagnosis(
      of: CustomBehaviorTests.recording(gestures, behavior: "view-aligned"), try TraceShelf())
  }

  @Test("the margin of a solved rule is the way to its next turn")
  func margins() throws {
    let found = try early([(0, 130), (200, 330), (400, 445), (500, 615), (600, 765), (800, 850)])
    let first = try #require(found.causes.first?.sentences.first)
    #expect(first.contains("would carry it by 25 % of its length"), "\(found.lines().map(\.text))")
    // 130 is 5 pt past the turn at 125, 615 is 10 pt before the one at 625.
    #expect(found.margins.map { $0.points?.rounded() } == [5, 5, 20, 10, 40, 25])
  }

  @Test("a declaration that explains most rests is no match for a rule that explains all")
  func mostlyDeclared() throws {
    var hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned(limit: never)", ran: "behavior: custom(\"hidden\")")
    hidden.scene.insets = .zero
    hidden.scene.content = .generated(
      SceneFile.ItemRule(count: 120, ids: .strings(prefix: "card-"), size: .same(.length(300))))
    hidden.behavior = HiddenBehavior(
      kind: .threshold(page: 312, share: 0.25), axis: .horizontal)
    hidden.script = stride(from: 700, through: 3230, by: 130)
      .map { "fling left \($0)\nwait 3s\n" }.joined()
    let found = try CarouselTests.diagnosis(hidden)
    let text = "\(found.lines().map(\.text))"
    let declared = try #require(found.declaredExplained)
    #expect(declared >= 9 && declared < found.explained, "\(text)")
    #expect(found.verdict == .cause, "\(text)")
  }

  /// Cards without insets, and an app whose throws are longer than the system proposes.
  private func thrown(
    _ kind: HiddenBehavior.Kind?, rate: Double? = nil, _ flings: [Int]
  ) throws -> DiagnosedCause? {
    var hidden = try CarouselTests.carousel(
      declared: rate == nil ? "behavior: none" : nil,
      ran: kind == nil ? "behavior: none" : "behavior: custom(\"hidden\")")
    if let rate { hidden.hidden.physics.normalDecay = rate }
    hidden.scene.insets = .zero
    hidden.scene.content = .generated(
      SceneFile.ItemRule(count: 60, ids: .strings(prefix: "card-"), size: .same(.length(300))))
    hidden.behavior = kind.map { HiddenBehavior(kind: $0, axis: .horizontal) }
    hidden.script = flings.map { "fling left \($0)\nwait 5s\n" }.joined()
    return try CarouselTests.diagnosis(hidden).causes.first
  }

  @Test("a factor of the velocity is solved from proposed ends and rests")
  func factor() throws {
    let cause = try thrown(
      .scaled(factor: 1.5, pitch: nil), [700, 1500, 2100, 900])
    #expect(cause?.cause == .scaledVelocity)
    #expect(cause?.parameter?.value == 1.5)
  }

  @Test("one fling without noise shows the rate of an app that declares nothing")
  func rate() throws {
    let cause = try thrown(nil, rate: 0.995, [1500])
    #expect(cause?.cause == CauseClass.none)
    #expect(cause?.configuration.physics.normalDecay == 0.995)
  }

  @Test("a rest beside its natural end has lower odds, the farther it is")
  func regret() throws {
    func odds(_ miss: Double) throws -> Double {
      var recording = CustomBehaviorTests.recording([
        CustomBehaviorTests.Gesture(
          start: 1000, release: 1200, velocity: 1000, proposed: nil, chosen: 1699.5 + miss)
      ])
      recording.information.declaredConfiguration = nil
      let found = try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
      return try #require(found.causes.first, "\(found.lines().map(\.text))").odds
    }
    let (near, far) = (try odds(33), try odds(63))
    #expect(near > 2 * far, "\(near) \(far)")
  }
}
