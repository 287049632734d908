import ScrollModel

/// Frames of one side that wait to be paired, in the order of time.
///
/// Times and offsets are stored in a column, and the attributes of few frames separately.
struct FrameColumn: Sendable {
  /// The attributes of some frames besides time and offset.
  struct Mark: Hashable, Sendable {
    /// Whether the frame did not drive a side, so that it is compared.
    var isFree = true
    /// The offset of the other side at this time, if known.
    var other: Point?
  }

  private var steps: [FrameSample] = []
  private var head = 0
  /// Attributes with the indices of their frames, counted from the very first frame, and the
  /// position of the first pending one.
  private var marks: [(number: Int, mark: Mark)] = []
  private var markHead = 0
  /// The index of the first frame of the column.
  private var base = 0

  /// The number of pending frames.
  var count: Int { steps.count - head }

  /// Whether no pending frame has attributes.
  var isPlain: Bool { markHead == marks.count }

  /// The time of the first frame.
  var firstTime: TraceTime? { head < steps.count ? steps[head].time : nil }

  /// A pending frame, by its position from 0.
  @inline(__always) subscript(_ place: Int) -> FrameSample { steps[head + place] }

  /// Calls a closure with the pending frames.
  @inline(__always) func withWaiting<Result>(
    _ look: (UnsafeBufferPointer<FrameSample>) -> Result
  ) -> Result {
    steps.withUnsafeBufferPointer { look(UnsafeBufferPointer(rebasing: $0[head...])) }
  }

  mutating func append(_ step: FrameSample, _ mark: Mark) {
    if mark != Mark() { marks.append((base + steps.count, mark)) }
    steps.append(step)
  }

  mutating func append(contentsOf more: UnsafeBufferPointer<FrameSample>) {
    steps.append(contentsOf: more)
  }

  /// Removes the first frame if its time is not after a limit.
  mutating func popFirst(until limit: TraceTime) -> (step: FrameSample, mark: Mark)? {
    guard head < steps.count, steps[head].time <= limit else { return nil }
    let step = steps[head]
    var mark = Mark()
    if markHead < marks.count, marks[markHead].number == base + head {
      mark = marks[markHead].mark
      markHead += 1
    }
    skip(1)
    return (step, mark)
  }

  /// Removes the first frame if its time is before a limit.
  mutating func popFirst(before limit: TraceTime) -> (step: FrameSample, mark: Mark)? {
    guard head < steps.count, steps[head].time < limit else { return nil }
    return popFirst(until: limit)
  }

  /// Skips a number of frames without attributes.
  mutating func skip(_ count: Int) {
    head += count
    guard head == steps.count || (head >= 64 && head * 2 >= steps.count) else { return }
    base += head
    steps.removeFirst(head)
    head = 0
    marks.removeFirst(markHead)
    markHead = 0
  }
}
