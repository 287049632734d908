public import ScrollModel

/// The cause of a difference between two lists of impressions.
public enum ImpressionCause: String, CaseIterable, Hashable, Sendable {
  /// More than one visibility callback within one dwell: overlapping timers.
  case setOscillation = "I01"
  /// The target was initially visible and not reported before the first scroll.
  case missingInitial = "I02"
  /// Reported although too little of the target was visible.
  case withoutVisibility = "I03"
  /// Not reported although the policy was satisfied.
  case missed = "I04"
  /// Left and returned faster than any dwell: a flicker at the threshold.
  case flicker = "I05"
  /// Only one of the policies counts it, correctly by its definition.
  case policy = "policy"
}

/// One impression that only one of two lists contains.
public struct ImpressionDifference: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The time of qualification or report, in the list that contains it.
  public var time: TraceTime
  /// Whether the first list contains it; else the second.
  public var isInFirst: Bool
  /// The cause, as far as known.
  public var cause: ImpressionCause
  /// The missing part according to the other list.
  public var nearMiss: NearMiss.MissingPart?
}

/// The impressions that two lists of one outcome do not share.
public struct ImpressionComparison: Hashable, Sendable {
  /// The names of the two lists.
  public var names: [String]
  /// The number of shared impressions.
  public var sharedCount = 0
  /// The impressions in only one list, by time.
  public var differences: [ImpressionDifference] = []

  /// Compares the results of two policies for the same outcome.
  ///
  /// The impressions of a target are matched in order if their visits overlap.
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

  /// Pairs impressions of the same target with overlapping visits, each at most once.
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
