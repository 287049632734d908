import ScrollModel
import TextKit

/// Expands the actions of the W3C WebDriver protocol into samples.
///
/// The n-th actions of all devices form a tick, which lasts as long as its longest action. The
/// standard leaves the movement within a duration to the driver; here it is uniform.
struct WebDriverActions {
  /// One sample, with its time since the start of the actions in nanoseconds.
  struct Sample {
    var time: Int64
    var input: Input
  }

  private(set) var samples: [Sample] = []
  /// The total duration, including pauses after the last sample.
  private(set) var duration: Int64 = 0
  /// Whether coordinates are relative to an element with an unknown position.
  private(set) var hasElementOrigin = false
  /// Whether the actions exceeded a limit and were truncated.
  private(set) var isCut = false

  /// The sample interval of a move: a refresh at 60 Hz.
  private static let step: Int64 = 16_666_667
  private static let limit = 100_000

  /// The largest number of input sources of a session, and of one request.
  private static let heldLimit = 64
  private static let deviceLimit = 16

  /// An input source, which a session keeps between requests.
  struct Device {
    /// Its id from the client.
    var id = ""
    /// Its number in the trace.
    var number: Int64 = 0
    var kind = ""
    var pointerType = "mouse"
    fileprivate var actions: [Action] = []
    var position = Point.zero
    var isDown = false

    fileprivate init() {}

    /// Only fingers and pens scroll; a dragged mouse selects.
    fileprivate var scrolls: Bool { kind == "pointer" && pointerType != "mouse" }

    fileprivate func touch(_ phase: TouchPhase) -> Input {
      .touch(TouchSample(pointer: number, phase: phase, position: position))
    }
  }

  fileprivate struct Action {
    var type = ""
    var origin = "viewport"
    /// Nil if it lasts as long as its tick.
    var duration: Int64?
    var x = 0.0
    var y = 0.0
    var delta = Vector.zero
  }

  /// Reads the object of a "perform actions" command; nil if it contains none.
  ///
  /// `held` are the sources after the previous requests, and are updated.
  init?(_ text: ArraySlice<UInt8>, _ held: inout [Device]) throws {
    var devices: [Device] = []
    var hasActions = false
    try JSONParts.members(of: text) { key, value in
      guard case "actions" = key else { return }
      hasActions = true
      try JSONParts.elements(of: value) { element in
        guard devices.count < Self.deviceLimit else { return }
        var device = try Self.device(element)
        // The standard requires ids; without them the n-th source is the same each time.
        if device.id.isEmpty { device.id = "#\(devices.count)" }
        if device.actions.count > Self.limit {
          device.actions.removeSubrange(Self.limit...)
          isCut = true
        }
        devices.append(device)
      }
    }
    guard hasActions else { return nil }
    Self.resume(&devices, held)
    run(&devices)
    keep(devices, in: &held)
  }

  /// Returns the inputs that release everything, and removes the sources.
  static func release(_ held: inout [Device]) -> [Input] {
    let inputs = held.filter { $0.isDown && $0.scrolls }.map { $0.touch(.ended) }
    held = []
    return inputs
  }

  /// Continues the sources of the previous request, and numbers them.
  private static func resume(_ devices: inout [Device], _ held: [Device]) {
    let down = held.filter(\.isDown)
    for index in devices.indices {
      if let old = held.first(where: { $0.id == devices[index].id }) {
        (devices[index].position, devices[index].isDown) = (old.position, old.isDown)
        devices[index].number = old.number
        if old.isDown { continue }
      }
      let taken = (down + devices[..<index]).map(\.number)
      devices[index].number = (0...Int64(taken.count)).first { !taken.contains($0) } ?? 0
    }
  }

  private mutating func keep(_ devices: [Device], in held: inout [Device]) {
    for var device in devices {
      device.actions = []
      held.removeAll { $0.id == device.id }
      held.append(device)
    }
    while held.count > Self.heldLimit {
      if let idle = held.firstIndex(where: { !$0.isDown }) {
        held.remove(at: idle)
      } else {
        held.removeFirst()
        isCut = true
      }
    }
  }

  private static func device(_ text: ArraySlice<UInt8>) throws -> Device {
    var device = Device()
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "id": device.id = (JSONScanner.text(value) ?? "").shortened()
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
    defer { self.duration = time }
    let count = devices.map(\.actions.count).max() ?? 0
    for tick in 0..<count {
      let active = devices.indices.filter { tick < devices[$0].actions.count }
      let duration = active.compactMap { devices[$0].actions[tick].duration }.max() ?? 0
      for index in active {
        let action = devices[index].actions[tick]
        perform(action, for: action.duration ?? duration, by: &devices[index], at: time)
      }
      // A hundred days are no gesture.
      guard time < 8_640_000_000_000_000 else {
        isCut = true
        return
      }
      time += duration
    }
    samples.sortStably { $0.time < $1.time }
  }

  private mutating func perform(
    _ action: Action, for duration: Int64, by device: inout Device, at time: Int64
  ) {
    switch action.type {
    case "pointerMove": move(action, for: duration, by: &device, at: time)
    case "pointerDown":
      // A finger that is down is not pressed again.
      guard !device.isDown else { return }
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
      append(.wheel(wheel), at: time + duration)
    default: break
    }
  }

  private mutating func move(
    _ action: Action, for duration: Int64, by device: inout Device, at time: Int64
  ) {
    var end = Point(x: action.x, y: action.y)
    if action.origin == "pointer" {
      end = Point(x: device.position.x + action.x, y: device.position.y + action.y)
    } else if action.origin == "element" {
      hasElementOrigin = true
    }
    let start = device.position
    if device.isDown {
      var elapsed = Self.step
      while elapsed < duration {
        let share = Double(elapsed) / Double(duration)
        device.position = Point(
          x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
        add(.moved, device, at: time + elapsed)
        elapsed += Self.step
      }
    }
    device.position = end
    if device.isDown { add(.moved, device, at: time + duration) }
  }

  private mutating func add(_ phase: TouchPhase, _ device: Device, at time: Int64) {
    if device.scrolls { append(device.touch(phase), at: time) }
  }

  private mutating func append(_ input: Input, at time: Int64) {
    guard samples.count < Self.limit else {
      isCut = true
      return
    }
    samples.append(Sample(time: time, input: input))
  }
}
