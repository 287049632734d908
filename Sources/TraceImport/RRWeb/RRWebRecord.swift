import ScrollModel
import TextKit

/// Reads one record of a recording, in whatever it is wrapped.
struct RRWebRecord {
  /// The events of the record, in its order; batches of moves give several.
  private(set) var events: [TimedRRWebEvent] = []
  private let byte: Int64

  /// How many wrappers may lie around an event.
  private static let depthLimit = 4

  init(_ text: ArraySlice<UInt8>, byte: Int64) throws {
    self.byte = byte
    try read(text, depth: 0)
  }

  private mutating func read(_ text: ArraySlice<UInt8>, depth: Int) throws {
    guard depth < Self.depthLimit else { return }
    var tokens = JSONTokens(text)
    switch try tokens.next() {
    case .beginObject: try readObject(&tokens, depth)
    case .beginArray: try readArray(text, depth)
    case .string(let string):
      guard let bytes = PackedText.unpack(string) else {
        throw RecordProblem(
          kind: "not-an-event", message: "a text stands where an event is expected")
      }
      try read(bytes[...], depth: depth + 1)
    default:
      throw RecordProblem(
        kind: "not-an-event", message: "an rrweb event is an object with type, data, timestamp")
    }
  }

  /// Reads the events of an array, such as PostHog's pair of window and event.
  private mutating func readArray(_ text: ArraySlice<UInt8>, _ depth: Int) throws {
    var tokens = JSONTokens(text)
    _ = try tokens.next()
    var isEmpty = true
    while let element = try tokens.nextElement() {
      guard Self.isContainer(element) else { continue }
      isEmpty = false
      try read(element, depth: depth + 1)
    }
    if isEmpty {
      throw RecordProblem(kind: "not-an-event", message: "an array holds no rrweb event")
    }
  }

  private mutating func readObject(_ tokens: inout JSONTokens, _ depth: Int) throws {
    var type: Int64?
    var time: Int64?
    var data: ArraySlice<UInt8>?
    var inner: ArraySlice<UInt8>?
    while case .key(let key)? = try tokens.next() {
      let value = try tokens.rawValue()
      switch key {
      case "type": type = JSONScanner.whole(value)
      case "timestamp": time = JSONScanner.scaled(value, timesTenTo: 6)
      case "data": data = value
      case "snapshot", "snapshot_data", "$snapshot_data", "event", "properties", "events":
        if Self.isContainer(value) { inner = value }
      default: break
      }
    }
    if let type, let time { return try readEvent(type, time, data) }
    if let inner { return try read(inner, depth: depth + 1) }
    if type == nil, let data, Self.isContainer(data) { return try read(data, depth: depth + 1) }
    throw RecordProblem(
      kind: type == nil ? "not-an-event" : "no-timestamp",
      message: type == nil
        ? "an object has no 'type'; it is no rrweb event"
        : "an rrweb event has no 'timestamp' in milliseconds")
  }

  static func isContainer(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[")
  }

  private mutating func add(_ event: RRWebEvent, _ time: Int64) {
    events.append(TimedRRWebEvent(time: time, event: event, byte: byte))
  }

  // MARK: Events

  private mutating func readEvent(
    _ type: Int64, _ time: Int64, _ data: ArraySlice<UInt8>?
  ) throws {
    // Beyond that, sums with offsets could overflow.
    guard 0...ModelLimits.time ~= time else {
      throw RecordProblem(
        kind: "bad-timestamp", message: "a timestamp is negative or later than the year 2116")
    }
    switch type {
    case 0, 1: return add(.loaded, time)
    case 2: return try readSnapshot(try object(data), time)
    case 3: return try readIncrement(try object(data), time)
    case 4: return try readMeta(try object(data), time)
    case 5: return try readCustom(try object(data), time)
    default: return
    }
  }

  /// Returns the data of an event, unpacked where it is compressed.
  private mutating func object(_ data: ArraySlice<UInt8>?) throws -> ArraySlice<UInt8> {
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

  private mutating func readMeta(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
    var href = ""
    let size = try readSize(data) { key, value in
      if case "href" = key { href = JSONScanner.text(value) ?? "" }
    }
    add(.meta(href: href, size: size), time)
  }

  /// Reads a width and a height; nil where one is missing.
  private func readSize(
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

  private mutating func readCustom(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
    var tag: String?
    try members(of: data) { key, value in
      if case "tag" = key { tag = JSONScanner.text(value) }
    }
    add(.custom((tag ?? "").shortened()), time)
  }

  private mutating func readSnapshot(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
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
    add(.snapshot(tree, offset: offset), time)
  }

  // MARK: Increments

  private mutating func readIncrement(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
    var fields = Fields()
    var tokens = JSONTokens(data)
    guard case .beginObject? = try tokens.next() else {
      throw RecordProblem(kind: "bad-event", message: "an object is missing in an rrweb event")
    }
    while case .key(let key)? = try tokens.next() {
      let value = try tokens.rawValue()
      switch key {
      case "source":
        fields.source = JSONScanner.whole(value)
        // Changes of the page are long and have members of their own.
        if fields.source == 0 { return add(.mutation(try readMutation(data)), time) }
      case "type": fields.type = JSONScanner.whole(value)
      case "id": fields.id = JSONScanner.whole(value)
      case "pointerId": fields.pointer = JSONScanner.whole(value) ?? 0
      case "x": fields.x = JSONScanner.number(value)
      case "y": fields.y = JSONScanner.number(value)
      case "positions": fields.positions = value
      default: break
      }
    }
    switch fields.source {
    case 1, 6, 12: try readMoves(fields, time)
    case 2: try readInteraction(fields, time)
    case 3:
      let point = try fields.point("a scroll")
      guard let node = fields.id else {
        throw RecordProblem(kind: "bad-event", message: "a scroll has no 'id' of its element")
      }
      add(.scroll(node: node, to: point), time)
    case 4:
      guard let size = try readSize(data) else {
        throw RecordProblem(kind: "bad-event", message: "a resize has no 'width' or 'height'")
      }
      add(.viewport(size), time)
    case nil: throw RecordProblem(kind: "bad-event", message: "an increment has no 'source'")
    default: return
    }
  }

  /// The members of an increment that were found.
  private struct Fields {
    var source: Int64?
    var type: Int64?
    var id: Int64?
    var pointer: Int64 = 0
    var x: Double?
    var y: Double?
    var positions: ArraySlice<UInt8> = []

    func point(_ what: String) throws -> Point {
      guard let x, let y else {
        throw RecordProblem(kind: "bad-event", message: "\(what) has no 'x' or 'y'")
      }
      return Point(x: x, y: y)
    }
  }

  /// Reads the moves of a batch, each at its own time: the event's time is that of the batch's end.
  private mutating func readMoves(_ fields: Fields, _ time: Int64) throws {
    var tokens = JSONTokens(fields.positions)
    guard !fields.positions.isEmpty, case .beginArray? = try tokens.next() else {
      throw RecordProblem(kind: "bad-event", message: "a batch of moves has no 'positions'")
    }
    while case .beginObject? = try tokens.next() {
      var move = Fields(id: fields.id, pointer: fields.pointer)
      var offset: Int64 = 0
      while case .key(let key)? = try tokens.next() {
        let value = try tokens.rawValue()
        switch key {
        case "x": move.x = JSONScanner.number(value)
        case "y": move.y = JSONScanner.number(value)
        case "id": move.id = JSONScanner.whole(value)
        case "pointerId": move.pointer = JSONScanner.whole(value) ?? 0
        case "timeOffset": offset = JSONScanner.scaled(value, timesTenTo: 6) ?? 0
        default: break
        }
      }
      let point = try move.point("a move")
      // An hour is more than any batch holds; the sum cannot overflow.
      let moment = time + min(max(offset, -3_600_000_000_000), 3_600_000_000_000)
      let node = move.id ?? 0
      if fields.source == 6 {
        add(
          .touch(
            .init(phase: .moved, pointer: move.pointer, node: node, position: point)), moment)
      } else {
        add(.mouse(fields.source == 12 ? "drag" : "move", node: node, at: point), moment)
      }
    }
  }

  private mutating func readInteraction(_ fields: Fields, _ time: Int64) throws {
    let node = fields.id ?? 0
    let phase: TouchPhase? =
      switch fields.type {
      case 7: .began
      // Left out by rrweb, used for moves by recorders of apps.
      case 8: .moved
      case 9: .ended
      case 10: .cancelled
      default: nil
      }
    if let phase {
      let position = try fields.point("a touch")
      return add(
        .touch(.init(phase: phase, pointer: fields.pointer, node: node, position: position)), time)
    }
    let names: [Int64: String] = [
      0: "up", 1: "down", 2: "click", 3: "context-menu", 4: "double-click",
    ]
    guard let type = fields.type, let name = names[type], let x = fields.x, let y = fields.y else {
      return
    }
    add(.mouse(name, node: node, at: Point(x: x, y: y)), time)
  }

  private mutating func readMutation(
    _ data: ArraySlice<UInt8>
  ) throws -> RRWebEvent.Mutation {
    var mutation = RRWebEvent.Mutation()
    try members(of: data) { key, value in
      switch key {
      case "adds":
        try JSONParts.elements(of: unpacked(value)) { try readAdd($0, &mutation) }
      case "removes":
        try JSONParts.elements(of: unpacked(value)) { entry in
          try members(of: entry) { key, value in
            if case "id" = key, let id = JSONScanner.whole(value) { mutation.removed.append(id) }
          }
        }
      case "attributes", "texts":
        try JSONParts.elements(of: unpacked(value)) { _ in mutation.otherCount += 1 }
      default: break
      }
    }
    return mutation
  }

  private func readAdd(
    _ entry: ArraySlice<UInt8>, _ mutation: inout RRWebEvent.Mutation
  ) throws {
    var parent: Int64?
    var node: ArraySlice<UInt8> = []
    try members(of: entry) { key, value in
      switch key {
      case "parentId": parent = JSONScanner.whole(value)
      case "node": node = value
      default: break
      }
    }
    mutation.addCount += 1
    if let parent, mutation.parents.count < 16 { mutation.parents.append(parent) }
    try mutation.added.add(node, to: parent)
  }

  /// Returns a part of a mutation, unpacked where it is compressed, and empty where it cannot be.
  private func unpacked(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard value.first == UInt8(ascii: "\"") else { return value }
    return PackedText.unpack(value).map { $0[...] } ?? []
  }

  private func members(
    of object: ArraySlice<UInt8>,
    _ take: (ArraySlice<UInt8>, ArraySlice<UInt8>) throws -> Void
  ) throws {
    guard try JSONParts.members(of: object, take) else {
      throw RecordProblem(kind: "bad-event", message: "an object is missing in an rrweb event")
    }
  }
}
