internal import CZlib

/// A gzip reader over zlib, one member at a time.
///
/// A class, because zlib remembers the address of its stream.
final class GzipInflater {
  /// What came of one step.
  enum Status: Equatable {
    /// More input or more room is needed.
    case running
    /// The member is whole and its checksum right.
    case memberEnded
    /// The data breaks the format.
    case corrupt(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  /// What stands around the packed data.
  enum Wrapper {
    /// A gzip member.
    case gzip
    /// A zlib or a gzip wrapper, whichever is there.
    case any
    /// Nothing: bare deflate data such as a zip member holds.
    case none
  }

  /// Gets ready for packed data in a wrapper.
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

  /// Gets ready for the next member.
  func reset() { inflateReset(stream) }

  /// Unpacks from `input` into `output[range]`, as far as either goes.
  func step(
    _ input: ArraySlice<UInt8>, into output: inout [UInt8], _ range: Range<Int>
  ) -> (consumed: Int, produced: Int, status: Status) {
    guard isReady else { return (0, 0, .corrupt("no memory for unpacking")) }
    let inputCount = min(input.count, 1 << 30)
    let outputCount = min(range.count, 1 << 30)
    let code = input.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { whole in
        let room = UnsafeMutableBufferPointer(rebasing: whole[range])
        // zlib's input pointer is not const by default, yet it only reads.
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
      // No progress was possible: right when either side was empty, else zlib is stuck.
      case Z_BUF_ERROR where inputCount == 0 || outputCount == 0: .running
      case Z_NEED_DICT: .corrupt("a preset dictionary is needed")
      default: .corrupt(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
      }
    return (consumed, produced, status)
  }
}
