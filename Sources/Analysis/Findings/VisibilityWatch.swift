import ScrollModel

/// What visibility was reported, beside what the geometry says.
struct VisibilityWatch: Sendable {
  /// Whether each handle is reported visible by itself, and as a member of the last set: the two
  /// come from observers with thresholds of their own.
  private var isReported: [Bool] = []
  private var isMember: [Bool] = []
  /// Whether anything was reported at all.
  private(set) var hasReports = false
  private var set: [Int] = []

  /// The fraction from which a view counts; nil where nothing says it.
  static func threshold(_ stated: Double?, _ context: DetectionContext) -> Double? {
    stated ?? context.configuration?.viewVisibility ?? context.configuration?.targetVisibility
      ?? context.options.visibilityThreshold
  }

  /// The fraction from which a view counts for every observer; nil where nothing says it.
  static func fullThreshold(_ context: DetectionContext) -> Double? {
    guard let views = context.configuration?.viewVisibility,
      let targets = context.configuration?.targetVisibility
    else { return threshold(nil, context) }
    return max(views, targets)
  }

  /// Whether visibility is observed as far as anything says so.
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

  /// Returns the visible fraction of a target as the configuration measures it.
  static func fraction(
    ofIndex index: Int, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> Double? {
    let switches = context.configuration?.switches ?? Switches()
    guard let viewport = viewState.viewport(switches.visibilityViewport) else { return nil }
    return viewState.visibleFraction(
      ofIndex: index, in: viewport, measure: switches.visibilityMeasure)
  }
}
