import ScrollModel

/// The outcomes of an engine since the last frame, by kind.
struct OutcomeQueue: OutcomeConsumer {
  var frames: [OutcomeFrame] = []
  var sights: [Sight] = []
  var sets: [(VisibleSetOutcome, engine: Int)] = []
  var positions: [PositionOutcome] = []
  var phases: [PhaseOutcome] = []
  var rests: [RestOutcome] = []
  var diagnostics: [EngineDiagnostic] = []
  /// The index of the run's engine.
  let engine: Int

  /// A change of a target's visibility, as observed by one of the engines.
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

  /// Returns the outcomes and removes them.
  mutating func take() -> OutcomeQueue {
    let taken = self
    self = OutcomeQueue(engine: engine)
    return taken
  }

  /// Adds the visibility changes of another engine; all its other outcomes are duplicates.
  mutating func addSights(of other: OutcomeQueue) {
    sights += other.sights
    sets += other.sets
  }
}
