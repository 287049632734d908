import CSHA256

/// The eight words of SHA-256 and the function that mixes a block of 64 bytes into them.
struct SHA256State: Sendable {
  private var a: UInt32 = 0x6A09_E667
  private var b: UInt32 = 0xBB67_AE85
  private var c: UInt32 = 0x3C6E_F372
  private var d: UInt32 = 0xA54F_F53A
  private var e: UInt32 = 0x510E_527F
  private var f: UInt32 = 0x9B05_688C
  private var g: UInt32 = 0x1F83_D9AB
  private var h: UInt32 = 0x5BE0_CD19

  /// The words as bytes, highest first.
  var bytes: [UInt8] {
    [a, b, c, d, e, f, g, h].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]

  /// Whether the processor has SHA-256 instructions, which are about four times as fast.
  static let isAccelerated = csha256_is_supported() != 0

  /// Mixes in `count` blocks from `offset` on.
  mutating func add(
    _ bytes: RawSpan, from offset: Int, blocks: Int, isAccelerated: Bool = Self.isAccelerated
  ) {
    guard isAccelerated else {
      for block in 0..<blocks { add(bytes, at: offset + block * 64) }
      return
    }
    bytes.extracting(offset..<(offset + blocks * 64)).withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      var words = self.words
      withUnsafeMutableBytes(of: &words) { words in
        csha256_add(words.bindMemory(to: UInt32.self).baseAddress, start, blocks)
      }
      self.words = words
    }
  }

  /// Mixes the same number of blocks of the same bytes into two states, each from its own offset.
  static func add(
    _ bytes: RawSpan, to one: inout SHA256State, from offset: Int, and other: inout SHA256State,
    from otherOffset: Int, blocks: Int, isAccelerated: Bool = Self.isAccelerated
  ) {
    guard isAccelerated else {
      one.add(bytes, from: offset, blocks: blocks, isAccelerated: false)
      other.add(bytes, from: otherOffset, blocks: blocks, isAccelerated: false)
      return
    }
    let end = max(offset, otherOffset) + blocks * 64
    bytes.extracting(0..<end).withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      var (words, others) = (one.words, other.words)
      withUnsafeMutableBytes(of: &words) { words in
        withUnsafeMutableBytes(of: &others) { others in
          csha256_add_two(
            words.bindMemory(to: UInt32.self).baseAddress, start + offset,
            others.bindMemory(to: UInt32.self).baseAddress, start + otherOffset, blocks)
        }
      }
      (one.words, other.words) = (words, others)
    }
  }

  /// All eight words as one tuple.
  private var words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) {
    get { (a, b, c, d, e, f, g, h) }
    set { (a, b, c, d, e, f, g, h) = newValue }
  }

  /// Mixes in the block at `offset`, sixteen rounds at a time, so that its words stay in registers.
  private mutating func add(_ block: RawSpan, at offset: Int) {
    let constants = Self.constants.span
    var round = Round(a: a, b: b, c: c, d: d, e: e, f: f, g: g, h: h)
    var w0 = Self.word(block, offset + 0)
    var w1 = Self.word(block, offset + 4)
    var w2 = Self.word(block, offset + 8)
    var w3 = Self.word(block, offset + 12)
    var w4 = Self.word(block, offset + 16)
    var w5 = Self.word(block, offset + 20)
    var w6 = Self.word(block, offset + 24)
    var w7 = Self.word(block, offset + 28)
    var w8 = Self.word(block, offset + 32)
    var w9 = Self.word(block, offset + 36)
    var w10 = Self.word(block, offset + 40)
    var w11 = Self.word(block, offset + 44)
    var w12 = Self.word(block, offset + 48)
    var w13 = Self.word(block, offset + 52)
    var w14 = Self.word(block, offset + 56)
    var w15 = Self.word(block, offset + 60)
    var base = 0
    while true {
      round.step(w0 &+ constants[base + 0])
      round.step(w1 &+ constants[base + 1])
      round.step(w2 &+ constants[base + 2])
      round.step(w3 &+ constants[base + 3])
      round.step(w4 &+ constants[base + 4])
      round.step(w5 &+ constants[base + 5])
      round.step(w6 &+ constants[base + 6])
      round.step(w7 &+ constants[base + 7])
      round.step(w8 &+ constants[base + 8])
      round.step(w9 &+ constants[base + 9])
      round.step(w10 &+ constants[base + 10])
      round.step(w11 &+ constants[base + 11])
      round.step(w12 &+ constants[base + 12])
      round.step(w13 &+ constants[base + 13])
      round.step(w14 &+ constants[base + 14])
      round.step(w15 &+ constants[base + 15])
      base += 16
      guard base < 64 else { break }
      w0 = Self.schedule(w0, w1, w9, w14)
      w1 = Self.schedule(w1, w2, w10, w15)
      w2 = Self.schedule(w2, w3, w11, w0)
      w3 = Self.schedule(w3, w4, w12, w1)
      w4 = Self.schedule(w4, w5, w13, w2)
      w5 = Self.schedule(w5, w6, w14, w3)
      w6 = Self.schedule(w6, w7, w15, w4)
      w7 = Self.schedule(w7, w8, w0, w5)
      w8 = Self.schedule(w8, w9, w1, w6)
      w9 = Self.schedule(w9, w10, w2, w7)
      w10 = Self.schedule(w10, w11, w3, w8)
      w11 = Self.schedule(w11, w12, w4, w9)
      w12 = Self.schedule(w12, w13, w5, w10)
      w13 = Self.schedule(w13, w14, w6, w11)
      w14 = Self.schedule(w14, w15, w7, w12)
      w15 = Self.schedule(w15, w0, w8, w13)
    }
    a &+= round.a
    b &+= round.b
    c &+= round.c
    d &+= round.d
    e &+= round.e
    f &+= round.f
    g &+= round.g
    h &+= round.h
  }

  @inline(__always)
  private static func word(_ block: RawSpan, _ offset: Int) -> UInt32 {
    UInt32(bigEndian: block.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the schedule's next word from the ones 16, 15, 7 and 2 places before it.
  @inline(__always)
  private static func schedule(
    _ before16: UInt32, _ before15: UInt32, _ before7: UInt32, _ before2: UInt32
  ) -> UInt32 {
    let low = rotate(before15, 7) ^ rotate(before15, 18) ^ (before15 &>> 3)
    let high = rotate(before2, 17) ^ rotate(before2, 19) ^ (before2 &>> 10)
    return before16 &+ low &+ before7 &+ high
  }

  @inline(__always)
  fileprivate static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}

/// The eight working words of one block.
private struct Round {
  var a, b, c, d, e, f, g, h: UInt32

  @inline(__always)
  mutating func step(_ input: UInt32) {
    let mixE =
      SHA256State.rotate(e, 6) ^ SHA256State.rotate(e, 11) ^ SHA256State.rotate(e, 25)
    let mixA =
      SHA256State.rotate(a, 2) ^ SHA256State.rotate(a, 13) ^ SHA256State.rotate(a, 22)
    let first = h &+ mixE &+ (g ^ (e & (f ^ g))) &+ input
    let second = mixA &+ ((a & b) | (c & (a | b)))
    (h, g, f, e) = (g, f, e, d &+ first)
    (d, c, b, a) = (c, b, a, first &+ second)
  }
}
