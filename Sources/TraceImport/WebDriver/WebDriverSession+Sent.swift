import ScrollModel
import TextKit

// The touches and wheel steps that a driver sent, from its log.

extension WebDriverSession {
  mutating func takeTouch(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry,
    _ shared: inout WebDriverLog.Shared
  ) throws {
    var type = ""
    var points: [(id: Int64, position: Point, pressure: Double?)] = []
    var stamp: Int64?
    try JSONParts.members(of: body) { key, value in
      switch key {
      case "type": type = JSONScanner.text(value) ?? ""
      case "timestamp": stamp = JSONScanner.scaled(value, timesTenTo: 9)
      case "touchPoints":
        try JSONParts.elements(of: value) {
          let point = try Self.point($0, number: Int64(points.count))
          if points.count < 32 { points.append(point) }
        }
      default: break
      }
    }
    hasSent = true
    var moment = time
    if let stamp, 1_000_000_000_000_000_000..<ModelLimits.time ~= stamp {
      // The log's clock may be in a time zone; the touch's own is Unix time.
      let lead = stamp &- time
      let unixLead = shared.unixLead ?? lead
      shared.unixLead = unixLead
      if (lead &- unixLead).magnitude < 1_000_000_000 { moment = stamp &- unixLead }
    }
    switch type {
    case "touchStart", "touchMove":
      for point in points { touch(point, moment, entry, &shared) }
    case "touchEnd", "touchCancel":
      let phase: TouchPhase = type == "touchEnd" ? .ended : .cancelled
      let ending = points.isEmpty ? contacts.map { ($0.id, $0.position, nil) } : points
      for point in ending {
        contacts.removeAll { $0.id == point.id }
        let sample = TouchSample(
          pointer: point.id, phase: phase, position: point.position, pressure: point.pressure)
        push(.input(.touch(sample)), moment, entry, &shared)
      }
    default: break
    }
  }

  static func point(
    _ text: ArraySlice<UInt8>, number: Int64
  ) throws -> (id: Int64, position: Point, pressure: Double?) {
    var (id, x, y) = (number, 0.0, 0.0)
    var force: Double?
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "id": id = JSONScanner.number(value).flatMap { Int64(exactly: $0) } ?? number
      case "x": x = JSONScanner.number(value) ?? 0
      case "y": y = JSONScanner.number(value) ?? 0
      case "force": force = JSONScanner.number(value)
      default: break
      }
    }
    return (id, Point(x: x, y: y), force)
  }

  mutating func touch(
    _ point: (id: Int64, position: Point, pressure: Double?), _ time: Int64,
    _ entry: WebDriverImport.Entry, _ shared: inout WebDriverLog.Shared
  ) {
    var phase = TouchPhase.began
    if let index = contacts.firstIndex(where: { $0.id == point.id }) {
      phase = contacts[index].position == point.position ? .stationary : .moved
      contacts[index].position = point.position
    } else if contacts.count < 32 {
      contacts.append((point.id, point.position))
    }
    let sample = TouchSample(
      pointer: point.id, phase: phase, position: point.position, pressure: point.pressure)
    push(.input(.touch(sample)), time, entry, &shared)
  }

  mutating func takeMouse(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry,
    _ shared: inout WebDriverLog.Shared
  ) throws {
    var type = ""
    var numbers: [String: Double] = [:]
    try JSONParts.members(of: body) { key, value in
      switch key {
      case "type": type = JSONScanner.text(value) ?? ""
      case "x", "y", "deltaX", "deltaY":
        numbers[String(decoding: key, as: UTF8.self)] = JSONScanner.number(value)
      default: break
      }
    }
    hasSent = true
    let position = Point(x: numbers["x"] ?? 0, y: numbers["y"] ?? 0)
    if type == "mouseWheel" {
      let delta = Vector(dx: numbers["deltaX"] ?? 0, dy: numbers["deltaY"] ?? 0)
      let wheel = WheelSample(delta: delta, isPrecise: true, position: position)
      push(.input(.wheel(wheel)), time, entry, &shared)
    } else {
      let note = Annotation(
        kind: "mouse", text: "\(type.shortened(to: 40)) \(position.x) \(position.y)")
      push(.observation(.annotation(note)), time, entry, &shared)
    }
  }

  mutating func takeMetrics(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry,
    _ shared: inout WebDriverLog.Shared
  ) throws {
    var numbers: [String: Double] = [:]
    try JSONParts.members(of: body) { key, value in
      numbers[String(decoding: key, as: UTF8.self)] = JSONScanner.number(value)
    }
    guard let width = numbers["width"], let height = numbers["height"], width > 0, height > 0 else {
      return
    }
    let ratio = numbers["deviceScaleFactor"].flatMap { $0 > 0 ? $0 : nil }
    scale = scale ?? ratio
    let change = ContainerChange(size: Size(width: width, height: height), scale: ratio)
    push(.input(.container(change)), time, entry, &shared)
  }
}
