import ScrollModel

/// The current time of playback, and its changes by keys and time.
struct Playhead: Equatable {
  /// The times of the recorded frames, ascending.
  let frames: [Int64]
  /// The times of settle decisions, ascending.
  let settles: [Int64]
  /// The times at which replay and recording begin to differ, ascending.
  let divergences: [Int64]
  /// The last time.
  let end: Int64
  /// The displayed time.
  private(set) var time: Int64 = 0
  /// Whether playback is running.
  private(set) var isPlaying: Bool
  /// The speed of playback, in twentieths of real time.
  private(set) var speed: Int64 = 20
  /// Whether the list of keys is shown.
  private(set) var showsHelp = false

  /// A twentieth, a tenth, a quarter, a half, real time, twice, four times.
  private static let speeds: [Int64] = [1, 2, 5, 10, 20, 40, 80]
  /// A step without recorded frames: one tick of a 60 Hz display.
  private static let step: Int64 = 16_666_667
  private static let page: Int64 = 1_000_000_000

  init(
    frames: [Int64], settles: [Int64], divergences: [Int64] = [], end: Int64,
    at time: Int64 = 0, isPlaying: Bool
  ) {
    self.frames = frames
    self.settles = settles
    self.divergences = divergences
    self.end = max(0, end)
    self.isPlaying = isPlaying
    move(to: time)
  }

  private mutating func move(to time: Int64) {
    self.time = min(max(time, 0), end)
  }

  /// Handles a key; keys without a movement change nothing.
  mutating func take(_ key: Key) {
    showsHelp = key == .help && !showsHelp
    switch key {
    case .left: step(to: before(time, in: frames) ?? (frames.isEmpty ? time - Self.step : 0))
    case .right: step(to: after(time, in: frames) ?? (frames.isEmpty ? time + Self.step : end))
    case .pageUp: step(to: time - Self.page)
    case .pageDown: step(to: time + Self.page)
    case .home: step(to: 0)
    case .end: step(to: end)
    case .next: step(to: after(time, in: settles) ?? end)
    case .previous: step(to: before(time, in: settles) ?? 0)
    case .nextDivergence: step(to: after(time, in: divergences) ?? end)
    case .previousDivergence: step(to: before(time, in: divergences) ?? 0)
    case .slower: speed = Self.speeds.last { $0 < speed } ?? speed
    case .faster: speed = Self.speeds.first { $0 > speed } ?? speed
    case .space:
      // At the end, playback restarts from the beginning.
      if !isPlaying && time == end { move(to: 0) }
      isPlaying.toggle()
    case .help, .quit, .suspend: break
    }
  }

  /// Moves by a step and pauses the playback.
  private mutating func step(to time: Int64) {
    isPlaying = false
    move(to: time)
  }

  /// Advances by the elapsed time; stops at the end.
  mutating func play(for nanoseconds: Int64) {
    guard isPlaying else { return }
    let (scaled, isTooLong) = max(0, nanoseconds).multipliedReportingOverflow(by: speed)
    let (moved, isOver) = time.addingReportingOverflow(scaled / 20)
    move(to: isTooLong || isOver ? end : moved)
    if time == end { isPlaying = false }
  }

  private func after(_ time: Int64, in moments: [Int64]) -> Int64? {
    let place = Self.count(in: moments) { $0 <= time }
    return place < moments.count ? moments[place] : nil
  }

  private func before(_ time: Int64, in moments: [Int64]) -> Int64? {
    let place = Self.count(in: moments) { $0 < time }
    return place > 0 ? moments[place - 1] : nil
  }

  /// The number of leading times that satisfy a condition, by bisection.
  private static func count(in moments: [Int64], _ passes: (Int64) -> Bool) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(moments[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
