import Testing
import TextKit

/// Zip archives made by hand, so that every field can be wrong.
struct HandmadeZip {
  var bytes: [UInt8] = []

  private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// The checksum of zip, bit by bit.
  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return UInt64(~value)
  }

  /// Deflate data that stores its bytes in blocks of limited length.
  static func deflated(_ bytes: [UInt8], block: Int = 10) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(block)
      rest = rest.dropFirst(block)
      let length = UInt64(part.count)
      result += [rest.isEmpty ? 1 : 0] + number(length, 2) + number(length ^ 0xFFFF, 2) + part
    } while !rest.isEmpty
    return result
  }

  mutating func add(
    _ name: String, _ content: [UInt8], method: UInt64 = 0, data: [UInt8]? = nil,
    hasDescriptor: Bool = false, hasMark: Bool = true, isWide: Bool = false, flags: UInt64 = 0,
    checksum: UInt64? = nil
  ) {
    let data = data ?? (method == 8 ? Self.deflated(content) : content)
    let sum = checksum ?? Self.checksum(content)
    let sizes = (UInt64(data.count), UInt64(content.count))
    let extra =
      isWide && !hasDescriptor
      ? Self.number(1, 2) + Self.number(16, 2) + Self.number(sizes.1, 8) + Self.number(sizes.0, 8)
      : []
    bytes += [0x50, 0x4B, 3, 4, 45, 0] + Self.number(flags | (hasDescriptor ? 8 : 0), 2)
    bytes += Self.number(method, 2) + [0, 0, 0, 0] + Self.number(hasDescriptor ? 0 : sum, 4)
    let stated: UInt64? = hasDescriptor ? 0 : isWide ? 0xFFFF_FFFF : nil
    bytes += Self.number(stated ?? sizes.0, 4) + Self.number(stated ?? sizes.1, 4)
    bytes += Self.number(UInt64(name.utf8.count), 2) + Self.number(UInt64(extra.count), 2)
    bytes += Array(name.utf8) + extra + data
    guard hasDescriptor else { return }
    let width = isWide ? 8 : 4
    bytes += (hasMark ? [0x50, 0x4B, 7, 8] : []) + Self.number(sum, 4)
    bytes += Self.number(sizes.0, width) + Self.number(sizes.1, width)
  }

  mutating func end() { bytes += [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 42) }
}

@Suite("Zip archives")
struct ZipReaderTests {
  static let content =
    Array("PK\u{7}\u{8} is not the end. ".utf8) + Array(repeating: 0x61, count: 50)

  private func members(
    _ bytes: [UInt8], chunk: Int = .max, reads: (String) -> Bool = { _ in true },
    limit: Int64 = ZipReader.defaultLimit
  ) throws -> [String] {
    let zip = ZipReader(ByteSource(bytes: bytes, chunkSize: chunk), limit: limit)
    var found: [String] = []
    while let member = try zip.next() {
      guard reads(member.name) else {
        found.append("\(member.name) skipped")
        continue
      }
      var content: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 7)
      var failure = ""
      do {
        while true {
          let count = try member.source.read(into: &buffer)
          if count == 0 { break }
          content += buffer[..<count]
        }
      } catch {
        failure = " \(error)"
      }
      let isWhole = content == Self.content
      found.append(
        "\(member.name) \(isWhole ? "whole" : "\(content.count)")\(failure) \(member.problem ?? "")"
      )
    }
    if zip.isCutOff { found.append("cut off") }
    if let offset = zip.damageOffset { found.append("damage at \(offset)") }
    return found
  }

  @Test("an archive delivers members of every kind, read or not, at any chunk size")
  func kinds() throws {
    var zip = HandmadeZip()
    var names: [String] = []
    for method: UInt64 in [0, 8] {
      for hasDescriptor in [false, true] {
        for isWide in [false, true] {
          for hasMark in hasDescriptor && method == 8 ? [true, false] : [true] {
            names.append("m\(method) \(hasDescriptor) \(isWide) \(hasMark)")
            zip.add(
              names.last ?? "", Self.content, method: method, hasDescriptor: hasDescriptor,
              hasMark: hasMark, isWide: isWide)
          }
        }
      }
    }
    zip.end()
    for chunk in [Int.max, 100, 1] {
      #expect(try members(zip.bytes, chunk: chunk) == names.map { "\($0) whole " })
      #expect(
        try members(zip.bytes, chunk: chunk, reads: { _ in false })
          == names.map { "\($0) skipped" })
    }
  }

  @Test("an invalid member is reported, and reading continues if its size is known")
  func problems() throws {
    var zip = HandmadeZip()
    zip.add("sum", Self.content, checksum: 5)
    zip.add("code", Self.content, method: 9)
    zip.add("secret", Self.content, flags: 1)
    zip.add("broken", Self.content, method: 8, data: [7, 7, 7, 7])
    zip.add("good", Self.content, method: 8)
    zip.end()
    #expect(
      try members(zip.bytes) == [
        "sum whole its checksum is wrong",
        "code 0 it is packed by method 9; only stored and deflated ones are read",
        "secret 0 it is encrypted", "broken 0 its data are damaged (invalid block type)",
        "good whole ",
      ])
  }

  // fixtures/fuzz/unpacking/found-gzip-inside.zip
  @Test("a damaged gzip file inside an archive has the same error at any chunk size")
  func gzipInside() throws {
    var zip = HandmadeZip()
    zip.add("inner", [0x1F, 0x8B, 0xFF, 0xFF] + Array("hello hello".utf8), checksum: 5)
    zip.end()
    let whole = try members(zip.bytes)
    #expect(whole.count == 1 && whole[0].hasSuffix("unknown compression method "))
    for chunk in 1...40 { #expect(try members(zip.bytes, chunk: chunk) == whole) }
  }

  @Test("reading stops at the limit of unpacked bytes")
  func limit() throws {
    var zip = HandmadeZip()
    zip.add("bomb", [UInt8](repeating: 0, count: 5000), method: 8)
    zip.add("good", Self.content)
    zip.end()
    let found = try members(zip.bytes, limit: 1000)
    #expect(found.first?.hasPrefix("bomb 1000 'bomb' holds more than 1000 bytes") == true)
    #expect(found.last == "good whole ")
  }

  @Test("members before a truncation are complete")
  func cut() throws {
    var zip = HandmadeZip()
    var ends: [Int] = []
    for (name, method) in [("a", UInt64(0)), ("b", 8), ("c", 8)] {
      zip.add(name, Self.content, method: method, hasDescriptor: name == "c")
      ends.append(zip.bytes.count)
    }
    for count in 0..<zip.bytes.count {
      let found = try members(Array(zip.bytes[..<count]))
      #expect(found.count { $0.hasSuffix("whole ") } >= ends.count { $0 <= count }, "\(count)")
      #expect(found.last == "cut off" || ends.contains(count) || count == 0, "\(count): \(found)")
    }
  }

  @Test("bytes outside the members are skipped and reported")
  func garbage() throws {
    var zip = HandmadeZip()
    zip.add("a", Self.content)
    let place = zip.bytes.count
    zip.bytes += Array("PK garbage PK\u{3}".utf8)
    zip.add("b", Self.content, method: 8)
    zip.end()
    #expect(try members(zip.bytes) == ["a whole ", "b whole ", "damage at \(place)"])
  }

  @Test("flipped bits never trap", arguments: 0..<300)
  func flips(_ seed: Int) throws {
    var zip = HandmadeZip()
    zip.add("a", Self.content, method: 8, hasDescriptor: true)
    zip.add("b", Self.content, isWide: true)
    zip.add("c", Self.content, hasDescriptor: true)
    zip.end()
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<4 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      zip.bytes[Int((state >> 33) % UInt64(zip.bytes.count))] ^= 1 << UInt8(state >> 61)
    }
    let found = try members(zip.bytes, limit: 10_000)
    #expect(try members(zip.bytes, chunk: 1, limit: 10_000) == found)
  }
}
