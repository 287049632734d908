import Foundation
import TestSupport
import Testing

@testable import TextKit

@Suite struct ByteSourceTests {
  static let sizes = [1, 2, 3, 7, 100, Int.max]
  static let text = Array((0..<60).map { "line \($0 * $0)\n" }.joined().utf8)

  @Test("the bytes do not depend on the chunk size, plain and compressed", arguments: sizes)
  func chunking(size: Int) {
    let inputs: [[UInt8]] = [Self.text, [], [0x1F], [0x1F, 0x41]]
    for bytes in inputs {
      let members: [UInt8] = gzip(bytes) + gzip([]) + gzip(bytes)
      for packed in [bytes, gzip(bytes), members] {
        let whole = Delivery(ByteSource(bytes: packed))
        #expect(Delivery(ByteSource(bytes: packed, chunkSize: size)) == whole)
        #expect(Delivery(ByteSource(bytes: packed, chunkSize: size), bufferSize: 3) == whole)
        #expect(whole.failure == nil)
      }
    }
  }

  @Test("gzip is recognized by its first two bytes, and its members form one stream")
  func members() {
    let source = ByteSource(bytes: gzip(Self.text) + gzip(Self.text), name: "plain.txt")
    #expect(Delivery(source).bytes == Self.text + Self.text)
    #expect(source.isCompressed)
    #expect(source.trailingGarbageOffset == nil)
    #expect(source.count == Int64(2 * Self.text.count))
    #expect(source.rawCount == Int64(2 * gzip(Self.text).count))
    #expect(!ByteSource(bytes: Self.text).isCompressed)
  }

  @Test(
    "bytes after the last gzip member are reported with their offset and not delivered",
    arguments: sizes)
  func garbage(size: Int) {
    let packed = gzip(Self.text)
    let cases: [([UInt8], Int?)] = [
      ([0, 0, 0, 0], nil), ([0x41], 0), ([0, 0, 0x41], 2), ([0x1F], 0), ([0x1F, 0x8C], 0),
    ]
    for (tail, place) in cases {
      let source = ByteSource(bytes: packed + tail, chunkSize: size)
      let delivery = Delivery(source)
      #expect(delivery.bytes == Self.text)
      #expect(delivery.failure == nil)
      #expect(source.trailingGarbageOffset == place.map { Int64(packed.count + $0) })
    }
  }

  @Test("data buffered by zlib at a truncation is delivered, whatever the chunk and buffer sizes")
  func heldOutput() {
    let packed = gzip([UInt8](repeating: 0x41, count: 300_000) + Self.text)
    for count in stride(from: 20, to: packed.count, by: 1 + packed.count / 40) {
      let cut = Array(packed[..<count])
      let whole = Delivery(ByteSource(bytes: cut), bufferSize: 1 << 20)
      #expect(whole.failure == .truncatedGzip)
      for (size, buffer) in [(1, 1 << 20), (7, 4096), (Int.max, 4096), (Int.max, 100), (3, 100)] {
        let pieces = Delivery(ByteSource(bytes: cut, chunkSize: size), bufferSize: buffer)
        #expect(pieces == whole, "cut at \(count), \(size) at a time into \(buffer)")
      }
    }
  }

  @Test("gzip truncated at any byte delivers the complete data and then an error")
  func truncation() {
    let packed = gzip(Self.text)
    for count in 2..<packed.count {
      let delivery = Delivery(ByteSource(bytes: Array(packed[..<count]), chunkSize: 7))
      #expect(delivery.failure == .truncatedGzip, "cut at \(count)")
      #expect(Self.text.starts(with: delivery.bytes), "cut at \(count)")
      #expect(delivery.failureOffset == Int64(delivery.bytes.count), "cut at \(count)")
    }
  }

  @Test("a flipped bit is an error, is harmless or hides a member, and never adds wrong bytes")
  func bitFlips() {
    let packed = gzip(Self.text)
    for bit in 0..<(packed.count * 8) {
      var damaged = packed
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let whole = Delivery(ByteSource(bytes: damaged))
      #expect(
        whole.failure != nil || whole.bytes == Self.text || whole.bytes == damaged, "bit \(bit)")
      for size in [1, 100] {
        let cut = Delivery(ByteSource(bytes: damaged, chunkSize: size))
        #expect(cut.bytes == whole.bytes, "bit \(bit), chunks of \(size)")
        #expect(cut.failureOffset == whole.failureOffset, "bit \(bit), chunks of \(size)")
      }
    }
  }

  @Test(
    "an input at the limit is read, one byte more is refused after the limit", arguments: sizes)
  func limit(size: Int) {
    let limit = Int64(Self.text.count)
    for bytes in [Self.text, gzip(Self.text)] {
      let fits = Delivery(ByteSource(bytes: bytes, chunkSize: size, limit: limit))
      #expect(fits.failure == nil)
      let over = Delivery(ByteSource(bytes: bytes, chunkSize: size, limit: limit - 1))
      #expect(over.failure == .tooLarge(limit: limit - 1))
      #expect(over.bytes == Self.text.dropLast())
    }
  }

  @Test("a text is read without its byte order mark")
  func mark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for size in Self.sizes {
      let marked = ByteSource(bytes: mark + Self.text + mark, chunkSize: size)
      #expect(try marked.restOfText() == Self.text + mark)
    }
    #expect(try ByteSource(bytes: gzip(mark + Self.text)).restOfText() == Self.text)
    #expect(try ByteSource(bytes: Self.text).restOfText() == Self.text)
    #expect(try ByteSource(bytes: [0xEF, 0xBB]).restOfText() == [0xEF, 0xBB])
  }

  @Test("a failed source fails again")
  func failureStays() throws {
    let source = ByteSource(bytes: Array(gzip(Self.text).dropLast(3)))
    let first = Delivery(source)
    let second = Delivery(source)
    #expect(second.bytes.isEmpty)
    #expect(second.failure == first.failure)
  }

  @Test("a file is read as its bytes, and a directory or missing file is refused by name")
  func files() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("trace.jsonl")
    try AtomicFile.write(Self.text, to: path)
    #expect(Delivery(try ByteSource(path: path)).bytes == Self.text)
    let isDirectory = #expect(throws: InputError.self) { try ByteSource(path: directory.path) }
    #expect(isDirectory?.kind == .directory)
    let missing = #expect(throws: InputError.self) { try ByteSource(path: path + "x") }
    #expect(missing?.description == "cannot open '\(path)x': No such file or directory")
    #expect(throws: InputError.self) { try ByteSource(path: path + "\0hidden") }
  }

  @Test("a pipe is read to its end")
  func pipe() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(gzip(Self.text)))
    try pipe.fileHandleForWriting.close()
    let source = ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe")
    #expect(Delivery(source).bytes == Self.text)
  }

  @Test("an interrupted read is repeated, a failed one is reported after the valid bytes")
  func readFailures() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x")
    try AtomicFile.write(Self.text, to: path)
    let calls = Counter()
    var operations = FileOperations.system
    let read = operations.read
    operations.read = { descriptor, buffer in
      switch calls.next() {
      case let call where call % 2 == 1: -Int(EINTR)
      case 6: -Int(EIO)
      default: read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(10)))
      }
    }
    let delivery = Delivery(try ByteSource(path: path, operations: operations))
    #expect(delivery.bytes == Array(Self.text.prefix(20)))
    let failure = FileError(operation: .read, path: path, errno: EIO)
    #expect(delivery.failure == .system(failure))
  }

  @Test("the file hash covers the bytes of the file, read or not", arguments: sizes)
  func fileHash(size: Int) throws {
    let raw = gzip(Self.text) + [0x41, 0x42]
    var expected = SHA256()
    expected.update(raw)
    for reads in [true, false] {
      let source = ByteSource(bytes: raw, chunkSize: size, isHashed: true)
      if reads { _ = Delivery(source) }
      #expect(try source.fileHash()?.hexDigest == expected.hexDigest)
    }
    #expect(try ByteSource(bytes: raw).fileHash() == nil)
  }
}
