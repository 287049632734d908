import ScrollModel

/// A stream of events with its gestures and settles, which faults modify.
struct FaultyStream {
  /// One settle, by indices in the stream.
  struct Settle {
    /// The first event of the gesture.
    var began: Int
    /// The event of the release.
    var released: Int
    /// The first frame at rest; the end of the stream without a rest.
    var rested: Int
    /// Offset at the release.
    var from: Double
    /// Offset at the rest.
    var to: Double
    /// Offset at the start of the gesture.
    var start: Double
  }

  var events: [SimulationRun.Moment]
  let isVertical: Bool

  init(_ events: [SimulationRun.Moment]) {
    self.events = events
    isVertical = Self.scrollsVertically(events)
  }

  /// Whether the offset changes most along the vertical axis.
  private static func scrollsVertically(_ events: [SimulationRun.Moment]) -> Bool {
    var (x, y) = (0.0, 0.0)
    var last: Point?
    for case (_, .observation(.frame(let frame))) in events {
      if let last {
        x += (frame.offset.x - last.x).magnitude
        y += (frame.offset.y - last.y).magnitude
      }
      last = frame.offset
    }
    return y >= x
  }

  func frame(at index: Int) -> GeometryFrame? {
    guard events.indices.contains(index), case .observation(.frame(let frame)) = events[index].event
    else { return nil }
    return frame
  }

  func offset(_ frame: GeometryFrame) -> Double { isVertical ? frame.offset.y : frame.offset.x }

  func moved(_ frame: GeometryFrame, to offset: Double) -> GeometryFrame {
    var frame = frame
    frame.offset =
      isVertical ? Point(x: frame.offset.x, y: offset) : Point(x: offset, y: frame.offset.y)
    return frame
  }

  /// Maps the offsets of the frames from an index on.
  mutating func mapOffsets(from first: Int, to end: Int, _ map: (Int, Double) -> Double) {
    for index in max(0, first)..<min(max(0, end, first), events.count) {
      guard let frame = frame(at: index) else { continue }
      events[index].event = .observation(.frame(moved(frame, to: map(index, offset(frame)))))
    }
  }

  /// Calls the body for the settle of a gesture, or for all settles.
  mutating func settles(of gesture: Int, _ body: (inout FaultyStream, Settle) -> Void) {
    // Each change may shift indices in the stream, so the settles are found again.
    var number = gesture == 0 ? 1 : gesture
    while let settle = settle(number) {
      body(&self, settle)
      guard gesture == 0 else { return }
      number += 1
    }
  }

  /// Finds the settle of a gesture.
  func settle(_ number: Int) -> Settle? {
    var gesture = 0
    var began: Int?
    var released: Int?
    var (last, start, from) = (0.0, 0.0, 0.0)
    for index in events.indices {
      switch events[index].event {
      case .input(.touch(let sample)):
        if sample.phase == .began {
          if released != nil { return nil }
          gesture += 1
          if gesture == number { (began, start) = (index, last) }
        } else if sample.phase == .ended, gesture == number, released == nil {
          (released, from) = (index, last)
        }
      case .observation(.frame(let frame)):
        last = offset(frame)
        if let began, let released, frame.phase == .idle {
          return Settle(
            began: began, released: released, rested: index, from: from, to: last, start: start)
        }
      default: break
      }
    }
    guard let began, let released else { return nil }
    return Settle(
      began: began, released: released, rested: events.count, from: from, to: last, start: start)
  }

  /// Inserts events into the stream in the order of their times.
  mutating func insert(_ new: [SimulationRun.Moment]) {
    for moment in new {
      let place = events.firstIndex { $0.time > moment.time } ?? events.count
      events.insert(moment, at: place)
    }
  }
}

// Faults of motion.
extension FaultyStream {
  mutating func bend(_ settle: Settle, _ kind: InjectedFault.Kind, _ amount: Double) {
    let way = settle.to - settle.from
    let times = (start: events[settle.released].time, end: time(at: settle.rested))
    let duration = Double(max(1, times.end.nanoseconds(since: times.start)))
    let all = events
    func share(_ index: Int) -> Double {
      Double(all[index].time.nanoseconds(since: times.start)) / duration
    }
    var shift = 0.0
    switch kind {
    case .moveRest: shift = amount
    case .stopSettle: shift = -way
    case .undoGesture: shift = settle.start - settle.to
    default: break
    }
    mapOffsets(from: settle.released, to: settle.rested) { index, offset in
      switch kind {
      case .instantSettle: return settle.to
      case .linearSettle: return settle.from + way * share(index)
      case .swingSettle:
        return offset + amount * Self.triangle(share(index) * 4) * (1 - share(index))
      case .stopSettle: return settle.from
      default:
        return way.magnitude > 1
          ? settle.from + (offset - settle.from) * (1 + shift / way)
          : offset + shift * share(index)
      }
    }
    mapOffsets(from: settle.rested, to: events.count) { _, offset in offset + shift }
  }

  private func time(at index: Int) -> TraceTime {
    events.indices.contains(index) ? events[index].time : events.last?.time ?? .zero
  }

  /// A triangle wave from -1 to 1 with the period 1.
  private static func triangle(_ x: Double) -> Double {
    let phase = x - x.rounded(.down)
    return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
  }

  mutating func leapInGesture(_ number: Int, _ amount: Double) {
    guard let settle = settle(number) else { return }
    let frames = (settle.began..<settle.released).filter { frame(at: $0) != nil }
    guard frames.count > 2 else { return }
    let place = frames[frames.count / 2]
    mapOffsets(from: place, to: events.count) { _, offset in offset + amount }
    guard let layout = lastLayout(before: place) else { return }
    events.insert((events[place].time, .input(.layout(layout))), at: place)
  }

  /// Moves all targets and the offset, from 300 ms after a rest on.
  mutating func correctEstimate(after settle: Settle, _ amount: Double) {
    guard let frame = frame(at: settle.rested), let layout = lastLayout(before: settle.rested)
    else { return }
    let time = events[settle.rested].time.advanced(byNanoseconds: 300_000_000)
    let after = events.firstIndex { $0.time > time } ?? events.count
    for index in after..<events.count {
      switch events[index].event {
      case .observation(.frame(let frame)):
        events[index].event = .observation(.frame(corrected(frame, amount)))
      case .input(.layout(let layout)):
        events[index].event = .input(.layout(corrected(layout, amount)))
      default: break
      }
    }
    insert([
      (time, .input(.layout(corrected(layout, amount)))),
      (time, .observation(.frame(corrected(frame, amount)))),
    ])
  }

  private func grown(_ size: Size, _ amount: Double) -> Size {
    isVertical
      ? Size(width: size.width, height: size.height + amount)
      : Size(width: size.width + amount, height: size.height)
  }

  private func corrected(_ frame: GeometryFrame, _ amount: Double) -> GeometryFrame {
    var frame = moved(frame, to: offset(frame) + amount)
    frame.geometry.contentSize = frame.geometry.contentSize.map { grown($0, amount) }
    return frame
  }

  private func corrected(_ layout: Layout, _ amount: Double) -> Layout {
    var layout = layout
    layout.contentSize = layout.contentSize.map { grown($0, amount) }
    for index in layout.targets.indices {
      let old = layout.targets[index].frame
      layout.targets[index].frame = Rect(
        x: old.origin.x + (isVertical ? 0 : amount), y: old.origin.y + (isVertical ? amount : 0),
        width: old.size.width, height: old.size.height)
    }
    return layout
  }

  mutating func leapAtResize(_ amount: Double) {
    let changes = events.indices.filter {
      if case .input(.container) = events[$0].event { true } else { false }
    }
    // The first one is the initial container.
    guard let place = changes.dropFirst().first else { return }
    mapOffsets(from: place, to: events.count) { _, offset in offset + amount }
  }

  func lastLayout(before place: Int) -> Layout? {
    for index in events.indices.prefix(place).reversed() {
      if case .input(.layout(let layout)) = events[index].event { return layout }
    }
    return nil
  }

  mutating func freeze(_ number: Int) {
    guard let settle = settle(number) else { return }
    let shift = settle.start - settle.to
    mapOffsets(from: settle.rested, to: events.count) { _, offset in offset + shift }
    // The phase change of the rest comes after its frame.
    var end = min(settle.rested + 1, events.count)
    while end < events.count, events[end].time == events[end - 1].time { end += 1 }
    let range = settle.began..<end
    for index in range.reversed() {
      switch events[index].event {
      case .observation(.frame), .observation(.phase): events.remove(at: index)
      default: break
      }
    }
  }

  mutating func dropFrames(of settle: Settle, _ milliseconds: Double) {
    let start = events[settle.released].time.advanced(byNanoseconds: 30_000_000)
    let duration = milliseconds > 0 ? min(milliseconds, 60_000) : 0
    let end = start.advanced(byNanoseconds: Int64(duration * 1_000_000))
    for index in (settle.released..<min(settle.rested, events.count)).reversed() {
      let time = events[index].time
      if frame(at: index) != nil, time >= start, time <= end { events.remove(at: index) }
    }
  }

  mutating func cut(_ settle: Settle) {
    let end = events[settle.released].time.advanced(byNanoseconds: 60_000_000)
    events.removeAll { $0.time > end }
  }

  mutating func dropLift(of number: Int) {
    guard let settle = settle(number) else { return }
    events.remove(at: settle.released)
  }

  /// Modifies the first animated command.
  mutating func bendCommands(_ kind: InjectedFault.Kind, _ amount: Double) {
    guard let first = events.firstIndex(where: { Self.isAnimated($0.event) }) else { return }
    let moving = (first..<events.count).filter { frame(at: $0)?.phase == .animating }
    guard let start = moving.first, let last = moving.last else { return }
    let before = (0..<first).reversed().compactMap { frame(at: $0) }.first
    let from = before.map(offset) ?? 0
    let rest = (last..<events.count).first { frame(at: $0)?.phase == .idle } ?? last
    let to = frame(at: rest).map(offset) ?? from
    let way = to - from
    guard way != 0 else { return }
    mapOffsets(from: start, to: rest) { _, offset in
      let share = (offset - from) / way
      if kind == .moveCommand { return offset + amount * share }
      return share < 0.5 ? from - way * share : offset - 2 * way * (1 - share)
    }
    if kind == .moveCommand {
      mapOffsets(from: rest, to: events.count) { _, offset in offset + amount }
    }
  }

  private static func isAnimated(_ event: TraceEvent) -> Bool {
    switch event {
    case .input(.command(.scroll(_, _, let animation, _, _))): animation != .none
    case .input(.command(.write(_, _, let animation))): animation != .none
    default: false
    }
  }

  /// Keeps the offset unchanged whenever the content grew at rest.
  mutating func dropFollowing() {
    var shift = 0.0
    var last: (offset: Double, length: Double)?
    for index in events.indices {
      guard let frame = frame(at: index) else { continue }
      let length =
        isVertical
        ? frame.geometry.contentSize?.height : frame.geometry.contentSize?.width
      let here = offset(frame)
      if let last, let length, length > last.length + 0.5, frame.phase == .idle {
        shift -= here - last.offset
      }
      last = (here, length ?? last?.length ?? 0)
      events[index].event = .observation(.frame(moved(frame, to: here + shift)))
    }
  }

  /// Grows content outside the viewport before the target of the last scroll to an id: later
  /// layouts change, and offsets do not.
  mutating func moveTargetAway(_ amount: Double) {
    var found: (place: Int, id: TargetID)?
    for index in events.indices {
      if case .input(.command(.scroll(.id(let id), _, _, _, _))) = events[index].event {
        found = (index, id)
      }
    }
    guard let found, let old = lastLayout(before: found.place),
      let from = events.indices.prefix(found.place).last(where: { frame(at: $0) != nil })
        .flatMap({ frame(at: $0) }),
      let goal = old.targets.first(where: { $0.id == found.id })
    else { return }
    let viewEnd = offset(from) + length(from.geometry.containerSize ?? .zero)
    guard start(goal) - length(goal.frame.size) > viewEnd else { return }
    var moved = old
    moved.contentSize = moved.contentSize.map { grown($0, amount) }
    for index in moved.targets.indices where start(moved.targets[index]) >= start(goal) {
      let frame = moved.targets[index].frame
      moved.targets[index].frame = Rect(
        x: frame.origin.x + (isVertical ? 0 : amount),
        y: frame.origin.y + (isVertical ? amount : 0), width: frame.size.width,
        height: frame.size.height)
    }
    for index in found.place..<events.count {
      guard var frame = frame(at: index) else { continue }
      frame.geometry.contentSize = frame.geometry.contentSize.map { grown($0, amount) }
      events[index].event = .observation(.frame(frame))
    }
    events.insert((events[found.place].time, .input(.layout(moved))), at: found.place + 1)
  }

  private func start(_ target: TargetFrame) -> Double {
    isVertical ? target.frame.origin.y : target.frame.origin.x
  }

  private func length(_ size: Size) -> Double { isVertical ? size.height : size.width }
}
