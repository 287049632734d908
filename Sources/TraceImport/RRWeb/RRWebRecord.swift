import ScrollModel
import TextKit

/// Reads one record of a recording in any supported wrapper.
struct RRWebRecord {
  /// The events of the record, in order; batches of moves contain several.
  var events: [TimedRRWebEvent] = []
  /// Skipped parts of the record, each with the number of events before it.
  private(set) var problems: [(place: Int, problem: RecordProblem)] = []
  /// The damage after the events; nil if all could be read.
  private(set) var damage: JSONError?
  let byte: Int64
  /// The number of events before any damage.
  private var wholeCount = 0
  /// The current window, if the wrapper contains one.
  private var window = ""

  /// The largest number of wrappers around an event.
  static let depthLimit = 4

  init(_ text: ArraySlice<UInt8>, window: String = "", byte: Int64) throws {
    self.byte = byte
    self.window = window
    do {
      try read(text, depth: 0)
    } catch let error as JSONError {
      guard wholeCount > 0 else { throw error }
      let count = wholeCount
      events.removeSubrange(count...)
      problems.removeAll { $0.place > count }
      damage = error
    }
  }

  mutating func read(_ text: ArraySlice<UInt8>, depth: Int) throws {
    guard depth < Self.depthLimit else { return }
    var tokens = JSONTokens(text)
    switch try tokens.next() {
    case .beginObject: try readObject(&tokens, depth)
    case .beginArray: try readArray(text, depth)
    case .string(let string):
      guard let bytes = PackedText.unpack(string) else {
        throw RecordProblem(
          kind: "not-an-event", message: "found a string where an event is expected")
      }
      try read(bytes[...], depth: depth + 1)
    default:
      throw RecordProblem(
        kind: "not-an-event", message: "an rrweb event is an object with type, data, timestamp")
    }
  }

  /// Reads the events of an array, such as PostHog's pair of window and event.
  mutating func readArray(_ text: ArraySlice<UInt8>, _ depth: Int) throws {
    var tokens = JSONTokens(text)
    _ = try tokens.next()
    let around = window
    defer { window = around }
    var isEmpty = true
    while let element = try tokens.nextElement() {
      guard Self.isContainer(element) else {
        if isEmpty, let name = Self.windowName(element) { window = name }
        continue
      }
      isEmpty = false
      do {
        try read(element, depth: depth + 1)
      } catch let problem as RecordProblem {
        // The other events of the line are complete.
        leaveOut(problem)
      }
      wholeCount = events.count
    }
    if isEmpty {
      throw RecordProblem(kind: "not-an-event", message: "an array holds no rrweb event")
    }
  }

  mutating func readObject(_ tokens: inout JSONTokens, _ depth: Int) throws {
    var type: Int64?
    var time: Int64?
    var data: ArraySlice<UInt8>?
    var inner: ArraySlice<UInt8>?
    let around = window
    defer { window = around }
    while case .key(let key)? = try tokens.next() {
      let ahead = tokens.valueAhead()
      let value: ArraySlice<UInt8>
      do {
        value = try tokens.rawValue()
      } catch {
        // In a truncated list, the events before the damage are complete.
        switch key {
        case "data", "snapshot", "snapshot_data", "$snapshot_data", "$snapshot_items", "events":
          if ahead.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") {
            try? readArray(ahead, depth + 1)
          }
        case "properties": try? read(ahead, depth: depth + 1)
        default: break
        }
        throw error
      }
      switch key {
      case "type": type = JSONScanner.whole(value)
      case "timestamp": time = JSONScanner.scaled(value, timesTenTo: 6)
      case "data": data = value
      case "snapshot", "snapshot_data", "$snapshot_data", "$snapshot_items", "event",
        "properties", "events":
        if Self.isContainer(value) || Self.isJSONText(value) { inner = value }
      case "windowId", "window_id", "$window_id":
        if let name = Self.windowName(value) { window = name }
      default: break
      }
    }
    if let type, let time { return try readEvent(type, time, data) }
    if let inner { return try read(inner, depth: depth + 1) }
    if type == nil, let data, Self.isContainer(data) || Self.isJSONText(data) {
      return try read(data, depth: depth + 1)
    }
    throw RecordProblem(
      kind: type == nil ? "not-an-event" : "no-timestamp",
      message: type == nil
        ? "an object has no 'type'; it is no rrweb event"
        : "an rrweb event has no 'timestamp' in milliseconds")
  }

  /// Records that a part of the record cannot be read.
  mutating func leaveOut(_ problem: RecordProblem) { problems.append((events.count, problem)) }

  static func isContainer(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[")
  }

  /// Whether a value is a JSON text in a string.
  private static func isJSONText(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "\"") && isContainer(value.dropFirst())
  }

  /// The name of a window, a string or a number; nil for other values.
  private static func windowName(_ value: ArraySlice<UInt8>) -> String? {
    guard value.count <= 256 else { return nil }
    return JSONScanner.text(value) ?? JSONScanner.whole(value).map { "\($0)" }
  }

  /// Adds an event, with a hash of its record if the event is only a part of it.
  mutating func add(_ event: RRWebEvent, _ time: Int64, of data: ArraySlice<UInt8> = []) {
    // FNV-1a.
    var digest: UInt64 = 0
    if !data.isEmpty {
      digest = 0xCBF2_9CE4_8422_2325
      for byte in data { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    events.append(
      TimedRRWebEvent(time: time, window: window, event: event, byte: byte, digest: digest))
  }

  // MARK: Events

  mutating func readEvent(
    _ type: Int64, _ time: Int64, _ data: ArraySlice<UInt8>?
  ) throws {
    // Larger times could overflow in sums with offsets.
    guard 0...ModelLimits.time ~= time else {
      throw RecordProblem(
        kind: "bad-timestamp", message: "a timestamp is negative or later than the year 2116")
    }
    switch type {
    case 0, 1: return add(.loaded, time)
    case 2: return try readSnapshot(try object(data), time)
    case 3: return try readIncrement(try object(data), time)
    case 4: return try readMeta(try object(data), time)
    case 5: return try readCustom(try object(data), Self.inMilliseconds(time))
    default: return
    }
  }

  /// Returns the time of a mark, which Sentry's recorder writes in seconds for spans.
  ///
  /// In milliseconds it would be in the first months of 1970.
  private static func inMilliseconds(_ time: Int64) -> Int64 {
    1_000_000_000_000_000...(ModelLimits.time / 1000) ~= time ? time * 1000 : time
  }

  /// Returns the data of an event, decompressed if necessary.
  mutating func object(_ data: ArraySlice<UInt8>?) throws -> ArraySlice<UInt8> {
    guard let data else {
      throw RecordProblem(kind: "no-data", message: "an rrweb event has no 'data'")
    }
    guard data.first == UInt8(ascii: "\"") else { return data }
    guard let bytes = PackedText.unpack(data) else {
      throw RecordProblem(
        kind: "packed-data",
        message: "the data of an event is packed in a way that could not be unpacked")
    }
    return bytes[...]
  }

  mutating func readMeta(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
    var href = ""
    let size = try readSize(data) { key, value in
      if case "href" = key { href = JSONScanner.text(value) ?? "" }
    }
    add(.meta(href: href, size: size), time)
  }

  /// Reads a width and a height; nil if one is missing.
  func readSize(
    _ data: ArraySlice<UInt8>,
    _ other: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void = { _, _ in }
  ) throws -> Size? {
    var width: Double?
    var height: Double?
    try members(of: data) { key, value in
      switch key {
      case "width": width = JSONScanner.number(value)
      case "height": height = JSONScanner.number(value)
      default: other(key, value)
      }
    }
    guard let width, let height else { return nil }
    return Size(width: width, height: height)
  }

  mutating func readCustom(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
    var tag: String?
    try members(of: data) { key, value in
      if case "tag" = key { tag = JSONScanner.text(value) }
    }
    add(.custom((tag ?? "").shortened()), time, of: data)
  }

  mutating func readSnapshot(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
    var tree = DOMTree()
    var offset: Point?
    try members(of: data) { key, value in
      switch key {
      case "node": tree = try DOMTree(value)
      case "initialOffset":
        var (left, top) = (0.0, 0.0)
        try members(of: value) { key, value in
          switch key {
          case "left": left = JSONScanner.number(value) ?? 0
          case "top": top = JSONScanner.number(value) ?? 0
          default: break
          }
        }
        offset = Point(x: left, y: top)
      default: break
      }
    }
    add(.snapshot(tree, offset: offset), time, of: data)
  }
}
