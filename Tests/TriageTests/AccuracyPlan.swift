import Analysis
import ScrollModel
import Simulation
import Testing

/// One kind of fault: the traces that it needs, its injection, and its detector.
struct AccuracyPlan: Sendable, CustomTestStringConvertible {
  /// Where the fault is injected.
  enum Place: String, Sendable {
    case stream
    case engine
    case configuration
  }

  /// A trace with one fault.
  struct Planted {
    var recording: Recording
    var configuration: Configuration
    /// The scenario as it was declared, for recording it again with a repair.
    var scenario: HealthyScenario
  }

  let name: String
  let place: Place
  /// The detectors of which at least one must fire.
  let intended: Set<String>
  /// Detectors that the same fault may trigger, too, as consequences.
  let consequences: Set<String>
  var wishes = HealthyScenario.Requirements()
  var options = FindingOptions()
  /// Injects the fault; nil if the trace offers no place for it or it changes nothing.
  var plant: @Sendable (HealthyScenario, Recording) throws -> Planted?

  var testDescription: String { name }
}

// Faults of the stream.
extension AccuracyPlan {
  private typealias Change = (inout HealthyScenario.Requirements, inout FindingOptions) -> Void

  /// The amount is absolute, or a fraction of the pitch.
  private static func stream(
    _ kind: InjectedFault.Kind, _ intended: Set<String>, and consequences: Set<String> = [],
    amount: Double = 0, share: Double = 0, name: String? = nil,
    ending: HealthyScenario.Ending? = .flings(1), snaps: Bool = false,
    _ change: Change = { _, _ in }
  ) -> AccuracyPlan {
    var wishes = HealthyScenario.Requirements()
    var options = FindingOptions()
    wishes.ending = ending
    wishes.isRoomy = true
    if snaps { wishes.behaviors = [.interval, .aligned] }
    change(&wishes, &options)
    return AccuracyPlan(
      name: name ?? kind.rawValue, place: .stream, intended: intended, consequences: consequences,
      wishes: wishes, options: options
    ) { scenario, healthy in
      let gesture = healthy.events.count {
        if case .input(.touch(let sample)) = $0.event { sample.phase == .began } else { false }
      }
      let fault = InjectedFault(
        kind, gesture: max(1, gesture), amount: amount + (share * scenario.pitch).rounded())
      var recording = healthy
      recording.events = fault.applied(to: healthy.events)
      return recording.differs(from: healthy)
        ? Planted(
          recording: recording, configuration: scenario.configuration, scenario: scenario) : nil
    }
  }

  /// The effects of content at another offset: the reported ids and views are those of the offset
  /// without the fault.
  private static let misreported: Set<String> = ["S08", "I03", "I04"]

  static let streams: [AccuracyPlan] = [
    stream(
      .moveRest, ["S02"], and: misreported.union(["S16"]), share: 1, name: "move-rest by a pitch",
      snaps: true),
    stream(
      .moveRest, ["S01"], and: misreported.union(["S02"]), share: 0.3, name: "move-rest by a third",
      snaps: true),
    stream(.instantSettle, ["S17"], and: misreported),
    stream(.linearSettle, ["S17"], and: misreported),
    stream(.swingSettle, ["S23"], and: ["S10"], amount: 40),
    stream(.stopSettle, ["S01"], and: misreported.union(["S02", "S06"]), snaps: true),
    stream(.undoGesture, ["S02", "S06"], and: misreported, snaps: true),
    stream(.leapAtRest, ["S10"], and: misreported.union(["S01"]), amount: 37),
    stream(
      .leapInGesture, ["S07"], and: misreported.union(["S01", "S02", "S10"]), amount: 60,
      ending: .drag),
    stream(.freezeGesture, ["S24"], and: misreported.union(["S01", "S02", "S06"]), ending: .drag),
    stream(.dropFrames, ["S31"], and: misreported, amount: 150) { wishes, _ in
      wishes.behaviors = [.free]
    },
    stream(.cut, ["S33"]),
    stream(.illegalPhase, ["S32"]),
    stream(.staleID, ["S08"], ending: .flings(2)) { wishes, _ in wishes.hasPosition = true },
    stream(.returnID, ["S23"], and: ["S08"]) { wishes, _ in wishes.hasPosition = true },
    stream(.loseLift, ["T01"]),
    stream(.flicker, ["I05"]) { wishes, _ in wishes.observesViews = true },
    stream(.loseImpression, ["I04"], and: ["I02"], ending: .flingAndTap) { wishes, _ in
      wishes.observesViews = true
    },
    stream(.falseImpression, ["I03"]) { wishes, _ in wishes.observesViews = true },
    stream(.loseInitial, ["I02"], and: ["I04"]) { wishes, _ in wishes.observesViews = true },
    stream(.splitSet, ["I01"], and: ["I02", "I04"]) { wishes, options in
      wishes.observesSet = true
      options.minimumViewTime = 500
    },
    stream(.contentPingPong, ["S29"], amount: 6),
    stream(.insetPingPong, ["S29"], amount: 0.2),
    stream(.conventionFlip, ["S34"], amount: 120),
    stream(.loseFollow, ["S27"], and: misreported.union(["S26"]), ending: .growth) { wishes, _ in
      wishes.behaviors = [.free]
      wishes.hasPosition = false
    },
    stream(.writeLoop, ["S30"], and: ["S26"]),
    stream(.moveCommand, ["S26"], and: misreported, amount: -45, ending: .command),
    stream(.wrongWay, ["S36"], and: misreported, ending: .command),
    stream(.staleTarget, ["S19"], and: misreported, amount: 70, ending: .command),
    stream(
      .leapAtResize, ["S10", "S22"], and: misreported, share: 0.4, ending: .resize, snaps: true),
    stream(.correctEstimate, ["S09"], amount: 64),
  ]
}

// Faults of the engine: what ran was not what is declared.
extension AccuracyPlan {
  /// Other symptoms of a wrong choice: after a tap in flight, beyond an edge and without velocity.
  private static let wrongChoices: Set<String> = ["S11", "S12", "S14"]

  private static func engine(
    _ mistake: FaultyBehavior.Mistake, _ intended: Set<String>, and consequences: Set<String>,
    _ change: (inout HealthyScenario.Requirements) -> Void = { _ in }
  ) -> AccuracyPlan {
    var wishes = HealthyScenario.Requirements()
    wishes.behaviors = [.interval, .aligned]
    wishes.isRoomy = true
    wishes.ending = .flings(4)
    change(&wishes)
    return AccuracyPlan(
      name: mistake.rawValue, place: .engine, intended: intended,
      consequences: consequences.union(wrongChoices), wishes: wishes
    ) { scenario, healthy in
      var scenario = scenario
      // A behavior for the leading edge is used instead.
      if case .viewAligned(let limit, _) = scenario.configuration.behavior {
        scenario.configuration.behavior = .viewAligned(
          limit: mistake == .ignoresLimit ? .alwaysByOne : limit, anchor: nil)
      }
      let ran = FaultyBehavior(
        mistake, along: scenario.scene.axes.main, pitch: scenario.pitch,
        limitsScrolls: scenario.configuration.fastDeceleration(scenario.scene.axes.main))
      let right = try Recording(scenario)
      let recording = try Recording(scenario, ran: ran)
      guard right.ends != recording.ends else { return nil }
      return Planted(
        recording: recording, configuration: scenario.configuration, scenario: scenario)
    }
  }

  static let engines: [AccuracyPlan] = [
    engine(.offByOne, ["S02"], and: ["S06", "S16", "S19", "S01"]),
    engine(.ignoresVelocity, ["S02", "S06"], and: ["S01"]),
    engine(.overshoots, ["S02"], and: ["S16", "S01"]),
    engine(.ignoresLimit, ["S02", "S16"], and: []) { $0.behaviors = [.aligned] },
    engine(.neverSnaps, ["S01"], and: ["S02", "S08"]),
    engine(.pages, ["S01", "S02", "S20"], and: ["S03", "S05", "S06", "S16"]),
    engine(.drifts, ["S01", "S03"], and: ["S02", "S06", "S16"]),
  ]
}
