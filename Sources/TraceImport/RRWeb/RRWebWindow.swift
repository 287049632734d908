import ScrollModel

/// A window or a tab of the browser, with consecutive pages and its own element ids.
struct RRWebWindow {
  /// Its name in the recording; empty if windows are not distinguished.
  let name: String
  var page: RRWebPage?
  /// Whether a page was loaded without later events.
  var wasLoaded = false
  private var lastArrival: Int64?
  /// The scrolled elements after each pending snapshot.
  private var scrolled: [Set<Int64>] = [[]]
  /// The number of handled snapshots before those.
  private var oldSnapshots = 0

  init(name: String) { self.name = name }

  /// Handles the time of an arrived event; true if it comes after a later one.
  mutating func isDisorder(_ time: Int64) -> Bool {
    defer { lastArrival = time }
    return lastArrival.map { time < $0 } ?? false
  }

  /// Records an arrived event, and returns the number of snapshots up to it.
  mutating func note(_ event: RRWebEvent) -> Int {
    if case .snapshot = event { scrolled.append([]) }
    if case .scroll(let node, _) = event, scrolled[scrolled.count - 1].count < 100_000 {
      scrolled[scrolled.count - 1].insert(node)
    }
    return oldSnapshots + scrolled.count - 1
  }

  /// Prepares the page for an event whose turn it is.
  mutating func prepare(for arrival: RRWebArrival) {
    switch arrival.event {
    // Forks record their options before they start.
    case .custom: break
    // A loading page has no recorder; this one finished loading after its snapshot.
    default: wasLoaded = false
    }
    let count = min(arrival.snapshot - oldSnapshots, scrolled.count - 1)
    if count > 0 {
      scrolled.removeFirst(count)
      oldSnapshots += count
    }
    page?.scrolled = scrolled.first ?? []
  }

  /// Whether a URL starts another page.
  ///
  /// A recorder that takes periodic snapshots repeats the same URL.
  func startsPage(_ href: String) -> Bool {
    guard let page else { return true }
    if page.href.isEmpty, !page.hasSnapshot { return false }
    return page.href != href || (wasLoaded && page.hasSnapshot)
  }
}

/// A pending event with its origin.
struct RRWebArrival {
  var event: RRWebEvent
  /// The index of its window.
  var window: Int
  var byte: Int64
  /// The number of earlier snapshots of its window.
  var snapshot: Int
  /// A hash that distinguishes its record, if the event is not sufficient.
  var digest: UInt64 = 0
}

extension TimedRRWebEvent {
  /// Whether it is part of a batch, which arrives after later events.
  var isMove: Bool {
    switch event {
    case .touch(let touch): touch.phase == .moved
    case .mouse(let name, _, _): name == "move" || name == "drag"
    default: false
    }
  }
}
