import ScrollModel

/// Shifts the events of a trace to its new start after a cut.
///
/// A tick of the refresh clock before the new start is replaced by a later one, whole periods after
/// it; `SliceClock` has the exact one. The replacement depends on the current rate, so every change
/// of the rate contains a new tick.
struct CutShift {
  /// The time that became zero.
  let origin: TraceTime
  private var rate: Double?
  /// A tick of the refresh clock, in original time.
  private var tick: TraceTime?

  /// No cut: times are unchanged.
  static let none = CutShift(origin: .zero)

  init(origin: TraceTime) {
    self.origin = origin
  }

  /// Returns a time relative to the new start; earlier times become the start.
  func moved(_ time: TraceTime) -> TraceTime {
    max(.zero, time.advanced(byNanoseconds: -origin.nanoseconds))
  }

  /// Returns the next event with its inner times relative to the new start.
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
