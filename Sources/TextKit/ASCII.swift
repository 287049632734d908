/// Named constants for the bytes that the readers and writers of this module compare.
@usableFromInline enum ASCII {
  @inlinable static var tab: UInt8 { 0x09 }
  @inlinable static var lineFeed: UInt8 { 0x0A }
  @inlinable static var carriageReturn: UInt8 { 0x0D }
  @inlinable static var space: UInt8 { 0x20 }
  @inlinable static var quote: UInt8 { 0x22 }
  @inlinable static var ampersand: UInt8 { 0x26 }
  @inlinable static var apostrophe: UInt8 { 0x27 }
  @inlinable static var plus: UInt8 { 0x2B }
  @inlinable static var comma: UInt8 { 0x2C }
  @inlinable static var minus: UInt8 { 0x2D }
  @inlinable static var point: UInt8 { 0x2E }
  @inlinable static var slash: UInt8 { 0x2F }
  @inlinable static var zero: UInt8 { 0x30 }
  @inlinable static var nine: UInt8 { 0x39 }
  @inlinable static var colon: UInt8 { 0x3A }
  @inlinable static var semicolon: UInt8 { 0x3B }
  @inlinable static var lessThan: UInt8 { 0x3C }
  @inlinable static var equals: UInt8 { 0x3D }
  @inlinable static var greaterThan: UInt8 { 0x3E }
  @inlinable static var at: UInt8 { 0x40 }
  @inlinable static var openBracket: UInt8 { 0x5B }
  @inlinable static var backslash: UInt8 { 0x5C }
  @inlinable static var closeBracket: UInt8 { 0x5D }
  @inlinable static var openBrace: UInt8 { 0x7B }
  @inlinable static var closeBrace: UInt8 { 0x7D }
  @inlinable static var delete: UInt8 { 0x7F }

  /// Whether JSON calls the byte white space.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }
}
