/// Tells which members of a sorted set came and went between two looks, without allocating.
///
/// Both sets live in buffers that are swapped at each look and grow only to the largest set seen.
public struct ChangeDetector: Hashable, Sendable {
  private var old: [Int] = []
  private var new: [Int] = []
  /// What the last look changed, in ascending order of members.
  public private(set) var changes: [MemberChange] = []

  /// Creates a detector that has seen the empty set.
  public init() {}

  /// The members at the last look, in ascending order.
  public var members: [Int] { old }

  /// Starts a look.
  public mutating func begin() {
    new.removeAll(keepingCapacity: true)
  }

  /// Adds a member to the look; ascending order is the quick one.
  public mutating func add(_ member: Int) {
    guard let last = new.last, last > member else {
      new.append(member)
      return
    }
    new.insert(member, at: new.firstIndex { $0 > member } ?? new.count)
  }

  /// Ends the look, calls back for each member that left or came, in ascending order, and returns
  /// whether there was any.
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

  /// Makes the look see what another detector saw at its last one.
  public mutating func add(membersOf other: ChangeDetector) {
    new.append(contentsOf: other.old)
  }

  /// Ends the look, notes its changes and returns whether there are any.
  public mutating func commit() -> Bool {
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    guard old != new else { return false }
    var noted = changes
    changes = []
    commit { noted.append(MemberChange(member: $0, isMember: $1)) }
    changes = noted
    return true
  }

  /// Replaces the members of the last look, as after a new numbering; they have to ascend.
  public mutating func rebase(_ members: some Sequence<Int>) {
    old.removeAll(keepingCapacity: true)
    for member in members { old.append(member) }
  }
}

/// A member that a set got or lost.
public struct MemberChange: Hashable, Sendable {
  /// Which member.
  public let member: Int
  /// Whether it belongs to the set from now on.
  public let isMember: Bool

  /// Creates a change.
  public init(member: Int, isMember: Bool) {
    (self.member, self.isMember) = (member, isMember)
  }
}
