import Foundation
import ScrollEngine
import ScrollModel

/// Which of the nested views of a scene a finger or a wheel moves.
struct NestedInput {
  var gesture = NestedGesture()
  var wheel = NestedWheel()
  /// The views under the finger: ways from the outer one to each, the innermost first.
  var chain: [[Int]] = []
}

extension SceneRun {
  /// Hands a finger or a wheel to the views that are under it; false for another input, or where none is nested.
  mutating func handleNested(_ input: Input, at moment: TraceTime) -> Bool {
    guard !innerRuns.isEmpty else { return false }
    switch input {
    case .touch(let sample):
      if sample.phase == .began, !nested.gesture.isUnderWay {
        nested.chain = chain(at: sample.position)
      }
      decide(over: nested.chain) { input, views in
        input.gesture.handle(sample, at: moment, in: &views)
      }
    case .wheel(let sample):
      let point =
        sample.position ?? Point(x: Double(scene.size.width) / 2, y: Double(scene.size.height) / 2)
      decide(over: chain(at: point)) { input, views in
        input.wheel.handle(sample, at: moment, in: &views)
      }
    case .layout, .edit, .container, .command: return false
    }
    return true
  }

  /// Lets flings go over to the next view that come to an edge by a moment.
  mutating func flingNested(until moment: TraceTime) {
    while let next = nested.gesture.nextMoment, next <= moment {
      decide(over: nested.chain) { input, views in input.gesture.advance(to: next, in: &views) }
      guard nested.gesture.nextMoment != next else { return }
    }
  }

  private mutating func decide(
    over chain: [[Int]], _ body: (inout NestedInput, inout SceneViews) -> Void
  ) {
    var input = nested
    var views = SceneViews(root: self, chain: chain)
    body(&input, &views)
    self = views.root
    nested = input
  }

  /// The innermost view at a point, and those around it.
  private func chain(at point: Point) -> [[Int]] {
    for (index, run) in innerRuns.enumerated() {
      guard let corner = corner(of: index), point.x >= corner.x, point.y >= corner.y,
        point.x < corner.x + Double(run.scene.size.width),
        point.y < corner.y + Double(run.scene.size.height)
      else { continue }
      let local = Point(x: point.x - corner.x, y: point.y - corner.y)
      return run.chain(at: local).map { [index] + $0 } + [[]]
    }
    return [[]]
  }

  /// The top left corner of an inner view, measured from that of this one.
  private func corner(of index: Int) -> Point? {
    guard let frame = engines[0].frame(of: wiring.inner[index].id) else { return nil }
    let offset = engines[0].geometry.contentOffset
    let x = frame.origin.x - offset.x
    let isRightToLeft = scene.environment.layoutDirection == .rightToLeft
    return Point(
      x: isRightToLeft ? Double(scene.size.width) - x - frame.size.width : x,
      y: frame.origin.y - offset.y)
  }

  /// Reads or changes the run at the end of a way from this one.
  fileprivate mutating func withRun<Result>(
    at way: ArraySlice<Int>, _ body: (inout SceneRun) -> Result
  ) -> Result {
    guard let first = way.first else { return body(&self) }
    return innerRuns[first].withRun(at: way.dropFirst(), body)
  }
}

/// The views under a finger of a scene.
private struct SceneViews: NestedViews {
  var root: SceneRun
  let chain: [[Int]]

  var count: Int { chain.count }

  mutating func withEngine<Result>(
    of view: Int, at time: TraceTime, _ body: (inout ScrollEngine) -> Result
  ) -> Result {
    root.withRun(at: chain[view][...]) { run in
      run.passAlone(to: time)
      return run.withEngines(at: time, body)
    }
  }

  mutating func send(_ input: Input, to view: Int, at time: TraceTime) {
    root.withRun(at: chain[view][...]) { $0.handle(input, at: time) }
  }

  mutating func fling(_ view: Int, velocity: Vector, at time: TraceTime) {
    root.withRun(at: chain[view][...]) { run in
      for index in run.engines.indices { run.release(index, velocity, at: time) }
    }
  }

  mutating func stop(_ view: Int, at time: TraceTime) {
    root.withRun(at: chain[view][...]) { run in
      for index in run.engines.indices { run.stop(index, at: time) }
    }
  }

  mutating func note(_ decision: NestedDecision) {}
}
