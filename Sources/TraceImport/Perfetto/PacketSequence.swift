import TextKit

/// What the packets of one writer share: names that were interned, defaults, and clocks.
///
/// A class, because a packet changes a few of its tables and none must be copied for it.
final class PacketSequence {
  /// A name of events, and what it is good for.
  struct Name {
    var text: String
    var meaning: EventName?
  }

  /// How many names of one kind a sequence may have.
  private static let limit = 1 << 16

  private(set) var names: [UInt64: Name] = [:]
  private(set) var arguments: [UInt64: EventArgument] = [:]
  private(set) var texts: [UInt64: [UInt8]] = [:]
  private var userTiming: UInt64?
  private(set) var defaultTrack: UInt64 = 0
  private(set) var defaultClock: UInt64?
  /// The track of the writer's thread, where the trace is from before 2020 and describes no tracks.
  private var threadTrack: UInt64 = 0
  /// What the clock of events from before 2020 shows, in nanoseconds; nil where nothing says so.
  private var lastReading: Int64?
  var clocks: [ClockTable.Own] = []
  /// Whether nothing that later packets rely on is missing.
  var isWhole = false
  /// Whether a packet was seen.
  var isStarted = false
  /// Whether it writes Android's input.
  var hasInput = false

  /// Forgets everything interned, as the writer did.
  func clear() {
    names.removeAll(keepingCapacity: true)
    arguments.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    userTiming = nil
    defaultClock = nil
    defaultTrack = threadTrack
    isWhole = true
  }

  /// Notes that packets are missing here: what they said is not known.
  func lose() {
    isWhole = false
    lastReading = nil
  }

  /// Takes in interned data; field numbers are those of `interned_data.proto`.
  func intern(_ data: ArraySlice<UInt8>) {
    var fields = ProtobufFields(data)
    while let field = fields.next() {
      switch field.number {
      case 1:
        let (id, text) = Self.entry(field.bytes)
        if text.elementsEqual(EventName.userTiming) { userTiming = id }
      case 2 where names.count < Self.limit:
        let (id, text) = Self.entry(field.bytes)
        names[id] = Name(
          text: String(decoding: text.prefix(ChromiumEvent.textLimit), as: UTF8.self),
          meaning: EventName(text))
      case 3 where arguments.count < Self.limit:
        let (id, text) = Self.entry(field.bytes)
        arguments[id] = EventArgument(text)
      case 29 where texts.count < Self.limit:
        let (id, text) = Self.entry(field.bytes)
        texts[id] = Array(text.prefix(ChromiumEvent.textLimit))
      default: break
      }
    }
  }

  private static func entry(_ bytes: ArraySlice<UInt8>) -> (id: UInt64, text: ArraySlice<UInt8>) {
    var id: UInt64 = 0
    var text: ArraySlice<UInt8> = []
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      if field.number == 1 { id = field.integer }
      if field.number == 2 { text = field.bytes }
    }
    return (id, text)
  }

  /// Takes in the defaults of the packets that follow.
  func setDefaults(_ bytes: ArraySlice<UInt8>) {
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      if field.number == 58 { defaultClock = field.integer }
      guard field.number == 11 else { continue }
      var inner = ProtobufFields(field.bytes)
      while let field = inner.next() {
        if field.number == 11 { defaultTrack = field.integer }
      }
    }
  }

  /// Takes in the thread of a writer from before 2020, from which the times of its events count on.
  func setThread(_ descriptor: ArraySlice<UInt8>, track: UInt64) {
    threadTrack = track
    if defaultTrack == 0 { defaultTrack = track }
    var fields = ProtobufFields(descriptor)
    while let field = fields.next() {
      if field.number == 6 { lastReading = Self.nanoseconds(Int64(bitPattern: field.integer)) }
    }
  }

  /// Returns when an event from before 2020 happened, in nanoseconds of the monotonic clock; nil
  /// where the thread that its time counts on from was never described, or got lost.
  func reading(of time: TrackEvent.OwnTime) -> Int64? {
    switch time {
    case .moment(let microseconds): return Self.nanoseconds(microseconds)
    case .step(let microseconds):
      guard let last = lastReading, let step = Self.nanoseconds(microseconds) else { return nil }
      let (sum, overflow) = last.addingReportingOverflow(step)
      lastReading = overflow ? nil : sum
      return lastReading
    }
  }

  private static func nanoseconds(_ microseconds: Int64) -> Int64? {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    return overflow ? nil : product
  }

  /// Whether a category is that of the page's own marks.
  func isUserTiming(_ category: UInt64) -> Bool { category == userTiming }
}
