import ScrollModel
import TextKit

/// Creates a trace from pointer data.
struct FlutterSession {
  var tally = DiagnosticSummary()
  private(set) var eventCount: Int64 = 0
  private let screen: Size?
  private var physicalScreen: Size?
  private var pixelRatio: Double?
  /// Pixels per point in the begun trace; a later size does not change it.
  private var scale: Double?
  private var window = SortWindow<Entry>()
  private var trace: MonotonicTraceWriter?
  private var origin: Int64 = 0
  private var latest: Int64?

  private struct Entry {
    /// Nil if a record was lost.
    var input: Input?
    var byte: Int64
  }

  /// `screen` is the size of the screen in points, if the user specified it.
  init(screen: Size?) {
    self.screen = screen
  }

  // MARK: Records

  mutating func takeScreen(_ value: JSONPiece.Value) {
    if value.choice == 3 {
      pixelRatio = JSONScanner.number(value.bytes)
      return
    }
    var width: Double?
    var height: Double?
    _ = try? JSONParts.members(of: value.bytes) { key, value in
      switch key {
      case "width": width = JSONScanner.number(value)
      case "height": height = JSONScanner.number(value)
      default: break
      }
    }
    if let width, let height, width > 0, height > 0 {
      physicalScreen = Size(width: width, height: height)
    }
  }

  mutating func take<Sink: TraceSink>(
    _ record: ArraySlice<UInt8>, byte: Int64, into sink: inout Sink
  ) throws {
    do {
      var data: ArraySlice<UInt8>?
      var time: Int64?
      let isObject = try JSONParts.members(of: record) { key, value in
        switch key {
        case "packet": try JSONParts.members(of: value) { if case "data" = $0 { data = $1 } }
        case "events": data = value
        case "ts": time = JSONScanner.scaled(value, timesTenTo: 3)
        default: break
        }
      }
      guard isObject, let data else {
        throw FlutterPointer.Problem(message: "a record has no packet of pointer data")
      }
      // Missing data of one pointer does not affect the others.
      try JSONParts.elements(of: data) { pointer in
        do {
          try takePointer(pointer, time, byte)
        } catch let problem as FlutterPointer.Problem {
          try lose("bad-record", byte: byte, problem.message, into: &sink)
        }
      }
    } catch let error as JSONError {
      try lose("damaged-record", byte: byte + Int64(error.offset), error.message, into: &sink)
    } catch let problem as FlutterPointer.Problem {
      try lose("bad-record", byte: byte, problem.message, into: &sink)
    }
    while window.isFull { try release(into: &sink) }
  }

  private mutating func takePointer(
    _ text: ArraySlice<UInt8>, _ time: Int64?, _ byte: Int64
  ) throws {
    let pointer = try FlutterPointer(text)
    guard let input = pointer.input else { return }
    guard let time = pointer.time ?? time, time.magnitude <= ModelLimits.time.magnitude else {
      throw FlutterPointer.Problem(message: "pointer data have no 'timeStamp' in microseconds")
    }
    latest = time
    window.push(Entry(input: input, byte: byte), at: time)
  }

  mutating func lose<Sink: TraceSink>(
    _ kind: String, byte: Int64, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .dataLoss, byte: byte, message, into: &sink)
    if let latest { window.push(Entry(input: nil, byte: byte), at: latest) }
  }

  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    while !window.isEmpty { try release(into: &sink) }
    try trace?.finish(into: &sink)
    try tally.finish(into: &sink)
  }

  // MARK: The trace

  private mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let (time, entry) = window.pop() else { return }
    guard let input = entry.input else {
      trace?.lost += 1
      return
    }
    if trace == nil { try begin(at: time, entry.byte, &sink) }
    let moment = TraceTime(nanoseconds: time).nanoseconds(since: TraceTime(nanoseconds: origin))
    let event = TraceEvent.input(scaled(input))
    let isAdded = try trace?.append(
      event, at: moment, byte: entry.byte, &tally, into: &sink)
    if isAdded == true { eventCount += 1 }
  }

  /// The size of the screen in points, in the recorded orientation.
  private var heldScreen: Size? {
    guard let screen, let physicalScreen, screen.width != screen.height,
      (screen.width > screen.height) != (physicalScreen.width > physicalScreen.height)
    else { return screen }
    return Size(width: screen.height, height: screen.width)
  }

  /// Physical pixels per point, if both sizes of the screen are known.
  private var pointScale: Double? {
    guard let screen = heldScreen, let physicalScreen, screen.width > 0 else { return nil }
    let scale = physicalScreen.width / screen.width
    return scale > 0 && scale <= ModelLimits.scale ? scale : nil
  }

  /// Converts pixels to points if the user specified the screen size in points.
  private func scaled(_ input: Input) -> Input {
    guard let scale else { return input }
    switch input {
    case .touch(var touch):
      touch.position = Point(x: touch.position.x / scale, y: touch.position.y / scale)
      return .touch(touch)
    case .wheel(var wheel):
      wheel.delta = Vector(dx: wheel.delta.dx / scale, dy: wheel.delta.dy / scale)
      wheel.position = wheel.position.map { Point(x: $0.x / scale, y: $0.y / scale) }
      return .wheel(wheel)
    default: return input
    }
  }

  private mutating func begin<Sink: TraceSink>(
    at time: Int64, _ byte: Int64, _ sink: inout Sink
  ) throws {
    origin = time
    scale = pointScale
    var information = TraceInformation(
      name: "gestures", coordinateSpace: scale == nil ? .devicePixels : .points)
    information.system = "Flutter"
    information.clock = SourceClock(
      name: "flutter_boot", origin: "\(ClockText.milliseconds(origin)) ms")
    information.source = SourceOrigin(format: FlutterImport.name)
    if let scale = scale ?? pixelRatio, scale > 0, scale <= ModelLimits.scale {
      information.scale = scale
    }
    if let size = physicalScreen, let width = Int64(exactly: size.width),
      let height = Int64(exactly: size.height)
    {
      information.setMetadata(
        MetadataEntry(
          key: "screen_px", json: #"{"width":\#(width),"height":\#(height)}"#))
    }
    information.qualities = [.geometry: .derived]
    var trace = try MonotonicTraceWriter(information, in: &sink)
    // The scroll view most likely fills the screen; the sample quality is marked as derived.
    if let size = scale == nil ? physicalScreen : heldScreen {
      try trace.append(
        .input(.container(ContainerChange(size: size))), at: 0, byte: byte, &tally, into: &sink)
    }
    self.trace = trace
    if scale == nil, pixelRatio == nil {
      try tally.report(
        "unknown-scale", .notice,
        "coordinates are pixels of the display and the recording does not contain how many make a "
          + "point; give the screen's size in points to have points", into: &sink)
    }
  }
}
