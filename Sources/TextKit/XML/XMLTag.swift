/// The content between `<` and `>`: a name, attributes, and slashes for an end.
struct XMLTag {
  /// The maximum number of attributes of one element.
  private static let attributeLimit = 1000

  var name: String
  var attributes: [XMLAttribute] = []
  /// Whether it is `</name>`.
  var isEnd = false
  /// Whether it is `<name/>`.
  var isEmpty = false

  /// Parses a tag; nil if it is invalid.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    if rest.first == ASCII.slash {
      isEnd = true
      rest = rest.dropFirst()
    } else if rest.last == ASCII.slash {
      isEmpty = true
      rest = rest.dropLast()
    }
    let letters = rest.prefix { !Self.endsName($0) }
    guard let first = letters.first, Self.startsName(first) else { return nil }
    name = String(decoding: letters, as: UTF8.self)
    rest = rest.dropFirst(letters.count)
    while let attribute = Self.attribute(&rest) {
      guard attributes.count < Self.attributeLimit else { return nil }
      attributes.append(attribute)
    }
    guard rest.allSatisfy(ASCII.isSpace) else { return nil }
  }

  /// Parses one attribute and moves after it; nil if there is none.
  private static func attribute(_ rest: inout ArraySlice<UInt8>) -> XMLAttribute? {
    var text = rest.drop(while: ASCII.isSpace)
    let letters = text.prefix { !endsName($0) }
    guard let first = letters.first, startsName(first) else { return nil }
    text = text.dropFirst(letters.count).drop(while: ASCII.isSpace)
    guard text.first == ASCII.equals else { return nil }
    text = text.dropFirst().drop(while: ASCII.isSpace)
    guard let quote = text.first, quote == ASCII.quote || quote == ASCII.apostrophe else {
      return nil
    }
    let value = text.dropFirst().prefix { $0 != quote }
    // The closing quote exists: a tag does not end inside quotes.
    guard value.endIndex < text.endIndex else { return nil }
    rest = text[(value.endIndex + 1)...]
    return XMLAttribute(
      name: String(decoding: letters, as: UTF8.self), value: XMLReferences.resolved(value))
  }

  private static func startsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...0xFF: true
    default: false
    }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == ASCII.equals || byte == ASCII.slash || byte == ASCII.quote
      || byte == ASCII.apostrophe
  }
}

/// References to single characters: five named ones, all others numeric.
enum XMLReferences {
  /// The maximum length of a supported reference, in bytes: `&#x0010FFFF;`.
  static let longest = 12

  /// Returns text with its references resolved; an unknown one stays unchanged.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(ASCII.ampersand) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      if byte == ASCII.ampersand, let (letters, length) = reference(rest) {
        result.append(contentsOf: letters)
        rest = rest.dropFirst(length)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func reference(_ bytes: ArraySlice<UInt8>) -> (letters: [UInt8], length: Int)? {
    guard let end = bytes.prefix(longest).firstIndex(of: ASCII.semicolon) else { return nil }
    let body = bytes[(bytes.startIndex + 1)..<end]
    let length = end + 1 - bytes.startIndex
    if let named = names.first(where: { $0.name.elementsEqual(body) }) {
      return ([named.letter], length)
    }
    guard body.first == 0x23, let scalar = scalar(body.dropFirst()) else { return nil }
    return UTF8.encode(scalar).map { (Array($0), length) }
  }

  private static let names: [(name: [UInt8], letter: UInt8)] = [
    (Array("amp".utf8), ASCII.ampersand), (Array("lt".utf8), ASCII.lessThan),
    (Array("gt".utf8), ASCII.greaterThan), (Array("quot".utf8), ASCII.quote),
    (Array("apos".utf8), ASCII.apostrophe),
  ]

  private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHex = digits.first == 0x78
    let digits = isHex ? digits.dropFirst() : digits
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      guard let digit = Hex.value(byte), isHex || digit < 10 else { return nil }
      // At most ten digits, so 64 bits suffice; the range of scalars is much smaller.
      let (product, overflow) = value.multipliedReportingOverflow(by: isHex ? 16 : 10)
      guard !overflow, product <= 0x10FFFF else { return nil }
      value = product + UInt32(digit)
    }
    // A reference must not denote a character that the document itself may not contain.
    guard value != 0 else { return nil }
    return Unicode.Scalar(value)
  }
}
