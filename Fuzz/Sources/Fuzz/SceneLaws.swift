import Simulation

/// A scene or a script that parses is written in a form that parses to the same.
enum SceneLaws {
  static func check(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    check(scene: Array(parts[0]))
    if parts.count > 1 { check(script: Array(parts[1])) }
  }

  private static func check(scene bytes: [UInt8]) {
    let scene: SceneFile
    do throws(SceneError) {
      scene = try SceneFile(json: bytes, name: "scene")
    } catch {
      if "\(error)".isEmpty { finding("a scene is refused without words") }
      return
    }
    let written = scene.json
    guard let again = try? SceneFile(json: written, name: "again") else {
      finding("the written scene is refused: \(String(decoding: written, as: UTF8.self))")
    }
    guard again.json == written else {
      finding("the written scene is another one: \(String(decoding: written, as: UTF8.self))")
    }
  }

  private static func check(script bytes: [UInt8]) {
    let script: GestureScript
    do throws(ScriptError) {
      script = try GestureScript(bytes)
    } catch {
      if "\(error)".isEmpty { finding("a script is refused without words") }
      return
    }
    let text = script.text
    // Without its repeats a script may be longer than a script may be.
    guard text.utf8.count <= 1 << 20 else { return }
    guard let again = try? GestureScript(text) else {
      finding("the written script is refused: \(text)")
    }
    guard again.text == text else { finding("the written script is another one: \(text)") }
    let folded = script.foldedLines.map { "\($0)\n" }.joined()
    guard (try? GestureScript(folded))?.text == text else {
      finding("the folded script is another one: \(folded)")
    }
  }
}
