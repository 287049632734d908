import ScrollModel

/// Assigns every id a permanent handle, and a separate one to each further occurrence in a layout.
struct TargetIndexTable: Sendable {
  /// The ids by handle.
  private(set) var ids: [TargetID] = []
  private var firsts: [TargetID: Int] = [:]
  /// The handle of the next occurrence of the same id, or -1.
  private var nexts: [Int] = []
  /// The last used occurrence, by the handle of the first.
  private var lasts: [Int] = []
  /// Whether a handle belongs to a second or later occurrence.
  private var isLater: [Bool] = []
  /// The last layout that used a handle.
  private var takers: [Int] = []
  private var layout = 0

  var count: Int { ids.count }

  func first(of id: TargetID) -> Int? { firsts[id] }

  /// Starts a layout, in which no handle is used yet.
  mutating func begin() { layout &+= 1 }

  /// Returns the handle for the next occurrence of an id; a correct hint avoids the lookup.
  mutating func handle(of id: TargetID, hint: Int?) -> Int {
    // Only the first of equal ids may use the hint: later ones depend on the order.
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
    // Avoids quadratic time for a layout of many equal ids.
    var handle = takers[first] == layout ? lasts[first] : first
    while takers[handle] == layout {
      if nexts[handle] < 0 { nexts[handle] = add(id, takenIn: layout &- 1) }
      handle = nexts[handle]
    }
    takers[handle] = layout
    lasts[first] = handle
    return handle
  }

  /// Releases a handle within a layout.
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
