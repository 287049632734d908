/// Splits bare requests: consecutive JSON objects, each on one or more lines.
struct WebDriverBodies {
  /// A part of a line.
  enum Part {
    /// The end of an object, with all of its bytes on the line.
    case last(ArraySlice<UInt8>)
    /// A part of an object that continues after the line.
    case piece(ArraySlice<UInt8>)
    /// Bytes outside of objects.
    case other(ArraySlice<UInt8>)
  }

  /// The nesting depth of open objects.
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Removes the next part from the rest of a line; nil at its end.
  mutating func next(in rest: inout ArraySlice<UInt8>) -> Part? {
    if depth == 0 { rest = rest.drop { $0 <= 0x20 } }
    guard let first = rest.first else { return nil }
    guard depth > 0 || first == UInt8(ascii: "{") else {
      let other = rest.prefix { $0 != UInt8(ascii: "{") }
      rest = rest.dropFirst(other.count)
      return .other(other)
    }
    let part = rest
    while let byte = rest.popFirst() {
      step(byte)
      if depth == 0 { return .last(part[..<rest.startIndex]) }
    }
    return .piece(part)
  }

  private mutating func step(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if isInText {
      isEscaped = byte == UInt8(ascii: "\\")
      isInText = byte != UInt8(ascii: "\"")
    } else if byte == UInt8(ascii: "\"") {
      isInText = true
    } else if byte == UInt8(ascii: "{") {
      depth += 1
    } else if byte == UInt8(ascii: "}") {
      depth -= 1
    }
  }
}
