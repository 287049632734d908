import ScrollModel

// Faults of reports other than the motion.
extension FaultyStream {
  /// Adds the events of a fault 300 ms after a rest.
  mutating func add(_ kind: InjectedFault.Kind, _ amount: Double, after settle: Settle) {
    guard let frame = frame(at: settle.rested) else { return }
    let time = events[settle.rested].time.advanced(byNanoseconds: 300_000_000)
    switch kind {
    case .leapAtRest:
      let after = events.firstIndex { $0.time > time } ?? events.count
      mapOffsets(from: after, to: events.count) { _, offset in offset + amount }
      insert([(time, .observation(.frame(moved(frame, to: offset(frame) + amount))))])
    case .contentPingPong, .insetPingPong, .conventionFlip:
      insert(series(kind, amount, frame, from: time))
    case .illegalPhase:
      insert([
        (time, .observation(.phase(PhaseChange(old: .idle, new: .decelerating)))),
        (
          time.advanced(byNanoseconds: 1_000_000),
          .observation(.phase(PhaseChange(old: .decelerating, new: .idle)))
        ),
      ])
    case .writeLoop: insert(writes(from: time))
    case .flicker: insert(flickers(before: settle.rested, from: time))
    case .falseImpression:
      guard let id = lastLayout(before: settle.rested)?.targets.last?.id else { return }
      insert([(time, .observation(.visibility(VisibilityEvent(id: id, isVisible: true))))])
    case .timeBack:
      let note = Annotation(kind: "mark", text: "late")
      let late = time.advanced(byNanoseconds: -400_000_000)
      let place = events.firstIndex { $0.time > time } ?? events.count
      events.insert((late, .observation(.annotation(note))), at: place)
    default: break
    }
  }

  /// Frames at rest with alternating geometry.
  private func series(
    _ kind: InjectedFault.Kind, _ amount: Double, _ frame: GeometryFrame, from time: TraceTime
  ) -> [SimulationRun.Moment] {
    let count = kind == .conventionFlip ? 2 : 12
    return (0..<count).map { number in
      var frame = frame
      if number % 2 == 0 {
        switch kind {
        case .contentPingPong:
          frame.geometry.contentSize = frame.geometry.contentSize.map {
            isVertical
              ? Size(width: $0.width, height: $0.height + amount)
              : Size(width: $0.width + amount, height: $0.height)
          }
        case .insetPingPong: frame.geometry.insets = inset(frame.geometry.insets, by: amount)
        default:
          frame.geometry.insets = inset(frame.geometry.insets, by: amount)
          frame.geometry.containerSize = frame.geometry.containerSize.map {
            isVertical
              ? Size(width: $0.width, height: $0.height - amount)
              : Size(width: $0.width - amount, height: $0.height)
          }
          frame = moved(frame, to: offset(frame) - amount)
        }
      }
      let moment = time.advanced(byNanoseconds: Int64(number) * 16_000_000)
      return (moment, .observation(.frame(frame)))
    }
  }

  private func inset(_ insets: Insets?, by amount: Double) -> Insets? {
    insets.map {
      Insets(
        top: $0.top + (isVertical ? amount : 0), left: $0.left + (isVertical ? 0 : amount),
        bottom: $0.bottom, right: $0.right)
    }
  }

  private func writes(from time: TraceTime) -> [SimulationRun.Moment] {
    let ids = lastLayout(before: events.count)?.targets.prefix(2).map(\.id) ?? []
    guard ids.count == 2 else { return [] }
    return (0..<6).map { number in
      let moment = time.advanced(byNanoseconds: Int64(number) * 16_000_000)
      return (moment, .input(.command(.write(ids[number % 2], anchor: nil, animation: .none))))
    }
  }

  /// Events in which the most recently visible target disappears and reappears three times.
  private func flickers(before place: Int, from time: TraceTime) -> [SimulationRun.Moment] {
    var visible: [TargetID] = []
    for index in events.indices.prefix(place) {
      guard case .observation(.visibility(let event)) = events[index].event else { continue }
      visible.removeAll { $0 == event.id }
      if event.isVisible { visible.append(event.id) }
    }
    guard let id = visible.last else { return [] }
    return (0..<6).map { number in
      let moment = time.advanced(byNanoseconds: Int64(number) * 20_000_000)
      let event = VisibilityEvent(id: id, isVisible: number % 2 == 1)
      return (moment, .observation(.visibility(event)))
    }
  }

  mutating func returnID(in settle: Settle) {
    let middle = settle.released + (settle.rested - settle.released) / 2
    guard let ids = lastLayout(before: middle)?.targets.prefix(2).map(\.id), ids.count == 2,
      events.indices.contains(middle)
    else { return }
    let time = events[middle].time
    insert(
      [0, 1, 0].enumerated().map { number, id in
        let moment = time.advanced(byNanoseconds: Int64(number) * 8_000_000)
        return (moment, .observation(.position(PositionReport(id: ids[id]))))
      })
  }

  mutating func dropReports(from number: Int) {
    guard let settle = settle(max(1, number)) else { return }
    for index in (settle.began..<events.count).reversed() {
      if case .observation(.position) = events[index].event { events.remove(at: index) }
    }
  }

  mutating func dropLastImpression() {
    for index in events.indices.reversed() {
      switch events[index].event {
      case .observation(.visibility(let event)) where event.isVisible:
        events.removeAll {
          if case .observation(.visibility(let other)) = $0.event {
            other.id == event.id
          } else {
            false
          }
        }
        return
      case .observation(.visibleSet):
        events.remove(at: index)
        return
      default: continue
      }
    }
  }

  mutating func dropInitialImpressions() {
    let first = events.firstIndex {
      if case .input(.touch) = $0.event { true } else { false }
    }
    for index in events.indices.prefix(first ?? events.count).reversed() {
      switch events[index].event {
      case .observation(.visibility), .observation(.visibleSet): events.remove(at: index)
      default: break
      }
    }
  }

  mutating func splitSets() {
    var phase = ScrollPhase.idle
    let index = events.firstIndex { _, event in
      switch event {
      case .observation(.phase(let change)):
        phase = change.new
        return false
      case .observation(.visibleSet(let set)): return phase == .idle && set.ids.count > 1
      default: return false
      }
    }
    guard let index, case .observation(.visibleSet(let set)) = events[index].event
    else { return }
    let time = events[index].time
    events.remove(at: index)
    insert(
      (1...set.ids.count).map { count in
        let moment = time.advanced(byNanoseconds: Int64(count - 1) * 100_000_000)
        let part = VisibleSet(ids: Array(set.ids.prefix(count)), threshold: set.threshold)
        return (moment, .observation(.visibleSet(part)))
      })
  }
}
