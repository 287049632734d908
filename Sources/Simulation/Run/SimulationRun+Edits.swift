import ScrollModel
import TextKit

extension SimulationRun {
  /// Edits the list of items; the edit comes first, then the resulting layout.
  mutating func edit(_ action: GestureScript.Action) throws(ScriptError) {
    guard arrangement.givenLayout == nil else {
      throw failure("the scene gives 'frames', which no step can change; give it 'items'")
    }
    switch action {
    case .insert(let id, let index, let size): try insert(id, at: index, size)
    case .remove(let id):
      let index = try index(of: id)
      arrangement.entries.remove(at: index)
      try emit(.input(.edit(.remove(id, index: Int64(index)))))
    case .move(let id, let index): try move(id, to: index)
    case .grow(let id, let size):
      let index = try index(of: id)
      arrangement.entries[index].size = size
      try emit(.input(.edit(.resize(id, size: arrangement.size(of: size)))))
    case .append(let count): try append(count)
    case .measure(let count): arrangement.measure(count)
    default: return
    }
    try reportLayout()
  }

  private mutating func insert(
    _ id: TargetID, at index: Int, _ size: SceneFile.ItemSize?
  ) throws(ScriptError) {
    let count = arrangement.entries.count
    guard index <= count else {
      throw failure("index \(index) is beyond the \(count) items; use 0 to \(count)")
    }
    guard let size = size ?? maker.nextSize() else {
      throw failure("the scene has no rule for sizes; add 'size N' to the step")
    }
    try insert(SceneFile.Item(id: id, size: size), at: index)
  }

  private mutating func insert(_ item: SceneFile.Item, at index: Int) throws(ScriptError) {
    guard arrangement.entries.count < SceneFile.countLimit else {
      throw failure("a scene has at most \(SceneFile.countLimit) items")
    }
    arrangement.entries.insert(
      Arrangement.Entry(
        id: item.id, size: item.size, isMeasured: arrangement.measuresInsertion(at: index)),
      at: index)
    let size = arrangement.size(of: item.size)
    try emit(.input(.edit(.insert(item.id, index: Int64(index), size: size))))
  }

  private mutating func move(_ id: TargetID, to index: Int) throws(ScriptError) {
    let old = try self.index(of: id)
    let last = arrangement.entries.count - 1
    guard index <= last else {
      throw failure("index \(index) is beyond the last item; use 0 to \(last)")
    }
    arrangement.entries.insert(arrangement.entries.remove(at: old), at: index)
    try emit(.input(.edit(.move(id, index: Int64(index)))))
  }

  private mutating func append(_ count: Int) throws(ScriptError) {
    for _ in 0..<count {
      guard let item = maker.next() else {
        throw failure(
          "the scene has no rule for items; use 'insert', or give it 'items' with a 'count'")
      }
      try insert(item, at: arrangement.entries.count)
    }
  }

  /// Returns the index of the first item with an id.
  private func index(of id: TargetID) throws(ScriptError) -> Int {
    guard let index = arrangement.entries.firstIndex(where: { $0.id == id }) else {
      throw failure("no item has the id '\(DisplayText.escaped(id.displayText))'")
    }
    return index
  }
}
