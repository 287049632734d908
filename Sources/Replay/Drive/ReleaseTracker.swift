import ScrollModel

/// A moment at which the user let the content go, as far as a recording tells.
struct RecordedRelease: Hashable, Sendable {
  enum Source: String, Hashable, Sendable {
    /// The real system reported the velocity.
    case reported
    /// The phase change to decelerating came with a velocity.
    case phase
    /// A line through the last offsets before the release, or through the finger's last places where
    /// offsets come too seldom.
    case fitted
  }

  var time: TraceTime
  var velocity: Vector
  var source: Source
  /// Standard error of a fitted velocity, in points per second; nil where nothing tells it.
  var uncertainty: Double?
  /// Where the content was, if that is not where the replay has it.
  var place: Point?
}

/// Tells when the user holds the content and when it is let go, from what a recording holds.
///
/// Phases count where there are any, else fingers. Without either, what moves after a rest is held until
/// a release is reported.
struct ReleaseTracker: Sendable {
  /// Offsets older than this many nanoseconds before a release say nothing about its velocity.
  static let window: Int64 = 120_000_000

  /// Where they come often enough, only those of these last nanoseconds do, and so many of them at least: a
  /// finger may stop or hurry as late as that.
  private static let shortWindow: Int64 = 50_000_000
  private static let leastPlaces = 4

  /// How late the phase of a drag may be told that is over, in nanoseconds.
  private static let lateness: Int64 = 50_000_000

  private(set) var isHeld = false
  /// Whether the content that is held was told to be dragged.
  private var isDragged = false
  /// When the content was let go last.
  private var released: TraceTime?
  /// Where the content was when the hold began.
  private(set) var original = Point.zero
  /// Whether the hold began before any place was known: the first one is then where it began.
  private var lacksOriginal = false
  private let usesPhases: Bool
  private let usesTouches: Bool
  private var fingers: [Int64] = []
  /// Where the content was since the hold began, or since it was let go.
  private var recent: [Place] = []
  /// Where it was last.
  private var latest: Point?
  /// Where the finger that came last would have the content, from somewhere.
  private var finger: [Place] = []
  private var lastFinger: Int64?
  private var reported: (time: TraceTime, velocity: Vector)?
  /// Where the content was seen last, and when it moved there; only where nothing tells holds.
  private var seen: (offset: Point, moved: TraceTime?)?
  private var infersHolds: Bool { !usesPhases && !usesTouches }

  private struct Place: Hashable {
    var time: TraceTime
    var offset: Point
  }

  init(usesPhases: Bool, usesTouches: Bool) {
    self.usesPhases = usesPhases
    self.usesTouches = usesTouches && !usesPhases
  }

  /// Looks at a place of which it has to be known whether the content is held there.
  mutating func look(at offset: Point, _ time: TraceTime) {
    guard infersHolds else { return }
    guard let last = seen else {
      seen = (offset, nil)
      return
    }
    guard offset != last.offset else { return }
    let isFromRest = last.moved.map { time.nanoseconds(since: $0) > Self.window } ?? true
    if isFromRest { hold() }
    seen = (offset, time)
  }

  /// Takes a programmatic scroll: what moves now is not the user's doing.
  mutating func takeCommand(at time: TraceTime) {
    guard infersHolds else { return }
    isHeld = false
    seen?.moved = time
  }

  mutating func note(_ offset: Point, at time: TraceTime) {
    if lacksOriginal {
      original = offset
      lacksOriginal = false
    }
    latest = offset
    Self.note(offset, at: time, in: &recent)
  }

  private static func note(_ offset: Point, at time: TraceTime, in places: inout [Place]) {
    places.append(Place(time: time, offset: offset))
    if places.count > 64 { places.removeFirst(32) }
  }

  /// Keeps the way of the finger: content moves with it, offsets against it.
  private mutating func follow(_ sample: TouchSample, at time: TraceTime) {
    if sample.phase == .began {
      lastFinger = sample.pointer
      finger.removeAll(keepingCapacity: true)
    }
    // The end of a touch has the place of the last movement and a later time.
    guard sample.pointer == lastFinger, sample.phase != .ended, sample.phase != .cancelled else {
      return
    }
    let offset = Point(x: -sample.position.x, y: -sample.position.y)
    Self.note(offset, at: time, in: &finger)
  }

  /// Takes a touch; returns the release that it is, if any.
  mutating func take(_ sample: TouchSample, at time: TraceTime) -> RecordedRelease? {
    guard sample.delivery == .direct else { return nil }
    follow(sample, at: time)
    guard usesTouches else { return nil }
    switch sample.phase {
    case .began:
      if !fingers.contains(sample.pointer), fingers.count < 64 { fingers.append(sample.pointer) }
      hold()
    case .moved, .stationary:
      break
    case .ended, .cancelled:
      fingers.removeAll { $0 == sample.pointer }
      if fingers.isEmpty, isHeld { return letGo(at: time, velocity: nil) }
    }
    return nil
  }

  /// Takes the phase of a frame or of a phase change; returns the release that it is, if any.
  mutating func take(
    _ phase: ScrollPhase, velocity: Vector?, at time: TraceTime
  ) -> RecordedRelease? {
    guard usesPhases else { return nil }
    switch phase {
    case .tracking:
      hold()
    case .interacting:
      // A drag may be told behind its release, with the phase that this began.
      if isHeld || !wasJustReleased(by: time) { hold() }
      isDragged = true
    case .decelerating:
      // It may be the phase of the release before, reported behind the touch that followed at once.
      if isHeld, isDragged || !wasJustReleased(by: time) {
        return letGo(at: time, velocity: velocity)
      }
    case .idle:
      // A finger that dragged nothing lets nothing go.
      if isHeld { return isDragged ? letGo(at: time, velocity: velocity ?? .zero) : drop() }
    case .animating:
      if isHeld { return drop() }
    }
    return nil
  }

  /// Whether the content was let go so shortly before a moment that phases of that may still be reported.
  private func wasJustReleased(by time: TraceTime) -> Bool {
    released.map { time.nanoseconds(since: $0) <= Self.lateness } ?? false
  }

  /// Takes what the real system reported of a release.
  mutating func take(_ report: ReleaseReport, at time: TraceTime) -> RecordedRelease? {
    if let velocity = report.velocity { reported = (time, velocity) }
    // Without a velocity the phase that follows says more: whether there is any momentum at all.
    guard report.velocity != nil || !usesPhases else { return nil }
    if isHeld { return letGo(at: time, velocity: report.velocity) }
    guard isCatch(at: time), let place = latest else { return nil }
    original = place
    var release = letGo(at: time, velocity: report.velocity)
    release.place = place
    return release
  }

  /// Whether a release is of a gesture that caught the content, of which nothing else tells.
  private func isCatch(at time: TraceTime) -> Bool {
    guard infersHolds, let released else { return false }
    return time.nanoseconds(since: released) > Self.lateness
  }

  private mutating func hold() {
    guard !isHeld else { return }
    isHeld = true
    isDragged = false
    original = latest ?? .zero
    lacksOriginal = latest == nil
    // How it moved before says nothing of the finger.
    recent.removeAll(keepingCapacity: true)
  }

  private mutating func drop() -> RecordedRelease? {
    isHeld = false
    return nil
  }

  private mutating func letGo(at time: TraceTime, velocity: Vector?) -> RecordedRelease {
    isHeld = false
    released = time
    if let reported, time.nanoseconds(since: reported.time) < Self.window {
      self.reported = nil
      return RecordedRelease(time: time, velocity: reported.velocity, source: .reported)
    }
    if let velocity { return RecordedRelease(time: time, velocity: velocity, source: .phase) }
    return fitted(at: time)
  }

  /// The places that tell how fast something is at a moment.
  private static func last(of places: [Place], before time: TraceTime) -> [Place] {
    let near = places.filter { time.nanoseconds(since: $0.time) <= window }
    let short = near.drop { time.nanoseconds(since: $0.time) > shortWindow }
    return short.count >= leastPlaces ? Array(short) : near.suffix(leastPlaces)
  }

  /// The slope of a least-squares line through the places of the last moments.
  private func fitted(at time: TraceTime) -> RecordedRelease {
    var offsets = Self.last(of: recent, before: time)
    // The frame that comes with a phase shows what followed the release.
    if usesPhases, offsets.count > 2, offsets.last?.time == time { offsets.removeLast() }
    let places = Self.last(of: finger, before: time)
    // Two offsets are no line that could be doubted; the finger may have more to say.
    let points = offsets.count < 3 && places.count > offsets.count ? places : offsets
    var release = RecordedRelease(time: time, velocity: .zero, source: .fitted)
    guard points.count >= 2 else { return release }
    let count = Double(points.count)
    var (sumT, sumX, sumY) = (0.0, 0.0, 0.0)
    let seconds = points.map { -Double(time.nanoseconds(since: $0.time)) / 1e9 }
    for (index, point) in points.enumerated() {
      sumT += seconds[index]
      sumX += point.offset.x
      sumY += point.offset.y
    }
    let (meanT, meanX, meanY) = (sumT / count, sumX / count, sumY / count)
    var (tt, tx, ty) = (0.0, 0.0, 0.0)
    for (index, point) in points.enumerated() {
      let t = seconds[index] - meanT
      tt += t * t
      tx += t * (point.offset.x - meanX)
      ty += t * (point.offset.y - meanY)
    }
    guard tt > 0 else { return release }
    release.velocity = Vector(dx: tx / tt, dy: ty / tt)
    var square = 0.0
    for (index, point) in points.enumerated() {
      let t = seconds[index] - meanT
      let dx = point.offset.x - meanX - release.velocity.dx * t
      let dy = point.offset.y - meanY - release.velocity.dy * t
      square += dx * dx + dy * dy
    }
    if points.count > 2 { release.uncertainty = (square / (count - 2) / tt).squareRoot() }
    return release
  }
}
