import ScrollModel

// Passes that change several things in one step, for cases in which single changes lose the defect.

extension ScrollCase {
  /// The largest number of steps and items for which pairs are tried.
  private static let pairLimit = 14

  /// Merges neighbors into one item, so that fewer items have the same total length.
  var joiningItems: [ScrollCase] {
    guard case .items(let items) = scene.content, items.count > 1 else { return [] }
    return [8, 6, 5, 4, 3, 2].flatMap { count in
      // A group keeps the id of its first item, or gets the id of its index, because a
      // configuration may contain it.
      [true, false].compactMap { joining(count, of: items, keepsFirst: $0) }
    }
  }

  /// Merges groups of items with the same total length; nil if one exceeds the container.
  private func joining(
    _ count: Int, of items: [SceneFile.Item], keepsFirst: Bool
  ) -> ScrollCase? {
    let room = scene.axes.main == .vertical ? scene.container.height : scene.container.width
    var names: [TargetID: TargetID] = [:]
    var kept: [SceneFile.Item] = []
    for start in stride(from: 0, to: items.count, by: count) {
      let group = items[start..<min(start + count, items.count)]
      guard let longest = group.compactMap(\.length).max(),
        group.allSatisfy({ $0.length != nil })
      else { return nil }
      let length = Double(count) * longest + Double(count - 1) * scene.stack.spacing
      guard length <= room else { return nil }
      let id = items[keepsFirst ? start : start / count].id
      for item in group { names[item.id] = id }
      kept.append(SceneFile.Item(id: id, size: .length(length)))
    }
    var joined = self
    joined.scene.content = .items(kept)
    joined.script = GestureScript(
      script.actions.map { $0.joining(count).renamed(names) })
    return joined
  }

  /// Removes two steps, or an item with its steps and another step.
  var droppingPairs: [ScrollCase] {
    let actions = script.actions
    let steps = actions.indices.filter { !actions[$0].isWait }
    guard steps.count > 1, steps.count <= Self.pairLimit else { return [] }
    var cases: [ScrollCase] = []
    for (number, first) in steps.enumerated() {
      for second in steps[(number + 1)...] { cases.append(dropping([first, second])) }
    }
    guard case .items(let items) = scene.content, items.count <= Self.pairLimit,
      steps.contains(where: { !actions[$0].ids.isEmpty })
    else { return cases }
    for (index, item) in items.enumerated() {
      let own = Set(steps.filter { actions[$0].ids == [item.id] })
      var kept = items
      kept.remove(at: index)
      for step in [nil] + steps.filter({ !own.contains($0) }).map(Optional.some) {
        var smaller = dropping(own.union(step.map { [$0] } ?? []))
        smaller.scene.content = .items(kept)
        smaller.script = GestureScript(
          smaller.script.actions.map { $0.afterRemoving(index..<index + 1) })
        cases.append(smaller)
      }
    }
    return cases
  }

  private func dropping(_ steps: Set<Int>) -> ScrollCase {
    var smaller = self
    smaller.script = GestureScript(
      joining: script.actions.enumerated().filter { !steps.contains($0.offset) }.map(\.element))
    return smaller
  }
}

extension SceneFile.Item {
  /// The extent along the stack; nil for a size independent of the container.
  fileprivate var length: Double? {
    if case .length(let length) = size { length } else { nil }
  }
}

extension GestureScript.Action {
  /// The step after items were merged in groups.
  fileprivate func joining(_ count: Int) -> GestureScript.Action {
    func longer(_ size: SceneFile.ItemSize) -> SceneFile.ItemSize {
      if case .length(let length) = size { .length(length * Double(count)) } else { size }
    }
    return switch self {
    case .insert(let id, let index, let size): .insert(id, at: index / count, size.map(longer))
    case .move(let id, let index): .move(id, to: index / count)
    case .grow(let id, let size): .grow(id, longer(size))
    case .append(let more): .append(max(1, more / count))
    default: self
    }
  }
}
