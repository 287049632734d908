import ScrollModel
import TextKit

extension SceneFile {
  /// The largest extent of a container, of an item and of padding.
  public static let lengthLimit = 1e6
  /// The largest total extent of all items, half of the largest coordinate.
  public static let contentLimit = 5e8
  /// The largest number of items.
  public static let countLimit = 1_000_000

  static let keys = [
    "name", "parent", "device", "system", "app", "configuration", "axis", "container", "insets",
    "direction", "scale", "hz", "stack", "items", "frames", "content", "lazy", "seed", "inner",
  ]

  /// How deep views may be nested, and how many there may be in one.
  private static let (depthLimit, innerLimit) = (8, 100)

  /// Reads a scene file; a file without a name gets the one given here.
  public init(json: [UInt8], name: String) throws(SceneError) {
    var reader = SceneReader(json)
    try self.init(from: &reader, name: name, depth: 0)
    try reader.end()
  }

  /// Reads a scene, or one in another with its place and what it really ran under.
  private init(
    from reader: inout SceneReader, name: String, depth: Int,
    _ extra: [String] = [],
    _ readExtra: (inout SceneReader, String) throws(SceneError) -> Void = { _, _ in }
  ) throws(SceneError) {
    self.init(name: name, container: .zero, content: .items([]))
    var contentSize: Size?
    var places: [String: Int] = [:]
    let start = reader.place
    let seen = try reader.object("the scene", keys: extra + Self.keys) {
      reader, key throws(SceneError) in
      places[key] = reader.place
      if extra.contains(key) {
        try readExtra(&reader, key)
      } else if key == "inner" {
        inner = try Self.inner(&reader, depth: depth + 1)
      } else if key == "content" {
        contentSize = try reader.size("'content'", in: 0...Self.contentLimit)
      } else {
        try read(key, from: &reader)
      }
    }
    guard seen.contains("container") else {
      throw reader.problem("'container' is missing from the scene", at: start)
    }
    guard seen.contains("items") != seen.contains("frames") else {
      throw reader.problem("the scene needs either 'items' or 'frames'", at: start)
    }
    if case .frames(let targets, _) = content {
      content = .frames(targets, contentSize: contentSize)
    } else if contentSize != nil {
      throw reader.problem(
        "'content' goes with 'frames'; a stack makes its own content size",
        at: places["content"] ?? start)
    }
    try check(reader, at: places["items"] ?? places["frames"] ?? start)
  }

  /// Reads the views in the content of a scene.
  private static func inner(
    _ reader: inout SceneReader, depth: Int
  ) throws(SceneError) -> [InnerScene] {
    let start = reader.place
    guard depth <= depthLimit else {
      throw reader.problem("inner views are nested more than \(depthLimit) deep", at: start)
    }
    var views: [InnerScene] = []
    try reader.array("'inner'") { reader throws(SceneError) in
      let start = reader.place
      guard views.count < innerLimit else {
        throw reader.problem("a scene has at most \(innerLimit) views in it", at: start)
      }
      var (place, ran): (Point?, String?) = (nil, nil)
      let scene = try SceneFile(
        from: &reader, name: "inner \(views.count + 1)", depth: depth, ["at", "ran"]
      ) { reader, key throws(SceneError) in
        if key == "ran" {
          ran = try reader.text("'ran'")
        } else {
          let numbers = try reader.numbers("'at'", ["x", "y"], in: -contentLimit...contentLimit)
          place = Point(x: numbers[0], y: numbers[1])
        }
      }
      guard let place else {
        throw reader.problem("an inner view needs 'at', its place in the content", at: start)
      }
      var view = InnerScene(at: place, scene)
      view.ran = ran
      views.append(view)
    }
    return views
  }

  private mutating func read(_ key: String, from reader: inout SceneReader) throws(SceneError) {
    let length = 0...Self.lengthLimit
    switch key {
    case "name": labels.name = try reader.text("'name'")
    case "parent": labels.parentName = try reader.text("'parent'")
    case "device": labels.device = try reader.text("'device'")
    case "system": labels.system = try reader.text("'system'")
    case "app": labels.app = try reader.text("'app'")
    case "configuration": labels.configuration = try reader.text("'configuration'")
    case "axis": axes = try reader.word("'axis'", ScrollAxes.allCases.map { ($0.rawValue, $0) })
    case "container": container = try reader.size("'container'", in: length)
    case "insets": insets = try reader.insets("'insets'", in: -Self.lengthLimit...Self.lengthLimit)
    case "direction":
      direction = try reader.word(
        "'direction'", LayoutDirection.allCases.map { ($0.rawValue, $0) })
    case "scale": scale = try reader.number("'scale'", in: 0.125...ModelLimits.scale)
    case "hz": refreshRate = try reader.number("'hz'", in: 1...ModelLimits.refreshRate)
    case "stack": stack = try reader.stack()
    case "items": content = try reader.items()
    case "frames": content = .frames(try reader.frames(), contentSize: nil)
    case "lazy": lazy = try reader.lazy()
    default: seed = UInt64(bitPattern: try reader.int("'seed'", in: 0...Int64.max))
    }
  }

  /// Checks the combination of several keys.
  private func check(_ reader: SceneReader, at place: Int) throws(SceneError) {
    if lazy != nil, case .frames = content {
      throw reader.problem("'lazy' goes with 'items'; given frames are never estimated", at: place)
    }
    guard axes != .both || !hasLengths else {
      throw reader.problem(
        "an item of a scene that scrolls both ways needs a size [width, height]", at: place)
    }
    guard largestLength <= Self.contentLimit else {
      throw reader.problem(
        "the items are longer than 5e8 points together; use fewer or smaller ones", at: place)
    }
  }

  private var hasLengths: Bool {
    switch content {
    case .frames: return false
    case .items(let items):
      return items.contains { if case .length = $0.size { true } else { false } }
    case .generated(let rule):
      if case .same(.fixed) = rule.size { return false }
      return true
    }
  }

  /// The largest possible extent of the stack along its axis, for any seed.
  private var largestLength: Double {
    func length(_ size: ItemSize) -> Double {
      switch size {
      case .length(let length): length
      case .fixed(let size): axes == .horizontal ? size.width : size.height
      }
    }
    switch content {
    case .frames: return 0
    case .items(let items):
      return items.reduce(0) { $0 + length($1.size) + stack.spacing }
    case .generated(let rule):
      switch rule.size {
      case .same(let size): return Double(rule.count) * (length(size) + stack.spacing)
      case .drawn(let range, _): return Double(rule.count) * (range.upperBound + stack.spacing)
      }
    }
  }
}
