import ScrollModel

/// Generates the items of a scene with a rule; equal seeds produce equal items.
struct ItemMaker {
  private let rule: SceneFile.ItemRule?
  private var made: Int64 = 0
  private var generator: SeededGenerator

  init(_ scene: SceneFile, seed: UInt64) {
    switch scene.content {
    case .generated(let rule): self.rule = rule
    case .items(let items):
      // A list that a rule would generate is equivalent to that rule.
      rule = SceneFile.ItemRule(items)
      made = rule == nil ? 0 : Int64(items.count)
    case .frames: rule = nil
    }
    generator = SeededGenerator(seed: scene.seed ?? seed, stream: 1)
  }

  /// Returns the next item, or nil if the scene lists its items.
  mutating func next() -> SceneFile.Item? {
    guard let rule, let size = nextSize() else { return nil }
    defer { made += 1 }
    return SceneFile.Item(id: rule.id(Int(clamping: made)), size: size)
  }

  /// Returns the size of an item with a given id, or nil if the scene has no rule.
  mutating func nextSize() -> SceneFile.ItemSize? {
    switch rule?.size {
    case nil: return nil
    case .same(let size): return size
    case .drawn(let range, let step):
      let steps = Int64((range.upperBound - range.lowerBound) / step)
      return .length(range.lowerBound + Double(generator.int(in: 0...steps)) * step)
    }
  }
}
