import TextKit

/// How fast the hash of files and digests is.
func measureHashing(_ settings: Settings) throws -> [Measure] {
  let block = [UInt8](repeating: 0x5A, count: 8192)
  let count = settings.isFull ? 40_000 : 8_000
  var digests: Set<String> = []
  let times = (0..<settings.rounds).map { _ in
    seconds {
      var hash = SHA256()
      for _ in 0..<count { hash.update(block) }
      digests.insert(hash.hexDigest)
    }
  }
  guard digests.count == 1 else { throw BenchmarkError("the hash is not a function") }
  let speed = Double(block.count * count) / median(times) / 1e6
  return [
    Measure(
      name: "SHA-256", value: speed, unit: "MB/s", goal: .none,
      detail: "a frame has about 27 canonical bytes: \(decimal(27e3 / speed)) ns of hashing")
  ]
}
