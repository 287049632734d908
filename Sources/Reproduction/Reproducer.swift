public import Analysis
import Diagnosis
public import Replay
public import ScrollModel
import Simulation
import TraceStore
public import Triage

/// Creates a minimal case of a defect in a stored trace.
///
/// A case reproduces the defect if it has the same defect, and no longer has it with the fix. If
/// the engine can produce the recording, the case is a scene and a script; else it is a part of the
/// recording.
public struct Reproducer {
  /// The choice among the defects of a trace.
  public enum Choice: Hashable, Sendable {
    /// The diagnosed cause, or the worst finding above `info` without one.
    case any
    /// The diagnosed cause.
    case cause
    /// The finding of a detector, or with a fingerprint.
    case finding(String)
    /// A divergence between the recording and its declared configuration, by number from 1.
    case divergence(Int)
  }

  private let outcome: Outcome
  private let declared: Configuration?
  private let scratch: ScratchStore
  private let registry: BehaviorRegistry
  private let options: FindingOptions

  /// Creates a reproducer of a recording.
  public init(
    _ recording: Outcome, declared: Configuration?, _ scratch: ScratchStore,
    _ registry: BehaviorRegistry, options: FindingOptions = FindingOptions()
  ) {
    outcome = recording
    self.declared = declared
    self.scratch = scratch
    self.registry = registry
    self.options = options
  }

  /// Reproduces a defect; nil if the trace has none of this choice.
  ///
  /// `broken` and `fixed` are the actual and the fixed configuration; they are inferred if nil.
  public func reproduce(
    _ choice: Choice = .any, broken: Configuration? = nil, fixed: Configuration? = nil
  ) throws -> Reproduction? {
    guard let broken else { return try reproduce(choice, ran: nil, fixed: fixed) }
    // The recorded gestures are simulated under a configuration and checked against the intended
    // one.
    let meant = fixed ?? declared
    guard let start = simulated(try alone(), [broken], meant).first,
      let recording = try? start.recording(isFixed: false, behavior: registry.behavior(of: broken)),
      let made = try scratch.put(recording)
    else { return nil }
    return try Reproducer(made, declared: meant, scratch, registry, options: options)
      .reproduce(choice, ran: broken, fixed: fixed)
  }

  private func reproduce(
    _ choice: Choice, ran: Configuration?, fixed: Configuration?
  ) throws -> Reproduction? {
    let diagnosis = try Diagnoser(
      outcome, declared: declared, registry, options: options
    ).diagnose()
    let findings = try outcome.findings(under: declared, registry, options: options)
    guard let (defect, finding) = try chosen(choice, diagnosis, findings) else { return nil }
    let oracle = DefectOracle(defect, scratch, registry, options: options)
    let views = try outcome.store.contents(of: outcome.trace.id).nested?.traces.members ?? []
    var made = try reproduction(of: defect, oracle, diagnosis, finding, views, ran, fixed)
    made.viewCount = max(1, views.count)
    return made
  }

  private func reproduction(
    of defect: Defect, _ oracle: DefectOracle, _ diagnosis: TraceDiagnosis, _ finding: Finding?,
    _ views: [NestedTraces.Member], _ ran: Configuration?, _ fixed: Configuration?
  ) throws -> Reproduction {
    let whole = try alone()
    let source = SourceRecording(whole, diagnosis)
    // What a drag moves depends on all views.
    if case .cause(.nested, _) = defect {
      return try shrunkTogether(try together(views), oracle, source)
    }
    let candidates = ran.map { [$0] } ?? candidates(diagnosis)
    for start in simulated(whole, candidates, declared) {
      guard try isShown(start, isFixed: false, oracle) else { continue }
      let fixes =
        try fixed.map { [$0] } ?? self.fixes(of: defect, start, diagnosis, finding)
      return try shrunk(try fixing(start, fixes, oracle), oracle, source)
    }
    if ran == nil, let start = try ignoring(whole, defect, oracle, diagnosis) {
      let fixes = try fixed.map { [$0] } ?? self.fixes(of: defect, start, diagnosis, finding)
      return try shrunk(try fixing(start, fixes, oracle), oracle, source)
    }
    if views.count > 1, try !oracle.isShown(by: whole) {
      return try shrunk(try together(views), oracle, source)
    }
    return try shrunk(whole, oracle, source)
  }

  // MARK: The defect

  private func chosen(
    _ choice: Choice, _ diagnosis: TraceDiagnosis, _ findings: [Finding]
  ) throws -> (Defect, Finding?)? {
    let cause = Defect(diagnosis)
    switch choice {
    case .any:
      if let cause { return (cause, nil) }
      // Lints matter less than visible findings, and earlier ones matter more.
      let defects = findings.filter { $0.severity > .info }
      let worst = defects.enumerated().max { first, second in
        Self.rank(first.element, first.offset) < Self.rank(second.element, second.offset)
      }
      return worst.map { (Defect($0.element), $0.element) }
    case .cause: return cause.map { ($0, nil) }
    case .finding(let name):
      let named = findings.filter { $0.detector == name || $0.fingerprint == name }
      return named.max { $0.severity < $1.severity }.map { (Defect($0), $0) }
    case .divergence(let number):
      guard let declared else { return nil }
      let all = try DefectOracle.divergences(of: outcome, declared, registry)
      guard all.indices.contains(number - 1) else { return nil }
      return (.divergence(all[number - 1].kind, all[number - 1].onset.stage), nil)
    }
  }

  private static func rank(_ finding: Finding, _ place: Int) -> (Int, Int, Int) {
    let isSeen = finding.detector.hasPrefix("S") || finding.detector.hasPrefix("I")
    return (Int(finding.severity.rawValue), isSeen ? 1 : 0, -place)
  }

  /// The possible actual configurations, the most likely first.
  private func candidates(
    _ diagnosis: TraceDiagnosis
  ) -> [Configuration] {
    var all: [Configuration] = []
    let found =
      [declared] + diagnosis.causes.map(\.configuration)
      + (diagnosis.causes.first?.alternatives.map(\.configuration) ?? [])
    for case let configuration? in found where !all.contains(configuration) {
      // An unregistered custom behavior cannot run.
      if case .custom = configuration.behavior, registry.behavior(of: configuration) == nil {
        continue
      }
      all.append(configuration)
    }
    return all
  }

  // MARK: From the trace to a case

  private func events(of trace: Int64) throws -> [SimulationRun.Moment] {
    let reader = try outcome.store.pointReader(of: trace)
    var events: [SimulationRun.Moment] = []
    while let moment = try reader.next() { events.append((moment.time, moment.event)) }
    return events
  }

  private var information: TraceInformation {
    var information = outcome.trace.information
    information.declaredConfiguration = declared?.text
    return information
  }

  /// The recording of the view alone: of nested views, with what the others left to it.
  private func alone() throws -> RecordedCase {
    let all = try events(of: outcome.trace.id)
    let contents = try outcome.store.contents(of: outcome.trace.id)
    var information = information
    guard contents.nested != nil else { return RecordedCase(information, all) }
    information.parentName = nil
    let plan = try? ReplayPlan(declared ?? Configuration(), of: outcome.trace.information, contents)
    guard let plan else { return RecordedCase(information, all) }
    return RecordedCase(information, ReplayInputs.alone(plan, all))
  }

  /// The recordings of all views of the capture that are nested with this one.
  private func together(_ views: [NestedTraces.Member]) throws -> RecordedCase {
    var whole = RecordedCase(information, try events(of: outcome.trace.id))
    for view in views where view.traceID != outcome.trace.id {
      whole.others.append(
        RecordedCase.NestedView(
          information: view.information, events: try events(of: view.traceID)))
    }
    return whole
  }

  /// Scenes and scripts that may produce the recording, with their configurations.
  private func simulated(
    _ whole: RecordedCase, _ ran: [Configuration], _ declared: Configuration?
  ) -> [ScrollCase] {
    guard let (scene, script) = whole.fitted else { return [] }
    return ran.flatMap { configuration -> [ScrollCase] in
      let plain = ScrollCase(
        scene: scene, script: script, declared: declared, ran: configuration)
      guard let offset = whole.firstOffset, offset != .zero else { return [plain] }
      // A recording that begins at another offset than the engine.
      var moved = plain
      moved.script = script.beginning(at: offset)
      return [plain, moved]
    }
  }

  /// A case in which one declared setting has no effect, with the rests of the recording; nil if none
  /// shows the defect.
  ///
  /// Only for causes that are not about rests: those have a configuration of their own.
  private func ignoring(
    _ whole: RecordedCase, _ defect: Defect, _ oracle: DefectOracle, _ diagnosis: TraceDiagnosis
  ) throws -> ScrollCase? {
    guard case .cause = defect, let declared, diagnosis.causes.first?.proof.isEmpty == false else {
      return nil
    }
    let recorded = try Rests(of: whole)
    for start in simulated(whole, declared.ignoringOneSetting, declared) {
      let behavior = registry.behavior(of: start.ran)
      guard let recording = try? start.recording(isFixed: false, behavior: behavior),
        try !Rests(of: recording).differ(from: recorded), try oracle.isShown(by: recording)
      else { continue }
      return start
    }
    return nil
  }

  private func isShown(
    _ example: ScrollCase, isFixed: Bool, _ oracle: DefectOracle
  ) throws -> Bool {
    let configuration = isFixed ? example.fixed ?? example.ran : example.ran
    let behavior = registry.behavior(of: configuration)
    guard let recording = try? example.recording(isFixed: isFixed, behavior: behavior) else {
      return false
    }
    return try oracle.isShown(by: recording)
  }

  // MARK: The fix

  /// Configurations that may fix the defect, the smallest change first.
  private func fixes(
    of defect: Defect, _ start: ScrollCase, _ diagnosis: TraceDiagnosis, _ finding: Finding?
  ) throws -> [Configuration] {
    var fixes: [Configuration] = []
    func add(_ configuration: Configuration?) {
      guard let configuration, configuration != start.ran, !fixes.contains(configuration) else {
        return
      }
      fixes.append(configuration)
    }
    if let finding, let declared {
      var search = RepairSearch(
        outcome.trace, in: outcome.store, configuration: declared, registry: registry,
        options: options)
      add(try search.triage(finding).repaired)
    }
    add(diagnosis.causes.first?.fix?.configuration)
    add(declared)
    return fixes
  }

  /// The case with the first fix that removes the defect; else unchanged.
  private func fixing(
    _ start: ScrollCase, _ fixes: [Configuration], _ oracle: DefectOracle
  ) throws -> ScrollCase {
    for fix in fixes {
      var example = start
      example.fixed = fix
      for isDeclared in fix == declared ? [false] : [true, false] {
        example.fixIsDeclared = isDeclared
        if try !isShown(example, isFixed: true, oracle) {
          example.fixChangesRests = try restsDiffer(example)
          return example
        }
      }
    }
    return start
  }

  /// Whether the content rests at other offsets with the fix, a difference that a case must show.
  private func restsDiffer(_ example: ScrollCase) throws -> Bool {
    let fixed = example.fixed ?? example.ran
    let (broken, right) = (
      try Rests(
        of: example.recording(isFixed: false, behavior: registry.behavior(of: example.ran))),
      try Rests(of: example.recording(isFixed: true, behavior: registry.behavior(of: fixed)))
    )
    return broken.differ(from: right)
  }

  // MARK: Shrinking

  private func shrunk(
    _ start: ScrollCase, _ oracle: DefectOracle, _ source: SourceRecording
  ) throws -> Reproduction {
    var shrinker = Shrinker<ScrollCase> { example in
      guard try isShown(example, isFixed: false, oracle) else { return false }
      guard example.fixed != nil else { return true }
      guard try !isShown(example, isFixed: true, oracle) else { return false }
      return try !example.fixChangesRests || restsDiffer(example)
    }
    let smallest = try shrinker.shrink(start)
    let behavior = registry.behavior(of: smallest.ran)
    let recording = try smallest.recording(isFixed: false, behavior: behavior)
    return try reproduction(
      oracle.defect, .simulated(smallest), smallest.fixed != nil, shrinker.counts, source,
      of: recording)
  }

  private func shrunk(
    _ start: RecordedCase, _ oracle: DefectOracle, _ source: SourceRecording
  ) throws -> Reproduction {
    // A smaller case keeps the steps that make what its frames show, if the whole has them.
    let needsSteps = start.stepsMakeSizes
    var shrinker = Shrinker<RecordedCase> { part in
      guard !needsSteps || part.stepsMakeSizes else { return false }
      return try oracle.isShown(by: part)
    }
    let smallest = try shrinker.shrink(start)
    return try reproduction(
      oracle.defect, .recorded(smallest), false, shrinker.counts, source, of: smallest)
  }

  /// The smallest part of the recordings of nested views that has a wrong drag, made from a scene and a script
  /// if these show it as well.
  private func shrunkTogether(
    _ start: RecordedCase, _ oracle: DefectOracle, _ source: SourceRecording
  ) throws -> Reproduction {
    var shrinker = Shrinker<RecordedCase> { try oracle.isShown(by: $0) }
    var smallest = try shrinker.shrink(start)
    let sharing = source.diagnosis.causes.first?.name ?? ""
    // A part that begins in the middle has offsets at its start that no scene has; the whole begins with them.
    for part in [smallest, start] {
      guard let fitter = NestedFitter(part, sharing: sharing),
        let made = try fitter.shortest({ try oracle.isShown(by: $0) })
      else { continue }
      smallest = made
      break
    }
    return try reproduction(
      oracle.defect, .recorded(smallest), false, shrinker.counts, source, of: smallest)
  }

  private func reproduction(
    _ defect: Defect, _ content: Reproduction.Content, _ isTwoSided: Bool, _ passes: [PassCount],
    _ source: SourceRecording, of recording: some TraceSource
  ) throws -> Reproduction {
    var made = Reproduction(
      defect: defect, content: content, isTwoSided: isTwoSided, passes: passes,
      diagnosis: nil, source: source, finding: nil)
    guard let outcome = try scratch.put(recording) else { return made }
    let declared = outcome.trace.information.declaredConfiguration
      .flatMap { try? Configuration(text: $0) }
    made.diagnosis = try Diagnoser(
      outcome, declared: declared, registry, options: options
    ).diagnose()
    if case .finding(let detector, let structure, _) = defect {
      made.finding = try outcome.findings(under: declared, registry, options: options).first {
        $0.detector == detector && $0.structure == structure
      }
    }
    return made
  }
}

@available(*, unavailable) extension Reproducer: Sendable {}
