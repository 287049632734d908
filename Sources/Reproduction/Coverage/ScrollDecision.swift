public import ScrollModel

/// A decision of a scroll view that a trace can cover.
public enum ScrollDecision: String, CaseIterable, Hashable, Sendable {
  /// A release rests at the end of its deceleration.
  case natural
  /// The nearest candidate is chosen.
  case nearest
  /// The candidate after the original one is chosen, because the release had a velocity.
  case stepped
  /// The limit reduces the distance.
  case limited
  /// The next page is chosen.
  case turnedPage = "turned-page"
  /// The behavior keeps the proposal.
  case leftAlone = "left-alone"
  /// A custom behavior chooses.
  case custom
  /// The rules of another toolkit choose.
  case peer
  /// The choice is clamped to the start of the range.
  case clampStart = "clamp-start"
  /// The choice is clamped to the end of the range.
  case clampEnd = "clamp-end"
  /// Two candidates are equally near.
  case tie
  /// The gesture ends without velocity.
  case zeroVelocity = "zero-velocity"
  /// An item longer than the container is visible at the release.
  case oversizeItem = "oversize-item"
  /// A gesture interrupts content in motion.
  case caught = "catch"
  /// A finger reverses before its lift.
  case reversal
  /// The finger pulls the content past an end.
  case overscroll
  /// Lines run from right to left.
  case rightToLeft = "right-to-left"
  /// The content changes at rest, and during a motion.
  case editAtRest = "edit-at-rest"
  case editInFlight = "edit-in-flight"
  /// The container is resized at rest, and during a motion.
  case rotation
  case rotationInFlight = "rotation-in-flight"
  /// A program scrolls at rest, and during a motion.
  case commandAtRest = "command-at-rest"
  case commandInFlight = "command-in-flight"
  /// A wheel scrolls, and a trackpad.
  case wheel
  case trackpad

  /// Whether the decision is possible under a configuration.
  public func applies(to configuration: Configuration) -> Bool {
    let behavior = configuration.effectiveBehavior
    let isPeer = configuration.releasePhysics != .uikit
    switch self {
    case .natural: return behavior.isNone && !isPeer
    case .peer: return isPeer && !behavior.isNone
    // Other toolkits have their own rules at an edge.
    case .clampStart, .clampEnd: return !isPeer && !configuration.isScrollDisabled
    case .custom: if case .custom = behavior { return true } else { return false }
    case .turnedPage: return behavior == .paging && !isPeer
    case .stepped, .limited:
      guard case .viewAligned(let limit, _) = behavior, !isPeer else { return false }
      return limit != .never
    case .nearest, .tie:
      guard !isPeer else { return false }
      switch behavior {
      case .viewAligned, .interval, .offsets: return true
      case .none, .paging, .scrollSnap, .custom: return false
      }
    case .leftAlone:
      guard case .viewAligned = behavior, !isPeer else { return false }
      return true
    case .zeroVelocity, .oversizeItem, .caught, .reversal, .overscroll,
      .rightToLeft, .editAtRest, .editInFlight, .rotation, .rotationInFlight, .commandAtRest,
      .commandInFlight, .wheel, .trackpad:
      return !configuration.isScrollDisabled
    }
  }

  init?(_ rule: SettleRule) { self.init(rawValue: rule.rawValue) }
}
