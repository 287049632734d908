import Analysis
import Replay
import ScrollModel
import TraceStore
import Triage

/// Adds subjects other than releases to a diagnosis: further causes in rounds, and counts of
/// correct decisions.
///
/// A cause explains findings; the next round handles the remaining ones. There are at most three.
struct Rounds {
  private let outcome: Outcome
  private let declared: Configuration?
  /// The findings of the recording under the declaration, from notice up.
  private let findings: [Finding]
  private static let limit = 3

  init(_ outcome: Outcome, _ declared: Configuration?, _ findings: [Finding]) {
    self.outcome = outcome
    self.declared = declared
    self.findings = findings
  }

  func add(to diagnosis: inout TraceDiagnosis) throws {
    let configuration = declared ?? Configuration()
    let seenOnce = try outcome.analyze(
      AnalysisPair(
        SceneEvidence(configuration),
        AnalysisPair(OwnershipAnalysis(declared), VisibilityEvidence(configuration))))
    let (evidence, owned) = (seenOnce.first, seenOnce.second.first)
    let subject = Subject(
      declared: declared, evidence: evidence, decisions: diagnosis.decisions, findings: findings,
      follows: owned.mistakes, isOfApple: outcome.trace.information.isOfApple)
    diagnosis.item = subject.item
    let scrolls = ScrollToCauses(subject: subject)
    let sizes = SizeChangeCauses(subject: subject)
    let owners = OwnershipCauses(
      subject: subject, movements: owned.movements, origins: owned.requestOrigins,
      isProgramChoosing: diagnosis.isProgramChoosing && !diagnosis.causes.isEmpty)
    let nested = try NestedCauses(outcome, declared: declared)?.result()
    let designs = DesignCauses(subject: subject, areRestsAsDeclared: diagnosis.areRestsAsDeclared)
    var found = [nested?.cause].compactMap { $0 } + designs.all + scrolls.all
    found += RequestPatternCauses(subject: subject).all + sizes.all
    found += RelayoutCauses(subject: subject).all + owners.all + FollowCauses(subject: subject).all
    found +=
      WheelCauses(subject: subject, movements: owned.movements).all
      + UnaskedCauses(subject: subject).all
    found +=
      DirectionCauses(
        subject: subject, movements: owned.movements,
        isMirrored: diagnosis.causes.first?.cause == .mirrored, isSnapping: diagnosis.isSnapping
      ).all
    let positions = try PositionCauses(subject: subject, outcome: outcome).result()
    let seen = VisibilityCauses(subject: subject, evidence: seenOnce.second.second)
    let others =
      [positions.cause, seen.cause].compactMap { $0 } + CustomBehaviorCauses(subject: subject).all
      + (diagnosis.hasRuleOfRests
        ? [] : AnswerCauses(subject: subject, ruling: diagnosis.ruling).all)
      + OscillationCauses(subject: subject).all
      + FindingCauses(subject: subject, isEachRestAsDeclared: diagnosis.isEachRestAsDeclared).all
    let corrected =
      owned.mistakes.doubled.isEmpty ? [owners.corrections()].compactMap { $0 } : []
    diagnosis.counts = [
      DecisionCount(
        noun: "scroll", count: evidence.requests.requests.count, explained: scrolls.explained),
      DecisionCount(noun: "size change", count: sizes.count, explained: sizes.explained),
      DecisionCount(
        noun: "correction", count: owned.corrections.all.count { $0.decision != .unclear },
        explained: owned.corrections.all.count { $0.decision == .followed }),
      DecisionCount(
        noun: "nested drag", count: nested?.count ?? 0, explained: nested?.explained ?? 0),
      DecisionCount(noun: "id", count: positions.count, explained: positions.explained),
      DecisionCount(noun: "visibility event", count: seen.count, explained: seen.explained),
    ].filter { $0.count > 0 }
    combine(found, others + corrected, &diagnosis)
  }

  private static func isKnown(_ cause: DiagnosedCause) -> Bool {
    cause.certainty != .undecided && cause.cause != .customBehavior
  }

  /// Whether a cause explains the rests and is no guess.
  fileprivate static func isRuling(_ cause: DiagnosedCause) -> Bool {
    cause.certainty != .undecided
  }

  /// Explains the lack of snapping if the content overflows the declared cross axis slightly.
  private func explainFree(_ causes: inout [DiagnosedCause]) {
    guard causes.first?.cause == CauseClass.none,
      let seen = findings.first(where: { $0.detector == "S18" }),
      let across = seen.measures.first(where: { $0.unit == "pt" && $0.value.magnitude < 1 })
    else { return }
    causes[0].sentences.append(
      "The content is \(pointsText(across.value.magnitude)) pt longer than the view across the axis: the "
        + "platform may take that for the axis that scrolls.")
    if !causes[0].effects.contains(seen) { causes[0].effects.append(seen) }
  }

  /// Orders causes and removes those whose effects another one explains.
  private func combine(
    _ found: [DiagnosedCause], _ others: [DiagnosedCause], _ diagnosis: inout TraceDiagnosis
  ) {
    var causes = diagnosis.causes
    explainFree(&causes)
    if diagnosis.verdict == .undecided,
      (found + others).contains(where: { $0.certainty == .certain })
    {
      // A certain cause replaces an uncertain one about rests.
      causes = []
    }
    if others.contains(where: { $0.cause == .customBehavior && $0.certainty != .undecided }),
      case .custom = declared?.behavior
    {
      // A defect of the app's own behavior is more specific than a similar behavior.
      causes = []
      diagnosis.verdict = .undecided
    }
    // What explains the rests explains that they are not as declared.
    let isRuled = declared != nil && causes.first.map(Self.isRuling) ?? false
    let ordered =
      found.sortedStably { $0.odds > $1.odds }
      + others.filter {
        !isRuled || $0.cause != .customBehavior || $0.certainty != .undecided
      }
    for cause in ordered where causes.count < Self.limit {
      let known = Set(causes.flatMap(\.effects).map(\.fingerprint))
      let isExplained =
        !cause.effects.isEmpty && cause.effects.allSatisfy { known.contains($0.fingerprint) }
      if !isExplained { causes.append(cause) }
    }
    // What is certain goes before what rests make likely; but rests at the places of an earlier
    // layout are not explained by the jump when the layout changed.
    if let first = causes.first, first.certainty == .likely, first.proof.isEmpty {
      func isBefore(_ cause: DiagnosedCause) -> Bool {
        cause.certainty == .certain && !(first.cause == .staleLayout && cause.cause == .sizeChange)
      }
      causes = causes.filter(isBefore) + causes.filter { !isBefore($0) }
    }
    // Without a declaration, what rests are like is no defect.
    if declared == nil, !diagnosis.isProgramChoosing, let first = causes.first, first.proof.isEmpty
    {
      let maybeStale =
        first.cause == .staleLayout
        || first.alternatives.contains {
          $0.cause == .staleLayout && !$0.isSameOutcome && $0.odds < 100
        }
      let defects = causes.dropFirst().filter {
        Self.isKnown($0) && !(maybeStale && $0.cause == .sizeChange)
      }
      causes = defects + causes.filter { !defects.contains($0) }
    }
    // What is known goes before a guess about rests; a rest elsewhere alone is known no better.
    if causes.first?.certainty == .undecided {
      causes = causes.filter(Self.isKnown) + causes.filter { !Self.isKnown($0) }
    }
    let isCause = causes.contains { $0.certainty != .undecided }
    switch diagnosis.verdict {
    case .asDeclared, .noEvidence:
      if isCause {
        diagnosis.verdict = .cause
        // Possibly intended behavior is no further cause.
        causes.removeAll { $0.certainty == .undecided }
      } else if diagnosis.verdict == .noEvidence, diagnosis.counts.isEmpty, !causes.isEmpty {
        diagnosis.verdict = .undecided
      } else if diagnosis.verdict == .noEvidence, !diagnosis.counts.isEmpty,
        diagnosis.obstacleIsNoRest
      {
        diagnosis.verdict = .asDeclared
        diagnosis.obstacle = nil
      }
    case .undecided: if isCause { diagnosis.verdict = .cause }
    case .cause: break
    }
    diagnosis.causes = causes
  }
}

extension TraceDiagnosis {
  /// Whether the declaration explains the rests, so that its own numbers are to be examined.
  fileprivate var areRestsAsDeclared: Bool {
    declaredExplained.map { $0 * 4 >= decisions.count * 3 } ?? true
  }

  /// Whether a behavior that snaps explains half of the rests.
  fileprivate var isSnapping: Bool {
    guard let first = causes.first, first.cause != CauseClass.none else { return false }
    let isPeer = first.cause == .peer(first.configuration.releasePhysics)
    return explained * 2 >= decisions.count
      && !(isPeer && first.configuration.effectiveBehavior.isNone)
  }

  /// Whether it explains every one of several rests: then a choice that looks odd is the declared one.
  fileprivate var isEachRestAsDeclared: Bool {
    decisions.count >= 3 && declaredExplained == decisions.count
  }

  /// The configuration that explains the rests, unless that is a guess.
  fileprivate var ruling: Configuration? {
    causes.first.flatMap { Rounds.isRuling($0) ? $0.configuration : nil }
  }

  /// Whether one rule explains all of several rests: single answers then add nothing.
  fileprivate var hasRuleOfRests: Bool {
    decisions.count >= 4 && !causes.isEmpty && explained == decisions.count
  }

  /// Whether the missing rests are the only obstacle to an explanation of the releases.
  fileprivate var obstacleIsNoRest: Bool { decisions.isEmpty }
}
