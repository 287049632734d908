import ScrollModel

/// What an engine said since the last frame, by kind.
struct EventQueue: OutcomeConsumer {
  var frames: [OutcomeFrame] = []
  var sights: [Sight] = []
  var sets: [(VisibleSetOutcome, threshold: Double)] = []
  var positions: [PositionOutcome] = []
  var phases: [PhaseOutcome] = []
  var rests: [RestOutcome] = []
  var diagnostics: [EngineDiagnostic] = []
  /// What the engine that speaks observes with.
  let viewThreshold: Double
  let targetThreshold: Double

  /// A target that became visible or stopped being so, for the observers with a threshold.
  struct Sight {
    let outcome: VisibilityOutcome
    let threshold: Double
  }

  init(viewThreshold: Double, targetThreshold: Double) {
    self.viewThreshold = viewThreshold
    self.targetThreshold = targetThreshold
  }

  var isEmpty: Bool {
    frames.isEmpty && sights.isEmpty && sets.isEmpty && positions.isEmpty && phases.isEmpty
      && rests.isEmpty
  }

  mutating func consume(_ frame: OutcomeFrame) { frames.append(frame) }

  mutating func consume(_ change: VisibilityOutcome) {
    sights.append(Sight(outcome: change, threshold: viewThreshold))
  }

  mutating func consume(_ set: VisibleSetOutcome) { sets.append((set, targetThreshold)) }

  mutating func consume(_ change: PositionOutcome) { positions.append(change) }

  mutating func consume(_ change: PhaseOutcome) { phases.append(change) }

  mutating func consume(_ rest: RestOutcome) { rests.append(rest) }

  mutating func consume(_ diagnostic: EngineDiagnostic) { diagnostics.append(diagnostic) }

  /// Returns what was said and forgets it.
  mutating func take() -> EventQueue {
    let taken = self
    self = EventQueue(viewThreshold: viewThreshold, targetThreshold: targetThreshold)
    return taken
  }

  /// Adds what another engine saw; all else it says again.
  mutating func addSights(of other: EventQueue) {
    sights += other.sights
    sets += other.sets
  }
}
