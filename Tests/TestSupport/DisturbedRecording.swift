public import ScrollModel
import Simulation

/// A recording with random defects, as one of several recorders would have made it.
///
/// Nothing is known about its findings: it serves to notice that they change.
public struct DisturbedRecording: TraceSource {
  /// The data of the trace; it declares a configuration that may not be the one that ran.
  public private(set) var information: TraceInformation
  /// The events in order.
  public private(set) var events: [(time: TraceTime, event: TraceEvent)]

  private var draw: SeededGenerator

  /// Draws a correct recording and disturbs it; equal seeds draw equal ones.
  public init(seed: UInt64) throws {
    draw = SeededGenerator(seed: seed, stream: 0xD157)
    var wishes = HealthyScenario.Requirements()
    let endings: [HealthyScenario.Ending?] = [
      nil, .flings(2), .flingAndTap, .drag, .command, .visibleCommand, .jump, .growth, .resize,
    ]
    wishes.ending = draw.element(of: endings) ?? nil
    if draw.chance(0.5) { wishes.observesViews = true }
    if draw.chance(0.3) { wishes.observesSet = true }
    let scenario = try HealthyScenario(seed: seed, wishes: wishes)
    var sink = CollectingSink()
    try scenario.simulation().send(to: &sink)
    information = sink.traces[0].information
    events = zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) }
    information.declaredConfiguration = scenario.configuration.text
    if draw.chance(0.4) {
      information.declaredConfiguration = draw.element(of: Self.declarations)
    }
    injectFaults(atMost: 2)
    for _ in 0..<draw.int(in: 0...2) { addChange() }
    degrade()
  }

  /// Disturbs a recording in one or two places; equal seeds do the same to it.
  ///
  /// The results are near those of the recording, on either side of the bounds that it was made for.
  public init(
    _ information: TraceInformation, _ events: [(time: TraceTime, event: TraceEvent)], seed: UInt64
  ) {
    (self.information, self.events) = (information, events)
    draw = SeededGenerator(seed: seed, stream: 0xD158)
    for _ in 0..<draw.int(in: 1...2) where self.events.count > 4 { disturb() }
  }

  /// Sends the events.
  public func send(to sink: inout some TraceSink) throws {
    let number = try sink.beginTrace(information)
    for (time, event) in events { try sink.append(event, at: time, to: number) }
  }

  private static let declarations = [
    "", "behavior: paging", "behavior: view-aligned", "behavior: view-aligned(limit: never)",
    "behavior: view-aligned, position: id, position-anchor: center", "behavior: interval(180)",
    "position: value(), default-anchor: bottom", "behavior: view-aligned(anchor: center)",
    "behavior: paging, view-visibility: 0.5", "target-visibility: 0.5", "scroll-disabled: on",
    "behavior: view-aligned, deceleration: fast, target-layout: off",
  ]

  private mutating func disturb() {
    let place = draw.int(in: 1...(events.count - 1))
    switch draw.int(in: 0...9) {
    case 0: events.removeLast(min(events.count - place, events.count / 2))
    case 1: events.remove(at: place)
    case 2: events.insert(events[place], at: place)
    case 3:
      (events[place].event, events[place - 1].event) = (
        events[place - 1].event, events[place].event
      )
    case 4: stretch()
    case 5: move(from: place)
    case 6, 7: injectFaults(atMost: 1)
    case 8: addChange()
    default: degrade()
    }
  }

  /// Lets the recording take another time.
  private mutating func stretch() {
    let percent = Int64(draw.element(of: [50, 80, 97, 103, 130, 220]) ?? 100)
    for index in events.indices {
      events[index].time = TraceTime(nanoseconds: events[index].time.nanoseconds / 100 * percent)
    }
  }

  /// Moves the content of some frames.
  private mutating func move(from place: Int) {
    let way = draw.element(of: [0.3, 0.7, 1.2, 4, 9, 21, 60, -0.3, -0.7, -1.2, -4, -21]) ?? 1
    let end = place + (draw.chance(0.5) ? 1 : events.count)
    for index in place..<min(end, events.count) {
      guard case .observation(.frame(var frame)) = events[index].event else { continue }
      frame.offset = Point(x: frame.offset.x + way, y: frame.offset.y + way)
      events[index].event = .observation(.frame(frame))
    }
  }

  private mutating func injectFaults(atMost count: Int) {
    for _ in 0..<draw.int(in: 0...count) {
      let kind = draw.element(of: InjectedFault.Kind.allCases) ?? .cut
      // An earlier time than the previous one is for the analysis of files, not of stores.
      if kind == .timeBack { continue }
      let amounts = [0.4, 3, 9, 25, 60, 140, -30, -120]
      let fault = InjectedFault(
        kind, gesture: draw.int(in: 0...2), amount: draw.element(of: amounts) ?? 10)
      events = fault.applied(to: events.map { ($0.time, $0.event) }).map { ($0.time, $0.event) }
    }
  }

  /// Adds something that a program or the system did at the time of an event, without a visible effect.
  private mutating func addChange() {
    guard events.count > 4 else { return }
    let place = draw.int(in: 2...(events.count - 1))
    let animations: [ScrollAnimation] = [.none, .automatic, .timed(seconds: 0.4, curve: .easeOut)]
    let destinations: [ScrollDestination] = [
      .id(TargetID(Int64(draw.int(in: 0...20)))), .edge(.top), .edge(.bottom), .edge(.trailing),
      .y(Double(draw.int(in: 0...900))), .x(Double(draw.int(in: 0...900))),
    ]
    let size = Size(width: Double(draw.int(in: 200...500)), height: Double(draw.int(in: 300...900)))
    let insets = Insets(
      top: Double(draw.int(in: 0...90)), left: 0, bottom: Double(draw.int(in: 0...300)), right: 0)
    let changes: [TraceEvent] = [
      .input(
        .command(
          .scroll(
            to: draw.element(of: destinations) ?? .edge(.top),
            anchor: draw.chance(0.5) ? UnitPoint(x: 0.5, y: 0.5) : nil,
            animation: draw.element(of: animations) ?? .none,
            route: draw.element(of: CommandRoute.allCases) ?? .reader,
            preservesVelocity: draw.chance(0.3)))),
      .input(
        .command(
          .write(
            draw.chance(0.8) ? TargetID(Int64(draw.int(in: 0...20))) : nil, anchor: nil,
            animation: .none))
      ),
      .input(.command(.cancel)), .input(.container(ContainerChange(size: size))),
      .input(.container(ContainerChange(insets: insets))),
      .input(.container(ContainerChange(isScrollDisabled: draw.chance(0.5)))),
      .input(
        .edit(
          .insert(
            TargetID("new"), index: Int64(draw.int(in: 0...3)),
            size: Size(width: 200, height: Double(draw.int(in: 20...200)))))),
      .observation(.annotation(Annotation(kind: "app-state", text: "loading"))),
      .stream(.gap(from: events[place].time, to: events[place].time, count: 3)),
    ]
    events.insert((events[place].time, draw.element(of: changes) ?? changes[0]), at: place)
  }

  /// Removes what a recorder does not keep.
  private mutating func degrade() {
    switch draw.int(in: 0...7) {
    case 0, 1: return
    case 2: removePhases()
    case 3: remove { if case .input(.touch) = $0 { true } else { false } }
    case 4:
      removePhases()
      remove {
        switch $0 {
        case .input(.layout), .input(.container), .input(.edit), .observation(.frame): false
        default: true
        }
      }
    case 5:
      information.qualities[.offset] = .throttled(milliseconds: 50)
      var frames = 0
      remove {
        guard case .observation(.frame) = $0 else { return false }
        frames += 1
        return frames % 3 != 1
      }
    case 6:
      changeFrames { frame, draw in
        frame.offset = Point(
          x: frame.offset.x + Double(draw.int(in: -3...3)) / 8,
          y: frame.offset.y + Double(draw.int(in: -3...3)) / 8)
      }
    default: changeFrames { frame, _ in frame.geometry = FrameGeometry() }
    }
  }

  private mutating func removePhases() {
    remove { if case .observation(.phase) = $0 { true } else { false } }
    changeFrames { frame, _ in frame.phase = nil }
  }

  private mutating func remove(_ isRemoved: (TraceEvent) -> Bool) {
    events.removeAll { isRemoved($0.event) }
  }

  private mutating func changeFrames(
    _ change: (inout GeometryFrame, inout SeededGenerator) -> Void
  ) {
    for index in events.indices {
      guard case .observation(.frame(var frame)) = events[index].event else { continue }
      change(&frame, &draw)
      events[index].event = .observation(.frame(frame))
    }
  }
}
