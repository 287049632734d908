/// Compression of bytes as one gzip stream.
public enum Gzip {
  /// Returns the compressed bytes; nil if zlib runs out of memory.
  public static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    let deflater = GzipDeflater()
    var compressed: [UInt8] = []
    let isWhole = deflater.compress(bytes[...], isLast: true) { piece in
      compressed += piece
      return true
    }
    return isWhole ? compressed : nil
  }
}
