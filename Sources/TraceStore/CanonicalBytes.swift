package import ScrollModel

/// The bytes that digests are computed from: equal for equal values on every machine.
///
/// Integers are 8 bytes little-endian two's complement. Reals are the 8 bytes of their IEEE 754
/// bits, little-endian; the model contains neither -0.0 nor infinities nor NaN. Text is its length
/// as an integer and its UTF-8 bytes. An optional is a byte 0 or 1 and then the value. A change of
/// this layout is a new version of the digests; `docs/design/0003` describes it.
package struct CanonicalBytes {
  /// The bytes so far and spare space, so that adding a number is one store.
  private var storage = [UInt8](repeating: 0, count: 256)
  /// The number of bytes.
  package private(set) var count = 0

  /// Creates an empty sequence of bytes.
  package init() {}

  package var bytes: ArraySlice<UInt8> { storage[..<count] }

  package mutating func removeAll() {
    count = 0
  }

  package mutating func removeLast(_ some: Int) {
    count -= some
  }

  private mutating func makeRoom(for more: Int) {
    guard storage.count - count < more else { return }
    storage.append(contentsOf: repeatElement(0, count: max(more, storage.count)))
  }

  /// Adds a number of bytes, which the closure fills.
  package mutating func extend(by more: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    makeRoom(for: more)
    let place = count
    storage.withUnsafeMutableBytes {
      fill(UnsafeMutableRawBufferPointer(rebasing: $0[place..<(place + more)]))
    }
    count += more
  }

  package mutating func add(byte: UInt8) {
    makeRoom(for: 1)
    storage[count] = byte
    count += 1
  }

  package mutating func add(_ flag: Bool) {
    add(byte: flag ? 1 : 0)
  }

  package mutating func add(_ integer: UInt64) {
    makeRoom(for: 8)
    let place = count
    storage.withUnsafeMutableBytes {
      $0.storeBytes(of: integer.littleEndian, toByteOffset: place, as: UInt64.self)
    }
    count += 8
  }

  package mutating func add(_ integer: Int64) {
    add(UInt64(bitPattern: integer))
  }

  package mutating func add(_ real: Double) {
    add(real.bitPattern)
  }

  package mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    makeRoom(for: text.utf8.count)
    for byte in text.utf8 {
      storage[count] = byte
      count += 1
    }
  }

  package mutating func add(_ time: TraceTime) {
    add(time.nanoseconds)
  }

  package mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  package mutating func add(_ vector: Vector) {
    add(vector.dx)
    add(vector.dy)
  }

  package mutating func add(_ size: Size) {
    add(size.width)
    add(size.height)
  }

  package mutating func add(_ rect: Rect) {
    add(rect.origin)
    add(rect.size)
  }

  package mutating func add(_ insets: Insets) {
    add(insets.top)
    add(insets.left)
    add(insets.bottom)
    add(insets.right)
  }

  package mutating func add(_ point: UnitPoint) {
    add(point.x)
    add(point.y)
  }

  package mutating func add(_ id: TargetID) {
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
  package mutating func add<Value>(
    optional value: Value?, _ add: (inout CanonicalBytes, Value) -> Void
  ) {
    guard let value else {
      self.add(byte: 0)
      return
    }
    self.add(byte: 1)
    add(&self, value)
  }
}
