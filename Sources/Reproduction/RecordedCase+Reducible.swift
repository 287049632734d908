import ScrollModel
import Simulation

extension RecordedCase: Reducible {
  /// The passes in order; each returns cases after a single step.
  private static let passes: [(name: String, make: @Sendable (RecordedCase) -> [RecordedCase])] = [
    ("drop labels", { $0.withoutLabels }),
    ("drop views", { $0.droppingViews }),
    ("cut the end", { $0.cuttingEnd }),
    ("cut the beginning", { $0.cuttingBeginning }),
    ("drop spans", { $0.droppingSpans }),
    ("drop items", { $0.droppingItems }),
    ("drop kinds of observations", { $0.droppingKinds }),
    ("drop inputs", { $0.droppingInputs }),
    ("drop time", { $0.droppingTime }),
    ("drop keys", { $0.droppingKeys }),
  ]

  static var passNames: [String] { passes.map(\.name) }

  func candidates(ofPass index: Int) -> [RecordedCase] {
    Self.passes[index].make(self).filter { $0.weight < weight }
  }

  /// The hash of the case; equal hashes are treated as equal cases.
  var key: [UInt8] {
    var hasher = Hasher()
    for view in [NestedView(information: information, events: events)] + others {
      hasher.combine(view.information)
      for (time, event) in view.events {
        hasher.combine(time)
        hasher.combine(event)
      }
    }
    let hash = UInt64(bitPattern: Int64(hasher.finalize()))
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
  }

  private func with(_ events: [SimulationRun.Moment]) -> RecordedCase {
    var changed = self
    changed.events = events
    return changed
  }

  /// Removes another view, if no remaining one is in it.
  private var droppingViews: [RecordedCase] {
    others.indices.compactMap { index in
      let name = others[index].information.name
      let left = others.indices.filter { $0 != index }.map { others[$0] }
      guard information.parentName != name,
        !left.contains(where: { $0.information.parentName == name })
      else { return nil }
      var changed = self
      changed.others = left
      return changed
    }
  }

  private var withoutLabels: [RecordedCase] {
    var plain = self
    (plain.information.device, plain.information.system, plain.information.app) = (nil, nil, nil)
    var cases = [plain]
    // Metadata may identify the page or the simulation, which a diagnosis may depend on.
    plain.information = TraceInformation(
      name: information.name, coordinateSpace: information.coordinateSpace)
    plain.information.parentName = others.isEmpty ? nil : information.parentName
    plain.information.declaredConfiguration = information.declaredConfiguration
    plain.information.axes = information.axes
    plain.information.scale = information.scale
    plain.information.qualities = information.qualities
    cases.insert(plain, at: 0)
    return cases
  }

  // MARK: Time

  /// The times of beginnings and ends: touches, commands, edits, rests.
  private var borders: [Int] {
    var borders: [Int] = []
    for (index, moment) in events.enumerated() {
      switch moment.event {
      case .input(.touch(let sample)) where sample.phase == .began: borders.append(index)
      case .input(.command), .input(.edit), .input(.container), .input(.layout):
        borders.append(index)
      case .observation(.phase(let change)) where change.new == .idle: borders.append(index + 1)
      default: break
      }
    }
    return borders
  }

  /// These times and even fractions of the whole, in order.
  private var cuts: [Int] {
    let shares = (1..<16).map { events.count * $0 / 16 }
    let fine = (1...8).flatMap { [$0, events.count - $0] }
    return Set(borders + shares + fine).filter { $0 > 0 && $0 < events.count }.sorted()
  }

  /// Cuts the end at a rest: moving content has no final offset yet.
  private var cuttingEnd: [RecordedCase] {
    let (isQuiet, moves) = (isQuiet, moves)
    let rests = events.indices.dropFirst().filter { moves[$0 - 1] && !moves[$0] }
    return Set(cuts + rests).sorted().filter { cut in
      let end = events[cut - 1].time
      let next = events[cut...].prefix { $0.time.nanoseconds(since: end) <= 100_000_000 }
      return isQuiet[cut] && !next.indices.contains { moves[$0] }
    }.map { cut in
      var shorter = with(Array(events.prefix(cut)))
      let end = events[cut - 1].time
      for index in others.indices {
        shorter.others[index].events = others[index].events.filter { $0.time <= end }
      }
      return shorter
    }
  }

  /// Whether nothing moves and no finger is down before each event.
  private var isQuiet: [Bool] {
    var fingers: Set<Int64> = []
    var phase = ScrollPhase.idle
    let moves = moves
    return events.enumerated().map { index, moment in
      defer {
        switch moment.event {
        case .input(.touch(let sample)) where sample.phase == .began: fingers.insert(sample.pointer)
        case .input(.touch(let sample)) where sample.phase == .ended || sample.phase == .cancelled:
          fingers.remove(sample.pointer)
        case .observation(.phase(let change)): phase = change.new
        case .observation(.frame(let frame)): phase = frame.phase ?? phase
        default: break
        }
      }
      return fingers.isEmpty && phase == .idle && !moves[index]
    }
  }

  /// Whether the frames around each event have different offsets within 100 ms.
  private var moves: [Bool] {
    var moves = [Bool](repeating: false, count: events.count)
    var last: (index: Int, offset: Point)?
    for (index, moment) in events.enumerated() {
      guard case .observation(.frame(let frame)) = moment.event else { continue }
      if let last, last.offset != frame.offset,
        moment.time.nanoseconds(since: events[last.index].time) <= 100_000_000
      {
        for place in last.index + 1...index { moves[place] = true }
      }
      last = (index, frame.offset)
    }
    return moves
  }

  /// Cuts the beginning at a rest, because an incomplete gesture would change the case.
  private var cuttingBeginning: [RecordedCase] {
    let isQuiet = isQuiet
    var times: [TraceTime] = []
    for index in cuts.reversed() where isQuiet[index] && times.last != events[index - 1].time {
      times.append(events[index - 1].time)
    }
    return times.compactMap { time in
      guard let late = RecordedCase(information, events).late(from: time) else { return nil }
      var cut = with(late)
      for index in others.indices {
        let view = RecordedCase(others[index].information, others[index].events)
        guard let late = view.late(from: time) else { return nil }
        cut.others[index].events = late
      }
      return cut.startingAtZero
    }
  }

  /// The events that a recorder has which is started at a time.
  private func late(from time: TraceTime) -> [SimulationRun.Moment]? {
    var collector = EventCollector()
    guard (try? LateRecording(of: self, from: time).send(to: &collector)) != nil else { return nil }
    return collector.events
  }

  private var startingAtZero: RecordedCase {
    let first = ([events] + others.map(\.events)).compactMap(\.first?.time.nanoseconds).min()
    guard let start = first, start > 0 else { return self }
    func shifted(_ events: [SimulationRun.Moment]) -> [SimulationRun.Moment] {
      events.map { ($0.time.advanced(byNanoseconds: -start), $0.event) }
    }
    var moved = with(shifted(events))
    for index in others.indices { moved.others[index].events = shifted(others[index].events) }
    return moved
  }

  /// Removes the events between two times with the same resting offset.
  private var droppingSpans: [RecordedCase] {
    // Another view may move, or get a finger, in the time between.
    guard others.isEmpty else { return [] }
    let ends = [0] + borders + [events.count]
    var offsets: [Point?] = []
    var last: Point?
    for moment in events {
      offsets.append(last)
      if case .observation(.frame(let frame)) = moment.event { last = frame.offset }
    }
    offsets.append(last)
    var cases: [RecordedCase] = []
    for (number, start) in ends.enumerated() {
      for end in ends[(number + 1)...].prefix(6) where end > start && offsets[start] == offsets[end]
      {
        let inner = events[start..<end]
        guard end < events.count, !inner.contains(where: { $0.event.changesContent }) else {
          continue
        }
        let gap = events[end].time.nanoseconds(since: events[start].time)
        cases.append(
          with(
            events[..<start]
              + events[end...].map { ($0.time.advanced(byNanoseconds: -gap), $0.event) }))
      }
    }
    return cases.reversed()
  }

  /// Shortens pauses without events.
  private var droppingTime: [RecordedCase] {
    guard others.isEmpty else { return [] }
    return events.indices.dropFirst().flatMap { index -> [RecordedCase] in
      let gap = events[index].time.nanoseconds(since: events[index - 1].time)
      return [100_000_000, 500_000_000].filter { gap > $0 }.map { pause in
        let shift = pause - gap
        return with(
          events[..<index]
            + events[index...].map { ($0.time.advanced(byNanoseconds: shift), $0.event) })
      }
    }
  }

  // MARK: Content

  private var droppingItems: [RecordedCase] {
    var ids: [TargetID] = []
    var known: Set<TargetID> = []
    for case (_, .input(.layout(let layout))) in events {
      for target in layout.targets where known.insert(target.id).inserted { ids.append(target.id) }
    }
    let needed = neededIDs
    return CasePass.runs(of: ids.count).compactMap { range in
      let dropped = Set(ids[range])
      guard dropped.isDisjoint(with: needed) else { return nil }
      return with(events.compactMap { time, event in event.without(dropped).map { (time, $0) } })
    }
  }

  /// The items that were visible; of a page, also those at most a container away.
  ///
  /// Without them, the steps would lead elsewhere. A browser that runs the page of the case snaps to
  /// existing items, regardless of the diagnosis.
  private var neededIDs: Set<TargetID> {
    let isPage = information.coordinateSpace == .cssPixels
    var container = Size.zero
    var (low, high) = (Point.zero, Point.zero)
    var isFirst = true
    for case (_, let event) in events {
      switch event {
      case .input(.container(let change)): container = change.size ?? container
      case .observation(.frame(let frame)):
        let place = frame.offset
        low = isFirst ? place : Point(x: min(low.x, place.x), y: min(low.y, place.y))
        high = isFirst ? place : Point(x: max(high.x, place.x), y: max(high.y, place.y))
        isFirst = false
      default: break
      }
    }
    let margin = isPage ? container : .zero
    let (right, bottom) = (
      high.x + container.width + margin.width, high.y + container.height + margin.height
    )
    var needed: Set<TargetID> = []
    for case (_, .input(.layout(let layout))) in events {
      for target in layout.targets
      where target.frame.origin.x + target.frame.size.width > low.x - margin.width
        && target.frame.origin.x < right
        && target.frame.origin.y + target.frame.size.height > low.y - margin.height
        && target.frame.origin.y < bottom
      {
        needed.insert(target.id)
      }
    }
    return needed
  }

  private var droppingKinds: [RecordedCase] {
    let kinds: [(Observation) -> Bool] = [
      { if case .annotation = $0 { true } else { false } },
      { if case .visibility = $0 { true } else { false } },
      { if case .visibleSet = $0 { true } else { false } },
      { if case .position = $0 { true } else { false } },
      { if case .release = $0 { true } else { false } },
    ]
    return kinds.map { isKind in
      with(
        events.filter { moment in
          guard case .observation(let observation) = moment.event else { return true }
          return !isKind(observation)
        })
    }
  }

  private var droppingInputs: [RecordedCase] {
    var seenLayout = false
    var seenContainer = false
    var singles: [Int] = []
    for (index, moment) in events.enumerated() {
      switch moment.event {
      case .input(.command), .input(.edit): singles.append(index)
      case .input(.layout):
        if seenLayout { singles.append(index) }
        seenLayout = true
      case .input(.container):
        if seenContainer { singles.append(index) }
        seenContainer = true
      default: break
      }
    }
    return CasePass.runs(of: singles.count).map { range in
      let dropped = Set(singles[range])
      return with(events.indices.filter { !dropped.contains($0) }.map { events[$0] })
    }
  }

  private var droppingKeys: [RecordedCase] {
    guard let declared = information.declaredConfiguration.flatMap({ try? Configuration(text: $0) })
    else { return [] }
    return declared.pairs.map { dropped in
      var copy = self
      copy.information.declaredConfiguration = declared.pairs.filter { $0.key != dropped.key }
        .map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      return copy
    }
  }
}

extension TraceEvent {
  /// Whether it changes the content or the container.
  fileprivate var changesContent: Bool {
    switch self {
    case .input(.layout), .input(.edit), .input(.container): true
    default: false
    }
  }

  /// The event in a trace without some targets; nil if it only concerns these.
  fileprivate func without(_ ids: Set<TargetID>) -> TraceEvent? {
    switch self {
    case .input(.layout(var layout)):
      layout.targets.removeAll { ids.contains($0.id) }
      return .input(.layout(layout))
    case .input(.edit(let edit)):
      switch edit {
      case .insert(let id, _, _), .remove(let id, _), .move(let id, _), .resize(let id, _):
        return ids.contains(id) ? nil : self
      }
    case .observation(.visibility(let event)): return ids.contains(event.id) ? nil : self
    case .observation(.visibleSet(var set)):
      set.ids.removeAll { ids.contains($0) }
      return .observation(.visibleSet(set))
    case .observation(.position(let report)):
      return report.id.map { ids.contains($0) } ?? false ? nil : self
    case .input, .observation, .stream: return self
    }
  }
}

/// Collects the events of one trace.
struct EventCollector: TraceSink {
  private(set) var events: [SimulationRun.Moment] = []

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    events.append((time, event))
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
