public import ScrollModel

/// The coordinates in which two offsets are compared.
public enum ComparisonSpace: String, CaseIterable, Hashable, Sendable {
  /// Content offsets.
  case absolute
  /// Offset to a target that both sides know.
  case item
  /// Place of that target in the viewport, insets counted.
  case viewport
}

/// What differs.
public enum DivergenceKind: String, CaseIterable, Hashable, Sendable {
  /// Where the content is.
  case offset
  /// The reported id.
  case id
  /// The scroll phase.
  case phase
  /// The visible targets.
  case visibility
  /// The views that are in a scroll transition; only replays tell.
  case transition
}

/// What a person would say of a divergence.
public enum DivergenceVerdict: String, CaseIterable, Hashable, Sendable {
  /// The content came to rest at another target.
  case wrongTarget = "wrong-target"
  /// The content came to rest at another place.
  case wrongPlace = "wrong-place"
  /// The content was elsewhere on the way and came to the same rest.
  case sameRestOtherWay = "same-rest-other-way"
  /// The content was elsewhere when the trace ended.
  case unfinished
  /// Offsets differ while what is seen is the same: an estimate was corrected.
  case invisible
  /// An id, a phase or a visible set differed for a time.
  case report
}

/// Why two outcomes part: the first decision that differs.
public struct DivergenceCause: Hashable, Sendable {
  /// The step at which they part.
  public var stage: DecisionStep
  /// What each side did, as a sentence.
  public var sentence: String
  /// The decisions before, from first to last, as sentences.
  public var chain: [String]

  /// Creates an onset.
  public init(stage: DecisionStep, sentence: String, chain: [String] = []) {
    self.stage = stage
    self.sentence = Self.trimmed(sentence)
    self.chain = chain.map(Self.trimmed)
  }

  /// A string that was put together of parts has room for as much again, and thousands are kept.
  private static func trimmed(_ text: String) -> String {
    String(decoding: Array(text.utf8), as: UTF8.self)
  }
}

/// A located difference between two outcomes.
public struct Divergence: Hashable, Sendable {
  /// What differs.
  public var kind: DivergenceKind
  /// The first moment beyond the tolerance.
  public var from: TraceTime
  /// The last moment beyond the tolerance.
  public var to: TraceTime
  /// The number of the first divergent frame among the compared ones, from 0.
  public var firstFrame: Int64
  /// The largest distance in points; 1 for what is not a distance.
  public var maximum: Double
  /// When it was largest.
  public var maximumTime: TraceTime
  /// Distance over time, in points times seconds: how much a person sees of it.
  public var area: Double
  /// The distance when both sides had come to rest, the worst if they did so more than once; nil
  /// if they did not.
  public var restDifference: Double?
  /// Where the first side came to rest.
  public var firstRest: TargetID?
  /// Where the second side came to rest.
  public var secondRest: TargetID?
  /// What a person would say.
  public var verdict: DivergenceVerdict
  /// Why the outcomes part.
  public var onset: DivergenceCause

  /// How long it lasted, in nanoseconds.
  public var duration: Int64 { to.nanoseconds(since: from) }

  /// What a person sees first: wrong rests before wrong ways, larger before smaller.
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

/// What a comparison of two outcomes found.
public struct Comparison: Hashable, Sendable {
  /// What was allowed.
  public var tolerance: Tolerance
  /// Frames that were free to differ and were compared.
  public var comparedFrames: Int64 = 0
  /// Frames that drove a side and say nothing.
  public var excludedFrames: Int64 = 0
  /// The largest distance of compared frames in each space, in points.
  public var maxima: [ComparisonSpace: Double] = [:]
  /// The divergences beyond the tolerance, worst first.
  public var divergences: [Divergence] = []
  /// How many there were; the list is cut at a number.
  public var divergenceCount = 0
  /// Whether the two outcomes have one digest.
  public var isIdentical = false

  /// Creates an empty comparison.
  public init(tolerance: Tolerance) {
    self.tolerance = tolerance
  }

  /// Whether something lies beyond the tolerance.
  public var isDivergent: Bool { divergences.contains { $0.verdict != .invisible } }

  /// The tolerance in points at which the offsets would pass.
  public var wouldPassAt: Double { maxima[.absolute] ?? 0 }

  /// The tolerance in milliseconds at which ids, phases and visible views would pass: how long they
  /// differed at most.
  public var wouldPassAtMilliseconds = 0.0

  /// The first divergence in time.
  public var first: Divergence? { divergences.min { $0.from < $1.from } }

  /// The share of frames that were free to differ, 0 to 1; nil without frames.
  public var freeShare: Double? {
    let all = comparedFrames + excludedFrames
    return all > 0 ? Double(comparedFrames) / Double(all) : nil
  }
}
