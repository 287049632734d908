import ScrollModel

/// The columns of an id in the table `target`.
enum StoredID {
  /// Returns kind, value and type name of an id.
  static func columns(of id: TargetID) -> (kind: String, value: String, type: String?) {
    switch id.value {
    case .int(let integer): ("int", String(integer), nil)
    case .string(let text): ("string", text, nil)
    case .uuid(let high, let low): ("uuid", TargetID.uuidText(high, low), nil)
    case .other(let type, let text): ("other", text, type)
    }
  }

  /// Returns the id of the columns; nil if they are invalid.
  static func id(kind: String, value: String, type: String?, isOptional: Bool) -> TargetID? {
    switch (kind, type) {
    case ("int", nil):
      Int64(value).map { TargetID(.int($0), isOptional: isOptional) }
    case ("string", nil):
      TargetID(.string(value), isOptional: isOptional)
    case ("uuid", nil):
      TargetID(uuidText: value, isOptional: isOptional)
    case ("other", let type?):
      TargetID(.other(type: type, text: value), isOptional: isOptional)
    default:
      nil
    }
  }
}
