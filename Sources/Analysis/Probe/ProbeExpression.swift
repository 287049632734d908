/// A transform of a scroll view's geometry as text: `contentOffset.y > 120`.
///
/// Supports numbers, names of the geometry, `+ - * / %`, comparisons, `&& || !`, `a ? b : c`,
/// parentheses and the functions `abs`, `min`, `max`, `clamp`, `floor`, `ceil` and `round`. There
/// are no loops and no state, so every expression terminates; errors are found before it runs.
public struct ProbeExpression: Hashable, Sendable {
  /// The type of an expression's result.
  public enum Kind: String, Hashable, Sendable {
    /// A number.
    case number
    /// True or false.
    case truth
  }

  /// The original text.
  public let text: String
  /// The type of its result.
  public let kind: Kind
  let program: [ProbeOperation]

  /// Parses an expression of at most 4096 bytes.
  public init(_ text: String) throws(ProbeError) {
    var parser = ProbeParser(text)
    (program, kind) = try parser.parse()
    self.text = text
  }
}

/// A syntax error of a probe's expression with its position.
public struct ProbeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position in the text, in bytes from 1.
  public let column: Int
  /// The problem and the expected text.
  public let message: String

  /// The message with its position.
  public var description: String { "column \(column): \(message)" }
}

/// One step of an expression on a stack of numbers; Boolean values are 1 or 0.
enum ProbeOperation: Hashable, Sendable {
  case number(Double)
  case quantity(ProbeQuantity)
  case negate, not
  case add, subtract, multiply, divide, remainder
  case less, lessOrEqual, greater, greaterOrEqual, equal, unequal
  case and, or, choose
  case absolute, minimum, maximum, clamp, floor, ceil, round
}

/// A quantity of the geometry that an expression can use.
public enum ProbeQuantity: String, CaseIterable, Hashable, Sendable {
  /// The content offset from the leading side.
  case offsetX = "contentOffset.x"
  /// The content offset from the top.
  case offsetY = "contentOffset.y"
  /// Width of the content.
  case contentWidth = "contentSize.width"
  /// Height of the content.
  case contentHeight = "contentSize.height"
  /// Width of the container; the switch decides whether it includes insets.
  case containerWidth = "containerSize.width"
  /// Height of the container.
  case containerHeight = "containerSize.height"
  /// Inset at the top.
  case insetTop = "contentInsets.top"
  /// Inset at the leading side.
  case insetLeading = "contentInsets.leading"
  /// Inset at the bottom.
  case insetBottom = "contentInsets.bottom"
  /// Inset at the trailing side.
  case insetTrailing = "contentInsets.trailing"
  /// Leading edge of the visible rectangle.
  case visibleMinX = "visibleRect.minX"
  /// Middle of the visible rectangle.
  case visibleMidX = "visibleRect.midX"
  /// Trailing edge of the visible rectangle.
  case visibleMaxX = "visibleRect.maxX"
  /// Top of the visible rectangle.
  case visibleMinY = "visibleRect.minY"
  /// Middle of the visible rectangle.
  case visibleMidY = "visibleRect.midY"
  /// Bottom of the visible rectangle.
  case visibleMaxY = "visibleRect.maxY"
  /// Width of the visible rectangle.
  case visibleWidth = "visibleRect.width"
  /// Height of the visible rectangle.
  case visibleHeight = "visibleRect.height"
  /// Leading edge of the bounds: a rectangle at the content offset with the container's size.
  case boundsMinX = "bounds.minX"
  /// Middle of the bounds.
  case boundsMidX = "bounds.midX"
  /// Trailing edge of the bounds.
  case boundsMaxX = "bounds.maxX"
  /// Top of the bounds.
  case boundsMinY = "bounds.minY"
  /// Middle of the bounds.
  case boundsMidY = "bounds.midY"
  /// Bottom of the bounds.
  case boundsMaxY = "bounds.maxY"
  /// Width of the bounds.
  case boundsWidth = "bounds.width"
  /// Height of the bounds.
  case boundsHeight = "bounds.height"
  /// Fraction of the range along the main axis: 0 at the start and 1 at the end.
  case progress
  /// Fraction of the horizontal range.
  case progressX
  /// Fraction of the vertical range.
  case progressY
}
