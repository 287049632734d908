/// Finds a small subset of a list for which a condition is true, by delta debugging.
struct SubsetSearch {
  /// The largest number of subsets that are tried to prove that a result is the smallest.
  private static let exhaustiveLimit = 2_000

  private let holds: ([Int]) throws -> Bool
  private var known: [[Int]: Bool] = [:]

  /// Creates a search; `holds` is called with ascending positions, once for each subset.
  init(_ holds: @escaping ([Int]) throws -> Bool) { self.holds = holds }

  /// The number of subsets that were tried.
  var triedCount: Int { known.count }

  /// Returns positions that satisfy the condition, and do not without any one of them.
  ///
  /// All positions must satisfy it. The second value is whether no smaller subset exists.
  mutating func smallest(of count: Int) throws -> (positions: [Int], isSmallest: Bool) {
    let minimal = try minimized(Array(0..<count))
    var tried = 0
    for size in 1..<max(1, minimal.count) {
      tried += Self.combinations(size, of: count, limit: Self.exhaustiveLimit)
      guard tried <= Self.exhaustiveLimit else { return (minimal, false) }
      if let smaller = try first(size, of: count) { return (smaller, true) }
    }
    return (minimal, true)
  }

  private mutating func check(_ part: [Int]) throws -> Bool {
    if let answer = known[part] { return answer }
    let answer = try holds(part)
    known[part] = answer
    return answer
  }

  /// Zeller's ddmin: each part alone, then all but one part, then smaller parts.
  private mutating func minimized(_ start: [Int]) throws -> [Int] {
    var current = start
    var granularity = 2
    while current.count > 1 {
      let parts = (0..<granularity).map { number in
        current.count * number / granularity..<current.count * (number + 1) / granularity
      }
      let subsets = parts.map { Array(current[$0]) }
      let complements = parts.map { Array(current[..<$0.lowerBound] + current[$0.upperBound...]) }
      if let smaller = try subsets.first(where: { try check($0) }) {
        (current, granularity) = (smaller, 2)
      } else if let smaller = try complements.first(where: { try check($0) }) {
        (current, granularity) = (smaller, max(granularity - 1, 2))
      } else if granularity < current.count {
        granularity = min(2 * granularity, current.count)
      } else {
        break
      }
    }
    return current
  }

  /// The first subset of a size, in order of position, that satisfies the condition.
  private mutating func first(_ size: Int, of count: Int) throws -> [Int]? {
    var part = Array(0..<size)
    while true {
      if try check(part) { return part }
      guard let last = part.indices.last(where: { part[$0] < count - size + $0 }) else {
        return nil
      }
      part[last] += 1
      for index in part.indices where index > last { part[index] = part[index - 1] + 1 }
    }
  }

  /// The number of subsets of a size, computed up to slightly above a limit.
  private static func combinations(_ size: Int, of count: Int, limit: Int) -> Int {
    var result = 1
    for index in 0..<size {
      result = result * (count - index) / (index + 1)
      if result > limit { return limit + 1 }
    }
    return result
  }
}
