/// The platform whose physics moves released content and chooses its resting offset.
public enum PeerPhysics: String, CaseIterable, Hashable, Sendable {
  /// A UIKit-like scroll view: this engine's own constants, the nearest candidate.
  case uikit
  /// React Native on iOS: UIKit's deceleration, `snapToOffsets`.
  case reactNative = "react-native"
  /// Flutter on iOS: bouncing, pages.
  case flutter
  /// Flutter on Android: clamping, pages.
  case flutterClamping = "flutter-clamping"
  /// Flutter's wheels: the item nearest the natural end.
  case flutterWheel = "flutter-wheel"
  /// Android and Compose: the spline fling, the next bound.
  case android
  /// Chromium's fling; CSS scroll snap uses an end predicted from the first step.
  case chromium
  /// CSS scroll snap, mandatory; the natural end is the end of Chromium's fling curve.
  case css
  /// better-scroll: constant deceleration.
  case betterScroll = "better-scroll"
  /// Reanimated's `withDecay`, which has no snapping.
  case reanimated
  /// Facebook's pop, which has no snapping.
  case pop
}

extension PeerPhysics {
  /// Whether fingers and flings follow the rules of Chromium (WEB-1 to WEB-6).
  public var isChromium: Bool { self == .chromium || self == .css }
}
