/// The destination of a programmatic scroll.
public enum ScrollDestination: Hashable, Sendable {
  /// The target with this id.
  case id(TargetID)
  /// A side of the content.
  case edge(Edge)
  /// A content offset.
  case point(Point)
  /// A horizontal content offset.
  case x(Double)
  /// A vertical content offset.
  case y(Double)
}

/// The API that a program scrolled with; the observable results depend on it.
public enum CommandRoute: String, CaseIterable, Hashable, Sendable {
  /// A `ScrollPosition` value.
  case position
  /// A `ScrollViewReader`'s proxy.
  case reader
  /// A content offset set on the scroll view itself, as UIKit and the web do.
  case offset
}

/// The timing curve of an animation.
public enum AnimationCurve: String, CaseIterable, Hashable, Sendable {
  /// Constant speed.
  case linear
  /// Slow, then fast.
  case easeIn = "ease-in"
  /// Fast, then slow.
  case easeOut = "ease-out"
  /// Slow, fast, slow.
  case easeInOut = "ease-in-out"
}

/// The animation of a programmatic scroll.
public enum ScrollAnimation: Hashable, Sendable {
  /// No animation.
  case none
  /// The platform's default animation.
  case automatic
  /// A duration in seconds and a timing curve.
  case timed(seconds: Double, curve: AnimationCurve)
  /// A spring with a perceptual duration in seconds and a bounce from -1 to 1.
  case spring(seconds: Double, bounce: Double)
}

/// One programmatic request to the scroll view.
public enum Command: Hashable, Sendable {
  /// Scrolls to a destination. The anchor aligns an id; nil requests the smallest movement.
  case scroll(
    to: ScrollDestination, anchor: UnitPoint?, animation: ScrollAnimation, route: CommandRoute,
    preservesVelocity: Bool)
  /// Writes an id, or nil, into the binding of `scrollPosition(id:)`.
  case write(TargetID?, anchor: UnitPoint?, animation: ScrollAnimation)
  /// Stops the current movement.
  case cancel
}
