/// The comparisons by kind of vector.
enum Cases {
  static func compare(
    _ vector: Vector, _ family: VectorFamily, _ mode: ConformanceMode
  ) -> Check {
    var check = Check()
    switch family.kind {
    case "decay-target": UIKitCases.decayTarget(vector, &check)
    case "bounce-series": UIKitCases.bounce(vector, &check)
    case "decay-series": UIKitSeriesCases.fling(vector, &check)
    case "return-series": UIKitSeriesCases.heldReturn(vector, &check)
    case "rubber-band-series": UIKitSeriesCases.rubberBand(vector, &check)
    case "rubber-band": UIKitCases.rubberBand(vector, &check)
    case "formula": UIKitCases.formula(vector, &check)
    case "relations": RelationCases.compare(vector, mode, &check)
    case "velocity": VelocityCases.compare(vector, mode, &check)
    case "velocity-from-deltas": VelocityCases.compareDeltas(vector, &check)
    case "fit": FitCases.compare(vector, &check)
    case "trajectory": TrajectoryCases.compare(vector, mode, &check)
    case "trajectory-property": TrajectoryCases.compareDecay(vector, &check)
    case "scalar": FlutterCases.scalar(vector, &check)
    case "gesture": FlutterCases.gesture(vector, &check)
    case "paging": PagingCases.compare(vector, mode, &check)
    case "snap-target": SnapTargetCases.compare(vector, mode, &check)
    case "snap-distance": SnapTargetCases.compareDistance(vector, mode, &check)
    case "snap-selection":
      SnapSelectionCases.compare(
        vector, mode, isBlink: !family.name.hasPrefix("cc-"), &check)
    case "fling-curve": ChromiumCases.flingCurve(vector, &check)
    case "overscroll-frames": ChromiumCases.overscroll(vector, &check)
    case "overscroll-invariant": ChromiumCases.reconcile(vector, mode, &check)
    case "frames": LibraryCases.frames(vector, &check)
    case "peer-misc": LibraryCases.betterScroll(vector, &check)
    case "recording": RecordingCases.compare(vector, mode, &check)
    default: check.refuse("the kind '\(family.kind)' is unknown")
    }
    return check
  }
}
