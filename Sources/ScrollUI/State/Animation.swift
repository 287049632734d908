public import Foundation
import ScrollModel

/// The motion of a programmatic scroll.
public struct Animation: Hashable, Sendable {
  let model: ScrollAnimation

  /// The platform's own scroll animation.
  public static let `default` = Animation(model: .automatic)
  /// At constant speed.
  public static let linear = Animation.linear(duration: 0.35)
  /// Slow, then fast.
  public static let easeIn = Animation.easeIn(duration: 0.35)
  /// Fast, then slow.
  public static let easeOut = Animation.easeOut(duration: 0.35)
  /// Slow, fast, slow.
  public static let easeInOut = Animation.easeInOut(duration: 0.35)
  /// A spring without bounce.
  public static let smooth = Animation.smooth()
  /// A spring with a little bounce.
  public static let snappy = Animation.snappy()
  /// A spring with much bounce.
  public static let bouncy = Animation.bouncy()
  /// A spring.
  public static let spring = Animation.spring()

  /// Returns an animation at constant speed.
  public static func linear(duration: TimeInterval) -> Animation { timed(duration, .linear) }

  /// Returns an animation that starts slowly.
  public static func easeIn(duration: TimeInterval) -> Animation { timed(duration, .easeIn) }

  /// Returns an animation that ends slowly.
  public static func easeOut(duration: TimeInterval) -> Animation { timed(duration, .easeOut) }

  /// Returns an animation that starts and ends slowly.
  public static func easeInOut(duration: TimeInterval) -> Animation { timed(duration, .easeInOut) }

  /// Returns a spring.
  public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0) -> Animation {
    Animation(model: .spring(seconds: duration, bounce: bounce))
  }

  /// Returns a spring without bounce.
  public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    spring(duration: duration, bounce: extraBounce)
  }

  /// Returns a spring with a little bounce.
  public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// Returns a spring with much bounce.
  public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    spring(duration: duration, bounce: 0.3 + extraBounce)
  }

  private static func timed(_ seconds: TimeInterval, _ curve: AnimationCurve) -> Animation {
    Animation(model: .timed(seconds: seconds, curve: curve))
  }
}
