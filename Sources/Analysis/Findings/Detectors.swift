import ScrollModel

/// All detectors of findings, called by name: a closed list avoids existential calls per frame.
struct Detectors: Sendable {
  var snapResidual = SnapResidual()
  var nonArgminChoice = NonArgminChoice()
  var drift = DriftWithIndex()
  var unreachable = UnalignableTarget()
  var period = PeriodMismatch()
  var snapBack = SnapBack()
  var midGesture = MidGestureSnap()
  var bindingStale = BindingStale()
  var estimateAndJump = EstimateAndJump()
  var interrupted = InterruptedSettle()
  var overscroll = OverscrollProjection()
  var relayout = RelayoutWatch()
  var zeroVelocity = ZeroVelocityRule()
  var fractional = FractionalGeometry()
  var limit = LimitExceeded()
  var degenerate = SettleDegenerate()
  var axis = AxisMisdetect()
  var stale = StaleGeometryTarget()
  var transform = TransformVisibility()
  var oscillation = Oscillation()
  var starvation = GestureStarvation()
  var beyondEnd = BeyondEnd()
  var requestShort = RequestShort()
  var follow = FollowLost()
  var empty = EmptyRest()
  var pingPong = PingPong()
  var writeLoop = WriteLoop()
  var stall = Stall()
  var phase = IllegalPhase()
  var truncated = Truncated()
  var convention = ConventionFlip()
  var hardCut = HardCut()
  var wrongWay = WrongWay()
  var needless = NeedlessMovement()
  var opening = OpeningMotion()
  var thrown = ThrownToEnd()
  var keptPlace = KeptPlace()
  var wheelSteps = WheelSteps()
  var underHeader = UnderPinnedHeader()
  var resetByInsets = ResetByInsets()
  var setOscillation = ImpressionOscillation()
  var missingInitial = ImpressionMissingInitial()
  var withoutVisibility = ImpressionWithoutVisibility()
  var missed = ImpressionMissed()
  var flicker = ImpressionFlicker()
}

extension DetectorEntry {
  /// Every detector of findings, in the order of ids.
  public static let findings: [DetectorEntry] = [
    SnapResidual.entry, NonArgminChoice.entry, DriftWithIndex.entry, UnalignableTarget.entry,
    PeriodMismatch.entry, SnapBack.entry, MidGestureSnap.entry, BindingStale.entry,
    EstimateAndJump.entry, EstimateAndJump.jumpEntry, InterruptedSettle.entry,
    OverscrollProjection.entry, RelayoutWatch.identityEntry, ZeroVelocityRule.entry,
    FractionalGeometry.entry, LimitExceeded.entry, SettleDegenerate.entry, AxisMisdetect.entry,
    StaleGeometryTarget.entry, PeriodMismatch.conflictEntry, TransformVisibility.entry,
    RelayoutWatch.alignmentEntry, Oscillation.entry, GestureStarvation.entry, BeyondEnd.entry,
    RequestShort.entry, FollowLost.entry, EmptyRest.entry, PingPong.entry, WriteLoop.entry,
    Stall.entry, IllegalPhase.entry, Truncated.entry, ConventionFlip.entry, HardCut.entry,
    WrongWay.entry, NeedlessMovement.entry, OpeningMotion.entry, ThrownToEnd.entry, KeptPlace.entry,
    WheelSteps.entry, UnderPinnedHeader.entry, ResetByInsets.entry, ImpressionOscillation.entry,
    ImpressionMissingInitial.entry, ImpressionWithoutVisibility.entry, ImpressionMissed.entry,
    ImpressionFlicker.entry,
  ]

  /// Every detector and lint, in the order of ids within their families.
  public static let all: [DetectorEntry] = findings + TraceLint.entries + ConfigurationLint.entries

  /// Returns the entry with an id, a name or an alias, in any case of letters.
  public static func named(_ name: String) -> DetectorEntry? {
    let wanted = name.lowercased()
    return all.first {
      [$0.id.lowercased(), $0.name, $0.alias?.lowercased()].contains(wanted)
    }
  }

  /// The links of the public reports for a detector.
  public static func links(of detector: String) -> [String] {
    named(detector)?.reports.compactMap(\.link) ?? []
  }

  /// The table of all detectors, as Markdown.
  public static var indexMarkdown: String {
    var text = """
      # Detectors

      Generated from the detectors' own documentation; `lint --explain ID` prints the same.
      The gallery's D-names are aliases. A finding is an info, a notice, a warning or an error;
      healthy traces have none from warning up.

      | id | name | alias | looks for |
      |---|---|---|---|

      """
    for entry in all {
      text +=
        "| [\(entry.id)](\(entry.id).md) | \(entry.name) | \(entry.alias ?? "") | \(entry.looksFor) |\n"
    }
    return text
  }
}
