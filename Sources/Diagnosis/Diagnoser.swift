public import Analysis
public import Replay
public import ScrollModel
import TraceStore
public import Triage

/// Finds the cause of a recording: the app's actual behavior, and its difference from the
/// declaration.
///
/// One pass collects the releases and rests, one evaluates every hypothesis for each of them, and a
/// few replays check the result.
public struct Diagnoser {
  private let outcome: Outcome
  private let declared: Configuration?
  private let registry: BehaviorRegistry
  private let options: FindingOptions

  /// Creates a diagnoser of a recording; without a configuration it finds the most similar
  /// behavior.
  public init(
    _ recording: Outcome, declared: Configuration?, _ registry: BehaviorRegistry,
    options: FindingOptions = FindingOptions()
  ) {
    outcome = recording
    self.declared = declared
    self.registry = registry
    self.options = options
  }

  /// Diagnoses the trace; `progress` receives the number of events read so far.
  public func diagnose(
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> TraceDiagnosis {
    let contents = try outcome.store.contents(of: outcome.trace.id)
    let findings = try recorded(under: declared)
    guard contents.hasFrames else {
      var diagnosis = TraceDiagnosis.none("The trace has no frames, so it shows no rest.")
      diagnosis.findings = findings
      return diagnosis
    }
    var (diagnosis, physics) = try releases(contents, findings, progress)
    if diagnosis.verdict == .asDeclared, let physics, var named = declared,
      named.releasePhysics != physics
    {
      named.releasePhysics = physics
      return try Diagnoser(outcome, declared: named, registry, options: options).diagnose()
    }
    diagnosis.findings = findings
    try Rounds(outcome, declared, findings).add(to: &diagnosis)
    try checkFixes(&diagnosis)
    try checkRequests(&diagnosis)
    let platform = AppPlatform(outcome.trace.information, declared: declared)
    for index in diagnosis.causes.indices { diagnosis.causes[index].fix?.platform = platform }
    return diagnosis
  }

  /// What explains the rests, and the physics of the declared configuration that explains most of them.
  private typealias Explanation = (diagnosis: TraceDiagnosis, physics: PeerPhysics?)

  /// Explains the releases and their rests.
  private func releases(
    _ contents: TraceContents, _ findings: [Finding], _ progress: (Int64) throws -> Void
  ) throws -> Explanation {
    let seen = try outcome.analyze(
      AnalysisPair(
        RestDecisionAnalysis(turns: outcome.trace.information.isOfChromium ? WheelTurns() : nil),
        OwnershipAnalysis(declared)), progress: progress)
    var collected = seen.first
    // Scrolls after releases are explained only by a rule; otherwise they interrupted the releases.
    if var followed = collected.followingProgram {
      followed.takeOut(seen.second.corrections)
      let explanation = try explanation(of: followed, contents, findings)
      if explanation.diagnosis.verdict != .undecided { return explanation }
    }
    collected.takeOut(seen.second.corrections)
    if contents.nested?.sharesTouches ?? false { collected.removeUnmoved() }
    guard !collected.decisions.isEmpty else {
      guard contents.hasContainerSize else {
        return (
          .none(
            "The trace has no container size, which rests depend on; 'scrolltrace attach' adds one.",
            missing: .containerSize), nil
        )
      }
      let wheel =
        contents.hasWheel && !contents.hasTouches
        ? " Of wheels, only the notches of a mouse show where a turn ends, and only in Chromium: "
          + "record those, or a finger." : ""
      return (.none("The trace has no release that comes to rest." + wheel), nil)
    }
    return try explanation(of: collected, contents, findings)
  }

  /// Explains the rests of the releases.
  private func explanation(
    of collected: RestDecisionAnalysis, _ contents: TraceContents, _ findings: [Finding]
  ) throws -> Explanation {
    // A custom behavior is no hypothesis.
    var known = declared
    if case .custom? = declared?.behavior { known = nil }
    let information = outcome.trace.information
    let page = information.pagePhysics
    var base =
      known
      ?? Configuration(
        declared?.profile ?? information.systemProfile ?? collected.profileOfReports ?? .standard)
    if known == nil, let page { base.releasePhysics = page }
    let plan: ReplayPlan
    do {
      plan = try ReplayPlan(base, of: information, contents, drive: .offset)
    } catch {
      return (.none(error.description), nil)
    }
    var prober = ReleaseProber(collected.decisions, plan, base)
    try outcome.store.replay(outcome.trace.id) { batch in
      for (time, event) in batch.events { prober.take(event, at: time) }
    }
    prober.finish()
    let hypotheses = HypothesisList(
      base, isDeclared: known != nil, collected, prober.releases, hasTargets: contents.hasLayouts,
      of: information
    ).all
    var scorer = DecisionScorer(
      hypotheses, collected.decisions, plan, uncertainty: collected.uncertainty,
      tolerance: collected.tolerance, isPage: page != nil, isWhole: collected.isWhole)
    try outcome.store.replay(outcome.trace.id) { batch in
      for (time, event) in batch.events { scorer.take(event, at: time) }
    }
    scorer.finish()
    let ranking = Ranking(scorer.scored, collected.decisions)
    var diagnosis = conclude(ranking, collected, known)
    if diagnosis.verdict == .undecided, diagnosis.causes.isEmpty, !contents.hasLayouts {
      diagnosis.missing = .layout
    }
    if let cause = ranking.first?.hypothesis {
      try check(&diagnosis, cause, collected.scene, known, findings)
    }
    return (diagnosis, ranking.declared?.hypothesis.configuration.releasePhysics)
  }

  // MARK: Concluding

  private func conclude(
    _ ranking: Ranking, _ collected: RestDecisionAnalysis, _ declared: Configuration?
  ) -> TraceDiagnosis {
    var diagnosis = TraceDiagnosis(verdict: .undecided, decisions: collected.decisions)
    let words = CauseWords(scene: collected.scene)
    let count = collected.decisions.count
    let declaredScore = ranking.declared
    diagnosis.declaredExplained = declaredScore?.explained
    diagnosis.declaredName = declaredScore?.hypothesis.behaviorName
    let isProgram = collected.programCount > 0
    diagnosis.isProgramChoosing = isProgram
    guard let first = ranking.first else { return diagnosis }
    if let declaredScore, ranking.isAsDeclared(of: count) {
      diagnosis.verdict = .asDeclared
      diagnosis.explained = declaredScore.explained
      diagnosis.margins = Self.margins(declaredScore, collected)
      return diagnosis
    }
    diagnosis.explained = first.explained
    diagnosis.margins = Self.margins(first, collected)
    // A hypothesis that explains too little is no cause, even if it is the best one. Rests without
    // a behavior are only as accurate as the velocity.
    let needed = first.isFree && declared == nil ? max(1, count * 3 / 5) : (count * 3 + 3) / 4
    guard first.explained >= needed else { return diagnosis }
    var odds = ranking.odds
    // One rest in twenty may be an outlier; more of them indicate an unknown cause.
    let isWhole =
      ranking.hasEvidence(within: collected.tolerance) && (count - first.explained) * 20 <= count
    // Two free numbers fit any two rests, and a fine grid fits a third one. A single rest does not
    // identify the toolkit either.
    let isOtherToolkit =
      declared.map { $0.releasePhysics != first.hypothesis.configuration.releasePhysics } ?? false
    // A factor that was seen at one speed only may as well be another curve.
    let isOneSpeed =
      first.hypothesis.velocityFactor != 1 && Ranking.areRepeated(collected.decisions)
    let hasNoVelocity = collected.decisions.allSatisfy { $0.velocity == nil }
    // Where the flings of a declared toolkit end is not known without velocities, and a fine grid fits then.
    let isGridOfFlings =
      first.hypothesis.isFreeGrid && hasNoVelocity
      && declared.map { $0.releasePhysics != .uikit } ?? false
    let isGuess =
      first.hypothesis.isFreeGrid && first.explained < 5 || isOtherToolkit && first.explained < 2
      || isOneSpeed || isGridOfFlings
    // A finger that is not recorded may slow down like another deceleration.
    let isCurveAlone = first.hypothesis.cause == .deceleration && hasNoVelocity
    // The scrolls of the app were recorded; only their rule is inferred.
    if isProgram, !isGuess { odds = max(odds, 10) }
    let certainty: Certainty =
      isGuess
      ? .undecided
      : odds >= Ranking.certainOdds && isWhole && !isCurveAlone
        ? .certain : odds >= 10 ? .likely : .undecided
    // The odds state no more than the certainty.
    if certainty == .likely { odds = min(odds, Ranking.likelyOdds) }
    if certainty == .undecided { odds = min(odds, Ranking.undecidedOdds) }
    diagnosis.verdict = certainty == .undecided ? .undecided : .cause
    let cause = first.hypothesis
    diagnosis.causes = [
      DiagnosedCause(
        cause: cause.cause,
        sentences: words.sentences(
          cause, declared: declared, rate: Self.fittedRate(collected.decisions))
          + (isProgram ? [collected.programSentence] : []),
        name: cause.name, configuration: cause.configuration,
        assumption: cause.assumption, parameter: cause.parameter,
        symbolic: cause.symbols.first?.text, certainty: certainty, odds: odds,
        explained: first.explained, worstMiss: first.worstMiss,
        fix: isProgram
          ? programFix(cause, collected.scene, words)
          : fix(cause, collected.scene, declared, words),
        alternatives: ranking.alternatives(words),
        separatingGesture: ranking.separatingGesture(collected.scene, words))
    ]
    return diagnosis
  }

  private static func margins(
    _ scored: ScoredHypothesis, _ collected: RestDecisionAnalysis
  ) -> [DecisionMargin] {
    let asked = AskedHypothesis(scored.hypothesis)
    return zip(collected.decisions, scored.predictions).map { decision, prediction in
      guard let margin = prediction.flipMargin else { return DecisionMargin() }
      let loss = -1000 * Elementary.ln(max(0.5, min(0.9999, asked.rate(decision.axis.axis))))
      let speed = decision.velocity?.magnitude ?? 0
      return DecisionMargin(
        points: margin, pointsPerSecond: margin * loss,
        milliseconds: speed > 1 ? margin / speed * 1000 : nil,
        isFragile: margin <= 3 * collected.uncertainty)
    }
  }

  /// The median of the fitted deceleration rates, per millisecond.
  private static func fittedRate(_ decisions: [RestDecision]) -> Double? {
    let rates = decisions.compactMap(\.fit?.ratePerMillisecond).sorted()
    return rates.isEmpty ? nil : rates[rates.count / 2]
  }

  /// The smallest edit: what is declared or, without a declaration, the intended step.
  private func fix(
    _ cause: Hypothesis, _ scene: KnownLengths, _ declared: Configuration?, _ words: CauseWords
  ) -> DiagnosisFix? {
    if let (summary, code) = words.readingFix(cause.reading) {
      return DiagnosisFix(
        summary: summary, configuration: declared ?? cause.configuration, change: code)
    }
    if let declared {
      let (summary, code) =
        cause.ignoresMargin
        ? words.marginFix(cause.parameter?.value ?? 0, declared.margins)
        : (
          fixSummary(cause, scene, declared),
          cause.cause == .deceleration ? words.decelerationCode(declared) : words.code(declared)
        )
      return DiagnosisFix(summary: summary, configuration: declared, change: code)
    }
    return spacingFix(cause, scene, words)
  }

  /// The fix for steps that leave out the spacing; nil for other rests.
  private func spacingFix(
    _ cause: Hypothesis, _ scene: KnownLengths, _ words: CauseWords
  ) -> DiagnosisFix? {
    guard cause.cause == .interval, let step = cause.parameter?.value, let pitch = scene.pitch,
      let spacing = scene.spacing, ((pitch - step).magnitude - spacing).magnitude <= 0.1,
      spacing > 0.1
    else { return nil }
    var meant = cause.configuration
    meant.behavior = .interval(pitch)
    return DiagnosisFix(
      summary: "use interval(\(pointsText(pitch))): the \(scene.item)'s length and the spacing",
      configuration: meant, change: words.code(meant))
  }

  /// The fix for an app that scrolls after each release: the behavior that does the same, with the
  /// spacing.
  private func programFix(
    _ cause: Hypothesis, _ scene: KnownLengths, _ words: CauseWords
  ) -> DiagnosisFix? {
    if let fix = spacingFix(cause, scene, words) { return fix }
    guard !cause.configuration.effectiveBehavior.isNone, cause.assumption == nil else { return nil }
    return DiagnosisFix(
      summary: "declare the behavior, in place of the scrolls of the app's code",
      configuration: cause.configuration, change: words.code(cause.configuration))
  }

  private func fixSummary(
    _ cause: Hypothesis, _ scene: KnownLengths, _ declared: Configuration
  ) -> String {
    let name = declared.pairs.first { $0.key == "behavior" }?.value ?? "no behavior"
    if cause.cause == .deceleration {
      let rate = declared.fastDeceleration(scene.axis?.axis ?? .vertical) ? "fast" : "normal"
      return "use the \(rate) deceleration, as declared"
    }
    var text = "use \(name), as declared"
    if cause.cause == .interval, case .viewAligned = declared.behavior, let pitch = scene.pitch {
      text += ", or interval(\(pointsText(pitch)))"
    }
    return text
  }

  // MARK: Checking by replays

  /// Replays under the cause for its effects, and under the fix for the remaining effects.
  private func check(
    _ diagnosis: inout TraceDiagnosis, _ hypothesis: Hypothesis, _ scene: KnownLengths,
    _ declared: Configuration?, _ findings: [Finding]
  ) throws {
    // A replay has no assumptions beyond a configuration; a comparison without a fix causes nothing.
    guard diagnosis.verdict == .cause, let cause = diagnosis.causes.first,
      hypothesis.assumption == nil, hypothesis.parts.isEmpty, declared != nil || cause.fix != nil
    else { return }
    let behavior = scene.axis.flatMap { axis in
      hypothesis.rule?.behavior(of: axis.axis, start: axis.start)
    }
    let judged = declared ?? cause.configuration
    let recorded = declared == nil ? try recorded(under: judged) : findings
    guard
      let shown = try self.findings(
        replaying: cause.configuration, behavior, judgedUnder: judged)
    else { return }
    let effects = recorded.filter { finding in
      shown.contains { $0.detector == finding.detector }
    }
    diagnosis.causes[0].effects = effects
    guard let fix = cause.fix,
      let left = try self.findings(replaying: fix.configuration, judgedUnder: judged)
    else { return }
    diagnosis.causes[0].fix?.removed = Self.removed(effects, left)
  }

  /// The detectors of effects that a replay under the fix no longer has, each once.
  private static func removed(_ effects: [Finding], _ left: [Finding]) -> [String] {
    let detectors = Set(left.filter { $0.severity >= .notice }.map(\.detector))
    var removed: [String] = []
    for effect in effects
    where !detectors.contains(effect.detector) && !removed.contains(effect.detector) {
      removed.append(effect.detector)
    }
    return removed
  }

  /// The findings of the recording, from notice up.
  private func recorded(under configuration: Configuration?) throws -> [Finding] {
    try outcome.findings(under: configuration, registry, options: options)
      .filter { $0.severity >= .notice }
  }

  /// The findings of a replay under the declared configuration; nil if the trace cannot be
  /// replayed.
  private func findings(
    replaying configuration: Configuration, _ behavior: AxisBehavior? = nil,
    judgedUnder declared: Configuration
  ) throws -> [Finding]? {
    let contents = try outcome.store.contents(of: outcome.trace.id)
    guard
      let plan = try? ReplayPlan(
        configuration, of: outcome.trace.information, contents,
        behavior: behavior ?? registry.behavior(of: configuration)),
      plan.drive.drive != .offset
    else { return nil }
    return try Outcome(of: outcome.trace, in: outcome.store, plan: plan)
      .analyze(SeenFromOutside(FindingsAnalysis(declared, options: options))).analysis.findings
  }

  /// Replays under the fixes that change the declaration, for the remaining effects.
  private func checkFixes(_ diagnosis: inout TraceDiagnosis) throws {
    for index in diagnosis.causes.indices {
      let cause = diagnosis.causes[index]
      guard !cause.proof.isEmpty, let fix = cause.fix, fix.configuration != cause.configuration,
        let left = try findings(replaying: fix.configuration, judgedUnder: fix.configuration)
      else { continue }
      // A size change is only fixed if the replay no longer has it, regardless of detectors.
      if cause.cause == .sizeChange {
        let shown = try replayed(under: cause.configuration)?.sizes ?? []
        let rest = try replayed(under: fix.configuration)?.sizes ?? []
        guard shown.contains(where: cause.isSameKind), !rest.contains(where: cause.isSameKind)
        else { continue }
      }
      diagnosis.causes[index].fix?.removed = Self.removed(cause.effects, left)
    }
  }

  /// Replays with the edited scrolls of a fix, if a replay without the edit has the cause.
  private func checkRequests(_ diagnosis: inout TraceDiagnosis) throws {
    guard diagnosis.causes.contains(where: { $0.fix?.edit != nil }),
      let shown = try replayed(under: declared ?? Configuration())
    else { return }
    for index in diagnosis.causes.indices {
      let cause = diagnosis.causes[index]
      guard let fix = cause.fix, let edit = fix.edit,
        shown.requests.contains(where: cause.isSameKind),
        let left = try replayed(under: fix.configuration, edit),
        !left.requests.contains(where: cause.isSameKind)
      else { continue }
      diagnosis.causes[index].fix?.removed = Self.removed(cause.effects, left.findings)
    }
  }

  /// The programmatic scrolls and size changes of a replay; nil if the trace cannot be replayed.
  private func replayed(
    under configuration: Configuration, _ edit: RequestEdit? = nil
  ) throws -> (requests: [DiagnosedCause], sizes: [DiagnosedCause], findings: [Finding])? {
    let contents = try outcome.store.contents(of: outcome.trace.id)
    guard
      let plan = try? ReplayPlan(
        configuration, of: outcome.trace.information, contents,
        behavior: registry.behavior(of: configuration)),
      plan.drive.drive != .offset
    else { return nil }
    let seen = try Outcome(of: outcome.trace, in: outcome.store, plan: plan).analyze(
      AnalysisPair(
        SeenFromOutside(FindingsAnalysis(configuration, options: options)),
        AnalysisPair(SceneEvidence(configuration), OwnershipAnalysis(configuration))),
      changing: edit.map { edit in
        var edit = edit
        return { edit.edited($0) }
      })
    let findings = seen.first.analysis.findings
    let subject = Subject(
      declared: configuration, evidence: seen.second.first, decisions: [],
      findings: findings.filter { $0.severity >= .notice })
    let owners = OwnershipCauses(
      subject: subject, movements: seen.second.second.movements,
      origins: seen.second.second.requestOrigins)
    let requests =
      ScrollToCauses(subject: subject).all + RequestPatternCauses(subject: subject).all + owners.all
    return (requests, SizeChangeCauses(subject: subject).all, findings)
  }
}

extension DiagnosedCause {
  /// Whether another cause is of the same kind and has the same fix.
  fileprivate func isSameKind(_ other: DiagnosedCause) -> Bool {
    cause == other.cause && fix?.summary == other.fix?.summary
  }
}

extension TraceDiagnosis {
  fileprivate static func none(_ obstacle: String, missing: TraceDiagnosis.Missing? = nil)
    -> TraceDiagnosis
  {
    TraceDiagnosis(verdict: .noEvidence, obstacle: obstacle, missing: missing)
  }
}

/// Passes on frames and phases of a replay, but not the engine's decisions, which a recording
/// lacks.
private struct SeenFromOutside: OutcomeAnalysis {
  private(set) var analysis: FindingsAnalysis

  init(_ analysis: FindingsAnalysis) { self.analysis = analysis }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    analysis.wait(until: time, on: viewState)
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    analysis.take(event, at: time, on: viewState)
  }

  mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState) {
    analysis.take(change, on: viewState)
  }

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    analysis.finish(at: time, on: viewState)
  }
}
