/// The update steps of Intersection Observer, implemented from the W3C text: one target at a time,
/// the previous threshold index and whether it intersected.
struct IntersectionReference {
  let thresholds: [Double]
  /// Top, left, bottom, right, outward.
  let margin: (Int, Int, Int, Int)

  func run(_ column: RandomColumn) -> [Told] {
    var known: [Int64: (index: Int, isIntersecting: Bool)] = [:]
    var items: [RandomColumn.Item] = []
    var told: [Told] = []
    for moment in column.moments {
      if let changed = moment.items {
        let kept = Set(changed.map(\.id))
        for item in items where !kept.contains(item.id) {
          // A target that is no longer in the tree does not intersect.
          if known[item.id]?.isIntersecting == true {
            told.append(Told(milliseconds: moment.milliseconds, id: item.id, what: "false 0 0.0"))
          }
          known[item.id] = nil
        }
        items = changed
      }
      for item in items {
        let (ratio, isIntersecting) = intersection(item, column, moment.y)
        var index = thresholds.firstIndex { $0 > ratio } ?? thresholds.count
        if !isIntersecting { index = 0 }
        let last = known[item.id] ?? (0, false)
        if index != last.index || isIntersecting != last.isIntersecting {
          told.append(
            Told(
              milliseconds: moment.milliseconds, id: item.id,
              what: "\(isIntersecting) \(index) \(ratio)"))
        }
        known[item.id] = (index, isIntersecting)
      }
    }
    return told.sorted()
  }

  private func intersection(_ item: RandomColumn.Item, _ column: RandomColumn, _ y: Int)
    -> (Double, Bool)
  {
    let (top, left, bottom, right) = margin
    let low = (x: max(item.x, -left), y: max(item.y - y, -top))
    let high = (
      x: min(item.x + item.width, column.width + right),
      y: min(item.y - y + item.height, column.height + bottom)
    )
    // Edges that only touch intersect with an area of zero.
    guard low.x <= high.x, low.y <= high.y else { return (0, false) }
    let area = item.width * item.height
    guard area > 0 else { return (1, true) }
    return (Double((high.x - low.x) * (high.y - low.y)) / Double(area), true)
  }
}
