import ScrollModel

/// Moves the events of a trace whose beginning was cut off to its new start.
///
/// A tick of the refresh clock that lies before the new start cannot be said any more, so a tick
/// behind it takes its place, whole periods later; `SliceClock` has the exact one. It depends on the rate in force: whatever event
/// changes the rate from then on says such a tick anew.
struct CutShift {
  /// The moment that became time zero.
  let origin: TraceTime
  private var rate: Double?
  /// A tick of the refresh clock, as the caller counts time.
  private var tick: TraceTime?

  /// No cut: everything stays where it is.
  static let none = CutShift(origin: .zero)

  init(origin: TraceTime) {
    self.origin = origin
  }

  /// Returns a moment counted from the new start; what lies before it becomes the start.
  func moved(_ time: TraceTime) -> TraceTime {
    max(.zero, time.advanced(byNanoseconds: -origin.nanoseconds))
  }

  /// Returns the next event with the times inside it counted from the new start.
  mutating func moved(_ event: TraceEvent) -> TraceEvent {
    guard origin != .zero else { return event }
    switch event {
    case .input(.container(let change)):
      return .input(.container(moved(change)))
    case .stream(.gap(let from, let to, let count)):
      return .stream(.gap(from: moved(from), to: moved(to), count: count))
    default:
      return event
    }
  }

  private mutating func moved(_ change: ContainerChange) -> ContainerChange {
    rate = change.refreshRate ?? rate
    tick = change.refreshOrigin ?? tick
    guard change.refreshRate != nil || change.refreshOrigin != nil, let tick else { return change }
    var change = change
    if tick >= origin {
      change.refreshOrigin = change.refreshOrigin.map(moved)
    } else {
      change.refreshOrigin = rate.flatMap {
        SliceClock.firstTick(afterCut: origin.nanoseconds(since: tick), rate: $0)
      }
    }
    return change
  }
}
