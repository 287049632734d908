import CBaseline
import ScrollEngine
import ScrollModel

/// A consumer that counts and sums, so that the compiler cannot remove the computation.
private struct Tally: OutcomeConsumer {
  var frames = 0
  var changes = 0
  var sets = 0
  var problems = 0
  var sum = 0.0
  var last = 0.0

  mutating func consume(_ frame: OutcomeFrame) {
    frames += 1
    sum += frame.offset.y
    last = frame.offset.y
  }

  mutating func consume(_ change: VisibilityOutcome) { changes += 1 }

  mutating func consume(_ set: VisibleSetOutcome) { sets += 1 }

  mutating func consume(_ diagnostic: EngineDiagnostic) { problems += 1 }
}

/// Which observers the scroll view has.
enum Watching {
  /// Only the consumer of the frames.
  case nobody
  /// An observer of each target's visibility.
  case eachTarget
  /// An observer of each target's visibility, and one of the set of visible targets.
  case targetsAndSet
}

/// Rows of 100 points in a phone's scroll view, flung from offsets all over the content.
///
/// Flings alternate between up and down and run until they rest, 3000 points away.
private struct Flinger {
  static let (width, height, length) = (390.0, 844.0, 100.0)
  static let (rate, speed, threshold) = (120.0, 6000.0, 0.5)
  let count: Int
  let physics: PhysicsConstants
  private var engine: ScrollEngine
  private var time: Int64 = 0
  private var number = 0
  private(set) var tally = Tally()

  /// Creates rows; those of several lengths have the same mean.
  init(_ count: Int, _ watching: Watching, isLazy: Bool = false, isUneven: Bool = false) {
    var configuration = Configuration()
    configuration.viewVisibility = watching == .nobody ? nil : Self.threshold
    configuration.targetVisibility = watching == .targetsAndSet ? Self.threshold : nil
    physics = configuration.physics
    let items = (0..<count).map {
      SceneItem(
        id: TargetID(Int64($0)),
        length: .fixed(isUneven ? Self.length - 40 + Double($0 * 7919 % 81) : Self.length))
    }
    let scene = Scene(
      containerSize: Size(width: Self.width, height: Self.height), refreshRate: Self.rate,
      content: .stack(Stack(isLazy: isLazy, estimatedLength: Self.length, items: items)))
    self.count = count
    engine = ScrollEngine(configuration: configuration, scene: scene)
  }

  private var contentHeight: Double { Double(count) * Self.length }

  private mutating func wait(_ nanoseconds: Int64) {
    time += nanoseconds
    engine.finish(at: TraceTime(nanoseconds: time), to: &tally)
  }

  private mutating func touch(_ phase: TouchPhase, _ y: Double) {
    let sample = TouchSample(pointer: 1, phase: phase, position: Point(x: 195, y: y))
    engine.handle(.touch(sample), at: TraceTime(nanoseconds: time), to: &tally)
  }

  /// Scrolls to an offset and releases the content there; returns the fling that follows.
  mutating func release() throws -> baseline_fling {
    number += 1
    let room = contentHeight - Self.height
    let share = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    let place = (room / 2 - 3200) * (share * 2 - 1) * 0.9 + room / 2
    let jump = Command.scroll(
      to: .y(place), anchor: nil, animation: .none, route: .offset, preservesVelocity: false)
    engine.handle(.command(jump), at: TraceTime(nanoseconds: time), to: &tally)
    wait(100_000_000)
    let step = (number % 2 == 0 ? Self.speed : -Self.speed) * 0.008
    touch(.began, 400)
    for sample in 1...6 {
      wait(8_000_000)
      touch(.moved, 400 + step * Double(sample))
    }
    touch(.ended, 0)
    let state = engine.state(at: TraceTime(nanoseconds: time))
    guard state.phase == .decelerating, tally.problems == 0 else {
      throw BenchmarkError("the fling at \(place) of \(contentHeight) points did not start")
    }
    let shown = tally.last
    tally = Tally()
    return baseline_fling(
      release_ns: time, period_ns: 1e9 / Self.rate, shown: shown, origin: state.offset.y,
      velocity: state.velocity.dy, rate: physics.normalDecay, floor: physics.velocityFloor,
      width: Self.width, height: Self.height, content_height: contentHeight)
  }

  /// Runs a fling for the given seconds.
  mutating func run(_ seconds: Double) {
    wait(Int64(seconds * 1e9))
  }

  mutating func forget() { tally = Tally() }
}

/// The same rows for C.
private struct Rows {
  private let starts: [Double]
  private let lengths: [Double]
  private var flags: [UInt8]

  init(_ count: Int) {
    starts = (0..<count).map { Double($0) * Flinger.length }
    lengths = [Double](repeating: Flinger.length, count: count)
    flags = [UInt8](repeating: 0, count: count)
  }

  /// Runs a fling; returns its result and its seconds, without the time of the initial search.
  mutating func run(_ fling: baseline_fling) -> (baseline_flung, Double) {
    starts.withUnsafeBufferPointer { starts in
      lengths.withUnsafeBufferPointer { lengths in
        flags.withUnsafeMutableBufferPointer { flags in
          var rows = baseline_rows(
            starts: starts.baseAddress, lengths: lengths.baseAddress,
            is_visible: flags.baseAddress, count: starts.count, threshold: Flinger.threshold,
            low: 0, high: 0)
          baseline_place_rows(&rows, fling.shown, fling.shown + fling.height)
          var flung = baseline_flung()
          let time = withUnsafePointer(to: fling) { fling in
            seconds { flung = baseline_run_fling_over(fling, &rows) }
          }
          for row in rows.low..<rows.high { flags[row] = 0 }
          return (flung, time)
        }
      }
    }
  }
}

/// Nanoseconds per frame of both sides: the median of some flings, which must be equal on both
/// sides.
///
/// A fling takes so little time that other programs interrupt only a few of them.
private struct FlingCost {
  var ours = 0.0
  var baseline = 0.0

  /// Runs flings with our engine, and with C where rows are given.
  init(_ flinger: inout Flinger, _ rows: inout Rows?, _ watching: Watching, flings: Int) throws {
    var (times, baselineTimes): ([Double], [Double]) = ([], [])
    for _ in 0..<flings {
      var fling = try flinger.release()
      let time = seconds { flinger.run(5) }
      let perFrame = 1e9 / Double(flinger.tally.frames)
      times.append(time * perFrame)
      guard rows != nil else { continue }
      let flung: baseline_flung
      if watching == .nobody {
        var plain = baseline_flung()
        baselineTimes.append(seconds { plain = baseline_run_fling(&fling) } * perFrame)
        flung = plain
      } else {
        let (result, seconds) = rows?.run(fling) ?? (baseline_flung(), 0)
        baselineTimes.append(seconds * perFrame)
        flung = result
      }
      try Self.compare(flinger.tally, flung, watching)
    }
    ours = median(times)
    baseline = median(baselineTimes)
  }

  private static func compare(
    _ ours: Tally, _ theirs: baseline_flung, _ watching: Watching
  ) throws {
    let isSame =
      ours.frames == theirs.frames
      && (ours.sum - theirs.sum).magnitude <= 1e-9 * theirs.sum.magnitude
      && (watching == .nobody || ours.changes == theirs.changes)
    guard isSame else {
      throw BenchmarkError(
        "the engine's fling and C's differ: \(ours.frames) and \(theirs.frames) frames, "
          + "\(ours.changes) and \(theirs.changes) changes, sums \(ours.sum) and \(theirs.sum)")
    }
  }
}

/// A frame of a fling, compared with a C loop with the same closed form.
private func measureFrames(
  _ settings: Settings, _ name: String, _ watching: Watching, goal: Goal
) throws -> Measure {
  var flinger = Flinger(10_000, watching)
  var rows: Rows? = Rows(10_000)
  var comparison = Comparison()
  for _ in 0..<settings.rounds {
    let cost = try FlingCost(&flinger, &rows, watching, flings: settings.flings)
    comparison.ours.append(cost.ours)
    comparison.baseline.append(cost.baseline)
  }
  let (ours, baseline) = (median(comparison.ours), median(comparison.baseline))
  return Measure(
    name: name, value: comparison.ratio, unit: "×", goal: goal,
    detail: "\(decimal(ours)) ns a frame, \(decimal(1e3 / ours)) M frames/s; "
      + "C \(decimal(baseline)) ns; 10⁴ targets")
}

/// A frame among many targets, compared with a frame among a hundred.
private func measureGrowth(
  _ settings: Settings, _ name: String, _ watching: Watching
) throws -> [Measure] {
  var few = Flinger(100, watching)
  var none: Rows?
  return try [(10_000, "10⁴"), (1_000_000, "10⁶")].map { count, label in
    var many = Flinger(count, watching)
    let comparison = try Comparison.run(settings.rounds) {
      try FlingCost(&many, &none, watching, flings: settings.flings).ours
    } baseline: {
      try FlingCost(&few, &none, watching, flings: settings.flings).ours
    }
    return Measure(
      name: "\(name) at \(label) targets, of one at 10²", value: comparison.ratio, unit: "×",
      goal: .atMost(1.5),
      detail: "\(decimal(median(comparison.ours))) ns, "
        + "at 10² \(decimal(median(comparison.baseline))) ns")
  }
}

/// A frame over a lazy stack of 10⁶ rows, against one over an eager stack of the same rows.
///
/// Those of the lazy stack come into places where nothing was measured yet, and measure all rows on the way. If all
/// rows are as long as the estimate, both stacks move equally. Rows of several lengths move the content's end, and
/// with it the deceleration, at each measurement.
private func measureLazy(
  _ settings: Settings, _ name: String, _ watching: Watching, isUneven: Bool = false, goal: Goal
) throws -> Measure {
  var lazy = Flinger(1_000_000, watching, isLazy: true, isUneven: isUneven)
  var eager = Flinger(1_000_000, watching, isUneven: isUneven)
  var none: Rows?
  let comparison = try Comparison.run(settings.rounds) {
    try FlingCost(&lazy, &none, watching, flings: settings.flings).ours
  } baseline: {
    try FlingCost(&eager, &none, watching, flings: settings.flings).ours
  }
  return Measure(
    name: name, value: comparison.ratio, unit: "×", goal: goal,
    detail: "\(decimal(median(comparison.ours))) ns a frame, eager "
      + "\(decimal(median(comparison.baseline))) ns; 10⁶ rows")
}

/// Prints the most memory that flings over 10⁶ rows of a lazy or an eager stack take.
func runStackChild(_ kind: String) throws {
  var flinger = Flinger(1_000_000, .targetsAndSet, isLazy: kind == "lazy")
  for _ in 0..<20 {
    _ = try flinger.release()
    flinger.run(5)
  }
  print(peakMemory())
}

private func measureLazyMemory() throws -> Measure {
  func peak(_ kind: String) throws -> Double {
    let output = try ChildProcess.output(of: [ChildProcess.ownPath, "--child-stack", kind])
    guard let bytes = Double(output.filter { $0 != "\n" }) else {
      throw BenchmarkError("the flings over an \(kind) stack failed: \(output)")
    }
    return bytes / 1e6
  }
  let (lazy, eager) = (try peak("lazy"), try peak("eager"))
  return Measure(
    name: "peak memory of 10⁶ lazy rows, of eager ones", value: lazy / eager, unit: "×",
    goal: .atMost(1.1), detail: "\(decimal(lazy)) MB, eager \(decimal(eager)) MB")
}

/// What a lazy stack of 10⁶ rows costs, against an eager one.
func measureLazyStacks(_ settings: Settings) throws -> [Measure] {
  [
    try measureLazy(settings, "lazy frame, of an eager one", .nobody, goal: .none),
    try measureLazy(
      settings, "with visibility, of an eager one", .targetsAndSet, goal: .atMost(1.5)),
    try measureLazy(
      settings, "of rows of several lengths, of an eager one", .nobody, isUneven: true, goal: .none),
    try measureLazy(
      settings, "the same with visibility", .targetsAndSet, isUneven: true, goal: .none),
    try measureLazyMemory(),
  ]
}

/// Heap allocations in the middle of flings, after one fling that let buffers grow.
private func measureAllocations(_ watching: Watching) throws -> (frames: Int, Tally, Int64) {
  var flinger = Flinger(10_000, watching)
  var (sum, allocations) = (Tally(), 0 as Int64)
  for number in 0..<5 {
    _ = try flinger.release()
    flinger.run(0.1)
    flinger.forget()
    baseline_count_allocations()
    flinger.run(2.5)
    let counted = baseline_allocations()
    let tally = flinger.tally
    flinger.run(3)
    guard counted >= 0 else { return (0, sum, counted) }
    guard number > 0 else { continue }
    allocations += counted
    sum.frames += tally.frames
    sum.changes += tally.changes
    sum.sets += tally.sets
  }
  return (sum.frames, sum, allocations)
}

private func allocationMeasures() throws -> [Measure] {
  let modes: [(String, Watching)] = [
    ("engine allocations a frame", .nobody), ("the same with visibility", .eachTarget),
  ]
  var measures: [Measure] = []
  for (name, watching) in modes {
    let (frames, tally, allocations) = try measureAllocations(watching)
    let value = allocations < 0 ? .nan : Double(allocations) / Double(frames)
    measures.append(
      Measure(
        name: name, value: value, unit: "", goal: allocations < 0 ? .none : .atMost(0),
        detail: allocations < 0
          ? "not measured: this C library cannot count"
          : "\(allocations) in \(frames) frames with \(tally.changes) changes"))
  }
  let (_, tally, allocations) = try measureAllocations(.targetsAndSet)
  measures.append(
    Measure(
      name: "allocations a change of the visible set",
      value: allocations < 0 ? .nan : Double(allocations) / Double(tally.sets), unit: "",
      goal: .none, detail: "\(tally.sets) sets, each a slice of all ids"))
  return measures
}

/// The cost of a frame of a fling: compared with C, among many targets, in allocations.
func measureEngine(_ settings: Settings) throws -> [Measure] {
  [
    try measureFrames(settings, "engine frame, time of C's", .nobody, goal: .atMost(2)),
    try measureFrames(
      settings, "with visibility of targets, time of C's", .targetsAndSet, goal: .atMost(2.2)),
  ]
    + (try measureGrowth(settings, "frame", .nobody))
    + (try measureGrowth(settings, "with visibility", .targetsAndSet))
    + (try allocationMeasures())
}

extension Settings {
  /// Flings of one round, of about 390 frames each.
  fileprivate var flings: Int { isFull ? 600 : 100 }
}
