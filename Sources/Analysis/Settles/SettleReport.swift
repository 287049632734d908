public import ScrollModel

/// How the moment of a release is known.
public enum ReleaseEvidence: String, CaseIterable, Hashable, Sendable {
  /// The system reported the end of the gesture.
  case report
  /// The last finger was lifted.
  case touch
  /// The scroll phase turned to decelerating.
  case phase
  /// Nothing but offsets: the movement was fastest there.
  case offsets
}

/// How the velocity of a release is known.
public enum VelocityEvidence: String, CaseIterable, Hashable, Sendable {
  /// The system reported it.
  case recorded
  /// The deceleration that followed was fitted.
  case fit
  /// The finger's last movements.
  case touch
  /// The frames before the release, where nothing else shows it.
  case frames
  /// The engine's, as configured.
  case engine
}

/// The velocity of the content at a release.
public struct VelocityEstimate: Hashable, Sendable {
  /// Velocity of the leading offset, in points per second.
  public var pointsPerSecond: Double
  /// How it is known.
  public var evidence: VelocityEvidence

  /// Creates an estimate.
  public init(pointsPerSecond: Double, evidence: VelocityEvidence) {
    self.pointsPerSecond = pointsPerSecond
    self.evidence = evidence
  }
}

/// The end of a gesture, as far as the outcome tells it; offsets count from the leading side.
public struct Release: Hashable, Sendable {
  /// The number of the gesture, from 1; 0 for a movement without one.
  public var gesture: Int
  /// The moment.
  public var time: TraceTime
  /// How the moment is known.
  public var evidence: ReleaseEvidence
  /// By how much the moment may be off either way, in milliseconds.
  public var uncertaintyMilliseconds: Double
  /// The offset at the moment, in points.
  public var offset: Double
  /// The offset at which the gesture began, in points.
  public var startOffset: Double?
  /// Whether the gesture began on moving content.
  public var isCatch: Bool
  /// The velocity, where anything tells it.
  public var velocity: VelocityEstimate?
  /// The rest that the system said the content would have by itself, in points.
  public var reportedRest: Double?
  /// The rest that the system said it chose, in points.
  public var chosen: Double?
  /// The target that the system said it chose.
  public var chosenID: TargetID?
}

extension Release {
  /// The velocity that a configuration gives a release, in points per second; 0 without any.
  ///
  /// A finger that was slower than the floor counts as one that held still. What the system reported has
  /// been held to it already.
  public func speed(under configuration: Configuration) -> Double {
    guard let velocity else { return 0 }
    let isTooSlow = velocity.pointsPerSecond.magnitude < configuration.releaseFloor
    return velocity.evidence == .touch && isTooSlow ? 0 : velocity.pointsPerSecond
  }
}

extension Configuration {
  /// The velocity below which a release counts as none, in points per second; peers have thresholds of
  /// their own.
  public var releaseFloor: Double { releasePhysics == .uikit ? physics.releaseFloor : 0 }
}

/// Why a candidate was chosen or not.
public enum CandidateVerdict: String, CaseIterable, Hashable, Sendable {
  /// The content came to rest there, or was on its way there when something else ended the movement.
  case chosen
  /// The configured behavior chooses it, but the content came to rest elsewhere.
  case expected
  /// Another candidate is nearer to the projected rest.
  case farther
  /// The gesture may not go that far.
  case beyondLimit = "beyond-limit"
  /// The velocity asked for the next one.
  case behind
  /// It is nearest, and the content rests elsewhere.
  case passedOver = "passed-over"
}

/// A place at which a release could have come to rest, and what became of it.
public struct JudgedCandidate: Hashable, Sendable {
  /// The place and its distance from the projected rest.
  public var candidate: SettleCandidate
  /// What became of it.
  public var verdict: CandidateVerdict

  /// Creates a judged candidate.
  public init(_ candidate: SettleCandidate, _ verdict: CandidateVerdict) {
    self.candidate = candidate
    self.verdict = verdict
  }
}

/// How a settle ended.
public enum SettleEnding: String, CaseIterable, Hashable, Sendable {
  /// The content came to rest.
  case rested
  /// A finger caught it.
  case caught
  /// The program, a wheel or a new size of the container took it elsewhere.
  case redirected
  /// The trace ends before.
  case cut
}

/// One release-to-rest: what was let go, what it was heading for, and where it came to rest.
///
/// Offsets are points and count from the leading side, times are of the trace.
public struct SettleReport: Hashable, Sendable {
  /// The number of the settle in its trace, from 1.
  public var number: Int
  /// The axis.
  public var axis: Axis
  /// The release.
  public var release: Release
  /// The rest that the velocity alone leads to, held to the range, in points.
  public var projected: Double?
  /// The candidates, nearest to the projected rest first.
  public var candidates: [JudgedCandidate]
  /// How it ended.
  public var ending: SettleEnding
  /// Where the content came to rest or was caught, in points.
  public var rest: Double
  /// When.
  public var restTime: TraceTime
  /// Distance from the rest to the nearest place where it may rest, in points; nil without candidates.
  public var residual: Double?
  /// Which end of the range cut the chosen place.
  public var clamp: SettleClamp
  /// The fitted deceleration of the free part.
  public var fit: DecayFit?
  /// What the engine decided for this release as configured; nil until a replay hands it in.
  public var configured: Settle?
  /// How near two offsets count as one, in points.
  public var tolerance: Double

  /// Milliseconds from the release to the rest.
  public var duration: Double {
    Double(restTime.nanoseconds(since: release.time)) / 1_000_000
  }

  /// The candidate at which the content came to rest, or which it was heading for when something else ended
  /// the movement; nil if it is none of them.
  public var chosen: SettleCandidate? {
    candidates.first { $0.verdict == .chosen }?.candidate
  }

  /// Whether the content rests where the engine would have put it; nil without its decision.
  public var agrees: Bool? {
    guard ending == .rested, let configured else { return nil }
    return (configured.chosen - rest).magnitude <= tolerance
  }

  /// How many points the projected rest may move before the content would rest elsewhere; nil if it
  /// never would, and where nobody knows.
  ///
  /// Without a decision of the engine it is the way to where another candidate is nearer, if the
  /// content rests at the nearest. Distances say nothing of a choice that something else made.
  public var flipMargin: Double? {
    if let configured { return configured.flipMargin }
    guard candidates.count >= 2, candidates[0].verdict == .chosen else { return nil }
    let margin = (candidates[1].candidate.distance - candidates[0].candidate.distance) / 2
    return margin > 0 ? margin : nil
  }

  /// Returns the same with the engine's decision about the release.
  ///
  /// A replay re-decides a recorded release under a configuration and merges the answer here; its
  /// candidates, limit and rule then replace plain distances.
  public func merged(with settle: Settle) -> SettleReport {
    var report = self
    report.configured = settle
    report.projected = settle.proposed
    report.clamp = settle.clamp
    if release.velocity == nil {
      report.release.velocity = VelocityEstimate(
        pointsPerSecond: settle.velocity, evidence: .engine)
    }
    guard !settle.candidates.isEmpty else { return report }
    var places = settle.candidates
    let pick = SettleReport.place(chosenBy: settle, among: &places, within: tolerance)
    let shown = report.agrees == false ? place(ofRestAmong: places, besides: pick) : pick
    report.candidates = places.indices.map { index in
      let verdict: CandidateVerdict =
        index == shown
        ? .chosen : index == pick ? .expected : Self.rejection(of: index, places, settle)
      return JudgedCandidate(places[index], verdict)
    }
    return report
  }

  /// Returns which of the candidates a decision chose, and adds it where it is none of those compared.
  ///
  /// A candidate may be named after another target that has the same place, or be cut at an end of the
  /// range: the row of the table is named as the decision is.
  private static func place(
    chosenBy settle: Settle, among places: inout [SettleCandidate], within tolerance: Double
  ) -> Int {
    func isSame(_ place: SettleCandidate) -> Bool {
      if (place.offset - settle.chosen).magnitude <= tolerance { return true }
      guard place.id == settle.chosenID else { return false }
      return switch settle.clamp {
      case .start: place.offset < settle.chosen
      case .end: place.offset > settle.chosen
      case .none: false
      }
    }
    if let index = places.firstIndex(where: { isSame($0) && $0.id == settle.chosenID })
      ?? places.firstIndex(where: isSame)
    {
      places[index].id = settle.chosenID
      return index
    }
    places.append(
      SettleCandidate(
        id: settle.chosenID, offset: settle.chosen,
        distance: (settle.chosen - settle.proposed).magnitude))
    return places.count - 1
  }

  /// Returns which candidate the content rests at, where that is not the one that was to be chosen.
  private func place(ofRestAmong places: [SettleCandidate], besides pick: Int) -> Int? {
    func distance(_ index: Int) -> Double { (places[index].offset - rest).magnitude }
    return places.indices.filter { $0 != pick && distance($0) <= tolerance }
      .min { distance($0) < distance($1) }
  }

  /// Why a decision did not choose a candidate.
  private static func rejection(
    of index: Int, _ places: [SettleCandidate], _ settle: Settle
  ) -> CandidateVerdict {
    switch settle.rule {
    case .stepped, .turnedPage:
      (places[index].offset - settle.chosen) * settle.velocity < 0 ? .behind : .beyondLimit
    case .limited: .beyondLimit
    case .nearest, .natural, .leftAlone, .custom, .peer: index == 0 ? .passedOver : .farther
    }
  }
}
