/// Detects which members entered or left a sorted set between two samples, without allocating.
///
/// Both sets use buffers that are swapped at each sample and grow only to the largest set.
public struct ChangeDetector: Hashable, Sendable {
  private var old: [Int] = []
  private var new: [Int] = []
  /// The changes of the last sample, in ascending order of members.
  public private(set) var changes: [MemberChange] = []

  /// Creates a detector whose last set is empty.
  public init() {}

  /// The members of the last sample, in ascending order.
  public var members: [Int] { old }

  /// The members of the last sample as a range; nil if they are not adjacent.
  public var run: Range<Int>? {
    guard let first = old.first, let last = old.last else { return 0..<0 }
    return last - first == old.count - 1 ? first..<last + 1 : nil
  }

  /// Begins a sample.
  public mutating func begin() {
    new.removeAll(keepingCapacity: true)
  }

  /// Adds a member to the sample; ascending order is fastest.
  public mutating func add(_ member: Int) {
    guard let last = new.last, last > member else {
      new.append(member)
      return
    }
    new.insert(member, at: new.firstIndex { $0 > member } ?? new.count)
  }

  /// Ends the sample, calls back for each change in ascending order, and returns whether there was
  /// one.
  @discardableResult
  public mutating func commit(_ change: (_ member: Int, _ isMember: Bool) -> Void) -> Bool {
    var (a, b) = (0, 0)
    var isChanged = false
    while a < old.count || b < new.count {
      if b == new.count || (a < old.count && old[a] < new[b]) {
        change(old[a], false)
        isChanged = true
        a += 1
      } else if a == old.count || new[b] < old[a] {
        change(new[b], true)
        isChanged = true
        b += 1
      } else {
        a += 1
        b += 1
      }
    }
    swap(&old, &new)
    return isChanged
  }

  /// Adds the members of another detector's last sample.
  public mutating func add(membersOf other: ChangeDetector) {
    new.append(contentsOf: other.old)
  }

  /// Ends the sample, records its changes and returns whether there are any.
  public mutating func commit() -> Bool {
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    guard old != new else { return false }
    var noted = changes
    changes = []
    commit { noted.append(MemberChange(member: $0, isMember: $1)) }
    changes = noted
    return true
  }

  /// Replaces the members of the last sample after a renumbering; they must ascend.
  public mutating func rebase(_ members: some Sequence<Int>) {
    old.removeAll(keepingCapacity: true)
    for member in members { old.append(member) }
  }
}

/// A member that entered or left a set.
public struct MemberChange: Hashable, Sendable {
  /// The member.
  public let member: Int
  /// Whether it is in the set from now on.
  public let isMember: Bool

  /// Creates a change.
  public init(member: Int, isMember: Bool) {
    (self.member, self.isMember) = (member, isMember)
  }
}
