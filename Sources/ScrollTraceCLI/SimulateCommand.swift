import CommandLineKit
import Replay
import ScrollModel
import Simulation
import TextKit
import TraceImport

/// `simulate`: creates a trace from a scene and a gesture script.
struct SimulateCommand: CommandLineKit.Command {
  static let name = "simulate"
  static let abstract = "Make a trace from a scene and a gesture script."
  static let discussion = """
    The scene is a JSON file: axis, container, insets, items. The script lists the gestures and \
    changes, one step per line: drag, fling, hold, tap, wheel, scroll to, rotate, insert and more \
    (docs/simulating.md). The same scene, script and seed make the same bytes on every machine. The \
    trace contains the inputs and the engine's outcome under the scene's configuration, or the given \
    one. A replay under the same configuration has the same outcome.

    Scenes, scripts and cases come with the tool: --list shows them. A bundled scene is given by its \
    name and has a script of its own. --case makes the recording of a public report, with its fault; \
    docs/gallery.md shows what is found in each.
    """
  static let examples = [
    Example(
      "scrolltrace simulate fixtures/scenes/feed-irregular.json --do 'fling up 1800' --do 'wait 2s'",
      "one fling, printed"),
    Example(
      "scrolltrace simulate feed.json --script day.script | scrolltrace record --db a.sqlite",
      "simulate into a store"),
    Example("scrolltrace simulate --list", "bundled scenes and cases"),
    Example("scrolltrace simulate --case B05 -o B05.jsonl", "the recording of a public report"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "scene", \.scene, "The scene file, or the name of a bundled scene.", isRequired: false,
      completion: .files),
    .flag("list", \.isList, "List the bundled scenes and cases."),
    .option(
      "case", \.example, "Make the recording of this case of the gallery.", valueName: "NAME",
      completion: CompletionWords.cases),
    .flag("near", \.isNear, "With --case: the near miss, which does not have the defect."),
    .option(
      "script", \.script, "The gesture script; '-' is standard input.", valueName: "FILE",
      completion: .files),
    .option("do", \.steps, "A step of the script.", valueName: "STEP"),
    .option("seed", \.seed, "The seed of everything random."),
    .option("touch-hz", \.touchRate, "Touch samples per second.", limits: .range(1...1000)),
    .option(
      "jitter-pt", \.positionJitter, "Noise of touch positions, in points.",
      limits: .range(0...1000)),
    .option(
      "jitter-us", \.timeJitter, "Noise of touch times, in microseconds.",
      limits: .range(0...1_000_000)),
    .option(
      "dropped", \.droppedShare, "The share of touch samples that are lost.",
      limits: .range(0...1)),
    .option(
      "coalesced", \.coalescedShare, "The share of touch samples that are coalesced.",
      limits: .range(0...1)),
    .option(
      "config", \.configuration, "The configuration, in place of the scene's.",
      valueName: "TEXT|FILE"),
    .flag("inputs-only", \.isInputsOnly, "Write no observations."),
    .option(
      "dropped-frames", \.droppedFrames, "The share of frames that the recorder loses.",
      limits: .range(0...1)),
    .option(
      "late-us", \.lateFrames, "Frames are late by at most N microseconds.",
      limits: .range(0...1_000_000)),
    .option(
      "offset-noise-pt", \.offsetNoise, "Noise of recorded offsets, in points.",
      limits: .range(0...1000)),
    .option(
      "output", short: "o", \.output, "Where to write; '-' is standard output.",
      valueName: "FILE", completion: .files),
  ]

  var scene = ""
  var isList = false
  var example: String?
  var isNear = false
  var script: String?
  var steps: [String] = []
  var seed: UInt64 = 1
  var touchRate = 120.0
  var positionJitter = 0.0
  var timeJitter = 0.0
  var droppedShare = 0.0
  var coalescedShare = 0.0
  var configuration: String?
  var isInputsOnly = false
  var droppedFrames = 0.0
  var lateFrames = 0.0
  var offsetNoise = 0.0
  var output = "-"
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if isList { return list(&console) }
      if let example { return try simulate(example, &console) }
      guard !isNear else { throw UsageError("--near belongs to --case") }
      guard !scene.isEmpty else {
        throw UsageError("name a scene, or a case with --case; --list shows those that are bundled")
      }
      guard (script == nil) != steps.isEmpty || (script == nil && bundledScript != nil) else {
        throw UsageError("give either --script or one or more --do")
      }
      guard scene != "-" || script != "-" else {
        throw UsageError("scene and script cannot both be standard input; name a file for one")
      }
      let simulator = try Simulator(
        scene: try readScene(), script: try readScript(), options: simulationOptions)
      if !simulator.scene.inner.isEmpty { return try write(try nested(simulator)) }
      if let observed = try observed(simulator) {
        // A bundled script contains such a command on purpose, and a user cannot correct it.
        if script != nil || !steps.isEmpty { warnOfUnboundCommands(in: observed, &console) }
        return try write(observed)
      }
      return try write(simulator)
    }
  }

  /// Writes a trace as a log.
  func write(_ source: some TraceSource) throws -> ExitCode {
    // Before the temporary file exists, which an interrupt would leave behind.
    _ = Interruption.install()
    let sink = try outputFile(output)
    var writer = NativeWriter {
      try Interruption.check("nothing was written")
      try sink.write($0)
    }
    do {
      try source.send(to: &writer)
      try writer.finish()
      try sink.finish()
    } catch let error as ScriptError {
      throw failure(error)
    }
    return .ok
  }

  /// Warns about commands of the script that need a binding which the configuration lacks.
  private func warnOfUnboundCommands(
    in observed: ObservedSimulation, _ console: inout Console
  ) {
    let unbound = observed.simulator.script.unboundCommands(under: observed.configuration)
    var warned: Set<String> = []
    // A long script may have thousands of one kind, so only the first of each is printed.
    for command in unbound where warned.insert(command.message).inserted {
      console.printError(
        "scrolltrace simulate: warning: \(DisplayText.escaped(scriptName)): \(command)")
    }
  }

  /// The failure of a script; a step of the command line is a usage error.
  private func failure(_ error: ScriptError) -> Failure {
    Failure(script == nil && !steps.isEmpty ? .usage : .badData, "\(scriptName): \(error)")
  }

  /// The name of the script in messages.
  private var scriptName: String { script ?? (steps.isEmpty ? scene : "--do") }

  /// The simulation with the engine's observations, unless only inputs were requested.
  private func observed(_ simulator: Simulator) throws -> ObservedSimulation? {
    guard !isInputsOnly else { return nil }
    let configuration = try ConfigurationOptions.chosen(
      configuration, declared: simulator.scene.labels.configuration, registry)
    let chosen = configuration ?? Configuration()
    return ObservedSimulation(
      simulator, configuration: chosen, noise: noise, behavior: registry.behavior(of: chosen))
  }

  /// The simulation of a scene with views in it, which is always observed.
  private func nested(_ simulator: Simulator) throws -> NestedSimulation {
    guard !isInputsOnly else {
      throw UsageError(
        "--inputs-only does not go with a scene that has inner views: which of them gets a drag is an "
          + "observation")
    }
    let configuration =
      try ConfigurationOptions.chosen(
        configuration, declared: simulator.scene.labels.configuration, registry)
      ?? Configuration()
    do {
      return try NestedSimulation(
        simulator, configuration: configuration, noise: noise,
        behavior: registry.behavior(of: configuration))
    } catch {
      throw Failure(.badData, "\(scene): the configuration of an inner view: \(error)")
    }
  }

  /// What the recorder does to the frames.
  var noise: ObservationNoise {
    var noise = ObservationNoise()
    noise.droppedShare = droppedFrames
    noise.timeJitter = lateFrames
    noise.offsetJitter = offsetNoise
    return noise
  }

  var simulationOptions: SimulationOptions {
    var options = SimulationOptions()
    options.seed = seed
    options.touchRate = touchRate
    options.noise.positionJitter = positionJitter
    options.noise.timeJitter = timeJitter
    options.noise.droppedShare = droppedShare
    options.noise.coalescedShare = coalescedShare
    return options
  }

  private func readScene() throws -> SceneFile {
    if isMisspelled {
      let names = Gallery.sceneNames
      throw Failure(
        .noInput,
        "there is no file and no bundled scene '\(scene)'; 'scrolltrace simulate --list' prints the "
          + "bundled scenes"
          + (NearestWord.word(for: scene, among: names).map { "; did you mean '\($0)'?" } ?? ""))
    }
    let bytes = try bundledScene ?? wholeFile(scene, limit: 64 << 20)
    do {
      return try SceneFile(json: bytes, name: fileStem(scene))
    } catch {
      throw Failure(.badData, "\(scene): \(error)")
    }
  }

  private func readScript() throws -> GestureScript {
    do {
      if let script { return try GestureScript(try wholeFile(script, limit: 64 << 20)) }
      if steps.isEmpty, let bundledScript { return try GestureScript(bundledScript) }
      return try GestureScript(steps.joined(separator: "\n"))
    } catch let error as ScriptError {
      throw failure(error)
    }
  }
}
