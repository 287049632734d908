import ScrollModel

/// What an engine said since the last frame, by kind.
struct OutcomeQueue: OutcomeConsumer {
  var frames: [OutcomeFrame] = []
  var sights: [Sight] = []
  var sets: [(VisibleSetOutcome, engine: Int)] = []
  var positions: [PositionOutcome] = []
  var phases: [PhaseOutcome] = []
  var rests: [RestOutcome] = []
  var diagnostics: [EngineDiagnostic] = []
  /// Which of the run's engines speaks.
  let engine: Int

  /// A target that became visible or stopped being so, as one of the engines sees it.
  struct Sight {
    let outcome: VisibilityOutcome
    let engine: Int
  }

  init(engine: Int) { self.engine = engine }

  var isEmpty: Bool {
    frames.isEmpty && sights.isEmpty && sets.isEmpty && positions.isEmpty && phases.isEmpty
      && rests.isEmpty
  }

  mutating func consume(_ frame: OutcomeFrame) { frames.append(frame) }

  mutating func consume(_ change: VisibilityOutcome) {
    sights.append(Sight(outcome: change, engine: engine))
  }

  mutating func consume(_ set: VisibleSetOutcome) { sets.append((set, engine)) }

  mutating func consume(_ change: PositionOutcome) { positions.append(change) }

  mutating func consume(_ change: PhaseOutcome) { phases.append(change) }

  mutating func consume(_ rest: RestOutcome) { rests.append(rest) }

  mutating func consume(_ diagnostic: EngineDiagnostic) { diagnostics.append(diagnostic) }

  /// Returns what was said and forgets it.
  mutating func take() -> OutcomeQueue {
    let taken = self
    self = OutcomeQueue(engine: engine)
    return taken
  }

  /// Adds what another engine saw; all else it says again.
  mutating func addSights(of other: OutcomeQueue) {
    sights += other.sights
    sets += other.sets
  }
}
