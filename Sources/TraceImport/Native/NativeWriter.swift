public import ScrollModel
import TextKit

/// Writes traces in the native log format: a header line, then one line per event.
///
/// `NativeReader` reads the result to the same three digests. The lines are passed to a closure in
/// blocks of complete lines.
public struct NativeWriter: TraceSink {
  private let write: ([UInt8]) throws -> Void
  var json = JSONWriter()
  /// The start of the current line in the pending bytes.
  var lineStart = 0
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

  mutating func beginEvent(_ time: TraceTime, _ word: String, _ trace: TraceNumber) {
    json.beginObject()
    json.key("t")
    json.raw(Self.milliseconds(time)[...])
    member("k", word)
    if trace > 1 { member("trace", Int64(trace)) }
  }

  mutating func endLine() throws {
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

  mutating func flush(above limit: Int) throws {
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

  mutating func member(_ name: String, _ text: String) {
    json.key(name)
    json.value(text)
  }

  mutating func member(_ name: String, _ number: Int64) {
    json.key(name)
    json.value(number)
  }

  mutating func member(_ name: String, _ flag: Bool) {
    json.key(name)
    json.value(flag)
  }

  mutating func member(_ name: String, _ number: Double) throws {
    json.key(name)
    try json.value(number)
  }

  mutating func member(_ name: String, _ id: TargetID) throws {
    json.key(name)
    put(id)
  }

  mutating func member(_ name: String, _ numbers: [Double]) throws {
    json.key(name)
    json.beginArray()
    for number in numbers { try json.value(number) }
    json.endArray()
  }

  mutating func put(_ id: TargetID) {
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

  mutating func put(anchor: UnitPoint?) throws {
    guard let anchor else { return }
    if let name = anchor.name {
      member("anchor", name)
    } else {
      try member("anchor", [anchor.x, anchor.y])
    }
  }

  // MARK: Information

  mutating func put(_ information: TraceInformation) throws {
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

  mutating func put(_ qualities: [Quantity: SampleQuality]) throws {
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

  mutating func put(_ metadata: [MetadataEntry]) {
    guard !metadata.isEmpty else { return }
    json.key("metadata")
    json.beginObject()
    for entry in metadata {
      json.key(entry.key)
      json.raw(Array(entry.json.utf8)[...])
    }
    json.endObject()
  }

  // MARK: Observations

  /// Writes a frame; sizes only if they differ from those of the previous frame.
  mutating func put(_ frame: GeometryFrame, _ trace: TraceNumber) throws {
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

  mutating func put(_ size: Size?, _ width: String, _ height: String) throws {
    if let size { return try put(size, width, height) }
    json.key(width)
    json.null()
    json.key(height)
    json.null()
  }

  mutating func put(_ observation: Observation) throws {
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

  mutating func put(_ report: ReleaseReport) throws {
    try put(report.velocity)
    if let point = report.proposedOffset { try member("proposed", [point.x, point.y]) }
    if let point = report.chosenOffset { try member("chosen", [point.x, point.y]) }
    if let id = report.chosenID { try member("id", id) }
  }

  mutating func put(_ velocity: Vector?) throws {
    guard let velocity else { return }
    try member("vx", velocity.dx)
    try member("vy", velocity.dy)
  }

  mutating func put(_ remark: StreamEvent) {
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
