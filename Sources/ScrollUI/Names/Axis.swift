import ScrollModel

/// The horizontal or vertical dimension.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
  /// Left and right.
  case horizontal
  /// Up and down.
  case vertical

  /// A set of axes.
  public struct Set: OptionSet, Hashable, Sendable {
    /// One bit per axis.
    public let rawValue: Int8

    /// Creates a set from its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Creates the set of one axis.
    public init(_ axis: Axis) { self.init(rawValue: 1 << axis.rawValue) }

    /// Left and right.
    public static let horizontal = Set(Axis.horizontal)
    /// Up and down.
    public static let vertical = Set(Axis.vertical)
  }
}

extension Axis {
  var model: ScrollModel.Axis { self == .horizontal ? .horizontal : .vertical }
}

extension Axis.Set {
  init(_ axes: ScrollAxes) {
    self =
      switch axes {
      case .vertical: .vertical
      case .horizontal: .horizontal
      case .both: [.horizontal, .vertical]
      }
  }

  /// The model's value; nil without any axis, for which the model has no value.
  var model: ScrollAxes? {
    switch (contains(.horizontal), contains(.vertical)) {
    case (true, true): .both
    case (true, false): .horizontal
    case (false, true): .vertical
    case (false, false): nil
    }
  }
}

/// The direction of lines.
public enum LayoutDirection: CaseIterable, Hashable, Sendable {
  /// Leading is left.
  case leftToRight
  /// Leading is right.
  case rightToLeft

  var model: ScrollModel.LayoutDirection { self == .leftToRight ? .leftToRight : .rightToLeft }

  init(_ direction: ScrollModel.LayoutDirection) {
    self = direction == .leftToRight ? .leftToRight : .rightToLeft
  }
}

/// The amount of room along an axis.
public enum UserInterfaceSizeClass: Hashable, Sendable {
  /// Little room.
  case compact
  /// Ample room.
  case regular

  init(_ size: SizeClass) { self = size == .compact ? .compact : .regular }
}
