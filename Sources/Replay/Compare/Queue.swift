/// Elements that leave in the order in which they came, without moving those that stay.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func append(contentsOf some: some Collection<Element>) {
    elements.append(contentsOf: some)
  }

  /// Puts an element where the one was that was removed last.
  mutating func putBack(_ element: Element) {
    guard head > 0 else {
      elements.insert(element, at: 0)
      return
    }
    head -= 1
    elements[head] = element
  }

  mutating func removeFirst() {
    guard head < elements.count else { return }
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }
}

extension Queue: Sendable where Element: Sendable {}
