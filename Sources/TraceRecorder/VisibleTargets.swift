import ScrollModel

/// The targets that were individually reported visible and not yet hidden.
struct VisibleTargets {
  /// A target counts once for each observed threshold.
  private struct Watch: Hashable {
    let id: TargetID
    let threshold: Double?
  }

  private var entries: [Watch: (order: Int, event: VisibilityEvent)] = [:]
  private var count = 0

  /// Handles the next report.
  mutating func follow(_ event: VisibilityEvent) {
    let watch = Watch(id: event.id, threshold: event.threshold)
    guard event.isVisible else {
      entries[watch] = nil
      return
    }
    entries[watch] = (count, event)
    count &+= 1
  }

  /// The reports that are still valid, in order.
  var events: [VisibilityEvent] {
    entries.values.sorted { $0.order < $1.order }.map(\.event)
  }
}
