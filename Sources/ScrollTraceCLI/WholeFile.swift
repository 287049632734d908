import TextKit

/// Reads a small file whole; `-` is standard input.
func wholeFile(_ path: String, limit: Int64) throws(InputError) -> [UInt8] {
  let source = try ByteSource(path: path, limit: limit)
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = try source.read(into: &buffer), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}
