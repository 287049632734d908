/// Elements that leave in the order in which they came, without moving those that stay.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

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
