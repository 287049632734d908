public import ScrollModel

/// One page of scenes in which configuration, scene and gestures can be edited, without a trace.
public struct PlaygroundPage: Sendable {
  /// A scene, its script, and their simulation.
  public struct Scene: Sendable {
    /// Its name, of letters, digits and hyphens.
    public var name: String
    /// The simulation; its first track is the outcome.
    public var document: ReportDocument
    /// The scene as JSON.
    public var json: String
    /// The steps of its script: start time, text, and whether it is a complete touch.
    public var steps: [(time: TraceTime, text: String, isContact: Bool)]

    /// The id of the element with its inputs.
    var inputsID: String { "inputs-\(name)" }

    /// Creates a scene.
    public init(
      name: String, document: ReportDocument, json: String,
      steps: [(time: TraceTime, text: String, isContact: Bool)]
    ) {
      self.name = name
      self.document = document
      self.json = json
      self.steps = steps
    }
  }

  let scenes: [Scene]

  /// Creates the page of at least one scene; the first is shown initially.
  public init(_ scenes: [Scene]) {
    self.scenes = scenes
  }

  /// Whether the page replays changes; a tool that was built without the engine makes one without changes.
  public var canReplay: Bool { scenes.first.map { HTMLReport($0.document).hasWorkbench } ?? false }

  /// The first sentences of the page.
  var introduction: String {
    canReplay
      ? "A scene, what fingers do to it, and where it comes to rest. Change any of them below the "
        + "curves."
      : "A scene, what fingers do to it, and where it comes to rest. This page was made without the "
        + "engine, so nothing can be changed."
  }

  /// The names of the scenes in order.
  var names: [String] { scenes.map(\.name) }
}
