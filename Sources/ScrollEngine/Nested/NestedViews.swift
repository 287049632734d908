public import ScrollModel

/// The scroll views around a finger, for the code that decides which of them it moves.
///
/// Views are numbered from the innermost one under the finger outwards.
public protocol NestedViews {
  /// How many views there are.
  var count: Int { get }
  /// Reads or changes the engine of a view, which has come as far as a moment.
  mutating func withEngine<Result>(
    of view: Int, at time: TraceTime, _ body: (inout ScrollEngine) -> Result
  ) -> Result
  /// Hands an input to a view.
  mutating func send(_ input: Input, to view: Int, at time: TraceTime)
  /// Lets the content of a view go with a velocity that another view had left (NEST-4).
  mutating func fling(_ view: Int, velocity: Vector, at time: TraceTime)
  /// Ends the deceleration of a view at the edge that it came to.
  mutating func stop(_ view: Int, at time: TraceTime)
  /// Hears of a decision.
  mutating func note(_ decision: NestedDecision)
}

extension NestedViews {
  /// The view that a first movement goes to, and the innermost one that scrolls along it (NEST-2 to NEST-9).
  ///
  /// With `latches`, what no view could be handed in the middle goes to one that can move now, as notches do.
  mutating func choice(
    of way: AxisPair<Double>, at time: TraceTime, latches: Bool = false
  ) -> (view: Int, from: Int, kind: NestedDecision.Kind) {
    var first: Int?
    var outermost = 0
    var isBrowser = false
    for view in 0..<count {
      let situation = withEngine(of: view, at: time) { $0.nestedViewState }
      if view == 0 { isBrowser = situation.isSlopPlanar }
      let scrolls = situation.scrolls(along: way)
      if scrolls {
        first = first ?? view
        outermost = view
      }
      let mustMove = situation.choice == .latched || (latches && situation.choice == .passedOn)
      if mustMove ? situation.canMove(way) : scrolls {
        let from = first ?? view
        return (view, from, from == view ? .locked : .handedOver)
      }
      if !situation.letsPass(way) { return (view, view, .kept) }
    }
    // No view can move that way: the innermost one is pulled past its end, in a browser the page (NEST-9).
    return (isBrowser ? outermost : first ?? 0, first ?? 0, .kept)
  }

  /// Whether a view follows movements along an axis.
  mutating func scrolls(_ view: Int, along axis: Axis, at time: TraceTime) -> Bool {
    withEngine(of: view, at: time) { !$0.isScrollDisabled && $0.container.axes.contains(axis) }
  }
}

/// A wheel or a trackpad over nested scroll views, and which of them it moves (NEST-11).
public struct NestedWheel: Sendable {
  /// The view that a trackpad scrolls, up to the end of its momentum.
  private var latched: Int?

  /// Creates a wheel that has not turned yet.
  public init() {}

  /// Takes a sample; times must not decrease.
  public mutating func handle<Views: NestedViews>(
    _ sample: WheelSample, at time: TraceTime, in views: inout Views
  ) {
    guard views.count > 0 else { return }
    if views.withEngine(of: 0, at: time, { $0.configuration.nestedScroll }) == .separate {
      for view in 0..<views.count { views.send(.wheel(sample), to: view, at: time) }
      return
    }
    if sample.momentumPhase == .none {
      switch sample.phase {
      case .none:
        views.send(.wheel(sample), to: target(of: sample, at: time, in: &views), at: time)
        return
      case .mayBegin, .stationary: return
      case .began: latched = nil
      case .changed, .ended, .cancelled: break
      }
      let ends = sample.phase == .ended || sample.phase == .cancelled
      if latched == nil, sample.delta != .zero, !ends {
        latched = target(of: sample, at: time, in: &views)
      }
    }
    guard let latched, latched < views.count else { return }
    views.send(.wheel(sample), to: latched, at: time)
  }

  /// The view that a movement goes to.
  private func target<Views: NestedViews>(
    of sample: WheelSample, at time: TraceTime, in views: inout Views
  ) -> Int {
    let way = AxisPair(sample.delta.dx, sample.delta.dy)
    let chosen = views.choice(of: way, at: time, latches: true)
    let axis: Axis = magnitude(way.horizontal) > magnitude(way.vertical) ? .horizontal : .vertical
    views.note(
      NestedDecision(
        time: time, kind: chosen.kind, axis: axis, view: chosen.view, from: chosen.from))
    return chosen.view
  }
}
