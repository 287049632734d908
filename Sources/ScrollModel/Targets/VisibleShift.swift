/// The movement on the screen of targets that are visible in two samples.
///
/// The samples are two frames of one outcome, or one time of two outcomes. The target in both that
/// moved least decides: content inserted or removed next to it does not move the view.
public struct VisibleShift<Target> {
  /// The screen movement of the target that moved least; nil if none is in both samples.
  public private(set) var least: Double?
  /// The target that moved least.
  public private(set) var target: Target?
  /// The uniform movement of all visible targets in content coordinates; nil if they moved
  /// unevenly.
  public private(set) var content: Double?
  private var isFirst = true

  /// Whether the first sample contained a target.
  public var hasLooked: Bool { !isFirst }

  /// The default tolerance of movements: half a point.
  public static var slack: Double { 0.5 }

  /// Creates a shift without observations.
  public init() {}

  /// Adds a target that is visible in both samples: its movement in the content and on the screen.
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

  /// Adds a target of the first sample that is missing in the second.
  public mutating func miss() { isFirst = false }

  /// Distinguishes a corrected estimate from a visible movement.
  ///
  /// - Parameters:
  ///   - offsetChange: The change of the content offset in points.
  ///   - tolerance: The largest screen movement in points that is ignored.
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

/// The visible effect of a change between two samples of the same content.
public enum VisibleChange: Hashable, Sendable {
  /// Nothing moved on the screen, and no estimate was corrected.
  case none
  /// The offset and all visible targets changed by the same number of points: a lazy stack
  /// corrected its estimate (LAZY-11).
  case estimateCorrection(Double)
  /// All targets moved on the screen, by at least this many points.
  case movement(Double)
  /// No target is in both samples.
  case unknown
}
