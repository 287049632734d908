/// The numbers of some members of a list, with the sum and the count of those before any place.
///
/// Members are in blocks of 16, blocks in blocks of 16, and so on. A member and a block each have the sum of their
/// predecessors in the block around them. The sum before a member is then one number per level, five
/// among a million. A new number changes at most 15 neighbors per level, which are adjacent in memory. A binary
/// indexed tree has twenty of each, in distant memory.
struct PrefixSums: Hashable, Sendable {
  private struct Node: Hashable {
    var sum = 0.0
    var count = 0
  }

  /// The members that have a number.
  private var present: MemberSet
  /// The sum of the members before each one in its block.
  private var sums: [Double]
  /// The blocks of all levels, the smallest first: what precedes each in the block around it.
  private var nodes: [Node]
  /// The end of each level in `nodes`.
  private var ends: [Int] = []

  /// Creates a list without numbers.
  init(count: Int) {
    present = MemberSet(below: count)
    sums = Array(repeating: 0, count: count)
    var size = count
    var total = 0
    while size > 16 {
      size = (size + 15) >> 4
      total += size
      ends.append(total)
    }
    nodes = Array(repeating: Node(), count: total)
  }

  /// Returns whether a member has a number.
  @inline(__always) func contains(_ member: Int) -> Bool { present.contains(member) }

  /// Returns the sum and the count of the numbers before a member.
  func before(_ member: Int) -> (sum: Double, count: Int) {
    var sum = sums[member]
    var count = present.countInBlock(before: member)
    var (node, start) = (member, 0)
    for end in ends {
      node >>= 4
      let before = nodes[start + node]
      sum += before.sum
      count += before.count
      start = end
    }
    return (sum, count)
  }

  /// Adds to the number of a member, which is 0 at first; returns whether it had none.
  mutating func add(_ change: Double, of member: Int) -> Bool {
    let isNew = !contains(member)
    guard isNew || change != 0 else { return false }
    present.insert(member)
    let last = min(member | 15, sums.count - 1)
    if member < last {
      for place in member + 1...last { sums[place] += change }
    }
    var (node, start) = (member, 0)
    for end in ends {
      node >>= 4
      let (own, last) = (start + node, min(start + (node | 15), end - 1))
      if own < last {
        for place in own + 1...last {
          nodes[place].sum += change
          if isNew { nodes[place].count += 1 }
        }
      }
      start = end
    }
    return isNew
  }
}
