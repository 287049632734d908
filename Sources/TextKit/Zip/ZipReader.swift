/// The members of a zip archive, in the order of the file.
///
/// The archive is read sequentially: a pipe works, memory use is constant, and a truncated archive
/// delivers its complete part. The directory at its end is not used. Members are stored or
/// deflated, with their sizes before or after their data.
///
/// ```swift
/// let zip = ZipReader(source)
/// while let member = try zip.next() {
///   guard member.name.hasSuffix(".trace") else { continue }
///   let lines = LineReader(member.source)
///   …
/// }
/// ```
///
/// A member that is not read to its end is skipped. It is a class, because it owns a position in a
/// source. It is not Sendable, as it has a single reader.
public final class ZipReader {
  /// The default limit of the decompressed bytes of one member: 1 GiB.
  public static let defaultLimit: Int64 = 1 << 30

  /// One file of the archive.
  public struct Member {
    /// The name with its folders, as in the archive.
    public let name: String
    /// The offset of the member in the archive.
    public let offset: Int64
    /// The content, to be read before the next member is requested.
    public let source: ByteSource
    let supply: ZipMemberSupply

    /// The problem of the content as far as it was read, without a subject.
    ///
    /// Nil after a failure of `source`, which threw the reason: the amount of content checked
    /// before depends on the reader.
    public var problem: String? { source.hasFailed ? nil : supply.problem }
  }

  /// The offset of skipped bytes that belong to no member; nil if there were none.
  public private(set) var damageOffset: Int64?
  /// Whether the archive ended inside a member or before its directory.
  public private(set) var isCutOff = false
  private let input: ZipInput
  private let limit: Int64
  private var current: ZipMemberSupply?
  private var isAtEnd = false

  /// Whether the first bytes of a source are those of a zip archive.
  public static func recognizes(_ head: [UInt8]) -> Bool {
    head.starts(with: ZipFormat.memberMark) || head.starts(with: ZipFormat.endMark)
  }

  /// Reads an archive with a limit of decompressed bytes for each member.
  public init(_ source: ByteSource, limit: Int64 = defaultLimit) {
    input = ZipInput(source)
    self.limit = limit
  }

  /// Returns the next member, or nil at the end; throws the errors of its source.
  public func next() throws(InputError) -> Member? {
    if let current {
      current.skip(limit: limit)
      if let failure = input.failure { throw failure }
      if current.isCutOff || current.isLost { (isAtEnd, isCutOff) = (true, current.isCutOff) }
      self.current = nil
    }
    guard !isAtEnd else { return nil }
    guard try findMember() else {
      isAtEnd = true
      return nil
    }
    guard let header = try ZipHeader(input) else {
      (isAtEnd, isCutOff) = (true, true)
      return nil
    }
    let supply = ZipMemberSupply(input, header)
    current = supply
    let source = ByteSource(supply: supply, name: header.name, limit: limit)
    return Member(name: header.name, offset: header.offset, source: source, supply: supply)
  }

  /// Moves to the next member's header, skipping other bytes; false if there is none.
  private func findMember() throws(InputError) -> Bool {
    while true {
      try input.require(4)
      let bytes = input.available
      if bytes.starts(with: ZipFormat.memberMark) { return true }
      if bytes.starts(with: ZipFormat.directoryMark) || bytes.starts(with: ZipFormat.endMark) {
        return false
      }
      guard bytes.count >= 4 else {
        isCutOff = true
        return false
      }
      if damageOffset == nil { damageOffset = input.offset }
      let next = bytes.dropFirst().firstIndex(of: ZipFormat.memberMark[0])
      input.consume((next ?? bytes.endIndex) - bytes.startIndex)
    }
  }
}

@available(*, unavailable)
extension ZipReader: Sendable {}

/// The signatures of a zip archive that this reader uses.
enum ZipFormat {
  static let memberMark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  static let directoryMark: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  static let endMark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  static let descriptorMark: [UInt8] = [0x50, 0x4B, 0x07, 0x08]
}

/// The header before a member.
struct ZipHeader {
  let offset: Int64
  let name: String
  let method: UInt64
  let isEncrypted: Bool
  /// Whether sizes and checksum follow the data.
  let hasDescriptor: Bool
  let checksum: UInt64
  let packedSize: UInt64
  let size: UInt64

  /// Reads the header at the input's position; nil if the archive ends inside it.
  init?(_ input: ZipInput) throws(InputError) {
    offset = input.offset
    try input.require(30)
    guard input.available.count >= 30 else { return nil }
    let flags = input.number(at: 6, 2)
    method = input.number(at: 8, 2)
    isEncrypted = flags & 1 != 0
    hasDescriptor = flags & 8 != 0
    checksum = input.number(at: 14, 4)
    var sizes = [input.number(at: 22, 4), input.number(at: 18, 4)]
    let nameLength = Int(input.number(at: 26, 2))
    let extraLength = Int(input.number(at: 28, 2))
    input.consume(30)
    // Both lengths have 16 bits, which fit the input's buffer.
    try input.require(nameLength + extraLength)
    guard input.available.count >= nameLength + extraLength else { return nil }
    name = String(decoding: input.available.prefix(nameLength), as: UTF8.self)
    Self.widen(&sizes, input, from: nameLength, to: nameLength + extraLength)
    size = sizes[0]
    packedSize = sizes[1]
    input.consume(nameLength + extraLength)
  }

  /// Replaces sizes of all ones by the 64-bit sizes of the extra field with id 1.
  private static func widen(
    _ sizes: inout [UInt64], _ input: ZipInput, from start: Int, to end: Int
  ) {
    var index = start
    while index + 4 <= end {
      let length = Int(input.number(at: index + 2, 2))
      guard input.number(at: index, 2) == 1 else {
        index += 4 + length
        continue
      }
      var place = index + 4
      for number in sizes.indices where sizes[number] == 0xFFFF_FFFF && place + 8 <= end {
        sizes[number] = input.number(at: place, 8)
        place += 8
      }
      return
    }
  }
}
