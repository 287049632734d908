import ScrollModel

/// The horizontal or vertical dimension.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
  /// Left and right.
  case horizontal
  /// Up and down.
  case vertical

  /// Some of the axes.
  public struct Set: OptionSet, Hashable, Sendable {
    /// One bit an axis.
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

  /// The model's word; without any axis a view scrolls nowhere, which the model has no word for.
  var model: ScrollAxes? {
    switch (contains(.horizontal), contains(.vertical)) {
    case (true, true): .both
    case (true, false): .horizontal
    case (false, true): .vertical
    case (false, false): nil
    }
  }
}

/// Which way lines run.
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

/// How much room there is along an axis.
public enum UserInterfaceSizeClass: Hashable, Sendable {
  /// Little.
  case compact
  /// Enough.
  case regular

  init(_ size: SizeClass) { self = size == .compact ? .compact : .regular }
}
