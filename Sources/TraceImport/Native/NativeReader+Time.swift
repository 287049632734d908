import ScrollModel

// How events find their time and their place in a trace, and what happens around lost ones.

extension NativeReader {
  /// Takes in a whole event with the time as written.
  mutating func take<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    if traces[index].partialLayout != nil {
      traces[index].partialLayout = nil
      traces[index].lost += 1
      try report(
        "unfinished-layout", .dataLoss, place, 0,
        "a layout says that it goes on, but another event follows; the layout was left out", &sink)
    }
    try settleHeld(before: time, index, &sink)
    if options.confirmsJumps, jumps(time, index) {
      traces[index].held = (time, event, place)
      heldCount += 1
      return
    }
    try deliver(event, at: time, index, place, &sink)
  }

  /// Decides over an event that waited: it is believed if the next one follows it.
  mutating func settleHeld<Sink: TraceSink>(
    before time: Int64, _ index: Int, _ sink: inout Sink
  ) throws {
    guard let held = traces[index].held else { return }
    guard Self.distance(from: time, to: held.time) > ModelLimits.disorder else {
      return try releaseHeld(index, &sink)
    }
    traces[index].held = nil
    heldCount -= 1
    traces[index].lost += 1
    try report(
      "time-jump", .dataLoss, held.line, 0,
      "the time jumps ahead and the next event does not follow; the event was left out", &sink)
  }

  /// Delivers an event that waited for the next one.
  mutating func releaseHeld<Sink: TraceSink>(_ index: Int, _ sink: inout Sink) throws {
    guard let held = traces[index].held else { return }
    traces[index].held = nil
    heldCount -= 1
    try deliver(held.event, at: held.time, index, held.line, &sink)
  }

  /// Whether a time lies so far ahead that one damaged digit could explain it.
  private func jumps(_ time: Int64, _ index: Int) -> Bool {
    let relative = Self.distance(from: traces[index].origin ?? 0, to: time)
    return Self.distance(from: traces[index].lastTime.nanoseconds, to: relative)
      > ModelLimits.disorder
  }

  private static func distance(from start: Int64, to end: Int64) -> Int64 {
    TraceTime(nanoseconds: end).nanoseconds(since: TraceTime(nanoseconds: start))
  }

  private mutating func deliver<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    try settleOrigin(firstTime: time, index, place, &sink)
    let origin = traces[index].origin ?? 0
    var moment = TraceTime(nanoseconds: Self.distance(from: origin, to: time))
    let last = traces[index].lastTime
    let deficit = last.nanoseconds(since: moment)
    if deficit > ModelLimits.disorder || moment.nanoseconds < -ModelLimits.disorder {
      let problem = LineProblem(
        kind: "time-backwards", offset: 0,
        message:
          "the time runs backwards by \(ClockText.tenths(deficit)) ms; the event was left out")
      return try lose(problem, place, &sink, trace: index)
    }
    if deficit > 0 { moment = last }
    if let problem = ModelLimits.problem(with: event, at: moment) {
      let problem = LineProblem(kind: "out-of-range", offset: 0, message: problem)
      return try lose(problem, place, &sink, trace: index)
    }
    try fillGap(index, upTo: moment, &sink)
    if deficit > 0 {
      try append(
        .remark(
          .repair(
            kind: "time-raised",
            text: "the time ran backwards by \(ClockText.tenths(deficit)) ms and was raised")),
        at: moment, index, &sink)
      try report(
        "time-raised", .notice, place, 0,
        "the time runs backwards by \(ClockText.tenths(deficit)) ms; it was raised to that of "
          + "the event before", &sink)
    }
    if case .observation(.frame(let frame)) = event { traces[index].geometry = frame.geometry }
    try append(event, at: moment, index, &sink)
    countEvent()
  }

  /// A log whose first time is hours away from zero was written with an absolute clock.
  private mutating func settleOrigin<Sink: TraceSink>(
    firstTime: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    guard traces[index].origin == nil, !traces[index].hasEvents else { return }
    guard firstTime >= NativeFormat.absoluteTime else {
      traces[index].origin = 0
      return
    }
    traces[index].origin = firstTime
    let name = traces[index].information.clock?.name ?? "unnamed"
    traces[index].information.clock = SourceClock(name: name, origin: "\(firstTime) ns")
    try report(
      "clock-origin", .notice, place, 0,
      "the first time is \(firstTime) ns and the header has no 'origin'; times count from there",
      &sink)
  }

  private mutating func append<Sink: TraceSink>(
    _ event: TraceEvent, at time: TraceTime, _ index: Int, _ sink: inout Sink
  ) throws {
    let number = try number(of: index, &sink)
    try sink.append(event, at: time, to: number)
    traces[index].lastTime = time
    traces[index].hasEvents = true
  }

  /// Begins the trace in the sink, after those before it in the log.
  mutating func number<Sink: TraceSink>(
    of index: Int, _ sink: inout Sink
  ) throws -> TraceNumber {
    if let number = traces[index].number { return number }
    // Traces begin in the order of the log, so those that still have to lie in one piece before it.
    let first = (traces[..<index].lastIndex { $0.number != nil } ?? -1) + 1
    for place in first..<index {
      traces[place].number = try sink.beginTrace(traces[place].information)
    }
    let number = try sink.beginTrace(traces[index].information)
    traces[index].number = number
    return number
  }

  // MARK: What is lost

  /// Keeps why a line was left out, and remembers that its trace has a hole.
  mutating func lose<Sink: TraceSink>(
    _ problem: LineProblem, _ place: Place, _ sink: inout Sink, trace index: Int? = nil
  ) throws {
    traces[index ?? beginUnnamedIfNeeded()].lost += 1
    try report(problem.kind, .dataLoss, place, problem.offset, problem.message, &sink)
  }

  /// Puts the hole into the trace, so that no replay crosses it unknowingly.
  mutating func fillGap<Sink: TraceSink>(
    _ index: Int, upTo time: TraceTime, _ sink: inout Sink
  ) throws {
    let lost = traces[index].lost
    guard lost > 0 else { return }
    traces[index].lost = 0
    try append(
      .remark(.gap(from: traces[index].lastTime, to: time, count: lost)), at: time, index, &sink)
  }
}
