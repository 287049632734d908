import ScrollModel

/// The reported visibility of targets.
struct VisibilityWatch: Sendable {
  /// Whether each handle is reported visible individually, and in the last set; both come from
  /// observers with separate thresholds.
  private var isReported: [Bool] = []
  private var isMember: [Bool] = []
  /// Whether there was any report.
  private(set) var hasReports = false
  private var set: [Int] = []

  /// The visibility threshold; nil if unknown.
  static func threshold(_ stated: Double?, _ context: DetectionContext) -> Double? {
    stated ?? context.configuration?.viewVisibility ?? context.configuration?.targetVisibility
      ?? context.options.visibilityThreshold
  }

  /// A threshold that satisfies every observer; nil if unknown.
  static func fullThreshold(_ context: DetectionContext) -> Double? {
    guard let views = context.configuration?.viewVisibility,
      let targets = context.configuration?.targetVisibility
    else { return threshold(nil, context) }
    return max(views, targets)
  }

  /// Whether visibility is observed, as far as known.
  func isObserved(_ context: DetectionContext) -> Bool {
    hasReports || context.configuration?.viewVisibility != nil
      || context.configuration?.targetVisibility != nil
  }

  mutating func take(_ event: VisibilityEvent, _ viewState: borrowing ViewState) {
    hasReports = true
    guard let handle = viewState.targets.handle(of: event.id) else { return }
    Self.mark(&isReported, handle, event.isVisible)
  }

  mutating func take(_ visible: VisibleSet, _ viewState: borrowing ViewState) {
    hasReports = true
    for handle in set { Self.mark(&isMember, handle, false) }
    set.removeAll(keepingCapacity: true)
    for id in visible.ids {
      guard let handle = viewState.targets.handle(of: id) else { continue }
      set.append(handle)
      Self.mark(&isMember, handle, true)
    }
  }

  private static func mark(_ marks: inout [Bool], _ handle: Int, _ isVisible: Bool) {
    while marks.count <= handle { marks.append(false) }
    marks[handle] = isVisible
  }

  func reports(_ handle: Int) -> Bool {
    (handle < isReported.count && isReported[handle])
      || (handle < isMember.count && isMember[handle])
  }

  /// Returns the visible fraction of a target by the configured measure.
  static func fraction(
    ofIndex index: Int, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> Double? {
    let switches = context.configuration?.switches ?? Switches()
    guard var viewport = viewState.viewport(switches.visibilityViewport) else { return nil }
    if switches.pinnedVisibility == .excluded, viewState.pinnedFrame(ofIndex: index) == nil {
      viewport = viewState.uncovered(viewport)
    }
    return viewState.visibleFraction(
      ofIndex: index, in: viewport, measure: switches.visibilityMeasure)
  }
}
