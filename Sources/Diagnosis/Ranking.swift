import Analysis
import ScrollModel

/// Hypotheses ordered by score; those with the same rests are equivalent.
struct Ranking {
  private let ordered: [ScoredHypothesis]
  private let decisions: [RestDecision]

  /// Ranks hypotheses about decisions.
  init(_ scored: [ScoredHypothesis], _ decisions: [RestDecision]) {
    self.decisions = decisions
    var all = scored + Self.conflicts(scored)
    if Self.areRepeated(decisions) { Self.distrustGrids(&all) }
    all = all.sortedStably {
      $0.score != $1.score
        ? $0.score > $1.score : $0.hypothesis.price < $1.hypothesis.price
    }
    Self.putPassingFirst(&all)
    ordered = all
  }

  /// Puts the same style without stops first, unless the stops are certain: how far a browser flings
  /// also depends on its load, and the odds do not count that.
  private static func putPassingFirst(_ scored: inout [ScoredHypothesis]) {
    guard let first = scored.first, first.hypothesis.stopsFlings else { return }
    let least = first.score - Elementary.ln(certainOdds)
    let passing = scored.firstIndex {
      $0.score > least && !$0.hypothesis.stopsFlings && $0.explained >= first.explained
        && $0.hypothesis.isVariant(of: first.hypothesis)
    }
    if let passing { scored.insert(scored.remove(at: passing), at: 0) }
  }

  /// Whether nearly all releases have one speed: equal gestures go equally far.
  static func areRepeated(_ decisions: [RestDecision]) -> Bool {
    let speeds = decisions.compactMap { $0.velocity?.magnitude }.filter { $0 > 50 }.sorted()
    guard speeds.count >= 2, speeds.count == decisions.count, let first = speeds.first,
      let last = speeds.last
    else { return false }
    return last - first <= 0.05 * last
  }

  /// Lowers the score of grids without a matching length: equal distances also result from free
  /// scrolling.
  private static func distrustGrids(_ scored: inout [ScoredHypothesis]) {
    let free = scored.filter { $0.isFree && $0.explained == $0.predictions.count }
    guard let best = free.map(\.logLikelihood).max() else { return }
    for index in scored.indices
    where scored[index].hypothesis.isFreeGrid && scored[index].logLikelihood > best {
      guard !scored[index].logLikelihoods.isEmpty else { continue }
      scored[index].logLikelihoods[0] -= scored[index].logLikelihood - best
    }
  }

  /// Pairs of behaviors that together explain all rests, but not individually.
  private static func conflicts(_ scored: [ScoredHypothesis]) -> [ScoredHypothesis] {
    guard let count = scored.first?.predictions.count, count >= 6 else { return [] }
    // Free scrolling is excluded from pairs, because it would explain everything.
    let choosing = scored.filter {
      !$0.isFree && $0.explained >= 2 && $0.hypothesis.reading.isPlain && !$0.isList
        && !$0.hypothesis.isOfStyle
    }
    var found: ScoredHypothesis?
    for (index, one) in choosing.enumerated() {
      for other in choosing[(index + 1)...] {
        guard let pair = conflict(one, other, count) else { continue }
        if found.map({ pair.score > $0.score }) ?? true { found = pair }
      }
    }
    return found.map { [$0] } ?? []
  }

  private static func conflict(
    _ one: ScoredHypothesis, _ other: ScoredHypothesis, _ count: Int
  ) -> ScoredHypothesis? {
    var (onlyOne, onlyOther) = (0, 0)
    for (first, second) in zip(one.predictions, other.predictions) {
      if first.isExplained, !second.isExplained { onlyOne += 1 }
      if second.isExplained, !first.isExplained { onlyOther += 1 }
    }
    guard onlyOne >= 2, onlyOther >= 2 else { return nil }
    var hypothesis = other.hypothesis.isDeclared ? other.hypothesis : one.hypothesis
    hypothesis.parts =
      other.hypothesis.isDeclared
      ? [other.hypothesis, one.hypothesis] : [one.hypothesis, other.hypothesis]
    hypothesis.cause = .conflict
    hypothesis.price = one.hypothesis.price + other.hypothesis.price + 6
    hypothesis.isDeclared = false
    var pair = ScoredHypothesis(hypothesis: hypothesis)
    for index in 0..<count {
      let isOne = one.logLikelihoods[index] >= other.logLikelihoods[index]
      let (better, worse) = isOne ? (one, other) : (other, one)
      let ratio = worse.logLikelihoods[index] - better.logLikelihoods[index]
      pair.logLikelihoods.append(
        better.logLikelihoods[index] + Elementary.ln(0.5 + 0.5 * Elementary.exp(max(-60, ratio))))
      pair.predictions.append(better.predictions[index])
    }
    return pair
  }

  var first: ScoredHypothesis? { ordered.first }

  var declared: ScoredHypothesis? { ordered.first { $0.hypothesis.isDeclared } }

  /// Whether there is no evidence against the declaration: it explains all decisions, or as many as
  /// the best hypothesis and not much worse.
  ///
  /// For rates and curves, and for rests anywhere, the odds decide.
  func isAsDeclared(of count: Int) -> Bool {
    guard let declared, let first else { return false }
    guard declared.explained * 4 >= count * 3 else { return false }
    let equal = ordered.filter { isSameOutcome($0, first) }
    if isSameOutcome(declared, first) || equal.contains(where: { isDeclaredStyle($0, declared) }) {
      return true
    }
    // The curve to a place that is explained anyway may be an animation: a rate that no setting has is none.
    if first.isOfUnusualRate, declared.explained == count, !declared.isFree { return true }
    let isWeak =
      declared.isFree || first.hypothesis.cause == .deceleration
      || first.hypothesis.configuration.releasePhysics
        != declared.hypothesis.configuration.releasePhysics
    if isWeak, first.explained >= declared.explained,
      first.score - declared.score > Elementary.ln(1000)
    {
      return false
    }
    return declared.explained == count || declared.explained >= first.explained
  }

  /// Whether it is the declared style of a page, with a fling of another version of the browser, or
  /// with stops that are not certain.
  private func isDeclaredStyle(_ scored: ScoredHypothesis, _ declared: ScoredHypothesis) -> Bool {
    let (one, other) = (scored.hypothesis, declared.hypothesis)
    return other.isOfStyle && one.isVariant(of: other)
      && (one.stopsFlings == other.stopsFlings
        || odds(of: scored, against: declared) < Self.certainOdds)
  }

  /// Whether two have the same rests on this recording.
  func isSameOutcome(_ one: ScoredHypothesis, _ other: ScoredHypothesis) -> Bool {
    // Without a behavior, ends differ by less than the uncertainty of the velocity.
    let isFree = one.hypothesis.restsAnywhere && other.hypothesis.restsAnywhere
    return zip(one.predictions, other.predictions).allSatisfy {
      $0.isExplained == $1.isExplained && (isFree || ($0.chosen - $1.chosen).magnitude < 0.05)
    } && (one.logLikelihood - other.logLikelihood).magnitude < 2
  }

  /// The best hypothesis with other rests.
  private var second: ScoredHypothesis? {
    guard let first else { return nil }
    let equal = ordered.filter { isSameOutcome($0, first) }
    return ordered.dropFirst().first { other in
      !isSameOutcome(other, first) && !isOtherFree(other)
        && !equal.contains { other.hypothesis.isVariant(of: $0.hypothesis) }
    }
  }

  /// Whether it differs from a best hypothesis without a behavior only in the toolkit.
  private func isOtherFree(_ other: ScoredHypothesis) -> Bool {
    guard let first, first.hypothesis.cause == .none else { return false }
    return first.hypothesis.isOfNoBehavior && other.hypothesis.isOfNoBehavior
  }

  /// Whether there are at least two rests within the range, at two places unless content rests
  /// anywhere.
  func hasEvidence(within tolerance: Double) -> Bool {
    guard let first else { return false }
    let inside = zip(decisions, first.predictions).filter {
      $1.isExplained && !$0.isAtEnd(within: tolerance)
    }.map(\.0.rest)
    guard inside.count >= 2, let low = inside.min(), let high = inside.max() else { return false }
    return high - low > tolerance
  }

  /// The odds of the first against the next with other rests, and against an unknown rule.
  var odds: Double {
    guard let first else { return 1e9 }
    var odds = second.map { self.odds(of: first, against: $0) } ?? 1e9
    odds = min(odds, oddsAgainstUnknown)
    let isLikely = isToolkitClose(first) || isOnlySimpler(first)
    return isLikely ? min(odds, Self.likelyOdds) : odds
  }

  /// The odds of a certain cause at least.
  static let certainOdds = 100.0
  /// The odds of a likely cause at most.
  static let likelyOdds = 50.0
  /// The odds of an undecided cause at most.
  static let undecidedOdds = 9.0

  /// Whether another cause explains as many rests equally well and is only less simple.
  private func isOnlySimpler(_ first: ScoredHypothesis) -> Bool {
    ordered.dropFirst().contains { other in
      other.hypothesis.cause != first.hypothesis.cause && other.explained >= first.explained
        && first.logLikelihood - other.logLikelihood < 3
        && odds(of: first, against: other) < 3000 && !isSameOutcome(first, other)
        && !isOtherFree(other)
    }
  }

  /// Curves differ by less than a model of them, so that these odds are needed between toolkits.
  private static let closeToolkit = 10_000.0

  /// Whether the best hypothesis depends on the toolkit, and another one is close.
  private func isToolkitClose(_ first: ScoredHypothesis) -> Bool {
    let least = declared == nil ? Self.closeToolkit : 100
    return ordered.dropFirst().contains { other in
      guard !other.hypothesis.isVariant(of: first.hypothesis),
        odds(of: first, against: other) < least
      else { return false }
      return isOtherFree(other) || first.hypothesis.differsInToolkit(from: other.hypothesis)
    }
  }

  /// The odds against a rule that is no hypothesis, for which each of three places is equally
  /// likely.
  private var oddsAgainstUnknown: Double {
    guard let first else { return 1e9 }
    let gain = first.predictions.reduce(0.0) { $0 + Self.certainChoice - $1.regret }
    return min(1e9, Elementary.exp(min(30, gain + Self.unknownPrice)))
  }

  /// The natural logarithm of three.
  private static let certainChoice = 1.0986
  /// The assumption of an unknown rule: six bits.
  private static let unknownPrice = 4.16

  /// The odds are at least even: the first may be the simpler of two that are hardly separated.
  private func odds(of first: ScoredHypothesis, against second: ScoredHypothesis) -> Double {
    max(1, min(1e9, Elementary.exp(min(30, first.score - second.score))))
  }

  /// The alternatives that are worth mentioning.
  func alternatives(_ words: CauseWords) -> [Alternative] {
    guard let first else { return [] }
    var alternatives: [Alternative] = []
    var named = [words.action(first.hypothesis)]
    for other in ordered.dropFirst() where alternatives.count < 6 {
      guard other.explained > 0, other.score > first.score - 25 else { continue }
      // Hypotheses with the same description are merged.
      let summary = words.action(other.hypothesis)
      guard !named.contains(summary) else { continue }
      named.append(summary)
      // The merged ones differ in details of the browser, so that one with the same rests is enough.
      let isSame = ordered.contains {
        (isSameOutcome($0, first) || isVariant($0, as: first))
          && words.action($0.hypothesis) == summary
      }
      alternatives.append(
        Alternative(
          cause: other.hypothesis.cause, summary: summary,
          configuration: other.hypothesis.configuration, explained: other.explained,
          odds: odds(of: first, against: other),
          isSameOutcome: isSame))
    }
    return alternatives
  }

  /// Whether another one differs in rarely chosen details only, explains as many rests, and has
  /// nearly the same odds.
  private func isVariant(_ other: ScoredHypothesis, as first: ScoredHypothesis) -> Bool {
    other.hypothesis.isVariant(of: first.hypothesis) && other.explained >= first.explained
      && odds(of: first, against: other) <= Self.undecidedOdds
  }

  /// The gesture whose rest best separates the first hypothesis and the next one with another
  /// description, wherever within its margin the finger is lifted.
  func separatingGesture(_ scene: KnownLengths, _ words: CauseWords) -> String? {
    guard let first else { return nil }
    let action = words.action(first.hypothesis)
    guard let other = ordered.dropFirst().first(where: { words.action($0.hypothesis) != action })
    else { return nil }
    var best: (release: ImaginedRelease, margin: Double)?
    for (one, two) in zip(first.imagined, other.imagined)
    where (one.chosen - two.chosen).magnitude > 8 && one.velocity == two.velocity {
      let margin = min(one.margin, two.margin)
      if margin > best?.margin ?? ImaginedRelease.travel { best = (one, margin) }
    }
    guard let release = best?.release else { return nil }
    let place = release.isFromStart ? "from the first \(scene.item)" : "from the middle"
    return "a fling of about \(pointsText(release.velocity)) pt/s \(place)"
  }
}

extension ScoredHypothesis {
  /// Whether it is the declared behavior with a rate that is neither the normal nor the fast one.
  fileprivate var isOfUnusualRate: Bool {
    let physics = hypothesis.configuration.physics
    return hypothesis.cause == .deceleration
      && physics.normalDecay != PhysicsConstants().normalDecay
      && physics.normalDecay != physics.fastDecay
  }
}
