internal import CZlib

/// A gzip writer over zlib, level 6.
///
/// A class, because zlib stores the address of its stream.
final class GzipDeflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool
  private var output = [UInt8](repeating: 0, count: 64 << 10)

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    isReady = czlib_deflate_init_gzip(stream, 6) == Z_OK
  }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Compresses bytes and passes on the output, until the receiver returns false.
  ///
  /// Returns false if zlib runs out of memory.
  func compress(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, to receive: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    guard isReady, bytes.count <= Int(UInt32.max) else { return false }
    return bytes.withUnsafeBytes { input in
      // zlib's input pointer is not const by default, although zlib only reads from it.
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      defer { stream.pointee.next_in = nil }
      while true {
        let (status, count) = step(isLast: isLast)
        guard status != Z_STREAM_ERROR else { return false }
        if count > 0, !receive(output[..<count]) { return true }
        let isDone = isLast ? status == Z_STREAM_END : count < output.count
        if isDone { return true }
      }
    }
  }

  private func step(isLast: Bool) -> (status: Int32, count: Int) {
    let capacity = output.count
    return output.withUnsafeMutableBufferPointer { buffer in
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = UInt32(capacity)
      let status = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      stream.pointee.next_out = nil
      return (status, capacity - Int(stream.pointee.avail_out))
    }
  }
}
