import ScrollModel

// Contacts and scrolls that the source has derived from events.

extension DeviceReader {
  /// Handles a touch, wheel step or scroll of the source.
  mutating func take<Sink: TraceSink>(
    _ sample: FinishedSample, at time: Int64, _ index: Int, _ place: Place,
    _ sink: inout Sink
  ) throws {
    if origin == nil { origin = time }
    switch sample {
    case .touch(let pointer?, let phase, let fraction?):
      try begin(index, touches: true, place, &sink)
      if phase == .began { try closeLost(pointer, index, place, &sink) }
      try put(pointer, fraction, at: time, index, place, &sink)
    case .touch(let pointer, let phase, _):
      try begin(index, touches: true, place, &sink)
      try lift(pointer, phase, at: time, index, place, &sink)
    case .wheel(let dx, let dy):
      try begin(index, touches: false, notches: true, place, &sink)
      let moment = try moment(of: time, startingAt: time, index, place, &sink)
      try deliver(.wheel(dx: dx, dy: dy), at: moment, index, place, &sink)
    case .fingerScroll(let delta):
      try begin(index, touches: false, place, &sink)
      let moment = try moment(of: time, startingAt: time, index, place, &sink)
      let isEnd = delta == .zero
      let phase: WheelPhase = isEnd ? .ended : tracks[index].isScrolling ? .changed : .began
      tracks[index].isScrolling = !isEnd
      let step = WheelSample(delta: delta, phase: phase, isPrecise: true)
      try append(.wheel(step), at: moment, index, place, &sink)
    case .scroll(let delta):
      let source = try inferSource(of: delta, index, place, &sink)
      try take(source, at: time, index, place, &sink)
    }
  }

  /// Infers the kind of a scroll with an unknown source.
  ///
  /// A wheel moves by whole notches of 15 degrees; a finger's scroll ends with zero movement.
  private mutating func inferSource<Sink: TraceSink>(
    of delta: Vector, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws -> FinishedSample {
    if !tracks[index].hasToldScrolls {
      tracks[index].hasToldScrolls = true
      try report(
        "scroll-source-inferred", .notice, place, 0,
        "the source does not contain what scrolled; whole notches of 15 degrees were treated as a wheel, "
          + "other movements for fingers", &sink)
    }
    guard !tracks[index].isScrolling, delta != .zero,
      let dx = Int64(exactly: delta.dx * 8), let dy = Int64(exactly: delta.dy * 8),
      dx % 120 == 0, dy % 120 == 0
    else { return .fingerScroll(delta) }
    return .wheel(dx: dx, dy: dy)
  }

  // MARK: Contacts

  private mutating func put<Sink: TraceSink>(
    _ pointer: Int64, _ fraction: Point, at time: Int64, _ index: Int, _ place: Place,
    _ sink: inout Sink
  ) throws {
    guard let position = tracks[index].plane?.point(fraction) else { return }
    let moment = try moment(of: time, startingAt: time, index, place, &sink)
    let isDown = tracks[index].fingers.contains { $0.pointer == pointer }
    tracks[index].place(pointer, at: position)
    let touch = TouchSample(
      pointer: pointer, phase: isDown ? .moved : .began, position: position)
    try append(.touch(touch), at: moment, index, place, &sink)
  }

  /// Ends a finger.
  ///
  /// An unnamed finger is the only one, and an unnamed cancellation ends all. Of several fingers,
  /// an unnamed end is ambiguous until each has ended.
  private mutating func lift<Sink: TraceSink>(
    _ pointer: Int64?, _ phase: TouchPhase, at time: Int64, _ index: Int, _ place: Place,
    _ sink: inout Sink
  ) throws {
    let ending = tracks[index].fingers.filter { pointer == nil || $0.pointer == pointer }
    guard !ending.isEmpty else {
      return try report(
        "contact-without-start", .notice, place, 0,
        "a contact ends that was not seen to begin; it was left out", &sink)
    }
    if pointer == nil, phase == .ended {
      tracks[index].namelessEnds += 1
      guard tracks[index].namelessEnds >= ending.count else {
        return try report(
          "end-without-finger", .notice, place, 0,
          "one of \(ending.count) fingers ends and the source does not contain which; it ends when it "
            + "comes down again, or with the last one", &sink)
      }
    }
    let moment = try moment(of: time, startingAt: time, index, place, &sink)
    for finger in ending {
      let touch = TouchSample(pointer: finger.pointer, phase: phase, position: finger.position)
      try append(.touch(touch), at: moment, index, place, &sink)
      _ = tracks[index].lift(finger.pointer)
    }
    if pointer == nil { tracks[index].namelessEnds = 0 }
  }

  /// Lifts a finger that comes down while it is down, at the time of its last event.
  private mutating func closeLost<Sink: TraceSink>(
    _ pointer: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    guard let position = tracks[index].lift(pointer), let number = tracks[index].number else {
      return
    }
    tracks[index].namelessEnds = max(0, tracks[index].namelessEnds - 1)
    try report(
      "touch-end-added", .notice, place, 0,
      "a finger comes down that is down already; its end was not recorded, and it was lifted behind "
        + "the event before", &sink)
    let time = tracks[index].lastTime
    try sink.append(
      .stream(
        .repair(
          kind: "touch-end-added",
          text: "the end of a touch was not recorded; the finger was lifted behind the event before"
        )),
      at: time, to: number)
    let touch = TouchSample(pointer: pointer, phase: .ended, position: position)
    try append(.touch(touch), at: time, index, place, &sink)
  }
}
