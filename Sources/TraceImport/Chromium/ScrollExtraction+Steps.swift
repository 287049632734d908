import ScrollModel

// Relations between events, found before offsets are assigned to scrollers.

extension ScrollExtraction {
  /// The largest distance between the parts of one step of a thread, in nanoseconds.
  private static let step: Int64 = 500_000
  /// The longest delay of the main thread's offset after the compositor's, in nanoseconds.
  private static let echoDelay: Int64 = 500_000_000
  /// The largest number of main-thread offsets that are kept for each process.
  private static let echoLimit = 64

  // MARK: Beginnings and ends

  /// Completes beginnings with the data of their ends.
  mutating func joinEnds() {
    var ends: [UInt64: ChromiumEvent] = [:]
    for index in window.elements.indices.reversed() {
      let event = window.elements[index]
      if event.kind == .end {
        ends[event.key] = event
      } else if event.key != 0, let end = ends.removeValue(forKey: event.key) {
        complete(index, end)
      }
    }
  }

  private mutating func complete(_ index: Int, _ end: ChromiumEvent) {
    guard window.elements[index].duration < 0 else { return }
    let duration = end.time &- window.elements[index].time
    if duration >= 0 { window.elements[index].duration = duration }
    guard window.elements[index].kind == .scrollBy, end.hasOffsets else { return }
    window.elements[index].a = end.a
    window.elements[index].b = end.b
    window.elements[index].c = end.c
    window.elements[index].d = end.d
    window.elements[index].hasOffsets = true
  }

  // MARK: Scrolls that are handed on

  /// Removes offsets that a compositor step only passes through.
  ///
  /// A zoomable page has two scrollers. The visual viewport's is handled first; unless the page is
  /// zoomed, it moves nothing and passes the scroll on to the page. Both write their offset without
  /// a name.
  mutating func leaveOutHandedOn() {
    var scrolls: [ThreadKey: (time: Int64, node: Int64)] = [:]
    var offsets: [ThreadKey: (time: Int64, point: Point)] = [:]
    for index in window.elements.indices.reversed() {
      let event = window.elements[index]
      let thread = ThreadKey(process: event.process, thread: event.thread)
      switch event.kind {
      case .scrollBy:
        if event.isStill, let next = scrolls[thread], next.node != event.node,
          next.time &- event.time <= Self.step
        {
          window.elements[index].kind = .consumed
        } else {
          scrolls[thread] = (event.time, event.node)
        }
      case .offset where event.hasOffsets && compositors[thread] != false:
        let point = Point(x: event.a, y: event.b)
        if let next = offsets[thread], next.point != point, next.time &- event.time <= Self.step {
          window.elements[index].kind = .consumed
        } else {
          offsets[thread] = (event.time, point)
        }
      default: break
      }
    }
  }

  // MARK: Where the page counts from

  /// An offset of the main thread, and its origin on the page.
  private struct Echo {
    var time: Int64
    var point: Point
    var zero: Point
  }

  /// Finds the origin of the pages' offsets.
  ///
  /// The compositor counts from the left and the top. For right-to-left or reversed content, the
  /// page counts from the opposite end, in negative numbers. The main thread writes every offset
  /// both ways, first the compositor's, then the page's.
  mutating func findZeros() {
    var reports: [ThreadKey: (time: Int64, point: Point)] = [:]
    var echoes: [Int64: [Echo]] = [:]
    for index in window.elements.indices.reversed() where window.elements[index].hasOffsets {
      let event = window.elements[index]
      let thread = ThreadKey(process: event.process, thread: event.thread)
      let point = Point(x: event.a, y: event.b)
      switch event.kind {
      case .mainOffset: reports[thread] = (event.time, point)
      case .offset:
        guard let report = reports.removeValue(forKey: thread),
          report.time &- event.time <= Self.step
        else { continue }
        let zero = Point(
          x: Self.zero(point.x, report.point.x), y: Self.zero(point.y, report.point.y))
        var known = echoes[event.process] ?? []
        if known.count == Self.echoLimit { known.removeFirst() }
        known.append(Echo(time: event.time, point: point, zero: zero))
        echoes[event.process] = known
      case .scrollBy: noteZero(event, echoes[event.process] ?? [])
      default: break
      }
    }
  }

  /// The origin of a page whose coordinate differs from the compositor's.
  private static func zero(_ coordinate: Double, _ onPage: Double) -> Double {
    onPage <= 0 && coordinate - onPage > 1 ? coordinate - onPage : 0
  }

  /// Sets the origin of a scroller from the main thread's offset of its first move.
  private mutating func noteZero(_ event: ChromiumEvent, _ echoes: [Echo]) {
    let key = Scroller.Key(process: event.process, node: event.node)
    guard let scroller = indices[key], !scrollers[scroller].isStarted else { return }
    let echo = echoes.last {
      $0.time &- event.time <= Self.echoDelay && Scroller.isRounded($0.point.x, event.c)
        && Scroller.isRounded($0.point.y, event.d)
    }
    if let echo { scrollers[scroller].zero = echo.zero }
  }
}
