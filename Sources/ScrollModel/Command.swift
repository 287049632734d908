/// Where a programmatic scroll goes.
public enum ScrollDestination: Hashable, Sendable {
  /// To the target with this id.
  case id(TargetID)
  /// To a side of the content.
  case edge(Edge)
  /// To a content offset.
  case point(Point)
  /// To a horizontal content offset.
  case x(Double)
  /// To a vertical content offset.
  case y(Double)
}

/// The interface through which a program scrolled; they differ in what they report afterwards.
public enum CommandRoute: String, CaseIterable, Hashable, Sendable {
  /// A `ScrollPosition` value.
  case position
  /// A `ScrollViewReader`'s proxy.
  case reader
  /// A content offset set on the scroll view itself, as UIKit and the web do.
  case offset
}

/// How the speed of a timed animation runs.
public enum AnimationCurve: String, CaseIterable, Hashable, Sendable {
  /// At one speed.
  case linear
  /// Slow, then fast.
  case easeIn = "ease-in"
  /// Fast, then slow.
  case easeOut = "ease-out"
  /// Slow, fast, slow.
  case easeInOut = "ease-in-out"
}

/// Whether and how a programmatic scroll is animated.
public enum ScrollAnimation: Hashable, Sendable {
  /// At once.
  case none
  /// With the platform's own animation.
  case automatic
  /// In a number of seconds along a curve.
  case timed(seconds: Double, curve: AnimationCurve)
  /// As a spring with a perceptual duration in seconds and a bounce from -1 to 1.
  case spring(seconds: Double, bounce: Double)
}

/// One thing the program told the scroll view to do.
public enum Command: Hashable, Sendable {
  /// Go to a destination. The anchor aligns an id; nil asks for the least movement.
  case scroll(
    to: ScrollDestination, anchor: UnitPoint?, animation: ScrollAnimation, route: CommandRoute,
    preservesVelocity: Bool)
  /// Write an id, or nothing, into the binding of `scrollPosition(id:)`.
  case write(TargetID?, anchor: UnitPoint?, animation: ScrollAnimation)
  /// Stop whatever movement goes on.
  case cancel
}
