import ScrollModel

/// Moves the events of a trace whose beginning was cut off to its new start.
///
/// A tick of the refresh clock that lies before the new start cannot be said any more, so a tick
/// behind it takes its place, whole periods later. It depends on the rate in force: whatever event
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
    case .remark(.gap(let from, let to, let count)):
      return .remark(.gap(from: moved(from), to: moved(to), count: count))
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
      change.refreshOrigin = rate.flatMap { laterTick(than: tick, rate: $0) }
    }
    return change
  }

  /// The first tick at or behind the new start, counted from there; nil if there is none in reach.
  private func laterTick(than tick: TraceTime, rate: Double) -> TraceTime? {
    let period = 1e9 / rate
    guard period > 0, period.isFinite else { return nil }
    let distance = Double(origin.nanoseconds(since: tick))
    let rest = (distance / period).rounded(.up) * period - distance
    guard rest <= Double(ModelLimits.time) else { return nil }
    return TraceTime(nanoseconds: Int64(max(rest, 0)))
  }
}
