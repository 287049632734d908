public import ScrollModel
import TextKit

/// Writes traces in the native log format: a header line, then one line per event.
///
/// `NativeReader` reads the result to the same three digests. The lines are passed to a closure in
/// blocks of complete lines.
public struct NativeWriter: TraceSink {
  private let write: ([UInt8]) throws -> Void
  private var json = JSONWriter()
  /// The start of the current line in the pending bytes.
  private var lineStart = 0
  private var geometries: [FrameGeometry] = []

  /// Creates a writer that passes its blocks of lines to a closure.
  public init(write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
  }

  /// Writes the pending lines; must be called once at the end.
  public mutating func finish() throws {
    try flush(above: 0)
  }

  /// Writes the header, or the line of a further trace.
  public mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    geometries.append(.unknown)
    json.beginObject()
    if geometries.count == 1 {
      member("scrolltrace", NativeFormat.version)
      member("origin", Int64(0))
    } else {
      member("k", "trace")
      member("trace", Int64(geometries.count))
      member("origin", Int64(0))
    }
    try put(information)
    json.endObject()
    try endLine()
    return geometries.count
  }

  /// Writes an event.
  public mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    if case .input(.layout(let layout)) = event {
      return try put(layout, time, trace)
    }
    beginEvent(time, event.word, trace)
    switch event {
    case .input(let input): try put(input)
    case .observation(.frame(let frame)): try put(frame, trace)
    case .observation(let observation): try put(observation)
    case .stream(let remark): put(remark)
    }
    json.endObject()
    try endLine()
  }

  /// Ignores diagnostics: they refer to the original file and are no part of the trace.
  public mutating func report(_ diagnostic: Diagnostic) {}

  // MARK: Lines

  private mutating func beginEvent(_ time: TraceTime, _ word: String, _ trace: TraceNumber) {
    json.beginObject()
    json.key("t")
    json.raw(Self.milliseconds(time)[...])
    member("k", word)
    if trace > 1 { member("trace", Int64(trace)) }
  }

  private mutating func endLine() throws {
    guard json.bytes.count - lineStart <= NativeFormat.lineLimit else {
      throw ImportError(
        .unwritable,
        "an entry takes \(json.bytes.count - lineStart) bytes, a line of the log holds "
          + "\(NativeFormat.lineLimit); the trace cannot be written as a log")
    }
    json.newline()
    try flush(above: 1 << 16)
    lineStart = json.bytes.count
  }

  private mutating func flush(above limit: Int) throws {
    guard json.bytes.count > limit else { return }
    try write(json.bytes)
    json.removeAll()
  }

  /// The exact decimal of a time in milliseconds.
  static func milliseconds(_ time: TraceTime) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = time.nanoseconds.magnitude
    if time.nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    NumberText.append(rest / 1_000_000, to: &bytes)
    rest %= 1_000_000
    guard rest > 0 else { return bytes }
    bytes.append(UInt8(ascii: "."))
    var unit: UInt64 = 100_000
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
      rest %= unit
      unit /= 10
    }
    return bytes
  }

  // MARK: Members

  private mutating func member(_ name: String, _ text: String) {
    json.key(name)
    json.value(text)
  }

  private mutating func member(_ name: String, _ number: Int64) {
    json.key(name)
    json.value(number)
  }

  private mutating func member(_ name: String, _ flag: Bool) {
    json.key(name)
    json.value(flag)
  }

  private mutating func member(_ name: String, _ number: Double) throws {
    json.key(name)
    try json.value(number)
  }

  private mutating func member(_ name: String, _ id: TargetID) throws {
    json.key(name)
    put(id)
  }

  private mutating func member(_ name: String, _ numbers: [Double]) throws {
    json.key(name)
    json.beginArray()
    for number in numbers { try json.value(number) }
    json.endArray()
  }

  private mutating func put(_ id: TargetID) {
    switch (id.value, id.isOptional) {
    case (.int(let integer), false): return json.value(integer)
    case (.string(let text), false): return json.value(text)
    default: break
    }
    json.beginObject()
    switch id.value {
    case .int(let integer): member("int", integer)
    case .string(let text): member("string", text)
    case .uuid(let high, let low): member("uuid", TargetID.uuidText(high, low))
    case .other(let type, let text):
      member("type", type)
      member("text", text)
    }
    if id.isOptional { member("optional", true) }
    json.endObject()
  }

  private mutating func put(anchor: UnitPoint?) throws {
    guard let anchor else { return }
    if let name = anchor.name {
      member("anchor", name)
    } else {
      try member("anchor", [anchor.x, anchor.y])
    }
  }

  // MARK: Information

  private mutating func put(_ information: TraceInformation) throws {
    member("name", information.name)
    let texts: [(String, String?)] = [
      ("parent", information.parentName), ("device", information.device),
      ("system", information.system), ("app", information.app),
      ("configuration", information.declaredConfiguration), ("axes", information.axes?.rawValue),
    ]
    for case (let name, let text?) in texts { member(name, text) }
    member("space", information.coordinateSpace.rawValue)
    if let scale = information.scale { try member("scale", scale) }
    if let clock = information.clock {
      json.key("clock")
      json.beginObject()
      member("name", clock.name)
      if let origin = clock.origin { member("origin", origin) }
      json.endObject()
    }
    if let source = information.source {
      json.key("source")
      json.beginObject()
      member("format", source.format)
      if let hash = source.hash { member("hash", hash) }
      json.endObject()
    }
    try put(information.qualities)
    put(information.metadata)
  }

  private mutating func put(_ qualities: [Quantity: SampleQuality]) throws {
    guard !qualities.isEmpty else { return }
    json.key("quality")
    json.beginObject()
    for quantity in Quantity.allCases {
      switch qualities[quantity] {
      case nil: continue
      case .exact: member(quantity.rawValue, "exact")
      case .derived: member(quantity.rawValue, "derived")
      case .throttled(let milliseconds): try member(quantity.rawValue, milliseconds)
      }
    }
    json.endObject()
  }

  private mutating func put(_ metadata: [MetadataEntry]) {
    guard !metadata.isEmpty else { return }
    json.key("metadata")
    json.beginObject()
    for entry in metadata {
      json.key(entry.key)
      json.raw(Array(entry.json.utf8)[...])
    }
    json.endObject()
  }

  // MARK: Inputs

  private mutating func put(_ input: Input) throws {
    switch input {
    case .touch(let sample): try put(sample)
    case .wheel(let sample): try put(sample)
    case .command(let command): try put(command)
    case .edit(let edit): try put(edit)
    case .container(let change): try put(change)
    case .layout: preconditionFailure("layouts take lines of their own")
    }
  }

  private mutating func put(_ sample: TouchSample) throws {
    if sample.pointer != 0 { member("id", sample.pointer) }
    member("phase", sample.phase.word)
    try member("x", sample.position.x)
    try member("y", sample.position.y)
    if sample.delivery != .direct { member("from", sample.delivery.word) }
    if let pressure = sample.pressure { try member("p", pressure) }
  }

  private mutating func put(_ sample: WheelSample) throws {
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

  private mutating func put(_ command: Command) throws {
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

  private mutating func put(_ destination: ScrollDestination) throws {
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

  private mutating func put(_ animation: ScrollAnimation) throws {
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

  private mutating func put(_ edit: ContentEdit) throws {
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

  private mutating func put(_ change: ContainerChange) throws {
    if let size = change.size { try put(size, "w", "h") }
    if let insets = change.insets { try put(insets) }
    if let direction = change.layoutDirection { member("direction", direction.rawValue) }
    if let scale = change.scale { try member("scale", scale) }
    if let rate = change.refreshRate { try member("hz", rate) }
    if let origin = change.refreshOrigin { member("tick_ns", origin.nanoseconds) }
    if let isDisabled = change.isScrollDisabled { member("disabled", isDisabled) }
  }

  private mutating func put(_ size: Size, _ width: String, _ height: String) throws {
    try member(width, size.width)
    try member(height, size.height)
  }

  private mutating func put(_ insets: Insets) throws {
    try member("insets", [insets.top, insets.left, insets.bottom, insets.right])
  }

  /// Writes a layout in as many lines as needed.
  private mutating func put(_ layout: Layout, _ time: TraceTime, _ trace: TraceNumber) throws {
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

  private mutating func put(_ target: TargetFrame) throws {
    json.beginArray()
    put(target.id)
    try json.value(target.frame.origin.x)
    try json.value(target.frame.origin.y)
    try json.value(target.frame.size.width)
    try json.value(target.frame.size.height)
    if target.isEstimated { json.value("estimated") }
    json.endArray()
  }

  // MARK: Observations

  /// Writes a frame; sizes only if they differ from those of the previous frame.
  private mutating func put(_ frame: GeometryFrame, _ trace: TraceNumber) throws {
    try member("x", frame.offset.x)
    try member("y", frame.offset.y)
    if let phase = frame.phase { member("phase", phase.word) }
    guard geometries.indices.contains(trace &- 1) else { return }
    let (old, new) = (geometries[trace - 1], frame.geometry)
    guard old != new else { return }
    if old.contentSize != new.contentSize { try put(new.contentSize, "cw", "ch") }
    if old.containerSize != new.containerSize { try put(new.containerSize, "vw", "vh") }
    if old.insets != new.insets {
      if let insets = new.insets {
        try put(insets)
      } else {
        json.key("insets")
        json.null()
      }
    }
    geometries[trace - 1] = new
  }

  private mutating func put(_ size: Size?, _ width: String, _ height: String) throws {
    if let size { return try put(size, width, height) }
    json.key(width)
    json.null()
    json.key(height)
    json.null()
  }

  private mutating func put(_ observation: Observation) throws {
    switch observation {
    case .frame: preconditionFailure("frames need their trace")
    case .phase(let change):
      if let old = change.old { member("from", old.word) }
      member("to", change.new.word)
      try put(change.velocity)
    case .position(let report):
      if let id = report.id { try member("id", id) }
      if let isByUser = report.isPositionedByUser { member("by_user", isByUser) }
    case .visibility(let event):
      try member("id", event.id)
      member("on", event.isVisible)
      if let threshold = event.threshold { try member("threshold", threshold) }
      if let fraction = event.fraction { try member("fraction", fraction) }
    case .visibleSet(let set):
      json.key("ids")
      json.beginArray()
      for id in set.ids { put(id) }
      json.endArray()
      if let threshold = set.threshold { try member("threshold", threshold) }
    case .release(let report): try put(report)
    case .annotation(let annotation):
      member("name", annotation.kind)
      if let text = annotation.text { member("text", text) }
      if let duration = annotation.duration { member("duration_ns", duration) }
    }
  }

  private mutating func put(_ report: ReleaseReport) throws {
    try put(report.velocity)
    if let point = report.proposedOffset { try member("proposed", [point.x, point.y]) }
    if let point = report.chosenOffset { try member("chosen", [point.x, point.y]) }
    if let id = report.chosenID { try member("id", id) }
  }

  private mutating func put(_ velocity: Vector?) throws {
    guard let velocity else { return }
    try member("vx", velocity.dx)
    try member("vy", velocity.dy)
  }

  private mutating func put(_ remark: StreamEvent) {
    switch remark {
    case .gap(let from, let to, let count):
      member("from_ns", from.nanoseconds)
      member("to_ns", to.nanoseconds)
      if let count { member("count", count) }
    case .repair(let kind, let text):
      member("what", kind)
      member("text", text)
    case .keyframe(let count):
      member("count", count)
    }
  }
}

extension TraceEvent {
  /// The value of `k`.
  var word: String {
    switch self {
    case .input(.touch): "touch"
    case .input(.wheel): "wheel"
    case .input(.command): "command"
    case .input(.layout): "layout"
    case .input(.edit): "edit"
    case .input(.container): "container"
    case .observation(.frame): "frame"
    case .observation(.phase): "phase"
    case .observation(.position): "position"
    case .observation(.visibility): "visibility"
    case .observation(.visibleSet): "visible"
    case .observation(.release): "release"
    case .observation(.annotation): "note"
    case .stream(.gap): "gap"
    case .stream(.repair): "repair"
    case .stream(.keyframe): "keyframe"
    }
  }
}
