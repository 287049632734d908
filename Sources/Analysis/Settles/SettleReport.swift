public import ScrollModel

/// The evidence for the time of a release.
public enum ReleaseEvidence: String, CaseIterable, Hashable, Sendable {
  /// The system reported the end of the gesture.
  case report
  /// The last finger was lifted.
  case touch
  /// The scroll phase changed to decelerating.
  case phase
  /// Only offsets: the movement was fastest there.
  case offsets
}

/// The evidence for the velocity of a release.
public enum VelocityEvidence: String, CaseIterable, Hashable, Sendable {
  /// The system reported it.
  case recorded
  /// The deceleration that followed was fitted.
  case fit
  /// The finger's last movements.
  case touch
  /// The frames before the release, without other evidence.
  case frames
  /// The engine, as configured.
  case engine
}

/// The velocity of the content at a release.
public struct VelocityEstimate: Hashable, Sendable {
  /// Velocity of the leading offset, in points per second.
  public var pointsPerSecond: Double
  /// The evidence.
  public var evidence: VelocityEvidence

  /// Creates an estimate.
  public init(pointsPerSecond: Double, evidence: VelocityEvidence) {
    self.pointsPerSecond = pointsPerSecond
    self.evidence = evidence
  }
}

/// The end of a gesture, as far as known; offsets count from the leading side.
public struct Release: Hashable, Sendable {
  /// The number of the gesture, from 1; 0 for a movement without one.
  public var gesture: Int
  /// The time.
  public var time: TraceTime
  /// The evidence for the time.
  public var evidence: ReleaseEvidence
  /// The uncertainty of the time in both directions, in milliseconds.
  public var uncertaintyMilliseconds: Double
  /// The offset at the release, in points.
  public var offset: Double
  /// The offset at which the gesture began, in points.
  public var startOffset: Double?
  /// Whether the gesture interrupted content in motion.
  public var isCatch: Bool
  /// The velocity, if known.
  public var velocity: VelocityEstimate?
  /// The reported natural end, in points.
  public var reportedRest: Double?
  /// The reported resting offset that the system chose, in points.
  public var chosen: Double?
  /// The reported target that the system chose.
  public var chosenID: TargetID?
}

extension Release {
  /// The velocity of a release under a configuration, in points per second; 0 without any.
  ///
  /// A finger slower than the floor counts as still. Reported velocities have already been compared
  /// with the floor.
  public func speed(under configuration: Configuration) -> Double {
    guard let velocity else { return 0 }
    let isTooSlow = velocity.pointsPerSecond.magnitude < configuration.releaseFloor
    return velocity.evidence == .touch && isTooSlow ? 0 : velocity.pointsPerSecond
  }
}

extension Configuration {
  /// The velocity below which a release has no deceleration, in points per second; other toolkits
  /// have their own thresholds.
  public var releaseFloor: Double { releasePhysics == .uikit ? physics.releaseFloor : 0 }
}

/// The reason why a candidate was chosen or not.
public enum CandidateVerdict: String, CaseIterable, Hashable, Sendable {
  /// The content came to rest there, or moved there when something else ended the movement.
  case chosen
  /// The configured behavior chooses it, but the content came to rest at another offset.
  case expected
  /// Another candidate is nearer to the projected offset.
  case farther
  /// It is beyond the limit of the gesture.
  case beyondLimit = "beyond-limit"
  /// The velocity requires the next one.
  case behind
  /// It is nearest, but the content rests at another offset.
  case passedOver = "passed-over"
}

/// A candidate of a release and the reason why it was chosen or not.
public struct JudgedCandidate: Hashable, Sendable {
  /// The candidate and its distance from the projected offset.
  public var candidate: SettleCandidate
  /// The reason.
  public var verdict: CandidateVerdict

  /// Creates a judged candidate.
  public init(_ candidate: SettleCandidate, _ verdict: CandidateVerdict) {
    self.candidate = candidate
    self.verdict = verdict
  }
}

/// The end of a settle.
public enum SettleEnding: String, CaseIterable, Hashable, Sendable {
  /// The content came to rest.
  case rested
  /// A finger interrupted it.
  case caught
  /// The program, a wheel or a resized container redirected it.
  case redirected
  /// The trace ended before.
  case cut
}

/// One settle: its release, its destination, and its resting offset.
///
/// Offsets are points and count from the leading side, times are those of the trace.
public struct SettleReport: Hashable, Sendable {
  /// The number of the settle in its trace, from 1.
  public var number: Int
  /// The axis.
  public var axis: Axis
  /// The release.
  public var release: Release
  /// The natural end clamped to the range, in points.
  public var projected: Double?
  /// The candidates, nearest to the projected offset first.
  public var candidates: [JudgedCandidate]
  /// The kind of end.
  public var ending: SettleEnding
  /// The offset of the rest or the interruption, in points.
  public var rest: Double
  /// The time of the end.
  public var restTime: TraceTime
  /// Distance from the rest to the nearest resting position, in points; nil without candidates.
  public var residual: Double?
  /// The end of the range that the chosen position was clamped to.
  public var clamp: SettleClamp
  /// The fitted deceleration of the free part.
  public var fit: DecayFit?
  /// The engine's decision for this release as configured; nil until a replay supplies it.
  public var configured: Settle?
  /// The largest difference of offsets that count as equal, in points.
  public var tolerance: Double

  /// Milliseconds from the release to the rest.
  public var duration: Double {
    Double(restTime.nanoseconds(since: release.time)) / 1_000_000
  }

  /// The candidate at the resting offset, or at the destination of an interrupted movement; nil if
  /// there is none.
  public var chosen: SettleCandidate? {
    candidates.first { $0.verdict == .chosen }?.candidate
  }

  /// Whether the content rests at the engine's choice; nil without a decision.
  public var agrees: Bool? {
    guard ending == .rested, let configured else { return nil }
    return (configured.chosen - rest).magnitude <= tolerance
  }

  /// The smallest change of the projected offset that changes the resting offset, in points; nil if
  /// none does, or if unknown.
  ///
  /// Without a decision of the engine, it is the distance at which another candidate is nearer, if
  /// the content rests at the nearest one. Otherwise distances do not explain the choice.
  public var flipMargin: Double? {
    if let configured { return configured.flipMargin }
    guard candidates.count >= 2, candidates[0].verdict == .chosen else { return nil }
    let margin = (candidates[1].candidate.distance - candidates[0].candidate.distance) / 2
    return margin > 0 ? margin : nil
  }

  /// Returns a copy with the engine's decision about the release.
  ///
  /// A replay reevaluates a recorded release under a configuration, and its candidates, limit and
  /// rule replace plain distances.
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

  /// Returns the index of the candidate that a decision chose, and adds it if it is missing.
  ///
  /// A candidate may have the name of another target at the same position, or be clamped to the
  /// range. Its row gets the name in the decision.
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

  /// Returns the index of the candidate at the resting offset, if it is not the chosen one.
  private func place(ofRestAmong places: [SettleCandidate], besides pick: Int) -> Int? {
    func distance(_ index: Int) -> Double { (places[index].offset - rest).magnitude }
    return places.indices.filter { $0 != pick && distance($0) <= tolerance }
      .min { distance($0) < distance($1) }
  }

  /// The reason why a decision did not choose a candidate.
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
