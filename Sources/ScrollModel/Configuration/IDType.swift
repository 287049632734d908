/// The declared type of the ids that a position matches.
public struct IDType: Hashable, Sendable {
  /// The type without an optional around it.
  public enum Base: Hashable, Sendable {
    /// Swift's `Never`: it matches no id.
    case never
    /// An integer type.
    case int
    /// `String`.
    case string
    /// `UUID`.
    case uuid
    /// A type known by its name.
    case other(String)
  }

  /// The type without an optional around it.
  public var base: Base
  /// Whether the type is the optional of its base.
  public var isOptional: Bool

  /// The type without values.
  public static let never = IDType(.never)

  /// Creates a type.
  public init(_ base: Base, isOptional: Bool = false) {
    self.base = base
    self.isOptional = isOptional
  }

  /// Creates the type of an id.
  public init(of id: TargetID) {
    isOptional = id.isOptional
    base =
      switch id.value {
      case .int: .int
      case .string: .string
      case .uuid: .uuid
      case .other(let type, _): .other(type)
      }
  }

  /// Returns whether an id has this type; the switch decides whether optional wrapping matters.
  public func matches(_ id: TargetID, _ choice: OptionalIDChoice) -> Bool {
    let type = IDType(of: id)
    return type.base == base && (choice == .unwrap || type.isOptional == isOptional)
  }
}

extension TargetID {
  /// Returns whether two ids identify one target; the switch decides whether optional wrapping
  /// matters.
  public func names(_ other: TargetID, _ choice: OptionalIDChoice) -> Bool {
    guard choice == .unwrap, isOptional != other.isOptional else { return self == other }
    return TargetID(value, isOptional: other.isOptional) == other
  }
}
