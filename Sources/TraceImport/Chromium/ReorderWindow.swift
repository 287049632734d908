/// Puts elements into the order of their times, within a bounded number of them.
///
/// Up to twice the width is held; then the earlier half, sorted, is given away. An element is put
/// right as long as fewer than the width of elements overtook it. Equal times keep their order.
struct ReorderWindow<Element> {
  /// How many elements stay to look ahead.
  let width: Int
  /// The elements held; sorted right after `sort`.
  var elements: [Element] = []
  private let time: (Element) -> Int64

  init(width: Int, by time: @escaping (Element) -> Int64) {
    self.width = width
    self.time = time
  }

  /// Takes an element, and says whether some have to be given away now.
  mutating func insert(_ element: Element) -> Bool {
    elements.append(element)
    return elements.count >= 2 * width
  }

  /// Sorts what is held.
  mutating func sort() {
    // The standard sort is stable in fact but not by promise, hence the index.
    var keys: [(time: Int64, index: Int)] = []
    keys.reserveCapacity(elements.count)
    var isSorted = true
    for index in elements.indices {
      let time = time(elements[index])
      if let last = keys.last, last.time > time { isSorted = false }
      keys.append((time, index))
    }
    guard !isSorted else { return }
    keys.sort { ($0.time, $0.index) < ($1.time, $1.index) }
    elements = keys.map { elements[$0.index] }
  }

  /// Forgets the first elements.
  mutating func drop(_ count: Int) {
    elements.removeFirst(min(count, elements.count))
  }
}
