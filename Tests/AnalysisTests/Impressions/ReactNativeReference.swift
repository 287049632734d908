import Foundation

/// React Native's viewability helper, implemented from its behavior: floored edges, sets of
/// indices, one timer per change of the set.
struct ReactNativeReference {
  struct Call: Hashable, CustomStringConvertible {
    var milliseconds: Int
    var viewable: [Int64]
    var came: [Int64]
    var went: [Int64]

    var description: String { "\(milliseconds): \(viewable) +\(came) -\(went)" }
  }

  let percent: Double
  let ofViewport: Bool
  let delay: Int
  let cancelsOlder: Bool
  private var indices: [Int] = []
  private var shown: [Int64] = []
  private var timers: [(due: Int, indices: [Int], items: [RandomColumn.Item])] = []
  private(set) var calls: [Call] = []

  init(percent: Double, ofViewport: Bool, delay: Int, cancelsOlder: Bool) {
    self.percent = percent
    self.ofViewport = ofViewport
    self.delay = delay
    self.cancelsOlder = cancelsOlder
  }

  mutating func run(_ column: RandomColumn) -> [Call] {
    var items: [RandomColumn.Item] = []
    for moment in column.moments {
      runTimers(until: moment.milliseconds)
      if let changed = moment.items { items = changed }
      update(items, column, moment)
    }
    runTimers(until: column.end)
    return calls
  }

  private mutating func update(
    _ items: [RandomColumn.Item], _ column: RandomColumn, _ moment: RandomColumn.Moment
  ) {
    guard !items.isEmpty else { return }
    var found: [Int] = []
    for (index, item) in items.enumerated() {
      let top = floor(Double(item.y) - Double(moment.y))
      let bottom = floor(top + Double(item.height))
      let window = Double(column.height)
      guard top < window, bottom > 0 else { continue }
      if isViewable(top, bottom, window, Double(item.height)) { found.append(index) }
    }
    guard found != indices else { return }
    indices = found
    if delay == 0 {
      sync(found, items, at: moment.milliseconds)
    } else {
      if cancelsOlder { timers.removeAll() }
      timers.append((moment.milliseconds + delay, found, items))
    }
  }

  private func isViewable(_ top: Double, _ bottom: Double, _ window: Double, _ length: Double)
    -> Bool
  {
    if top >= 0, bottom <= window, bottom > top { return true }
    let pixels = max(0, min(bottom, window) - max(top, 0))
    return 100 * (ofViewport ? pixels / window : pixels / length) >= percent
  }

  private mutating func runTimers(until time: Int) {
    while let first = timers.first, first.due <= time {
      timers.removeFirst()
      sync(first.indices, first.items, at: first.due)
    }
  }

  private mutating func sync(_ checked: [Int], _ items: [RandomColumn.Item], at time: Int) {
    let now = checked.filter { indices.contains($0) }.map { items[$0].id }
    let came = now.filter { !shown.contains($0) }
    let went = shown.filter { !now.contains($0) }
    guard !came.isEmpty || !went.isEmpty else { return }
    shown = now
    calls.append(Call(milliseconds: time, viewable: now, came: came, went: went))
  }
}
