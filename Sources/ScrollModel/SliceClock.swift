/// The refresh clock of a trace whose beginning was cut off.
///
/// Container changes contain the first tick after the cut, rounded to whole nanoseconds; most rates
/// have ticks between two nanoseconds. The clock's original tick, before the cut, gives every later
/// tick exactly. The trace's metadata contains it.
public struct SliceClock: Hashable, Sendable {
  /// The key of the metadata entry: a tick before the cut, in nanoseconds from the new start.
  public static let metadataKey = "cut_tick_ns"

  private let tick: Int64?
  private var rate: Double?

  /// Creates the clock from a trace's metadata; without an entry it changes nothing.
  public init(_ information: TraceInformation) {
    let entry = information.metadata.first { $0.key == Self.metadataKey }
    let tick = entry.flatMap { Int64($0.json) }
    self.tick = tick.flatMap { $0 < 0 && $0 >= -ModelLimits.time ? $0 : nil }
  }

  /// Returns a container change in which the original tick replaces the first tick after the cut.
  public mutating func restored(_ change: ContainerChange) -> ContainerChange {
    guard let tick else { return change }
    rate = change.refreshRate ?? rate
    guard let origin = change.refreshOrigin, let rate,
      origin == Self.firstTick(afterCut: -tick, rate: rate)
    else { return change }
    var change = change
    change.refreshOrigin = TraceTime(nanoseconds: tick)
    return change
  }

  /// The first tick at or after a cut, relative to it, if one tick was at this distance before it;
  /// nil if none is in range.
  public static func firstTick(afterCut distance: Int64, rate: Double) -> TraceTime? {
    let period = 1e9 / rate
    guard period > 0, period.isFinite else { return nil }
    let distance = Double(distance)
    let rest = (distance / period).rounded(.up) * period - distance
    guard rest <= Double(ModelLimits.time) else { return nil }
    return TraceTime(nanoseconds: Int64(max(rest, 0)))
  }
}
