package import ScrollModel

/// Bytes that are not valid canonical bytes.
package struct CanonicalError: Error, Hashable, Sendable {
  /// The number of bytes before the error.
  package let offset: Int
}

/// Reads values from their canonical bytes; any other bytes cause an error.
package struct CanonicalReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  /// Creates a reader at the first byte.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// Whether all bytes have been read.
  package var isAtEnd: Bool { place == bytes.endIndex }

  package var error: CanonicalError { CanonicalError(offset: place - bytes.startIndex) }

  package mutating func byte() throws(CanonicalError) -> UInt8 {
    guard place < bytes.endIndex else { throw error }
    defer { place += 1 }
    return bytes[place]
  }

  package mutating func flag() throws(CanonicalError) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw error
    }
  }

  package mutating func unsigned() throws(CanonicalError) -> UInt64 {
    guard bytes.endIndex - place >= 8 else { throw error }
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[place + index]) << UInt64(index * 8) }
    place += 8
    return value
  }

  package mutating func integer() throws(CanonicalError) -> Int64 {
    Int64(bitPattern: try unsigned())
  }

  /// Reads a real, which must be finite and not a negative zero.
  package mutating func real() throws(CanonicalError) -> Double {
    let value = Double(bitPattern: try unsigned())
    guard value.isFinite else { throw error }
    return value + 0.0
  }

  /// Reads the count of the following values, each of which has at least one byte.
  package mutating func count() throws(CanonicalError) -> Int {
    guard let count = Int(exactly: try integer()), (0...(bytes.endIndex - place)).contains(count)
    else { throw error }
    return count
  }

  package mutating func text() throws(CanonicalError) -> String {
    let count = try count()
    guard let text = String(validating: bytes[place..<(place + count)], as: UTF8.self) else {
      throw error
    }
    place += count
    return text
  }

  package mutating func time() throws(CanonicalError) -> TraceTime {
    TraceTime(nanoseconds: try integer())
  }

  package mutating func point() throws(CanonicalError) -> Point {
    Point(x: try real(), y: try real())
  }

  package mutating func vector() throws(CanonicalError) -> Vector {
    Vector(dx: try real(), dy: try real())
  }

  package mutating func size() throws(CanonicalError) -> Size {
    Size(width: try real(), height: try real())
  }

  package mutating func rect() throws(CanonicalError) -> Rect {
    Rect(x: try real(), y: try real(), width: try real(), height: try real())
  }

  package mutating func insets() throws(CanonicalError) -> Insets {
    Insets(top: try real(), left: try real(), bottom: try real(), right: try real())
  }

  package mutating func unitPoint() throws(CanonicalError) -> UnitPoint {
    UnitPoint(x: try real(), y: try real())
  }

  package mutating func id() throws(CanonicalError) -> TargetID {
    let isOptional = try flag()
    let value: TargetID.Value
    switch try byte() {
    case 0: value = .int(try integer())
    case 1: value = .string(try text())
    case 2: value = .uuid(try unsigned(), try unsigned())
    case 3: value = .other(type: try text(), text: try text())
    default: throw error
    }
    return TargetID(value, isOptional: isOptional)
  }

  /// Reads a name of an enumeration.
  package mutating func name<Name: RawRepresentable<String>>() throws(CanonicalError) -> Name {
    guard let name = Name(rawValue: try text()) else { throw error }
    return name
  }

  /// Reads a code of an enumeration.
  package mutating func code<Code: RawRepresentable<UInt8>>() throws(CanonicalError) -> Code {
    guard let code = Code(rawValue: try byte()) else { throw error }
    return code
  }

  /// Reads an optional code of an enumeration.
  package mutating func optionalCode<Code: RawRepresentable<UInt8>>() throws(CanonicalError)
    -> Code?
  {
    let raw = try byte()
    guard raw != 0xFF else { return nil }
    guard let code = Code(rawValue: raw) else { throw error }
    return code
  }

  /// Reads whether there is a value, and then the value.
  package mutating func optional<Value>(
    _ read: (inout CanonicalReader) throws(CanonicalError) -> Value
  ) throws(CanonicalError) -> Value? {
    try flag() ? try read(&self) : nil
  }
}
