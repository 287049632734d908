public import ScrollModel

/// Decisions about resting offsets, in order, packed into bytes.
///
/// A long trace has thousands of them under each configuration, and each would need half a kilobyte
/// as a value.
public struct SettleLog: Sendable {
  /// Chunks of several decisions; one large array would be copied when it grows.
  private var chunks: [[UInt8]] = []
  /// The number of decisions.
  public private(set) var count = 0

  /// Creates an empty log.
  public init() {}

  /// Whether there are no decisions.
  public var isEmpty: Bool { count == 0 }

  /// The first decision.
  public var first: Settle? {
    var decisions = makeIterator()
    return decisions.next()
  }

  /// Appends a decision.
  public mutating func append(_ settle: Settle) {
    var packer = Packer()
    if chunks.last.map({ $0.count < Self.fullChunk }) == true {
      packer.bytes = chunks.removeLast()
    } else {
      packer.bytes.reserveCapacity(Self.chunkCapacity)
    }
    packer.put(settle)
    chunks.append(packer.bytes)
    count += 1
  }

  private static let chunkCapacity = 4000
  /// The chunk size from which a further decision might not fit.
  private static let fullChunk = 3800
}

extension SettleLog: Sequence {
  /// Unpacks the decisions one by one.
  public struct Iterator: IteratorProtocol {
    private var chunks: ArraySlice<[UInt8]>
    private var unpacker = Unpacker(bytes: [])

    fileprivate init(_ chunks: [[UInt8]]) { self.chunks = chunks[...] }

    /// The next decision.
    public mutating func next() -> Settle? {
      if let settle = unpacker.settle() { return settle }
      guard let chunk = chunks.popFirst() else { return nil }
      unpacker = Unpacker(bytes: chunk)
      return unpacker.settle()
    }
  }

  /// Begins at the first decision.
  public func makeIterator() -> Iterator { Iterator(chunks) }

  /// The number of decisions, for reserving capacity.
  public var underestimatedCount: Int { count }
}

extension SettleLog: Hashable {
  /// Whether two logs contain the same decisions.
  public static func == (first: SettleLog, second: SettleLog) -> Bool {
    // Equal values may differ in their bytes: zero has two signs.
    first.count == second.count && (first.chunks == second.chunks || first.elementsEqual(second))
  }

  /// Hashes the count, which is the same for equal logs.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// The present parts of a decision, one bit each.
private struct SettleParts: OptionSet {
  let rawValue: UInt8

  static let horizontal = SettleParts(rawValue: 1)
  static let resize = SettleParts(rawValue: 2)
  static let limit = SettleParts(rawValue: 4)
  static let flipMargin = SettleParts(rawValue: 8)
  static let peerRule = SettleParts(rawValue: 16)
  /// The proposal equals the natural end: it was not clamped.
  static let natural = SettleParts(rawValue: 32)
  /// The distances of candidates equal the distances of their offsets from the proposal.
  static let measured = SettleParts(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ settle: Settle) {
    self = []
    if settle.axis == .horizontal { insert(.horizontal) }
    if settle.isResize { insert(.resize) }
    if settle.limit != nil { insert(.limit) }
    if settle.flipMargin != nil { insert(.flipMargin) }
    if settle.peerRule != nil { insert(.peerRule) }
    if settle.natural.bitPattern == settle.proposed.bitPattern { insert(.natural) }
    let isMeasured = settle.candidates.allSatisfy {
      $0.distance.bitPattern == ($0.offset - settle.proposed).magnitude.bitPattern
    }
    if isMeasured { insert(.measured) }
  }
}

/// The kind of a packed id.
private enum PackedID: UInt8 {
  case none, integer, string, uuid, other

  static let optional: UInt8 = 0x80
}

/// Appends values to bytes.
private struct Packer {
  var bytes: [UInt8] = []

  mutating func put(_ settle: Settle) {
    let parts = SettleParts(settle)
    bytes.append(parts.rawValue)
    put(UInt64(bitPattern: settle.time.nanoseconds))
    put(settle.velocity)
    put(settle.original)
    put(settle.natural)
    if !parts.contains(.natural) { put(settle.proposed) }
    put(settle.chosen)
    put(settle.chosenID)
    put(settle.rule)
    put(settle.clamp)
    put(settle.curve)
    if let limit = settle.limit { put(UInt64(bitPattern: Int64(limit))) }
    if let margin = settle.flipMargin { put(margin) }
    if let rule = settle.peerRule { put(rule) }
    put(UInt64(settle.candidates.count))
    for candidate in settle.candidates {
      put(candidate.id)
      put(candidate.offset)
      if !parts.contains(.measured) { put(candidate.distance) }
    }
  }

  private mutating func put(_ id: TargetID?) {
    guard let id else { return bytes.append(PackedID.none.rawValue) }
    let flag = id.isOptional ? PackedID.optional : 0
    func kind(_ kind: PackedID) -> UInt8 { kind.rawValue | flag }
    switch id.value {
    case .int(let integer):
      bytes.append(kind(.integer))
      // Small numbers of either sign use few bytes.
      put(UInt64(bitPattern: integer << 1 ^ integer >> 63))
    case .string(let text):
      bytes.append(kind(.string))
      put(text)
    case .uuid(let high, let low):
      bytes.append(kind(.uuid))
      put(high)
      put(low)
    case .other(let type, let text):
      bytes.append(kind(.other))
      put(type)
      put(text)
    }
  }

  private mutating func put(_ text: String) {
    put(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func put<Name: CaseIterable & Equatable>(_ name: Name) {
    for (index, other) in Name.allCases.enumerated() where other == name {
      return put(UInt64(index))
    }
  }

  /// The significant bytes of a number, highest first: positions in a list have few.
  private mutating func put(_ number: Double) {
    var bits = number.bitPattern
    let kept = 8 - bits.trailingZeroBitCount / 8
    bytes.append(UInt8(kept))
    for _ in 0..<kept {
      bytes.append(UInt8(bits >> 56))
      bits <<= 8
    }
  }

  /// A variable-length integer: seven bits per byte, lowest first.
  private mutating func put(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads values written by a `Packer`.
private struct Unpacker {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func settle() -> Settle? {
    guard place < bytes.count else { return nil }
    let parts = SettleParts(rawValue: byte())
    let time = TraceTime(nanoseconds: Int64(bitPattern: integer()))
    let (velocity, original, natural) = (number(), number(), number())
    let proposed = parts.contains(.natural) ? natural : number()
    let (chosen, chosenID) = (number(), id())
    let (rule, clamp, curve): (SettleRule, SettleClamp, SettleCurve) = (name(), name(), name())
    let limit = parts.contains(.limit) ? Int(Int64(bitPattern: integer())) : nil
    let margin = parts.contains(.flipMargin) ? number() : nil
    let peerRule: PeerRule? = parts.contains(.peerRule) ? name() : nil
    let candidates = (0..<integer()).map { _ in
      let (id, offset) = (id(), number())
      let distance =
        parts.contains(.measured) ? (offset - proposed).magnitude : number()
      return SettleCandidate(id: id, offset: offset, distance: distance)
    }
    return Settle(
      time: time, axis: parts.contains(.horizontal) ? .horizontal : .vertical,
      isResize: parts.contains(.resize), velocity: velocity, original: original,
      natural: natural, proposed: proposed, candidates: candidates, chosen: chosen,
      chosenID: chosenID, rule: rule, clamp: clamp, limit: limit, flipMargin: margin,
      curve: curve, peerRule: peerRule)
  }

  private mutating func id() -> TargetID? {
    let first = byte()
    let isOptional = first & PackedID.optional != 0
    let value: TargetID.Value
    switch PackedID(rawValue: first & ~PackedID.optional) {
    case .integer?:
      let folded = integer()
      value = .int(Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1))
    case .string?: value = .string(text())
    case .uuid?: value = .uuid(integer(), integer())
    case .other?: value = .other(type: text(), text: text())
    case PackedID.none?, nil: return nil
    }
    return TargetID(value, isOptional: isOptional)
  }

  private mutating func text() -> String {
    let length = Int(integer())
    let end = place + length
    defer { place = end }
    return String(decoding: bytes[place..<end], as: UTF8.self)
  }

  private mutating func name<Name: CaseIterable>() -> Name where Name.AllCases == [Name] {
    Name.allCases[Int(integer())]
  }

  private mutating func number() -> Double {
    let kept = UInt64(byte())
    var bits: UInt64 = 0
    for _ in 0..<kept { bits = bits << 8 | UInt64(byte()) }
    return Double(bitPattern: bits << (64 - 8 * kept))
  }

  private mutating func integer() -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let next = byte()
      value |= UInt64(next & 0x7F) << shift
      guard next > 0x7F else { return value }
      shift += 7
    }
  }

  private mutating func byte() -> UInt8 {
    defer { place += 1 }
    return bytes[place]
  }
}
