import ScrollEngine
import ScrollModel

/// Keeps what the engine told during one call, in order, until the run looks at it.
struct ReplayConsumer: OutcomeConsumer {
  /// One thing that was told.
  enum Told {
    /// Frames whose steps lie at these places.
    case frames(like: GeometryFrame, Range<Int>)
    case observation(Observation, at: TraceTime)
    case settle(Settle)
    case transition(TransitionOutcome)
    case diagnostic(EngineDiagnostic)
  }

  var observer: OutcomeObserver
  /// What was told since the last draining.
  private(set) var told: [Told] = []
  /// The steps of all frames among that.
  private(set) var steps: [FrameStep] = []

  init(_ configuration: Configuration) {
    observer = OutcomeObserver(configuration)
  }

  mutating func consume(_ frame: OutcomeFrame) {
    steps.append(FrameStep(time: frame.time, offset: frame.offset))
    endRun(at: frame, from: steps.count - 1)
  }

  mutating func consume(_ some: Span<FrameStep>, like frame: OutcomeFrame) {
    guard !some.isEmpty else { return }
    let first = steps.count
    some.withUnsafeBufferPointer { steps.append(contentsOf: $0) }
    endRun(at: frame.moved(to: some[some.count - 1]), from: first)
  }

  /// Makes the newest steps part of the run that is told last, or a run of their own.
  private mutating func endRun(at frame: OutcomeFrame, from first: Int) {
    observer.last = frame
    let frame = frame.geometryFrame(frameSize: frame.geometry.visibleRect.size)
    if case .frames(let like, let range)? = told.last, like.phase == frame.phase,
      like.geometry == frame.geometry
    {
      told[told.count - 1] = .frames(like: like, range.lowerBound..<steps.count)
    } else {
      told.append(.frames(like: frame, first..<steps.count))
    }
  }

  mutating func consume(_ change: PhaseOutcome) {
    told.append(.observation(observer.observation(of: change), at: change.time))
  }

  mutating func consume(_ change: PositionOutcome) {
    told.append(.observation(observer.observation(of: change), at: change.time))
  }

  mutating func consume(_ change: VisibilityOutcome) {
    told.append(.observation(observer.observation(of: change), at: change.time))
  }

  mutating func consume(_ set: VisibleSetOutcome) {
    told.append(.observation(observer.observation(of: set), at: set.time))
  }

  mutating func consume(_ settle: Settle) {
    if let report = observer.report(of: settle) { tell(report, of: settle) }
    told.append(.settle(settle))
  }

  /// Tells a release once, however many axes it was decided on.
  private mutating func tell(_ report: ReleaseReport, of settle: Settle) {
    if case .settle(let other)? = told.last, other.time == settle.time, told.count >= 2,
      case .observation(.release(var whole), let time) = told[told.count - 2]
    {
      whole.join(report, on: settle.axis)
      told[told.count - 2] = .observation(.release(whole), at: time)
    } else {
      told.append(.observation(.release(report), at: settle.time))
    }
  }

  mutating func consume(_ change: TransitionOutcome) { told.append(.transition(change)) }
  mutating func consume(_ diagnostic: EngineDiagnostic) { told.append(.diagnostic(diagnostic)) }

  mutating func drain() {
    told.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
  }
}
