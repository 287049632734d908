import ScrollModel
import Simulation
import TraceImport

/// Writes a scene and a script as `PATH.json` and `PATH.script`, which `simulate` runs.
func writeCase(_ scene: SceneFile, _ script: GestureScript, to path: String) throws {
  try writeFile(scene.fileBytes, to: path + ".json")
  try writeFile(Array(script.text.utf8), to: path + ".script")
}

extension SceneFile {
  /// The scene as a file.
  var fileBytes: [UInt8] { json + [UInt8(ascii: "\n")] }
}

extension TraceSource {
  /// The recording as a log.
  func log() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = NativeWriter { bytes += $0 }
    try send(to: &writer)
    try writer.finish()
    return bytes
  }
}
