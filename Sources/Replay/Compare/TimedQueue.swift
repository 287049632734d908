import ScrollModel

/// A first-in, first-out queue of elements with times, without moving the remaining elements.
///
/// Times are stored separately: most calls only check whether the first element is due.
struct TimedQueue<Element> {
  private var times: [TraceTime] = []
  private var elements: [Element] = []
  private var head = 0

  /// The time of the first element.
  var firstTime: TraceTime? { head < times.count ? times[head] : nil }

  mutating func append(_ element: Element, at time: TraceTime) {
    times.append(time)
    elements.append(element)
  }

  /// Removes the first element if its time is not after a limit.
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
      // Elements are removed one by one, because usually there is only one.
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
