/// The separator of two array elements: white space, a comma, white space.
struct JSONSeam {
  /// The number of bytes before the end of damage that are searched for another start.
  static let reach = 4096
  /// The maximum number of bytes stored for a separator.
  private static let capacity = 64

  /// The bytes between the first two elements; nil until they are determined.
  private(set) var bytes: [UInt8]?
  /// The bracket at the start of elements.
  private(set) var opener = ASCII.openBrace
  private var gap: [UInt8] = []
  /// Whether the array had damage, so that a closing bracket may belong to a nested value.
  var hasDamage = false

  var closer: UInt8 { opener == ASCII.openBrace ? ASCII.closeBrace : ASCII.closeBracket }

  /// Records a byte between elements, while the separator is undetermined.
  mutating func take(_ byte: UInt8) {
    if gap.count <= Self.capacity { gap.append(byte) }
  }

  /// Records that an element starts with a byte.
  mutating func start(_ byte: UInt8, number: Int64) {
    guard bytes == nil, !hasDamage else { return }
    let isBracket = byte == ASCII.openBrace || byte == ASCII.openBracket
    if number == 0 {
      if isBracket { opener = byte }
    } else if byte == opener, gap.count <= Self.capacity {
      bytes = gap
    }
    gap = []
  }

  /// Whether bytes match the separator of this array, as far as it is determined.
  func matches(_ found: [UInt8]) -> Bool {
    guard let bytes else { return true }
    return found == bytes
  }
}

extension JSONStream {
  /// Returns the next element of the array of a choice, or leaves the array.
  func element(_ choice: Int, _ number: Int64) throws(InputError) -> JSONPiece? {
    var byte = try nextInSeam()
    if byte == ASCII.closeBracket {
      guard seam.hasDamage else {
        window.step()
        leaveArray(choice)
        return nil
      }
      return try findEnd(choice, number)
    }
    let offset = window.offset
    if number > 0 {
      guard let comma = byte else { return cutOff() }
      guard comma == ASCII.comma else {
        return try recover(choice, number, offset, .unexpectedByte(comma))
      }
      seam.take(comma)
      window.step()
      byte = try nextInSeam()
      // A trailing comma, as left by a writer that was killed between two elements.
      if byte == ASCII.closeBracket { return nil }
    }
    guard let byte else { return cutOff() }
    let found = try window.takeValue(limit: limit)
    switch found.ending {
    case .whole:
      seam.start(byte, number: number)
      place = .element(choice: choice, number: number + 1)
      return deliver(found, choice, number)
    case .cutOff:
      place = .ended
      return .damage(offset: found.offset, length: found.length, reason: .cutOff)
    case .broken(let reason):
      window.stepBack(min(found.kept, JSONSeam.reach))
      return try recover(choice, number, found.offset, reason)
    }
  }

  /// Skips and records white space, and returns the byte after it.
  private func nextInSeam() throws(InputError) -> UInt8? {
    if seam.bytes != nil || seam.hasDamage { return try window.peek() }
    while let byte = try window.byte() {
      guard ASCII.isSpace(byte) else { return byte }
      seam.take(byte)
      window.step()
    }
    return nil
  }

  /// Searches the next element after damage, which begins at `start`.
  private func recover(
    _ choice: Int, _ number: Int64, _ start: Int64, _ reason: JSONPiece.Reason
  ) throws(InputError) -> JSONPiece? {
    seam.hasDamage = true
    let isFound = try findSeam(behind: start)
    // The damaged element is counted.
    place = isFound ? .element(choice: choice, number: max(1, number + 1)) : .ended
    return .damage(offset: start, length: window.offset - start, reason: reason)
  }

  /// Distinguishes the end of the array from a bracket inside a nested value, after damage.
  private func findEnd(_ choice: Int, _ number: Int64) throws(InputError) -> JSONPiece? {
    let start = window.offset
    window.step()
    guard try window.peek() != nil else {
      leaveArray(choice)
      return nil
    }
    if try findSeam(behind: start) {
      place = .element(choice: choice, number: number + 1)
      return .damage(
        offset: start, length: window.offset - start, reason: .unmatchedBracket)
    }
    isClosed = true
    place = .ended
    return nil
  }

  /// Moves to the comma before the next element, and returns whether there is one.
  private func findSeam(behind start: Int64) throws(InputError) -> Bool {
    var gap: [UInt8] = []
    // 0: nothing yet, 1: after a closing bracket, 2: after its comma.
    var step = 0
    while let byte = try window.byte() {
      if byte == seam.closer {
        (step, gap) = (1, [])
      } else if step == 2, byte == seam.opener, window.offset > start, seam.matches(gap) {
        // Moves back before the comma.
        let blanks = gap.count - (gap.firstIndex(of: ASCII.comma) ?? 0)
        window.stepBack(blanks)
        return true
      } else if step > 0, gap.count < JSONSeam.reach / 2,
        ASCII.isSpace(byte) || (byte == ASCII.comma && step == 1)
      {
        gap.append(byte)
        if byte == ASCII.comma { step = 2 }
      } else {
        (step, gap) = (0, [])
      }
      try window.advance(keeping: gap.count + 1)
    }
    return false
  }
}
