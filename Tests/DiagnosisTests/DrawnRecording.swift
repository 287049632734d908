import Diagnosis
import Replay
import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceStore
import Triage

/// A recording of a vertical list that a test writes step by step, 60 frames a second, as an app's
/// log has it.
struct DrawnRecording {
  var offset = 0.0
  var height = 700.0
  var (top, bottom) = (0.0, 0.0)
  private(set) var content = 0.0
  /// Whether the log has phases.
  var hasPhases = true
  private var lines: [String]
  private var frames = 0

  init(_ configuration: String = "", system: String? = nil) {
    let system = system.map { ",\"system\":\"\($0)\"" } ?? ""
    lines = [
      """
      {"scrolltrace":1,"name":"list","axes":"vertical","time":"ms","configuration":"\(configuration)"\(system)}
      """
    ]
  }

  private var time: String { "\((Double(frames) * 1000 / 60 * 1000).rounded() / 1000)" }

  /// The last offset at which the content fills the view.
  var end: Double { content + bottom - height }

  mutating func put(_ kind: String, _ rest: String) {
    lines.append("{\"t\":\(time),\"k\":\"\(kind)\",\(rest)}")
  }

  /// Emits the container with its insets.
  mutating func container() {
    put(
      "container",
      "\"w\":390,\"h\":\(height),\"insets\":[\(top),0,\(bottom),0],\"direction\":\"ltr\",\"scale\":2"
    )
  }

  /// Lays out rows with the given heights, starting with id `first`, after padding and before
  /// empty content.
  mutating func layout(
    _ heights: [Double], first: Int = 0, padding: Double = 0, empty: Double = 0
  ) {
    var place = padding
    var items: [String] = []
    for (index, height) in heights.enumerated() {
      items.append("[\"row-\(first + index)\",0,\(place),390,\(height)]")
      place += height
    }
    content = place + empty
    put("layout", "\"cw\":390,\"ch\":\(content),\"items\":[\(items.joined(separator: ","))]")
  }

  mutating func phase(_ old: String, _ new: String) {
    guard hasPhases else { return }
    put("phase", "\"from\":\"\(old)\",\"to\":\"\(new)\"")
  }

  mutating func scroll(to target: String, _ more: String = "") {
    put("command", "\"do\":\"scroll\",\"to\":{\(target)}\(more)")
  }

  mutating func frame(_ phase: String = "idle") {
    put(
      "frame",
      "\"x\":0,\"y\":\(offset)" + (hasPhases ? ",\"phase\":\"\(phase)\"" : "")
        + ",\"cw\":390,\"ch\":\(content),\"vw\":390,"
        + "\"vh\":\(height),\"insets\":[\(top),0,\(bottom),0]")
    frames += 1
  }

  /// Emits frames at the current offset.
  mutating func stay(_ count: Int, _ phase: String = "idle") {
    for _ in 0..<count { frame(phase) }
  }

  /// Emits frames that move to another offset.
  mutating func go(to goal: Double, in count: Int, _ phase: String) {
    let start = offset
    for step in 1...count {
      offset = start + (goal - start) * Double(step) / Double(count)
      frame(phase)
    }
  }

  /// Emits a trackpad scroll that moves the content by `step` in each frame; `change` is called
  /// before a frame.
  mutating func pad(
    _ step: Double, _ count: Int, change: (inout DrawnRecording, Int) -> Void = { _, _ in }
  ) {
    for index in 0..<count {
      put(
        "wheel",
        "\"dx\":0,\"dy\":\(step),\"precise\":true,\"phase\":\"\(index == 0 ? "began" : "changed")\""
      )
      if index == 0 { phase("idle", "interacting") }
      offset += step
      change(&self, index)
      frame("interacting")
    }
    put("wheel", "\"dx\":0,\"dy\":0,\"precise\":true,\"phase\":\"ended\"")
    phase("interacting", "idle")
  }

  func diagnosis() throws -> TraceDiagnosis {
    try Self.diagnosis(of: lines.joined(separator: "\n") + "\n")
  }

  /// The diagnosis of a native log.
  static func diagnosis(of log: String) throws -> TraceDiagnosis {
    let folder = try TemporaryDirectory()
    let store = try TraceStore(path: folder.file("drawn.sqlite"), mode: .create)
    let bytes = Array(log.utf8)
    _ = try store.importCapture(
      CaptureSource(format: "test", name: nil, toolVersion: "test", unixMilliseconds: 0)
    ) { writer in
      _ = try NativeImport.read(ByteSource(bytes: bytes, name: "drawn"), into: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    let trace = try store.traces()[0]
    let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
    let found = try Outcome(of: trace, in: store).approvedDiagnosis(declared: declared)
    try store.close()
    return found
  }
}
