import Analysis
import ScrollModel

/// The system's release of a recording that declares no configuration.
extension TraceInformation {
  /// Whether the recorded system is one of Apple's, or none is recorded.
  var isOfApple: Bool {
    let names = ["iOS", "iPadOS", "macOS", "tvOS", "visionOS", "watchOS"]
    return system.map { system in names.contains { system.hasPrefix($0) } } ?? true
  }

  /// The toolkits by whose rules an app on the recorded system may scroll; all if none is recorded.
  var possibleToolkits: [PeerPhysics] {
    let ofPages: [PeerPhysics] = [.chromium, .css, .betterScroll]
    guard system != nil else { return PeerPhysics.allCases }
    return switch AppPlatform(self) {
    case .web: ofPages + [.uikit]
    case .android: [.uikit, .android, .flutter, .flutterClamping, .flutterWheel, .reanimated]
    case .flutter: [.flutter, .flutterClamping, .flutterWheel]
    case .apple where isOfApple:
      PeerPhysics.allCases.filter { !(ofPages + [.android]).contains($0) }
    case .apple, .reactNative: PeerPhysics.allCases
    }
  }

  /// The profile of the recorded system; nil if none is recorded, or of another vendor.
  var systemProfile: Profile? {
    let words = (system ?? "").split(separator: " ")
    guard words.count >= 2, let number = words[1].split(separator: ".").first,
      let release = Int(number)
    else { return nil }
    switch words[0] {
    case "iOS", "iPadOS", "tvOS":
      return release >= 27 ? .ios27 : release >= 26 ? .ios26 : release >= 18 ? .ios18 : .ios17
    case "macOS":
      return release >= 27
        ? .macos27 : release >= 26 ? .macos26 : release >= 15 ? .macos15 : .macos14
    default: return nil
    }
  }
}

extension RestDecisionAnalysis {
  /// The profile whose flings go as far as the system reported; nil if the reports agree with none.
  ///
  /// The distance of a fling changed with the releases of 2025 (PHYS-3, PHYS-4).
  var profileOfReports: Profile? {
    let known: [(way: Double, velocity: Double)] = decisions.compactMap { decision in
      guard decision.evidence == .recorded, let velocity = decision.velocity,
        velocity.magnitude > 300, let reported = decision.reportedRest,
        !decision.axis.isAtEnd(reported, within: 1)
      else { return nil }
      return (reported - decision.releaseOffset, velocity)
    }
    var best: (profile: Profile, near: Int)?
    for profile in [Profile.standard, .ios26] {
      let configuration = Configuration(profile)
      for rate in [configuration.physics.normalDecay, configuration.physics.fastDecay] {
        let near = known.count { configuration.isDistance($0.way, of: $0.velocity, at: rate) }
        if near >= 2, near > best?.near ?? 0 { best = (profile, near) }
      }
    }
    return best?.profile
  }
}

extension Configuration {
  /// Whether a fling goes that far, within a tenth of a point.
  fileprivate func isDistance(_ way: Double, of velocity: Double, at rate: Double) -> Bool {
    let speed = max(0, velocity.magnitude - physics.velocityFloor)
    let expected = speed * switches.flingDistance.distance(perVelocityAt: rate)
    return (way.magnitude - expected).magnitude <= 0.1
  }
}
