/// The bytes of an archive, looked at before they are used up.
final class ZipInput {
  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// What the source threw; the bytes before it are still there.
  private(set) var failure: InputError?

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The bytes read and not yet used up.
  var available: ArraySlice<UInt8> { buffer[start..<end] }

  /// Where the next byte lies in the archive.
  var offset: Int64 { source.count - Int64(end - start) }

  func consume(_ count: Int) { start += min(count, end - start) }

  /// Returns a number of up to eight bytes, lowest first; bytes that are not there count as 0.
  func number(at offset: Int, _ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<count where start + offset + place < end {
      value |= UInt64(buffer[start + offset + place]) << UInt64(8 * place)
    }
    return value
  }

  /// Reads until `count` bytes are there or the source ends; throws if it fails before.
  func require(_ count: Int) throws(InputError) {
    fill(count)
    if let failure, end - start < count { throw failure }
  }

  /// Reads until `count` bytes are there or there are no more.
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
