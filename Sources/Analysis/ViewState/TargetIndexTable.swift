import ScrollModel

/// Gives every id a small number that it keeps, and each further occurrence in one layout another.
struct TargetIndexTable: Sendable {
  /// The ids by handle.
  private(set) var ids: [TargetID] = []
  private var firsts: [TargetID: Int] = [:]
  /// The handle of the next occurrence of the same id, or -1.
  private var nexts: [Int] = []
  /// The occurrence that was taken last, by the handle of the first.
  private var lasts: [Int] = []
  /// Whether a handle is of a second or later occurrence.
  private var isLater: [Bool] = []
  /// The layout that took a handle last.
  private var takers: [Int] = []
  private var layout = 0

  var count: Int { ids.count }

  func first(of id: TargetID) -> Int? { firsts[id] }

  /// Starts a layout: no handle is taken.
  mutating func begin() { layout &+= 1 }

  /// Takes a handle for the next occurrence of an id; a right hint saves the look-up.
  mutating func handle(of id: TargetID, hint: Int?) -> Int {
    // Only the first of equal ids may be hinted: a later one depends on what was taken before.
    if let hint, takers[hint] != layout, ids[hint] == id, !isLater[hint] {
      takers[hint] = layout
      lasts[hint] = hint
      return hint
    }
    guard let first = firsts[id] else {
      let handle = add(id, takenIn: layout)
      firsts[id] = handle
      return handle
    }
    // A layout of a thousand equal ids must not walk the chain a thousand times.
    var handle = takers[first] == layout ? lasts[first] : first
    while takers[handle] == layout {
      if nexts[handle] < 0 { nexts[handle] = add(id, takenIn: layout &- 1) }
      handle = nexts[handle]
    }
    takers[handle] = layout
    lasts[first] = handle
    return handle
  }

  /// Gives a handle back within a layout.
  mutating func release(_ handle: Int) { takers[handle] = layout &- 1 }

  private mutating func add(_ id: TargetID, takenIn layout: Int) -> Int {
    let handle = ids.count
    isLater.append(firsts[id] != nil)
    ids.append(id)
    nexts.append(-1)
    lasts.append(handle)
    takers.append(layout)
    return handle
  }
}
