import Analysis
import ScrollModel

/// The rests of dragged content along the axis across the main one.
///
/// They show whether the snap style of a page that scrolls both ways is that of one axis.
struct CrossRests: Sendable {
  /// A rest within the range of the axis.
  private struct Rest {
    var offset: Double
    /// The frame's length and its inset at the start.
    var inner, start, frame: Double
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
      viewState.layoutDirection != .rightToLeft || axis == .vertical,
      let size = viewState.containerSize, let content = viewState.contentSize
    else { return }
    let insets = viewState.insets ?? .zero
    let isVertical = axis == .vertical
    let (start, end) = isVertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
    let (frame, length) =
      isVertical ? (size.height, content.height) : (size.width, content.width)
    let high = length - frame + end
    guard last.offset > -start + viewState.tolerance, last.offset < high - viewState.tolerance
    else { return }
    noteSpans(axis, viewState)
    guard !spans.isEmpty else { return }
    rests.append(
      Rest(
        offset: last.offset, inner: frame - start - end, start: start, frame: frame, spans: spans))
  }

  private mutating func noteSpans(_ axis: Axis, _ viewState: borrowing ViewState) {
    guard viewState.targets.generation != generation else { return }
    generation = viewState.targets.generation
    let count = min(viewState.targets.count, Self.spanLimit)
    var found: Set<Span> = []
    for index in 0..<count {
      let rect = viewState.targets.frame(at: index)
      found.insert(Span(start: rect.start(axis), length: rect.length(axis)))
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
      var miss = Double.infinity
      for span in rest.spans {
        let place = span.start + fraction * (span.length - rest.inner) - rest.start
        if (rest.offset - place).magnitude < miss.magnitude { miss = rest.offset - place }
        // Anywhere within an area that fills the view is a valid rest.
        let room = span.length - rest.inner
        let inside = rest.offset + rest.start - span.start
        if room > 0, inside >= 0, inside <= room { miss = 0 }
      }
      if miss.magnitude <= tolerance {
        aligned += 1
      } else if strictness == .mandatory || miss.magnitude < rest.frame / 3 {
        misses.append(miss)
      }
    }
    guard misses.count >= 2, misses.count > aligned, let low = misses.min(), let high = misses.max()
    else { return false }
    return high - low > 2 * tolerance
  }
}
