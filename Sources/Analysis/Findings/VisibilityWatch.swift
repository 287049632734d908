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
  static func threshold(_ stated: Double?, _ watch: Watch) -> Double? {
    stated ?? watch.configuration?.viewVisibility ?? watch.configuration?.targetVisibility
      ?? watch.options.visibilityThreshold
  }

  /// The fraction from which a view counts for every observer; nil where nothing says it.
  static func fullThreshold(_ watch: Watch) -> Double? {
    guard let views = watch.configuration?.viewVisibility,
      let targets = watch.configuration?.targetVisibility
    else { return threshold(nil, watch) }
    return max(views, targets)
  }

  /// Whether visibility is observed as far as anything says so.
  func isObserved(_ watch: Watch) -> Bool {
    hasReports || watch.configuration?.viewVisibility != nil
      || watch.configuration?.targetVisibility != nil
  }

  mutating func take(_ event: VisibilityEvent, _ stage: borrowing Stage) {
    hasReports = true
    guard let handle = stage.targets.handle(of: event.id) else { return }
    Self.mark(&isReported, handle, event.isVisible)
  }

  mutating func take(_ visible: VisibleSet, _ stage: borrowing Stage) {
    hasReports = true
    for handle in set { Self.mark(&isMember, handle, false) }
    set.removeAll(keepingCapacity: true)
    for id in visible.ids {
      guard let handle = stage.targets.handle(of: id) else { continue }
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
    ofIndex index: Int, _ watch: Watch, _ stage: borrowing Stage
  ) -> Double? {
    let switches = watch.configuration?.switches ?? Switches()
    guard let viewport = stage.viewport(switches.visibilityViewport) else { return nil }
    return stage.visibleFraction(
      ofIndex: index, in: viewport, measure: switches.visibilityMeasure)
  }
}
