#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The lines of a byte source, in constant memory, each a view of the reader's buffer.
///
/// A line ends with `\n` or `\r\n`; the last one may have no end. A UTF-8 byte order mark at the
/// start is skipped. Lines do not depend on the chunks of the source.
///
/// ```swift
/// let reader = LineReader(try ByteSource(path: path))
/// while let line = try reader.next() {
///   var scanner = JSONScanner(line.bytes)
///   …
/// }
/// ```
///
/// A line may be retained; the reader then copies its buffer once before it continues. It is a
/// class, because it owns a position in a stream. It is not Sendable, as it has a single reader.
public final class LineReader {
  /// The default limit of a line's length: 1 MiB.
  public static let defaultLimit = 1 << 20
  /// The number of bytes per read: 128 KiB, which fits the cache of a core.
  public static let defaultChunkSize = 128 << 10

  /// One line of the input.
  public struct Line: Sendable {
    /// The number of the line, from 1.
    public let number: Int
    /// The distance from the start of the unpacked input to the line's first byte.
    public let offset: Int64
    /// The content without its end; empty for a line beyond the limit.
    @inlinable public var bytes: ArraySlice<UInt8> { buffer[range] }
    // An array and a range instead of a slice: callers release that much faster.
    @usableFromInline let buffer: [UInt8]
    @usableFromInline let range: Range<Int>
    /// The length of the content in bytes.
    public let length: Int64
    /// Whether a newline ended the line; false only for an unterminated last line.
    public let hasNewline: Bool
    /// Whether the line was longer than the limit, and therefore skipped.
    public let isTooLong: Bool
  }

  /// The source of the bytes.
  public let source: ByteSource
  /// The number of bytes of an incomplete line that were read before the source failed.
  public private(set) var unfinishedCount: Int64 = 0
  /// A callback for the bytes of a line beyond the limit, in pieces, before the line is returned.
  ///
  /// Without it those bytes are skipped. They include a carriage return before the line break.
  public var takeLongLineBytes: ((ArraySlice<UInt8>) -> Void)?
  private let limit: Int
  // Each access is a short copy or replacement, so exclusivity cannot be violated. The checks at
  // run time would take a fifth of the time of a line.
  @exclusivity(unchecked) private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  /// The distance from the start of the unpacked input to the buffer's first byte.
  private var origin: Int64 = 0
  /// The position up to which the buffer has no newline.
  private var searched = 0
  private var number = 0
  private var isAtEnd = false
  private var hasSkippedMark = false
  private var failure: InputError?

  /// Reads lines of at most `limit` bytes.
  public init(
    _ source: ByteSource, limit: Int = defaultLimit, chunkSize: Int = defaultChunkSize
  ) {
    self.source = source
    // Far below overflow and far above any memory size.
    self.limit = min(max(0, limit), 1 << 40)
    buffer = source.buffer(chunkSize)
  }

  /// Returns the next line, or nil at the end.
  ///
  /// A failure of the source is thrown after all complete lines before it, and on each later call.
  public func next() throws(InputError) -> Line? {
    if let line = nextWhole() { return line }
    if !hasSkippedMark { try skipMark() }
    while true {
      if let line = nextWhole() { return line }
      // A carriage return at the end may belong to the line's end, hence one extra byte.
      if end - start > limit + 1 { return try skipLongLine() }
      guard !isAtEnd else { return takeLastLine() }
      try fill()
    }
  }

  private func skipMark() throws(InputError) {
    while end - start < 3, !isAtEnd { try fill() }
    hasSkippedMark = true
    let bytes = buffer
    if bytes[start..<end].prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) {
      start += 3
      searched = start
    }
  }

  /// Returns the next line if its end is in the buffer.
  @inline(__always)
  private func nextWhole() -> Line? {
    let bytes = buffer
    guard let newline = findNewline(in: bytes) else { return nil }
    let hasReturn = newline > start && bytes[newline - 1] == ASCII.carriageReturn
    let line = line(bytes, start..<(hasReturn ? newline - 1 : newline), hasNewline: true)
    start = newline + 1
    searched = start
    return line
  }

  @inline(__always)
  private func findNewline(in bytes: [UInt8]) -> Int? {
    guard searched < end else { return nil }
    let from = searched
    let found = bytes.withUnsafeBytes { bytes -> Int? in
      let rest = bytes[from..<end]
      guard let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let hit = memchr(base, Int32(ASCII.lineFeed), rest.count)
      else { return nil }
      return from + (UnsafeRawPointer(hit) - base)
    }
    searched = found ?? end
    return found
  }

  private func takeLastLine() -> Line? {
    guard start < end else { return nil }
    let line = line(buffer, start..<end, hasNewline: false)
    start = end
    return line
  }

  @inline(__always)
  private func line(_ bytes: [UInt8], _ range: Range<Int>, hasNewline: Bool) -> Line {
    number += 1
    let isTooLong = range.count > limit
    if isTooLong { takeLongLineBytes?(bytes[range]) }
    return Line(
      number: number, offset: origin + Int64(range.lowerBound), buffer: isTooLong ? [] : bytes,
      range: isTooLong ? 0..<0 : range, length: Int64(range.count), hasNewline: hasNewline,
      isTooLong: isTooLong)
  }

  /// Skips a line that is too long, counting its bytes and retaining only the last.
  private func skipLongLine() throws(InputError) -> Line {
    let offset = origin + Int64(start)
    while true {
      let bytes = buffer
      if let newline = findNewline(in: bytes) {
        let last = newline > start ? bytes[newline - 1] : lastSkipped
        takeLongLineBytes?(bytes[start..<newline])
        start = newline + 1
        searched = start
        let stop = origin + Int64(newline)
        return longLine(offset, stop - (last == ASCII.carriageReturn ? 1 : 0), hasNewline: true)
      }
      if end > start { lastSkipped = bytes[end - 1] }
      takeLongLineBytes?(bytes[start..<end])
      start = end
      guard !isAtEnd else { return longLine(offset, origin + Int64(end), hasNewline: false) }
      try fill()
    }
  }

  /// The last byte dropped from a line that is too long.
  private var lastSkipped: UInt8 = 0

  private func longLine(_ offset: Int64, _ stop: Int64, hasNewline: Bool) -> Line {
    number += 1
    return Line(
      number: number, offset: offset, buffer: [], range: 0..<0, length: stop - offset,
      hasNewline: hasNewline, isTooLong: true)
  }

  /// Reads more bytes after the present ones, making room first.
  private func fill() throws(InputError) {
    if let failure { throw failure }
    // A local variable avoids exclusivity checks while other code writes to the buffer.
    var bytes = buffer
    buffer = []
    defer { buffer = bytes }
    if start > 0 {
      bytes.replaceSubrange(0..<(end - start), with: Array(bytes[start..<end]))
      searched -= start
      end -= start
      start = 0
    }
    if end == bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: min(bytes.count, limit + 16)))
    }
    do throws(InputError) {
      let count = try source.read(into: &bytes, at: end)
      end += count
      origin = source.count - Int64(end)
      isAtEnd = count == 0
    } catch {
      failure = error
      unfinishedCount = Int64(end - start)
      throw error
    }
  }
}

@available(*, unavailable)
extension LineReader: Sendable {}
