import ScrollModel
import TextKit

/// One pointer datum of Flutter's engine; names and numbers are those of `dart:ui`'s `PointerData`.
///
/// A missing value is 0, because older recorders omit zeros.
struct FlutterPointer {
  struct Problem: Error {
    var message: String
  }

  /// Nanoseconds of the engine's clock; nil if the packet contains the time.
  private(set) var time: Int64?
  /// The resulting input; nil for data without effect, such as a hovering mouse.
  private(set) var input: Input?

  init(_ text: ArraySlice<UInt8>) throws {
    var numbers: [String: Double] = [:]
    var change: Int64 = 0
    var time: Int64?
    let isObject = try JSONParts.members(of: text) { key, value in
      switch key {
      case "timeStamp": time = JSONScanner.scaled(value, timesTenTo: 3)
      case "change": change = try Self.number(value, of: "change", among: Self.changes)
      case "kind", "signalKind":
        if case "null" = value { break }
        let name = String(decoding: key, as: UTF8.self)
        let names = name == "kind" ? Self.kinds : Self.signals
        numbers[name] =
          try JSONScanner.number(value) ?? Double(Self.number(value, of: name, among: names))
      case "device", "pointerIdentifier", "physicalX", "physicalY", "pressure", "pressureMax",
        "scrollDeltaX", "scrollDeltaY", "panDeltaX", "panDeltaY":
        let name = String(decoding: key, as: UTF8.self)
        if case "null" = value { break }
        guard let number = JSONScanner.number(value) else {
          throw Problem(message: "'\(name)' of a pointer is not a number")
        }
        numbers[name] = number
      default: break
      }
    }
    guard isObject else { throw Problem(message: "pointer data are no object") }
    self.time = time
    input = Self.input(numbers, change: change)
  }

  private static let changes = [
    "cancel", "add", "remove", "hover", "down", "move", "up", "panZoomStart", "panZoomUpdate",
    "panZoomEnd",
  ]
  private static let kinds = [
    "touch", "mouse", "stylus", "invertedStylus", "trackpad", "unknown",
  ]
  private static let signals = ["none", "scroll", "scrollInertiaCancel", "scale", "unknown"]

  /// Reads the number of an enumeration value, or its name, such as `PointerChange.down`.
  private static func number(
    _ value: ArraySlice<UInt8>, of key: String, among names: [String]
  ) throws -> Int64 {
    if let number = JSONScanner.whole(value) { return number }
    let name = JSONScanner.text(value)?.split(separator: ".").last.map(String.init)
    guard let index = names.firstIndex(where: { $0 == name }) else {
      throw Problem(message: "'\(key)' of a pointer is not known")
    }
    return Int64(index)
  }

  private static func input(_ numbers: [String: Double], change: Int64) -> Input? {
    let position = Point(x: numbers["physicalX"] ?? 0, y: numbers["physicalY"] ?? 0)
    if numbers["signalKind"] == 1 {
      let delta = Vector(dx: numbers["scrollDeltaX"] ?? 0, dy: numbers["scrollDeltaY"] ?? 0)
      return .wheel(WheelSample(delta: delta, isPrecise: false, position: position))
    }
    switch change {
    case 7: return pan(.began, numbers, position)
    case 8: return pan(.changed, numbers, position)
    case 9: return pan(.ended, numbers, position)
    default: break
    }
    // A dragged mouse does not scroll in Flutter; fingers and pens do.
    guard [0, 2, 3].contains(numbers["kind"] ?? 0), let phase = phase(change) else { return nil }
    let identifier = numbers["pointerIdentifier"] ?? 0
    let pointer = identifier == 0 ? numbers["device"] ?? 0 : identifier
    var pressure: Double?
    if let most = numbers["pressureMax"], most > 0 { pressure = numbers["pressure"] ?? 0 }
    return .touch(
      TouchSample(
        pointer: Int64(exactly: pointer) ?? 0, phase: phase, position: position,
        pressure: pressure))
  }

  /// A two-finger pan moves the content with the fingers, opposite to the offset.
  private static func pan(
    _ phase: WheelPhase, _ numbers: [String: Double], _ position: Point
  ) -> Input {
    let delta = Vector(dx: -(numbers["panDeltaX"] ?? 0), dy: -(numbers["panDeltaY"] ?? 0))
    return .wheel(WheelSample(delta: delta, phase: phase, isPrecise: true, position: position))
  }

  private static func phase(_ change: Int64) -> TouchPhase? {
    switch change {
    case 0: .cancelled
    case 4: .began
    case 5: .moved
    case 6: .ended
    default: nil
    }
  }
}
