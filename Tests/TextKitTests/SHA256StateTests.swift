import Testing

@testable import TextKit

@Suite struct SHA256StateTests {
  @Test("the processor's instructions mix blocks exactly as plain Swift does")
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
  }
}
