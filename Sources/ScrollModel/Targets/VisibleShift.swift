/// How targets that two looks show moved on the screen from one to the other.
///
/// The looks are two frames of one outcome, or one moment of two outcomes. Of all targets in both the
/// one that moved least decides: content put in or taken out beside it does not move the view.
public struct VisibleShift<Target> {
  /// The movement on the screen of the target that moved least; nil if none is in both looks.
  public private(set) var least: Double?
  /// The target that moved least.
  public private(set) var target: Target?
  /// By how much the content's coordinates moved under all shown targets; nil if unevenly.
  public private(set) var content: Double?
  private var isFirst = true

  /// Whether the first look showed a target at all.
  public var hasLooked: Bool { !isFirst }

  /// Movements up to so many points count as none where nothing else is said: half a point.
  public static var slack: Double { 0.5 }

  /// Creates a shift of which nothing has been seen.
  public init() {}

  /// Takes a target that both looks show: how far it moved in the content and on the screen.
  public mutating func take(_ target: Target, inContent: Double, onScreen: Double) {
    if isFirst {
      content = inContent
      isFirst = false
    } else if let content, (content - inContent).magnitude > Self.slack {
      self.content = nil
    }
    if least.map({ onScreen.magnitude < $0.magnitude }) ?? true {
      least = onScreen
      self.target = target
    }
  }

  /// Takes a target of the first look that the second does not have.
  public mutating func miss() { isFirst = false }

  /// Tells a corrected estimate from a movement that people see.
  ///
  /// - Parameters:
  ///   - offsetChange: By how many points the content offset differs.
  ///   - tolerance: How many points on the screen count as none.
  public func change(offsetChange: Double, tolerance: Double) -> VisibleChange {
    guard let least else { return .unknown }
    if least.magnitude > tolerance { return .movement(least) }
    guard let content, content.magnitude > Self.slack, offsetChange * content > 0 else {
      return .none
    }
    return .estimateCorrection(content)
  }
}

extension VisibleShift: Sendable where Target: Sendable {}

/// What a change between two looks at the same content means for the eye.
public enum VisibleChange: Hashable, Sendable {
  /// Nothing moved on the screen, and no estimate was corrected.
  case none
  /// The offset changed together with all shown targets by so many points: a lazy stack corrected its
  /// estimate (LAZY-11).
  case estimateCorrection(Double)
  /// Everything moved on the screen by so many points, and so far the least.
  case movement(Double)
  /// No target is in both looks.
  case unknown
}
