import Testing

@testable import TextKit

@Suite struct SHA256StateTests {
  @Test("the processor's SHA-256 instructions give the same result as plain Swift")
  func acceleration() {
    guard SHA256State.isAccelerated else {
      print("skipped 1 comparison: this processor has no instructions for SHA-256")
      return
    }
    let bytes = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ ($0 >> 3)) }
    var (plain, accelerated) = (SHA256State(), SHA256State())
    for (start, blocks) in [(0, 1), (1, 0), (7, 15), (64, 3), (63, 1), (0, 16)] {
      plain.add(bytes.span.bytes, from: start, blocks: blocks, isAccelerated: false)
      accelerated.add(bytes.span.bytes, from: start, blocks: blocks, isAccelerated: true)
      #expect(plain.bytes == accelerated.bytes, "\(blocks) blocks from \(start)")
    }
    for (start, other, blocks) in [(0, 3, 15), (64, 0, 2), (5, 5, 0), (700, 13, 5)] {
      var (one, two) = (plain, SHA256State())
      var (alone, apart) = (plain, SHA256State())
      SHA256State.add(
        bytes.span.bytes, to: &one, from: start, and: &two, from: other, blocks: blocks)
      alone.add(bytes.span.bytes, from: start, blocks: blocks, isAccelerated: false)
      apart.add(bytes.span.bytes, from: other, blocks: blocks, isAccelerated: false)
      #expect(one.bytes == alone.bytes && two.bytes == apart.bytes, "\(start), \(other)")
    }
  }

  @Test("two hashes updated together equal two updated separately, at any block offset")
  func two() {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ ($0 >> 5)) }
    for (before, sizes) in [
      (0, [0, 64, 200]), (1, [63, 1, 4000]), (70, [10, 10, 44, 900]), (64, [5]),
    ] {
      var (one, other) = (SHA256(), SHA256())
      other.update(bytes[..<before])
      var (alone, apart) = (one, other)
      var start = 0
      for size in sizes {
        SHA256.update(&one, &other, bytes[start..<(start + size)])
        alone.update(bytes[start..<(start + size)])
        apart.update(bytes[start..<(start + size)])
        start += size
        #expect(one.digest == alone.digest && other.digest == apart.digest, "\(before), \(sizes)")
      }
    }
  }
}
