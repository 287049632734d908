public import ScrollModel

/// A decision of a scroll view that a trace can exercise.
public enum ScrollDecision: String, CaseIterable, Hashable, Sendable {
  /// A release rests where its deceleration ends.
  case natural
  /// The nearest candidate is taken.
  case nearest
  /// The candidate after the first one is taken, because the release had a velocity.
  case stepped
  /// The limit cuts the distance.
  case limited
  /// The next page is taken.
  case turnedPage = "turned-page"
  /// The behavior leaves the rest alone.
  case leftAlone = "left-alone"
  /// A custom behavior answers.
  case custom
  /// The rules of another toolkit choose.
  case peer
  /// The start of the range cuts the rest.
  case clampStart = "clamp-start"
  /// The end of the range cuts it.
  case clampEnd = "clamp-end"
  /// Two candidates are equally near.
  case tie
  /// The gesture ends without velocity.
  case zeroVelocity = "zero-velocity"
  /// An item longer than the container is in view at the release.
  case oversizeItem = "oversize-item"
  /// A gesture catches moving content.
  case caught = "catch"
  /// A finger turns back before it lifts.
  case reversal
  /// The finger pulls the content past an end.
  case overscroll
  /// Lines run from right to left.
  case rightToLeft = "right-to-left"
  /// The content changes at rest, and while it moves.
  case editAtRest = "edit-at-rest"
  case editInFlight = "edit-in-flight"
  /// The container gets another size at rest, and while the content moves.
  case rotation
  case rotationInFlight = "rotation-in-flight"
  /// A program scrolls at rest, and while the content moves.
  case commandAtRest = "command-at-rest"
  case commandInFlight = "command-in-flight"
  /// A wheel scrolls, and a trackpad.
  case wheel
  case trackpad

  /// Whether a configuration can come to the decision at all.
  public func applies(to configuration: Configuration) -> Bool {
    let behavior = configuration.effectiveBehavior
    let isPeer = configuration.releasePhysics != .uikit
    switch self {
    case .natural: return behavior.isNone && !isPeer
    case .peer: return isPeer && !behavior.isNone
    // Other toolkits end at an edge by rules of their own.
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
