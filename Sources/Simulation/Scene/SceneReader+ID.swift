import ScrollModel
import TextKit

extension SceneReader {
  /// Reads an id: an integer, a string, or an object with its type.
  mutating func id() throws(SceneError) -> TargetID {
    switch try kind() {
    case .number: return TargetID(try int("'id'", in: .min ... .max))
    case .string: return TargetID(try text("'id'", atMost: ModelLimits.idBytes))
    default: return try idObject()
    }
  }

  private mutating func idObject() throws(SceneError) -> TargetID {
    let start = place
    var isOptional = false
    var integer: Int64?
    var texts: [String: String] = [:]
    let keys = ["int", "string", "uuid", "type", "text", "optional"]
    let seen = try object("'id'", keys: keys) { reader, key throws(SceneError) in
      switch key {
      case "int": integer = try reader.int("'int'", in: .min ... .max)
      case "optional": isOptional = try reader.bool("'optional'")
      default: texts[key] = try reader.text("'\(key)'", atMost: ModelLimits.idBytes)
      }
    }
    let value: TargetID.Value? =
      switch seen.filter({ $0 != "optional" }).sorted() {
      case ["int"]: integer.map { .int($0) }
      case ["string"]: texts["string"].map { .string($0) }
      case ["uuid"]: texts["uuid"].flatMap { TargetID(uuidText: $0) }?.value
      case ["text", "type"]: .other(type: texts["type"] ?? "", text: texts["text"] ?? "")
      default: nil
      }
    guard let value else {
      throw problem(
        "an id object has one of 'int', 'string', 'uuid' (36 characters), or 'type' and 'text'",
        at: start)
    }
    return TargetID(value, isOptional: isOptional)
  }
}
