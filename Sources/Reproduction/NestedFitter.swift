import Replay
import ScrollModel
import Simulation

/// Finds the scene of nested views, and the script that moves them, from the recordings of all views.
///
/// The outer view's touches become the script, because a simulation gives a finger to the views under it. A finger
/// over an inner view is in the recordings of that view and of the one around it. The difference of its two
/// positions is where the frame of the inner view is.
struct NestedFitter {
  private let views: [RecordedCase.NestedView]
  /// How the inner views share drags with the views around them: a key of configurations and its value.
  private let sharing: (key: String, value: String)

  /// Creates a fitter for recordings; `sharing` is a text such as `nested-scroll: inner`, nil without a value.
  init?(_ recorded: RecordedCase, sharing: String) {
    let parts = sharing.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    views =
      [RecordedCase.NestedView(information: recorded.information, events: recorded.events)]
      + recorded.others
    self.sharing = (parts[0], parts[1])
  }

  /// The scene and the script; nil if a view has no known size or place.
  var fitted: (scene: SceneFile, script: GestureScript)? {
    let outer = views.filter { view in
      !views.contains { $0.information.name == view.information.parentName }
    }
    guard outer.count == 1, let root = outer.first,
      let (scene, script) = ScriptFitter.fit(root.events, of: root.information),
      let whole = holding(scene, root)
    else { return nil }
    return (whole, script)
  }

  /// The largest number of views around a view; names that form a circle exceed it.
  private static let depthLimit = 8

  /// A view's scene with the views in it.
  private func holding(
    _ scene: SceneFile, _ view: RecordedCase.NestedView, depth: Int = 0
  ) -> SceneFile? {
    guard depth < Self.depthLimit else { return nil }
    var scene = scene
    scene.labels.configuration = view.information.declaredConfiguration
    for inner in views where inner.information.parentName == view.information.name {
      guard let place = place(of: inner, in: view),
        let (own, _) = ScriptFitter.fit(inner.events, of: inner.information),
        var held = holding(own, inner, depth: depth + 1)
      else { return nil }
      held.labels.parentName = nil
      var nested = InnerScene(at: place, held)
      nested.ran = ran(inner)
      scene.inner.append(nested)
    }
    return scene
  }

  /// What an inner view declares, with the way in which it really shares drags.
  private func ran(_ view: RecordedCase.NestedView) -> String? {
    let declared = view.information.declaredConfiguration ?? ""
    return (try? Configuration(text: declared, setting: [sharing]))?.text
  }

  /// The position of an inner view's frame in the content of the view around it, from the fingers over both.
  private func place(
    of inner: RecordedCase.NestedView, in outer: RecordedCase.NestedView
  ) -> Point? {
    var best: (place: Point, movement: Double)?
    for (time, event) in inner.events {
      guard case .input(.touch(let sample)) = event, sample.phase == .began,
        let around = outer.touch(sample.pointer, at: time)
      else { continue }
      let (before, after) = outer.offsets(around: time)
      let movement = (before.x - after.x).magnitude + (before.y - after.y).magnitude
      guard movement < best?.movement ?? .infinity else { continue }
      let place = Point(
        x: around.x - sample.position.x + before.x, y: around.y - sample.position.y + before.y)
      best = (Point(x: Self.rounded(place.x), y: Self.rounded(place.y)), movement)
    }
    return best?.place
  }

  /// A coordinate without the error of sums of offsets and positions, which have at most 1/1024 of a point.
  private static func rounded(_ coordinate: Double) -> Double {
    (coordinate * 1024).rounded() / 1024
  }

  /// The recordings of the scene and of the shortest script that show the defect; nil if the whole script does not.
  ///
  /// Steps are left out one at a time, the last first, as long as the defect is shown without them.
  func shortest(_ isShown: (RecordedCase) throws -> Bool) throws -> RecordedCase? {
    guard let (scene, script) = fitted, var made = try? recording(scene, script), try isShown(made)
    else { return nil }
    var lines = script.lines
    for index in lines.indices.reversed() {
      var fewer = lines
      fewer.remove(at: index)
      guard let shorter = try? GestureScript(fewer.joined(separator: "\n")),
        let other = try? recording(scene, shorter), try isShown(other)
      else { continue }
      (lines, made) = (fewer, other)
    }
    made.nestedScene = (scene, try GestureScript(lines.joined(separator: "\n")))
    return made
  }

  /// The recordings that the scene and the script make, that of the same view as before first.
  private func recording(_ scene: SceneFile, _ script: GestureScript) throws -> RecordedCase? {
    let configuration = try Configuration(text: scene.labels.configuration ?? "")
    let simulation = try NestedSimulation(
      Simulator(scene: scene, script: script), configuration: configuration)
    var collector = ViewCollector()
    try simulation.send(to: &collector)
    var made = collector.views
    guard let own = made.firstIndex(where: { $0.information.name == views[0].information.name })
    else { return nil }
    let first = made.remove(at: own)
    var recorded = RecordedCase(first.information, first.events)
    recorded.others = made
    return recorded
  }
}

extension RecordedCase.NestedView {
  /// The position of a finger that comes down at a time; nil if the view does not record it.
  fileprivate func touch(_ pointer: Int64, at time: TraceTime) -> Point? {
    for case (time, .input(.touch(let sample))) in events
    where sample.phase == .began && sample.pointer == pointer {
      return sample.position
    }
    return nil
  }

  /// The offsets of the frames before and after a time.
  fileprivate func offsets(around time: TraceTime) -> (before: Point, after: Point) {
    var before: Point?
    for case (let moment, .observation(.frame(let frame))) in events {
      guard moment <= time else { return (before ?? frame.offset, frame.offset) }
      before = frame.offset
    }
    return (before ?? .zero, before ?? .zero)
  }
}

/// Collects the events of all traces of a capture.
private struct ViewCollector: TraceSink {
  private(set) var views: [RecordedCase.NestedView] = []

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    views.append(RecordedCase.NestedView(information: information, events: []))
    return TraceNumber(views.count)
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    views[Int(trace) - 1].events.append((time, event))
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
