public import ScrollModel

/// Why two accounts of what was seen differ.
public enum ImpressionCause: String, CaseIterable, Hashable, Sendable {
  /// More than one visibility callback within one dwell: overlapping timers.
  case setOscillation = "I01"
  /// The target showed from the start and nothing told it before the first scroll.
  case missingInitial = "I02"
  /// Told although too little of the target showed.
  case withoutVisibility = "I03"
  /// Not told although the policy was satisfied.
  case missed = "I04"
  /// Left and came back faster than any dwell: a flicker at the threshold.
  case flicker = "I05"
  /// One policy counts it and the other does not, both rightly.
  case policy = "policy"
}

/// One impression that only one of two accounts has.
public struct ImpressionDifference: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// When it qualified, or was told, in the account that has it.
  public var time: TraceTime
  /// Whether the first account has it; else the second.
  public var isInFirst: Bool
  /// Why they differ, as far as it can be told.
  public var cause: ImpressionCause
  /// What the other account has to say: how much was missing.
  public var nearMiss: NearMiss.MissingPart?
}

/// The impressions that two accounts of one outcome do not share.
public struct ImpressionComparison: Hashable, Sendable {
  /// The names of the two accounts.
  public var names: [String]
  /// How many impressions both have.
  public var sharedCount = 0
  /// The impressions that only one has, by time.
  public var differences: [ImpressionDifference] = []

  /// Compares what two policies make of the same outcome.
  ///
  /// The impressions of a target are matched in order when their visits overlap.
  public init(_ first: ImpressionReport, _ second: ImpressionReport) {
    names = [first.policy.name, second.policy.name]
    let matches = Self.matches(first.impressions, second.impressions)
    sharedCount = matches.count
    let firstShared = Set(matches.map(\.0))
    let secondShared = Set(matches.map(\.1))
    for (place, impression) in first.impressions.enumerated() where !firstShared.contains(place) {
      add(impression, isInFirst: true, second)
    }
    for (place, impression) in second.impressions.enumerated() where !secondShared.contains(place) {
      add(impression, isInFirst: false, first)
    }
    differences.sortStably { $0.time < $1.time }
  }

  private mutating func add(
    _ impression: Impression, isInFirst: Bool, _ other: ImpressionReport
  ) {
    let miss = other.nearMisses.first {
      $0.id == impression.id && $0.start <= impression.exit.time
        && $0.stop >= impression.enter.time
    }
    differences.append(
      ImpressionDifference(
        id: impression.id, time: impression.qualified, isInFirst: isInFirst, cause: .policy,
        nearMiss: miss?.lack))
  }

  /// Pairs impressions of the same target whose visits overlap, each at most once.
  private static func matches(_ first: [Impression], _ second: [Impression]) -> [(Int, Int)] {
    var queues: [TargetID: [Int]] = [:]
    for (place, impression) in second.enumerated() {
      queues[impression.id, default: []].append(place)
    }
    var used: [TargetID: Int] = [:]
    var matches: [(Int, Int)] = []
    for (place, impression) in first.enumerated() {
      guard let queue = queues[impression.id] else { continue }
      var next = used[impression.id] ?? 0
      while next < queue.count, second[queue[next]].exit.time < impression.enter.time { next += 1 }
      if next < queue.count, second[queue[next]].enter.time <= impression.exit.time {
        matches.append((place, queue[next]))
        next += 1
      }
      used[impression.id] = next
    }
    return matches
  }
}
