import Testing
import TextKit

@Suite("The head of a byte source")
struct HeadTests {
  private let bytes = Array("0123456789".utf8)

  @Test("the head of a source is delivered again by later reads", arguments: [1, 3, 64])
  func delivered(chunk: Int) throws {
    let source = ByteSource(bytes: bytes, chunkSize: chunk)
    #expect(source.head(4) == Array("0123".utf8))
    #expect(source.head(6) == Array("012345".utf8))
    #expect(source.head(2) == Array("01".utf8))
    var buffer = [UInt8](repeating: 0, count: 16)
    var end = 0
    while true {
      let count = try source.read(into: &buffer, at: end)
      if count == 0 { break }
      end += count
    }
    #expect(Array(buffer[..<end]) == bytes)
    #expect(source.count == 10)
  }

  @Test("the head of a short source is the complete source")
  func short() throws {
    let source = ByteSource(bytes: bytes)
    #expect(source.head(100) == bytes)
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try source.read(into: &buffer) == 4)
  }

  @Test("the head of a source leaves an error to the read that reaches it")
  func failure() throws {
    let source = ByteSource(bytes: [0x1F, 0x8B, 0x08])
    #expect(source.head(10).isEmpty)
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(throws: InputError.self) { try source.read(into: &buffer) }
  }

  @Test("the head of a source respects its limit")
  func limited() throws {
    let source = ByteSource(bytes: bytes, limit: 4)
    #expect(source.head(8) == Array("0123".utf8))
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(try source.read(into: &buffer) == 4)
    #expect(throws: InputError.self) { try source.read(into: &buffer) }
  }
}
