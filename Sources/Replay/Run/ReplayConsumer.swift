import ScrollModel
import ScrollEngine

/// Keeps what the engine made during one call, in order, until the run looks at it.
struct ReplayConsumer: OutcomeConsumer {
  var buffer: ObservationBuffer
  /// Decisions, each with the number of observations before it.
  var settles: [(place: Int, settle: Settle)] = []
  var transitions: [TransitionOutcome] = []
  var diagnostics: [EngineDiagnostic] = []

  init(_ configuration: Configuration) {
    buffer = ObservationBuffer(configuration)
  }

  mutating func consume(_ frame: OutcomeFrame) { buffer.consume(frame) }
  mutating func consume(_ change: PhaseOutcome) { buffer.consume(change) }
  mutating func consume(_ change: PositionOutcome) { buffer.consume(change) }
  mutating func consume(_ change: VisibilityOutcome) { buffer.consume(change) }
  mutating func consume(_ set: VisibleSetOutcome) { buffer.consume(set) }
  mutating func consume(_ change: TransitionOutcome) { transitions.append(change) }
  mutating func consume(_ diagnostic: EngineDiagnostic) { diagnostics.append(diagnostic) }

  mutating func consume(_ settle: Settle) {
    buffer.consume(settle)
    settles.append((buffer.entries.count, settle))
  }

  mutating func drain() {
    buffer.drain()
    if !settles.isEmpty { settles.removeAll(keepingCapacity: true) }
    if !transitions.isEmpty { transitions.removeAll(keepingCapacity: true) }
    if !diagnostics.isEmpty { diagnostics.removeAll(keepingCapacity: true) }
  }
}
