/// Jetpack Compose's `onVisibilityChanged`, implemented from its behavior, one node per item: whole
/// pixels, single precision, one coroutine job per node.
struct ComposeReference {
  private struct Node {
    var lastResult = false
    var hasFired = false
    /// When the job calls back, and whether the node's first check started it.
    var job: (due: Int, isFirst: Bool)?
  }

  let fraction: Float
  let delay: Int
  private var nodes: [Int64: Node] = [:]
  private(set) var told: [Told] = []

  init(fraction: Float, delay: Int) {
    self.fraction = fraction
    self.delay = delay
  }

  static func run(_ column: RandomColumn, fraction: Float, delay: Int) -> [Told] {
    var reference = ComposeReference(fraction: fraction, delay: delay)
    var items: [RandomColumn.Item] = []
    for moment in column.moments {
      reference.runJobs(until: moment.milliseconds)
      if let changed = moment.items {
        let kept = Set(changed.map(\.id))
        for item in items where !kept.contains(item.id) {
          reference.detach(item.id, at: moment.milliseconds)
        }
        items = changed
      }
      for item in items { reference.check(item, column, moment) }
    }
    reference.runJobs(until: column.end)
    return reference.told.sorted()
  }

  private mutating func check(
    _ item: RandomColumn.Item, _ column: RandomColumn, _ moment: RandomColumn.Moment
  ) {
    let top = item.y - moment.y
    let fraction = visible(
      (item.x, top, item.x + item.width, top + item.height), (0, 0, column.width, column.height))
    let result = fraction > self.fraction || fraction == 1
    var node = nodes[item.id] ?? Node()
    if !node.hasFired || result != node.lastResult {
      let isFirst = !node.hasFired
      node.lastResult = result
      node.hasFired = true
      if delay == 0 {
        call(item.id, result, at: moment.milliseconds, isFirst: isFirst)
      } else {
        node.job = (moment.milliseconds + delay, isFirst)
      }
    }
    nodes[item.id] = node
  }

  private func visible(
    _ item: (l: Int, t: Int, r: Int, b: Int), _ window: (l: Int, t: Int, r: Int, b: Int)
  ) -> Float {
    let left = min(max(item.l, window.l), window.r)
    let top = min(max(item.t, window.t), window.b)
    let right = max(min(item.r, window.r), window.l)
    let bottom = max(min(item.b, window.b), window.t)
    let windowArea = (window.r - window.l) * (window.b - window.t)
    let itemArea = (item.r - item.l) * (item.b - item.t)
    let clipped = max((right - left) * (bottom - top), 0)
    return Float(clipped) / Float(min(windowArea, itemArea))
  }

  private mutating func runJobs(until time: Int) {
    for id in nodes.keys.sorted() {
      guard let job = nodes[id]?.job, job.due <= time else { continue }
      nodes[id]?.job = nil
      call(id, nodes[id]?.lastResult ?? false, at: job.due, isFirst: job.isFirst)
    }
  }

  private mutating func detach(_ id: Int64, at time: Int) {
    guard let node = nodes[id] else { return }
    if node.lastResult, node.hasFired { call(id, false, at: time, isFirst: false) }
    nodes[id] = nil
  }

  private mutating func call(_ id: Int64, _ isVisible: Bool, at time: Int, isFirst: Bool) {
    // The analysis omits the first "invisible" of every node.
    if isFirst, !isVisible { return }
    told.append(Told(milliseconds: time, id: id, what: "\(isVisible)"))
  }
}
