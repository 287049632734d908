import Analysis
import ScrollModel

/// Hypotheses in the order of their scores, with those that lead to the same rests as one.
struct Ranking {
  private let ordered: [ScoredHypothesis]

  init(_ scored: [ScoredHypothesis]) {
    ordered = scored.sortedStably {
      $0.score != $1.score
        ? $0.score > $1.score : $0.hypothesis.price < $1.hypothesis.price
    }
  }

  var first: ScoredHypothesis? { ordered.first }

  var declared: ScoredHypothesis? { ordered.first { $0.hypothesis.isDeclared } }

  /// Whether nothing speaks against the declaration: it explains all decisions, or as many as the best
  /// hypothesis and not much worse.
  ///
  /// Deceleration rates are no rests, and a rest anywhere explains nothing: there the odds decide.
  func isAsDeclared(of count: Int) -> Bool {
    guard let declared, let first else { return false }
    if isSameOutcome(declared, first) { return true }
    if declared.explained == count {
      let isWeak = declared.isFree || first.hypothesis.cause == .deceleration
      let isContradicted =
        first.explained == count && first.score - declared.score > Elementary.ln(1000)
      return !(isWeak && isContradicted)
    }
    return declared.explained >= first.explained && declared.explained * 4 >= count * 3
  }

  /// Whether two lead to the same rests on this recording.
  func isSameOutcome(_ one: ScoredHypothesis, _ other: ScoredHypothesis) -> Bool {
    zip(one.predictions, other.predictions).allSatisfy {
      $0.isExplained == $1.isExplained && ($0.chosen - $1.chosen).magnitude < 0.05
    } && (one.logLikelihood - other.logLikelihood).magnitude < 2
  }

  /// The best hypothesis that leads to other rests.
  private var second: ScoredHypothesis? {
    guard let first else { return nil }
    return ordered.dropFirst().first { !isSameOutcome($0, first) }
  }

  /// The odds of the first against the next that leads to other rests.
  var odds: Double {
    guard let first, let second else { return 1e9 }
    return min(1e9, Elementary.exp(min(30, first.score - second.score)))
  }

  /// The hypotheses beside the first that are worth naming.
  func alternatives(_ words: CauseWords) -> [Alternative] {
    guard let first else { return [] }
    var alternatives: [Alternative] = []
    for other in ordered.dropFirst() where alternatives.count < 4 {
      guard other.explained > 0, other.score > first.score - 25 else { continue }
      let isSame = isSameOutcome(other, first)
      alternatives.append(
        Alternative(
          cause: other.hypothesis.cause, summary: words.action(other.hypothesis),
          configuration: other.hypothesis.configuration, explained: other.explained,
          odds: min(1e9, Elementary.exp(min(30, first.score - other.score))),
          isSameOutcome: isSame))
    }
    return alternatives
  }

  /// The gesture whose rest differs most safely between the first and the next hypothesis.
  func separatingGesture(_ scene: KnownLengths) -> String? {
    guard let first else { return nil }
    for other in ordered.dropFirst().prefix(3) {
      var best: (release: ImaginedRelease, margin: Double)?
      for (one, two) in zip(first.imagined, other.imagined)
      where (one.chosen - two.chosen).magnitude > 8 && one.velocity == two.velocity {
        let margin = min(one.margin, two.margin)
        if margin > best?.margin ?? 4 { best = (one, margin) }
      }
      guard let release = best?.release else { continue }
      let place = release.isFromStart ? "from the first \(scene.item)" : "from the middle"
      return "a fling of about \(pointsText(release.velocity)) pt/s \(place)"
    }
    return nil
  }
}
