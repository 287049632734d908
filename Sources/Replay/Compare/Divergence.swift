public import ScrollModel

/// The coordinates in which two offsets are compared.
public enum ComparisonSpace: String, CaseIterable, Hashable, Sendable {
  /// Content offsets.
  case absolute
  /// Offset relative to a target of both sides.
  case item
  /// Position of that target in the viewport, including insets.
  case viewport
}

/// The kind of a difference.
public enum DivergenceKind: String, CaseIterable, Hashable, Sendable {
  /// The content offset.
  case offset
  /// The reported id.
  case id
  /// The scroll phase.
  case phase
  /// The visible targets.
  case visibility
  /// The views in a scroll transition; only replays report them.
  case transition
}

/// The visible effect of a divergence.
public enum DivergenceVerdict: String, CaseIterable, Hashable, Sendable {
  /// The content came to rest at another target.
  case wrongTarget = "wrong-target"
  /// The content came to rest at another offset.
  case wrongPlace = "wrong-place"
  /// The content took other offsets and came to the same rest.
  case sameRestOtherWay = "same-rest-other-way"
  /// The offsets still differed when the trace ended.
  case unfinished
  /// Offsets differ but the visible content is the same: an estimate was corrected.
  case invisible
  /// An id, a phase or a visible set differed temporarily.
  case report
}

/// The cause of a divergence: the first decision that differs.
public struct DivergenceCause: Hashable, Sendable {
  /// The step at which they diverge.
  public var stage: DecisionStep
  /// The decisions of both sides, as a sentence.
  public var sentence: String
  /// The earlier decisions in order, as sentences.
  public var chain: [String]

  /// Creates a cause.
  public init(stage: DecisionStep, sentence: String, chain: [String] = []) {
    self.stage = stage
    self.sentence = Self.trimmed(sentence)
    self.chain = chain.map(Self.trimmed)
  }

  /// A copy without spare capacity, because thousands of such strings are kept.
  private static func trimmed(_ text: String) -> String {
    String(decoding: Array(text.utf8), as: UTF8.self)
  }
}

/// A located difference between two outcomes.
public struct Divergence: Hashable, Sendable {
  /// The kind of the difference.
  public var kind: DivergenceKind
  /// The first time beyond the tolerance.
  public var from: TraceTime
  /// The last time beyond the tolerance.
  public var to: TraceTime
  /// The index of the first divergent frame among the compared ones, from 0.
  public var firstFrame: Int64
  /// The largest distance in points; 1 if the difference is not a distance.
  public var maximum: Double
  /// The time of the largest distance.
  public var maximumTime: TraceTime
  /// The integral of the distance over time, in points times seconds: a measure of its visibility.
  public var area: Double
  /// The distance between the resting offsets of both sides, the largest one if they rested several
  /// times; nil if they did not.
  public var restDifference: Double?
  /// The target at which the first side came to rest.
  public var firstRest: TargetID?
  /// The target at which the second side came to rest.
  public var secondRest: TargetID?
  /// The visible effect.
  public var verdict: DivergenceVerdict
  /// The cause of the divergence.
  public var onset: DivergenceCause

  /// The duration in nanoseconds.
  public var duration: Int64 { to.nanoseconds(since: from) }

  /// The order for people: wrong resting offsets before other differences, larger before smaller.
  public var severity: Double { Self.severity(of: verdict, area: area) }

  static func severity(of verdict: DivergenceVerdict, area: Double) -> Double {
    let rank: Double =
      switch verdict {
      case .wrongTarget: 1e6
      case .wrongPlace: 1e5
      case .unfinished: 1e4
      case .sameRestOtherWay: 0
      case .report: 10
      case .invisible: -1e3
      }
    return rank + area
  }
}

/// The result of comparing two outcomes.
public struct Comparison: Hashable, Sendable {
  /// The tolerance.
  public var tolerance: Tolerance
  /// The number of compared frames: those that did not drive a side.
  public var comparedFrames: Int64 = 0
  /// The number of frames that drove a side and are therefore not compared.
  public var excludedFrames: Int64 = 0
  /// The largest distance of compared frames in each space, in points.
  public var maxima: [ComparisonSpace: Double] = [:]
  /// The divergences beyond the tolerance, worst first.
  public var divergences: [Divergence] = []
  /// The number of divergences, of which the list contains at most a maximum.
  public var divergenceCount = 0
  /// Whether the two outcomes have the same digest.
  public var isIdentical = false

  /// Creates an empty comparison.
  public init(tolerance: Tolerance) {
    self.tolerance = tolerance
  }

  /// Whether a visible difference exceeds the tolerance.
  public var isDivergent: Bool { divergences.contains { $0.verdict != .invisible } }

  /// The tolerance in points at which the offsets would be equal.
  public var wouldPassAt: Double { maxima[.absolute] ?? 0 }

  /// The tolerance in milliseconds at which ids, phases and visible views would be equal: the
  /// longest duration of a difference.
  public var wouldPassAtMilliseconds = 0.0

  /// The first divergence in time.
  public var first: Divergence? { divergences.min { $0.from < $1.from } }

  /// The fraction of frames that were compared, 0 to 1; nil without frames.
  public var freeShare: Double? {
    let all = comparedFrames + excludedFrames
    return all > 0 ? Double(comparedFrames) / Double(all) : nil
  }
}
