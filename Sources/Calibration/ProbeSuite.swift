import ScrollModel
import Simulation
import TextKit

extension ProbePlan {
  /// The version of the suite's file.
  public static let suiteVersion: Int64 = 1

  /// The suite as JSON, for the program that performs it: the scene, the script and the touches of each probe.
  public var suiteJSON: [UInt8] {
    get throws {
      var json = JSONWriter(layout: .pretty)
      json.beginObject()
      json.member("scrolltrace_suite", Self.suiteVersion)
      json.member("platform", platform.rawValue)
      try json.member("container_width", ProbeScene.container.width)
      try json.member("container_height", ProbeScene.container.height)
      try json.list("probes", probes.indices) { index, json in
        let probe = probes[index]
        json.beginObject()
        json.member("name", probe.name)
        try probe.scene.write(to: &json)
        json.member("configuration", probe.configuration)
        json.texts("script", probe.script.split(separator: "\n").map(String.init))
        json.texts(
          "distinguishes", answers[index].map { "\($0.key): \($0.first) or \($0.second)" })
        try json.list("touches", ProbeTouches(of: probe).samples) { touch, json in
          json.beginObject()
          try json.member("t", touch.milliseconds)
          json.member("phase", touch.phase)
          try json.member("x", touch.x)
          try json.member("y", touch.y)
          json.endObject()
        }
        json.endObject()
      }
      json.endObject()
      json.newline()
      return json.bytes
    }
  }
}

extension ProbeScene {
  fileprivate func write(to json: inout JSONWriter) throws {
    json.key("scene")
    json.beginObject()
    json.member("axis", axis)
    json.member("count", Int64(count))
    try json.member("height", height)
    try json.member("width", width ?? Self.container.width)
    try json.member("spacing", spacing)
    try json.member("top", insets.top)
    try json.member("bottom", insets.bottom)
    json.member("section_length", Int64(sectionLength))
    json.member("optional_ids", hasOptionalIDs)
    json.endObject()
  }
}

/// The touches of a probe.
private struct ProbeTouches: TraceSink {
  struct Sample {
    var milliseconds: Double
    var phase: String
    var x: Double
    var y: Double
  }

  private(set) var samples: [Sample] = []

  init(of probe: Probe) throws { try probe.simulator().send(to: &self) }

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    guard case .input(.touch(let sample)) = event else { return }
    samples.append(
      Sample(
        milliseconds: Double(time.nanoseconds) / 1e6, phase: sample.phase.word,
        x: sample.position.x, y: sample.position.y))
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
