import ScrollModel
import TextKit

extension Redaction {
  /// Returns the stand-in of an id as people read it; of what kind it is can still be told.
  ///
  /// It depends on the text alone, so a report and a trace that are redacted with one salt agree.
  func id(_ text: String) -> String {
    if let integer = Int64(text), String(integer) == text { return String(number(text)) }
    if TargetID(uuidText: text)?.displayText == text {
      let (high, low) = halves(text)
      return TargetID.uuidText(high, low)
    }
    if text.hasSuffix(")"), let open = text.firstIndex(of: "("), open != text.startIndex {
      let inside = text[text.index(after: open)...].dropLast()
      return "\(hash(String(text[..<open])))(\(id(String(inside))))"
    }
    return hash(text)
  }

  /// Returns the stand-in of an id: of the same kind, and optional as it is.
  func id(_ id: TargetID) -> TargetID {
    let value: TargetID.Value =
      switch id.value {
      case .int(let integer): .int(number(String(integer)))
      case .string(let text): .string(self.id(text))
      case .uuid(let high, let low): uuid(TargetID.uuidText(high, low))
      case .other(let type, let text): .other(type: hash(type), text: self.id(text))
      }
    return TargetID(value, isOptional: id.isOptional)
  }

  private func uuid(_ text: String) -> TargetID.Value {
    let (high, low) = halves(text)
    return .uuid(high, low)
  }

  /// The first digits of a keyed hash.
  func hash(_ text: String) -> String { "#" + digest(text).prefix(digits) }

  /// The same digits as a number, which any reader of JSON holds exactly.
  private func number(_ text: String) -> Int64 {
    Int64(digest(text).prefix(digits), radix: 16) ?? 0
  }

  private func halves(_ text: String) -> (UInt64, UInt64) {
    let digits = digest(text)
    return (
      UInt64(digits.prefix(16), radix: 16) ?? 0,
      UInt64(digits.dropFirst(16).prefix(16), radix: 16) ?? 0
    )
  }

  private func digest(_ text: String) -> String {
    var hash = SHA256()
    // The length keeps salt and text apart: "a" with "bc" is not "ab" with "c".
    hash.update(Int64(salt.count))
    hash.update(salt)
    hash.update(Array(text.utf8))
    return hash.hexDigest
  }

  // MARK: Information

  /// Returns what may stay of the information of a trace.
  func information(_ information: TraceInformation) -> TraceInformation {
    var result = TraceInformation(
      name: "trace \(hash(information.name))", coordinateSpace: information.coordinateSpace)
    result.parentName = information.parentName.map { "trace \(hash($0))" }
    result.device = information.device
    result.system = information.system
    result.declaredConfiguration = information.declaredConfiguration.flatMap(configuration)
    result.axes = information.axes
    result.scale = information.scale
    result.source = information.source.map { SourceOrigin(format: $0.format) }
    result.qualities = information.qualities
    return result
  }

  /// Returns a configuration with stand-ins for its names; nil if it cannot be read, because then
  /// nobody can tell its words from names.
  func configuration(_ text: String) -> String? {
    // A behavior alone is a configuration, too.
    let read = (try? Configuration(text: text)) ?? (try? Configuration(text: "behavior: " + text))
    return read.map { names(in: $0.text) }
  }

  /// Replaces quoted texts and numbers that are ids; everything else are our own words.
  func names(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let letter = rest.first {
      if letter == "\"" {
        result += "\"\(id(Self.takeQuoted(&rest)))\""
      } else if letter.isNumber || letter == "-", Self.idOpenings.contains(where: result.hasSuffix)
      {
        let number = rest.prefix { $0.isNumber || $0 == "-" }
        result += id(String(number))
        rest = rest.dropFirst(number.count)
      } else {
        result.append(letter)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// What stands before a number that is an id.
  private static let idOpenings = ["id(", "id: ", "optional("]

  /// Takes a quoted text, up to its end or the end of everything, and returns what it says.
  private static func takeQuoted(_ rest: inout Substring) -> String {
    var inside = ""
    rest = rest.dropFirst()
    while let letter = rest.popFirst(), letter != "\"" {
      guard letter == "\\", let escaped = rest.popFirst() else {
        inside.append(letter)
        continue
      }
      inside.append(escaped == "n" ? "\n" : escaped)
    }
    return inside
  }
}
