import ScrollModel
import TraceStore

/// Groups the cells of a matrix whose configurations are equivalent for the trace, so that they
/// share one replay.
///
/// Configurations with equal canonical texts have equal outcomes. So have those that differ only in
/// features that the trace does not use, such as programmatic scrolls or insets. If only the
/// initial phase callback differs, the replay is shared except for that callback.
struct SharedReplays {
  /// Cells that share one replay, by index.
  struct Share {
    /// The cells, in their order.
    var cells: [Int]
    /// Those of them without the initial phase callback.
    var silent: Set<Int> = []

    /// Whether cells with and without that callback are mixed.
    var isMixed: Bool { !silent.isEmpty && silent.count < cells.count }

    /// The cell that is replayed.
    var leader: Int { cells.first { !silent.contains($0) } ?? cells[0] }
  }

  /// The replays, in the order of their first cells.
  private(set) var shares: [Share] = []
  private var known: [[UInt8]: Int] = [:]
  private let ignoresMount: Bool

  /// Creates no groups yet; `followsMount` is whether an observer needs the initial phase callback.
  init(followsMount: Bool) {
    ignoresMount = !followsMount
  }

  mutating func add(_ cell: Int, _ plan: ReplayPlan) {
    // The inputs of a custom behavior are unknown.
    guard plan.behavior == nil else {
      shares.append(Share(cells: [cell]))
      return
    }
    let key = key(of: plan)
    let place = known[key] ?? shares.count
    if place == shares.count { shares.append(Share(cells: [])) }
    known[key] = place
    shares[place].cells.append(cell)
    if ignoresMount, plan.configuration.switches.initialPhase == .silent {
      shares[place].silent.insert(cell)
    }
  }

  /// The key of an equivalence class: all parts of a configuration that can affect the replay, as bytes.
  private func key(of plan: ReplayPlan) -> [UInt8] {
    var configuration = plan.configuration
    if ignoresMount { configuration.switches.initialPhase = .called }
    let (switches, physics) = (Switches(), PhysicsConstants())
    if !plan.contents.hasInsets, configuration.margins == .zero {
      // Without insets, the frame equals the area within them.
      configuration.switches.containerSize = switches.containerSize
      configuration.switches.pageLength = switches.pageLength
      configuration.switches.visibilityViewport = switches.visibilityViewport
      configuration.switches.transitionViewport = switches.transitionViewport
    }
    if configuration.position.isNone, !plan.contents.hasCommands {
      configuration.switches.minimalScroll = switches.minimalScroll
      configuration.switches.pointOrigin = switches.pointOrigin
      configuration.switches.singleAxisScroll = switches.singleAxisScroll
      configuration.physics.animationSeconds = physics.animationSeconds
    }
    return configuration.canonicalBytes
  }
}
