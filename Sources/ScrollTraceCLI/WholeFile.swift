import TextKit

/// Reads a complete small text; `-` is standard input.
func wholeFile(_ path: String, limit: Int64) throws(InputError) -> [UInt8] {
  try ByteSource(path: path, limit: limit).restOfText()
}
