import ScrollModel

/// What a fix does to the program's scrolls, so that a replay can check it.
struct RequestEdit: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    /// The program does not scroll.
    case leftOut
    /// The least movement in place of an anchor.
    case withoutAnchor
    /// An edge in place of a target.
    case edge(Edge)
    /// With an animation, which asks for the target at each frame (LAZY-4).
    case animated
    /// An offset in place of a target.
    case offset(Double, Axis)
  }

  /// The changes by the number of the command in the trace, from 1.
  private var changes: [Int: Change] = [:]
  private var commands = 0

  init(_ requests: [ScrollRequest], _ change: Change) {
    for request in requests { changes[request.command] = change }
  }

  /// Returns an event as the fix makes it; nil for one that it leaves out.
  ///
  /// Events come in their order.
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
