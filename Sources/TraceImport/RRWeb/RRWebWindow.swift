import ScrollModel

/// A window or a tab of the browser: its pages follow one another, and numbers of elements are its
/// own.
struct RRWebWindow {
  /// What the recording calls it; empty where it does not tell windows apart.
  let name: String
  var page: RRWebPage?
  /// Whether a page was loaded, and nothing happened on one since.
  var wasLoaded = false
  private var lastArrival: Int64?
  /// The elements that are scrolled behind each snapshot that waits for its turn.
  private var scrolled: [Set<Int64>] = [[]]
  /// How many snapshots came and went before those.
  private var oldSnapshots = 0

  init(name: String) { self.name = name }

  /// Takes in the time of what arrived; true if it came after something later.
  mutating func isDisorder(_ time: Int64) -> Bool {
    defer { lastArrival = time }
    return lastArrival.map { time < $0 } ?? false
  }

  /// Takes in an event that arrived, and returns how many snapshots came up to it.
  mutating func note(_ event: RRWebEvent) -> Int {
    if case .snapshot = event { scrolled.append([]) }
    if case .scroll(let node, _) = event, scrolled[scrolled.count - 1].count < 100_000 {
      scrolled[scrolled.count - 1].insert(node)
    }
    return oldSnapshots + scrolled.count - 1
  }

  /// Makes the page ready for an event whose turn it is.
  mutating func prepare(for arrival: RRWebArrival) {
    switch arrival.event {
    // Forks note what they were told before they start.
    case .custom: break
    // A page that is still loading has no recorder; this one only finished behind its snapshot.
    default: wasLoaded = false
    }
    let count = min(arrival.snapshot - oldSnapshots, scrolled.count - 1)
    if count > 0 {
      scrolled.removeFirst(count)
      oldSnapshots += count
    }
    page?.scrolled = scrolled.first ?? []
  }

  /// Whether an address belongs to another page than the one before.
  ///
  /// A recorder that takes a new snapshot now and then says the same address again.
  func startsPage(_ href: String) -> Bool {
    guard let page else { return true }
    if page.href.isEmpty, !page.hasSnapshot { return false }
    return page.href != href || (wasLoaded && page.hasSnapshot)
  }
}

/// An event that waits for its turn, with where it came from.
struct RRWebArrival {
  var event: RRWebEvent
  /// The number of its window.
  var window: Int
  var byte: Int64
  /// How many snapshots of its window had come before.
  var snapshot: Int
  /// Tells its record from others, where the event does not.
  var digest: UInt64 = 0
}

extension TimedRRWebEvent {
  /// Whether it is part of a batch, which comes later than what happened meanwhile.
  var isMove: Bool {
    switch event {
    case .touch(let touch): touch.phase == .moved
    case .mouse(let name, _, _): name == "move" || name == "drag"
    default: false
    }
  }
}
