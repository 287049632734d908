import ScrollModel

/// Two offsets at one moment.
struct FramePair: Hashable, Sendable {
  var time: TraceTime
  var a: Point
  var b: Point
  var isFree: Bool
}

/// Brings the frames of two sides to common moments.
///
/// A side that shows no frame at a moment is where its last frame left it. Between two frames of
/// the recording the other side is sampled by its closed form, which the caller hands in.
struct FramePairing: Sendable {
  private struct Frame: Hashable, Sendable {
    var time: TraceTime
    var offset: Point
    var isFree = true
    var other: Point?
  }

  /// Whether only moments of the first side count: a recording need not show every frame.
  let followsFirst: Bool
  private var first: [Frame] = []
  private var second: [Frame] = []
  private var lastFirst: Point?
  private var lastSecond: Point?

  init(followsFirst: Bool) {
    self.followsFirst = followsFirst
  }

  /// Adds a frame of the first side; `other` is where the second side is at that moment, if known.
  mutating func addFirst(_ offset: Point, at time: TraceTime, isFree: Bool, other: Point? = nil) {
    first.append(Frame(time: time, offset: offset, isFree: isFree, other: other))
  }

  mutating func addSecond(_ offset: Point, at time: TraceTime) {
    second.append(Frame(time: time, offset: offset))
  }

  /// Calls back for each pair before a moment; nil for all that is left.
  mutating func drain(before limit: TraceTime?, _ body: (FramePair) -> Void) {
    var (i, j) = (0, 0)
    func isDue(_ frame: Frame) -> Bool { limit.map { frame.time < $0 } ?? true }
    while true {
      let a = i < first.count && isDue(first[i]) ? first[i] : nil
      let b = j < second.count && isDue(second[j]) ? second[j] : nil
      guard let time = [a?.time, b?.time].compactMap({ $0 }).min() else { break }
      let isFirst = a?.time == time
      let isSecond = b?.time == time
      if isSecond, let b {
        lastSecond = b.offset
        j += 1
      }
      if isFirst, let a {
        lastFirst = a.offset
        i += 1
      }
      guard isFirst || !followsFirst else { continue }
      guard let here = lastFirst, let there = a.flatMap({ isFirst ? $0.other : nil }) ?? lastSecond
      else { continue }
      body(FramePair(time: time, a: here, b: there, isFree: isFirst ? a?.isFree ?? true : true))
    }
    if i > 0 { first.removeFirst(i) }
    if j > 0 { second.removeFirst(j) }
  }
}
