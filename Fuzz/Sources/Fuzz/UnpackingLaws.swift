import TextKit

/// Gzip and zip: the same bytes for any chunk sizes, and never more than the limit.
enum UnpackingLaws {
  private static let limit: Int64 = 1 << 20

  /// The result of one way of reading.
  private struct Unpacked: Equatable {
    var members: [[UInt8]] = []
    var words: [String] = []
  }

  static func check(_ bytes: [UInt8]) {
    let seed = hash(of: bytes)
    let size = 1 + Int(seed >> 8 & 31)
    for unpack in [stream, archive] {
      let whole = unpack(ByteSource(bytes: bytes, name: "input", limit: limit))
      let scattered = ScatteredReads(bytes, seed: seed)
      for cut in [
        unpack(ByteSource(bytes: bytes, name: "input", chunkSize: size, limit: limit)),
        unpack(scattered.source(named: "input", limit: limit)),
      ] where cut != whole {
        finding("in pieces it gives \(cut), whole \(whole)")
      }
      if whole.members.contains(where: { $0.count > limit }) {
        finding("more than \(limit) bytes came out")
      }
    }
  }

  private static func stream(_ source: ByteSource) -> Unpacked {
    var unpacked = Unpacked()
    unpacked.members.append(readAll(source, &unpacked.words))
    unpacked.words.append("garbage at \(source.trailingGarbageOffset ?? -1)")
    return unpacked
  }

  private static func archive(_ source: ByteSource) -> Unpacked {
    var unpacked = Unpacked()
    let zip = ZipReader(source, limit: limit)
    var remaining = limit
    do throws(InputError) {
      while remaining > 0, let member = try zip.next() {
        unpacked.words.append("\(member.name) at \(member.offset)")
        // Every second member is skipped, as readers skip files that they do not need.
        if unpacked.words.count & 1 == 1 {
          let bytes = readAll(member.source, &unpacked.words)
          remaining -= Int64(bytes.count)
          unpacked.members.append(bytes)
        }
        unpacked.words.append(member.problem ?? "whole")
      }
    } catch {
      unpacked.words.append(error.description)
    }
    unpacked.words.append("damage at \(zip.damageOffset ?? -1), cut off: \(zip.isCutOff)")
    return unpacked
  }

  private static func readAll(_ source: ByteSource, _ words: inout [String]) -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
    do throws(InputError) {
      while true {
        let count = try source.read(into: &buffer)
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
      }
    } catch {
      words.append(error.description)
      return bytes
    }
  }
}
