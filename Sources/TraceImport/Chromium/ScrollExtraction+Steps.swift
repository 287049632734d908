import ScrollModel

// What belongs together, found before offsets are given to scrollers.

extension ScrollExtraction {
  /// How far apart the parts of one step of a thread may lie, in nanoseconds.
  private static let step: Int64 = 500_000
  /// How long after the compositor the main thread may have the same offset, in nanoseconds.
  private static let echoDelay: Int64 = 500_000_000
  /// How many offsets of the main thread are remembered for each process.
  private static let echoLimit = 64

  // MARK: Beginnings and ends

  /// Gives beginnings what their ends know.
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

  /// Leaves out what a step of the compositor only passes through.
  ///
  /// A page that can be zoomed has two scrollers. The one for what is seen of the page is asked
  /// first; unless the page is zoomed it moves nothing and hands the scroll on to the page. Both
  /// write their offset, without a name.
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

  /// An offset of the main thread, and where the page counts it from.
  private struct Echo {
    var time: Int64
    var point: Point
    var zero: Point
  }

  /// Finds out where the page counts the offsets of its scrollers from.
  ///
  /// The compositor counts from the left and the top. What is written from right to left, or in
  /// reverse, the page counts from the other end, in negative numbers. The main thread writes
  /// every offset both ways, first the compositor's, then the page's.
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

  /// Where a page counts from that has one coordinate for another of the compositor.
  private static func zero(_ coordinate: Double, _ onPage: Double) -> Double {
    onPage <= 0 && coordinate - onPage > 1 ? coordinate - onPage : 0
  }

  /// Gives a scroller the zero of the offset that the main thread has of its move; of all its
  /// moves the first one decides.
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
