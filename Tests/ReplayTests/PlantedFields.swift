import Replay
import ScrollModel

/// A field of the configuration: its changes, the sessions that show them, and the stage it belongs
/// to.
struct PlantedField: Sendable {
  let key: String
  /// Configurations in which the field has an effect.
  var bases = [""]
  /// The values that it is changed to; values that a base already has are skipped.
  var values: [String]
  /// The sessions in which the change shows.
  var sessions: [PlantedSession]
  /// Stages at which the change may first show.
  var stages: Set<DecisionStep>

  init(
    _ key: String, _ values: [String] = [], in sessions: [PlantedSession], bases: [String] = [""],
    at stages: Set<DecisionStep>
  ) {
    self.key = key
    self.bases = bases
    self.sessions = sessions
    self.stages = stages
    self.values = values.isEmpty ? Self.values(of: key) : values
  }

  /// Fields whose changes do not affect what is compared, with the reason.
  static let silent: [String: String] = [
    "container-size":
      "says what the reported geometry calls the container's size; nothing moves by it",
    "initial-geometry":
      "says how often an observer is called when it appears; outcomes hold no calls",
    "initial-visibility":
      "says whether an observer is called with false when it appears; what is visible stays",
    "lazy-resize":
      "says what the engine's own lazy stack knows in another container; recordings have their layouts",
    "nested-scroll": "says which of several nested views a drag moves; a session has one view",
    "initial-phase": "says whether an observer is called from idle to idle; no phase changes",
  ]

  /// Every value of a switch; a constant a fifth larger, or nearer to 1 if it is a rate per ms.
  private static func values(of key: String) -> [String] {
    if let entry = Switches.table.first(where: { $0.name == key }) {
      return entry.values.isEmpty ? ["1", "2", "4"] : entry.values
    }
    guard let entry = PhysicsConstants.table.first(where: { $0.name == key }) else { return [] }
    let value = entry.value(in: PhysicsConstants())
    let changed = entry.unit == "per ms" ? 1 - (1 - value) * 0.8 : value * 1.2
    return [Configuration.numeral(changed)]
  }

  private static let dragging: Set<DecisionStep> = [.gestureRecognition, .overscroll]
  private static let anySteps: Set<DecisionStep> = [
    .releaseVelocity, .projection, .candidateChoice, .curve, .motion,
  ]

  static let all: [PlantedField] = constants + switches + parts

  private static let constants: [PlantedField] = [
    .init("normal-decay", in: [.list, .flicks], at: [.projection]),
    .init("fast-decay", in: [.list], bases: ["deceleration: fast"], at: [.projection]),
    .init("velocity-floor", in: [.list], at: [.projection]),
    .init("release-floor", in: [.list], at: [.releaseVelocity]),
    .init("rubber-band", in: [.pulled], at: [.overscroll]),
    .init("trackpad-rubber-band", in: [.pad], at: [.overscroll]),
    .init("edge-pull", in: [.list], at: [.motion]),
    .init("edge-decay", in: [.list], at: [.motion]),
    .init("return-rate", in: [.pulled], bases: ["edge-return: rubber-band"], at: [.motion]),
    .init("edge-tolerance", in: [.list], at: [.motion]),
    .init("spring-rate", in: [.pastEnd], bases: ["behavior: interval(200)"], at: [.motion]),
    .init("slop", in: [.list], at: [.gestureRecognition]),
    .init("recognizer-weight", in: [.list], at: [.releaseVelocity]),
    .init("release-weight", in: [.list], at: [.releaseVelocity]),
    .init("animation-seconds", in: [.commands], at: [.command]),
    .init(
      "settle-seconds", in: [.list], bases: ["behavior: interval(97), deceleration: fast"],
      at: [.motion]),
    .init(
      "adjustment-ratio", ["1.05"], in: [.list], bases: ["behavior: interval(97)"],
      at: [.curve, .motion]),
    .init("lock-slope", in: [.slanted], bases: ["directional-lock: on"], at: dragging),
    .init(
      "flick-floor", ["2700"], in: [.flicks], bases: ["repeated-flicks: accelerated"],
      at: [.releaseVelocity]),
    .init(
      "flick-pause", ["900"], in: [.flicks], bases: ["repeated-flicks: accelerated"],
      at: [.releaseVelocity]),
    .init(
      "flick-drag", in: [.jabs], bases: ["repeated-flicks: accelerated"], at: [.releaseVelocity]),
    .init(
      "offset-grid", ["0.001"], in: [.list, .pulled], at: anySteps.union(dragging)),
    .init("spring-limit", ["50"], in: [.spring], at: [.command]),
    .init("chromium-slop", in: [.list], bases: ["physics: chromium"], at: [.gestureRecognition]),
    .init("chromium-inch", in: [.list], bases: ["physics: chromium"], at: [.projection]),
  ]

  private static let switches: [PlantedField] = [
    .init(
      "initial-position", in: [.list],
      bases: ["position: id(12)", "position: value(edge: bottom)"],
      at: [.initialPlacement]),
    .init("nil-anchor", in: [.list], bases: ["position: id"], at: [.position]),
    .init(
      "minimal-scroll", in: [.commands, .cutOff, .write], bases: ["", "position: id"],
      at: [.command]),
    .init("point-origin", in: [.commands], bases: ["position: value(type: int)"], at: [.command]),
    .init("single-axis-scroll", in: [.both], bases: ["position: value(type: int)"], at: [.command]),
    .init(
      "position-equality", in: [.repeats], bases: ["position: value(type: int)"], at: [.command]),
    .init(
      "programmatic-write-back", in: [.commands, .write],
      bases: ["position: id", "position: value(type: int)"],
      at: [.position]),
    .init(
      "size-change", in: [.sizes, .tail], bases: ["default-anchor: bottom"], at: [.sizeChange]),
    .init(
      "nil-default-anchor", in: [.list],
      bases: ["default-anchor: bottom, initial-offset-anchor: none"],
      at: [.initialPlacement]),
    .init(
      "pinning", in: [.sizes], bases: ["position: id, default-anchor: bottom"], at: [.sizeChange]),
    .init("inset-shift", in: [.insets], at: [.sizeChange]),
    .init("inset-deceleration", in: [.insets], at: [.sizeChange, .motion]),
    .init("inset-return", in: [.insets], at: [.sizeChange, .motion]),
    .init("behavior-on-resize", in: [.sizes], bases: ["behavior: paging"], at: [.sizeChange]),
    .init("page-length", in: [.list], bases: ["behavior: paging"], at: [.candidateChoice]),
    .init("maximum-pages", in: [.list], bases: ["behavior: paging"], at: [.candidateChoice]),
    .init("page-clamp", in: [.lastPage], bases: ["behavior: paging"], at: [.candidateChoice]),
    .init(
      "always-limit", in: [.list], bases: ["behavior: view-aligned(limit: always)"],
      at: [.candidateChoice]),
    .init(
      "few-limit", in: [.list], bases: ["behavior: view-aligned(limit: always-by-few)"],
      at: [.candidateChoice]),
    .init("fling-distance", in: [.list, .flicks], at: [.projection]),
    .init("edge-return", in: [.pulled], at: [.motion]),
    .init(
      "settle-duration", in: [.list], bases: ["behavior: interval(97)"], at: [.curve, .motion]),
    .init("chromium-fling", in: [.list], bases: ["physics: chromium"], at: [.projection]),
    .init("chromium-boost", in: [.flicks], bases: ["physics: chromium"], at: [.releaseVelocity]),
    .init("chromium-lead", in: [.list], bases: ["physics: chromium"], at: dragging),
    .init("flutter-return", in: [.pulled], bases: ["physics: flutter"], at: [.motion]),
    .init("directional-lock", in: [.both], at: dragging),
    .init("repeated-flicks", in: [.flicks], at: [.releaseVelocity]),
    .init(
      "velocity-unit", in: [.list], bases: ["behavior: custom(\"tenth\")"], at: [.candidateChoice]),
    .init(
      "visibility-viewport", in: [.list],
      bases: ["view-visibility: 0.5", "target-visibility: 0.5"],
      at: [.visibility]),
    .init(
      "visible-set-updates", in: [.sizes], bases: ["target-visibility: 0.5"], at: [.visibility]),
    .init(
      "pinned-visibility", in: [.sections],
      bases: ["view-visibility: 0.5", "target-visibility: 0.5"], at: [.visibility]),
    .init(
      "pinned-alignment", in: [.sections], bases: ["", "position: id"], at: [.command, .position]),
    .init(
      "visibility-measure", in: [.both],
      bases: [
        "view-visibility: 0.5", "target-visibility: 0.5",
        "view-visibility: 0.3, target-visibility: 0.3",
      ],
      at: [.visibility]),
    .init(
      "visibility-compare", in: [.list, .cutOff],
      bases: ["view-visibility: 0.5", "target-visibility: 0.5"],
      at: [.visibility]),
    .init(
      "transition-viewport", in: [.list],
      bases: ["transition: sides(top-leading: animated(visible(1)))"],
      at: [.transition]),
    .init(
      "optional-id", in: [.list], bases: ["position: id(optional(12))"], at: [.initialPlacement]),
  ]

  private static let parts: [PlantedField] = [
    .init(
      "profile", Profile.allCases.map(\.rawValue), in: [.list, .commands],
      bases: ["behavior: paging, position: id"],
      at: [.projection, .candidateChoice, .motion, .position, .command]),
    .init(
      "position", ["id(12)", "value(edge: bottom)", "value(type: int, y: 300)"], in: [.list],
      at: [.initialPlacement]),
    .init("position", ["id", "value(type: int)"], in: [.commands], at: [.command]),
    .init(
      "position-anchor", ["center", "bottom", "unit(0.5, 0.25)"], in: [.list],
      bases: ["position: id(12)"], at: [.initialPlacement, .position]),
    .init("default-anchor", ["bottom", "center"], in: [.list], at: [.initialPlacement]),
    .init("initial-offset-anchor", ["bottom", "center"], in: [.list], at: [.initialPlacement]),
    .init(
      "initial-offset-anchor", ["none"], in: [.list], bases: ["default-anchor: bottom"],
      at: [.initialPlacement]),
    .init("size-changes-anchor", ["bottom"], in: [.sizes], at: [.sizeChange]),
    .init("alignment-anchor", ["bottom", "center"], in: [.short], at: [.initialPlacement]),
    .init(
      "behavior",
      [
        "paging", "interval(97)", "offsets([0, 500, 1130])", "custom(\"tenth\")",
        "scroll-snap(mandatory, align: center)", "scroll-snap(proximity)", "view-aligned",
        "view-aligned(limit: always-by-one)",
      ], in: [.list], at: [.projection, .candidateChoice]),
    .init("deceleration", ["fast"], in: [.list], at: [.projection]),
    .init(
      "deceleration", ["normal"], in: [.list], bases: ["behavior: paging"],
      at: [.projection]),
    .init(
      "physics",
      PeerPhysics.allCases.filter { !$0.isChromium && $0 != .betterScroll }.map(\.rawValue),
      in: [.list],
      bases: ["", "behavior: view-aligned(limit: never)"],
      at: [.releaseVelocity, .projection, .candidateChoice]),
    .init(
      "physics", ["chromium", "css", "better-scroll"], in: [.list],
      bases: ["", "behavior: view-aligned(limit: never)"], at: [.gestureRecognition]),
    .init(
      "velocity-estimator", VelocityEstimator.allCases.map(\.rawValue), in: [.list, .pad],
      at: [.releaseVelocity]),
    .init(
      "target-layout", ["off"], in: [.list], bases: ["behavior: view-aligned(limit: never)"],
      at: [.projection, .candidateChoice]),
    .init(
      "vertical-size-class", ["compact"], in: [.list], bases: ["behavior: view-aligned"],
      at: [.projection, .candidateChoice]),
    .init(
      "horizontal-size-class", ["regular"], in: [.cards], bases: ["behavior: view-aligned"],
      at: [.projection, .candidateChoice]),
    .init(
      "margins", ["insets(top: 30)", "insets(left: 16)"], in: [.list, .both],
      at: [.initialPlacement]),
    .init(
      "vertical-bounce", ["none", "based-on-size"], in: [.pulled, .short],
      at: dragging.union([.motion])),
    .init(
      "horizontal-bounce", ["none", "based-on-size"], in: [.both, .narrow, .list],
      at: dragging.union([.motion])),
    .init(
      "vertical-overscroll", ["none"], in: [.pulled], at: dragging.union([.motion])),
    .init(
      "horizontal-overscroll", ["none"], in: [.both], at: dragging.union([.motion])),
    .init(
      "offset-adjustment", ["disabled"], in: [.sizes], bases: ["default-anchor: bottom"],
      at: [.sizeChange]),
    .init("scroll-disabled", ["on"], in: [.list], at: [.gestureRecognition]),
    .init(
      "view-visibility", ["0.6", "1"], in: [.list], bases: ["view-visibility: 0.5"],
      at: [.visibility]),
    .init(
      "target-visibility", ["0.6", "1"], in: [.list], bases: ["target-visibility: 0.5"],
      at: [.visibility]),
    .init(
      "transition", ["sides(top-leading: animated(visible(0.2)))"], in: [.list],
      bases: ["transition: sides(top-leading: animated(visible(1)))"], at: [.transition]),
  ]
}

extension Configuration {
  /// A number as in the text form.
  static func numeral(_ number: Double) -> String {
    number == number.rounded() ? "\(Int64(number))" : "\(number)"
  }
}
