/// The bytes of an archive, with a preview of bytes not yet consumed.
final class ZipInput {
  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The error of the source; the bytes before it are still available.
  private(set) var failure: InputError?

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The bytes read and not yet consumed.
  var available: ArraySlice<UInt8> { buffer[start..<end] }

  /// The offset of the next byte in the archive.
  var offset: Int64 { source.count - Int64(end - start) }

  func consume(_ count: Int) { start += min(count, end - start) }

  /// Returns a little-endian number of up to eight bytes; missing bytes count as 0.
  func number(at offset: Int, _ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<count where start + offset + place < end {
      value |= UInt64(buffer[start + offset + place]) << UInt64(8 * place)
    }
    return value
  }

  /// Reads until `count` bytes are available or the source ends; throws if it fails before.
  func require(_ count: Int) throws(InputError) {
    fill(count)
    if let failure, end - start < count { throw failure }
  }

  /// Reads until `count` bytes are available or there are no more.
  func fill(_ count: Int) {
    while end - start < min(count, buffer.count), !isAtEnd, failure == nil {
      if start > 0 {
        buffer.replaceSubrange(0..<(end - start), with: Array(buffer[start..<end]))
        end -= start
        start = 0
      }
      do throws(InputError) {
        let count = try source.read(into: &buffer, at: end)
        end += count
        isAtEnd = count == 0
      } catch {
        failure = error
      }
    }
  }
}
