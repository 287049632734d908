import ScrollModel

#if canImport(CoreGraphics)
  // On Apple platforms CGVector is part of Foundation.
  public import Foundation
#endif

/// The activity of a scroll view.
public enum ScrollPhase: CaseIterable, Hashable, Sendable {
  /// At rest.
  case idle
  /// A finger is down, and the content has not moved yet.
  case tracking
  /// The user moves the content.
  case interacting
  /// The user has released the content and it moves to its final offset.
  case decelerating
  /// The program moves the content with an animation.
  case animating

  /// Whether the view counts as scrolling: in every phase but `idle`.
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

/// Further properties of a change of the scroll phase.
public struct ScrollPhaseChangeContext: Hashable, Sendable {
  /// The geometry at the change.
  public let geometry: ScrollGeometry
  /// Velocity in points per second, if the new phase has one.
  public let velocity: CGVector?
}
