public import Foundation
import ScrollModel

/// A side of a rectangle.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
  /// The side with the smallest y.
  case top
  /// The start of lines.
  case leading
  /// The side with the largest y.
  case bottom
  /// The end of lines.
  case trailing

  /// A set of sides.
  public struct Set: OptionSet, Hashable, Sendable {
    /// One bit per side.
    public let rawValue: Int8

    /// Creates a set from its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Creates the set of one side.
    public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }

    /// The side with the smallest y.
    public static let top = Set(Edge.top)
    /// The start of lines.
    public static let leading = Set(Edge.leading)
    /// The side with the largest y.
    public static let bottom = Set(Edge.bottom)
    /// The end of lines.
    public static let trailing = Set(Edge.trailing)
    /// Leading and trailing.
    public static let horizontal: Set = [.leading, .trailing]
    /// Top and bottom.
    public static let vertical: Set = [.top, .bottom]
    /// All four.
    public static let all: Set = [.horizontal, .vertical]
  }
}

extension Edge {
  var model: ScrollModel.Edge {
    switch self {
    case .top: .top
    case .leading: .leading
    case .bottom: .bottom
    case .trailing: .trailing
    }
  }

  init(_ edge: ScrollModel.Edge) {
    self =
      switch edge {
      case .top: .top
      case .leading: .leading
      case .bottom: .bottom
      case .trailing: .trailing
      }
  }
}

/// Distances inward from the four sides.
public struct EdgeInsets: Hashable, Sendable {
  /// Distance from the top.
  public var top: CGFloat
  /// Distance from the start of lines.
  public var leading: CGFloat
  /// Distance from the bottom.
  public var bottom: CGFloat
  /// Distance from the end of lines.
  public var trailing: CGFloat

  /// Creates insets from their distances.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets of 0.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

extension EdgeInsets {
  subscript(edge: Edge) -> CGFloat {
    get {
      switch edge {
      case .top: top
      case .leading: leading
      case .bottom: bottom
      case .trailing: trailing
      }
    }
    set {
      switch edge {
      case .top: top = newValue
      case .leading: leading = newValue
      case .bottom: bottom = newValue
      case .trailing: trailing = newValue
      }
    }
  }

  init(_ insets: Insets, _ direction: LayoutDirection) {
    let isLeft = direction == .leftToRight
    self.init(
      top: insets.top, leading: isLeft ? insets.left : insets.right, bottom: insets.bottom,
      trailing: isLeft ? insets.right : insets.left)
  }

  func model(_ direction: LayoutDirection) -> Insets {
    let isLeft = direction == .leftToRight
    return Insets(
      top: top, left: isLeft ? leading : trailing, bottom: bottom,
      right: isLeft ? trailing : leading)
  }
}
