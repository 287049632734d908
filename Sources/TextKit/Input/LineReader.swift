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
/// very start is left out. Lines do not depend on how the source cuts its bytes.
///
/// ```swift
/// let reader = LineReader(try ByteSource(path: path))
/// while let line = try reader.next() {
///   var scanner = JSONScanner(line.bytes)
///   …
/// }
/// ```
///
/// A line may be kept: then the reader copies its buffer once before it reads on. A class, because
/// it owns a place in a stream; one owner reads, so it is not Sendable.
public final class LineReader {
  /// The longest line delivered unless the caller says otherwise: 1 MiB.
  public static let defaultLimit = 1 << 20
  /// How much is read at a time: 128 KiB, which stays in the cache of a core.
  public static let defaultChunkSize = 128 << 10

  /// One line of the input.
  public struct Line: Sendable {
    /// The number of the line, from 1.
    public let number: Int
    /// The distance from the start of the unpacked input to the line's first byte.
    public let offset: Int64
    /// The content without its end; empty for a line beyond the limit.
    @inlinable public var bytes: ArraySlice<UInt8> { buffer[range] }
    // An array and a range in place of a slice: callers let go of that much faster.
    @usableFromInline let buffer: [UInt8]
    @usableFromInline let range: Range<Int>
    /// The length of the content in bytes.
    public let length: Int64
    /// Whether a newline ended the line; false only for the last one.
    public let hasNewline: Bool
    /// Whether the line was longer than the limit, and so was skipped.
    public let isTooLong: Bool
  }

  /// The source of the bytes.
  public let source: ByteSource
  /// Bytes of an unfinished line that were read when the source failed.
  public private(set) var unfinishedCount: Int64 = 0
  /// Gets the bytes of a line beyond the limit, piece by piece, before the line itself is returned.
  ///
  /// Without it those bytes are skipped. A carriage return in front of the line break is among them.
  public var takeLongLineBytes: ((ArraySlice<UInt8>) -> Void)?
  private let limit: Int
  // Each access is a copy or a replacement, over at once: there is nothing for the run time to
  // watch, and its watching would take a fifth of the time of a line.
  @exclusivity(unchecked) private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  /// The distance from the start of the unpacked input to the buffer's first byte.
  private var origin: Int64 = 0
  /// Up to here the buffer is known to hold no newline.
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
    // Far below overflow, far above any memory.
    self.limit = min(max(0, limit), 1 << 40)
    buffer = source.buffer(chunkSize)
  }

  /// Returns the next line, or nil at the end.
  ///
  /// A failure of the source is thrown after all whole lines before it, and then each time.
  public func next() throws(InputError) -> Line? {
    if let line = nextWhole() { return line }
    if !hasSkippedMark { try skipMark() }
    while true {
      if let line = nextWhole() { return line }
      // A carriage return at the end may belong to the line's end, hence one byte of grace.
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

  /// Takes the next line whose end is in the buffer.
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

  /// Reads past a line that is too long, counting its bytes and keeping none but the last.
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

  /// The last byte dropped inside a line that is too long.
  private var lastSkipped: UInt8 = 0

  private func longLine(_ offset: Int64, _ stop: Int64, hasNewline: Bool) -> Line {
    number += 1
    return Line(
      number: number, offset: offset, buffer: [], range: 0..<0, length: stop - offset,
      hasNewline: hasNewline, isTooLong: true)
  }

  /// Reads more behind what is there, making room first.
  private func fill() throws(InputError) {
    if let failure { throw failure }
    // Out of the class while others write to it.
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
