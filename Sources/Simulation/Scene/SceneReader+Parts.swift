import ScrollModel
import TextKit

// The semantics of a scene file: one function for each part.

extension SceneReader {
  private static var lengths: ClosedRange<Double> { 0...SceneFile.lengthLimit }

  /// Reads `{"width": …, "height": …}` or `[width, height]`.
  mutating func size(
    _ name: String, in range: ClosedRange<Double>
  ) throws(SceneError) -> Size {
    if try kind() == .array {
      let numbers = try numbers(name, ["width", "height"], in: range)
      return Size(width: numbers[0], height: numbers[1])
    }
    let start = place
    var (width, height): (Double?, Double?)
    try object(name, keys: ["width", "height"]) { reader, key throws(SceneError) in
      let number = try reader.number("'\(key)'", in: range)
      if key == "width" { width = number } else { height = number }
    }
    guard let width, let height else {
      throw problem("\(name) needs both 'width' and 'height'", at: start)
    }
    return Size(width: width, height: height)
  }

  /// Reads one number for all sides, or an object whose missing sides are 0.
  mutating func insets(
    _ name: String, in range: ClosedRange<Double>
  ) throws(SceneError) -> Insets {
    if try kind() == .number {
      let all = try number(name, in: range)
      return Insets(top: all, left: all, bottom: all, right: all)
    }
    var sides: [String: Double] = [:]
    try object(name, keys: ["top", "left", "bottom", "right"]) { reader, key throws(SceneError) in
      sides[key] = try reader.number("'\(key)'", in: range)
    }
    return Insets(
      top: sides["top"] ?? 0, left: sides["left"] ?? 0, bottom: sides["bottom"] ?? 0,
      right: sides["right"] ?? 0)
  }

  /// Reads the arrangement of items.
  mutating func stack() throws(SceneError) -> SceneFile.Stack {
    var stack = SceneFile.Stack()
    let alignments: [(String, SceneFile.CrossAlignment)] = [
      ("leading", .start), ("top", .start), ("center", .center), ("trailing", .end),
      ("bottom", .end),
    ]
    try object("'stack'", keys: ["spacing", "padding", "alignment"]) {
      reader, key throws(SceneError) in
      switch key {
      case "spacing": stack.spacing = try reader.number("'spacing'", in: Self.lengths)
      case "padding": stack.padding = try reader.insets("'padding'", in: Self.lengths)
      default: stack.alignment = try reader.word("'alignment'", alignments)
      }
    }
    return stack
  }

  /// Reads whether the stack is lazy and how many items it measures.
  mutating func lazy() throws(SceneError) -> SceneFile.Lazy? {
    var isEnabled = true
    var lazy = SceneFile.Lazy(measuredAhead: 0)
    try object("'lazy'", keys: ["enabled", "measured_ahead", "measures"]) {
      reader, key throws(SceneError) in
      switch key {
      case "enabled": isEnabled = try reader.bool("'enabled'")
      case "measures":
        lazy.measuresShown =
          try reader.word("'measures'", [("script", false), ("shown", true)])
      default:
        lazy.measuredAhead = Int(
          truncatingIfNeeded: try reader.int(
            "'measured_ahead'", in: 0...Int64(SceneFile.countLimit)))
      }
    }
    return isEnabled ? lazy : nil
  }

  /// Reads the items of a stack: a list, or a rule.
  mutating func items() throws(SceneError) -> SceneFile.Content {
    guard try kind() == .array else { return .generated(try itemRule()) }
    var items: [SceneFile.Item] = []
    try array("'items'") { reader throws(SceneError) in
      let start = reader.place
      var id: TargetID?
      var size: SceneFile.ItemSize?
      var pinned: PinnedRole?
      try reader.object("an item", keys: ["id", "size", "pinned"]) {
        reader, key throws(SceneError) in
        switch key {
        case "id": id = try reader.id()
        case "size": size = try reader.itemSize()
        default: pinned = try reader.pinned()
        }
      }
      guard let id, let size else {
        throw reader.problem("an item needs both 'id' and 'size'", at: start)
      }
      try reader.checkCount(items.count, at: start)
      items.append(SceneFile.Item(id: id, size: size, pinned: pinned))
    }
    return .items(items)
  }

  /// Reads targets with given frames.
  mutating func frames() throws(SceneError) -> [TargetFrame] {
    let range = -SceneFile.contentLimit...SceneFile.contentLimit
    var targets: [TargetFrame] = []
    try array("'frames'") { reader throws(SceneError) in
      let start = reader.place
      var id: TargetID?
      var frame: Rect?
      var pinned: PinnedRole?
      try reader.object("a target", keys: ["id", "frame", "pinned"]) {
        reader, key throws(SceneError) in
        if key == "id" {
          id = try reader.id()
          return
        }
        if key == "pinned" {
          pinned = try reader.pinned()
          return
        }
        let place = reader.place
        let numbers = try reader.numbers("'frame'", ["x", "y", "width", "height"], in: range)
        guard numbers[2] >= 0, numbers[3] >= 0 else {
          throw reader.problem("'frame': expected a width and a height of 0 or more", at: place)
        }
        frame = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      }
      guard let id, let frame else {
        throw reader.problem("a target needs both 'id' and 'frame'", at: start)
      }
      try reader.checkCount(targets.count, at: start)
      targets.append(TargetFrame(id: id, frame: frame, pinned: pinned))
    }
    return targets
  }

  private mutating func pinned() throws(SceneError) -> PinnedRole {
    try word("'pinned'", PinnedRole.allCases.map { ($0.rawValue, $0) })
  }

  private func checkCount(_ count: Int, at place: Int) throws(SceneError) {
    guard count < SceneFile.countLimit else {
      throw problem("a scene has at most \(SceneFile.countLimit) items", at: place)
    }
  }

  /// Reads `120` or `[width, height]`.
  private mutating func itemSize() throws(SceneError) -> SceneFile.ItemSize {
    if try kind() == .array {
      let numbers = try numbers("'size'", ["width", "height"], in: Self.lengths)
      return .fixed(Size(width: numbers[0], height: numbers[1]))
    }
    return .length(try number("'size'", in: Self.lengths))
  }

  private mutating func itemRule() throws(SceneError) -> SceneFile.ItemRule {
    let start = place
    var count: Int?
    var ids: SceneFile.ItemRule.IDs?
    var size: SceneFile.ItemRule.SizeRule?
    try object("'items'", keys: ["count", "first_id", "prefix", "size"]) {
      reader, key throws(SceneError) in
      let place = reader.place
      switch key {
      case "count":
        count = Int(
          truncatingIfNeeded: try reader.int("'count'", in: 0...Int64(SceneFile.countLimit)))
      case "size": size = try reader.sizeRule()
      default:
        guard ids == nil else {
          throw reader.problem("'first_id' and 'prefix' exclude each other", at: place)
        }
        ids =
          key == "prefix"
          ? .strings(prefix: try reader.text("'prefix'", atMost: ModelLimits.idBytes - 20))
          : .integers(first: try reader.int("'first_id'", in: -(1 << 62)...1 << 62))
      }
    }
    guard let count, let size else {
      throw problem("'items' needs both 'count' and 'size'", at: start)
    }
    return SceneFile.ItemRule(count: count, ids: ids ?? .integers(first: 0), size: size)
  }

  /// Reads a size, or `{"min": 48, "max": 188, "step": 1}`.
  private mutating func sizeRule() throws(SceneError) -> SceneFile.ItemRule.SizeRule {
    guard try kind() == .object else { return .same(try itemSize()) }
    let start = place
    var (low, high): (Double?, Double?)
    var step = 1.0
    try object("'size'", keys: ["min", "max", "step"]) { reader, key throws(SceneError) in
      switch key {
      case "min": low = try reader.number("'min'", in: Self.lengths)
      case "max": high = try reader.number("'max'", in: Self.lengths)
      default: step = try reader.number("'step'", in: 0.015625...SceneFile.lengthLimit)
      }
    }
    guard let low, let high, low <= high else {
      throw problem("'size' needs 'min' and 'max', the smaller one first", at: start)
    }
    return .drawn(low...high, step: step)
  }
}
