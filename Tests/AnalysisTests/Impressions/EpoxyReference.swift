/// Epoxy's visibility item, implemented from its behavior: four states of one view in whole pixels.
struct EpoxyReference {
  private struct View {
    var isVisible = false
    var isPartial = false
    var hasFocus = false
    var isFull = false
  }

  let percent: Int
  /// The reports by state: visible, partial, focused and full; the last one only at its start.
  private(set) var visible: [Told] = []
  private(set) var partial: [Told] = []
  private(set) var focused: [Told] = []
  private(set) var full: [Told] = []
  private var views: [Int64: View] = [:]

  init(percent: Int) { self.percent = percent }

  mutating func run(_ column: RandomColumn) {
    var items: [RandomColumn.Item] = []
    for moment in column.moments {
      if let changed = moment.items {
        let kept = Set(changed.map(\.id))
        for item in items where !kept.contains(item.id) {
          update(item, shown: (0, 0), column, at: moment.milliseconds)
          views[item.id] = nil
        }
        items = changed
      }
      for item in items {
        let width = min(item.x + item.width, column.width) - max(item.x, 0)
        let top = item.y - moment.y
        let height = min(top + item.height, column.height) - max(top, 0)
        let isDrawn = width > 0 && height > 0
        update(item, shown: isDrawn ? (width, height) : (0, 0), column, at: moment.milliseconds)
      }
    }
    visible.sort()
    partial.sort()
    focused.sort()
    full.sort()
  }

  private mutating func update(
    _ item: RandomColumn.Item, shown: (width: Int, height: Int), _ column: RandomColumn,
    at time: Int
  ) {
    // A view without a size is not measured yet.
    guard item.width > 0, item.height > 0 else { return }
    var view = views[item.id] ?? View()
    let part = shown.width * shown.height
    let whole = item.width * item.height
    let half = column.width * column.height / 2
    let isVisible = shown.width > 0 && shown.height > 0
    let isPartial =
      percent == 0 ? isVisible : Float(part) / Float(whole) * 100 >= Float(percent)
    let hasFocus = whole >= half ? part >= half : part == whole
    let isFull = shown.width == item.width && shown.height == item.height
    func note(_ old: Bool, _ new: Bool, _ list: inout [Told]) {
      if old != new { list.append(Told(milliseconds: time, id: item.id, what: "\(new)")) }
    }
    note(view.isVisible, isVisible, &visible)
    note(view.isPartial, isPartial, &partial)
    note(view.hasFocus, hasFocus, &focused)
    if isFull { note(view.isFull, isFull, &full) }
    view = View(isVisible: isVisible, isPartial: isPartial, hasFocus: hasFocus, isFull: isFull)
    views[item.id] = view
  }
}
