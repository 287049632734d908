/// Puts what comes a little out of order back into order, in bounded memory.
///
/// Batches arrive late and chunks swap places, so what came last need not be the latest. The window
/// keeps so much that a usual recording is sorted as a whole, and gives away the earliest when it is
/// full. Equal times keep the order in which they came.
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

  /// A binary heap, the earliest first.
  private var entries: [Entry] = []
  private var cost = 0
  private var order: Int64 = 0
  private let capacity: Int

  /// Creates a window that holds elements of a total cost.
  init(capacity: Int = 1 << 16) {
    self.capacity = capacity
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether the earliest element has to go before more may come.
  var isFull: Bool { cost >= capacity }

  /// The time of the earliest element.
  var firstTime: Int64? { entries.first?.time }

  /// Puts an element into its place; of equal times the lower rank goes first.
  mutating func push(_ element: Element, at time: Int64, rank: Int = 0, cost: Int = 1) {
    self.cost += cost
    entries.append(Entry(time: time, rank: rank, order: order, cost: cost, element: element))
    order += 1
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].precedes(entries[parent]) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest element out.
  mutating func pop() -> (time: Int64, element: Element)? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    cost -= first.cost
    guard !entries.isEmpty else { return (first.time, first.element) }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].precedes(entries[least]) { least = child }
      }
      guard least != parent else { return (first.time, first.element) }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
