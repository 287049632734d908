import ScrollModel

/// Frames of one side that wait to be paired, in the order of time.
///
/// Their moments and places lie in a column, and what few frames have beside them lies apart.
struct FrameColumn: Sendable {
  /// What some frames say beside where they are.
  struct Mark: Hashable, Sendable {
    /// Whether the frame was free to differ.
    var isFree = true
    /// Where the other side is at its moment, if known.
    var other: Point?
  }

  private var steps: [FrameSample] = []
  private var head = 0
  /// Marks with the numbers of their frames, counted from the first one of all, and where the first lies
  /// whose frame waits.
  private var marks: [(number: Int, mark: Mark)] = []
  private var markHead = 0
  /// The number of the first frame of the column.
  private var base = 0

  /// How many frames wait.
  var count: Int { steps.count - head }

  /// Whether no frame that waits says more than where it is.
  var isPlain: Bool { markHead == marks.count }

  /// The moment of the first frame.
  var firstTime: TraceTime? { head < steps.count ? steps[head].time : nil }

  /// A frame that waits, from 0.
  @inline(__always) subscript(_ place: Int) -> FrameSample { steps[head + place] }

  /// Lets somebody look at the frames that wait.
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

  /// Takes out the first frame if its moment is not behind another.
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

  /// Takes out the first frame if its moment is before another.
  mutating func popFirst(before limit: TraceTime) -> (step: FrameSample, mark: Mark)? {
    guard head < steps.count, steps[head].time < limit else { return nil }
    return popFirst(until: limit)
  }

  /// Skips a number of frames without marks.
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
