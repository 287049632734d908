/// The bytes of a file, of standard input or of memory, decompressed if they are gzip.
///
/// The first two bytes determine the compression, regardless of the name. Concatenated members form
/// one stream. Memory use is constant: the source reads at most one buffer ahead.
///
/// A class, because it owns a descriptor and a position in a stream. It is not Sendable, as it has
/// a single reader.
public final class ByteSource {
  /// The default limit of decompressed bytes: 16 GiB.
  public static let defaultLimit: Int64 = 16 << 30

  /// The file as the user named it.
  public let name: String
  /// The bytes delivered so far, after decompression.
  public private(set) var count: Int64 = 0
  /// The file offset of trailing bytes that belong to no gzip member; they are not delivered.
  public private(set) var trailingGarbageOffset: Int64?
  private let raw: RawInput
  private let limit: Int64
  private var mode = Mode.unknown
  private var failure: InputError?
  /// Bytes that were previewed and not delivered yet.
  private var held: ArraySlice<UInt8> = []
  /// The number of bytes decompressed so far, previewed or delivered.
  private var unpacked: Int64 = 0

  private enum Mode {
    case unknown
    case plain
    case member(GzipInflater)
    case betweenMembers(GzipInflater)
    case ended
  }

  private init(raw: RawInput, name: String, limit: Int64) {
    self.raw = raw
    self.name = name
    self.limit = max(0, limit)
  }

  /// Opens a file, or standard input for `-`; accepts pipes and devices, but not directories.
  public convenience init(
    path: String, limit: Int64 = defaultLimit, isHashed: Bool = false,
    operations: FileOperations = .system
  ) throws(InputError) {
    guard path != "-" else {
      self.init(
        descriptor: 0, name: "standard input", limit: limit, isHashed: isHashed,
        operations: operations)
      return
    }
    let opened = operations.uninterrupted { operations.open(path, SystemCall.readFlags, 0) }
    guard opened >= 0 else {
      let error = FileError(operation: .open, path: path, errno: -opened)
      throw InputError(name: path, offset: 0, rawOffset: 0, kind: .system(error))
    }
    guard operations.kindOfDescriptor(opened) != FileOperations.Kind.directory.rawValue else {
      _ = operations.close(opened)
      throw InputError(name: path, offset: 0, rawOffset: 0, kind: .directory)
    }
    let raw = RawInput(
      descriptor: opened, isOwned: true, name: path, isHashed: isHashed, operations: operations)
    self.init(raw: raw, name: path, limit: limit)
  }

  /// Reads from an open descriptor, which stays open.
  public convenience init(
    descriptor: Int32, name: String, limit: Int64 = defaultLimit, isHashed: Bool = false,
    operations: FileOperations = .system
  ) {
    let raw = RawInput(
      descriptor: descriptor, isOwned: false, name: name, isHashed: isHashed,
      operations: operations)
    self.init(raw: raw, name: name, limit: limit)
  }

  /// Reads from memory, at most `chunkSize` bytes at a time.
  public convenience init(
    bytes: [UInt8], name: String = "memory", chunkSize: Int = .max, limit: Int64 = defaultLimit,
    isHashed: Bool = false
  ) {
    let raw = RawInput(bytes: bytes, chunkSize: chunkSize, name: name, isHashed: isHashed)
    self.init(raw: raw, name: name, limit: limit)
  }

  /// Reads a part of another source.
  convenience init(supply: any ByteSupply, name: String, limit: Int64) {
    self.init(raw: RawInput(supply: supply, name: name), name: name, limit: limit)
  }

  /// The bytes of the file itself read so far, for progress.
  public var rawCount: Int64 { raw.byteCount }

  /// Whether the source is gzip-compressed; false before the first read.
  public private(set) var isCompressed = false

  /// Returns an empty buffer of `size` bytes, or of fewer for a small text in memory.
  ///
  /// Clearing a large buffer would dominate the time for a small text. A reader of compressed bytes
  /// grows the buffer.
  func buffer(_ size: Int) -> [UInt8] {
    // Some spare bytes, so that the buffer does not grow only to detect the end.
    let most = raw.total.map { $0 &+ 16 } ?? .max
    return [UInt8](repeating: 0, count: max(16, min(size, most)))
  }

  /// Whether a failure ended the bytes, already thrown or still pending.
  var hasFailed: Bool { failure != nil }

  /// Fills `buffer` from `start` on and returns the number of bytes read; 0 is the end.
  ///
  /// A failure is thrown after all valid bytes before it were delivered, and on each later call.
  public func read(into buffer: inout [UInt8], at start: Int = 0) throws(InputError) -> Int {
    precondition(start >= 0 && start < buffer.count, "a read needs room in its buffer")
    if !held.isEmpty {
      let bytes = held.prefix(buffer.count - start)
      buffer.replaceSubrange(start..<(start + bytes.count), with: bytes)
      held = held.dropFirst(bytes.count)
      count += Int64(bytes.count)
      return bytes.count
    }
    if let failure { throw failure }
    let room = Int(min(Int64(buffer.count - start), limit - count))
    guard room > 0 else { return try checkEnd() }
    let (produced, failure) = produce(into: &buffer, start..<(start + room))
    self.failure = failure
    if produced == 0, let failure { throw failure }
    count += Int64(produced)
    unpacked += Int64(produced)
    return produced
  }

  /// Reads and returns the remaining bytes, for inputs that are small or have a small limit.
  public func rest() throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = try read(into: &buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// Reads and returns the rest of a text, without a byte order mark at its start.
  public func restOfText() throws(InputError) -> [UInt8] {
    let bytes = try rest()
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Returns the first bytes, at most `length`; the following reads deliver them again.
  ///
  /// The call must precede the first read. After a failure the result has the bytes before it; the
  /// read that reaches the failure throws it.
  public func head(_ length: Int) -> [UInt8] {
    precondition(count == 0, "the head comes before the first read")
    guard held.count < length, failure == nil else { return Array(held.prefix(length)) }
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(length), limit)))
    var end = held.count
    bytes.replaceSubrange(0..<end, with: held)
    while end < bytes.count, failure == nil {
      let (produced, failure) = produce(into: &bytes, end..<bytes.count)
      self.failure = failure
      if produced == 0 { break }
      end += produced
      unpacked += Int64(produced)
    }
    held = bytes[..<end]
    return Array(held)
  }

  /// Reads the file to its end and returns the hash of its raw bytes; nil if not requested
  /// initially.
  public func fileHash() throws(InputError) -> SHA256? {
    guard raw.hash != nil else { return nil }
    do throws(FileError) {
      repeat {
        raw.consume(raw.available.count)
        try raw.require(1)
      } while !raw.available.isEmpty
    } catch {
      throw self.error(.system(error))
    }
    mode = .ended
    return raw.hash
  }

  /// Distinguishes an input of exactly the limit from a longer one.
  private func checkEnd() throws(InputError) -> Int {
    var probe: [UInt8] = [0]
    let (produced, failure) = produce(into: &probe, 0..<1)
    self.failure = produced > 0 ? error(.tooLarge(limit: limit)) : failure
    if let failure = self.failure { throw failure }
    return 0
  }

  /// Fills part of a buffer; bytes before a failure are counted.
  private func produce(
    into buffer: inout [UInt8], _ range: Range<Int>
  ) -> (count: Int, failure: InputError?) {
    do throws(FileError) {
      while true {
        switch mode {
        case .ended: return (0, nil)
        case .unknown: try sniff()
        case .plain:
          try raw.require(1)
          let bytes = raw.available.prefix(range.count)
          buffer.replaceSubrange(
            range.lowerBound..<(range.lowerBound + bytes.count), with: bytes)
          raw.consume(bytes.count)
          return (bytes.count, nil)
        case .betweenMembers(let inflater): try startMember(inflater)
        case .member(let inflater):
          if let result = try unpack(inflater, into: &buffer, range) { return result }
        }
      }
    } catch {
      return (0, self.error(.system(error)))
    }
  }

  private func sniff() throws(FileError) {
    try raw.require(2)
    isCompressed = startsWithMagic
    mode = isCompressed ? .member(GzipInflater()) : .plain
  }

  private var startsWithMagic: Bool { raw.available.prefix(2).elementsEqual([0x1F, 0x8B]) }

  /// Decompresses one step; nil if it produced no bytes and more may follow.
  private func unpack(
    _ inflater: GzipInflater, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> (count: Int, failure: InputError?)? {
    try raw.require(1)
    // After the last input byte zlib may still have output for which there was no room.
    let isCutOff = raw.available.isEmpty
    let step = inflater.step(raw.available, into: &buffer, range)
    raw.consume(step.consumed)
    switch step.status {
    case .running:
      if isCutOff, step.produced == 0 { return (0, error(.truncatedGzip)) }
    case .memberEnded: mode = .betweenMembers(inflater)
    case .corrupt(let reason):
      return (step.produced, error(.corruptGzip(reason), after: step.produced))
    }
    return step.produced > 0 ? (step.produced, nil) : nil
  }

  /// Starts the next member, or reads trailing bytes to the end.
  private func startMember(_ inflater: GzipInflater) throws(FileError) {
    try raw.require(2)
    if startsWithMagic {
      inflater.reset()
      mode = .member(inflater)
      return
    }
    mode = .ended
    // Zeros are padding, as written by tapes and some tools; other bytes cause a notice. An endless
    // tail must be bounded: after the limit it is left unread.
    let start = raw.consumedCount
    while !raw.available.isEmpty, raw.consumedCount - start <= limit {
      if trailingGarbageOffset == nil,
        let index = raw.available.firstIndex(where: { $0 != 0 })
      {
        trailingGarbageOffset =
          raw.consumedCount + Int64(index - raw.available.startIndex)
      }
      raw.consume(raw.available.count)
      try raw.require(1)
    }
  }

  private func error(_ kind: InputError.Kind, after produced: Int = 0) -> InputError {
    InputError(
      name: name, offset: unpacked + Int64(produced), rawOffset: raw.consumedCount, kind: kind)
  }
}

@available(*, unavailable)
extension ByteSource: Sendable {}
