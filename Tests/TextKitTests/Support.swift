@testable import TextKit

/// Returns one gzip member that holds the bytes.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var packed: [UInt8] = []
  _ = GzipDeflater().compress(bytes[...], isLast: true) { piece in
    packed += piece
    return true
  }
  return packed
}

/// The bytes that a source delivered before its end or its failure.
struct Delivery: Equatable {
  var bytes: [UInt8] = []
  var failure: InputError.Kind?
  var failureOffset: Int64?

  init(_ source: ByteSource, bufferSize: Int = 4096) {
    var buffer = [UInt8](repeating: 0, count: bufferSize)
    do throws(InputError) {
      while true {
        let count = try source.read(into: &buffer)
        if count == 0 { return }
        bytes += buffer[..<count]
      }
    } catch {
      failure = error.kind
      failureOffset = error.offset
    }
  }
}
