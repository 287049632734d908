import ScrollModel
import TextKit

extension SceneFile {
  /// The scene as JSON without default values; it parses to an equal scene.
  public var json: [UInt8] {
    var json = JSONWriter()
    write(nil, &json)
    return json.bytes
  }

  /// Writes the scene, or a view in another one with its place.
  private func write(_ view: InnerScene?, _ json: inout JSONWriter) {
    json.beginObject()
    if let view {
      json.key("at")
      json.beginArray()
      for number in [view.place.x, view.place.y] {
        if (try? json.value(number)) == nil { json.null() }
      }
      json.endArray()
      if let ran = view.ran {
        json.key("ran")
        json.value(ran)
      }
    }
    json.key("name")
    json.value(labels.name)
    let texts = [
      ("parent", labels.parentName), ("device", labels.device), ("system", labels.system),
      ("app", labels.app), ("configuration", labels.configuration),
    ]
    for (key, text) in texts {
      guard let text else { continue }
      json.key(key)
      json.value(text)
    }
    if axes != .vertical {
      json.key("axis")
      json.value(axes.rawValue)
    }
    json.key("container")
    json.value(size: container)
    if insets != .zero {
      json.key("insets")
      json.value(insets: insets)
    }
    if direction != .leftToRight {
      json.key("direction")
      json.value(direction.rawValue)
    }
    if scale != 3 { json.member("scale", scale) }
    if refreshRate != 60 { json.member("hz", refreshRate) }
    writeStack(&json)
    writeContent(&json)
    if let lazy {
      json.key("lazy")
      json.beginObject()
      json.key("measured_ahead")
      json.value(lazy.measuredAhead)
      if lazy.measuresShown {
        json.key("measures")
        json.value("shown")
      }
      json.endObject()
    }
    if let seed {
      json.key("seed")
      json.value(Int64(truncatingIfNeeded: seed))
    }
    if !inner.isEmpty {
      json.key("inner")
      json.beginArray()
      for view in inner { view.scene.write(view, &json) }
      json.endArray()
    }
    json.endObject()
  }

  private func writeStack(_ json: inout JSONWriter) {
    guard stack != Stack() else { return }
    json.key("stack")
    json.beginObject()
    if stack.spacing != 0 { json.member("spacing", stack.spacing) }
    if stack.padding != .zero {
      json.key("padding")
      json.value(insets: stack.padding)
    }
    if stack.alignment != .center {
      json.key("alignment")
      let isFirst = stack.alignment == .start
      json.value(
        axes == .horizontal ? (isFirst ? "top" : "bottom") : (isFirst ? "leading" : "trailing"))
    }
    json.endObject()
  }

  private func writeContent(_ json: inout JSONWriter) {
    switch content {
    case .frames(let targets, let size):
      json.key("frames")
      json.beginArray()
      for target in targets {
        json.beginObject()
        json.key("id")
        json.value(id: target.id)
        json.key("frame")
        let frame = target.frame
        json.numbers([frame.origin.x, frame.origin.y, frame.size.width, frame.size.height])
        json.member(pinned: target.pinned)
        json.endObject()
      }
      json.endArray()
      if let size {
        json.key("content")
        json.value(size: size)
      }
    case .generated(let rule):
      json.key("items")
      json.value(rule: rule)
    case .items(let items):
      json.key("items")
      if let rule = ItemRule(items) {
        json.value(rule: rule)
        return
      }
      json.beginArray()
      for item in items {
        json.beginObject()
        json.key("id")
        json.value(id: item.id)
        json.key("size")
        json.value(itemSize: item.size)
        json.member(pinned: item.pinned)
        json.endObject()
      }
      json.endArray()
    }
  }
}

extension SceneFile.ItemRule {
  /// Infers the rule of some items: one size, and ids that count from 0; nil if there is none.
  init?(_ items: [SceneFile.Item]) {
    guard let first = items.first,
      items.allSatisfy({ $0.size == first.size && $0.pinned == nil })
    else { return nil }
    if items.enumerated().allSatisfy({ $1.id == TargetID(Int64($0)) }) {
      self.init(count: items.count, ids: .integers(first: 0), size: .same(first.size))
      return
    }
    guard case .string(let text) = first.id.value, text.hasSuffix("0") else { return nil }
    let prefix = String(text.dropLast())
    guard items.enumerated().allSatisfy({ $1.id == TargetID("\(prefix)\($0)") }) else { return nil }
    self.init(count: items.count, ids: .strings(prefix: prefix), size: .same(first.size))
  }
}

extension SceneFile.ItemRule {
  /// The id of the item with an index.
  func id(_ number: Int) -> TargetID {
    switch ids {
    case .integers(let first): TargetID(first &+ Int64(number))
    case .strings(let prefix): TargetID(prefix + "\(number)")
    }
  }
}

extension JSONWriter {
  fileprivate mutating func number(_ value: Double) {
    // The values of a scene were checked to be finite.
    if (try? self.value(value)) == nil { null() }
  }

  fileprivate mutating func member(pinned role: PinnedRole?) {
    guard let role else { return }
    key("pinned")
    value(role.rawValue)
  }

  fileprivate mutating func member(_ key: String, _ value: Double) {
    self.key(key)
    number(value)
  }

  fileprivate mutating func numbers(_ values: [Double]) {
    beginArray()
    for value in values { number(value) }
    endArray()
  }

  fileprivate mutating func value(size: Size) { numbers([size.width, size.height]) }

  fileprivate mutating func value(insets: Insets) {
    let sides = [
      ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom),
      ("right", insets.right),
    ]
    beginObject()
    for (key, value) in sides where value != 0 { member(key, value) }
    endObject()
  }

  fileprivate mutating func value(itemSize: SceneFile.ItemSize) {
    switch itemSize {
    case .length(let length): number(length)
    case .fixed(let size): value(size: size)
    }
  }

  fileprivate mutating func value(rule: SceneFile.ItemRule) {
    beginObject()
    key("count")
    value(rule.count)
    switch rule.ids {
    case .integers(let first):
      if first != 0 {
        key("first_id")
        value(first)
      }
    case .strings(let prefix):
      key("prefix")
      value(prefix)
    }
    key("size")
    switch rule.size {
    case .same(let size): value(itemSize: size)
    case .drawn(let range, let step):
      beginObject()
      member("min", range.lowerBound)
      member("max", range.upperBound)
      member("step", step)
      endObject()
    }
    endObject()
  }

  fileprivate mutating func value(id: TargetID) {
    if !id.isOptional {
      switch id.value {
      case .int(let number): return value(number)
      case .string(let text): return value(text)
      case .uuid, .other: break
      }
    }
    beginObject()
    switch id.value {
    case .int(let number):
      key("int")
      value(number)
    case .string(let text):
      key("string")
      value(text)
    case .uuid:
      key("uuid")
      value(id.displayText)
    case .other(let type, let text):
      key("type")
      value(type)
      key("text")
      value(text)
    }
    if id.isOptional {
      key("optional")
      value(true)
    }
    endObject()
  }
}
