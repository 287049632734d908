public import ScrollModel

/// The data for the curves of a replay: its frames as columns, and its decisions.
public struct RunColumns: ReplayObserver, Sendable {
  /// A decision with its offset in the view's coordinates.
  public struct Decision: Sendable {
    /// The decision.
    public var settle: Settle
    /// The proposed resting offset, in the view's coordinates.
    public var proposed: Point
    /// The sum of a leading position and the view's offset; nil if both are equal.
    var room: Double?

    /// Returns the view's offset for a leading position along the decision's axis.
    public func offset(_ place: Double) -> Double { room.map { $0 - place + 0.0 } ?? place }
  }

  /// Times of the frames, in milliseconds.
  public private(set) var times: [Double] = []
  /// Horizontal offsets of the frames.
  public private(set) var xs: [Double] = []
  /// Vertical offsets of the frames.
  public private(set) var ys: [Double] = []
  /// Phase changes with their times.
  public private(set) var phases: [(time: TraceTime, phase: ScrollPhase)] = []
  /// Reported ids with their times.
  public private(set) var ids: [(time: TraceTime, id: TargetID?)] = []
  /// Visible sets with their times.
  public private(set) var sets: [(time: TraceTime, ids: ArraySlice<TargetID>)] = []
  /// Decisions about resting offsets.
  public private(set) var decisions: [Decision] = []
  /// The FNV-1a hash of the bits of every frame's offset.
  public private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  private var report: ReleaseReport?
  private var isRightToLeft = false

  /// The largest number of sets and ids that are kept.
  private static let most = 10_000

  /// Creates empty columns.
  public init() {}

  /// Handles phases, ids and the direction of lines.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    switch event {
    case .input(.container(let change)):
      if let direction = change.layoutDirection { isRightToLeft = direction == .rightToLeft }
    case .observation(.phase(let change)): phases.append((time, change.new))
    case .observation(.position(let report)):
      if ids.count < Self.most { ids.append((time, report.id)) }
    case .observation(.release(let release)): report = release
    case .observation(.visibility), .observation(.visibleSet), .observation(.frame),
      .observation(.annotation), .input, .stream:
      break
    }
  }

  /// Handles frames.
  public mutating func take(_ stretch: FrameRun) {
    for step in stretch.steps {
      times.append(step.time.milliseconds)
      xs.append(step.offset.x)
      ys.append(step.offset.y)
      mix(step.offset.x.bitPattern)
      mix(step.offset.y.bitPattern)
    }
    for mark in stretch.sets where sets.count < Self.most {
      sets.append((mark.set.time, mark.set.targets))
    }
  }

  /// Handles a decision; that of a resize has no report before it.
  public mutating func take(_ settle: Settle) {
    let point = settle.isResize ? nil : report?.proposedOffset
    var decision = Decision(settle: settle, proposed: point ?? .zero)
    if settle.axis == .horizontal, isRightToLeft, let point {
      decision.room = point.x + settle.proposed
    }
    if !settle.isResize { decisions.append(decision) }
  }

  /// The time and offset at which the content came to rest after a decision; nil if it was moved
  /// before.
  public func rest(of decision: Decision) -> (time: TraceTime, offset: Point)? {
    let start = decision.settle.time
    guard let end = phases.first(where: { $0.time >= start && !$0.phase.isGliding }),
      end.phase == .idle
    else { return nil }
    let count = times.partitioningIndex { $0 > end.time.milliseconds }
    guard count > 0 else { return nil }
    return (end.time, Point(x: xs[count - 1], y: ys[count - 1]))
  }

  private mutating func mix(_ bits: UInt64) {
    var rest = bits
    for _ in 0..<8 {
      digest = (digest ^ (rest & 0xFF)) &* 0x100_0000_01b3
      rest >>= 8
    }
  }
}

extension ScrollPhase {
  /// Whether released content has this phase until it rests.
  fileprivate var isGliding: Bool { self == .decelerating || self == .animating }
}
