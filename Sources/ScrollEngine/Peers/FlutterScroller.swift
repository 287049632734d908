public import ScrollModel

/// The Flutter platform that a scroll view emulates.
public enum FlutterPlatform: String, CaseIterable, Hashable, Sendable {
  /// Bouncing.
  case ios
  /// Bouncing with fast deceleration.
  case macos
  /// Clamping.
  case android
  /// Clamping.
  case linux
  /// Clamping.
  case windows
  /// Clamping.
  case fuchsia

  /// Whether content can be pulled past its edges.
  public var isBouncing: Bool { self == .ios || self == .macos }

  /// The estimator of the release velocity.
  public var estimator: VelocityEstimator {
    switch self {
    case .ios: .flutterIOS
    case .macos: .flutterMacOS
    default: .flutterLeastSquares
    }
  }

  /// The motion after a release within or past the edges, by the platform's spring or another one.
  public func curve(
    from place: Double, velocity: Double, low: Double, high: Double,
    spring: SpringDescription? = nil
  ) -> BouncingCurve {
    BouncingCurve(
      from: place, velocity: velocity, leading: low, trailing: high,
      spring: spring ?? .flutter(isFast: self == .macos),
      deceleration: self == .macos ? PeerConstant.flutterFastDeceleration.value : 0)
  }
}

/// Flutter's resistance of content pulled past an edge.
public struct FlutterResistance: Hashable, Sendable {
  /// Whether the fast deceleration of desktop platforms is used.
  public var isFast: Bool

  /// Creates the resistance of a deceleration rate.
  public init(isFast: Bool = false) { self.isFast = isFast }

  /// Returns the fraction of a movement that is applied at a number of viewports past an edge.
  public func friction(at fraction: Double) -> Double {
    let factor = isFast ? PeerConstant.flutterFastFriction : PeerConstant.flutterFriction
    return factor.value * (1 - fraction) * (1 - fraction)
  }

  /// Returns the applied part of a finger's movement; positive moves the content down.
  public func applied(
    _ movement: Double, at place: Double, low: Double, high: Double, viewport: Double
  ) -> Double {
    guard place < low || place > high, viewport > 0, movement != 0 else { return movement }
    let (atStart, atEnd) = (max(low - place, 0), max(place - high, 0))
    let past = max(atStart, atEnd)
    let isEasing = (atStart > 0 && movement < 0) || (atEnd > 0 && movement > 0)
    let size = magnitude(movement)
    if isEasing, isFast { return movement }
    let gamma = friction(at: (isEasing ? past - size : past) / viewport)
    let limit = gamma > 0 ? past / gamma : .infinity
    let shown = size < limit ? size * gamma : past + size - limit
    return movement < 0 ? -shown : shown
  }
}

/// A Flutter scroll view under a finger: offsets in logical px, times in milliseconds.
public struct FlutterScroller: Sendable {
  private enum Activity {
    case idle
    case ballistic(FlutterMotion, since: Double)
    case held
  }

  /// The current offset.
  public private(set) var offset: Double
  private let platform: FlutterPlatform
  private let low: Double
  private let high: Double
  private let viewport: Double
  private var activity = Activity.idle
  private var tracker: VelocityTracker
  private var finger = 0.0
  private var carried = 0.0
  private var keepsMomentum = false
  private var lastMovement = 0.0
  /// The distance since the finger last stopped; nil once it has passed the threshold.
  private var way: Double?
  private var hasMoved = false
  private var isDown = false

  /// Creates a scroll view at rest.
  public init(
    _ platform: FlutterPlatform, offset: Double = 0, low: Double = 0, high: Double,
    viewport: Double
  ) {
    self.platform = platform
    self.offset = offset
    self.low = low
    self.high = high
    self.viewport = viewport
    tracker = VelocityTracker(platform.estimator, rules: .flutter)
  }

  /// Handles a touch down, which stops the content.
  public mutating func down(at time: Double) {
    let velocity = velocity(at: time)
    offset = place(at: time)
    activity = .held
    (finger, way, hasMoved, isDown) = (0, platform.isBouncing ? 0 : nil, false, true)
    lastMovement = time
    carried = platform.isBouncing ? Self.momentum(velocity) : 0
    keepsMomentum = carried != 0
    tracker = VelocityTracker(platform.estimator, rules: .flutter)
    tracker.add(0, 0, at: time)
  }

  /// The velocity that a new fling in the same direction inherits.
  public static func momentum(_ velocity: Double) -> Double {
    let size = min(
      PeerConstant.flutterMomentumFactor.value
        * Elementary.power(magnitude(velocity), PeerConstant.flutterMomentumPower.value),
      PeerConstant.flutterMomentumCap.value)
    return velocity < 0 ? -size : size
  }

  /// Handles a finger movement; a movement without a time has no threshold.
  public mutating func move(by movement: Double, at time: Double?) {
    guard isDown else { return }
    finger += movement
    if let time { tracker.add(0, finger, at: time) }
    if movement != 0 {
      lastMovement = time ?? lastMovement
      hasMoved = true
    } else if keepsMomentum,
      time.map({ $0 - lastMovement > PeerConstant.flutterMomentumStillness.value }) ?? true
    {
      keepsMomentum = false
    }
    let applied = time.map { pastThreshold(movement, at: $0) } ?? movement
    guard applied != 0 else { return }
    if platform.isBouncing {
      offset -= FlutterResistance(isFast: platform == .macos).applied(
        applied, at: offset, low: low, high: high, viewport: viewport)
    } else {
      offset = clamped(offset - applied, min(low, offset), max(high, offset))
    }
  }

  /// The part of a movement that remains after the threshold at the start of a drag.
  private mutating func pastThreshold(_ movement: Double, at time: Double) -> Double {
    if movement == 0 {
      if platform.isBouncing, way == nil, time - lastMovement > PeerConstant.flutterStopTime.value {
        way = 0
      }
      return 0
    }
    guard let old = way else { return movement }
    let sum = old + movement
    guard magnitude(sum) > PeerConstant.flutterStartDistance.value else {
      way = sum
      return 0
    }
    way = nil
    guard magnitude(movement) <= PeerConstant.flutterBigStart.value else { return movement }
    let eased = min(PeerConstant.flutterStartDistance.value / 3, magnitude(movement))
    return movement < 0 ? -eased : eased
  }

  /// Handles the lift of the finger and returns the velocity of the content.
  @discardableResult
  public mutating func up(at time: Double) -> Double {
    guard isDown else { return 0 }
    isDown = false
    var velocity = 0.0
    if hasMoved, let estimate = tracker.velocity() {
      let least = PeerConstant.flutterMinimumFling.value * (platform.isBouncing ? 2 : 1)
      if magnitude(estimate.y) > least, magnitude(finger) > PeerConstant.flutterTouchSlop.value {
        let most = PeerConstant.flutterMaximumFling.value * (platform == .macos ? 8 : 1)
        velocity = -clamped(estimate.y, -most, most)
      }
      let isSameWay = (velocity > 0) == (carried > 0) && velocity != 0
      let isFast =
        magnitude(velocity) > magnitude(carried) * PeerConstant.flutterMomentumShare.value
      if keepsMomentum, isSameWay, isFast { velocity += carried }
    }
    release(velocity: velocity, at: time)
    return velocity
  }

  /// Releases the content with a velocity.
  public mutating func release(velocity: Double, at time: Double) {
    let motion = FlutterMotion(
      platform, from: offset, velocity: velocity, low: low, high: high)
    activity = motion.map { .ballistic($0, since: time) } ?? .idle
  }

  /// Returns the offset at a time.
  public func place(at time: Double) -> Double {
    guard case .ballistic(let motion, let start) = activity else { return offset }
    return motion.position(at: time - start)
  }

  /// Returns the velocity of the content at a time.
  public func velocity(at time: Double) -> Double {
    guard case .ballistic(let motion, let start) = activity, time - start < motion.duration else {
      return 0
    }
    return motion.velocity(at: time - start)
  }
}
