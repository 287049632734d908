import ScrollModel

/// One scroller of a recording while its trace is written.
struct Scroller {
  /// Tells the scrollers of a recording apart.
  struct Key: Hashable {
    /// The process that renders it.
    var process: Int64
    /// The compositor's scroll node or layer; negative where the trace does not name one.
    var node: Int64
  }

  /// How many of its last offsets a scroller remembers.
  ///
  /// The main thread repeats an offset a few frames after the compositor had it.
  static let memory = 64

  var key: Key
  /// What the trace is called.
  var name: String
  /// Its number in the sink, once it was begun.
  var number: TraceNumber?
  /// Whether an event was written for it.
  var isStarted = false
  /// Where the page counts from, in the compositor's coordinates.
  var zero = Point.zero
  /// The offset before the first one that is written, where known.
  var initialOffset: Point?
  var offset: Point?
  var phase: ScrollPhase?
  var lastTime: Int64 = 0
  /// Events that came too late to be put in their place, and between which moments they lie.
  var late: (count: Int64, first: Int64, last: Int64)?
  /// Whether the compositor moved it at least once.
  var isComposited = false
  private var recent: [Point] = []
  /// How many offsets there were, and how many of them the main thread has passed.
  private var moveCount = 0
  private var repeatedCount = 0

  init(key: Key, name: String) {
    self.key = key
    self.name = name
  }

  /// Returns what the page calls an offset of the compositor.
  func onPage(_ point: Point) -> Point { Point(x: point.x - zero.x, y: point.y - zero.y) }

  /// Takes in an offset, and says whether it is another one than before.
  mutating func move(to point: Point) -> Bool {
    guard offset != point else { return false }
    offset = point
    if recent.count < Self.memory {
      recent.append(point)
    } else {
      recent[moveCount % Self.memory] = point
    }
    moveCount += 1
    return true
  }

  /// Whether the main thread, which rounds to whole pixels, only repeats an offset from before.
  ///
  /// It repeats them in order: one that lies behind an offset it already repeated is a new one.
  mutating func repeats(_ point: Point) -> Bool {
    for number in max(repeatedCount, moveCount - recent.count)..<moveCount {
      let old = recent[number % Self.memory]
      if Self.isRounded(old.x, point.x), Self.isRounded(old.y, point.y) {
        repeatedCount = number
        return true
      }
    }
    return false
  }

  /// Whether one of two coordinates is the other, rounded to a whole pixel.
  static func isRounded(_ first: Double, _ second: Double) -> Bool {
    (first - second).magnitude <= 0.501
  }
}
