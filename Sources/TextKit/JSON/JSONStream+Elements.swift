/// What stands between two elements of an array: white space, a comma, white space.
struct JSONSeam {
  /// How far back behind damage another start is looked for.
  static let reach = 4096
  /// The most bytes of a seam that are remembered.
  private static let capacity = 64

  /// The bytes between the first two elements; nil until they are known.
  private(set) var bytes: [UInt8]?
  /// The bracket that elements start with.
  private(set) var opener = ASCII.openBrace
  private var gap: [UInt8] = []
  /// Whether damage was met, so that a closing bracket may belong to something nested.
  var hasDamage = false

  var closer: UInt8 { opener == ASCII.openBrace ? ASCII.closeBrace : ASCII.closeBracket }

  /// Takes in a byte between elements, while the seam is not known.
  mutating func take(_ byte: UInt8) {
    if gap.count <= Self.capacity { gap.append(byte) }
  }

  /// Takes in that an element starts with a byte.
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

  /// Whether bytes are the seam of this array, as far as that is known.
  func matches(_ found: [UInt8]) -> Bool {
    guard let bytes else { return true }
    return found == bytes
  }
}

extension JSONStream {
  /// Delivers the next element of the array of a choice, or leaves the array.
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
      // A comma too many, as a writer leaves it that was killed between two elements.
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

  /// Steps over white space, remembering it, and returns the byte behind it.
  private func nextInSeam() throws(InputError) -> UInt8? {
    if seam.bytes != nil || seam.hasDamage { return try window.peek() }
    while let byte = try window.byte() {
      guard ASCII.isSpace(byte) else { return byte }
      seam.take(byte)
      window.step()
    }
    return nil
  }

  /// Looks for the next element behind damage; `start` is where the damage begins.
  private func recover(
    _ choice: Int, _ number: Int64, _ start: Int64, _ reason: JSONPiece.Reason
  ) throws(InputError) -> JSONPiece? {
    seam.hasDamage = true
    let isFound = try findSeam(behind: start)
    // The element that was damaged counts.
    place = isFound ? .element(choice: choice, number: max(1, number + 1)) : .ended
    return .damage(offset: start, length: window.offset - start, reason: reason)
  }

  /// Tells an array's end from a bracket inside something that damage made look like elements.
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

  /// Moves to the comma in front of the next element, and says whether there is one.
  private func findSeam(behind start: Int64) throws(InputError) -> Bool {
    var gap: [UInt8] = []
    // 0: nothing yet, 1: behind a closing bracket, 2: behind its comma.
    var step = 0
    while let byte = try window.byte() {
      if byte == seam.closer {
        (step, gap) = (1, [])
      } else if step == 2, byte == seam.opener, window.offset > start, seam.matches(gap) {
        // Back in front of the comma.
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
