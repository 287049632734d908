import ScrollModel

/// Elements with their moments that leave in the order in which they came, without moving those that
/// stay.
///
/// Moments lie apart: most often all that is asked is whether the first element is due.
struct TimedQueue<Element> {
  private var times: [TraceTime] = []
  private var elements: [Element] = []
  private var head = 0

  /// The moment of the first element.
  var firstTime: TraceTime? { head < times.count ? times[head] : nil }

  mutating func append(_ element: Element, at time: TraceTime) {
    times.append(time)
    elements.append(element)
  }

  /// Takes out the first element if its moment is not behind another.
  @inline(__always) mutating func popFirst(until limit: TraceTime) -> (
    time: TraceTime, element: Element
  )? {
    guard head < times.count, times[head] <= limit else { return nil }
    return takeFirst()
  }

  private mutating func takeFirst() -> (time: TraceTime, element: Element) {
    let first = (times[head], elements[head])
    removeFirst()
    return first
  }

  mutating func removeFirst() {
    guard head < times.count else { return }
    head += 1
    if head == times.count {
      // One at a time: most often there is but one.
      while !times.isEmpty {
        times.removeLast()
        elements.removeLast()
      }
      head = 0
    } else if head >= 64, head * 2 >= times.count {
      times.removeFirst(head)
      elements.removeFirst(head)
      head = 0
    }
  }
}

extension TimedQueue: Sendable where Element: Sendable {}
