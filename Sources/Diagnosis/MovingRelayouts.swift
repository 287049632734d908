import Analysis
import ScrollModel

/// New layouts and insets while a gesture moves the content, and how they moved what is in view.
///
/// Between two frames everything in view moves by one distance. If the layout or an inset changed, and that
/// distance is not about the one before, the change moved it.
struct MovingRelayouts: Sendable {
  struct Jump: Hashable, Sendable {
    var time: TraceTime
    /// By how much what is in view moved more than before, towards the end of the screen.
    var distance: Double
    /// By how much the inset at the start and the container's length changed; 0 for a new layout.
    var (inset, frame) = (0.0, 0.0)
    /// How many items were inserted before what is in view, less than 0 if removed, and by how much
    /// they moved it within the content.
    var (added, growth) = (0, 0.0)
    /// Whether the next frame took it back.
    var isReturned = false
  }

  private(set) var jumps: [Jump] = []
  private var shown: [(handle: Int, rank: Int, start: Double, position: Double)] = []
  private var pace: Double?
  private var generation = -1
  private var axis: MainAxis?
  private var phase: ScrollPhase?
  private var last = TraceTime.zero
  private var isAfterJump = false
  /// A step that is shorter may be the gesture's.
  private static let least = 8.0
  private static let pause: Int64 = 60_000_000
  private static let limit = 500

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .observation(.frame): frame(at: time, viewState)
    // What the program moves is judged elsewhere.
    case .input(.command): reset()
    default: break
    }
  }

  private mutating func reset() {
    shown.removeAll(keepingCapacity: true)
    pace = nil
    isAfterJump = false
  }

  private mutating func frame(at time: TraceTime, _ viewState: borrowing ViewState) {
    defer {
      last = time
      generation = viewState.targets.generation
      axis = MainAxis(viewState)
      phase = viewState.phase
    }
    guard viewState.phase == .interacting || viewState.phase == .decelerating,
      !viewState.isAfterGap, let axis = MainAxis(viewState),
      time.nanoseconds(since: last) <= Self.pause
    else { return reset() }
    judge(at: time, axis, viewState)
    shown.removeAll(keepingCapacity: true)
    for rank in viewState.window.prefix(12) {
      let index = viewState.targets.index(at: rank)
      let start = axis.span(of: viewState.targets.frame(at: index)).start
      shown.append((viewState.targets.handles[index], rank, start, start - axis.offset))
    }
  }

  private mutating func judge(
    at time: TraceTime, _ axis: MainAxis, _ viewState: borrowing ViewState
  ) {
    guard let (move, added, growth) = move(axis, viewState) else { return }
    let inset = self.axis.map { axis.start - $0.start } ?? 0
    let frame = self.axis.map { axis.frame - $0.frame } ?? 0
    // Another width lays the content out again, and what is in view is judged when it rests.
    if frame != 0, generation != viewState.targets.generation { return reset() }
    // A layout under a finger is a finding of its own.
    let isRelaid =
      generation != viewState.targets.generation && viewState.openTouches.isEmpty
      && (added != 0 || axis.excess(axis.offset) == 0)
    // A spring begins at once, and may have an inset of its own, as with pull to refresh.
    let isReshaped =
      (inset != 0 || frame != 0) && phase == viewState.phase
      && (phase == .interacting || axis.excess(axis.offset) == 0)
    guard let pace, isRelaid || isReshaped || isAfterJump else {
      pace = move
      return
    }
    let leap = move - pace
    guard leap.magnitude > max(Self.least, pace.magnitude * 1.5) else {
      isAfterJump = false
      self.pace = move
      return
    }
    if isAfterJump, let jump = jumps.last, (jump.distance + leap).magnitude <= Self.least {
      jumps[jumps.count - 1].isReturned = true
      isAfterJump = false
    } else if isRelaid || isReshaped, jumps.count < Self.limit {
      jumps.append(
        Jump(
          time: time, distance: leap, inset: inset, frame: frame, added: added, growth: growth))
      isAfterJump = true
    }
  }

  /// The median movement of what was in view, and what was inserted before that item; nil if nothing is left.
  private func move(
    _ axis: MainAxis, _ viewState: borrowing ViewState
  ) -> (move: Double, added: Int, growth: Double)? {
    var moves: [(move: Double, added: Int, growth: Double)] = []
    for item in shown {
      guard let index = viewState.targets.index(of: item.handle) else { continue }
      let start = axis.span(of: viewState.targets.frame(at: index)).start
      let added = viewState.targets.rank(of: index) - item.rank
      moves.append((start - axis.offset - item.position, added, start - item.start))
    }
    moves.sort { $0.move < $1.move }
    return moves.isEmpty ? nil : moves[moves.count / 2]
  }
}
