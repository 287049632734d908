import TextKit

/// One event of a track: the relevant fields of `track_event.proto`.
struct TrackEvent {
  /// The effect of an event on its track.
  enum Phase {
    case begin
    case end
    case instant
    case complete
    /// A counter, or an unknown effect.
    case other
  }

  /// The own time of an event from before 2020, in microseconds.
  enum OwnTime {
    /// Since the previous event, or since the description of its thread.
    case step(Int64)
    /// On the monotonic clock; other events do not depend on it.
    case moment(Int64)
  }

  var phase = Phase.other
  private(set) var ownTime: OwnTime?
  var track: UInt64?
  var name: PacketSequence.Name?
  var isMark = false
  /// Nanoseconds, for a complete event.
  var duration: Int64 = -1
  /// The id of an asynchronous event in the legacy format.
  var legacyID: UInt64?
  private var annotations: [ArraySlice<UInt8>] = []
  private var latency: ArraySlice<UInt8>?
  private var verdict: ArraySlice<UInt8>?

  init(_ bytes: ArraySlice<UInt8>, _ sequence: PacketSequence) {
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      switch field.number {
      case 1: ownTime = .step(Int64(bitPattern: field.integer))
      case 3: takeCategories(field, sequence)
      case 4: annotations.append(field.bytes)
      case 6: takeLegacy(field.bytes, sequence)
      case 9: phase = Self.phase(field.integer)
      case 10: name = sequence.names[field.integer] ?? name
      case 11: track = field.integer
      case 16: ownTime = .moment(Int64(bitPattern: field.integer))
      case 22: isMark = isMark || field.bytes.elementsEqual(EventName.userTiming)
      case 23:
        let text = String(decoding: field.bytes.prefix(ChromiumEvent.textLimit), as: UTF8.self)
        name = PacketSequence.Name(text: text, meaning: EventName(field.bytes))
      // Extensions, by their numbers in the descriptor that Chromium 156 writes into its traces.
      case 1032: latency = field.bytes
      case 1078: verdict = field.bytes
      default: break
      }
    }
  }

  private static func phase(_ type: UInt64) -> Phase {
    switch type {
    case 1: .begin
    case 2: .end
    case 3: .instant
    default: .other
    }
  }

  /// Handles one category by its number, or several packed into one field.
  private mutating func takeCategories(
    _ field: ProtobufFields.Field, _ sequence: PacketSequence
  ) {
    guard case .bytes(let packed) = field.value else {
      isMark = isMark || sequence.isUserTiming(field.integer)
      return
    }
    var index = packed.startIndex
    while let (category, end) = ProtobufFields.varint(packed, at: index) {
      isMark = isMark || sequence.isUserTiming(category)
      index = end
    }
  }

  /// Handles the format from before 2020: a phase letter as in JSON, a duration, and ids.
  private mutating func takeLegacy(_ bytes: ArraySlice<UInt8>, _ sequence: PacketSequence) {
    var fields = ProtobufFields(bytes)
    var letter: UInt64 = 0
    while let field = fields.next() {
      switch field.number {
      case 1: name = name ?? sequence.names[field.integer]
      case 2: letter = field.integer
      case 3:
        let (scaled, overflow) = Int64(clamping: field.integer).multipliedReportingOverflow(
          by: 1000)
        if !overflow { duration = scaled }
      case 6, 10, 11: legacyID = field.integer
      default: break
      }
    }
    switch letter {
    case 0x42, 0x62, 0x53: phase = .begin
    case 0x45, 0x65, 0x46: phase = .end
    case 0x49, 0x69, 0x52, 0x6E, 0x54: phase = .instant
    case 0x58: phase = .complete
    default: break
    }
  }

  /// The kind of the event; nil if it is irrelevant.
  var kind: ChromiumEvent.Kind? {
    // The name of a page's mark is arbitrary.
    guard !isMark else { return .mark }
    switch name?.meaning {
    case .kind(let kind): return kind
    case .inputInArguments:
      return latency.flatMap { Self.inputKind($0) }
    case .layerTree, .threadName, nil: return nil
    }
  }

  private static func inputKind(_ latency: ArraySlice<UInt8>) -> ChromiumEvent.Kind? {
    var kind: ChromiumEvent.Kind?
    var isOwn = true
    var fields = ProtobufFields(latency)
    while let field = fields.next() {
      if field.number == 1 { kind = ChromiumEvent.Kind(eventLatencyType: field.integer) }
      // Chromium's notification that a touch became a scroll looks like a touch, but has no id.
      if field.number == 4 { isOwn = Int64(bitPattern: field.integer) != -1 }
    }
    return isOwn ? kind : nil
  }

  // MARK: Arguments

  /// Adds all arguments to an event.
  func fill(_ event: inout ChromiumEvent, _ sequence: PacketSequence) {
    for annotation in annotations { Self.fill(&event, annotation, .other, sequence, depth: 0) }
    if let verdict, event.kind == .verdict { Self.fill(&event, verdict: verdict) }
  }

  /// The largest depth of relevant annotations.
  private static let depthLimit = 8

  private static func fill(
    _ event: inout ChromiumEvent, _ annotation: ArraySlice<UInt8>, _ outer: EventArgument,
    _ sequence: PacketSequence, inherited: EventArgument = .other, depth: Int
  ) {
    var name = inherited
    var fields = ProtobufFields(annotation)
    while let field = fields.next() {
      switch field.number {
      case 1: name = sequence.arguments[field.integer] ?? .other
      case 10: name = EventArgument(field.bytes)
      default: break
      }
    }
    fields = ProtobufFields(annotation)
    while let field = fields.next() {
      switch field.number {
      case 2: event.take(field.integer != 0, for: name)
      case 3: event.take(Double(field.integer), for: name, in: outer)
      case 4: event.take(Double(Int64(bitPattern: field.integer)), for: name, in: outer)
      case 5: event.take(field.double, for: name, in: outer)
      case 6: event.take(field.bytes, for: name)
      case 11 where depth < depthLimit:
        fill(&event, field.bytes, name, sequence, depth: depth + 1)
      case 12 where depth < depthLimit:
        fill(&event, field.bytes, outer, sequence, inherited: name, depth: depth + 1)
      case 17:
        if let text = sequence.texts[field.integer] { event.take(text[...], for: name) }
      default: break
      }
    }
  }

  /// Handles the verdict in its typed form; the names of reasons are those of Chromium's enum.
  private static func fill(_ event: inout ChromiumEvent, verdict: ArraySlice<UInt8>) {
    // False values may be omitted; the presence of a verdict is sufficient.
    event.take(false, for: .isJanky)
    var fields = ProtobufFields(verdict)
    while let field = fields.next() {
      if field.number == 1 { event.take(field.integer != 0, for: .isJanky) }
      guard field.number == 2 else { continue }
      var missed = ProtobufFields(field.bytes)
      while let part = missed.next() {
        if part.number == 1 { event.take(reason(part.integer)[...], for: .jankReason) }
        if part.number == 2 { event.take(Double(part.integer), for: .missedVsyncs, in: .other) }
      }
    }
  }

  private static func reason(_ number: UInt64) -> [UInt8] {
    switch number {
    case 1: Array("MISSED_VSYNC_DUE_TO_DECELERATING_INPUT_FRAME_DELIVERY".utf8)
    case 2: Array("MISSED_VSYNC_DURING_FAST_SCROLL".utf8)
    case 3: Array("MISSED_VSYNC_AT_START_OF_FLING".utf8)
    case 4: Array("MISSED_VSYNC_DURING_FLING".utf8)
    default: Array("JANK_REASON_\(number)".utf8)
    }
  }
}
