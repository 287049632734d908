import ScrollModel

#if canImport(CoreGraphics)
  // There CGVector is Foundation's.
  public import Foundation
#endif

/// What a scroll view does.
public enum ScrollPhase: CaseIterable, Hashable, Sendable {
  /// At rest.
  case idle
  /// A finger is down, nothing moves yet.
  case tracking
  /// The user moves the content.
  case interacting
  /// The user let go and the content heads for its rest.
  case decelerating
  /// The program moves the content with an animation.
  case animating

  /// Whether the view counts as scrolling: always but at rest.
  public var isScrolling: Bool { self != .idle }

  init(_ phase: ScrollModel.ScrollPhase) {
    self =
      switch phase {
      case .idle: .idle
      case .tracking: .tracking
      case .interacting: .interacting
      case .decelerating: .decelerating
      case .animating: .animating
      }
  }
}

/// What else is known at a change of the scroll phase.
public struct ScrollPhaseChangeContext: Hashable, Sendable {
  /// The geometry at the change.
  public let geometry: ScrollGeometry
  /// Velocity in points per second, where the new phase has one.
  public let velocity: CGVector?
}
