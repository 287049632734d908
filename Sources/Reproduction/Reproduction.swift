public import Analysis
public import Diagnosis
public import Replay
public import ScrollModel
public import Simulation

/// A small case of a defect.
public struct Reproduction: Sendable {
  /// What the case is made of.
  public enum Content: Sendable {
    /// A scene and a script: the engine makes the recording, with the defect and with the fix.
    case simulated(ScrollCase)
    /// A recording, because no replay shows the defect.
    case recorded(RecordedCase)
  }

  /// The defect.
  public var defect: Defect
  /// The smallest case that was found.
  public var content: Content
  /// Whether it was checked that the defect is gone with the fix, or where the view does as declared.
  public var isTwoSided: Bool
  /// What each pass did.
  public var passes: [PassCount]
  /// The diagnosis of the small case.
  public var diagnosis: TraceDiagnosis?
  /// The whole recording, which has more evidence than the small case.
  public var source: SourceRecording
  /// The finding of the small case, where the defect is one.
  public var finding: Finding?

  /// How many candidates the oracle looked at.
  public var triedCount: Int { passes.reduce(0) { $0 + $1.tried } }

  /// The recording of the case.
  public func recording(_ registry: BehaviorRegistry = BehaviorRegistry()) throws -> RecordedCase {
    switch content {
    case .recorded(let recorded): return recorded
    case .simulated(let example):
      let made = try example.recording(
        isFixed: false, behavior: registry.behavior(of: example.ran))
      var collector = EventCollector()
      try made.send(to: &collector)
      return RecordedCase(made.information, collector.events)
    }
  }

  /// How many items the scene has.
  public var itemCount: Int {
    switch content {
    case .simulated(let example): example.itemCount
    case .recorded(let recorded): recorded.itemCount
    }
  }

  /// The scene and the script; nil for a recording without a container.
  public var sceneAndScript: (scene: SceneFile, script: GestureScript)? {
    switch content {
    case .simulated(let example): (example.scene, example.script)
    case .recorded(let recorded): recorded.fitted
    }
  }

  /// How many lines the script has.
  public var lineCount: Int { sceneAndScript?.script.foldedLines.count ?? 0 }
}

/// What the whole recording of a small case shows.
public struct SourceRecording: Sendable {
  /// Its diagnosis.
  public var diagnosis: TraceDiagnosis
  /// Its first layout.
  public var layout: Layout?
  /// Where the content is when a gesture begins, and at the end.
  public var rests: [Point] = []

  init(_ recording: RecordedCase, _ diagnosis: TraceDiagnosis) {
    self.diagnosis = diagnosis
    var last: Point?
    for (_, event) in recording.events {
      switch event {
      case .input(.layout(let first)): layout = layout ?? first
      case .input(.touch(let sample)) where sample.phase == .began:
        if let last { rests.append(last) }
      case .observation(.frame(let frame)): last = frame.offset
      default: break
      }
    }
    if let last { rests.append(last) }
  }
}
