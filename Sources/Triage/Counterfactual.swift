public import Analysis
public import Replay
import ScrollEngine
public import ScrollModel
import TraceStore

/// The smallest changes of one quantity that lead a release to another target.
public struct Counterfactual: Hashable, Sendable {
  /// What is changed about a release.
  public enum Quantity: String, CaseIterable, Hashable, Sendable {
    /// Where the content is let go, in points.
    case offset
    /// How fast, in points per second.
    case velocity
    /// The length of every item, in points.
    case itemLength = "item-length"
    /// The gap between items, in points.
    case spacing
    /// The leading inset, in points.
    case inset
    /// The moment at which the finger lifts, in milliseconds.
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

  /// A change that leads elsewhere, and its neighbor that does not; both were played to the end.
  public struct Change: Hashable, Sendable {
    /// The smallest change that leads to another target.
    public var turns: Double
    /// The largest change below it, with which the target is the same, or none is aligned.
    public var stays: Double
    /// The other target, and where it is chosen.
    public var id: TargetID?
    /// Where the content rests with the first change, and with the second.
    public var rest, restBefore: Double
  }

  /// The quantity.
  public var quantity: Quantity
  /// The smallest decrease; nil if none up to the limit leads elsewhere.
  public var less: Change?
  /// The smallest increase.
  public var more: Change?
  /// Why the quantity was not examined.
  public var obstacle: String?
}

extension Outcome {
  /// Finds for each settle what would have led to another target under a configuration.
  ///
  /// The changes are made at the moment of the release. Nil for a settle whose decision does not follow from
  /// the offset and the velocity of its release.
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

  /// Runs the outcome and asks about each release at its moment.
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
        // Recorded frames of the moment itself still show where the content was let go.
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

  /// Lifts the finger of each gesture at other moments; nil for a release that is no lift of one.
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

  /// The inputs from the touch to its lift at one of some moments, by the number of the event of the touch.
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

/// Changes a release at its moment, and finds the changes that lead to another target.
struct ReleaseExperiment {
  private let run: ReplayRun
  private let base: ReleaseVariation
  private let settle: Settle
  private let tolerance: Double

  /// Prepares to ask about a release; nil if its decision cannot be asked for again.
  init?(_ report: SettleReport, _ run: ReplayRun) {
    guard let decided = report.configured, decided.rule != .natural || decided.chosenID != nil
    else { return nil }
    let isShown = run.plan.drive.drive == .offset
    let offset = isShown ? run.place(along: report.axis) : report.release.offset
    var base = ReleaseVariation(
      axis: report.axis, velocity: decided.velocity, offset: offset, original: decided.original)
    guard var settle = run.answer(to: base)?.settle else { return nil }
    if settle.natural != decided.natural {
      // The finger may have moved on after the last frame.
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

  /// The smallest changes of every quantity but time.
  var counterfactuals: [Counterfactual] {
    Counterfactual.Quantity.allCases.filter { $0 != .time }.map { quantity in
      // A place that is no target is another one in every other layout.
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

  /// How far a quantity is changed: to lengths of 1 pt, and by ten containers or 10,000 pt/s.
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
      // In another layout a place is another one anyway: only another target counts.
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
  /// Whether it is about the release, and not about the layout.
  fileprivate var isOfRelease: Bool { self == .offset || self == .velocity || self == .time }
}

extension Settle {
  /// Whether another decision leads to another target, or to another place if one of them is no target.
  fileprivate func leadsElsewhere(_ other: Settle, _ tolerance: Double) -> Bool {
    if chosenID != nil, other.chosenID != nil { return chosenID != other.chosenID }
    return (chosen - other.chosen).magnitude > tolerance
  }
}

extension Counterfactual.Change {
  /// Plays both sides; nil unless the content really rests where each of them decides.
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

/// Lifts the finger of a gesture at other moments.
struct LiftExperiment {
  /// The step in which the moment changes, in milliseconds, and how far it does.
  private static let (step, reach) = (1, 250)

  private let run: ReplayRun
  private let inputs: [(time: TraceTime, input: Input)]
  private let axis: Axis
  private let settle: Settle
  private let tolerance: Double

  /// Prepares a gesture whose inputs begin with a touch and end with its lift; nil if the replay of them
  /// chooses another target than the decision that is explained.
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

  /// What stands in place of an experiment that cannot be made.
  static func missing(_ drive: Drive) -> Counterfactual {
    Counterfactual(
      quantity: .time,
      obstacle: drive == .gesture
        ? "the replay of the gesture leads to another target"
        : "no recorded touches drive the replay")
  }

  /// The smallest changes of the moment, in whole milliseconds.
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

  /// The inputs with the lift so many milliseconds later; nil if that is not after the touch.
  ///
  /// A finger that lifts earlier is where it was then; one that lifts later holds still until then.
  private func lifted(by milliseconds: Int) -> [(time: TraceTime, input: Input)]? {
    guard let (end, input) = inputs.last, case .touch(var lift) = input else { return nil }
    let time = end.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    guard time > inputs[0].time else { return nil }
    var kept = Array(inputs.dropLast().prefix { $0.time < time })
    if milliseconds < 0 { lift.position = position(at: time) ?? lift.position }
    kept.append((time, .touch(lift)))
    return kept
  }

  /// Where the finger was at a moment, between two samples.
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
