import ScrollModel
import TextKit

/// Expands the actions of the W3C WebDriver protocol into samples.
///
/// The n-th actions of all devices form a tick; a tick lasts as long as its longest action. How a
/// driver moves a pointer within a duration is its own business; here it moves evenly.
struct WebDriverActions {
  /// One sample, at a distance from the start of the actions in nanoseconds.
  struct Sample {
    var time: Int64
    var input: Input
  }

  private(set) var samples: [Sample] = []
  /// Whether coordinates count from an element whose place nobody knows.
  private(set) var hasElementOrigin = false
  /// Whether more was asked for than anything real: the rest was left out.
  private(set) var isCut = false

  /// How far samples of one move lie apart: a refresh at 60 Hz.
  private static let step: Int64 = 16_666_667
  private static let limit = 100_000

  private struct Device {
    var number: Int64
    var kind = ""
    var pointerType = "mouse"
    var actions: [Action] = []
    var position = Point.zero
    var isDown = false
  }

  private struct Action {
    var type = ""
    var origin = "viewport"
    var duration: Int64 = 0
    var x = 0.0
    var y = 0.0
    var delta = Vector.zero
  }

  /// Reads the object of a command that performs actions; nil if it holds none.
  init?(_ text: ArraySlice<UInt8>) throws {
    var devices: [Device] = []
    var hasActions = false
    try JSONParts.members(of: text) { key, value in
      guard case "actions" = key else { return }
      hasActions = true
      try JSONParts.elements(of: value) { element in
        guard devices.count < 16 else { return }
        var device = try Self.device(element, Int64(devices.count))
        if device.actions.count > Self.limit {
          device.actions.removeSubrange(Self.limit...)
          isCut = true
        }
        devices.append(device)
      }
    }
    guard hasActions else { return nil }
    run(&devices)
  }

  private static func device(_ text: ArraySlice<UInt8>, _ number: Int64) throws -> Device {
    var device = Device(number: number)
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "type": device.kind = JSONScanner.text(value) ?? ""
      case "parameters":
        try JSONParts.members(of: value) {
          if case "pointerType" = $0 { device.pointerType = JSONScanner.text($1) ?? "mouse" }
        }
      case "actions": try JSONParts.elements(of: value) { device.actions.append(try action($0)) }
      default: break
      }
    }
    return device
  }

  private static func action(_ text: ArraySlice<UInt8>) throws -> Action {
    var action = Action()
    var (dx, dy) = (0.0, 0.0)
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "type": action.type = JSONScanner.text(value) ?? ""
      // An element is an object.
      case "origin": action.origin = JSONScanner.text(value) ?? "element"
      case "duration":
        let duration = JSONScanner.scaled(value, timesTenTo: 6) ?? 0
        action.duration = min(max(0, duration), 3_600_000_000_000)
      case "x": action.x = JSONScanner.number(value) ?? 0
      case "y": action.y = JSONScanner.number(value) ?? 0
      case "deltaX": dx = JSONScanner.number(value) ?? 0
      case "deltaY": dy = JSONScanner.number(value) ?? 0
      default: break
      }
    }
    action.delta = Vector(dx: dx, dy: dy)
    return action
  }

  private mutating func run(_ devices: inout [Device]) {
    var time: Int64 = 0
    let count = devices.map(\.actions.count).max() ?? 0
    for tick in 0..<count {
      var duration: Int64 = 0
      for index in devices.indices where tick < devices[index].actions.count {
        let action = devices[index].actions[tick]
        duration = max(duration, action.duration)
        perform(action, by: &devices[index], at: time)
      }
      // A hundred days are no gesture.
      guard time < 8_640_000_000_000_000 else {
        isCut = true
        return
      }
      time += duration
    }
    samples.sort { $0.time < $1.time }
  }

  private mutating func perform(_ action: Action, by device: inout Device, at time: Int64) {
    switch action.type {
    case "pointerMove": move(action, by: &device, at: time)
    case "pointerDown":
      device.isDown = true
      add(.began, device, at: time)
    case "pointerUp", "pointerCancel":
      guard device.isDown else { return }
      device.isDown = false
      add(action.type == "pointerUp" ? .ended : .cancelled, device, at: time)
    case "scroll":
      if action.origin == "element" { hasElementOrigin = true }
      let wheel = WheelSample(
        delta: action.delta, isPrecise: true, position: Point(x: action.x, y: action.y))
      append(.wheel(wheel), at: time + action.duration)
    default: break
    }
  }

  private mutating func move(_ action: Action, by device: inout Device, at time: Int64) {
    var end = Point(x: action.x, y: action.y)
    if action.origin == "pointer" {
      end = Point(x: device.position.x + action.x, y: device.position.y + action.y)
    } else if action.origin == "element" {
      hasElementOrigin = true
    }
    let start = device.position
    if device.isDown {
      var elapsed = Self.step
      while elapsed < action.duration {
        let share = Double(elapsed) / Double(action.duration)
        device.position = Point(
          x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
        add(.moved, device, at: time + elapsed)
        elapsed += Self.step
      }
    }
    device.position = end
    if device.isDown { add(.moved, device, at: time + action.duration) }
  }

  /// Only fingers and pens scroll; a mouse that is dragged selects.
  private mutating func add(_ phase: TouchPhase, _ device: Device, at time: Int64) {
    guard device.kind == "pointer", device.pointerType != "mouse" else { return }
    let touch = TouchSample(pointer: device.number, phase: phase, position: device.position)
    append(.touch(touch), at: time)
  }

  private mutating func append(_ input: Input, at time: Int64) {
    guard samples.count < Self.limit else {
      isCut = true
      return
    }
    samples.append(Sample(time: time, input: input))
  }
}
