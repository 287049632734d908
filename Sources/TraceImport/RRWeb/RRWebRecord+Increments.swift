import ScrollModel
import TextKit

// Events since the snapshot: scrolls, touches, resizes, changes of the page.

extension RRWebRecord {
  mutating func readIncrement(_ data: ArraySlice<UInt8>, _ time: Int64) throws {
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
        // Mutations are long and have other members.
        if fields.source == 0 { return add(.mutation(try readMutation(data)), time, of: data) }
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

  /// The members of an increment.
  struct Fields {
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

  /// Reads the moves of a batch with their own times: the event's time is that of the batch's end.
  mutating func readMoves(_ fields: Fields, _ time: Int64) throws {
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
      let point: Point
      do {
        point = try move.point("a move")
      } catch let problem as RecordProblem {
        leaveOut(problem)
        continue
      }
      // No batch is longer than an hour; the sum cannot overflow.
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

  mutating func readInteraction(_ fields: Fields, _ time: Int64) throws {
    let node = fields.id ?? 0
    let phase: TouchPhase? =
      switch fields.type {
      case 7: .began
      // Unused by rrweb, used for moves by recorders of apps.
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

  mutating func readMutation(
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

  func readAdd(
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
    // Recorders of apps add drawing data, which is no node.
    if !node.isEmpty { try mutation.added.add(node, to: parent) }
  }

  /// Returns a part of a mutation, decompressed if necessary, and empty if it is damaged.
  func unpacked(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard value.first == UInt8(ascii: "\"") else { return value }
    return PackedText.unpack(value).map { $0[...] } ?? []
  }

  func members(
    of object: ArraySlice<UInt8>,
    _ take: (ArraySlice<UInt8>, ArraySlice<UInt8>) throws -> Void
  ) throws {
    guard try JSONParts.members(of: object, take) else {
      throw RecordProblem(kind: "bad-event", message: "an object is missing in an rrweb event")
    }
  }
}
