public import ScrollModel

/// One change of a trace's inputs, as written in a report's panel and in `replay --edit`.
///
/// Velocities and distances are those of the content along the scrolled axis. Positive values
/// increase the offset, for which a finger moves in the opposite direction.
public enum ReplayEdit: Hashable, Sendable {
  /// The last 100 ms of a gesture have this velocity, in points per second.
  case velocity(gesture: Int, Double)
  /// Adds a distance in points to the movement of a gesture.
  case end(gesture: Int, Double)
  /// Moves the start of a gesture to another time.
  case begin(gesture: Int, TraceTime)
  /// Removes a gesture.
  case drop(gesture: Int)
  /// Adds a fling with a velocity in points per second.
  case fling(Double, at: TraceTime)
  /// Sets the container's size.
  case container(Size)
  /// Sets the direction of lines.
  case direction(LayoutDirection)
  /// Sets the spacing of neighboring items.
  case spacing(Double)
  /// Sets the length of every item along the scrolled axis.
  case itemSize(Double)
  /// Sets the container's insets.
  case insets(Insets)
  /// Sets the display's refresh rate in frames per second.
  case refresh(Double)

  /// The forms of edits, for help texts.
  public static let forms =
    "gesture N velocity PT/S; gesture N end PT; gesture N at TIME s; gesture N drop; "
    + "fling PT/S at TIME s; container WIDTHxHEIGHT; direction ltr|rtl; spacing PT; item-size PT; "
    + "insets TOP,LEFT,BOTTOM,RIGHT; refresh HZ"
}

extension ReplayEdit {
  /// Whether it changes layouts or containers.
  var changesScene: Bool {
    switch self {
    case .velocity, .end, .begin, .drop, .fling: false
    case .container, .direction, .spacing, .itemSize, .insets, .refresh: true
    }
  }
}

/// An edit that cannot be parsed, or that does not fit the trace.
public struct EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the accepted forms.
  public let description: String

  init(_ edit: String, _ problem: String) { description = "edit '\(edit)': \(problem)" }
}

// MARK: Text

extension ReplayEdit {
  /// Parses an edit from its line of text.
  public init(text: String) throws(EditError) {
    var words = Words(text)
    switch words.next() {
    case "gesture": self = try Self.gesture(&words)
    case "fling":
      let velocity = try words.number("a velocity in pt/s", 1e5)
      try words.expect("at")
      self = .fling(velocity, at: try words.time())
    case "container": self = .container(try words.size())
    case "direction":
      guard let direction = LayoutDirection(rawValue: words.next() ?? "") else {
        throw words.error("write 'direction ltr' or 'direction rtl'")
      }
      self = .direction(direction)
    case "spacing": self = .spacing(try words.length("a spacing in pt", from: 0))
    case "item-size": self = .itemSize(try words.length("a length in pt", from: 0.001))
    case "insets": self = .insets(try words.insets())
    case "refresh":
      let rate = try words.number("frames per second", 1000)
      guard rate >= 1 else { throw words.error("the rate is not within 1 and 1000 Hz") }
      self = .refresh(rate)
    default:
      throw words.error("no such edit; write one of: \(Self.forms)")
    }
    try words.expectEnd()
  }

  private static func gesture(_ words: inout Words) throws(EditError) -> ReplayEdit {
    guard let number = words.next().flatMap({ Int($0) }), number > 0 else {
      throw words.error("'gesture' needs the number of a gesture, from 1 on")
    }
    switch words.next() {
    case "velocity":
      return .velocity(gesture: number, try words.number("a velocity in pt/s", 1e5))
    case "end": return .end(gesture: number, try words.number("a distance in pt", 1e6))
    case "at": return .begin(gesture: number, try words.time())
    case "drop": return .drop(gesture: number)
    default: throw words.error("write velocity, end, at or drop after the gesture")
    }
  }
}

/// The words of one edit.
private struct Words {
  private let text: String
  private var rest: ArraySlice<Substring>

  init(_ text: String) {
    self.text = text
    rest = text.split(separator: " ")[...]
  }

  mutating func next() -> String? { rest.popFirst().map { String($0) } }

  func error(_ problem: String) -> EditError { EditError(text, problem) }

  mutating func expect(_ word: String) throws(EditError) {
    guard next() == word else { throw error("'\(word)' is missing") }
  }

  func expectEnd() throws(EditError) {
    if let word = rest.first { throw error("nothing is expected from '\(word)' on") }
  }

  /// Parses a plain decimal number, without spellings that only some parsers accept.
  private static func number(_ word: some StringProtocol) -> Double? {
    let plain = word.utf8.allSatisfy {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
    guard plain, let value = Double(String(word)), value.isFinite else { return nil }
    return value + 0.0
  }

  mutating func number(_ what: String, _ most: Double) throws(EditError) -> Double {
    guard let value = next().flatMap({ Self.number($0) }) else { throw error("\(what) is missing") }
    guard value.magnitude <= most else { throw error("\(what) is beyond \(Int64(most))") }
    return value
  }

  mutating func length(_ what: String, from least: Double) throws(EditError) -> Double {
    let value = try number(what, 1e6)
    guard value >= least else { throw error("\(what) is too small") }
    return value
  }

  mutating func time() throws(EditError) -> TraceTime {
    let seconds = try number("a time in seconds", 86_400)
    guard seconds >= 0 else { throw error("the time is before the trace") }
    try expect("s")
    return TraceTime(nanoseconds: Int64((seconds * 1e9).rounded()))
  }

  mutating func size() throws(EditError) -> Size {
    let sides = (next() ?? "").split(separator: "x").map { Self.number($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { throw error("write WIDTHxHEIGHT in pt, such as 390x844") }
    return Size(width: width, height: height)
  }

  mutating func insets() throws(EditError) -> Insets {
    let sides = (next() ?? "").split(separator: ",").map { Self.number($0) ?? .infinity }
    guard sides.count == 4, sides.allSatisfy({ (0...100_000).contains($0) }) else {
      throw error("write TOP,LEFT,BOTTOM,RIGHT in pt, such as 47,0,34,0")
    }
    return Insets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
  }
}
