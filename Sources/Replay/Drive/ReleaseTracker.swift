import ScrollModel

/// The time at which the user released the content, as recorded.
struct RecordedRelease: Hashable, Sendable {
  enum Source: String, Hashable, Sendable {
    /// A velocity reported by the real system.
    case reported
    /// The velocity of the phase change to decelerating.
    case phase
    /// A line through the last offsets before the release, or through the last finger positions if
    /// offsets are sparse.
    case fitted
  }

  var time: TraceTime
  var velocity: Vector
  var source: Source
  /// Standard error of a fitted velocity, in points per second; nil if unknown.
  var uncertainty: Double?
  /// The recorded offset, if it differs from that of the replay.
  var place: Point?
}

/// Detects from a recording when the user holds and releases the content.
///
/// Uses phases if there are any, else touches. Without either, movement after a rest counts as a
/// hold until a release is reported.
struct ReleaseTracker: Sendable {
  /// Longest age of offsets that are used for the velocity, in nanoseconds.
  static let window: Int64 = 120_000_000

  /// If offsets are dense enough, only those of this shorter window are used, with a minimum
  /// number.
  ///
  /// A finger may change its speed late.
  private static let shortWindow: Int64 = 50_000_000
  private static let leastPlaces = 4

  /// The largest delay of the phase of a finished drag, in nanoseconds.
  private static let lateness: Int64 = 50_000_000

  private(set) var isHeld = false
  /// Whether the held content was reported as dragged.
  private var isDragged = false
  /// The time of the last release.
  private var released: TraceTime?
  /// The offset at the beginning of the hold.
  private(set) var original = Point.zero
  /// Whether the hold began before any offset was known; the first offset then counts as its
  /// origin.
  private var lacksOriginal = false
  private let usesPhases: Bool
  private let usesTouches: Bool
  private var fingers: [Int64] = []
  /// The offsets since the beginning of the hold, or since the release.
  private var recent: [Place] = []
  /// The last offset.
  private var latest: Point?
  /// The positions of the last finger, relative to an arbitrary origin.
  private var finger: [Place] = []
  private var lastFinger: Int64?
  private var reported: (time: TraceTime, velocity: Vector)?
  /// The last offset and the time of its last change; only used without phases and touches.
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

  /// Records an offset, and infers whether the content is held there.
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

  /// Handles a programmatic scroll: the user does not cause the following movement.
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

  /// Records the path of the finger; content moves with it, offsets in the opposite direction.
  private mutating func follow(_ sample: TouchSample, at time: TraceTime) {
    if sample.phase == .began {
      lastFinger = sample.pointer
      finger.removeAll(keepingCapacity: true)
    }
    // The end of a touch repeats the last position at a later time.
    guard sample.pointer == lastFinger, sample.phase != .ended, sample.phase != .cancelled else {
      return
    }
    let offset = Point(x: -sample.position.x, y: -sample.position.y)
    Self.note(offset, at: time, in: &finger)
  }

  /// Handles a touch; returns the release if it is one.
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

  /// Handles the phase of a frame or of a phase change; returns the release if it is one.
  mutating func take(
    _ phase: ScrollPhase, velocity: Vector?, at time: TraceTime
  ) -> RecordedRelease? {
    guard usesPhases else { return nil }
    switch phase {
    case .tracking:
      hold()
    case .interacting:
      // A drag may be reported after its release, with the phase that began it.
      if isHeld || !wasJustReleased(by: time) { hold() }
      isDragged = true
    case .decelerating:
      // This may be the phase of the previous release, reported after an immediate new touch.
      if isHeld, isDragged || !wasJustReleased(by: time) {
        return letGo(at: time, velocity: velocity)
      }
    case .idle:
      // A finger without a drag releases nothing.
      if isHeld { return isDragged ? letGo(at: time, velocity: velocity ?? .zero) : drop() }
    case .animating:
      if isHeld { return drop() }
    }
    return nil
  }

  /// Whether the content was released so recently that phases of that release may still be
  /// reported.
  private func wasJustReleased(by time: TraceTime) -> Bool {
    released.map { time.nanoseconds(since: $0) <= Self.lateness } ?? false
  }

  /// Handles a reported release.
  mutating func take(_ report: ReleaseReport, at time: TraceTime) -> RecordedRelease? {
    if let velocity = report.velocity { reported = (time, velocity) }
    // Without a velocity, the following phase is better: it shows whether there is momentum at
    // all.
    guard report.velocity != nil || !usesPhases else { return nil }
    if isHeld { return letGo(at: time, velocity: report.velocity) }
    guard isCatch(at: time), let place = latest else { return nil }
    original = place
    var release = letGo(at: time, velocity: report.velocity)
    release.place = place
    return release
  }

  /// Whether a release belongs to an interrupting gesture without other evidence.
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
    // Earlier movement is unrelated to the finger.
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

  /// The offsets that determine the velocity at a time.
  private static func last(of places: [Place], before time: TraceTime) -> [Place] {
    let near = places.filter { time.nanoseconds(since: $0.time) <= window }
    let short = near.drop { time.nanoseconds(since: $0.time) > shortWindow }
    return short.count >= leastPlaces ? Array(short) : near.suffix(leastPlaces)
  }

  /// The slope of a least-squares line through the latest offsets.
  private func fitted(at time: TraceTime) -> RecordedRelease {
    var offsets = Self.last(of: recent, before: time)
    // The frame with the phase change already shows motion after the release.
    if usesPhases, offsets.count > 2, offsets.last?.time == time { offsets.removeLast() }
    let places = Self.last(of: finger, before: time)
    // Two offsets give no estimate of the error; the finger may have more samples.
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
