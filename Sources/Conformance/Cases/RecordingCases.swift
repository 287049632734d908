import ScrollEngine
import ScrollModel

/// Recorded strokes on a list and a carousel: without expected numbers, but with invariants.
enum RecordingCases {
  /// One sample of a stroke, in points.
  struct Sample {
    var time: Double
    var x: Double
    var y: Double
  }

  static func compare(_ vector: Vector, _ mode: ConformanceMode, _ check: inout Check) {
    guard let physics = mode.physics, let strokes = strokes(vector), !strokes.isEmpty else {
      return check.refuse("the strokes are missing or have another form")
    }
    for view in RecordedView.all {
      for (index, stroke) in strokes.enumerated() {
        var laws = MotionLaws("\(view.name), stroke \(index + 1)")
        if physics == .uikit { view.driveEngine(stroke, &laws) }
        view.release(stroke, physics, &laws)
        check.holds(laws.broken.first ?? "", laws.broken.isEmpty)
      }
    }
  }

  /// The strokes, scaled to a phone if the device's range is given.
  private static func strokes(_ vector: Vector) -> [[Sample]]? {
    guard let list = vector.value["strokes"]?.list else { return nil }
    func scale(_ key: String, _ points: Double) -> Double {
      guard let axis = vector.value[key], let low = axis.number("min"),
        let high = axis.number("max"), high > low
      else { return 1 }
      return points / (high - low)
    }
    let (sx, sy) = (scale("axis_x", RecordedView.width), scale("axis_y", RecordedView.height))
    var strokes: [[Sample]] = []
    for stroke in list {
      guard let rows = stroke["samples"]?.list else { return nil }
      var samples: [Sample] = []
      for row in rows {
        guard row[0]?.text != nil, let time = row[1]?.number, let x = row[2]?.number,
          let y = row[3]?.number, time >= samples.last?.time ?? -.infinity
        else { return nil }
        samples.append(Sample(time: time, x: x * sx, y: y * sy))
      }
      if !samples.isEmpty { strokes.append(samples) }
    }
    return strokes
  }
}

/// The invariants of released content.
struct MotionLaws {
  private let place: String
  /// The violated invariants.
  private(set) var broken: [String] = []

  init(_ place: String) { self.place = place }

  mutating func require(_ isTrue: Bool, _ law: String) {
    if !isTrue { broken.append("\(place): \(law)") }
  }
}

/// A scroll view for recordings.
struct RecordedView {
  static let width = 390.0
  static let height = 844.0

  var name: String
  var axis: Axis
  /// The starts of targets; a list does not snap.
  var targets: [Double]
  var length: Double
  var start: Double
  var snaps: Bool

  /// A list without snapping and a carousel of cards.
  static let all = [
    RecordedView(
      name: "list", axis: .vertical, targets: stride(from: 0, to: 400, by: 1).map { $0 * 60 },
      length: 60, start: 6000, snaps: false),
    RecordedView(
      name: "carousel", axis: .horizontal, targets: stride(from: 0, to: 60, by: 1).map { $0 * 316 },
      length: 300, start: 3160, snaps: true),
  ]

  private var container: Double { axis == .vertical ? Self.height : Self.width }

  private var content: Double { (targets.last ?? 0) + length }

  private var range: ClosedRange<Double> { 0...max(content - container, 0) }

  private func place(_ sample: RecordingCases.Sample) -> Double {
    axis == .vertical ? sample.y : sample.x
  }

  // The whole engine.

  private var scene: Scene {
    let items = targets.indices.map { SceneItem(id: TargetID(Int64($0)), length: .fixed(length)) }
    let spacing = targets.count > 1 ? targets[1] - targets[0] - length : 0
    return Scene(
      axes: axis == .vertical ? .vertical : .horizontal,
      containerSize: Size(width: Self.width, height: Self.height),
      content: .stack(Stack(axis: axis, spacing: spacing, items: items)))
  }

  func driveEngine(_ stroke: [RecordingCases.Sample], _ laws: inout MotionLaws) {
    var configuration = Configuration()
    if snaps { configuration.behavior = .viewAligned(limit: .never, anchor: nil) }
    let isVertical = axis == .vertical
    var drive = EngineDrive(
      scene, configuration, at: Point(x: isVertical ? 0 : start, y: isVertical ? start : 0))
    drive.down()
    for (old, new) in zip(stroke, stroke.dropFirst()) {
      drive.wait(new.time - old.time)
      drive.move(new.x - old.x, new.y - old.y)
    }
    drive.up()
    let released = drive.time
    drive.rest()
    let offsets = drive.log.frames.map { isVertical ? $0.offset.y : $0.offset.x }
    laws.require(offsets.allSatisfy(\.isFinite), "an offset is not finite")
    let rest = isVertical ? drive.offset.y : drive.offset.x
    laws.require(
      rest >= range.lowerBound && rest <= range.upperBound, "it rests outside the range")
    guard let settle = drive.log.settles.last(where: { $0.axis == axis }) else { return }
    laws.require(abs(rest - settle.chosen) <= 0.5, "it does not rest where the engine chose")
    if snaps, settle.chosen > range.lowerBound, settle.chosen < range.upperBound {
      laws.require(targets.contains(settle.chosen), "it rests between cards")
    }
    guard settle.curve == .natural || settle.curve == .adjusted,
      settle.natural >= range.lowerBound, settle.natural <= range.upperBound
    else { return }
    let after = zip(drive.log.frames, offsets).filter { $0.0.time.milliseconds >= released }
      .map(\.1)
    laws.require(isMonotone(after, to: rest), "it turns round on its way")
  }

  private func isMonotone(_ places: [Double], to rest: Double) -> Bool {
    guard let first = places.first else { return true }
    let grows = rest >= first
    return zip(places, places.dropFirst()).allSatisfy { grows ? $0 <= $1 : $0 >= $1 }
  }

  // The peers' rules.

  func release(
    _ stroke: [RecordingCases.Sample], _ physics: PeerPhysics, _ laws: inout MotionLaws
  ) {
    guard let first = stroke.first, let last = stroke.last else { return }
    var tracker = VelocityTracker(physics.estimator, rules: physics.trackerRules)
    for sample in stroke.dropLast() { tracker.add(sample.x, sample.y, at: sample.time) }
    tracker.lift(at: last.time)
    let finger = tracker.velocity().map { axis == .vertical ? $0.y : $0.x } ?? 0
    laws.require(finger.isFinite, "the velocity is not finite")
    let offset = min(
      max(start - (place(last) - place(first)), range.lowerBound), range.upperBound)
    let settle = PeerRelease.settle(
      physics: physics, offset: offset, velocity: -finger, candidates: snaps ? targets : [],
      range: range, container: container)
    check(settle, from: offset, &laws)
  }

  private func check(_ settle: PeerSettle, from offset: Double, _ laws: inout MotionLaws) {
    let motion = settle.motion
    laws.require(motion.duration.isFinite && motion.duration < 60_000, "it moves for a minute")
    guard motion.duration.isFinite else { return }
    let places = stride(from: 0, through: min(motion.duration, 60_000) + 100, by: 1000.0 / 120)
      .map(motion.position)
    laws.require(places.allSatisfy(\.isFinite), "an offset is not finite")
    laws.require(abs((places.first ?? offset) - offset) <= 1e-6, "it starts elsewhere")
    laws.require(places.last == settle.target, "it does not end where it should")
    laws.require(
      settle.target >= range.lowerBound && settle.target <= range.upperBound,
      "it rests outside the range")
    if motion.isMonotone {
      laws.require(isMonotone(places, to: settle.target), "it turns round on its way")
    }
    let hasSnapping = settle.physics != .reanimated && settle.physics != .pop
    if snaps, hasSnapping, settle.rule != .naturalEnd, settle.rule != .returnsToEdge {
      laws.require(settle.candidate != nil, "it rests between cards")
    }
  }
}
