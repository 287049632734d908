public import ScrollModel
import Simulation

/// The resting offsets of a recording.
public struct Rests: TraceSink, Hashable, Sendable {
  /// The resting offsets, and the last offset.
  public private(set) var offsets: [Point] = []
  /// The reported ids in order.
  public private(set) var ids: [TargetID?] = []
  private var last: Point?

  /// Collects the rests of a source.
  public init(of source: some TraceSource) throws {
    try source.send(to: &self)
    if let last, offsets.last != last { offsets.append(last) }
  }

  /// Ignores the information.
  public mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }

  /// Records a rest and an id.
  public mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    switch event {
    case .observation(.frame(let frame)): last = frame.offset
    case .observation(.phase(let change)) where change.new == .idle && change.old != .idle:
      if let last, offsets.last != last { offsets.append(last) }
    case .observation(.position(let report)):
      if ids.isEmpty || ids[ids.count - 1] != report.id { ids.append(report.id) }
    default: break
    }
  }

  /// Ignores a diagnostic.
  public mutating func report(_ diagnostic: Diagnostic) {}

  /// The minimum distance between different rests, in points.
  private static let tolerance = 0.5

  /// Whether the rests differ in their offsets or their number.
  public func differ(from other: Rests) -> Bool {
    offsets.count != other.offsets.count
      || zip(offsets, other.offsets).contains {
        ($0.x - $1.x).magnitude > Self.tolerance || ($0.y - $1.y).magnitude > Self.tolerance
      }
  }
}
