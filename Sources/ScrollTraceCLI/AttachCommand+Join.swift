import CommandLineKit
import ScrollModel
import Simulation
import TextKit
import TraceImport
import TraceStore

/// The combination of several traces into one: its parts, and their clocks.
struct TraceJoin {
  /// The stored format of such traces.
  static let format = "scrolltrace-attach"

  let base: TraceRecord
  private(set) var information: TraceInformation
  private let probe: ClockProbe
  private var finger: TraceRecord?
  private var alignment: ClockAlignment?
  private var scene: (path: String, hash: String)?
  private var container: Size?
  /// The initial events of the new trace.
  private var opening: [TraceEvent] = []
  private var replacesLayout = false
  private var replacesContainer = false
  private var derivesContainer = false
  /// Whether the finger's trace records the same view and has a layout.
  private var fingerHasLayout = false
  /// Whether the layout and the container of the finger's trace are added.
  private var takesLayout = false
  private var takesContainer = false
  /// The time shift of all events, so that no time is negative.
  private var lead: Int64 = 0
  /// Whether the base trace can be converted to points, which the new trace then uses.
  private let hasPoints: Bool

  init(base: TraceRecord, probe: ClockProbe, hasPoints: Bool) {
    self.base = base
    self.probe = probe
    self.hasPoints = hasPoints
    information = base.information
    if hasPoints, information.coordinateSpace == .devicePixels {
      information.coordinateSpace = .points
    }
  }

  // MARK: Parts

  /// Adds touches, aligned with the trace's clock.
  mutating func attach(
    _ finger: TraceRecord, _ fingerProbe: ClockProbe, hasPoints fingerHasPoints: Bool,
    offset milliseconds: Double?
  ) throws {
    guard finger.id != base.id else {
      throw Failure(.usage, "trace \(base.id) cannot be attached to itself")
    }
    self.finger = finger
    let spaces = (
      Self.space(of: finger, hasPoints: fingerHasPoints), Self.space(of: base, hasPoints: hasPoints)
    )
    guard fingerHasPoints && hasPoints || spaces.0 == spaces.1 else {
      throw Failure(
        .badData,
        "the finger of trace \(finger.id) is in \(spaces.0), trace \(base.id) in \(spaces.1); "
          + finger.information.wayToPoints)
    }
    fingerHasLayout = spaces.0 == spaces.1 && fingerProbe.layoutInputs > 0
    if let milliseconds {
      alignment = ClockAlignment(basis: .stated, shift: Int64(milliseconds * 1e6), error: nil)
    } else {
      alignment = ClockAlignment(of: fingerProbe, on: probe)
    }
    guard let alignment else {
      throw Failure(
        .badData,
        "traces \(base.id) and \(finger.id) share no mark, and not both move; give --offset-ms")
    }
    if let first = fingerProbe.firstGesture?.advanced(byNanoseconds: alignment.shift) {
      lead = max(0, TraceTime.zero.nanoseconds(since: first))
      if lead > 0 { information.begin(earlierBy: lead) }
    }
    for quantity in [Quantity.touch, .wheel] {
      information.qualities[quantity] = finger.information.qualities[quantity]
    }
  }

  private static func space(of trace: TraceRecord, hasPoints: Bool) -> String {
    let space = trace.information.coordinateSpace
    return space == .devicePixels && hasPoints ? "device-px with a scale" : space.rawValue
  }

  /// Whether a layout in points fits the inputs of the trace.
  var isInPoints: Bool { hasPoints || (finger == nil && probe.gestureSamples == 0) }

  /// Adds a layout and a container, or derives the container from frames.
  mutating func attach(layout path: String?, container: Size?) throws {
    self.container = container
    replacesContainer = container != nil
    let known = probe.containerChanges > 0 ? nil : probe.firstSizedFrame?.frame
    derivesContainer = container == nil && known != nil
    takesLayout = fingerHasLayout && path == nil && probe.layoutInputs == 0
    takesContainer =
      fingerHasLayout && container == nil && known == nil && probe.containerChanges == 0
    if takesLayout, information.axes == nil { information.axes = finger?.information.axes }
    if let path {
      try attach(scene: path, size: container ?? known?.geometry.containerSize)
    } else if let container {
      opening = [.input(.container(ContainerChange(size: container)))]
    }
    if derivesContainer, let known, let time = probe.firstSizedFrame?.time {
      var derivation = ContainerDerivation(declared: information.declaredConfiguration)
      if let change = derivation.change(before: known) {
        opening.removeAll { if case .input(.container) = $0 { true } else { false } }
        opening.insert(
          contentsOf: [Self.mark(time), .input(.container(change))], at: 0)
      }
    }
  }

  private mutating func attach(scene path: String, size: Size?) throws {
    let source = try ByteSource(path: path, limit: 64 << 20, isHashed: true)
    let bytes = try source.restOfText()
    scene = (path, hexText(try source.fileHash()?.digest ?? []))
    replacesLayout = true
    do {
      var file = try SceneFile(json: bytes, name: fileName(path))
      if let size { file.container = size }
      if information.axes == nil { information.axes = file.axes }
      if information.scale == nil { information.scale = file.scale }
      var run = try Simulator(scene: file, script: GestureScript("")).run()
      while let moment = try run.next() { opening.append(moment.event) }
    } catch let error as SceneError {
      throw Failure(.badData, "\(path): \(error)")
    }
    // The trace's own container takes precedence over that of the scene.
    if container == nil, probe.containerChanges > 0 {
      opening.removeAll { if case .input(.container) = $0 { true } else { false } }
    }
    information.qualities[.layout] = .derived
  }

  private static func mark(_ time: TraceTime) -> TraceEvent {
    .stream(
      .repair(
        kind: "derived",
        text: "\(ContainerDerivation.name) \(ContainerDerivation.version): from the frame at "
          + "\(time.nanoseconds) ns of the first parent"))
  }

  mutating func setInformation(name: String?) {
    information.name = name ?? "\(base.information.name), attached"
    information.setMetadata(MetadataEntry(key: "derivation", json: derivation))
  }

  // MARK: Events

  /// Sends the new trace to a sink.
  func send<Sink: TraceSink>(from store: TraceStore, to sink: inout Sink) throws {
    let number = try sink.beginTrace(information)
    for event in opening { try sink.append(event, at: .zero, to: number) }
    let reader = try store.pointReader(of: base.id)
    let fingerReader = try finger.map { try store.pointReader(of: $0.id) }
    var derivation = ContainerDerivation(declared: information.declaredConfiguration)
    for case .input(.container(let change)) in opening { derivation.note(change) }
    var next = try nextFinger(fingerReader)
    while let (time, event) = try reader.next() {
      let moment = time.advanced(byNanoseconds: lead)
      while let touch = next, touch.time <= moment {
        try sink.append(touch.event, at: touch.time, to: number)
        next = try nextFinger(fingerReader)
      }
      guard let event = kept(event) else { continue }
      if derivesContainer, case .observation(.frame(let frame)) = event,
        let change = derivation.change(before: frame)
      {
        try sink.append(Self.mark(time), at: moment, to: number)
        try sink.append(.input(.container(change)), at: moment, to: number)
      }
      try sink.append(moved(event), at: moment, to: number)
    }
    while let touch = next {
      try sink.append(touch.event, at: touch.time, to: number)
      next = try nextFinger(fingerReader)
    }
  }

  /// The next touch or wheel step, at its time in the new trace.
  private func nextFinger(
    _ reader: TraceReader?
  ) throws -> (time: TraceTime, event: TraceEvent)? {
    guard let reader, let alignment else { return nil }
    while let (time, event) = try reader.next() {
      let isWanted =
        switch event {
        case .input(.touch), .input(.wheel), .stream(.gap): true
        case .input(.layout), .input(.edit): takesLayout
        case .input(.container): takesContainer
        default: false
        }
      if isWanted {
        let moment = time.advanced(byNanoseconds: alignment.shift).advanced(byNanoseconds: lead)
        return (max(.zero, moment), moved(event, by: alignment.shift))
      }
    }
    return nil
  }

  /// An event of the base trace without what is replaced; nil if nothing of it is left.
  private func kept(_ event: TraceEvent) -> TraceEvent? {
    switch event {
    case .input(.touch), .input(.wheel): return finger == nil ? event : nil
    case .input(.layout), .input(.edit): return replacesLayout ? nil : event
    case .input(.container(let change)):
      guard replacesContainer else { return event }
      // A size replaces a size; the direction of the view stays.
      return change.layoutDirection.map { .input(.container(ContainerChange(layoutDirection: $0))) }
    // Some events that a keyframe counts may have been removed.
    case .stream(.keyframe):
      let isWhole = finger == nil && !replacesLayout && !replacesContainer && !derivesContainer
      return isWhole ? event : nil
    default: return event
    }
  }

  /// Shifts the times inside an event with it.
  private func moved(_ event: TraceEvent, by shift: Int64 = 0) -> TraceEvent {
    func move(_ time: TraceTime) -> TraceTime {
      time.advanced(byNanoseconds: shift).advanced(byNanoseconds: lead)
    }
    switch event {
    case .stream(.gap(let from, let to, let count)):
      return .stream(.gap(from: max(.zero, move(from)), to: max(.zero, move(to)), count: count))
    case .input(.container(var change)):
      change.refreshOrigin = change.refreshOrigin.map(move)
      return .input(.container(change))
    default: return event
    }
  }

  // MARK: Words

  /// A description of the combination, as lines of text.
  var description: [String] {
    var lines: [String] = []
    if let scene {
      lines.append("layout: the scene \(scene.path), in place of \(probe.layoutInputs) of its own")
    }
    if let container {
      lines.append("container: \(container.width.commandText) × \(container.height.commandText)")
    } else if derivesContainer {
      lines.append("container: derived from the sizes in its frames")
    }
    if let finger, let alignment {
      let shift = Self.milliseconds(alignment.shift)
      let error =
        alignment.error.map { "up to \(Self.milliseconds($0)) ms off" }
        ?? (alignment.basis == .stated ? "as exact as you are" : "as exact as the mark")
      lines.append(
        "finger: trace \(finger.id), its time 0 at \(shift) ms, \(alignment.basis.text), \(error)")
      if takesLayout || takesContainer {
        let parts = [takesLayout ? "layout" : nil, takesContainer ? "container" : nil]
        lines.append(
          "\(parts.compactMap { $0 }.joined(separator: " and ")): as in trace \(finger.id)")
      }
      if probe.gestureSamples > 0 {
        lines.append("replaced: \(probe.gestureSamples) touch samples and wheel steps of its own")
      }
    }
    if lead > 0 { lines.append("moved: everything is \(Self.milliseconds(lead)) ms later") }
    return lines
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    (Double(nanoseconds / 1000) / 1000).commandText
  }

  /// The parents and the combination, as JSON.
  var derivation: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("name", "attach")
    json.member("version", Int64(1))
    json.key("parents")
    json.beginArray()
    write(base, "base", &json)
    if let finger { write(finger, "gestures", &json) }
    json.endArray()
    if let scene {
      json.key("layout")
      json.beginObject()
      json.member("file", String(fileName(scene.path).prefix(1000)))
      json.member("hash", scene.hash)
      json.endObject()
    }
    if let container {
      json.member("container", "\(container.width.commandText)x\(container.height.commandText)")
    } else if derivesContainer {
      json.member("container", "\(ContainerDerivation.name) \(ContainerDerivation.version)")
    }
    if let alignment {
      json.member("aligned_by", alignment.basis.word)
      json.member("shift_ns", alignment.shift)
      json.member("error_ns", alignment.error)
    }
    json.member("lead_ns", lead)
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(_ trace: TraceRecord, _ role: String, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("role", role)
    json.member("name", String(trace.information.name.prefix(1000)))
    json.member("inputs", hex: trace.digests?.inputs)
    json.member("observations", hex: trace.digests?.observations)
    json.member("information", hex: trace.digests?.information)
    json.endObject()
  }
}
