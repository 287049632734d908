import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("differences between two physics for one release")
struct ContrastTests {
  private static func settle(
    velocity: Double = 900, proposed: Double = 700, chosen: Double = 600, id: TargetID? = nil,
    rule: SettleRule = .peer, peerRule: PeerRule? = .nearestToEnd
  ) -> Settle {
    Settle(
      time: TraceTime(nanoseconds: 5), axis: .vertical, isResize: false, velocity: velocity,
      original: 0, natural: proposed, proposed: proposed, candidates: [], chosen: chosen,
      chosenID: id, rule: rule, clamp: .none, curve: .peer, peerRule: peerRule)
  }

  private static func rules(_ physics: PeerPhysics) -> SettleDifference.Rules {
    var configuration = Configuration()
    configuration.releasePhysics = physics
    return SettleDifference.Rules(configuration)
  }

  @Test("the first rule that differs is named, whatever differs after it")
  func steps() throws {
    let uikit = Self.settle(
      velocity: 0, proposed: 610, chosen: 600, id: TargetID(3), rule: .nearest, peerRule: nil)
    let android = Self.settle(
      velocity: 220, proposed: 640, chosen: 800, id: TargetID(4), peerRule: .nextBound)
    let physicsDifferences = try #require(
      SettleDifference(uikit, by: Self.rules(.uikit), android, by: Self.rules(.android)))
    #expect(
      physicsDifferences.steps.map(\.stage) == [.releaseVelocity, .projection, .candidateChoice])
    #expect(
      physicsDifferences.sentence
        == "under Android this release lands on 4 (800 pt), under UIKit on 3 (600 pt); "
        + "first difference: release velocity: Android releases at 220 pt/s by the "
        + "estimator lsq2, UIKit counts the release as too slow to go on")
  }

  @Test("a difference in the choice alone names both rules")
  func choice() throws {
    let first = Self.settle(id: TargetID(3), rule: .nearest, peerRule: nil)
    let second = Self.settle(chosen: 800, id: TargetID(4), peerRule: .beyondEnd)
    let physicsDifferences = try #require(
      SettleDifference(first, by: Self.rules(.uikit), second, by: Self.rules(.reactNative)))
    #expect(physicsDifferences.steps.map(\.stage) == [.candidateChoice])
    #expect(physicsDifferences.steps[0].second == PeerRule.beyondEnd.sentence)
  }

  @Test("equal rests are no difference, and releases pair by time and axis")
  func pairing() {
    let settle = Self.settle(id: TargetID(3))
    let rules = Self.rules(.android)
    #expect(SettleDifference(settle, by: rules, settle, by: Self.rules(.uikit)) == nil)
    var later = Self.settle(chosen: 900, id: TargetID(5))
    later.time = TraceTime(nanoseconds: 9)
    var resize = Self.settle(chosen: 900, id: TargetID(5))
    resize.isResize = true
    #expect(SettleDifference.all([settle], by: rules, [later], by: rules).isEmpty)
    #expect(SettleDifference.all([settle], by: rules, [resize], by: rules).isEmpty)
    let other = Self.settle(chosen: 900, id: TargetID(5))
    #expect(
      SettleDifference.all([settle], by: rules, [resize, other, later], by: rules).count == 1)
  }

  /// Decisions that start where the previous one came to rest.
  private static func chain(_ rests: [Double], velocity: Double) -> [Settle] {
    zip([0] + rests, rests).enumerated().map { number, way in
      var settle = settle(
        velocity: velocity, proposed: way.0 + 250, chosen: way.1, rule: .nearest, peerRule: nil)
      settle.time = TraceTime(nanoseconds: Int64(number))
      settle.original = way.0
      return settle
    }
  }

  @Test("a difference that an earlier release caused is not attributed to the deceleration")
  func follows() throws {
    let rules = Self.rules(.uikit)
    // Equal again from the third release on, different again from the fourth on.
    let physicsDifferences = SettleDifference.all(
      Self.chain([300, 600, 900, 1200, 1500], velocity: 900), by: rules,
      Self.chain([220, 520, 900, 1100, 1400], velocity: 900), by: rules)
    #expect(physicsDifferences.map(\.followsRelease) == [nil, 1, nil, 4])
    #expect(
      physicsDifferences[1].sentence.hasSuffix(
        "; follows from release 1: the sides start at different offsets (220 pt and 300 pt)"))
    #expect(physicsDifferences[1].steps.map(\.stage) == [.initialPlacement])
  }

  @Test("another deceleration is the cause, wherever the content starts")
  func decelerations() {
    let physicsDifferences = SettleDifference.all(
      Self.chain([300, 600], velocity: 900), by: Self.rules(.uikit),
      Self.chain([220, 520], velocity: 900), by: Self.rules(.android))
    #expect(physicsDifferences.map(\.followsRelease) == [nil, nil])
  }

  @Test(
    "each physics that ends a fling elsewhere than UIKit names the rule",
    arguments: PeerPhysics.allCases.dropFirst())
  func replayed(physics: PeerPhysics) throws {
    let session = try PlantedSession.list.session
    let text = "behavior: view-aligned(limit: never)"
    let base = try Configuration(text: text)
    let peer = try Configuration(text: "physics: \(physics.rawValue), " + text)
    var pair = ReplayPair(try session.plan(base), try session.plan(peer), tolerance: .standard)
    pair.take(session.batch)
    let (first, second, _) = try pair.finish()
    let physicsDifferences = pair.physicsDifferences(named: "a", "b")
    let releases = zip(
      first.settles.filter { !$0.isResize }, second.settles.filter { !$0.isResize })
    #expect(
      physicsDifferences.count
        == releases.count { abs($0.chosen - $1.chosen) > 0.5 || $0.chosenID != $1.chosenID })
    #expect(!physicsDifferences.isEmpty)
    for physicsDifferences in physicsDifferences {
      #expect(physicsDifferences.names.second == physics.title && !physicsDifferences.steps.isEmpty)
      #expect(physicsDifferences.sentence.contains("first difference: "))
    }
  }
}

@Suite("replays beyond the end of a trace")
struct BehindEndTests {
  @Test("a log that ends with the finger's lift is replayed until the content rests")
  func lift() throws {
    let session = try PlantedSession.list.session
    let lift = session.batch.events.firstIndex { _, event in
      if case .input(.touch(let sample)) = event { sample.phase == .ended } else { false }
    }
    let inputs = session.batch.events.prefix(through: try #require(lift)).filter { _, event in
      if case .input = event { true } else { false }
    }
    let log = Session(information: session.information, Array(inputs))
    let plain = try Configuration(text: "behavior: none")
    let aligned = try Configuration(text: "behavior: interval(370)")
    let comparison = try log.compare(plain, aligned, tolerance: .standard)
    #expect(comparison.isDivergent && comparison.comparedFrames > 20)
    #expect(try log.compare(plain, plain).isDivergent == false)
  }
}

@Suite("velocities of gestures by estimator")
struct EstimatorTests {
  /// The velocity that a tracker computes from the samples of a session's first finger.
  ///
  /// better-scroll's follows the content: the first 10 points do not move it, or under
  /// better-scroll's own physics, the movements up to 15.
  private static func tracked(
    _ session: Session, _ estimator: VelocityEstimator, _ physics: PeerPhysics
  ) throws -> Double {
    var tracker = VelocityTracker(estimator, rules: estimator.trackerRules(under: physics))
    var start: (time: TraceTime, place: Point)?
    var (last, skipped) = (0.0, nil as Double?)
    for (time, event) in session.batch.events {
      guard case .input(.touch(let sample)) = event else { continue }
      let first = start ?? (time, sample.position)
      start = first
      let age = Double(time.nanoseconds(since: first.time)) / 1e6
      guard sample.phase != .ended else {
        tracker.lift(at: age)
        return try #require(tracker.velocity(askedAt: age)).y
      }
      let way = first.place.y - sample.position.y
      guard estimator == .strokeMean else {
        tracker.add(first.place.x - sample.position.x, way, at: age)
        continue
      }
      if skipped == nil, physics == .betterScroll ? abs(way) >= 15 : abs(way) > 10 {
        skipped = physics == .betterScroll ? last : way < 0 ? -10 : 10
      }
      last = way
      if age == 0 { tracker.add(0, 0, at: 0) }
      if let skipped { tracker.add(0, way - skipped, at: age) }
    }
    Issue.record("no finger is lifted")
    return 0
  }

  @Test(
    "the gesture drive uses the estimator that the configuration names",
    arguments: VelocityEstimator.allCases)
  func named(estimator: VelocityEstimator) throws {
    let session = try PlantedSession.list.session
    let configuration = try Configuration(
      text: "physics: pop, velocity-estimator: \(estimator.rawValue)")
    let settle = try #require(try session.replay(configuration).tally.settles.first)
    let velocity = try Self.tracked(session, estimator, .pop)
    #expect(abs(settle.velocity - velocity) < 1e-6, "\(settle.velocity) against \(velocity)")
    #expect(velocity > 900)
  }

  @Test("without a named estimator, each physics uses its own", arguments: PeerPhysics.allCases)
  func own(physics: PeerPhysics) throws {
    let session = try PlantedSession.list.session
    let text = "physics: \(physics.rawValue)"
    let own = try session.replay(try Configuration(text: text)).tally
    let named = try session.replay(
      try Configuration(text: text + ", velocity-estimator: \(physics.estimator.rawValue)")
    ).tally
    #expect(own.digest == named.digest)
    let velocity = try Self.tracked(session, physics.estimator, physics)
    let settle = try #require(own.settles.first)
    #expect(abs(settle.velocity - velocity) < 1e-6, "\(settle.velocity) against \(velocity)")
  }
}

@Suite("velocities that are not reported")
struct InferredReleaseTests {
  /// A fling without frames; only every n-th touch is kept.
  private static func seldom(every step: Int) throws -> Session {
    let whole = try PlantedSession.pulled.session
    var number = 0
    let events = whole.batch.events.filter { _, event in
      switch event {
      case .input(.touch(let sample)) where sample.phase == .moved:
        number += 1
        return number % step == 0
      case .observation: return false
      default: return true
      }
    }
    var information = whole.information
    information.declaredConfiguration = nil
    information.qualities[.touch] = .throttled(milliseconds: Double(step) * 1000 / 120)
    return Session(information: information, events)
  }

  @Test("sparse touches drive the replay, and each release reports the uncertainty of its velocity")
  func seldom() throws {
    let session = try Self.seldom(every: 6)
    let tally = try session.replay(Configuration()).tally
    #expect(try session.plan(Configuration()).drive.drive == .gesture)
    #expect(tally.inferredReleases.count >= 2)
    for release in tally.inferredReleases {
      #expect(release.source == .throttledTouches)
    }
    #expect(tally.inferredReleases.contains { ($0.uncertainty ?? 0) > 0 })
    // Samples that are frequent enough are used without inference.
    #expect(try Self.seldom(every: 1).replay(Configuration()).tally.inferredReleases.isEmpty)
  }

  @Test("with frames available, sparse touches only show when the finger was down")
  func frames() throws {
    let whole = try PlantedSession.list.session
    var information = whole.information
    information.qualities[.touch] = .throttled(milliseconds: 50)
    let session = Session(information: information, whole.batch.events)
    let choice = try session.plan(Configuration()).drive
    #expect(choice.drive == .release && choice.reason.contains("50 ms"))
  }
}
