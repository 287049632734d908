/// Sorts slightly unordered elements in bounded memory.
///
/// Batches may be late and chunks may be swapped, so the last element may not be the latest. The
/// window is large enough to sort a usual recording as a whole, and delivers the earliest element
/// when it is full. Equal times keep their order.
struct SortWindow<Element> {
  private struct Entry {
    var time: Int64
    var rank: Int
    var order: Int64
    var cost: Int
    var element: Element

    func precedes(_ other: Entry) -> Bool {
      (time, rank, order) < (other.time, other.rank, other.order)
    }
  }

  /// Elements that arrived in order, as nearly all do: a queue from `start`.
  private var run: [Entry] = []
  private var start = 0
  /// Late elements: a binary heap, the earliest first.
  private var late: [Entry] = []
  private var cost = 0
  private var order: Int64 = 0
  private let capacity: Int

  /// Creates a window with a limit on the total cost of its elements.
  init(capacity: Int = 1 << 16) {
    self.capacity = capacity
  }

  var isEmpty: Bool { start == run.count && late.isEmpty }

  /// Whether the earliest element must be removed before more are added.
  var isFull: Bool { cost >= capacity }

  /// The time of the earliest element.
  var firstTime: Int64? {
    guard start < run.count else { return late.first?.time }
    guard let first = late.first else { return run[start].time }
    return min(first.time, run[start].time)
  }

  /// Inserts an element; of equal times the lower rank comes first.
  mutating func push(_ element: Element, at time: Int64, rank: Int = 0, cost: Int = 1) {
    self.cost += cost
    let entry = Entry(time: time, rank: rank, order: order, cost: cost, element: element)
    order += 1
    if let last = run.last, start < run.count, entry.precedes(last) {
      insert(entry)
    } else {
      run.append(entry)
    }
  }

  /// Removes the earliest element.
  mutating func pop() -> (time: Int64, element: Element)? {
    let entry: Entry
    if start < run.count, late.first.map({ run[start].precedes($0) }) ?? true {
      entry = run[start]
      start += 1
      if start == run.count || start >= 4096 {
        run.removeSubrange(0..<start)
        start = 0
      }
    } else if let first = removeFirstLate() {
      entry = first
    } else {
      return nil
    }
    cost -= entry.cost
    return (entry.time, entry.element)
  }

  private mutating func insert(_ entry: Entry) {
    late.append(entry)
    var child = late.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard late[child].precedes(late[parent]) else { return }
      late.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeFirstLate() -> Entry? {
    guard let first = late.first, let last = late.popLast() else { return nil }
    guard !late.isEmpty else { return first }
    late[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < late.count {
        if late[child].precedes(late[least]) { least = child }
      }
      guard least != parent else { return first }
      late.swapAt(parent, least)
      parent = least
    }
  }
}
