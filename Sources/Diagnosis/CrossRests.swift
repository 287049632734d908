import Analysis
import ScrollModel

/// The rests of dragged content along the axis across the main one.
///
/// They show whether the snap style of a page that scrolls both ways is that of one axis.
struct CrossRests: Sendable {
  /// A rest within the range of the axis.
  private struct Rest {
    /// The axis, with its offset at the rest.
    var axis: MainAxis
    var spans: [Span]
  }

  private struct Span: Hashable {
    var start, length: Double
  }

  private var rests: [Rest] = []
  private var axis: Axis?
  /// The offset when the last finger came down, or when the program moved the content.
  private var from: Double?
  private var last: (offset: Double, time: TraceTime)?
  private var hasFinger = false
  private var spans: [Span] = []
  private var generation = -1

  private static let limit = 200
  /// Pages have few rows or columns; a layout of more is not compared.
  private static let spanLimit = 2000
  /// Content that moves no farther was not dragged along this axis.
  private static let still = 4.0
  /// Content that was still for so long before the next touch was at rest.
  private static let stillness: Int64 = 150_000_000

  /// Handles an event.
  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(.touch(let touch)) where touch.phase == .began:
      close(at: time, viewState)
      from = last?.offset
      hasFinger = true
    case .input(.command):
      hasFinger = false
    case .observation(.frame):
      guard let offset = viewState.offset else { return }
      let axis: Axis = viewState.targets.mainAxis == .vertical ? .horizontal : .vertical
      self.axis = axis
      let place = axis == .vertical ? offset.y : offset.x
      if last?.offset != place { last = (place, time) }
      if from == nil { from = place }
    default: break
    }
  }

  /// Ends the trace.
  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    close(at: time, viewState)
  }

  private mutating func close(at time: TraceTime, _ viewState: borrowing ViewState) {
    defer { hasFinger = false }
    guard hasFinger, let axis, let last, let from, (last.offset - from).magnitude > Self.still,
      time.nanoseconds(since: last.time) >= Self.stillness, rests.count < Self.limit,
      let rest = MainAxis(viewState, along: axis), !rest.isMirrored, let high = rest.high,
      rest.offset > rest.low + viewState.tolerance, rest.offset < high - viewState.tolerance
    else { return }
    noteSpans(rest, viewState)
    if !spans.isEmpty { rests.append(Rest(axis: rest, spans: spans)) }
  }

  private mutating func noteSpans(_ axis: MainAxis, _ viewState: borrowing ViewState) {
    guard viewState.targets.generation != generation else { return }
    generation = viewState.targets.generation
    let count = min(viewState.targets.count, Self.spanLimit)
    var found: Set<Span> = []
    for index in 0..<count {
      let span = axis.span(of: viewState.targets.frame(at: index))
      found.insert(Span(start: span.start, length: span.length))
    }
    spans = found.sorted { ($0.start, $0.length) < ($1.start, $1.length) }
  }

  /// Whether the rests contradict a snap style with an alignment along this axis.
  ///
  /// At least two rests have to be away from every snap position, by different distances: padding
  /// moves all of them by the same one.
  func isFree(
    _ strictness: SnapStrictness, _ align: SnapAlignment, within tolerance: Double
  ) -> Bool {
    guard let fraction = align.fraction else { return false }
    var (aligned, misses) = (0, [Double]())
    for rest in rests {
      let axis = rest.axis
      var miss = Double.infinity
      for span in rest.spans {
        let room = span.length - axis.inner
        let place = span.start + fraction * room - axis.start
        if (axis.offset - place).magnitude < miss.magnitude { miss = axis.offset - place }
        // Anywhere within an area that fills the view is a valid rest.
        let inside = axis.offset + axis.start - span.start
        if room > 0, inside >= 0, inside <= room { miss = 0 }
      }
      if miss.magnitude <= tolerance {
        aligned += 1
      } else if strictness == .mandatory || miss.magnitude < axis.frame / 3 {
        misses.append(miss)
      }
    }
    guard misses.count >= 2, misses.count > aligned, let low = misses.min(), let high = misses.max()
    else { return false }
    return high - low > 2 * tolerance
  }
}
