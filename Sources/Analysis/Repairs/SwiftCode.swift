public import ScrollModel

/// Values of a trace as Swift expressions.
public enum SwiftCode {
  /// An anchor, by its name where it has one for the axis.
  public static func anchor(_ point: UnitPoint, along axis: Axis? = nil) -> String {
    switch (axis, axis == .horizontal ? point.x : point.y) {
    case (.vertical, 0): return ".top"
    case (.vertical, 1): return ".bottom"
    case (.horizontal, 0): return ".leading"
    case (.horizontal, 1): return ".trailing"
    case (.some, 0.5): return ".center"
    default: break
    }
    return switch (point.x, point.y) {
    case (0.5, 0.5): ".center"
    case (0.5, 0): ".top"
    case (0.5, 1): ".bottom"
    case (0, 0.5): ".leading"
    case (1, 0.5): ".trailing"
    case (0, 0): ".topLeading"
    case (1, 0): ".topTrailing"
    case (0, 1): ".bottomLeading"
    case (1, 1): ".bottomTrailing"
    default: "UnitPoint(x: \(number(point.x)), y: \(number(point.y)))"
    }
  }

  /// An id as a literal; ids of the app's own types are a name to replace.
  public static func id(_ id: TargetID) -> String {
    switch id.value {
    case .int(let integer): "\(integer)"
    case .string(let text): literal(text)
    case .uuid: "UUID(uuidString: \(literal(id.displayText)))"
    case .other: "id"
    }
  }

  /// A scroll view that keeps the target in view in its place.
  public static func boundPosition(along axis: Axis) -> String {
    axis == .vertical
      ? "ScrollView { LazyVStack { rows }.scrollTargetLayout() }.scrollPosition(id: $id, anchor: .top)"
      : "ScrollView(.horizontal) { LazyHStack { cards }.scrollTargetLayout() }"
        + ".scrollPosition(id: $id, anchor: .leading)"
  }

  /// A number without a needless fraction.
  public static func number(_ value: Double) -> String { NumberFormat.text(value) }

  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.properties.isWhitespace && scalar != " ",
        _ where scalar.value < 0x20 || scalar.value == 0x7F:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
