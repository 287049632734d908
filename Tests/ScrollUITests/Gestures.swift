import ScrollModel
import ScrollUI
import Simulation

/// The inputs of a gesture script, for scenes of a size.
func gestures(
  _ script: String, width: Double = 393, height: Double = 320
) throws -> [(TraceTime, Input)] {
  let scene = SceneFile(
    name: "gestures", container: Size(width: width, height: height), content: .items([]))
  let simulator = try Simulator(scene: scene, script: GestureScript(script))
  var recording = ScrollRecording()
  try simulator.send(to: &recording)
  return recording.gestures
}

/// Inputs for a view of 300 by 300 points.
func squareGestures(_ script: String) throws -> [(TraceTime, Input)] {
  try gestures(script, width: 300, height: 300)
}

/// A change of the container, in the middle of a run.
func resize(width: Double, height: Double) -> [(TraceTime, Input)] {
  [(.zero, .container(ContainerChange(size: Size(width: width, height: height))))]
}

/// A wheel step without a gesture.
func wheel(_ dy: Double) -> [(TraceTime, Input)] {
  [(.zero, .wheel(WheelSample(delta: Vector(dx: 0, dy: dy))))]
}

extension ScrollScene {
  /// The scene with the profile of the iOS 26 generation.
  var on26: ScrollScene {
    var scene = self
    scene.configuration.profile = .ios26
    scene.configuration.switches = Switches(.ios26)
    return scene
  }
}

extension ScrollScene {
  /// The scene with the slow deceleration that custom behaviors have.
  var slow: ScrollScene {
    var scene = self
    scene.configuration.deceleration = .normal
    return scene
  }

  /// The scene with the engine's own behavior for multiples of a length.
  func snapping(every length: Double) -> ScrollScene {
    var scene = self
    scene.configuration.behavior = .interval(length)
    return scene.slow
  }
}
