import Analysis
import ScrollModel
import Simulation

// Faults of the configuration or of its scene: the engine follows its configuration.
extension AccuracyPlan {
  /// A plan whose scenario is changed before it is recorded.
  ///
  /// If a switch is the fault, `fix` restores it. A scenario counts only if the recording then has
  /// other rests or another last id: a switch that decided nothing is not a fault.
  private static func configuration(
    _ name: String, _ intended: Set<String>, and consequences: Set<String> = [],
    effectTravel: Double = 0, _ wish: (inout HealthyScenario.Requirements) -> Void,
    _ spoil: @escaping @Sendable (inout HealthyScenario) -> Bool,
    fix: (@Sendable (inout HealthyScenario) -> Void)? = nil
  ) -> AccuracyPlan {
    var wishes = HealthyScenario.Requirements()
    var options = FindingOptions()
    options.effectTravel = effectTravel
    wishes.isRoomy = true
    wishes.ending = .flings(5)
    wish(&wishes)
    return AccuracyPlan(
      name: name, place: .configuration, intended: intended, consequences: consequences,
      wishes: wishes, options: options
    ) { scenario, _ in
      var spoiled = scenario
      guard spoil(&spoiled) else { return nil }
      let recording = try Recording(spoiled)
      if let fix {
        var right = spoiled
        fix(&right)
        guard try Recording(right).ends != recording.ends else { return nil }
      }
      return Planted(
        recording: recording, configuration: spoiled.configuration, scenario: spoiled)
    }
  }

  static let configurations: [AccuracyPlan] = [
    configuration("paging over spaced items", ["L01", "S03", "S05"], and: ["S22"]) { wishes in
      wishes.behaviors = [.aligned]
      wishes.hasSpacing = true
    } _: { scenario in
      scenario.configuration.behavior = .paging
      return !isWhole(inner(scenario) / scenario.pitch, scenario.pitch)
    },
    configuration("pages of the frame over insets", ["L02", "S03", "S05"]) { wishes in
      wishes.behaviors = [.paging]
      wishes.hasInsets = true
    } _: { scenario in
      scenario.configuration.switches.pageLength = .frame
      return true
    },
    configuration("interval off the pitch", ["L03", "S03"], and: ["S05"]) { wishes in
      wishes.behaviors = [.interval]
    } _: { scenario in
      scenario.configuration.behavior = .interval(scenario.pitch + 3)
      return true
    },
    configuration("no target layout under alignment", ["L04", "S01"], and: ["S11", "S22"]) {
      wishes in
      wishes.behaviors = [.aligned]
    } _: { scenario in
      scenario.configuration.hasTargetLayout = false
      return true
    },
    configuration("no target layout under an id", ["L04"], and: ["S08", "S26", "S01"]) { wishes in
      wishes.hasPosition = true
      wishes.behaviors = [.free, .interval]
    } _: { scenario in
      scenario.configuration.hasTargetLayout = false
      return true
    },
    configuration("threshold beyond tall items", ["L09"]) { wishes in
      wishes.behaviors = [.free]
      wishes.observesViews = true
    } _: { scenario in
      guard case .generated(var rule) = scenario.scene.content else { return false }
      // Fractions refer to the whole frame: half of an item of 2.5 containers never fits.
      let (size, axis) = (scenario.scene.container, scenario.scene.axes.main)
      rule.size = .same(.length(((axis == .vertical ? size.height : size.width) * 2.5).rounded()))
      rule.count = min(rule.count, 40)
      scenario.scene.content = .generated(rule)
      return true
    },
    configuration("nil anchor taken for the top", ["S37"]) { wishes in
      wishes.behaviors = [.free]
      wishes.ending = .visibleCommand
    } _: { scenario in
      scenario.configuration.switches.minimalScroll = .top
      // The second item must be completely visible at the start.
      return scenario.pitch * 2 <= inner(scenario)
    },
    configuration("an id that jumps leave stale", ["S08"]) { wishes in
      wishes.hasPosition = true
      wishes.ending = .jump
    } _: { scenario in
      scenario.configuration.switches.programmaticWriteBack = .none
      return true
    } fix: { scenario in
      scenario.configuration.switches.programmaticWriteBack = .topMost
    },
    configuration("behavior not asked on a resize", ["S22"], and: ["S10", "S13"]) { wishes in
      wishes.behaviors = [.aligned]
      wishes.ending = .resize
    } _: { scenario in
      guard case .viewAligned(let limit, _) = scenario.configuration.behavior else { return false }
      // Only targets that are aligned in the middle move in another container.
      scenario.configuration.behavior = .viewAligned(
        limit: limit, anchor: UnitPoint(x: 0.5, y: 0.5))
      scenario.configuration.switches.behaviorOnResize = .ignored
      return true
    } fix: { scenario in
      scenario.configuration.switches.behaviorOnResize = .asked
    },
    configuration("an id that keeps the end from following", ["S27"], and: ["S08", "S10"]) {
      wishes in
      wishes.behaviors = [.free]
      wishes.hasPosition = false
      wishes.ending = .growth
    } _: { scenario in
      guard case .generated(let rule) = scenario.scene.content else { return false }
      scenario.configuration.position = .id(TargetID(Int64(rule.count - 1)))
      return true
    },
    configuration("an initial id that is ignored", ["S08"], and: ["S10"]) { wishes in
      wishes.hasPosition = true
    } _: { scenario in
      scenario.configuration.position = .id(TargetID(7))
      scenario.configuration.switches.initialPosition = .ignored
      return true
    } fix: { scenario in
      scenario.configuration.switches.initialPosition = .honored
    },
    configuration("an effect that leaves the frame", ["S21"], effectTravel: -60) { wishes in
      wishes.behaviors = [.free]
    } _: { scenario in
      guard
        let told = try? Configuration(
          text: "transition: sides(top-leading: interactive(linear, visible(1)), "
            + "bottom-trailing: interactive(linear, visible(1)))")
      else { return false }
      scenario.configuration.transition = told.transition
      return true
    },
    configuration("a strict optional id", ["L05", "S26"]) { wishes in
      wishes.behaviors = [.free]
      wishes.hasPosition = false
    } _: { scenario in
      guard
        let told = try? Configuration(
          text: "position: value(type: optional(int)), optional-id: strict")
      else { return false }
      scenario.configuration.position = told.position
      scenario.configuration.switches.optionalID = .strict
      return true
    },
  ]

  static let all = streams + engines + configurations

  private static func inner(_ scenario: HealthyScenario) -> Double {
    let (size, insets) = (scenario.scene.container, scenario.scene.insets)
    return scenario.scene.axes.main == .vertical
      ? size.height - insets.top - insets.bottom : size.width - insets.left - insets.right
  }

  private static func isWhole(_ share: Double, _ unit: Double) -> Bool {
    (share - share.rounded()).magnitude * unit <= 2
  }
}
