import TextKit

/// The common state of one writer's packets: interned names, defaults, and clocks.
///
/// This is a class, because a packet changes a few of its tables and copies must be avoided.
final class PacketSequence {
  /// An event name and its handling.
  struct Name {
    var text: String
    var meaning: EventName?
  }

  /// The largest number of names of one kind in a sequence.
  private static let limit = 1 << 16

  private(set) var names: [UInt64: Name] = [:]
  private(set) var arguments: [UInt64: EventArgument] = [:]
  private(set) var texts: [UInt64: [UInt8]] = [:]
  private var userTiming: UInt64?
  private(set) var defaultTrack: UInt64 = 0
  private(set) var defaultClock: UInt64?
  /// The track of the writer's thread in traces from before 2020, which describe no tracks.
  private var threadTrack: UInt64 = 0
  /// The reading of the clock of events from before 2020, in nanoseconds; nil if unknown.
  private var lastReading: Int64?
  var clocks: [ClockTable.Own] = []
  /// Whether all interned data that later packets need is present.
  var isWhole = false
  /// Whether a packet was read.
  var isStarted = false
  /// Whether the sequence contains Android input.
  var hasInput = false

  /// Clears all interned data, as the writer did.
  func clear() {
    names.removeAll(keepingCapacity: true)
    arguments.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    userTiming = nil
    defaultClock = nil
    defaultTrack = threadTrack
    isWhole = true
  }

  /// Records that packets are missing here, so that their data is unknown.
  func lose() {
    isWhole = false
    lastReading = nil
  }

  /// Handles interned data; field numbers are those of `interned_data.proto`.
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

  /// Handles the defaults of the following packets.
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

  /// Handles the thread of a writer from before 2020, which is the base of its event times.
  func setThread(_ descriptor: ArraySlice<UInt8>, track: UInt64) {
    threadTrack = track
    if defaultTrack == 0 { defaultTrack = track }
    var fields = ProtobufFields(descriptor)
    while let field = fields.next() {
      if field.number == 6 { lastReading = Self.nanoseconds(Int64(bitPattern: field.integer)) }
    }
  }

  /// Returns the time of an event from before 2020, in nanoseconds of the monotonic clock; nil if
  /// the description of its thread is missing.
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

  /// Whether a category is that of page marks.
  func isUserTiming(_ category: UInt64) -> Bool { category == userTiming }
}
