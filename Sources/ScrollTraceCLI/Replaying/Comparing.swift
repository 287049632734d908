import CommandLineKit
import Replay
import ScrollModel
import TraceStore

/// One side of a comparison: a recording, or a replay of it.
struct ComparisonSide {
  let name: String
  let trace: TraceRecord
  /// The replay; nil for the recording.
  let plan: ReplayPlan?
  /// The configuration of the replay, with its given name; nil for the recording.
  let configuration: NamedConfiguration?

  /// Parses `TRACE` or `TRACE@CONFIGURATION`.
  init(
    _ text: String, in store: TraceStore, _ registry: BehaviorRegistry, drive: Drive?
  ) throws {
    let traces = try store.traces()
    let captures = try store.captures()
    func isKnown(_ word: Substring) -> Bool {
      traces.contains {
        $0.information.name.utf8.elementsEqual(word.utf8) || $0.id == Int64(word)
      } || captures.contains { $0.sourceName?.utf8.elementsEqual(word.utf8) ?? false }
    }
    // A trace's name may contain an '@'; the longest known name takes precedence.
    let places = text.indices.filter { text[$0] == "@" }
    let at = isKnown(text[...]) ? nil : places.last { isKnown(text[..<$0]) } ?? places.first
    let traceWord = at.map { String(text[..<$0]) } ?? text
    let found = try StorePath.select([traceWord], in: store)
    guard let trace = found.first, found.count == 1 else {
      throw Failure(
        .nothingMatched,
        "'\(store.path)' has \(found.count) traces named '\(traceWord)'; name one by its number")
    }
    self.trace = trace
    guard let at else {
      name = "trace \(trace.id) '\(trace.information.name)', recorded"
      plan = nil
      configuration = nil
      return
    }
    let word = String(text[text.index(after: at)...])
    let configuration: Configuration
    if word == "declared" {
      guard let declared = trace.information.declaredConfiguration else {
        throw Failure(.badData, "trace \(trace.id) declares no configuration")
      }
      configuration = try ConfigurationOptions.read(declared, registry)
    } else {
      configuration = try Self.configuration(word, registry)
    }
    plan = try ReplayPlan(
      configuration, of: trace.information, try store.contents(of: trace.id), drive: drive,
      behavior: registry.behavior(of: configuration))
    name = "trace \(trace.id) '\(trace.information.name)' under \(word)"
    self.configuration = NamedConfiguration(word, configuration)
  }

  /// Parses the part after the '@'; a word without a key is a behavior, as for --behavior.
  private static func configuration(
    _ word: String, _ registry: BehaviorRegistry
  ) throws -> Configuration {
    do {
      return try ConfigurationOptions.given(word, registry)
    } catch let failure as Failure
      where failure.exitCode == .badData && !word.contains(":") && regularFileSize(word) == nil
    {
      do {
        var configuration = Configuration()
        configuration.behavior = try registry.read(word)
        return configuration
      } catch let error {
        throw UsageError("'@\(word)': \(error)")
      }
    }
  }
}

/// The kinds of comparisons.
struct Comparing {
  let store: TraceStore
  let tolerance: Tolerance

  struct Result {
    let comparison: Comparison
    let alignment: OutcomeAlignment?
    /// Releases of one trace with different resting offsets in two replays.
    var physicsDifferences: [SettleDifference] = []
  }

  /// Compares two sides; the recording of a trace comes before its replay.
  func pair(_ first: ComparisonSide, _ second: ComparisonSide) throws -> Result {
    guard first.trace.id == second.trace.id else { return try tracks(first, second) }
    switch (first.plan, second.plan) {
    case (nil, nil):
      throw Failure(.usage, "both sides are the same recording; give one of them a configuration")
    case (nil, let plan?), (let plan?, nil):
      return Result(comparison: try recording(first.trace, plan), alignment: nil)
    case (let one?, let other?):
      var pair = ReplayPair(one, other, tolerance: tolerance)
      try store.replay(first.trace.id) { pair.take($0) }
      let comparison = try pair.finish().2
      return Result(
        comparison: comparison, alignment: nil,
        physicsDifferences: pair.physicsDifferences(named: "the first", "the second"))
    }
  }

  private func recording(_ trace: TraceRecord, _ plan: ReplayPlan) throws -> Comparison {
    let replay = RecordingReplay(
      plan, tolerance: tolerance, recorded: trace.digests?.observations)
    try store.replay(trace.id) { replay.take($0) }
    let result = replay.finish()
    guard let comparison = result.comparison else {
      throw Failure(.badData, result.obstacle ?? "nothing to compare")
    }
    return comparison
  }

  private func tracks(_ first: ComparisonSide, _ second: ComparisonSide) throws -> Result {
    let (comparison, alignment) = try OutcomeComparer.compare(
      try track(first), try track(second), tolerance: tolerance,
      axes: first.trace.information.axes ?? second.trace.information.axes)
    return Result(comparison: comparison, alignment: alignment)
  }

  /// A side as a complete outcome.
  func track(_ side: ComparisonSide) throws -> RecordedOutcome {
    guard let plan = side.plan else {
      var track = RecordedOutcome()
      try store.replay(side.trace.id) { batch in
        for (time, event) in batch.events { track.take(event, at: time) }
      }
      return track
    }
    let box = ObserverBox(RecordedOutcome())
    let run = ReplayRun(plan, listener: box)
    try store.replay(side.trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return box.observer
  }

  /// Every side compared with every other.
  struct Many {
    /// The side with the smallest total distance to the others.
    let medoid: Int
    /// The largest distance of each side to the medoid, in points.
    let distances: [Double]
    /// Sides beyond the tolerance and unusually far from the medoid.
    let outliers: [Int]
    /// Whether any two sides diverge beyond the tolerance.
    let isDivergent: Bool
  }

  func many(_ sides: [ComparisonSide]) throws -> Many {
    let hasOneTrace = Set(sides.map(\.trace.id)).count == 1
    let tracks = hasOneTrace ? [] : try sides.map { try track($0) }
    var table = [[Double]](
      repeating: [Double](repeating: 0, count: sides.count), count: sides.count)
    var isDivergent = false
    for first in sides.indices {
      for second in sides.indices where second > first {
        let comparison = try comparison(sides, tracks, first, second)
        // The visible distance is used: the smallest of all spaces.
        let distance = comparison?.maxima.values.min() ?? 0
        isDivergent = isDivergent || comparison?.isDivergent ?? false
        table[first][second] = distance
        table[second][first] = distance
      }
    }
    let sums = table.map { $0.reduce(0, +) }
    let medoid = sums.indices.min { sums[$0] < sums[$1] } ?? 0
    let distances = table[medoid]
    let others = distances.indices.filter { $0 != medoid }.map { distances[$0] }.sorted()
    let median = others[(others.count - 1) / 2]
    // In a very similar group, twice the median may be within the tolerance, which is no outlier.
    let outliers = distances.indices.filter {
      $0 != medoid && distances[$0] > tolerance.points && distances[$0] > 2 * median
    }
    return Many(
      medoid: medoid, distances: distances, outliers: outliers, isDivergent: isDivergent)
  }

  /// Compares two sides of any traces; nil for the same recording twice.
  private func comparison(
    _ sides: [ComparisonSide], _ tracks: [RecordedOutcome], _ first: Int, _ second: Int
  ) throws -> Comparison? {
    let (one, other) = (sides[first], sides[second])
    do {
      guard one.trace.id == other.trace.id else {
        return try OutcomeComparer.compare(
          tracks[first], tracks[second], tolerance: tolerance,
          axes: sides.compactMap(\.trace.information.axes).first
        ).comparison
      }
      guard one.plan != nil || other.plan != nil else { return nil }
      return try pair(one, other).comparison
    } catch {
      let failure = Failure(error)
      throw Failure(failure.exitCode, "\(one.name) and \(other.name): \(failure.description)")
    }
  }
}

extension Tolerance {
  /// Creates the tolerance from options: points, pixels of a trace's display, or the default for
  /// all traces.
  ///
  /// Throws if no trace contains the display's scale.
  init(
    points: Double?, pixels: Double?, milliseconds: Double, of traces: [TraceRecord],
    in store: TraceStore
  ) throws {
    var allowed =
      try points ?? traces.map { try Tolerance(of: $0, in: store).points }.max()
      ?? Tolerance.standard.points
    if let pixels {
      guard let scale = try traces.compactMap({ try store.scale(of: $0) }).first else {
        let name = traces.first.map { " of '\($0.information.name)'" } ?? ""
        throw Failure(
          .badData,
          "the trace does not contain how many pixels of the display a point\(name) has; give --tolerance-pt"
        )
      }
      allowed = pixels / scale
    }
    self.init(points: allowed, milliseconds: milliseconds)
  }
}
