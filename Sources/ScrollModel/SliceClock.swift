/// The refresh clock of a trace whose beginning was cut off.
///
/// Its container changes name the first tick behind the cut, as far as whole nanoseconds can say it:
/// most rates have ticks between two nanoseconds. The tick that the whole trace counted from, which
/// is before the cut, gives each later tick to the nanosecond. It is metadata of the trace.
public struct SliceClock: Hashable, Sendable {
  /// The key of the metadata entry: a tick before the cut, in nanoseconds from the new start.
  public static let metadataKey = "cut_tick_ns"

  private let tick: Int64?
  private var rate: Double?

  /// Creates the clock that a trace's metadata name; it changes nothing where they name none.
  public init(_ information: TraceInformation) {
    let entry = information.metadata.first { $0.key == Self.metadataKey }
    let tick = entry.flatMap { Int64($0.json) }
    self.tick = tick.flatMap { $0 < 0 && $0 >= -ModelLimits.time ? $0 : nil }
  }

  /// Returns a container change with the tick that the whole trace counted from, where the change
  /// names the first one behind the cut in its place.
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

  /// The first tick at or behind a cut, counted from there, if one was so many nanoseconds before it;
  /// nil if there is none in reach.
  public static func firstTick(afterCut distance: Int64, rate: Double) -> TraceTime? {
    let period = 1e9 / rate
    guard period > 0, period.isFinite else { return nil }
    let distance = Double(distance)
    let rest = (distance / period).rounded(.up) * period - distance
    guard rest <= Double(ModelLimits.time) else { return nil }
    return TraceTime(nanoseconds: Int64(max(rest, 0)))
  }
}
