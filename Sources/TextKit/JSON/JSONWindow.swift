/// The buffered part of the source of a `JSONStream`.
struct JSONWindow {
  /// A value as far as it was read.
  struct Found {
    var offset: Int64
    var length: Int64
    /// Empty for a value beyond its limit.
    var bytes: ArraySlice<UInt8>
    var ending: Ending
    /// The number of last bytes still buffered, to search another start among them.
    var kept: Int

    var reason: JSONPiece.Reason {
      switch ending {
      case .whole, .cutOff: .cutOff
      case .broken(let reason): reason
      }
    }
  }

  enum Ending {
    case whole
    case cutOff
    case broken(JSONPiece.Reason)
  }

  let source: ByteSource
  private(set) var unfinishedCount: Int64 = 0
  private(set) var buffer: [UInt8]
  /// The index of the next byte.
  private(set) var index = 0
  private(set) var end = 0
  private(set) var isAtEnd = false
  private var hasSkippedMark = false
  private var failure: InputError?

  init(_ source: ByteSource, chunkSize: Int) {
    self.source = source
    buffer = source.buffer(chunkSize)
  }

  /// The distance from the start of the source to the next byte.
  var offset: Int64 { source.count - Int64(end - index) }

  mutating func step() { index += 1 }

  /// Moves to the next byte; at least `count` bytes before it stay buffered.
  mutating func advance(keeping count: Int) throws(InputError) {
    index += 1
    if index == end { _ = try fill(keeping: max(0, index - count)) }
  }

  /// Moves back by `count` bytes, or by as many as are still buffered.
  mutating func stepBack(_ count: Int) { index -= min(count, index) }

  /// Skips white space and returns the byte after it, or nil at the end.
  mutating func peek() throws(InputError) -> UInt8? {
    if !hasSkippedMark { try skipMark() }
    while true {
      while index < end {
        let byte = buffer[index]
        guard ASCII.isSpace(byte) else { return byte }
        index += 1
      }
      guard try fill(keeping: index) else { return nil }
    }
  }

  /// Returns the byte at the current position, white space or not, or nil at the end.
  mutating func byte() throws(InputError) -> UInt8? {
    guard index < end else { return try fill(keeping: index) ? buffer[index] : nil }
    return buffer[index]
  }

  /// Moves to the end of the source.
  mutating func skipRest() throws(InputError) {
    repeat { index = end } while try fill(keeping: end)
  }

  /// Skips a byte order mark.
  mutating func skipMark() throws(InputError) {
    while end - index < 3, try fill(keeping: index) {}
    hasSkippedMark = true
    if buffer[index..<end].prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) { index += 3 }
  }

  /// Skips the value that starts here, and retains it if it has at most `limit` bytes.
  mutating func takeValue(limit: Int) throws(InputError) -> Found {
    var scan = JSONValueScan()
    let offset = offset
    var start = index
    while true {
      let outcome = run(&scan)
      let length = self.offset - offset
      switch outcome {
      case .ended: return found(offset, from: start, .whole, limit)
      case .broken(let reason): return found(offset, from: start, .broken(reason), limit)
      case .more: break
      }
      // The end of a value that is too long is retained, to resume within it after damage.
      if length > Int64(limit) { start = max(start, index - JSONSeam.reach) }
      let hasMore = try fill(keeping: start)
      start = 0
      guard hasMore else {
        return found(offset, from: start, scan.isWholeAtEnd ? .whole : .cutOff, limit)
      }
    }
  }

  private func found(_ offset: Int64, from start: Int, _ ending: Ending, _ limit: Int) -> Found {
    let length = self.offset - offset
    var bytes: ArraySlice<UInt8> = []
    if case .whole = ending, length <= Int64(limit) { bytes = buffer[start..<index] }
    return Found(
      offset: offset, length: length, bytes: bytes, ending: ending, kept: index - start)
  }

  private mutating func run(_ scan: inout JSONValueScan) -> JSONValueScan.Outcome {
    let (stop, outcome) = scan.run(buffer.span, from: index, to: end)
    index = stop
    return outcome
  }

  /// Reads more bytes, discarding those before `first`, which becomes index 0; false at the end.
  mutating func fill(keeping first: Int) throws(InputError) -> Bool {
    if let failure { throw failure }
    let kept = min(first, index)
    if kept > 0 {
      buffer.replaceSubrange(0..<(end - kept), with: Array(buffer[kept..<end]))
      index -= kept
      end -= kept
    }
    guard !isAtEnd else { return false }
    if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
    do throws(InputError) {
      let count = try source.read(into: &buffer, at: end)
      end += count
      isAtEnd = count == 0
    } catch {
      failure = error
      unfinishedCount = Int64(end)
      throw error
    }
    return !isAtEnd
  }

  /// The maximum number of bytes before the first bracket of a script.
  private static let scriptLimit: Int64 = 1 << 16

  /// Skips comments and words up to the first bracket of a script.
  mutating func skipScript() throws(InputError) {
    let start = offset
    while offset - start < Self.scriptLimit, let byte = try peek() {
      if byte == ASCII.openBracket || byte == ASCII.openBrace { return }
      step()
      guard byte == ASCII.slash, let second = try self.byte() else { continue }
      if second == ASCII.slash {
        while let byte = try self.byte(), byte != ASCII.lineFeed { step() }
      } else if second == 0x2A {
        step()
        try skipComment()
      }
    }
  }

  private mutating func skipComment() throws(InputError) {
    var last: UInt8 = 0
    while let byte = try byte() {
      step()
      if last == 0x2A, byte == ASCII.slash { return }
      last = byte
    }
  }
}
