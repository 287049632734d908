import ScrollModel
import TextKit

// The structure around the events: the outermost object and its metadata.

extension ChromeTraceReader {
  /// Moves to the value of the next key of an object; nil at its end, and if there is no key.
  mutating func nextKey() -> String? {
    while let byte = peek(), byte <= 0x20 || byte == 0x2C { window.drop(1) }
    guard peek() == 0x22 else {
      if peek() == 0x7D { window.drop(1) }
      return nil
    }
    guard let key = readText() else { return nil }
    skipSpace()
    guard peek() == 0x3A else { return nil }
    window.drop(1)
    skipSpace()
    return key
  }

  /// Reads a string of moderate length.
  mutating func readText() -> String? {
    var text: (value: String, end: Int)?
    scan { scanner throws(JSONError) in
      let value = try scanner.string()
      text = (value, scanner.offset)
    }
    guard let text else { return nil }
    window.drop(text.end)
    return text.value
  }

  /// Reads one short member of the metadata.
  mutating func readFact(_ key: String) {
    switch peek() {
    case 0x22:
      if let text = readText() { extraction.facts.take(key, text) } else { skipValue() }
    case 0x7B?, 0x5B?: skipValue()
    case nil: return
    default:
      var word: [UInt8] = []
      while let byte = peek(), byte > 0x20, byte != 0x2C, byte != 0x7D, word.count < 64 {
        word.append(byte)
        window.drop(1)
      }
      extraction.facts.take(key, String(decoding: word, as: UTF8.self))
      if word.isEmpty { skipValue() }
    }
  }

  /// Skips a value of any size without validating it.
  mutating func skipValue() {
    var depth = 0
    var isInText = false
    while let byte = peek() {
      if !isInText, depth == 0, byte == 0x2C || byte == 0x7D || byte == 0x5D { return }
      window.drop(1)
      switch byte {
      case 0x5C where isInText:
        if peek() != nil { window.drop(1) }
      case 0x22: isInText.toggle()
      case 0x7B where !isInText, 0x5B where !isInText: depth += 1
      case 0x7D where !isInText, 0x5D where !isInText: depth -= 1
      default: break
      }
    }
  }

  /// The next byte, reading more if necessary; nil at the end.
  @inline(__always)
  mutating func peek() -> UInt8? {
    if window.count == 0, !window.fill() { return nil }
    return window[0]
  }

  @inline(__always)
  mutating func skipSpace() {
    while let byte = peek(), byte <= 0x20 { window.drop(1) }
  }
}
