/// Decompression of zlib or gzip data that is embedded in other data.
public enum PackedBytes {
  /// Returns the decompressed bytes; nil if they are damaged, truncated or more than `limit`.
  public static func unpack(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    let inflater = GzipInflater(.any)
    var rest = packed
    var unpacked = [UInt8](repeating: 0, count: min(max(64, packed.count * 4), max(0, limit)))
    var end = 0
    while true {
      let step = inflater.step(rest, into: &unpacked, end..<unpacked.count)
      rest = rest.dropFirst(step.consumed)
      end += step.produced
      switch step.status {
      case .memberEnded: return Array(unpacked[..<end])
      case .corrupt: return nil
      case .running:
        if end == unpacked.count {
          guard end < limit else { return nil }
          let room = min(max(64, end), limit - end)
          unpacked.append(contentsOf: repeatElement(0, count: room))
        } else if step.consumed == 0, step.produced == 0 {
          return nil
        }
      }
    }
  }
}
