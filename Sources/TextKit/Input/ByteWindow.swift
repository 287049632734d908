/// A sliding window over a byte source, for readers whose records are not lines.
///
/// The window is always filled as far as possible, so the result does not depend on the chunks of
/// the source. It grows only when a reader requires more bytes than it has, up to a limit. Memory
/// use is constant in the length of the source.
///
/// ```swift
/// var window = ByteWindow(source)
/// while window.count > 0 || window.fill() {
///   let used = parse(window.bytes)
///   window.drop(used)
/// }
/// ```
///
/// A failure of the source ends the window like the end of the source; `failure` distinguishes
/// them.
public struct ByteWindow {
  /// The default limit of the window's bytes: 16 MiB.
  public static let defaultLimit = 16 << 20
  /// The number of bytes per read.
  public static let defaultChunkSize = 1 << 20

  /// The source of the bytes.
  public let source: ByteSource
  /// The failure of the source, after its valid bytes were used.
  public private(set) var failure: InputError?
  /// Whether no bytes follow the window.
  public private(set) var isAtEnd = false
  private let limit: Int
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0

  /// Creates an empty window at the current position of a source.
  public init(
    _ source: ByteSource, limit: Int = defaultLimit, chunkSize: Int = defaultChunkSize
  ) {
    self.source = source
    self.limit = max(16, limit)
    buffer = source.buffer(min(chunkSize, self.limit))
  }

  /// The bytes of the window; a copy kept across a `fill` forces the buffer to be copied.
  public var bytes: ArraySlice<UInt8> { buffer[start..<end] }

  /// The number of bytes in the window.
  public var count: Int { end - start }

  /// Whether the window has reached its limit.
  public var isFull: Bool { end - start >= limit }

  /// The offset of the first byte of the window from the start of the source.
  public var offset: Int64 { source.count - Int64(end - start) }

  /// The byte at a distance from the first one; the caller has checked the bounds.
  public subscript(_ distance: Int) -> UInt8 {
    precondition(distance >= 0 && distance < count, "a byte of the window")
    return buffer[start + distance]
  }

  /// Drops the first bytes; a count beyond the window drops all.
  public mutating func drop(_ count: Int) { start += min(max(0, count), end - start) }

  /// Reads more bytes after those in the window, and returns whether there were any.
  ///
  /// The result is false at the end of the source, after its failure, and when the window is full.
  public mutating func fill() -> Bool {
    guard !isAtEnd, !isFull else { return false }
    makeRoom()
    let before = end
    while end < buffer.count, !isAtEnd {
      do throws(InputError) {
        let count = try source.read(into: &buffer, at: end)
        end += count
        isAtEnd = count == 0
      } catch {
        failure = error
        isAtEnd = true
      }
    }
    return end > before
  }

  /// Drops everything to the end of the source, which may still fail.
  public mutating func dropRest() {
    repeat { drop(count) } while fill()
  }

  /// Reads until the window has `count` bytes, and returns whether it does.
  public mutating func require(_ count: Int) -> Bool {
    while self.count < count {
      guard fill() else { return false }
    }
    return true
  }

  /// Moves the bytes to the start of the buffer, and grows a buffer that they fill.
  private mutating func makeRoom() {
    if start > 0 {
      let count = end - start
      buffer.withUnsafeMutableBytes { bytes in
        let kept = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        UnsafeMutableRawBufferPointer(rebasing: bytes[0..<count]).copyMemory(from: kept)
      }
      start = 0
      end = count
    }
    // If the window is more than half full after the move, it would soon move again.
    guard end > buffer.count / 2, buffer.count < limit else { return }
    buffer.append(contentsOf: repeatElement(0, count: min(buffer.count, limit - buffer.count)))
  }
}

@available(*, unavailable)
extension ByteWindow: Sendable {}
