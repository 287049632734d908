import ScrollModel
import TraceStore

/// Which cells of a matrix are one replay, because nothing in the trace tells their configurations apart.
///
/// Equal canonical texts give equal outcomes. So do texts that differ in what only programs ask for, where
/// none does, or in what lies within insets, where there are none; and all but the call at the mount is the
/// same where one configuration has it and the other not.
struct SharedReplays {
  /// Cells that are one replay, by their places.
  struct Share {
    /// The cells, in their order.
    var cells: [Int]
    /// Those of them under which nobody is called at the mount.
    var silent: Set<Int> = []

    /// Whether some of them have that call and others not.
    var isMixed: Bool { !silent.isEmpty && silent.count < cells.count }

    /// The cell that is replayed.
    var leader: Int { cells.first { !silent.contains($0) } ?? cells[0] }
  }

  /// The replays, in the order of their first cells.
  private(set) var shares: [Share] = []
  private var known: [[UInt8]: Int] = [:]
  private let ignoresMount: Bool

  /// Creates no shares; `followsMount` says that somebody looks at the call at the mount.
  init(followsMount: Bool) {
    ignoresMount = !followsMount
  }

  mutating func add(_ cell: Int, _ plan: ReplayPlan) {
    // What a program's own behavior looks at is not known.
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
      // The frame and what lies within its insets are one.
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
