import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import TextKit
import TraceImport
import TraceStore

/// One session whose replay is digested.
struct Job: Sendable {
  /// The name of the output line that it belongs to.
  let line: String
  private let source: Source

  private enum Source: Sendable {
    case scene(String, script: String, configuration: String?)
    case log(String)
    case random(UInt64)
    case cards(Int, script: String)
  }

  // MARK: Jobs

  /// All scenes with their scripts, all cases of the gallery and all logs of the repository.
  static func fixtures() throws -> [Job] {
    let scenes = names("fixtures/scenes", ".json").map { name in
      Job(
        line: "scene \(name)",
        source: .scene(
          "fixtures/scenes/\(name).json", script: "fixtures/scripts/\(name).script",
          configuration: nil))
    }
    let logs = names("fixtures/traces", ".jsonl").map { name in
      Job(line: "log \(name)", source: .log("fixtures/traces/\(name).jsonl"))
    }
    return try scenes + gallery() + logs
  }

  /// Views of cards whose replays are timed: the number of cards, and the gestures.
  static func timed() -> [Job] {
    let views = [
      ("6 s, 40 cards", 40, "repeat 3 {\n fling up 1500\n wait 1850ms\n}"),
      ("10 min, 10,000 cards", 10_000, "repeat 300 {\n fling up 2500\n wait 1850ms\n}"),
    ]
    return views.map { Job(line: $0, source: .cards($1, script: $2)) }
  }

  /// One job for each seed.
  static func random(_ seeds: ClosedRange<UInt64>) -> [Job] {
    let block = UInt64(OutcomeDigest.block)
    return seeds.map { seed in
      let last = ((seed - 1) / block + 1) * block
      return Job(line: "random \(last - block + 1)-\(last)", source: .random(seed))
    }
  }

  private static func names(_ folder: String, _ ending: String) -> [String] {
    Files.names(in: Repository.path(folder)).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }
  }

  private static func gallery() throws -> [Job] {
    let folder = "fixtures/gallery"
    return try names("\(folder)/cases", ".tsv").compactMap { name in
      var values: [String: String] = [:]
      let text = try Files.text(Repository.path("\(folder)/cases/\(name).tsv"))
      for row in text.split(separator: "\n") {
        let cells = row.split(separator: "\t").map(String.init)
        if cells.count > 1, values[cells[0]] == nil { values[cells[0]] = cells[1] }
      }
      guard let scene = values["scene"], let script = values["script"] else { return nil }
      return Job(
        line: "gallery \(name)",
        source: .scene(
          "\(folder)/scenes/\(scene).json", script: "\(folder)/scripts/\(script).script",
          configuration: values["configuration"] ?? ""))
    }
  }

  // MARK: Results

  /// The digest over all traces of the session: observations and decisions, bit for bit.
  func digest() throws -> [UInt8] {
    var hash = SHA256()
    for trace in try recorded().traces {
      let configuration = try Self.configuration(trace.information.declaredConfiguration)
      let plan = try ReplayPlan(
        configuration, of: trace.information, TraceContents(of: trace.events))
      let replay = RecordingReplay(
        plan, tolerance: .exact, recorded: nil)
      replay.take(EventBatch(zip(trace.times, trace.events).map { ($0, $1) }))
      let tally = replay.finish().tally
      hash.update(tally.digest)
      // Printed numbers can be parsed back bit for bit.
      for settle in tally.settles { hash.update(Array("\(settle)".utf8)) }
    }
    return hash.digest
  }

  /// Parses a configuration; a trace may declare just a behavior.
  static func configuration(_ text: String?) throws -> Configuration {
    let text = text ?? ""
    if let configuration = try? Configuration(text: text) { return configuration }
    return try Configuration(text: "behavior: \(text)")
  }

  func recorded() throws -> CollectingSink {
    var sink = CollectingSink()
    switch source {
    case .scene(let path, let script, let text):
      let scene = try SceneFile(json: try Files.read(Repository.path(path)), name: "scene")
      let simulator = try Simulator(
        scene: scene, script: try GestureScript(try Files.read(Repository.path(script))),
        options: SimulationOptions())
      let configuration = try Self.configuration(text ?? scene.labels.configuration)
      if scene.inner.isEmpty {
        try ObservedSimulation(simulator, configuration: configuration).send(to: &sink)
      } else {
        try NestedSimulation(simulator, configuration: configuration).send(to: &sink)
      }
    case .cards(let count, let script):
      let text = """
        {"configuration": "behavior: view-aligned", "axis": "vertical", "hz": 60,
         "container": {"width": 390, "height": 700}, "stack": {"spacing": 12},
         "items": {"count": \(count), "prefix": "card-", "size": 300}}
        """
      let scene = try SceneFile(json: Array(text.utf8), name: "cards")
      let simulator = try Simulator(
        scene: scene, script: try GestureScript(Array(script.utf8)), options: SimulationOptions())
      let configuration = try Self.configuration(scene.labels.configuration)
      try ObservedSimulation(simulator, configuration: configuration).send(to: &sink)
    case .log(let path):
      _ = try NativeImport.read(try ByteSource(path: Repository.path(path)), into: &sink)
    case .random(let seed):
      try RandomScenario(seed: seed).simulation(seed: seed).send(to: &sink)
    }
    return sink
  }
}
