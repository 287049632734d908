import ScrollModel
import TextKit

/// Reads the lines of one of the four formats into a sink: one trace for each device with touches
/// or wheel steps.
///
/// The reader handles one line at a time, independent of the chunks of input. A damaged line
/// becomes a diagnostic and a gap in its trace; every complete frame is kept.
struct DeviceReader<Front: DeviceLineParser>: Sendable {
  private(set) var eventCount: Int64 = 0
  private(set) var lineCount: Int64 = 0
  private(set) var front: Front
  var tracks: [DeviceTrack] = []
  var origin: Int64?
  let format: CaptureFormat
  let options: DeviceOptions
  private var last = 0
  /// Events far before the last frame of their device: the next one shows whether they are damaged.
  private var suspects: [Int: (event: DeviceEvent, place: Place)] = [:]

  /// The position of a line in its source.
  struct Place: Sendable {
    /// The line from 1; nil for the end of the source.
    var line: Int64?
    /// The offset of its first byte, from 0.
    var byte: Int64?
  }

  init(_ front: Front, format: CaptureFormat, options: DeviceOptions) {
    self.front = front
    self.format = format
    self.options = options
    origin = front.origin
  }

  /// Handles a line of a companion: only device descriptions are used, not events.
  mutating func takeDescription(_ line: ArraySlice<UInt8>) -> Bool {
    switch try? front.take(line) {
    case .nothing?: true
    default: false
    }
  }

  /// Handles a line without its line break.
  mutating func take<Sink: TraceSink>(
    _ line: ArraySlice<UInt8>, _ place: Place, isCutOff: Bool, into sink: inout Sink
  ) throws {
    let content: DeviceLine
    do throws(LineProblem) {
      content = try front.take(line)
    } catch {
      let problem =
        isCutOff
        ? LineProblem(
          kind: "cut-off-line", offset: error.offset,
          message: "the source ends inside this line; it was left out")
        : error
      return try lose(problem, place, &sink)
    }
    switch content {
    case .nothing: return
    case .event(let device, let event): try take(event, track(device), place, &sink)
    case .sample(let device, let time, let sample):
      try take(sample, at: time, track(device), place, &sink)
    }
  }

  /// Ends the source and reports incomplete data.
  mutating func end<Sink: TraceSink>(into sink: inout Sink) throws {
    for (index, suspect) in suspects.sorted(by: { $0.key < $1.key }) {
      try decode(suspect.event, index, suspect.place, &sink)
    }
    suspects = [:]
    for index in tracks.indices {
      if tracks[index].frameStart != nil {
        tracks[index].frameStart = nil
        try report(
          "unfinished-frame", .dataLoss, Place(), 0,
          "the source ends before a frame of '\(name(of: index))' is whole; it was left out", &sink)
        if tracks[index].number != nil { tracks[index].lost += 1 }
      }
      let open = (tracks[index].decoder?.openCount ?? 0) + tracks[index].fingers.count
      if open > 0, tracks[index].number != nil {
        try report(
          "open-contact", .info, Place(), 0,
          "\(open) contact\(open == 1 ? " is" : "s are") still down at the end of "
            + "'\(name(of: index))'", &sink)
      }
      if tracks[index].number != nil { try fillGap(index, tracks[index].lastTime, &sink) }
    }
  }

  /// Records why a line was skipped; it most likely belongs to the last device.
  mutating func lose<Sink: TraceSink>(
    _ problem: LineProblem, _ place: Place, _ sink: inout Sink
  ) throws {
    if tracks.indices.contains(last) { tracks[last].lost += 1 }
    try report(problem.kind, .dataLoss, place, problem.offset, problem.message, &sink)
  }

  private mutating func track(_ device: Int) -> Int {
    while tracks.count <= device { tracks.append(DeviceTrack()) }
    last = device
    return device
  }

  // MARK: Events

  /// Handles an event.
  ///
  /// Two consecutive events far before the last frame begin another recording, which ends open
  /// contacts. A single one has a damaged time.
  private mutating func take<Sink: TraceSink>(
    _ event: DeviceEvent, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    let isBehind = deficit(of: event.time, index) > ModelLimits.disorder
    if !suspects.isEmpty, let suspect = suspects.removeValue(forKey: index) {
      if isBehind { try cutOff(index, at: suspect.event.time, suspect.place, &sink) }
      try decode(suspect.event, index, suspect.place, &sink)
    } else if isBehind {
      suspects[index] = (event, place)
      return
    }
    try decode(event, index, place, &sink)
  }

  private mutating func decode<Sink: TraceSink>(
    _ event: DeviceEvent, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    if tracks[index].decoder == nil {
      tracks[index].decoder = ContactDecoder(front.devices.descriptions[index])
    }
    if origin == nil { origin = event.time }
    let start = tracks[index].frameStart ?? event.time
    tracks[index].frameStart = start
    guard let end = tracks[index].decoder?.take(event) else { return }
    tracks[index].frameStart = nil
    let samples = tracks[index].decoder?.samples ?? []
    if end == .dropped, tracks[index].number != nil || !samples.isEmpty {
      try report(
        "dropped-events", .dataLoss, place, 0,
        "the kernel lost events before this line; contacts that were down are cancelled",
        &sink)
      tracks[index].hasHole = true
    }
    try tellLeftOut(index, place, &sink)
    guard !samples.isEmpty else { return }
    try tellFoundContacts(index, place, &sink)
    let moment = try moment(of: event.time, startingAt: start, index, place, &sink)
    for sample in samples { try deliver(sample, at: moment, index, place, &sink) }
  }

  private mutating func tellFoundContacts<Sink: TraceSink>(
    _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    guard let found = tracks[index].decoder?.contactsWithoutStart,
      found > tracks[index].reportedContacts
    else { return }
    tracks[index].reportedContacts = found
    try report(
      "contact-without-start", .notice, place, 0,
      "a contact was down before the recording saw it; it begins here", &sink)
  }

  /// Reports contacts without a sample: a missing touch causes a gap, a pen does not.
  private mutating func tellLeftOut<Sink: TraceSink>(
    _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    guard let decoder = tracks[index].decoder else { return }
    if decoder.hasPenTouched, !tracks[index].hasToldPen {
      tracks[index].hasToldPen = true
      try report(
        "pen-touch", .notice, place, 0,
        "a pen touches '\(name(of: index))'; pens are not read", &sink)
    }
    let unplaced = decoder.contactsWithoutPosition
    guard unplaced > tracks[index].reportedUnplaced else { return }
    tracks[index].lost += Int64(unplaced - tracks[index].reportedUnplaced)
    tracks[index].reportedUnplaced = unplaced
    try report(
      "contact-without-position", .dataLoss, place, 0,
      "a contact left before both of its coordinates were known, as the kernel does not repeat the "
        + "one that is as before the recording; it was left out", &sink)
  }

  mutating func deliver<Sink: TraceSink>(
    _ sample: DeviceSample, at time: TraceTime, _ index: Int, _ place: Place,
    _ sink: inout Sink
  ) throws {
    switch sample {
    case .wheel(let dx, let dy):
      try begin(index, touches: false, place, &sink)
      try tellNotches(index, place, &sink)
      try append(.wheel(Self.notches(dx, dy)), at: time, index, place, &sink)
    case .touch(let pointer, let phase, let x, let y, let pressure):
      try begin(index, touches: true, place, &sink)
      guard let plane = tracks[index].plane else { return }
      let touch = TouchSample(
        pointer: pointer, phase: phase, position: plane.point(x, y),
        pressure: pressure.flatMap { self.pressure($0, index) })
      try append(.touch(touch), at: time, index, place, &sink)
    }
  }

  /// Pressure as a fraction of its range; without a range the value is meaningless.
  private func pressure(_ value: Int32, _ index: Int) -> Double? {
    guard let range = tracks[index].pressureRange else { return nil }
    let fraction =
      (Double(value) - Double(range.minimum)) / (Double(range.maximum) - Double(range.minimum))
    return fraction > 0 ? fraction : 0
  }

  private mutating func tellNotches<Sink: TraceSink>(
    _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    guard !tracks[index].hasToldNotches else { return }
    tracks[index].hasToldNotches = true
    try report(
      "wheel-notches", .info, place, 0,
      "steps of a click wheel are notches; how far one goes is up to the system", &sink)
  }

  private static func notches(_ dx: Int64, _ dy: Int64) -> WheelSample {
    WheelSample(delta: Vector(dx: Double(dx) / 120, dy: Double(dy) / 120))
  }

  // MARK: Delivery

  mutating func append<Sink: TraceSink>(
    _ input: Input, at time: TraceTime, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    let event = TraceEvent.input(input)
    if let problem = ModelLimits.problem(with: event, at: time) {
      return try lose(
        LineProblem(kind: "out-of-range", offset: 0, message: "\(problem); it was left out"),
        place, &sink)
    }
    guard let number = tracks[index].number else { return }
    try fillGap(index, time, &sink)
    try sink.append(event, at: time, to: number)
    tracks[index].lastTime = time
    eventCount += 1
  }

  /// Adds a gap to the trace, so that a replay can detect it.
  private mutating func fillGap<Sink: TraceSink>(
    _ index: Int, _ time: TraceTime, _ sink: inout Sink
  ) throws {
    let lost = tracks[index].lost
    guard lost > 0 || tracks[index].hasHole, let number = tracks[index].number else { return }
    let count = tracks[index].hasHole ? nil : lost
    tracks[index].lost = 0
    tracks[index].hasHole = false
    try sink.append(
      .stream(.gap(from: tracks[index].lastTime, to: time, count: count)), at: time, to: number)
    tracks[index].lastTime = time
  }

  func name(of index: Int) -> String {
    let devices = front.devices
    guard devices.descriptions.indices.contains(index) else { return "device \(index + 1)" }
    if let name = devices.descriptions[index].name, !name.isEmpty { return name }
    let key = devices.key(index)
    return key.isEmpty ? "input device" : String(decoding: key.prefix(200), as: UTF8.self)
  }

  func report<Sink: TraceSink>(
    _ kind: String, _ severity: Severity, _ place: Place, _ offset: Int, _ message: String,
    _ sink: inout Sink
  ) throws {
    try sink.report(
      Diagnostic(
        severity: severity, kind: kind, line: place.line,
        column: place.line.map { _ in Int64(offset) + 1 },
        byte: place.byte.map { $0 + Int64(offset) }, message: message))
  }
}
