import ScrollModel

/// The effect of a fix on programmatic scrolls, so that a replay can check it.
struct RequestEdit: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    /// Removes the scroll.
    case leftOut
    /// Replaces an anchor by the smallest movement.
    case withoutAnchor
    /// Another anchor.
    case anchored(UnitPoint)
    /// An edge in place of a target.
    case edge(Edge)
    /// Adds an animation, which updates its target at each frame (LAZY-4).
    case animated
    /// Replaces a target by an offset.
    case offset(Double, Axis)
  }

  /// The changes by command number in the trace, from 1.
  private var changes: [Int: Change] = [:]
  private var commands = 0

  init(_ requests: [ScrollRequest], _ change: Change) {
    for request in requests { changes[request.command] = change }
  }

  /// Returns an event with the fix applied; nil if it is removed.
  ///
  /// Events must be passed in order.
  mutating func edited(_ event: TraceEvent) -> TraceEvent? {
    guard case .input(.command(let command)) = event else { return event }
    commands += 1
    guard let change = changes[commands] else { return event }
    switch (change, command) {
    case (.leftOut, _): return nil
    case (.withoutAnchor, .scroll(let to, _, let animation, let route, let keeps)):
      return .input(
        .command(
          .scroll(
            to: to, anchor: nil, animation: animation, route: route, preservesVelocity: keeps)))
    case (.withoutAnchor, .write(let id, _, let animation)):
      return .input(.command(.write(id, anchor: nil, animation: animation)))
    case (.anchored(let anchor), .scroll(let to, _, let animation, let route, let keeps)):
      return .input(
        .command(
          .scroll(
            to: to, anchor: anchor, animation: animation, route: route, preservesVelocity: keeps)))
    case (.anchored(let anchor), .write(let id, _, let animation)):
      return .input(.command(.write(id, anchor: anchor, animation: animation)))
    case (.animated, .scroll(let to, let anchor, _, let route, let keeps)):
      return .input(
        .command(
          .scroll(
            to: to, anchor: anchor, animation: .automatic, route: route, preservesVelocity: keeps)))
    case (.animated, .write(let id, let anchor, _)):
      return .input(.command(.write(id, anchor: anchor, animation: .automatic)))
    case (.edge(let edge), .scroll(_, _, let animation, let route, let keeps)):
      return .input(
        .command(
          .scroll(
            to: .edge(edge), anchor: nil, animation: animation, route: route,
            preservesVelocity: keeps)))
    case (.offset(let offset, let axis), .scroll(_, _, let animation, _, let keeps)):
      return .input(
        .command(
          .scroll(
            to: axis == .vertical ? .y(offset) : .x(offset), anchor: nil, animation: animation,
            route: .offset, preservesVelocity: keeps)))
    default: return event
    }
  }
}
