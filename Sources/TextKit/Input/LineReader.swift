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
  /// How much is read at a time.
  public static let defaultChunkSize = 1 << 20

  /// One line of the input.
  public struct Line: Sendable {
    /// The number of the line, from 1.
    public let number: Int
    /// The distance from the start of the unpacked input to the line's first byte.
    public let offset: Int64
    /// The content without its end; empty for a line beyond the limit.
    public let bytes: ArraySlice<UInt8>
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
  private let limit: Int
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
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
    buffer = [UInt8](repeating: 0, count: max(16, chunkSize))
  }

  /// Returns the next line, or nil at the end.
  ///
  /// A failure of the source is thrown after all whole lines before it, and then each time.
  public func next() throws(InputError) -> Line? {
    if !hasSkippedMark { try skipMark() }
    while true {
      if let newline = findNewline() { return takeLine(endingAt: newline) }
      // A carriage return at the end may belong to the line's end, hence one byte of grace.
      if end - start > limit + 1 { return try skipLongLine() }
      guard !isAtEnd else { return takeLastLine() }
      try fill()
    }
  }

  private func skipMark() throws(InputError) {
    while end - start < 3, !isAtEnd { try fill() }
    hasSkippedMark = true
    if buffer[start..<end].prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) {
      start += 3
      searched = start
    }
  }

  private func findNewline() -> Int? {
    guard searched < end else { return nil }
    let found = buffer.withUnsafeBytes { bytes -> Int? in
      let rest = bytes[searched..<end]
      guard let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let hit = memchr(base, Int32(ASCII.lineFeed), rest.count)
      else { return nil }
      return searched + (UnsafeRawPointer(hit) - base)
    }
    searched = found ?? end
    return found
  }

  private func takeLine(endingAt newline: Int) -> Line {
    let hasReturn = newline > start && buffer[newline - 1] == ASCII.carriageReturn
    let line = line(start..<(hasReturn ? newline - 1 : newline), hasNewline: true)
    start = newline + 1
    searched = start
    return line
  }

  private func takeLastLine() -> Line? {
    guard start < end else { return nil }
    let line = line(start..<end, hasNewline: false)
    start = end
    return line
  }

  private func line(_ range: Range<Int>, hasNewline: Bool) -> Line {
    number += 1
    let isTooLong = range.count > limit
    return Line(
      number: number, offset: source.count - Int64(end - range.lowerBound),
      bytes: isTooLong ? [] : buffer[range], length: Int64(range.count), hasNewline: hasNewline,
      isTooLong: isTooLong)
  }

  /// Reads past a line that is too long, counting its bytes and keeping none.
  private func skipLongLine() throws(InputError) -> Line {
    let offset = source.count - Int64(end - start)
    while true {
      if let newline = findNewline() {
        let last = newline > start ? buffer[newline - 1] : lastSkipped
        start = newline + 1
        searched = start
        let stop = source.count - Int64(end - newline)
        return longLine(offset, stop - (last == ASCII.carriageReturn ? 1 : 0), hasNewline: true)
      }
      if end > start { lastSkipped = buffer[end - 1] }
      start = end
      guard !isAtEnd else { return longLine(offset, source.count, hasNewline: false) }
      try fill()
    }
  }

  /// The last byte dropped inside a line that is too long.
  private var lastSkipped: UInt8 = 0

  private func longLine(_ offset: Int64, _ stop: Int64, hasNewline: Bool) -> Line {
    number += 1
    return Line(
      number: number, offset: offset, bytes: [], length: stop - offset, hasNewline: hasNewline,
      isTooLong: true)
  }

  /// Reads more behind what is there, making room first.
  private func fill() throws(InputError) {
    if let failure { throw failure }
    if start > 0 {
      buffer.replaceSubrange(0..<(end - start), with: Array(buffer[start..<end]))
      searched -= start
      end -= start
      start = 0
    }
    if end == buffer.count {
      buffer.append(contentsOf: repeatElement(0, count: min(buffer.count, limit + 16)))
    }
    do throws(InputError) {
      let count = try source.read(into: &buffer, at: end)
      end += count
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
