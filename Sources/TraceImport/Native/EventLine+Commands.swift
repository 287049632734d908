import ScrollModel
import TextKit

extension EventLine {
  private enum CommandWord: String, CaseIterable {
    case scroll
    case write
    case cancel
  }

  mutating func command() throws -> Command {
    var word: CommandWord?
    var destination: ScrollDestination?
    var id: TargetID?
    var anchor: UnitPoint?
    var animation: ScrollAnimation?
    var route: CommandRoute?
    var preservesVelocity: Bool?
    while let key = try nextKey() {
      switch key {
      case "do": try read(word: &word)
      case "to":
        guard destination == nil else { throw duplicate() }
        destination = try self.destination()
      case "id": try read(&id)
      case "anchor": try read(&anchor)
      case "animation":
        guard animation == nil else { throw duplicate() }
        if try !scanner.nullIfPresent() { animation = try self.animation() }
      case "via": try read(word: &route)
      case "keeps_velocity": try read(&preservesVelocity)
      case "origin": try readOrigin()
      default: try passUnknown()
      }
    }
    switch try require(word, "do") {
    case .cancel:
      return .cancel
    case .write:
      return .write(id, anchor: anchor, animation: animation ?? .none)
    case .scroll:
      return .scroll(
        to: try require(destination, "to"), anchor: anchor, animation: animation ?? .none,
        route: route ?? .position, preservesVelocity: preservesVelocity ?? false)
    }
  }

  /// Reads `{"id": …}`, `{"edge": …}`, `{"point": [x, y]}`, `{"x": …}` or `{"y": …}`.
  private mutating func destination() throws -> ScrollDestination {
    let place = scanner.offset
    var id: TargetID?
    var edge: Edge?
    var point: Point?
    var (x, y): (Double?, Double?)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "id": try read(&id)
      case "edge": try read(word: &edge)
      case "point": try read(&point)
      case "x": try read(&x)
      case "y": try read(&y)
      default: try passUnknown()
      }
    }
    switch (id, edge, point, x, y) {
    case (let id?, nil, nil, nil, nil): return .id(id)
    case (nil, let edge?, nil, nil, nil): return .edge(edge)
    case (nil, nil, let point?, nil, nil): return .point(point)
    case (nil, nil, nil, let x?, nil): return .x(x)
    case (nil, nil, nil, nil, let y?): return .y(y)
    default:
      throw LineProblem(
        kind: "bad-value", offset: place,
        message: "'to' has exactly one of 'id', 'edge', 'point', 'x', 'y'")
    }
  }

  /// Reads `"none"`, `"automatic"`, or an object with `seconds` and a `curve` or a `bounce`.
  private mutating func animation() throws -> ScrollAnimation {
    let place = scanner.offset
    if try scanner.peek() == .string {
      switch try scanner.word() {
      case "none": return .none
      case "automatic": return .automatic
      default:
        throw LineProblem(
          kind: "bad-value", offset: place,
          message: "'animation' is \"none\", \"automatic\" or an object with 'seconds'")
      }
    }
    var (seconds, bounce): (Double?, Double?)
    var curve: AnimationCurve?
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "seconds": try read(&seconds)
      case "curve": try read(word: &curve)
      case "bounce": try read(&bounce)
      default: try passUnknown()
      }
    }
    let duration = try require(seconds, "seconds")
    switch (curve, bounce) {
    case (let curve, nil): return .timed(seconds: duration, curve: curve ?? .easeInOut)
    case (nil, let bounce?): return .spring(seconds: duration, bounce: bounce)
    default:
      throw LineProblem(
        kind: "bad-value", offset: place, message: "an animation has a 'curve' or a 'bounce'")
    }
  }
}
