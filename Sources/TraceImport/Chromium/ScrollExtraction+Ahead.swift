import ScrollModel

// Information that an event needs from later events, collected before the first one is written.

extension ScrollExtraction {
  /// The longest time between the lift of a finger and the start of its fling, in nanoseconds.
  static let flingDelay: Int64 = 250_000_000
  /// The longest time between two offsets of one movement, in nanoseconds.
  private static let movementPause: Int64 = 100_000_000

  /// Creates scrollers for all scroll nodes that move; the one that moves most comes first.
  mutating func registerScrollers() {
    var found: [(key: Scroller.Key, count: Int)] = []
    var places: [Scroller.Key: Int] = [:]
    for event in window.elements where moves(event) {
      let key = Scroller.Key(process: event.process, node: event.node)
      guard indices[key] == nil else { continue }
      if let place = places[key] {
        found[place].count += 1
      } else {
        places[key] = found.count
        found.append((key, 1))
      }
      let thread = ThreadKey(process: event.process, thread: event.thread)
      if compositors[thread] == nil { compositors[thread] = true }
    }
    let order = found.indices.sorted { (found[$1].count, $0) < (found[$0].count, $1) }
    for place in order { _ = register(found[place].key) }
    registerUnnamed()
  }

  /// Creates scrollers for processes with offsets without a node.
  private mutating func registerUnnamed() {
    var known = Set(scrollers.map(\.key.process))
    for event in window.elements where isPlace(event) && !known.contains(event.process) {
      known.insert(event.process)
      _ = register(Scroller.Key(process: event.process, node: -1))
    }
  }

  /// Whether an event contains the offset of some scroller; most rest at the origin.
  private func isPlace(_ event: ChromiumEvent) -> Bool {
    guard event.hasOffsets, event.a != 0 || event.b != 0 else { return false }
    let thread = ThreadKey(process: event.process, thread: event.thread)
    switch event.kind {
    case .offset: return compositors[thread] == true
    case .animatedOffset, .mainOffset: return true
    default: return false
    }
  }

  /// Whether an event shows that a node scrolls; in snapshots most layers rest at the origin.
  private func moves(_ event: ChromiumEvent) -> Bool {
    event.kind == .scrollBy || (event.kind == .layerOffset && (event.a != 0 || event.b != 0))
  }

  /// Returns the index of a scroller, creating it if the limit allows.
  mutating func register(_ key: Scroller.Key) -> Int? {
    if let index = indices[key] { return index }
    // A scroller that was known only by its process is this one.
    let unnamed = Scroller.Key(process: key.process, node: -1)
    if key.node >= 0, let index = indices[unnamed], scrollers[index].number == nil {
      indices[unnamed] = nil
      indices[key] = index
      scrollers[index].key = key
      scrollers[index].name = Self.name(of: key)
      return index
    }
    guard scrollers.count < Self.scrollerLimit else { return nil }
    scrollers.append(Scroller(key: key, name: Self.name(of: key)))
    indices[key] = scrollers.count - 1
    return scrollers.count - 1
  }

  static func name(of key: Scroller.Key) -> String {
    if key.process < 0 { return "input events" }
    return key.node < 0
      ? "scroller of process \(key.process)" : "scroller \(key.node) of process \(key.process)"
  }

  /// Iterates backwards over the buffered events and adds information from later ones.
  mutating func lookAhead() {
    promoteHandledTouches()
    var ahead = Ahead()
    findReceivers(&ahead)
    for index in window.elements.indices.reversed() {
      let event = window.elements[index]
      if event.kind == .flingVelocity { ahead.velocity = (event.time, index) }
      if event.kind == .scrollBy { noteMove(index, &ahead) }
      noteMovement(index, &ahead)
      if isPlace(event), let unnamed = indices[Scroller.Key(process: event.process, node: -1)] {
        ahead.mover = Int32(truncatingIfNeeded: unnamed)
        ahead.movers[event.process] = ahead.mover
      }
      if event.kind == .mainOffset, let next = ahead.nextOld[event.process] {
        (window.elements[index].c, window.elements[index].d) = (next.x, next.y)
        window.elements[index].node = 0
      }
      if event.kind.inputWord != nil { noteInput(index, &ahead) }
    }
  }

  /// Uses the times at which the browser handled touches, if input times are missing.
  private mutating func promoteHandledTouches() {
    let hasTimes = gesture.hasInputTimes ?? window.elements.contains { $0.kind.inputWord != nil }
    gesture.hasInputTimes = hasTimes
    guard !hasTimes else { return }
    for index in window.elements.indices where window.elements[index].kind == .touchHandled {
      let code = UInt8(exactly: window.elements[index].node)
      window.elements[index].node = -1
      window.elements[index].kind = code.flatMap { ChromiumEvent.Kind(rawValue: $0) } ?? .consumed
    }
  }

  /// The later events during the backward iteration.
  private struct Ahead {
    /// The scroller that moves next.
    var mover: Int32 = -1
    /// The scroller that moves next, by process.
    var movers: [Int64: Int32] = [:]
    /// The process that received an input, if scrollers of several move and not all by the
    /// compositor.
    var receivers: [InputKey: Int64] = [:]
    /// The offset from which the next move of a process starts.
    var nextOld: [Int64: Point] = [:]
    var velocity: (time: Int64, index: Int)?
    /// The time and velocity of the next fling.
    var fling: (time: Int64, velocity: Vector?)?
    /// The next uninterrupted movement of each process, excluding animations of a program.
    var movements: [Int64: Movement] = [:]
  }

  /// A run of offsets, each different from the previous one and soon after it.
  private struct Movement {
    var first: Int64
    var last: Int64
    /// The offset at `first`.
    var point: Point
  }

  /// Extends the next movement of a process by a preceding offset.
  ///
  /// After a fling or a drag, the compositor snaps without an input event; only offsets change.
  private func noteMovement(_ index: Int, _ ahead: inout Ahead) {
    let event = window.elements[index]
    guard event.hasOffsets, event.kind == .scrollBy || event.kind == .offset else { return }
    let thread = ThreadKey(process: event.process, thread: event.thread)
    guard event.kind == .scrollBy || compositors[thread] == true else { return }
    let point =
      event.kind == .scrollBy ? Point(x: event.c, y: event.d) : Point(x: event.a, y: event.b)
    guard let next = ahead.movements[event.process],
      next.first &- event.time <= Self.movementPause
    else {
      ahead.movements[event.process] = Movement(first: event.time, last: event.time, point: point)
      return
    }
    guard next.point != point else {
      // The offset is repeated: without a later offset, the content was already at rest.
      if next.first == next.last {
        ahead.movements[event.process] = Movement(first: event.time, last: event.time, point: point)
      }
      return
    }
    ahead.movements[event.process] = Movement(first: event.time, last: next.last, point: point)
  }

  /// The time of the rest after movement beyond the end of a scroll; negative without movement.
  private func restTime(after event: ChromiumEvent, _ ahead: Ahead) -> Int64 {
    guard scrollers.indices.contains(Int(event.scroller)),
      let next = ahead.movements[scrollers[Int(event.scroller)].key.process],
      next.first < next.last, next.first &- event.time <= Self.movementPause
    else { return -1 }
    return next.last
  }

  /// The identity of an input; the browser and the page report the same one.
  private struct InputKey: Hashable {
    var kind: ChromiumEvent.Kind
    var time: Int64
  }

  private func findReceivers(_ ahead: inout Ahead) {
    let processes = Set(scrollers.map(\.key.process))
    guard processes.count > 1, scrollers.contains(where: { $0.key.node < 0 }) else { return }
    for event in window.elements
    where event.kind.inputWord != nil && processes.contains(event.process) {
      ahead.receivers[InputKey(kind: event.kind, time: event.time)] = event.process
    }
  }

  /// Returns the scroller that an input moves: the one that moves next.
  ///
  /// Scrollers that other pages move by themselves, such as carousels, are excluded: only scrolls
  /// of the compositor contain a name, and only pages that received the input are moved by it.
  private func mover(after event: ChromiumEvent, _ ahead: Ahead) -> Int32 {
    let next = Int(ahead.mover)
    guard scrollers.indices.contains(next), scrollers[next].key.node < 0,
      let receiver = ahead.receivers[InputKey(kind: event.kind, time: event.time)],
      receiver != scrollers[next].key.process
    else { return ahead.mover }
    return ahead.movers[receiver] ?? -1
  }

  private mutating func noteMove(_ index: Int, _ ahead: inout Ahead) {
    let event = window.elements[index]
    let key = Scroller.Key(process: event.process, node: event.node)
    guard let scroller = indices[key] else { return }
    window.elements[index].scroller = Int32(truncatingIfNeeded: scroller)
    ahead.mover = Int32(truncatingIfNeeded: scroller)
    ahead.movers[event.process] = ahead.mover
    guard event.hasOffsets else { return }
    let old = scrollers[scroller].onPage(Point(x: event.a, y: event.b))
    ahead.nextOld[event.process] = old
    if !scrollers[scroller].isStarted { scrollers[scroller].initialOffset = old }
  }

  private mutating func noteInput(_ index: Int, _ ahead: inout Ahead) {
    let event = window.elements[index]
    window.elements[index].scroller = mover(after: event, ahead)
    switch event.kind {
    case .flingStart:
      let velocity = takeVelocity(after: event.time, &ahead)
      ahead.fling = (event.time, velocity ?? ahead.fling?.velocity)
      give(index, velocity)
    case .inertialUpdate:
      if ahead.fling?.velocity == nil { ahead.fling = (event.time, nil) }
    case .scrollEnd:
      window.elements[index].restTime = restTime(after: window.elements[index], ahead)
    case .touchEnd:
      window.elements[index].restTime = restTime(after: window.elements[index], ahead)
      guard let fling = ahead.fling, fling.time &- event.time <= Self.flingDelay else { break }
      window.elements[index].node = 1
      let velocity = fling.velocity ?? takeVelocity(after: event.time, &ahead)
      // Kept, because two categories may report this end at the same time.
      ahead.fling = (fling.time, velocity)
      give(index, velocity)
    case .touchStart, .scrollBegin, .wheel:
      ahead.movements = [:]
      guard event.kind != .wheel else { break }
      ahead.fling = nil
      ahead.velocity = nil
    default: break
    }
  }

  /// Returns the offset's velocity that was computed soon after an event, and marks it as used.
  private mutating func takeVelocity(after time: Int64, _ ahead: inout Ahead) -> Vector? {
    guard let next = ahead.velocity, next.time &- time <= Self.flingDelay else { return nil }
    ahead.velocity = nil
    window.elements[next.index].kind = .consumed
    // It is the finger's velocity; the offset moves in the opposite direction.
    return Vector(dx: -window.elements[next.index].a, dy: -window.elements[next.index].b)
  }

  private mutating func give(_ index: Int, _ velocity: Vector?) {
    guard let velocity else { return }
    window.elements[index].a = velocity.dx
    window.elements[index].b = velocity.dy
    window.elements[index].hasOffsets = true
  }
}
