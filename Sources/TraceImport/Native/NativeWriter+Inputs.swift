import ScrollModel
import TextKit

extension NativeWriter {
  mutating func put(_ input: Input) throws {
    switch input {
    case .touch(let sample): try put(sample)
    case .wheel(let sample): try put(sample)
    case .command(let command): try put(command)
    case .edit(let edit): try put(edit)
    case .container(let change): try put(change)
    case .layout: preconditionFailure("layouts take lines of their own")
    }
  }

  mutating func put(_ sample: TouchSample) throws {
    if sample.pointer != 0 { member("id", sample.pointer) }
    member("phase", sample.phase.word)
    try member("x", sample.position.x)
    try member("y", sample.position.y)
    if sample.delivery != .direct { member("from", sample.delivery.word) }
    if let pressure = sample.pressure { try member("p", pressure) }
  }

  mutating func put(_ sample: WheelSample) throws {
    try member("dx", sample.delta.dx)
    try member("dy", sample.delta.dy)
    if sample.phase != .none { member("phase", sample.phase.word) }
    if sample.momentumPhase != .none { member("momentum", sample.momentumPhase.word) }
    if sample.isPrecise { member("precise", true) }
    if let position = sample.position {
      try member("x", position.x)
      try member("y", position.y)
    }
  }

  mutating func put(_ command: Command) throws {
    switch command {
    case .scroll(let destination, let anchor, let animation, let route, let preservesVelocity):
      member("do", "scroll")
      try put(destination)
      try put(anchor: anchor)
      try put(animation)
      member("via", route.rawValue)
      if preservesVelocity { member("keeps_velocity", true) }
    case .write(let id, let anchor, let animation):
      member("do", "write")
      if let id { try member("id", id) }
      try put(anchor: anchor)
      try put(animation)
    case .cancel:
      member("do", "cancel")
    }
  }

  mutating func put(_ destination: ScrollDestination) throws {
    json.key("to")
    json.beginObject()
    switch destination {
    case .id(let id): try member("id", id)
    case .edge(let edge): member("edge", edge.rawValue)
    case .point(let point): try member("point", [point.x, point.y])
    case .x(let x): try member("x", x)
    case .y(let y): try member("y", y)
    }
    json.endObject()
  }

  mutating func put(_ animation: ScrollAnimation) throws {
    switch animation {
    case .none: break
    case .automatic: member("animation", "automatic")
    case .timed(let seconds, let curve):
      json.key("animation")
      json.beginObject()
      try member("seconds", seconds)
      member("curve", curve.rawValue)
      json.endObject()
    case .spring(let seconds, let bounce):
      json.key("animation")
      json.beginObject()
      try member("seconds", seconds)
      try member("bounce", bounce)
      json.endObject()
    }
  }

  mutating func put(_ edit: ContentEdit) throws {
    switch edit {
    case .insert(let id, let index, let size):
      member("op", "insert")
      try member("id", id)
      member("index", index)
      if let size { try put(size, "w", "h") }
    case .remove(let id, let index):
      member("op", "remove")
      try member("id", id)
      if let index { member("index", index) }
    case .move(let id, let index):
      member("op", "move")
      try member("id", id)
      member("index", index)
    case .resize(let id, let size):
      member("op", "resize")
      try member("id", id)
      try put(size, "w", "h")
    }
  }

  mutating func put(_ change: ContainerChange) throws {
    if let size = change.size { try put(size, "w", "h") }
    if let insets = change.insets { try put(insets) }
    if let direction = change.layoutDirection { member("direction", direction.rawValue) }
    if let scale = change.scale { try member("scale", scale) }
    if let rate = change.refreshRate { try member("hz", rate) }
    if let origin = change.refreshOrigin { member("tick_ns", origin.nanoseconds) }
    if let isDisabled = change.isScrollDisabled { member("disabled", isDisabled) }
  }

  mutating func put(_ size: Size, _ width: String, _ height: String) throws {
    try member(width, size.width)
    try member(height, size.height)
  }

  mutating func put(_ insets: Insets) throws {
    try member("insets", [insets.top, insets.left, insets.bottom, insets.right])
  }

  /// Writes a layout in as many lines as needed.
  mutating func put(_ layout: Layout, _ time: TraceTime, _ trace: TraceNumber) throws {
    var rest = layout.targets[...]
    repeat {
      beginEvent(time, "layout", trace)
      if let size = layout.contentSize { try put(size, "cw", "ch") }
      json.key("items")
      json.beginArray()
      let line = rest
      while let target = rest.first, json.bytes.count - lineStart < NativeFormat.layoutLineBytes {
        try put(target)
        rest = rest.dropFirst()
      }
      json.endArray()
      let written = line.prefix(line.count - rest.count)
      for role in PinnedRole.allCases where written.contains(where: { $0.pinned == role }) {
        json.key(role.rawValue + "s")
        json.beginArray()
        for (index, target) in written.enumerated() where target.pinned == role {
          json.value(Int64(index))
        }
        json.endArray()
      }
      if !rest.isEmpty { member("more", true) }
      json.endObject()
      try endLine()
    } while !rest.isEmpty
  }

  mutating func put(_ target: TargetFrame) throws {
    json.beginArray()
    put(target.id)
    try json.value(target.frame.origin.x)
    try json.value(target.frame.origin.y)
    try json.value(target.frame.size.width)
    try json.value(target.frame.size.height)
    if target.isEstimated { json.value("estimated") }
    json.endArray()
  }
}
