import CommandLineKit
import Replay
import Report
import ScrollEngine
import ScrollModel
import Simulation
import TextKit
import TraceStore

/// `playground`: creates a page of editable scenes.
struct PlaygroundCommand: CommandLineKit.Command {
  static let name = "playground"
  static let abstract = "Write a page in which scenes, gestures and configurations can be changed."
  static let discussion = """
    The page is one file that needs no network. It shows a bundled scene with its script as a report shows \
    a trace, and the panel 'What if' below the curves. Every change is replayed at once by the engine in \
    the page. A scene can be saved as scene.json and scene.script, which 'simulate' reads.

    Without names the page has all bundled scenes; 'scrolltrace simulate --list' prints them.
    """
  static let examples = [
    Example("scrolltrace playground -o playground.html", "all bundled scenes"),
    Example("scrolltrace playground cards-paging -o cards.html --open", "one, in the browser"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "scene", \.scenes, "The names of bundled scenes.", isRequired: false,
      completion: .words(Gallery.sceneNames)),
    .option(
      "output", short: "o", \.output, "Where to write; '-' is standard output.",
      valueName: "FILE", completion: .files),
    .flag("open", \.opens, "Open the page in the browser."),
  ]

  var scenes: [String] = []
  var output = "playground.html"
  var opens = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard !opens || output != "-" else {
        throw UsageError("--open needs --output and the name of the page")
      }
      let names = scenes.isEmpty ? try Gallery.sceneNames.filter(isPlayable) : scenes
      let page = PlaygroundPage(try names.map(scene))
      try writeFile(try page.bytes(), to: output)
      if output != "-" {
        console.print(
          "page  \(console.style.link(toFile: output)): \(counted(names.count, "scene"))")
      }
      if !page.canReplay {
        console.printError(
          "scrolltrace playground: warning: this tool was built without the engine, so nothing can be "
            + "changed in the page; build it with a toolchain from swift.org")
      }
      if opens { BrowserPage.open(output, &console) }
      return .ok
    }
  }

  /// Whether the page can replay a scene: its view does not measure visible rows.
  private func isPlayable(_ name: String) throws -> Bool {
    guard let json = Gallery.sceneText(name) else { return false }
    return try SceneFile(json: json, name: name).lazy?.measuresShown != true
  }

  private func scene(_ name: String) throws -> PlaygroundPage.Scene {
    guard let json = Gallery.sceneText(name), let script = Gallery.scriptText(ofScene: name) else {
      throw missing(name)
    }
    guard try isPlayable(name) else {
      throw Failure(
        .nothingMatched,
        "the scene '\(name)' measures rows when they are shown, which a page cannot do; "
          + "'scrolltrace simulate \(name)' makes its trace")
    }
    let simulator = try Simulator(
      scene: SceneFile(json: json, name: name), script: GestureScript(script))
    let configuration = try simulator.scene.labels.configuration.map {
      try ConfigurationOptions.read($0, registry)
    }
    let observed = ObservedSimulation(simulator, configuration: configuration ?? Configuration())
    // The simulation is shown, but only its inputs are replayed, because an edited scene may start
    // elsewhere.
    let store = try TemporaryStore.filled { made in
      try put(observed, named: name, in: made)
      try put(simulator, named: name, in: made)
    }
    let builder = ReportBuilder(
      session: ReplaySession(reading: store, of: [name], registry), registry: registry)
    let traces = try store.traces()
    guard traces.count == 2 else { throw missing(name) }
    var document = try builder.recording(of: traces[0])
    document.inputs = try builder.inputs(
      of: traces[1], configuration, end: TraceTime(nanoseconds: document.durationNanoseconds))
    var run = simulator.run()
    return PlaygroundPage.Scene(
      name: name, document: document,
      json: String(decoding: simulator.scene.json, as: UTF8.self),
      steps: try run.timedSteps().map { ($0.time, $0.text, $0.isContact) })
  }

  private func missing(_ name: String) -> Failure {
    Failure(
      .nothingMatched,
      "there is no bundled scene '\(name)'; 'scrolltrace simulate --list' prints their names")
  }

  private func put(
    _ source: some TraceSource, named name: String, in store: TraceStore
  ) throws {
    let capture = CaptureSource(
      format: "simulation", name: name, toolVersion: Tool.version, unixMilliseconds: 0)
    _ = try store.importCapture(capture) { writer in
      try source.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
  }
}
