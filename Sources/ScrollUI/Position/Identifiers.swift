import Foundation
import ScrollModel

/// An optional of any type: ids may be wrapped in an optional by mistake (POS-10).
private protocol OptionalValue {
  static var wrappedType: any Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  var wrapped: Any? { map { $0 } }
}

extension IDType {
  /// Creates the model's value for a Swift type.
  init(for type: any Any.Type) {
    if let optional = type as? any OptionalValue.Type {
      self.init(IDType(for: optional.wrappedType).base, isOptional: true)
    } else if type == Never.self {
      self.init(.never)
    } else if type == Int.self {
      self.init(.int)
    } else if type == String.self {
      self.init(.string)
    } else if type == UUID.self {
      self.init(.uuid)
    } else {
      self.init(.other(String(describing: type)))
    }
  }
}

extension TargetID {
  /// Creates the model's value for an id; types other than the three are distinguished by their
  /// text.
  init(for id: any Hashable) {
    guard let optional = id as? any OptionalValue else {
      self.init(Self.value(of: id))
      return
    }
    guard let wrapped = optional.wrapped as? any Hashable else {
      let type = String(describing: Swift.type(of: optional).wrappedType)
      self.init(.other(type: type, text: "nil"), isOptional: true)
      return
    }
    self.init(TargetID(for: wrapped).value, isOptional: true)
  }

  private static func value(of id: any Hashable) -> Value {
    switch id {
    case let integer as Int: .int(Int64(integer))
    case let text as String: .string(text)
    case let uuid as UUID: value(of: uuid)
    default: .other(type: String(describing: type(of: id)), text: String(describing: id))
    }
  }

  private static func value(of uuid: UUID) -> Value {
    let halves = withUnsafeBytes(of: uuid.uuid) { bytes in
      bytes.enumerated().reduce(into: (high: UInt64(0), low: UInt64(0))) { halves, byte in
        if byte.offset < 8 {
          halves.high = halves.high << 8 | UInt64(byte.element)
        } else {
          halves.low = halves.low << 8 | UInt64(byte.element)
        }
      }
    }
    return .uuid(halves.high, halves.low)
  }
}

/// The mapping between the program's ids of a scene's items and the engine's.
struct IdentifierTable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let id: AnyHashable
  }

  private var targets: [Key: TargetID] = [:]
  private var identifiers: [TargetID: any Hashable & Sendable] = [:]

  /// Adds an id; ids of one type with equal text get different engine ids.
  mutating func add(_ id: any Hashable & Sendable) -> TargetID {
    if let known = targets[Self.key(of: id)] { return known }
    let plain = TargetID(TargetID(for: id).value)
    var name = plain
    var number = 2
    while identifiers[name] != nil, case .other(let type, let text) = plain.value {
      name = TargetID(.other(type: type, text: "\(text) #\(number)"))
      number += 1
    }
    targets[Self.key(of: id)] = name
    identifiers[name] = id
    return name
  }

  /// Returns the engine's id for an id, whether or not an item has it.
  func target(for id: any Hashable) -> TargetID {
    let plain = TargetID(for: id)
    guard let known = targets[Self.key(of: id)] else { return plain }
    return TargetID(known.value, isOptional: plain.isOptional)
  }

  /// Returns the program's id for an engine's id.
  func identifier(of target: TargetID) -> (any Hashable & Sendable)? {
    identifiers[TargetID(target.value)]
  }

  /// Returns the key of an id; an optional id has the key of its wrapped value.
  private static func key(of id: any Hashable) -> Key {
    if let optional = id as? any OptionalValue, let wrapped = optional.wrapped as? any Hashable {
      return key(of: wrapped)
    }
    return Key(type: ObjectIdentifier(type(of: id)), id: AnyHashable(id))
  }
}
