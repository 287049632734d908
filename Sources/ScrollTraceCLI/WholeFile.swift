import TextKit

/// Reads a small text whole; `-` is standard input.
func wholeFile(_ path: String, limit: Int64) throws(InputError) -> [UInt8] {
  try ByteSource(path: path, limit: limit).restOfText()
}
