import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

/// A second implementation of the engine's optimized code, slow and simple.
///
/// It does not sort, search or cache: it examines every target, every time.
@Suite("Promise 12: the engine equals a slow reference implementation") struct RefereeTests {
  struct Span {
    var start: Double
    var length: Double
  }

  /// Spans in any order: overlapping, empty, distant, none, and sometimes very many.
  private static func spans(_ random: inout SeededGenerator) -> [Span] {
    let most = random.chance(0.002) ? 100_000 : random.chance(0.05) ? 2000 : 60
    let reach = random.int(in: 1...4000)
    let isRow = random.chance(0.4)
    var place = 0.0
    return (0..<random.int(in: 0...most)).map { _ in
      let length = random.chance(0.1) ? 0 : Double(random.int(in: 1...1200)) / 4
      defer { place += length + Double(random.int(in: 0...8)) }
      return Span(start: isRow ? place : Double(random.int(in: -40...reach)) / 4, length: length)
    }
  }

  private static func content(_ spans: [Span]) -> ContentModel {
    ContentModel(
      frames: spans.map { Rect(x: 0, y: $0.start, width: 300, height: $0.length) },
      ids: spans.indices.map { TargetID(Int64($0)) },
      size: Size(width: 300, height: length(of: spans)), mainAxis: .vertical)
  }

  private static func length(of spans: [Span]) -> Double {
    max(0, spans.map { $0.start + $0.length }.max() ?? 0)
  }

  // MARK: Visibility

  /// The part of a span between two offsets.
  private static func share(_ span: Span, _ low: Double, _ high: Double) -> Double {
    guard span.length > 0 else { return 0 }
    let shown = min(span.start + span.length, high) - max(span.start, low)
    return shown > 0 ? shown / span.length : 0
  }

  @Test("windows include every visible target, whatever the search hint", .promise(12))
  func windows() {
    for seed in Promise.seeds(12) {
      Promise.count()
      var random = SeededGenerator(seed: seed, stream: 21)
      let spans = Self.spans(&random)
      let content = Self.content(spans)
      var hint = 0..<0
      for _ in 0..<10 {
        let low = Double(random.int(in: -4000...40_000)) / 8
        let high = low + Double(random.int(in: 0...8000)) / 8
        let window = content.window(from: low, to: high)
        #expect(content.window(from: low, to: high, near: hint) == window, "seed \(seed)")
        hint = window
        let found = Set(window.map { content.index(at: $0) })
        for index in spans.indices {
          let share = Self.share(spans[index], low, high)
          if share > 0, !found.contains(index) {
            Issue.record("seed \(seed): \(index) is left out")
          }
          let rank = content.rank(of: index)
          if content.fraction(of: rank, from: low, to: high) != share {
            Issue.record("seed \(seed): \(index) shows another share")
          }
        }
      }
    }
  }

  /// A column with a finger, a wheel and commands that jump.
  private static func script(_ seed: UInt64) -> (script: Script, spans: [Span]) {
    var random = SeededGenerator(seed: seed, stream: 22)
    let spans = Self.spans(&random)
    let targets = spans.indices.map {
      TargetFrame(
        id: TargetID(Int64($0)),
        frame: Rect(x: 0, y: spans[$0].start, width: 300, height: spans[$0].length))
    }
    let size = Size(width: 300, height: Double(random.int(in: 100...900)))
    let layout = Layout(
      contentSize: Size(width: 300, height: length(of: spans)), targets: targets)
    var script = Script(scene: Scene(containerSize: size, content: .layout(layout)))
    script.configuration = Configuration(.ios18)
    script.configuration.targetVisibility = Double(random.int(in: 0...4)) / 4
    script.configuration.viewVisibility = Double(random.int(in: 0...10)) / 10
    var time = 50.0
    for _ in 0..<random.int(in: 1...3) {
      if random.chance(0.3) {
        let y = Double(random.int(in: 0...4000)) / 4
        script.add(
          .command(
            .scroll(
              to: .y(y), anchor: nil, animation: random.chance(0.5) ? .none : .automatic,
              route: .offset, preservesVelocity: false)), at: time)
      } else {
        let speed = Double(random.int(in: -120...120)) / 4
        var y = 400.0
        for step in 0...random.int(in: 1...10) {
          let phase: TouchPhase = step == 0 ? .began : .moved
          script.add(
            .touch(TouchSample(pointer: 1, phase: phase, position: Point(x: 9, y: y))), at: time)
          (time, y) = (time + 8, y + speed)
        }
        script.add(
          .touch(TouchSample(pointer: 1, phase: .ended, position: Point(x: 9, y: y))), at: time)
      }
      time += Double(random.int(in: 10...1500))
    }
    return (script, spans)
  }

  @Test("visibility equals a full scan of every target at every frame", .promise(12))
  func visibility() {
    var changes = 0
    for seed in Promise.seeds(12) {
      Promise.count()
      let (script, spans) = Self.script(seed)
      let log = script.play()
      let height = script.scene.containerSize.height
      for (threshold, told) in [
        (script.configuration.targetVisibility ?? 0, Self.sets(log)),
        (script.configuration.viewVisibility ?? 0, Self.sets(ofChanges: log)),
      ] {
        var expected: [Shown] = []
        var last: [Int] = []
        for frame in log.frames {
          let now = spans.indices.filter {
            let share = Self.share(spans[$0], frame.offset.y, frame.offset.y + height)
            // Rounding of a fraction must not hide a target that is just visible enough.
            return share > 0 && share >= threshold - 1e-6
          }
          if now != last { expected.append(Shown(time: frame.time, indices: now)) }
          last = now
        }
        changes += expected.count
        #expect(told == expected, "seed \(seed), threshold \(threshold)")
      }
    }
    #expect(changes > 0)
  }

  struct Shown: Hashable {
    var time: TraceTime
    var indices: [Int]
  }

  private static func number(_ id: TargetID) -> Int {
    if case .int(let number) = id.value { return Int(number) }
    return -1
  }

  private static func sets(_ log: OutcomeLog) -> [Shown] {
    log.visibleSets.map { Shown(time: $0.time, indices: $0.ids.map(number).sorted()) }
  }

  /// The sets that the visibility changes of single targets add up to.
  private static func sets(ofChanges log: OutcomeLog) -> [Shown] {
    var shown: [Shown] = []
    var members: Set<Int> = []
    for (place, change) in log.visibility.enumerated() {
      if change.isVisible { members.insert(change.index) } else { members.remove(change.index) }
      // Only the state at the end of a moment: in a pile of targets thousands change at once.
      let rest = log.visibility.dropFirst(place + 1)
      guard rest.first?.time != change.time else { continue }
      // An initially invisible view is reported, too, which changes no set (VIS-4).
      guard shown.last.map(\.indices) ?? [] != members.sorted() else { continue }
      shown.append(Shown(time: change.time, indices: members.sorted()))
    }
    return shown
  }

  @Test("a visible run between two outer targets equals a full scan", .promise(12))
  func runs() {
    var found = 0
    for seed in Promise.seeds(12) {
      Promise.count()
      var random = SeededGenerator(seed: seed, stream: 25)
      var content = Self.content(Self.spans(&random))
      var switches = Switches()
      if random.chance(0.3) { switches.visibilityMeasure = .length }
      if random.chance(0.3) { switches.visibilityCompare = .moreThan }
      for _ in 0..<20 {
        let y = Double(random.int(in: -4000...40_000)) / 8
        let viewport = Viewport(
          rect: Rect(
            x: 0, y: y, width: Double(random.int(in: 200...400)),
            height: Double(random.int(in: 0...8000)) / 8))
        let lens = VisibilityRule(viewport, mainAxis: .vertical, switches)
        let threshold = Double(random.int(in: 0...4)) / 4
        let window = content.window(from: lens.low, to: lens.high)
        var (stableRange, other) = (
          StableRange(AxisPair(0, y), .vertical), StableRange(AxisPair(0, y), .vertical)
        )
        guard let run = content.visibleRun(window, lens, threshold, &stableRange) else { continue }
        found += 1
        var detector = ChangeDetector()
        content.collect(window, lens, threshold, into: &detector, &other)
        _ = detector.commit()
        #expect(detector.members == Array(run), "seed \(seed): \(y)")
        #expect(stableRange == other, "seed \(seed): \(y)")
      }
    }
    #expect(found > 0)
  }

  // MARK: Choices

  /// View alignment by VAL-13 and VAL-15, over all targets.
  private static func aligned(
    _ spans: [Span], _ situation: AxisSituation, limit: Int?, anchor: Double
  ) -> Double {
    let end = situation.content - situation.container
    let isInside = situation.proposed > 0 && situation.proposed < end
    guard isInside || limit != nil else { return situation.proposed }
    let allowed = spans.filter { $0.length <= situation.container * 1.1 }
    let points = Set(allowed.map { $0.start + anchor * $0.length }).sorted()
    func nearest(_ place: Double) -> Int? {
      let point = place + anchor * situation.container
      // Ties go to the later target.
      return points.indices.min {
        let (a, b) = ((points[$0] - point).magnitude, (points[$1] - point).magnitude)
        return a != b ? a < b : $0 > $1
      }
    }
    guard var chosen = nearest(situation.proposed) else { return situation.proposed }
    var isMoved = false
    if let limit, let original = nearest(situation.original) {
      let isAhead = situation.proposed > situation.original
      // At an end all targets up to the last one are reached.
      let reached = isInside ? chosen : isAhead ? points.count - 1 : 0
      let farthest = original + (reached > original ? limit : -limit)
      if chosen == original, situation.velocity != 0, isInside {
        chosen += situation.velocity > 0 ? 1 : -1
        isMoved = true
      } else if abs(reached - original) > limit {
        let left = situation.proposed - (points[farthest] - anchor * situation.container)
        if isInside || (isAhead ? left > 1e-6 : left < -1e-6) {
          chosen = farthest
          isMoved = true
        }
      }
      chosen = min(max(chosen, 0), points.count - 1)
    }
    guard isInside || isMoved else { return situation.proposed }
    return points[chosen] - anchor * situation.container
  }

  private static func situation(
    _ random: inout SeededGenerator, content: Double
  ) -> AxisSituation {
    let container = Double(random.int(in: 40...3600)) / 4
    let length = Int(content * 4)
    return AxisSituation(
      proposed: Double(random.int(in: -400...(length + 400))) / 4,
      original: Double(random.int(in: -40...(length + 40))) / 4,
      velocity: random.chance(0.3) ? 0 : Double(random.int(in: -3000...3000)), content: content,
      container: container, frame: container, start: 0)
  }

  @Test("view alignment chooses the target that a full scan chooses", .promise(12))
  func alignment() {
    var moved = 0
    for seed in Promise.seeds(12) {
      Promise.count()
      var random = SeededGenerator(seed: seed, stream: 23)
      let spans = Self.spans(&random)
      let content = Self.content(spans)
      for _ in 0..<20 {
        let situation = Self.situation(&random, content: Self.length(of: spans))
        let anchor = Double(random.int(in: 0...2)) / 2
        let limit = random.chance(0.6) ? random.int(in: 1...4) : nil
        let decision = ViewAlignment(limit: limit, anchor: anchor).decide(situation, content)
        let place = Self.aligned(spans, situation, limit: limit, anchor: anchor)
        #expect(decision.place == place, "seed \(seed): \(situation), \(limit ?? 0), \(anchor)")
        if place != situation.proposed { moved += 1 }
      }
    }
    #expect(moved > 0)
  }

  @Test("pages, intervals and offsets are chosen as by counting them", .promise(12))
  func places() throws {
    for seed in Promise.seeds(12) {
      Promise.count()
      var random = SeededGenerator(seed: seed, stream: 24)
      for _ in 0..<20 {
        let situation = Self.situation(&random, content: Double(random.int(in: 0...40_000)) / 4)
        let proposed = situation.proposed
        let step = Double(random.int(in: 1...2000)) / 4
        let multiples = (-4000...44_000).lazy.map { Double($0) * step }
        let nearby = multiples.drop { $0 < proposed - 2 * step }.prefix(6)
        let interval = try #require(situation.interval(step))
        #expect(
          nearby.allSatisfy {
            let (a, b) = ((interval.place - proposed).magnitude, ($0 - proposed).magnitude)
            // Ties go away from the start.
            return a < b || (a == b && interval.place.magnitude >= $0.magnitude)
          }, "seed \(seed): \(situation), every \(step)")
        let offsets = (0..<random.int(in: 1...12)).map { _ in Double(random.int(in: -40...4000)) / 4
        }
        let nearest = offsets.sorted {
          let (a, b) = (($0 - proposed).magnitude, ($1 - proposed).magnitude)
          return a != b ? a < b : $0 > $1
        }
        let chosen = situation.offsets(offsets, snapsToStart: true, snapsToEnd: true)
        #expect(chosen.place == nearest[0], "seed \(seed): \(situation), \(offsets)")
        let paged = situation.paging(Configuration(.ios18).switches)
        #expect(paged.place == Self.paged(situation), "seed \(seed): \(situation)")
      }
    }
  }

  /// Pages by PAGE-7: the next one in the direction of a fling, else the nearest.
  private static func paged(_ situation: AxisSituation) -> Double {
    let (t, page) = (situation.proposed, situation.container)
    let last = situation.content - page
    guard t >= 0, t <= last else { return t }
    // The end is a valid rest, too (PAGE-9).
    if situation.velocity == 0, t == last { return t }
    func nearest(_ place: Double) -> Double {
      var number = 0.0
      while (number + 1) * page - place <= place - number * page { number += 1 }
      while number * page - place > place - (number - 1) * page { number -= 1 }
      // A tie before the start goes away from it, like a tie after it.
      if place < 0, number * page - place == place - (number - 1) * page { number -= 1 }
      return number
    }
    guard situation.velocity != 0 else { return min(max(nearest(t) * page, 0), last) }
    let step: Double = situation.velocity > 0 ? 1 : -1
    var number = nearest(situation.original) + step
    if Configuration(.ios18).switches.maximumPages == .unlimited, (nearest(t) - number) * step > 0 {
      number = nearest(t)
    }
    return min(max(number * page, 0), last)
  }
}
