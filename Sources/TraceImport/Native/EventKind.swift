import ScrollModel
import TextKit

/// The kinds of event lines, by the value of `k`.
enum EventKind: String, CaseIterable {
  case touch
  case wheel
  case command
  case layout
  case edit
  case container
  case frame
  case phase
  case position
  case visibility
  case visible
  case release
  case note
  case gap
  case repair
  case keyframe
  case trace

  /// Finds the kind of a line; nil, with its name, for an unknown kind.
  static func find(in line: ArraySlice<UInt8>) throws -> (kind: EventKind?, name: String) {
    var scanner = JSONScanner(line)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      guard key == "k" else { continue }
      var again = scanner
      let kind = Self.kind(try scanner.word())
      if kind == nil {
        // A line of a newer version must at least be complete JSON.
        var whole = JSONScanner(line)
        try whole.end()
      }
      return (kind, kind == nil ? try again.string() : "")
    }
    throw LineProblem(kind: "missing-value", offset: 0, message: "'k', the kind, is missing")
  }

  /// The likely kind of a damaged line, from the text before the damage.
  static func attempted(in line: ArraySlice<UInt8>) -> EventKind? {
    var scanner = JSONScanner(line)
    do throws(JSONError) {
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        if key == "k" { return kind(try scanner.word()) }
      }
    } catch {}
    return nil
  }

  /// The kind of line for an event.
  init(of event: TraceEvent) {
    self =
      switch event {
      case .input(.touch): .touch
      case .input(.wheel): .wheel
      case .input(.command): .command
      case .input(.layout): .layout
      case .input(.edit): .edit
      case .input(.container): .container
      case .observation(.frame): .frame
      case .observation(.phase): .phase
      case .observation(.position): .position
      case .observation(.visibility): .visibility
      case .observation(.visibleSet): .visible
      case .observation(.release): .release
      case .observation(.annotation): .note
      case .stream(.gap): .gap
      case .stream(.repair): .repair
      case .stream(.keyframe): .keyframe
      }
  }

  /// Finds the trace number of a line.
  static func trace(in line: ArraySlice<UInt8>) throws -> Int64? {
    try number("trace", in: line, timesTenTo: 0)
  }

  /// Finds the time of a line in nanoseconds.
  static func time(in line: ArraySlice<UInt8>, unit: TimeUnit) throws -> Int64? {
    try number("t", in: line, timesTenTo: unit.exponent)
  }

  private static func number(
    _ name: StaticString, in line: ArraySlice<UInt8>, timesTenTo power: Int
  ) throws -> Int64? {
    var scanner = JSONScanner(line)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      guard key == name else { continue }
      return try scanner.nullIfPresent() ? nil : try scanner.int64(timesTenTo: power)
    }
    return nil
  }

  /// Returns the kind with a name.
  static func kind(_ word: JSONKey) -> EventKind? {
    switch word {
    case "frame": .frame
    case "touch": .touch
    case "wheel": .wheel
    case "visibility": .visibility
    case "visible": .visible
    case "phase": .phase
    case "position": .position
    case "command": .command
    case "layout": .layout
    case "edit": .edit
    case "container": .container
    case "release": .release
    case "note": .note
    case "gap": .gap
    case "repair": .repair
    case "keyframe": .keyframe
    case "trace": .trace
    default: nil
    }
  }
}
