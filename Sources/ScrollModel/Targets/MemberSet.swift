/// A set of members of a list, one bit each.
struct MemberSet: Hashable, Sendable {
  private var words: [UInt64]

  /// Creates an empty set of members below a number.
  init(below count: Int) {
    words = Array(repeating: 0, count: (count + 63) >> 6)
  }

  /// Returns whether a member is in the set.
  @inline(__always) func contains(_ member: Int) -> Bool {
    words[member >> 6] >> UInt64(member & 63) & 1 != 0
  }

  /// Adds a member.
  mutating func insert(_ member: Int) { words[member >> 6] |= 1 << UInt64(member & 63) }

  /// Removes a member.
  mutating func remove(_ member: Int) { words[member >> 6] &= ~(1 << UInt64(member & 63)) }

  /// Returns how many of the 16 members around a member, which precede it, are in the set.
  @inline(__always) func countInBlock(before member: Int) -> Int {
    let block = words[member >> 6] >> UInt64(member & 48)
    return (block & ((1 << UInt64(member & 15)) - 1)).nonzeroBitCount
  }

  /// Returns the first member of a range that is not in the set; its end without one.
  func firstMissing(in range: Range<Int>) -> Int {
    var member = range.lowerBound
    while member < range.upperBound {
      let missing = ~words[member >> 6] >> UInt64(member & 63)
      if missing != 0 { return min(member + missing.trailingZeroBitCount, range.upperBound) }
      member = (member | 63) + 1
    }
    return range.upperBound
  }

  /// Returns the start of the members in the set at the end of a range; its end without any.
  func runStart(endingAt range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      let missing = ~words[(end - 1) >> 6] << UInt64(63 - (end - 1) & 63)
      if missing != 0 { return max(end - missing.leadingZeroBitCount, range.lowerBound) }
      end = (end - 1) & ~63
    }
    return range.lowerBound
  }
}
