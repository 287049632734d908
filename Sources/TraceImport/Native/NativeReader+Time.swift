import ScrollModel

// Event times and positions in a trace, and the handling of lost events.

extension NativeReader {
  /// Handles a complete event with the time as written.
  mutating func take<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    if traces[index].partialLayout != nil {
      traces[index].partialLayout = nil
      try lose(
        LineProblem(
          kind: "unfinished-layout", offset: 0,
          message:
            "a layout announces a further part, but another event follows; the layout was left out"),
        place, &sink, trace: index, kind: .layout)
    }
    try settleHeld(before: time, index, &sink)
    returnToClock(at: time, index)
    if (options.confirmsJumps && jumps(time, index)) || isBehind(time, index) {
      traces[index].held = (time, event, place)
      heldCount += 1
      return
    }
    try deliver(event, at: time, index, place, &sink)
  }

  /// Decides about a held event: its time is accepted if the next event follows it.
  mutating func settleHeld<Sink: TraceSink>(
    before time: Int64, _ index: Int, _ sink: inout Sink
  ) throws {
    guard let held = traces[index].held else { return }
    guard Self.distance(from: time, to: held.time) > ModelLimits.disorder else {
      // Two consecutive events that far back are no damaged digit: the clock restarted.
      if isBehind(held.time, index), isBehind(time, index) {
        try restartClock(at: held.time, index, held.line, &sink)
      }
      return try releaseHeld(index, &sink)
    }
    guard !isBehind(held.time, index) else { return try releaseHeld(index, &sink) }
    traces[index].held = nil
    heldCount -= 1
    try lose(
      LineProblem(
        kind: "time-jump", offset: 0,
        message: "the time jumps ahead and the next event does not follow; the event was left out"),
      held.line, &sink, trace: index, kind: EventKind(of: held.event))
  }

  // MARK: Clocks that begin again

  /// Continues the times of a trace from its last event after a clock restart.
  ///
  /// A clock that counts from its own start cannot have started before the last event, so at least
  /// its reading has passed since. A larger reading means that the clock was set back by an unknown
  /// amount.
  private mutating func restartClock<Sink: TraceSink>(
    at time: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    let last = traces[index].lastTime
    let reading = Self.distance(from: traces[index].origin ?? 0, to: time)
    let deficit = last.nanoseconds(since: moment(of: time, index))
    let pause = (0...ModelLimits.disorder).contains(reading) ? reading : 0
    let start = last.advanced(byNanoseconds: pause)
    traces[index].before = (traces[index].lastReading, traces[index].shift)
    traces[index].shift = start.nanoseconds(since: TraceTime(nanoseconds: reading))
    traces[index].restarts += 1
    traces[index].lastFrame = .min
    let lost = traces[index].lost
    traces[index].lost = 0
    try append(
      .stream(.gap(from: last, to: start, count: lost > 0 ? lost : nil)), at: start, index, &sink)
    try append(
      .stream(
        .repair(
          kind: "time-restart",
          text: "the clock was set back by \(ClockText.tenths(deficit)) ms; times count on from "
            + "the event before")),
      at: start, index, &sink)
    try report(
      "time-restart", .notice, place, 0,
      "the clock begins again, \(ClockText.tenths(deficit)) ms back; times count on from the event "
        + "before, and how much time passed between is not known", &sink)
  }

  /// Returns to the clock before a restart if a time fits it again: then a batch of events was
  /// late, and the clock never restarted.
  private mutating func returnToClock(at time: Int64, _ index: Int) {
    guard let before = traces[index].before, jumps(time, index),
      (-ModelLimits.disorder...ModelLimits.disorder).contains(
        Self.distance(from: before.reading, to: time))
    else { return }
    // A new clock that has reached the old clock's reading is no return.
    let moment = moment(of: time, index)
      .advanced(byNanoseconds: Self.distance(from: traces[index].shift, to: before.shift))
    guard traces[index].lastTime.nanoseconds(since: moment) <= ModelLimits.disorder else { return }
    traces[index].shift = before.shift
    traces[index].before = nil
  }

  /// Whether a time is further before the trace's last event than disorder between threads
  /// explains.
  private func isBehind(_ time: Int64, _ index: Int) -> Bool {
    guard traces[index].hasEvents else { return false }
    return traces[index].lastTime.nanoseconds(since: moment(of: time, index))
      > ModelLimits.disorder
  }

  /// The time in its trace for a time as written.
  private func moment(of time: Int64, _ index: Int) -> TraceTime {
    TraceTime(nanoseconds: Self.distance(from: traces[index].origin ?? 0, to: time))
      .advanced(byNanoseconds: traces[index].shift)
  }

  /// Delivers a held event.
  mutating func releaseHeld<Sink: TraceSink>(_ index: Int, _ sink: inout Sink) throws {
    guard let held = traces[index].held else { return }
    traces[index].held = nil
    heldCount -= 1
    try deliver(held.event, at: held.time, index, held.line, &sink)
  }

  /// Whether a time is so far ahead that a damaged digit could explain it.
  private func jumps(_ time: Int64, _ index: Int) -> Bool {
    moment(of: time, index).nanoseconds(since: traces[index].lastTime) > ModelLimits.disorder
  }

  private static func distance(from start: Int64, to end: Int64) -> Int64 {
    TraceTime(nanoseconds: end).nanoseconds(since: TraceTime(nanoseconds: start))
  }

  private mutating func deliver<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    try settleOrigin(firstTime: time, index, place, &sink)
    var moment = moment(of: time, index)
    let last = traces[index].lastTime
    let deficit = last.nanoseconds(since: moment)
    if deficit > ModelLimits.disorder || moment.nanoseconds < -ModelLimits.disorder {
      let problem = LineProblem(
        kind: "time-backwards", offset: 0,
        message:
          "the time runs backwards by \(ClockText.tenths(deficit)) ms; the event was left out")
      return try lose(problem, place, &sink, trace: index, kind: EventKind(of: event))
    }
    if deficit > 0 { moment = last }
    if let problem = ModelLimits.problem(with: event, at: moment) {
      let problem = LineProblem(kind: "out-of-range", offset: 0, message: problem)
      return try lose(problem, place, &sink, trace: index, kind: EventKind(of: event))
    }
    try fillGap(index, upTo: moment, &sink)
    if deficit > 0 {
      try append(
        .stream(
          .repair(
            kind: "time-raised",
            text: "the time ran backwards by \(ClockText.tenths(deficit)) ms and was raised")),
        at: moment, index, &sink)
      try report(
        "time-raised", .notice, place, 0,
        "the time runs backwards by \(ClockText.tenths(deficit)) ms; it was raised to that of "
          + "the event before", &sink)
    }
    if case .observation(.frame(let frame)) = event {
      traces[index].geometry = frame.geometry
      if time < traces[index].lastFrame { traces[index].losses.disorderedFrames += 1 }
      traces[index].lastFrame = time
    }
    try append(event, at: moment, index, &sink)
    traces[index].lastReading = time
    countEvent()
  }

  /// Detects the origin: a log whose first time is hours after zero uses an absolute clock.
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

  /// Begins the trace in the sink, after earlier ones of the log.
  mutating func number<Sink: TraceSink>(
    of index: Int, _ sink: inout Sink
  ) throws -> TraceNumber {
    if let number = traces[index].number { return number }
    // Traces begin in the order of the log, so all earlier ones that have not begun are adjacent.
    let first = (traces[..<index].lastIndex { $0.number != nil } ?? -1) + 1
    for place in first..<index {
      traces[place].number = try sink.beginTrace(traces[place].information)
    }
    let number = try sink.beginTrace(traces[index].information)
    traces[index].number = number
    return number
  }

  // MARK: Lost data

  /// Records why a line was skipped, and that its trace has a gap.
  ///
  /// `isEnd` is for an incomplete last line, as in a recording of a killed app. It does not affect
  /// the rest, unless it was a layout.
  mutating func lose<Sink: TraceSink>(
    _ problem: LineProblem, _ place: Place?, _ sink: inout Sink, trace index: Int? = nil,
    kind: EventKind? = nil, isEnd: Bool = false
  ) throws {
    let index = index ?? beginUnnamedIfNeeded()
    traces[index].lost += 1
    if !isEnd || kind == .layout { traces[index].losses.count(kind) }
    try report(problem.kind, .dataLoss, place, problem.offset, problem.message, &sink)
  }

  /// Adds a gap to the trace, so that a replay can detect it.
  mutating func fillGap<Sink: TraceSink>(
    _ index: Int, upTo time: TraceTime, _ sink: inout Sink
  ) throws {
    let lost = traces[index].lost
    guard lost > 0 else { return }
    traces[index].lost = 0
    try append(
      .stream(.gap(from: traces[index].lastTime, to: time, count: lost)), at: time, index, &sink)
  }
}
