import Replay
import ScrollModel
import TraceStore

extension CanonicalBytes {
  mutating func add(_ baseline: WorkbenchStart) {
    add(baseline.configuration)
    add(optional: baseline.container) { $0.add($1) }
    add(baseline.isRightToLeft)
    add(baseline.gestures, samples: [])
  }

  mutating func add(_ run: WorkbenchRun) {
    let columns = run.columns
    add(columns.digest)
    add(Int64(columns.times.count))
    add(column: columns.times)
    add(column: columns.xs)
    add(column: columns.ys)
    add(Int64(columns.phases.count))
    for (time, phase) in columns.phases {
      add(time.milliseconds)
      add(phase.word)
    }
    add(Int64(columns.ids.count))
    for (time, id) in columns.ids {
      add(time.milliseconds)
      add(optional: id?.displayText) { $0.add($1) }
    }
    add(columns.sets)
    add(Int64(columns.decisions.count))
    for decision in columns.decisions { add(decision, columns) }
    add(Self.hexText(run.tally.digest))
    add(run.inputs.opening.isRightToLeft)
    add(run.inputs.gestures, samples: run.inputs.events)
    let shows = run.changesScene
    add(optional: shows ? run.inputs.events : nil) { $0.add(layouts: $1) }
    add(optional: shows ? run.inputs.events : nil) { $0.add(containers: $1) }
  }

  private static func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Adds gestures, each with the direct samples of its fingers if events are given.
  private mutating func add(
    _ gestures: [RecordedGesture], samples events: [(time: TraceTime, event: TraceEvent)]
  ) {
    add(Int64(gestures.count))
    for gesture in gestures {
      add(Int64(gesture.number))
      add(gesture.kind.rawValue)
      add(gesture.start.milliseconds)
      add(gesture.end.milliseconds)
      add(gesture.first)
      add(gesture.last)
      add(gesture.velocity)
      let shown = gesture.kind == .touch && !events.isEmpty ? gesture.events : nil
      add(optional: shown) { bytes, places in
        let samples = places.compactMap { place -> (TraceTime, Point)? in
          guard case (let time, .input(.touch(let sample))) = events[place],
            sample.delivery == .direct
          else { return nil }
          return (time, sample.position)
        }
        bytes.add(Int64(samples.count))
        for (time, position) in samples {
          bytes.add(time.milliseconds)
          bytes.add(position)
        }
      }
    }
  }

  private mutating func add(layouts events: [(time: TraceTime, event: TraceEvent)]) {
    let layouts = events.compactMap { time, event -> (TraceTime, Layout)? in
      if case .input(.layout(let layout)) = event { (time, layout) } else { nil }
    }
    add(Int64(layouts.count))
    for (time, layout) in layouts {
      add(time.milliseconds)
      add(Int64(layout.targets.count))
      for target in layout.targets {
        add(target.id.displayText)
        add(target.frame)
      }
    }
  }

  /// Adds each container as it is after a change.
  private mutating func add(containers events: [(time: TraceTime, event: TraceEvent)]) {
    var (known, containers) = (ContainerChange(), [(TraceTime, ContainerChange)]())
    for case (let time, .input(.container(let change))) in events {
      known = known.changed(by: change)
      containers.append((time, known))
    }
    add(Int64(containers.count))
    for (time, container) in containers {
      add(time.milliseconds)
      add(container.size ?? .zero)
      add(container.insets ?? .zero)
    }
  }

  private mutating func add(column values: [Double]) {
    values.withUnsafeBytes { values in
      extend(by: values.count) { $0.copyMemory(from: values) }
    }
  }

  /// Adds the ids that are visible at some time, and then each set as indices of ids.
  private mutating func add(_ sets: [(time: TraceTime, ids: ArraySlice<TargetID>)]) {
    var numbers: [TargetID: Int64] = [:]
    var names: [TargetID] = []
    for set in sets {
      for id in set.ids where numbers[id] == nil {
        numbers[id] = Int64(names.count)
        names.append(id)
      }
    }
    add(Int64(names.count))
    for id in names { add(id.displayText) }
    add(Int64(sets.count))
    for set in sets {
      add(set.time.milliseconds)
      add(Int64(set.ids.count))
      for id in set.ids { add(numbers[id] ?? 0) }
    }
  }

  private mutating func add(_ decision: RunColumns.Decision, _ columns: RunColumns) {
    let settle = decision.settle
    add(settle.time.milliseconds)
    add(settle.axis == .vertical)
    add(settle.velocity)
    add(decision.proposed)
    add(decision.offset(settle.chosen))
    add(optional: settle.chosenID?.displayText) { $0.add($1) }
    add(settle.rule.rawValue)
    add(settle.clamp.rawValue)
    add(optional: settle.limit) { $0.add(Int64($1)) }
    add(optional: columns.rest(of: decision)) {
      $0.add($1.time.milliseconds)
      $0.add($1.offset)
    }
    add(Int64(settle.candidates.count))
    for candidate in settle.candidates {
      add(optional: candidate.id?.displayText) { $0.add($1) }
      add(decision.offset(candidate.offset))
      add(candidate.offset == settle.chosen && candidate.id == settle.chosenID)
    }
  }
}
