public import ScrollModel

/// Converts the inputs of a trace to a scene and a script.
///
/// For inputs of a simulation, the script produces the same inputs. Other gestures are kept as
/// samples. Changes of the container during a gesture keep their times (`after`). Other inputs that a
/// script cannot express are moved to the end of their gesture, or removed. The caller should compare the
/// outcomes.
public struct ScriptFitter {
  private var actions: [GestureScript.Action] = []
  private var now: Int64 = 0
  private let start: Int64
  private var arrangement: Arrangement
  private let scene: SceneFile
  /// The samples of the current finger, with their times.
  private var contact: [(time: Int64, sample: TouchSample)] = []
  /// Inputs since the current touch or phased wheel gesture began.
  private var delayed: [(time: Int64, input: Input)] = []
  private var wheels: [(time: Int64, sample: WheelSample)] = []

  /// Fits a scene and a script to the events of a trace; nil if the container's size is unknown.
  public static func fit(
    _ events: [SimulationRun.Moment], of information: TraceInformation
  ) -> (scene: SceneFile, script: GestureScript)? {
    guard let opening = SceneFitter.opening(of: events, information) else { return nil }
    var fitter = ScriptFitter(opening.scene, from: events.first?.time.nanoseconds ?? 0)
    for (index, (time, event)) in events.enumerated() where !opening.used.contains(index) {
      if case .input(let input) = event { fitter.take(input, at: time) }
    }
    fitter.endContact()
    fitter.endWheels()
    fitter.applyDelayed()
    return (opening.scene, GestureScript(fitter.actions))
  }

  private init(_ scene: SceneFile, from start: Int64) {
    self.scene = scene
    self.start = start
    var maker = ItemMaker(scene, seed: 1)
    arrangement = Arrangement(scene, maker: &maker)
  }

  private mutating func take(_ input: Input, at time: TraceTime) {
    let moment = time.nanoseconds - start
    switch input {
    case .touch(let sample):
      endWheels()
      guard sample.delivery != .predicted else { return }
      if contact.isEmpty, sample.phase != .began { return }
      if let first = contact.first, first.sample.pointer != sample.pointer { return }
      contact.append((moment, sample))
      if sample.phase == .ended || sample.phase == .cancelled { endContact() }
    case .wheel(let sample):
      guard contact.isEmpty else { return }
      if let last = wheels.last, !Self.continues(last, sample, at: moment) { endWheels() }
      wheels.append((moment, sample))
    case .command, .layout, .edit, .container:
      if contact.isEmpty, !mayGoOn(at: moment) { endWheels() }
      guard contact.isEmpty, wheels.isEmpty else {
        delayed.append((moment, input))
        return
      }
      wait(until: moment)
      apply(input)
    }
  }

  /// Whether wheel samples with phases may continue those before a moment.
  private func mayGoOn(at moment: Int64) -> Bool {
    guard let last = wheels.last, moment - last.time <= 100_000_000 else { return false }
    let momentum = last.sample.momentumPhase
    if momentum != .none { return momentum != .ended && momentum != .cancelled }
    return last.sample.phase != .none
  }

  /// Adds changes of the container until the end of a gesture before the gesture, each after its time.
  private mutating func applyDelayed(during end: Int64) {
    var others: [(time: Int64, input: Input)] = []
    for (moment, input) in delayed {
      guard case .container(var change) = input, moment > now, moment <= end else {
        others.append((moment, input))
        continue
      }
      if change.isScrollDisabled != nil {
        others.append(
          (moment, .container(ContainerChange(isScrollDisabled: change.isScrollDisabled))))
        change.isScrollDisabled = nil
      }
      let first = actions.count
      apply(change)
      for index in first..<actions.count {
        actions[index] = .delayed(moment - now, actions[index])
      }
    }
    delayed = others
  }

  /// Adds what came during the last gesture and after it.
  private mutating func applyDelayed() {
    let inputs = delayed
    delayed = []
    for (moment, input) in inputs {
      wait(until: moment)
      apply(input)
    }
  }

  private mutating func wait(until moment: Int64) {
    guard moment > now else { return }
    actions.append(.wait(moment - now))
    now = moment
  }

  // MARK: Gestures

  private mutating func endContact() {
    guard let first = contact.first else { return }
    guard contact.count >= 2 else {
      contact = []
      return applyDelayed()
    }
    wait(until: first.time)
    let end = contact[contact.count - 1].time
    applyDelayed(during: end)
    let step = StrokeFitter(
      contact.map { ($0.time - first.time, $0.sample) }, in: arrangement.container
    )
    .exact
    actions.append(step)
    now = max(now, end)
    contact = []
    applyDelayed()
  }

  /// Whether a wheel sample continues the previous one.
  private static func continues(
    _ last: (time: Int64, sample: WheelSample), _ sample: WheelSample, at time: Int64
  ) -> Bool {
    if sample.phase == .began || sample.phase == .mayBegin { return false }
    if sample.phase != .none || sample.momentumPhase != .none { return true }
    return last.sample == sample && time - last.time <= 100_000_000
  }

  private mutating func endWheels() {
    guard let first = wheels.first, let last = wheels.last else { return }
    defer {
      wheels = []
      applyDelayed()
    }
    if first.sample.phase == .none, first.sample.momentumPhase == .none {
      return addNotches()
    }
    wait(until: first.time)
    applyDelayed(during: last.time)
    let momentum = wheels.first { $0.sample.momentumPhase != .none }
    let fingers = wheels.filter { $0.sample.momentumPhase == .none }
    let way = fingers.reduce(Vector.zero) { sum, wheel in
      Vector(dx: sum.dx + wheel.sample.delta.dx, dy: sum.dy + wheel.sample.delta.dy)
    }
    let end = fingers.last?.time ?? first.time
    actions.append(
      .trackpad(
        way, duration: max(1_000_000, end - first.time),
        momentum: momentum.map { _ in max(1_000_000, last.time - end) }))
    now = max(now, last.time)
  }

  /// Adds notches with equal intervals as one step; the wait after the last one is one interval
  /// shorter.
  private mutating func addNotches() {
    let times = wheels.map(\.time)
    let every = times.count > 1 ? times[1] - times[0] : 0
    let isEven = zip(times, times.dropFirst()).allSatisfy { $1 - $0 == every }
    if isEven, every > 0 {
      wait(until: times[0])
      actions.append(.wheel(wheels[0].sample.delta, count: times.count, every: every))
      now = max(now, times[times.count - 1] + every)
      return
    }
    for (time, sample) in wheels {
      wait(until: time)
      actions.append(.wheel(sample.delta, count: 1, every: 0))
    }
  }

  // MARK: Content and container

  private mutating func apply(_ input: Input) {
    switch input {
    case .command(let command): actions.append(.command(command))
    case .container(let change): apply(change)
    case .edit(let edit): apply(edit)
    case .layout(let layout): apply(layout)
    case .touch, .wheel: break
    }
  }

  private mutating func apply(_ change: ContainerChange) {
    if let size = change.size, size != arrangement.container {
      arrangement.container = size
      actions.append(.resize(size))
    }
    if let insets = change.insets, insets != arrangement.insets {
      arrangement.insets = insets
      actions.append(.insets(insets))
    }
    if let isDisabled = change.isScrollDisabled { actions.append(.disable(isDisabled)) }
  }

  private mutating func apply(_ edit: ContentEdit) {
    guard arrangement.givenLayout == nil else { return }
    switch edit {
    case .insert(let id, let index, let size):
      insert(id, at: Int(clamping: index), size ?? .zero)
    case .remove(let id, _): remove(id)
    case .move(let id, let index):
      guard let old = arrangement.entries.firstIndex(where: { $0.id == id }) else { return }
      let new = min(max(0, Int(clamping: index)), arrangement.entries.count - 1)
      arrangement.entries.insert(arrangement.entries.remove(at: old), at: new)
      actions.append(.move(id, to: new))
    case .resize(let id, let size): grow(id, to: size)
    }
  }

  private mutating func insert(_ id: TargetID, at index: Int, _ size: Size) {
    let index = min(max(0, index), arrangement.entries.count)
    let isMeasured = arrangement.measuresInsertion(at: index)
    let size = arrangement.itemSize(of: size)
    arrangement.entries.insert(
      Arrangement.Entry(id: id, size: size, isMeasured: isMeasured), at: index)
    actions.append(.insert(id, at: index, size))
  }

  private mutating func remove(_ id: TargetID) {
    guard let index = arrangement.entries.firstIndex(where: { $0.id == id }) else { return }
    arrangement.entries.remove(at: index)
    actions.append(.remove(id))
  }

  private mutating func grow(_ id: TargetID, to size: Size) {
    guard let index = arrangement.entries.firstIndex(where: { $0.id == id }) else { return }
    let size = arrangement.itemSize(of: size)
    guard arrangement.entries[index].size != size else { return }
    arrangement.entries[index].size = size
    actions.append(.grow(id, size))
  }

  /// Converts an unexplained layout to the edits that produce it.
  private mutating func apply(_ layout: Layout) {
    guard arrangement.givenLayout == nil, arrangement.layout() != layout else { return }
    if measures(layout) { return }
    let wanted = layout.targets.map(\.id)
    let known = Set(wanted)
    for id in arrangement.entries.map(\.id) where !known.contains(id) { remove(id) }
    for (index, target) in layout.targets.enumerated() {
      if !arrangement.entries.contains(where: { $0.id == target.id }) {
        insert(target.id, at: index, target.frame.size)
      } else if !target.isEstimated {
        let size = arrangement.itemSize(of: target.frame.size)
        if let place = arrangement.entries.firstIndex(where: { $0.id == target.id }),
          arrangement.length(arrangement.entries[place].size) != arrangement.length(size)
        {
          grow(target.id, to: target.frame.size)
        }
      }
    }
  }

  /// Whether a lazy stack produces this layout by measuring more items.
  private mutating func measures(_ layout: Layout) -> Bool {
    let count =
      layout.targets.count { !$0.isEstimated } - arrangement.entries.count { $0.isMeasured }
    guard count > 0, layout.targets.count == arrangement.entries.count else { return false }
    var measured = arrangement
    measured.measure(count)
    guard measured.layout() == layout else { return false }
    arrangement = measured
    actions.append(.measure(count))
    return true
  }
}
