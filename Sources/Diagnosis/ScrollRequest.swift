import Analysis
import ScrollModel

/// One programmatic scroll and its end; lengths count from the leading side.
struct ScrollRequest: Sendable {
  /// The kind of end of a request.
  enum Ending: Hashable, Sendable {
    case rested
    /// A finger or a wheel took over.
    case touched
    /// Another request took over; its index.
    case replaced(Int)
    /// The recording ended before.
    case cut
  }

  var time: TraceTime
  /// The number of its command in the trace, from 1.
  var command: Int
  var destination: ScrollDestination
  /// The fraction by which a target is aligned; nil requests the smallest movement.
  var anchor: Double?
  var isAnimated: Bool
  /// The requested length of the animation, in nanoseconds; nil for the platform's default and springs.
  var duration: Int64?
  /// The number of frames before the request.
  var firstFrame: Int
  /// Whether the destination counts from the physical side.
  var isPhysical: Bool
  /// Whether it was made through a bound position.
  var isThroughPosition: Bool
  var start: Double
  var before: MainAxis
  /// Whether a finger was down.
  var isTouched: Bool
  /// Whether scrolling was turned off.
  var isDisabled: Bool
  /// Whether the content decelerated after a release.
  var wasDecelerating: Bool
  /// Whether the content was in motion by itself.
  var wasMoving: Bool
  /// The step of the last frame before, if the content was in motion.
  var lastStep: Double
  /// The target at the request; nil for other destinations and for unknown ids.
  var target: Span?
  /// Whether only the same id with the other optionality is laid out.
  var hasOtherType = false
  /// The number of targets at the request.
  var targetCount: Int
  /// The destination at the request, before clamping to the range.
  var wanted: Double?
  /// The destination at the request.
  var goal: Double?

  // The result.
  var ending = Ending.cut
  var endTime: TraceTime
  var rest: Double
  var after: MainAxis
  var laterTarget: Span?
  var laterWanted: Double?
  var laterGoal: Double?
  /// The first direction of the movement, and whether the content also moved far in the other one.
  var direction = 0.0
  /// The extreme offsets during the movement.
  var lowest: Double
  var highest: Double
  /// Whether the last frame shows a rest, not a movement with a missing end.
  var isRestShown = false
  /// The number of frames since the request.
  var frames = 0
  /// The offset of the first frame after the end of a request without frames.
  var nextOffset: Double?
  /// The time of the last frame that moved.
  var lastMove: TraceTime?
  /// The time of the first frame at the destination.
  var arrival: TraceTime?
  /// The time of the first layout change after the request.
  var layoutChange: TraceTime?
  /// The number of layout changes until the end.
  var layoutChanges = 0
  /// The smallest end of the range until the rest; nil if unknown.
  var leastEnd: Double?
  /// Whether a wheel across the axis took over, which does not move this axis.
  var isCutAcross = false
  /// The pinned header at the rest, if it is not the target itself.
  var header: PinnedHeader?
  /// Targets near the rest: for naming a neighbor.
  var neighbors: [ShownItem] = []

  struct Span: Hashable, Sendable {
    var start: Double
    var length: Double
    var isEstimated = false
    /// Whether the whole target is visible.
    var isVisible = false
    /// The length of the header that is pinned when the target is at the start of the view.
    var header = 0.0
  }

  /// The destination as text.
  var name: String { Self.name(of: destination) }

  static func name(of destination: ScrollDestination) -> String {
    switch destination {
    case .id(let id): id.displayText
    case .edge(let edge): "the \(edge.rawValue) edge"
    case .point(let point): "(\(pointsText(point.x)), \(pointsText(point.y)))"
    case .x(let x): "x \(pointsText(x))"
    case .y(let y): "y \(pointsText(y))"
    }
  }

  /// The id as a Swift expression; other destinations are a name to replace.
  var idCode: String {
    if case .id(let id) = destination { SwiftCode.id(id) } else { "id" }
  }

  var isID: Bool {
    if case .id = destination { return true }
    return false
  }

  /// Whether the destination is an offset, not a target or an edge.
  var isPoint: Bool {
    switch destination {
    case .id, .edge: false
    case .point, .x, .y: true
    }
  }

  /// The distance that it moved the content.
  var travel: Double { rest - start }

  /// Whether the frame that showed the result is lost; nil if nothing indicates either.
  var isFrameLost: Bool? {
    guard frames == 0 else { return false }
    return nextOffset.flatMap { isResultLost(next: $0, start: start, goal: laterGoal ?? goal) }
  }
}
