import ScrollModel

/// Elements with their moments that leave in the order in which they came, without moving those that
/// stay.
///
/// Moments lie apart: most often all that is asked is whether the first element is due.
struct Queue<Element> {
  private var times: [TraceTime] = []
  private var elements: [Element] = []
  private var head = 0

  /// The first element, with its moment.
  var first: (time: TraceTime, element: Element)? {
    head < times.count ? (times[head], elements[head]) : nil
  }

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

  /// Takes out the first element if its moment is before another.
  @inline(__always) mutating func popFirst(before limit: TraceTime) -> (
    time: TraceTime, element: Element
  )? {
    guard head < times.count, times[head] < limit else { return nil }
    return takeFirst()
  }

  private mutating func takeFirst() -> (time: TraceTime, element: Element) {
    let first = (times[head], elements[head])
    removeFirst()
    return first
  }

  /// Puts an element where the one was that was removed last.
  mutating func putBack(_ element: Element, at time: TraceTime) {
    guard head > 0 else {
      times.insert(time, at: 0)
      elements.insert(element, at: 0)
      return
    }
    head -= 1
    times[head] = time
    elements[head] = element
  }

  mutating func removeFirst() {
    guard head < times.count else { return }
    head += 1
    if head == times.count {
      times.removeAll(keepingCapacity: true)
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= times.count {
      times.removeFirst(head)
      elements.removeFirst(head)
      head = 0
    }
  }
}

extension Queue: Sendable where Element: Sendable {}
