import TextKit
import Testing

@Suite struct SHA256Tests {
  static let vectors: [(String, Int, String)] = [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test("the FIPS 180-4 examples have their published hashes", arguments: vectors)
  func published(text: String, count: Int, digest: String) {
    var hash = SHA256()
    let piece = Array(text.utf8)
    for _ in 0..<count { hash.update(piece) }
    #expect(hash.hexDigest == digest)
  }

  @Test("the hash does not depend on the chunk size")
  func pieces() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for length in 0...bytes.count {
      var whole = SHA256()
      whole.update(bytes[..<length])
      for piece in [1, 3, 63, 64, 65, 128] {
        var hash = SHA256()
        for start in stride(from: 0, to: length, by: piece) {
          hash.update(bytes[start..<min(start + piece, length)])
        }
        #expect(hash.digest == whole.digest, "\(length) bytes in pieces of \(piece)")
      }
    }
  }

  @Test("numbers are hashed as eight bytes, lowest first")
  func numbers() {
    var words = SHA256()
    words.update(0x0807_0605_0403_0201 as UInt64)
    words.update(-2 as Int64)
    words.update(1.0)
    var bytes = SHA256()
    bytes.update([1, 2, 3, 4, 5, 6, 7, 8, 0xFE] + [UInt8](repeating: 0xFF, count: 7))
    bytes.update([0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    #expect(words.hexDigest == bytes.hexDigest)
  }

  @Test("reading a digest early does not change the hash")
  func copies() {
    var hash = SHA256()
    hash.update([1, 2, 3])
    let first = hash.digest
    #expect(hash.digest == first)
    hash.update([4])
    var whole = SHA256()
    whole.update([1, 2, 3, 4])
    #expect(hash.digest == whole.digest)
  }
}
