import ScrollModel
import TextKit

extension Redaction {
  /// Returns the pseudonym of an id as text, which preserves its kind.
  ///
  /// It depends only on the text, so a report and a trace with the same salt agree.
  func id(_ text: String) -> String {
    // A loop instead of recursion, because brackets may be nested as deep as a text is long.
    var (opened, closed) = ("", "")
    var rest = text
    while let (type, inside) = Self.typed(rest) {
      opened += hash(type) + "("
      closed += ")"
      rest = inside
    }
    return opened + plain(rest) + closed
  }

  private func plain(_ text: String) -> String {
    if let integer = Int64(text), String(integer) == text { return String(number(text)) }
    if TargetID(uuidText: text)?.displayText == text {
      let (high, low) = halves(text)
      return TargetID.uuidText(high, low)
    }
    return hash(text)
  }

  /// The parts of `Type(id)`.
  ///
  /// It iterates over scalars, as the writer did: a bracket and a following accent are one
  /// Character.
  private static func typed(_ text: String) -> (type: String, inside: String)? {
    let scalars = text.unicodeScalars
    guard scalars.last == ")", let open = scalars.firstIndex(of: "("), open != scalars.startIndex
    else { return nil }
    return (String(scalars[..<open]), String(scalars[scalars.index(after: open)...].dropLast()))
  }

  /// Returns the pseudonym of an id, with the same kind and optionality.
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

  /// The same digits as a number that any JSON reader represents exactly.
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
    // The length separates salt and text: "a" with "bc" is not "ab" with "c".
    hash.update(Int64(salt.count))
    hash.update(salt)
    hash.update(Array(text.utf8))
    return hash.hexDigest
  }

  // MARK: Information

  /// Returns the information of a trace without names.
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

  /// Returns a configuration with pseudonyms for its names; nil if it cannot be parsed, because
  /// then keywords and names are indistinguishable.
  func configuration(_ text: String) -> String? {
    // A behavior alone is a valid configuration, too.
    let read = (try? Configuration(text: text)) ?? (try? Configuration(text: "behavior: " + text))
    return read.map { names(in: $0.text) }
  }

  /// Replaces quoted texts and numbers that are ids; all other words are keywords.
  ///
  /// It iterates over bytes, because the text was written by scalars: as Characters, a quote with a
  /// following accent is no quote.
  func names(in text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == Self.quote {
        result += "\"\(id(Self.takeQuoted(&rest)))\"".utf8
      } else if Self.isNumberPart(byte), Self.endsWithOpening(result) {
        let number = rest.prefix(while: Self.isNumberPart)
        result += id(String(decoding: number, as: UTF8.self)).utf8
        rest = rest[number.endIndex...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The text before a number that is an id.
  private static let idOpenings = ["id(", "id: ", "user: ", "optional("]

  private static func endsWithOpening(_ bytes: [UInt8]) -> Bool {
    idOpenings.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static func isNumberPart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// Consumes a quoted text up to its end, or the end of the input, and returns its contents.
  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> String {
    var inside: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != quote {
      guard byte == backslash, let escaped = rest.popFirst() else {
        inside.append(byte)
        continue
      }
      inside.append(escaped == UInt8(ascii: "n") ? UInt8(ascii: "\n") : escaped)
    }
    return String(decoding: inside, as: UTF8.self)
  }
}
