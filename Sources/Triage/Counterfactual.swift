public import Analysis
public import Replay
import ScrollEngine
public import ScrollModel
import TraceStore

/// The smallest changes of one quantity that change the chosen target of a release.
public struct Counterfactual: Hashable, Sendable {
  /// The changed quantity of a release.
  public enum Quantity: String, CaseIterable, Hashable, Sendable {
    /// The offset of the release, in points.
    case offset
    /// The velocity, in points per second.
    case velocity
    /// The length of every item, in points.
    case itemLength = "item-length"
    /// The gap between items, in points.
    case spacing
    /// The leading inset, in points.
    case inset
    /// The time of the finger's lift, in milliseconds.
    case time

    /// The unit of its changes.
    public var unit: String {
      switch self {
      case .velocity: "pt/s"
      case .time: "ms"
      case .offset, .itemLength, .spacing, .inset: "pt"
      }
    }
  }

  /// A change with another choice, and its neighbor with the same choice; both were simulated to
  /// the end.
  public struct Change: Hashable, Sendable {
    /// The smallest change with another choice.
    public var turns: Double
    /// The largest smaller change, with the same target or without an aligned target.
    public var stays: Double
    /// The other target, and its resting offset.
    public var id: TargetID?
    /// The resting offset with the first change, and with the second.
    public var rest, restBefore: Double
  }

  /// The quantity.
  public var quantity: Quantity
  /// The smallest decrease; nil if none within the limit changes the choice.
  public var less: Change?
  /// The smallest increase.
  public var more: Change?
  /// The reason why the quantity was not examined.
  public var obstacle: String?
}

extension Outcome {
  /// Finds the changes of each settle that result in another target under a configuration.
  ///
  /// The changes are made at the time of the release. Nil for a settle whose decision does not
  /// follow from the offset and the velocity of its release.
  public func counterfactuals(
    of reports: [SettleReport], under configuration: Configuration, _ registry: BehaviorRegistry
  ) throws -> [[Counterfactual]?] {
    let contents = try store.contents(of: trace.id)
    func plan(_ drive: Drive?) throws -> ReplayPlan {
      try ReplayPlan(
        configuration, of: trace.information, contents, drive: drive,
        behavior: registry.behavior(of: configuration))
    }
    let decided = try self.plan ?? plan(contents.hasFrames ? .offset : nil)
    let states = try releaseStates(of: reports, decided)
    var lifts: [Counterfactual?] = reports.map { _ in nil }
    let gestures = try plan(nil)
    if gestures.drive.drive == .gesture, contents.hasTouches {
      lifts = try self.lifts(of: reports, gestures)
    }
    return zip(states, lifts).map { state, lift in
      state.map { $0 + [lift ?? LiftExperiment.missing(gestures.drive.drive)] }
    }
  }

  /// Replays the outcome and examines each release at its time.
  private func releaseStates(
    of reports: [SettleReport], _ plan: ReplayPlan
  ) throws -> [[Counterfactual]?] {
    let run = ReplayRun(plan)
    let isShown = plan.drive.drive == .offset
    let order = reports.indices.sorted { reports[$0].release.time < reports[$1].release.time }
    var next = 0
    var found: [[Counterfactual]?] = reports.map { _ in nil }
    func ask(before time: TraceTime?) {
      while next < order.count {
        let report = reports[order[next]]
        // Recorded frames at the time of the release still contain its offset.
        let isPast =
          isShown ? time.map { report.release.time < $0 } : time.map { report.release.time <= $0 }
        guard isPast ?? true else { return }
        found[order[next]] = ReleaseExperiment(report, run)?.counterfactuals
        next += 1
      }
    }
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        ask(before: time)
        run.take(event, at: time)
      }
    }
    ask(before: nil)
    return found
  }

  /// Moves the lift of each gesture to other times; nil for a release that is no lift.
  private func lifts(
    of reports: [SettleReport], _ plan: ReplayPlan
  ) throws -> [Counterfactual?] {
    let gestures = try gestures(endingAt: Set(reports.map(\.release.time)))
    var found: [Counterfactual?] = reports.map { _ in nil }
    let run = ReplayRun(plan)
    var count = 0
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        if let inputs = gestures[count], let end = inputs.last?.time {
          for index in reports.indices where reports[index].release.time == end {
            found[index] = LiftExperiment(reports[index], run, inputs)?.counterfactual
          }
        }
        run.take(event, at: time)
        count += 1
      }
    }
    return found
  }

  /// The inputs from the touch to its lift at one of some times, by the index of the touch event.
  private func gestures(
    endingAt releases: Set<TraceTime>
  ) throws -> [Int: [(time: TraceTime, input: Input)]] {
    var gestures: [Int: [(time: TraceTime, input: Input)]] = [:]
    var (count, began) = (0, 0)
    var inputs: [(time: TraceTime, input: Input)] = []
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        count += 1
        guard case .input(let input) = event else { continue }
        let phase: TouchPhase? = if case .touch(let sample) = input { sample.phase } else { nil }
        if phase == .began { (began, inputs) = (count - 1, []) }
        guard phase == .began || !inputs.isEmpty else { continue }
        inputs.append((time, input))
        if phase == .ended, releases.contains(time) { gestures[began] = inputs }
      }
    }
    return gestures
  }
}

/// Changes a release at its time, and finds the changes with another target.
struct ReleaseExperiment {
  private let run: ReplayRun
  private let base: ReleaseVariation
  private let settle: Settle
  private let tolerance: Double

  /// Prepares the examination of a release; nil if its decision cannot be repeated.
  init?(_ report: SettleReport, _ run: ReplayRun) {
    guard let decided = report.configured, decided.rule != .natural || decided.chosenID != nil
    else { return nil }
    let isShown = run.plan.drive.drive == .offset
    let offset = isShown ? run.place(along: report.axis) : report.release.offset
    var base = ReleaseVariation(
      axis: report.axis, velocity: decided.velocity, offset: offset, original: decided.original)
    guard var settle = run.answer(to: base)?.settle else { return nil }
    if settle.natural != decided.natural {
      // The finger may have moved after the last frame.
      base.offset += decided.natural - settle.natural
      guard let moved = run.answer(to: base)?.settle else { return nil }
      settle = moved
    }
    guard settle.chosenID == decided.chosenID,
      (settle.chosen - decided.chosen).magnitude <= report.tolerance
    else { return nil }
    self.run = run
    self.base = base
    self.settle = settle
    tolerance = report.tolerance
  }

  /// The smallest changes of every quantity except time.
  var counterfactuals: [Counterfactual] {
    Counterfactual.Quantity.allCases.filter { $0 != .time }.map { quantity in
      // A position without a target differs in every other layout.
      guard quantity.isOfRelease || settle.chosenID != nil else {
        return Counterfactual(
          quantity: quantity, obstacle: "the rest is no item, so lengths do not choose it")
      }
      let limits = limits(of: quantity)
      return Counterfactual(
        quantity: quantity, less: turn(quantity, upTo: limits.less),
        more: turn(quantity, upTo: limits.more))
    }
  }

  /// The limits of a change: down to lengths of 1 pt, and up to ten containers or 10,000 pt/s.
  private func limits(of quantity: Counterfactual.Quantity) -> (less: Double, more: Double) {
    let lengths = run.lengths(along: base.axis)
    switch quantity {
    case .offset: return (-10 * lengths.container, 10 * lengths.container)
    case .velocity: return (-10_000, 10_000)
    case .itemLength: return (min(0, 1 - lengths.shortestItem), lengths.container)
    case .spacing: return (-lengths.shortestGap, lengths.container)
    case .inset: return (-lengths.inset, lengths.container / 2)
    case .time: return (0, 0)
    }
  }

  private func varied(_ quantity: Counterfactual.Quantity, by change: Double) -> ReleaseVariation {
    var variation = base
    switch quantity {
    case .offset: variation.offset += change
    case .velocity: variation.velocity += change
    case .itemLength: variation.itemLength = change
    case .spacing: variation.spacing = change
    case .inset: variation.inset = change
    case .time: break
    }
    return variation
  }

  private func turn(
    _ quantity: Counterfactual.Quantity, upTo limit: Double
  ) -> Counterfactual.Change? {
    let search = TurnSearch { change in
      let answer = run.answer(to: varied(quantity, by: change))
      // In another layout every position differs: only another target counts.
      guard let answer, quantity.isOfRelease || answer.settle.chosenID != nil else { return false }
      return settle.leadsElsewhere(answer.settle, tolerance)
    }
    guard let found = search.turn(upTo: limit) else { return nil }
    return Counterfactual.Change(found, settle, isOfRelease: quantity.isOfRelease, tolerance) {
      run.answer(to: varied(quantity, by: $0), plays: true)
    }
  }
}

extension Counterfactual.Quantity {
  /// Whether it changes the release, and not the layout.
  fileprivate var isOfRelease: Bool { self == .offset || self == .velocity || self == .time }
}

extension Settle {
  /// Whether another decision has another target, or another position if one of them has no target.
  fileprivate func leadsElsewhere(_ other: Settle, _ tolerance: Double) -> Bool {
    if chosenID != nil, other.chosenID != nil { return chosenID != other.chosenID }
    return (chosen - other.chosen).magnitude > tolerance
  }
}

extension Counterfactual.Change {
  /// Simulates both sides; nil unless the content actually rests at each decision.
  fileprivate init?(
    _ found: (stays: Double, turns: Double), _ settle: Settle, isOfRelease: Bool,
    _ tolerance: Double, _ play: (Double) -> ReleaseOutcome?
  ) {
    guard let other = play(found.turns), let same = play(found.stays), let rest = other.rest,
      let restBefore = same.rest, settle.leadsElsewhere(other.settle, tolerance),
      !isOfRelease && same.settle.chosenID == nil
        || !settle.leadsElsewhere(same.settle, tolerance),
      (rest - other.settle.chosen).magnitude <= tolerance,
      (restBefore - same.settle.chosen).magnitude <= tolerance
    else { return nil }
    self.init(
      turns: found.turns, stays: found.stays, id: other.settle.chosenID, rest: rest,
      restBefore: restBefore)
  }
}

/// Moves the lift of a gesture to other times.
struct LiftExperiment {
  /// The step and the limit of the time change, in milliseconds.
  private static let (step, reach) = (1, 250)

  private let run: ReplayRun
  private let inputs: [(time: TraceTime, input: Input)]
  private let axis: Axis
  private let settle: Settle
  private let tolerance: Double

  /// Prepares a gesture whose inputs begin with a touch and end with its lift; nil if its replay
  /// chooses another target than the explained decision.
  init?(
    _ report: SettleReport, _ run: ReplayRun,
    _ inputs: [(time: TraceTime, input: Input)]
  ) {
    guard let decided = report.configured,
      let settle = run.answer(after: inputs, report.axis)?.settle,
      !decided.leadsElsewhere(settle, report.tolerance)
    else { return nil }
    (self.run, self.inputs, self.settle) = (run, inputs, settle)
    (axis, tolerance) = (report.axis, report.tolerance)
  }

  /// The result for an impossible experiment.
  static func missing(_ drive: Drive) -> Counterfactual {
    Counterfactual(
      quantity: .time,
      obstacle: drive == .gesture
        ? "the replay of the gesture leads to another target"
        : "no recorded touches drive the replay")
  }

  /// The smallest changes of the time, in whole milliseconds.
  var counterfactual: Counterfactual {
    Counterfactual(quantity: .time, less: turn(-1), more: turn(1))
  }

  private func turn(_ sign: Int) -> Counterfactual.Change? {
    for number in 1...(Self.reach / Self.step) {
      let change = sign * number * Self.step
      guard let moved = lifted(by: change) else { return nil }
      guard let answer = run.answer(after: moved, axis),
        settle.leadsElsewhere(answer.settle, tolerance)
      else { continue }
      let stays = Double(sign * (number - 1) * Self.step)
      return Counterfactual.Change(
        (stays, Double(change)), settle, isOfRelease: true, tolerance
      ) { change in
        lifted(by: Int(change)).flatMap { run.answer(after: $0, axis, plays: true) }
      }
    }
    return nil
  }

  /// The inputs with a lift delayed by a number of milliseconds; nil if it would precede the touch.
  ///
  /// A finger that lifts earlier does so at its position then; one that lifts later stays at its
  /// last position.
  private func lifted(by milliseconds: Int) -> [(time: TraceTime, input: Input)]? {
    guard let (end, input) = inputs.last, case .touch(var lift) = input else { return nil }
    let time = end.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    guard time > inputs[0].time else { return nil }
    var kept = Array(inputs.dropLast().prefix { $0.time < time })
    if milliseconds < 0 { lift.position = position(at: time) ?? lift.position }
    kept.append((time, .touch(lift)))
    return kept
  }

  /// The position of the finger at a time, interpolated between two samples.
  private func position(at time: TraceTime) -> Point? {
    var before: (time: TraceTime, position: Point)?
    for case (let moment, .touch(let sample)) in inputs where sample.delivery != .predicted {
      guard moment >= time, let start = before else {
        before = (moment, sample.position)
        continue
      }
      let span = Double(moment.nanoseconds(since: start.time))
      let share = span > 0 ? Double(time.nanoseconds(since: start.time)) / span : 1
      return Point(
        x: start.position.x + (sample.position.x - start.position.x) * share,
        y: start.position.y + (sample.position.y - start.position.y) * share)
    }
    return before?.position
  }
}
