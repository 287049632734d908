import ScrollEngine
import ScrollModel

/// A consumer that counts decisions.
private struct Decisions: OutcomeConsumer {
  var count = 0
  var sum = 0.0

  mutating func consume(_ settle: Settle) {
    count += 1
    sum += settle.chosen
  }
}

/// A list with snapping rows, released at offsets all over it.
private struct Snapper {
  private var engine: ScrollEngine
  private let count: Int
  private var time: Int64 = 0
  private var number = 0
  private var decisions = Decisions()

  init(_ count: Int) {
    var configuration = Configuration()
    configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    let items = (0..<count).map { SceneItem(id: TargetID(Int64($0)), length: .fixed(100)) }
    let scene = Scene(
      containerSize: Size(width: 390, height: 844), refreshRate: 120,
      content: .stack(Stack(items: items)))
    self.count = count
    engine = ScrollEngine(configuration: configuration, scene: scene)
  }

  /// Nanoseconds of one release that chooses its rest: the median of many.
  mutating func cost(_ releases: Int) throws -> Double {
    var times: [Double] = []
    times.reserveCapacity(releases)
    let before = decisions.count
    for _ in 0..<releases {
      number += 1
      time += 100_000_000
      let share = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
      let place = Point(x: 0, y: share * (Double(count) * 100 - 844))
      let moment = TraceTime(nanoseconds: time)
      engine.advance(to: moment, to: &decisions)
      engine.follow(place, phase: .interacting, at: moment, to: &decisions)
      let velocity = Vector(dx: 0, dy: number % 2 == 0 ? 900 : -900)
      times.append(
        seconds { engine.release(velocity: velocity, original: place, at: moment, to: &decisions) })
    }
    guard decisions.count - before >= releases, decisions.sum.isFinite else {
      throw BenchmarkError("\(decisions.count - before) decisions of \(releases) releases")
    }
    return median(times) * 1e9
  }
}

/// A decision among many targets, compared with a decision among a hundred.
func measureDecisions(_ settings: Settings) throws -> [Measure] {
  var few = Snapper(100)
  return try [(10_000, "10⁴"), (1_000_000, "10⁶")].map { count, label in
    var many = Snapper(count)
    let comparison = try Comparison.run(settings.rounds) {
      try many.cost(settings.releases)
    } baseline: {
      try few.cost(settings.releases)
    }
    let ours = median(comparison.ours)
    return Measure(
      name: "snap at \(label) targets, of one at 10²", value: comparison.ratio, unit: "×",
      goal: .atMost(1.5),
      detail: "\(decimal(ours)) ns, at 10² \(decimal(median(comparison.baseline))) ns, "
        + "\(decimal(1e3 / ours)) M decisions/s")
  }
}

/// Nanoseconds of a release that chooses its rest among the given number of targets.
func decisionCost(among targets: Int) throws -> Double {
  var snapper = Snapper(targets)
  _ = try snapper.cost(100)
  return try snapper.cost(3000)
}

extension Settings {
  fileprivate var releases: Int { isFull ? 20_000 : 3_000 }
}
