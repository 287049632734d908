import CommandLineKit
import ScrollModel
import TextKit
import TraceImport

/// Counts of a trace's contents during the import.
struct TraceImportSummary {
  let information: TraceInformation
  var events: Int64 = 0
  var touchSamples: Int64 = 0
  var gestures: Int64 = 0
  var wheelSteps: Int64 = 0
  var commands: Int64 = 0
  var layouts: Int64 = 0
  var targets = 0
  var edits: Int64 = 0
  var containerChanges: Int64 = 0
  var frames: Int64 = 0
  var phaseChanges: Int64 = 0
  var positionReports: Int64 = 0
  var visibilityEvents: Int64 = 0
  var releases: Int64 = 0
  var annotations: Int64 = 0
  /// The number of touches without positions.
  var placelessTouches: Int64 = 0
  /// The number of verdicts and intervals that determine smoothness.
  var smoothnessMarks: Int64 = 0
  var gaps: Int64 = 0
  var repairs: [(kind: String, count: Int64)] = []
  var lastTime = TraceTime.zero
  var hasContentSize = false
  var hasContainerSize = false
  /// Whether the number of pixels per point is known.
  private(set) var tellsScale: Bool
  /// An id that does not identify an item: it is empty or that of several items of a layout.
  private(set) var sharedID: (id: TargetID, items: Int)?
  private var fingersDown: Set<Int64> = []

  init(_ information: TraceInformation) {
    self.information = information
    tellsScale = information.scale != nil
  }

  mutating func count(_ event: TraceEvent, at time: TraceTime) {
    events += 1
    lastTime = time
    switch event {
    case .input(let input): count(input)
    case .observation(let observation): count(observation)
    case .stream(.gap): gaps += 1
    case .stream(.repair(let kind, _)):
      if let index = repairs.firstIndex(where: { $0.kind == kind }) {
        repairs[index].count += 1
      } else if repairs.count < 100 {
        repairs.append((kind, 1))
      }
    case .stream(.keyframe): break
    }
  }

  private mutating func count(_ input: Input) {
    switch input {
    case .touch(let sample):
      touchSamples += 1
      switch sample.phase {
      case .began:
        if fingersDown.isEmpty { gestures += 1 }
        if fingersDown.count < 1000 { fingersDown.insert(sample.pointer) }
      case .ended, .cancelled: fingersDown.remove(sample.pointer)
      case .moved, .stationary: break
      }
    case .wheel(let sample):
      wheelSteps += 1
      if sample.phase == .began { gestures += 1 }
    case .command: commands += 1
    case .edit: edits += 1
    case .layout(let layout):
      layouts += 1
      targets = max(targets, layout.targets.count)
      hasContentSize = hasContentSize || layout.contentSize != nil
      sharedID = sharedID ?? Self.sharedID(of: layout)
    case .container(let change):
      containerChanges += 1
      hasContainerSize = hasContainerSize || change.size != nil
      tellsScale = tellsScale || change.scale != nil
    }
  }

  /// The first id of a layout that is empty or repeated, and the number of items with it.
  private static func sharedID(of layout: Layout) -> (id: TargetID, items: Int)? {
    var seen: Set<TargetID> = []
    let first = layout.targets.first { $0.id == TargetID("") || !seen.insert($0.id).inserted }
    return first.map { shared in (shared.id, layout.targets.count { $0.id == shared.id }) }
  }

  private mutating func count(_ observation: Observation) {
    switch observation {
    case .frame(let frame):
      frames += 1
      hasContentSize = hasContentSize || frame.geometry.contentSize != nil
      hasContainerSize = hasContainerSize || frame.geometry.containerSize != nil
    case .phase: phaseChanges += 1
    case .position: positionReports += 1
    case .visibility, .visibleSet: visibilityEvents += 1
    case .release: releases += 1
    case .annotation(let note):
      annotations += 1
      switch note.kind {
      case "input" where note.text == "touch-start": placelessTouches += 1
      case "scroll-jank-v4", "presentation": smoothnessMarks += 1
      default: break
      }
    }
  }

  /// All counts, with their names for people and for programs.
  var counts: [(key: String, noun: String, count: Int64)] {
    [
      ("touch_samples", "touch sample", touchSamples), ("wheel_steps", "wheel step", wheelSteps),
      ("gestures", "gesture", gestures), ("commands", "command", commands),
      ("layouts", "layout", layouts), ("targets", "target", Int64(targets)),
      ("edits", "content edit", edits),
      ("container_changes", "container change", containerChanges), ("frames", "frame", frames),
      ("phase_changes", "phase change", phaseChanges),
      ("position_reports", "position report", positionReports),
      ("visibility_events", "visibility event", visibilityEvents),
      ("releases", "release", releases), ("annotations", "annotation", annotations),
      ("gaps", "gap", gaps),
    ]
  }
}

/// The number of diagnostics of each kind, and the first of them.
struct ImportDiagnostics {
  /// The largest number that are kept individually.
  static let kept = 5

  private(set) var counts: [(kind: String, severity: Severity, count: Int64)] = []
  private(set) var first: [Diagnostic] = []
  /// The first diagnostic about lost data.
  private(set) var firstLoss: Diagnostic?

  /// The counts, the worst first.
  var bySeverity: [(kind: String, severity: Severity, count: Int64)] {
    counts.sorted { ($1.severity, $0.kind) < ($0.severity, $1.kind) }
  }

  var total: Int64 { counts.reduce(0) { $0 + $1.count } }

  /// The number of diagnostics about data that is not in the trace.
  var losses: Int64 {
    counts.reduce(0) { $0 + ($1.severity >= .dataLoss ? $1.count : 0) }
  }

  mutating func count(_ diagnostic: Diagnostic) {
    if first.count < Self.kept { first.append(diagnostic) }
    if firstLoss == nil, diagnostic.severity >= .dataLoss { firstLoss = diagnostic }
    guard let index = counts.firstIndex(where: { $0.kind == diagnostic.kind }) else {
      if counts.count < 1000 { counts.append((diagnostic.kind, diagnostic.severity, 1)) }
      return
    }
    counts[index].severity = max(counts[index].severity, diagnostic.severity)
    counts[index].count += 1
  }
}

extension ImportError {
  /// The error with the first unreadable data, which is the likely cause.
  func explained(by tally: ImportDiagnostics, of file: String) -> ImportError {
    guard let loss = tally.firstLoss else { return self }
    let source = file == "-" ? "standard input" : fileName(file)
    let count = tally.losses > 1 ? ", the first of \(tally.losses)" : ""
    let reason = DisplayText.escaped(Diagnostics.text(loss, source: source))
    return ImportError(kind, "\(description); \(reason)\(count)")
  }
}

/// A sink that counts events on their way to another sink, and adds the origin to every trace
/// without one.
struct TallySink<Base: TraceSink>: TraceSink {
  private(set) var traces: [TraceImportSummary] = []
  private(set) var diagnostics = ImportDiagnostics()
  private var base: Base
  private let origin: SourceOrigin?

  init(_ base: Base, origin: SourceOrigin?) {
    self.base = base
    self.origin = origin
  }

  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    var information = information
    information.source = information.source ?? origin
    traces.append(TraceImportSummary(information))
    return try base.beginTrace(information)
  }

  mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    try base.append(event, at: time, to: trace)
    if traces.indices.contains(trace &- 1) { traces[trace - 1].count(event, at: time) }
  }

  mutating func report(_ diagnostic: Diagnostic) throws {
    diagnostics.count(diagnostic)
    try base.report(diagnostic)
  }
}

/// A sink that drops everything, for a dry run; it checks the model's limits as a store does.
struct NullSink: TraceSink {
  private var count = 0

  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    if let problem = ModelLimits.problem(with: information) {
      throw Failure(.badData, "the information of a trace is not valid: \(problem)")
    }
    count += 1
    return count
  }

  mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    if let problem = ModelLimits.problem(with: event, at: time) {
      throw Failure(.badData, "an event at \(time.nanoseconds) ns is not valid: \(problem)")
    }
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
