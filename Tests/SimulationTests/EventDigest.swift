import ScrollModel
import Simulation

/// A 64-bit FNV-1a digest of model values, bit for bit and independent of how values print.
///
/// Values are visited by reflection: numbers by their bits, texts by their bytes, cases by name.
struct EventDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func feed(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func feed(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      feed(byte: UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  mutating func feed(_ text: String) {
    for byte in text.utf8 { feed(byte: byte) }
    feed(byte: 0xFF)
  }

  mutating func feed(_ any: Any) {
    let mirror = Mirror(reflecting: any)
    // An optional number would match as the number.
    switch any {
    case _ where mirror.displayStyle == .optional: break
    case let number as Double: return feed(word: number.bitPattern)
    case let number as Int64: return feed(word: UInt64(bitPattern: number))
    case let number as UInt64: return feed(word: number)
    case let flag as Bool: return feed(byte: flag ? 1 : 0)
    case let text as String: return feed(text)
    default: break
    }
    if mirror.displayStyle == .enum {
      feed(mirror.children.first?.label ?? "\(any)")
    }
    // Fields that were added to events later count only if they have a value, as in a trace's
    // digests.
    let children = mirror.children.filter { child in
      let isLater = child.label == "isScrollDisabled" || child.label == "pinned"
      return !isLater || !Mirror(reflecting: child.value).children.isEmpty
    }
    feed(word: UInt64(children.count))
    for child in children { feed(child.value) }
  }

  /// The digest of events with their times.
  static func of(_ events: [(time: TraceTime, event: TraceEvent)]) -> UInt64 {
    var digest = EventDigest()
    for (time, event) in events {
      digest.feed(time.nanoseconds)
      digest.feed(event)
    }
    return digest.value
  }
}
