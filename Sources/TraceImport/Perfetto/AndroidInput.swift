import ScrollModel

/// Creates one trace per display from the input events recorded by Android's dispatcher.
///
/// Events are sorted by their device time, within a window of 16 384.
struct AndroidInput {
  /// One sample of one pointer, or a position of missing packets.
  struct Sample {
    var time: Int64
    var display: Int64
    /// Nil for missing packets, of any display.
    var input: Input?
  }

  /// A display, and its trace.
  private struct Display {
    let id: Int64
    let number: TraceNumber
    /// Points per pixel on each axis; nil if unknown, and in traces of a wheel.
    let unit: Size?
    var lastTime: Int64 = 0
    /// Whether events are missing after the last one.
    var hasHole = false
  }

  /// The largest number of displays in one recording.
  private static let displayLimit = 1000

  private(set) var eventCount: Int64 = 0
  private var window = ReorderWindow<Sample>(width: 1 << 14) { $0.time }
  private var displays: [Display] = []
  private var origin: Int64?
  /// The number of pointer events that Android recorded without positions.
  private(set) var redactedCount = 0
  /// The latest time so far.
  private var latest: Int64?
  private var lost: Int64 = 0
  let format: String
  var clockName = "linux_monotonic"
  /// Points per pixel of the device's own display on each axis, if the user specified both sizes.
  private let unit: Size?

  init(format: String, options: ImportOptions = ImportOptions()) {
    self.format = format
    if let screen = options.screen, let panel = options.panel, panel.width > 0, panel.height > 0 {
      unit = Size(width: screen.width / panel.width, height: screen.height / panel.height)
    } else {
      unit = nil
    }
  }

  /// Handles one packet; field numbers are those of `android_input_event.proto`.
  mutating func take<Sink: TraceSink>(
    _ event: ArraySlice<UInt8>, into sink: inout Sink
  ) throws {
    var fields = ProtobufFields(event)
    while let field = fields.next() {
      if field.number == 2, MotionEvent(field.bytes).isOfPointers {
        redactedCount += 1
        try noteLoss(into: &sink)
      }
      guard field.number == 1 else { continue }
      for sample in MotionEvent(field.bytes).samples { try insert(sample, into: &sink) }
    }
  }

  /// Records that packets are missing here, which causes a gap.
  mutating func noteLoss<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let latest else { return }
    try insert(Sample(time: latest, display: 0, input: nil), into: &sink)
  }

  private mutating func insert<Sink: TraceSink>(
    _ sample: Sample, into sink: inout Sink
  ) throws {
    latest = max(latest ?? sample.time, sample.time)
    if window.insert(sample) { try deliver(window.width, into: &sink) }
  }

  /// Writes all buffered events.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    try deliver(window.elements.count, into: &sink)
    for place in displays.indices { try fillGap(place, displays[place].lastTime, into: &sink) }
    guard lost > 0 else { return }
    try sink.report(
      Diagnostic(
        severity: .dataLoss, kind: "time-backwards",
        message: "\(lost) input events are too far behind their time or have values out of "
          + "range; they were left out"))
  }

  private mutating func deliver<Sink: TraceSink>(
    _ count: Int, into sink: inout Sink
  ) throws {
    window.sort()
    if origin == nil { origin = window.elements.first?.time }
    for sample in window.elements.prefix(count) { try write(sample, into: &sink) }
    window.drop(count)
  }

  private mutating func write<Sink: TraceSink>(
    _ sample: Sample, into sink: inout Sink
  ) throws {
    guard let origin else { return }
    guard let input = sample.input else {
      for place in displays.indices { displays[place].hasHole = true }
      return
    }
    let (distance, overflow) = sample.time.subtractingReportingOverflow(origin)
    let time = TraceTime(nanoseconds: max(0, distance))
    guard !overflow, ModelLimits.problem(with: .input(input), at: time) == nil,
      let place = try place(of: sample, origin, into: &sink),
      displays[place].lastTime <= time.nanoseconds
    else {
      lost += 1
      return
    }
    let scaled = Self.scaled(input, by: displays[place].unit)
    guard ModelLimits.problem(with: .input(scaled), at: time) == nil else {
      lost += 1
      return
    }
    try fillGap(place, time.nanoseconds, into: &sink)
    displays[place].lastTime = time.nanoseconds
    try sink.append(.input(scaled), at: time, to: displays[place].number)
    eventCount += 1
  }

  /// Converts pixels to points; the notches of a wheel are unchanged.
  private static func scaled(_ input: Input, by unit: Size?) -> Input {
    guard let unit else { return input }
    func point(_ pixel: Point) -> Point {
      Point(x: pixel.x * unit.width, y: pixel.y * unit.height)
    }
    switch input {
    case .touch(var touch):
      touch.position = point(touch.position)
      return .touch(touch)
    case .wheel(var wheel):
      wheel.position = wheel.position.map(point)
      return .wheel(wheel)
    default: return input
    }
  }

  /// Adds a gap to the trace, so that a replay can detect it.
  private mutating func fillGap<Sink: TraceSink>(
    _ place: Int, _ time: Int64, into sink: inout Sink
  ) throws {
    guard displays[place].hasHole else { return }
    displays[place].hasHole = false
    let end = TraceTime(nanoseconds: time)
    let start = TraceTime(nanoseconds: displays[place].lastTime)
    try sink.append(
      .stream(.gap(from: start, to: end, count: nil)), at: end, to: displays[place].number)
  }

  private mutating func place<Sink: TraceSink>(
    of sample: Sample, _ origin: Int64, into sink: inout Sink
  ) throws -> Int? {
    let display = sample.display
    if let place = displays.firstIndex(where: { $0.id == display }) { return place }
    guard displays.count < Self.displayLimit else { return nil }
    // The user specifies the size of the device's own display, which is 0.
    var own: Size?
    if display == 0, case .touch? = sample.input { own = unit }
    var information = TraceInformation(
      name: "display \(display)", coordinateSpace: own == nil ? .devicePixels : .points)
    information.clock = SourceClock(name: clockName, origin: "\(origin) ns")
    information.source = SourceOrigin(format: format)
    displays.append(Display(id: display, number: try sink.beginTrace(information), unit: own))
    return displays.count - 1
  }
}

/// One motion event of Android: all pointers at one time.
struct MotionEvent {
  /// The constants of `MotionEvent` and `InputDevice` in Android's documentation.
  private static let pointerSource: UInt64 = 0x2
  private static let scrollAction: UInt64 = 8
  private static let cancelledFlag: UInt64 = 0x20

  private var time: Int64 = 0
  private var display: Int64 = 0
  private var source: UInt64 = 0
  private var action: UInt64 = 0
  private var flags: UInt64 = 0
  private var pointers: [Pointer] = []

  private struct Pointer {
    var id: Int64 = 0
    /// X, Y, pressure, and the two wheels.
    var x: Double?
    var y: Double?
    var pressure: Double?
    var vertical = 0.0
    var horizontal = 0.0
  }

  init(_ bytes: ArraySlice<UInt8>) {
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      switch field.number {
      case 2: time = Int64(bitPattern: field.integer)
      case 3: source = field.integer
      case 4: action = field.integer
      case 6: display = field.signed
      case 8: flags = field.integer
      case 9: pointers.append(Self.pointer(field.bytes))
      default: break
      }
    }
  }

  private static func pointer(_ bytes: ArraySlice<UInt8>) -> Pointer {
    var pointer = Pointer()
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      if field.number == 2 { pointer.id = Int64(bitPattern: field.integer) }
      guard field.number == 1 else { continue }
      var axis: UInt64 = 0
      var value = 0.0
      var parts = ProtobufFields(field.bytes)
      while let part = parts.next() {
        if part.number == 1 { axis = part.integer }
        if part.number == 2 { value = part.double }
      }
      switch axis {
      case 0: pointer.x = value
      case 1: pointer.y = value
      case 2: pointer.pressure = value
      case 9: pointer.vertical = value
      case 10: pointer.horizontal = value
      default: break
      }
    }
    return pointer
  }

  /// Whether the event is of a pointing device.
  var isOfPointers: Bool { source & Self.pointerSource != 0 }

  /// The samples of the event, in the order of its pointers.
  var samples: [AndroidInput.Sample] {
    guard isOfPointers else { return [] }
    let masked = action & 0xFF
    let changed = Int(truncatingIfNeeded: action >> 8 & 0xFF)
    return pointers.indices.compactMap { index in
      guard let input = input(pointers[index], masked, isChanged: index == changed) else {
        return nil
      }
      return AndroidInput.Sample(time: time, display: display, input: input)
    }
  }

  private func input(_ pointer: Pointer, _ action: UInt64, isChanged: Bool) -> Input? {
    // Android omits axes with the value zero, as at the left edge of the screen.
    guard pointer.x != nil || pointer.y != nil else { return nil }
    let position = Point(x: pointer.x ?? 0, y: pointer.y ?? 0)
    if action == Self.scrollAction {
      // A wheel turned towards the user scrolls down: the axis is negative, the offset increases.
      let delta = Vector(dx: pointer.horizontal, dy: -pointer.vertical)
      return .wheel(WheelSample(delta: delta, position: position))
    }
    // Android cancels a finger that turned out to be a palm, while the others stay.
    let end: TouchPhase = flags & Self.cancelledFlag == 0 ? .ended : .cancelled
    let phase: TouchPhase
    switch action {
    case 0: phase = .began
    case 1: phase = end
    case 2: phase = .moved
    case 3: phase = .cancelled
    // Another finger was added or lifted; the others only report their positions.
    case 5: phase = isChanged ? .began : .stationary
    case 6: phase = isChanged ? end : .stationary
    default: return nil
    }
    let pressure = pointer.pressure.flatMap { $0 >= 0 ? $0 : nil }
    return .touch(
      TouchSample(pointer: pointer.id, phase: phase, position: position, pressure: pressure))
  }
}
