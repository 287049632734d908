import Analysis
import ScrollModel
import Simulation

/// A seeded column with whole-point lengths under a container that moves by whole points.
struct RandomColumn {
  struct Item {
    var id: Int64
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  struct Moment {
    var milliseconds: Int
    var y: Int
    /// The items, if the layout changed at this moment.
    var items: [Item]?
  }

  let width: Int
  let height: Int
  var moments: [Moment] = []
  let end: Int

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    width = random.int(in: 40...120)
    height = random.int(in: 40...300)
    var items = Self.items(&random, first: 0, count: random.int(in: 0...14))
    var total = max(1, items.map { $0.y + $0.height }.max() ?? 1)
    var (time, y) = (0, random.int(in: -30...total))
    moments.append(Moment(milliseconds: 0, y: y, items: items))
    var speed = 0
    for _ in 0..<random.int(in: 5...40) {
      time += random.chance(0.1) ? random.int(in: 1...400) : 16
      if random.chance(0.2) { speed = random.int(in: -120...120) }
      if random.chance(0.05) { y = random.int(in: -50...total) }
      y += speed
      var changed: [Item]?
      if random.chance(0.06) {
        items = Self.changed(items, &random)
        total = max(1, items.map { $0.y + $0.height }.max() ?? 1)
        changed = items
      }
      moments.append(Moment(milliseconds: time, y: y, items: changed))
    }
    end = time + random.int(in: 0...700)
  }

  private static func items(_ random: inout SeededGenerator, first: Int64, count: Int) -> [Item] {
    var y = 0
    return (0..<count).map { index in
      let item = Item(
        id: first + Int64(index), x: random.chance(0.8) ? 0 : random.int(in: -60...60), y: y,
        width: random.int(in: 1...120),
        height: random.chance(0.05) ? 0 : random.int(in: 1...220))
      y += item.height + (random.chance(0.5) ? 0 : random.int(in: 0...20))
      return item
    }
  }

  /// Removes some items, inserts others, or reorders all, and stacks them again.
  private static func changed(_ old: [Item], _ random: inout SeededGenerator) -> [Item] {
    var items = old.filter { _ in !random.chance(0.2) }
    if random.chance(0.5) {
      let first = (old.map(\.id).max() ?? 0) + 1
      items += Self.items(&random, first: first, count: random.int(in: 0...3))
    }
    if random.chance(0.3) { random.shuffle(&items) }
    var y = 0
    for place in items.indices {
      items[place].y = y
      y += items[place].height
    }
    return items
  }

  /// Runs the column through an analysis.
  func report(_ policy: ImpressionPolicy) -> ImpressionReport {
    var information = TraceInformation(name: "column")
    information.axes = .vertical
    var pass = AnalysisDriver(ImpressionAnalysis(policy), of: information)
    pass.take(container(Double(height), width: Double(width)), at: .zero)
    for moment in moments {
      let time = milliseconds(moment.milliseconds)
      if let items = moment.items {
        let targets = items.map { item in
          TargetFrame(
            id: TargetID(item.id),
            frame: Rect(
              x: Double(item.x), y: Double(item.y), width: Double(item.width),
              height: Double(item.height)))
        }
        pass.take(.input(.layout(Layout(targets: targets))), at: time)
      }
      pass.take(frame(Double(moment.y)), at: time)
    }
    pass.finish(at: milliseconds(end))
    return pass.analysis.result
  }
}

/// One report of a reference implementation or of the analysis for one target.
struct Told: Hashable, Comparable, CustomStringConvertible {
  var milliseconds: Int
  var id: Int64
  var what: String

  static func < (first: Told, second: Told) -> Bool {
    (first.milliseconds, first.id, first.what) < (second.milliseconds, second.id, second.what)
  }

  var description: String { "\(milliseconds):\(id):\(what)" }
}

extension TargetID {
  var number: Int64 {
    if case .int(let number) = value { return number }
    return -1
  }
}

extension ImpressionReport {
  /// The callbacks about single targets.
  var told: [Told] {
    callbacks.compactMap { callback in
      let time = Int(callback.time.nanoseconds / 1_000_000)
      return switch callback.content {
      case .target(let id, let isVisible, _):
        Told(milliseconds: time, id: id.number, what: "\(isVisible)")
      case .entry(let id, let ratio, let isIntersecting, let index):
        Told(milliseconds: time, id: id.number, what: "\(isIntersecting) \(index) \(ratio)")
      case .set: nil
      }
    }
  }
}
