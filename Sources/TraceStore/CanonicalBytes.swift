import ScrollModel

/// The bytes that digests are made of: the same for the same values on every machine.
///
/// Integers are 8 bytes little-endian two's complement, reals the 8 bytes of their IEEE 754 bits
/// little-endian (the model holds no -0.0, and no value that is not finite), text its length as an
/// integer and its UTF-8 bytes, an optional a byte 0 or 1 and then the value. A change of this
/// layout is a new version of the digests; `docs/design/0003` describes it.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func add(byte: UInt8) {
    bytes.append(byte)
  }

  mutating func add(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  mutating func add(_ integer: Int64) {
    withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ integer: UInt64) {
    withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ real: Double) {
    withUnsafeBytes(of: real.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ time: TraceTime) {
    add(time.nanoseconds)
  }

  mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  mutating func add(_ vector: Vector) {
    add(vector.dx)
    add(vector.dy)
  }

  mutating func add(_ size: Size) {
    add(size.width)
    add(size.height)
  }

  mutating func add(_ rect: Rect) {
    add(rect.origin)
    add(rect.size)
  }

  mutating func add(_ insets: Insets) {
    add(insets.top)
    add(insets.left)
    add(insets.bottom)
    add(insets.right)
  }

  mutating func add(_ point: UnitPoint) {
    add(point.x)
    add(point.y)
  }

  mutating func add(_ id: TargetID) {
    add(id.isOptional)
    switch id.value {
    case .int(let integer):
      add(byte: 0)
      add(integer)
    case .string(let text):
      add(byte: 1)
      add(text)
    case .uuid(let high, let low):
      add(byte: 2)
      add(high)
      add(low)
    case .other(let type, let text):
      add(byte: 3)
      add(type)
      add(text)
    }
  }

  /// Adds whether there is a value, and then the value.
  mutating func add<Value>(
    optional value: Value?, _ add: (inout CanonicalBytes, Value) -> Void
  ) {
    guard let value else {
      bytes.append(0)
      return
    }
    bytes.append(1)
    add(&self, value)
  }
}
