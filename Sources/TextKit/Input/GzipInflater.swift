internal import CZlib

/// A gzip reader over zlib, one member at a time.
///
/// A class, because zlib stores the address of its stream.
final class GzipInflater {
  /// The result of one step.
  enum Status: Equatable {
    /// The step needs more input or more room.
    case running
    /// The member is complete and its checksum is correct.
    case memberEnded
    /// The data is invalid.
    case corrupt(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  /// The format around the compressed data.
  enum Wrapper {
    /// A gzip member.
    case gzip
    /// A zlib or a gzip wrapper, whichever is there.
    case any
    /// No wrapper: raw deflate data, as in a zip member.
    case none
  }

  /// Prepares for compressed data in a wrapper.
  init(_ wrapper: Wrapper = .gzip) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code =
      switch wrapper {
      case .gzip: czlib_inflate_init_gzip(stream)
      case .any: czlib_inflate_init_any(stream)
      case .none: czlib_inflate_init_raw(stream)
      }
    isReady = code == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Prepares for the next member.
  func reset() { inflateReset(stream) }

  /// Decompresses from `input` into `output[range]`, until one of them is exhausted.
  func step(
    _ input: ArraySlice<UInt8>, into output: inout [UInt8], _ range: Range<Int>
  ) -> (consumed: Int, produced: Int, status: Status) {
    guard isReady else { return (0, 0, .corrupt("no memory for unpacking")) }
    let inputCount = min(input.count, 1 << 30)
    let outputCount = min(range.count, 1 << 30)
    let code = input.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { whole in
        let room = UnsafeMutableBufferPointer(rebasing: whole[range])
        // zlib's input pointer is not const by default, although zlib only reads from it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(inputCount)
        stream.pointee.next_out = room.baseAddress
        stream.pointee.avail_out = UInt32(outputCount)
        let code = inflate(stream, Z_NO_FLUSH)
        stream.pointee.next_in = nil
        stream.pointee.next_out = nil
        return code
      }
    }
    let consumed = inputCount - Int(stream.pointee.avail_in)
    let produced = outputCount - Int(stream.pointee.avail_out)
    let status: Status =
      switch code {
      case Z_STREAM_END: .memberEnded
      case Z_OK: .running
      // No progress was possible: expected if either side was empty, otherwise an error.
      case Z_BUF_ERROR where inputCount == 0 || outputCount == 0: .running
      case Z_NEED_DICT: .corrupt("a preset dictionary is needed")
      default: .corrupt(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
      }
    return (consumed, produced, status)
  }
}
