/// Sorts elements by time within a bounded window.
///
/// Up to twice the width is buffered; then the earlier half is sorted and delivered. An element is
/// sorted correctly if fewer elements than the width overtook it. Equal times keep their order.
struct ReorderWindow<Element> {
  /// The number of elements that remain for lookahead.
  let width: Int
  /// The buffered elements; sorted directly after `sort`.
  var elements: [Element] = []
  private let time: (Element) -> Int64

  init(width: Int, by time: @escaping (Element) -> Int64) {
    self.width = width
    self.time = time
  }

  /// Inserts an element, and returns whether elements must be delivered now.
  mutating func insert(_ element: Element) -> Bool {
    elements.append(element)
    return elements.count >= 2 * width
  }

  /// Sorts the buffered elements.
  mutating func sort() {
    // The standard sort is stable in practice but not guaranteed, hence the index.
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

  /// Removes the first elements.
  mutating func drop(_ count: Int) {
    elements.removeFirst(min(count, elements.count))
  }
}
