import ScrollModel

/// Where the reader is in a trace, and how keys and time move them.
struct Playhead: Equatable {
  /// The moments of the recorded frames, rising.
  let frames: [Int64]
  /// The moments at which a rest was decided, rising.
  let settles: [Int64]
  /// The moments at which replay and recording begin to differ, rising.
  let divergences: [Int64]
  /// The last moment.
  let end: Int64
  /// The moment that is shown.
  private(set) var time: Int64 = 0
  /// Whether time goes on by itself.
  private(set) var isPlaying: Bool
  /// How fast time goes on, in twentieths of real time.
  private(set) var speed: Int64 = 20
  /// Whether the list of keys is shown.
  private(set) var showsHelp = false

  /// A twentieth, a tenth, a quarter, a half, real time, twice, four times.
  private static let speeds: [Int64] = [1, 2, 5, 10, 20, 40, 80]
  /// A step where no frames were recorded: one tick of a display of 60 Hz.
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

  /// Moves as a key says; keys that do not move leave everything as it is.
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
      // At the end there is nothing left to play but the whole of it.
      if !isPlaying && time == end { move(to: 0) }
      isPlaying.toggle()
    case .help, .quit, .suspend: break
    }
  }

  /// Whoever steps wants to look.
  private mutating func step(to time: Int64) {
    isPlaying = false
    move(to: time)
  }

  /// Goes on by the time that passed; stops at the end.
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

  /// How many of the first moments pass; they are sorted, so halving finds it.
  private static func count(in moments: [Int64], _ passes: (Int64) -> Bool) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(moments[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
