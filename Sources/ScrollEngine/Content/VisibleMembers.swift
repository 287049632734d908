import ScrollModel

/// The visible targets of the last evaluation, in ascending order.
///
/// Most layouts show a run of adjacent targets. The difference of two runs is at most two ranges, so the cost of
/// an evaluation does not grow with the number of visible targets. Members with gaps are stored as a list.
struct VisibleMembers: Sendable {
  /// The members if they are adjacent; nil if they are those of `list`.
  private(set) var run: Range<Int>? = 0..<0
  /// The list, which takes the next sample between `beginList` and `commitList`.
  var list = ChangeDetector()

  /// The members in ascending order.
  var members: [Int] { run.map { Array($0) } ?? list.members }

  /// Replaces a run by another one and returns what they do not share.
  @inline(__always) mutating func replace(_ old: Range<Int>, with new: Range<Int>) -> RunChanges {
    run = new
    return RunChanges(from: old, to: new)
  }

  /// Stores the members in `list`, so that its next sample has the changes.
  mutating func beginList() {
    if let run { list.rebase(run) }
  }

  /// Replaces the members by the sample of `list`; returns whether they differ.
  mutating func commitList() -> Bool {
    let isOther = list.commit()
    run = list.run
    return isOther
  }

  /// Replaces the members after a renumbering; they must ascend.
  mutating func rebase(_ members: [Int]) {
    list.rebase(members)
    run = list.run
  }
}

/// The members that two runs do not share, in ascending order: a part before and a part after the shared ones.
struct RunChanges: Hashable, Sendable {
  /// Adjacent members that all entered or all left.
  struct Part: Hashable, Sendable {
    var members = 0..<0
    var areMembers = false
  }

  private(set) var before = Part()
  private(set) var after = Part()

  @inline(__always) init(from old: Range<Int>, to new: Range<Int>) {
    guard old != new else { return }
    let (left, entered) = (Part(members: old), Part(members: new, areMembers: true))
    // Runs without a common member leave and enter as a whole. An empty run may be anywhere.
    guard old.overlaps(new) else {
      (before, after) = old.lowerBound <= new.lowerBound ? (left, entered) : (entered, left)
      return
    }
    let (low, otherLow) = (old.lowerBound, new.lowerBound)
    before = Part(members: min(low, otherLow)..<max(low, otherLow), areMembers: otherLow < low)
    let (high, otherHigh) = (old.upperBound, new.upperBound)
    after = Part(members: min(high, otherHigh)..<max(high, otherHigh), areMembers: otherHigh > high)
  }
}
