/// A part of a byte source that slides along it: for readers whose records are not lines.
///
/// The window is always filled as far as it goes, so what a reader sees does not depend on how the
/// source cuts its bytes. It grows only when a reader asks for more than it holds, up to a limit,
/// and never holds more than that: memory is constant in the length of the source.
///
/// ```swift
/// var window = ByteWindow(source)
/// while window.count > 0 || window.fill() {
///   let used = parse(window.bytes)
///   window.drop(used)
/// }
/// ```
///
/// A failure of the source ends the window like the end of the source; `failure` tells them apart.
public struct ByteWindow {
  /// The most bytes that a window holds unless the caller says otherwise: 16 MiB.
  public static let defaultLimit = 16 << 20
  /// How many bytes are read at a time.
  public static let defaultChunkSize = 1 << 20

  /// The source of the bytes.
  public let source: ByteSource
  /// Why the source could not go on, once its good bytes were used up.
  public private(set) var failure: InputError?
  /// Whether nothing follows the bytes of the window.
  public private(set) var isAtEnd = false
  private let limit: Int
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0

  /// Creates an empty window at the place where a source stands.
  public init(
    _ source: ByteSource, limit: Int = defaultLimit, chunkSize: Int = defaultChunkSize
  ) {
    self.source = source
    self.limit = max(16, limit)
    buffer = source.buffer(min(chunkSize, self.limit))
  }

  /// The bytes that are there; do not keep them over a `fill`, which would have to copy them.
  public var bytes: ArraySlice<UInt8> { buffer[start..<end] }

  /// The number of bytes that are there.
  public var count: Int { end - start }

  /// Whether the window holds as much as it may.
  public var isFull: Bool { end - start >= limit }

  /// The distance from the start of the source to the first byte that is there.
  public var offset: Int64 { source.count - Int64(end - start) }

  /// The byte at a distance from the first one; the caller has checked that it is there.
  public subscript(_ distance: Int) -> UInt8 {
    precondition(distance >= 0 && distance < count, "a byte of the window")
    return buffer[start + distance]
  }

  /// Gives up the first bytes; more than there are gives up all.
  public mutating func drop(_ count: Int) { start += min(max(0, count), end - start) }

  /// Reads on behind the bytes that are there, and says whether any came.
  ///
  /// False at the end of the source, after its failure, and when the window is full.
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

  /// Gives up everything to the end of the source, which may still fail on the way.
  public mutating func dropRest() {
    repeat { drop(count) } while fill()
  }

  /// Reads until so many bytes are there, and says whether they are.
  public mutating func require(_ count: Int) -> Bool {
    while self.count < count {
      guard fill() else { return false }
    }
    return true
  }

  /// Moves what is there to the front, and grows a buffer that is full with it.
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
    // A window that is more than half full after the move would soon move again.
    guard end > buffer.count / 2, buffer.count < limit else { return }
    buffer.append(contentsOf: repeatElement(0, count: min(buffer.count, limit - buffer.count)))
  }
}

@available(*, unavailable)
extension ByteWindow: Sendable {}
