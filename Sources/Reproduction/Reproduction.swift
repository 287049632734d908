public import Analysis
public import Diagnosis
public import Replay
public import ScrollModel
public import Simulation

/// A minimal case of a defect.
public struct Reproduction: Sendable {
  /// The content of the case.
  public enum Content: Sendable {
    /// A scene and a script: the engine produces the recording, with the defect and with the fix.
    case simulated(ScrollCase)
    /// A recording, because no replay has the defect.
    case recorded(RecordedCase)
  }

  /// The defect.
  public var defect: Defect
  /// The minimal case.
  public var content: Content
  /// How many nested views the trace is one of, if there are others.
  public var viewCount = 1
  /// Whether the fix, or the declared configuration, was verified to remove the defect.
  public var isTwoSided: Bool
  /// The statistics of each pass.
  public var passes: [PassCount]
  /// The diagnosis of the minimal case.
  public var diagnosis: TraceDiagnosis?
  /// The whole recording, which has more evidence than the minimal case.
  public var source: SourceRecording
  /// The finding of the minimal case, if the defect is a finding.
  public var finding: Finding?

  /// The number of candidates that the oracle checked.
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

  /// The number of items in the scene.
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
    case .recorded(let recorded): recorded.steps
    }
  }

  /// What the case has of nested views, as sentences; nil for a trace of one view.
  public var viewSentences: String? {
    guard viewCount > 1 else { return nil }
    var left = 1
    var isMade = false
    if case .recorded(let recorded) = content {
      left += recorded.others.count
      isMade = recorded.nestedScene != nil
    }
    return "The trace is one of \(viewCount) nested views. "
      + (left > 1
        ? "The case has the recordings of \(left) of them, because a drag can move any of them."
          + (isMade ? " A scene and a script make these recordings." : "")
        : "The case has this view alone, with the touches that the others left to it.")
  }

  /// The number of lines in the script.
  public var lineCount: Int { sceneAndScript?.script.foldedLines.count ?? 0 }
}

/// The evidence of a minimal case's whole recording.
public struct SourceRecording: Sendable {
  /// Its diagnosis.
  public var diagnosis: TraceDiagnosis
  /// Its first layout.
  public var layout: Layout?
  /// The offsets at the starts of gestures, and at the end.
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
