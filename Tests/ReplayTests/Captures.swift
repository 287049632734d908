import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

/// The captures of the reference material.
enum Captures {
  static let folder = "\(Reference.folder)/captures"

  /// Whether a capture exists; if not, the check is counted as skipped.
  static func has(_ name: String) -> Bool { Reference.path("captures/\(name)") != nil }

  /// Returns the traces of a capture.
  static func traces(_ name: String) throws -> [CollectingSink.Trace] {
    let source = try ByteSource(path: "\(folder)/\(name)")
    let format = try #require(CaptureFormat.recognize(FormatHead(of: source))).format
    var sink = CollectingSink()
    _ = try format.read(source, options: ImportOptions(), into: &sink)
    return sink.traces
  }
}

/// A page's own log of its scroll snap while a finger scrolled it.
struct PageLog {
  /// The initial positions of the elements.
  var layout = Layout(targets: [])
  /// The size of the scroll container.
  var container = Size(width: 0, height: 0)
  /// The offsets at which scrolls came to rest, in order.
  var rests: [Point] = []

  init(_ run: String) throws {
    let text = try Files.text("\(Captures.folder)/truth/\(run).truth.jsonl")
    for line in text.split(separator: "\n") { try read(Array(line.utf8)) }
  }

  private mutating func read(_ line: [UInt8]) throws {
    var numbers: [String: Double] = [:]
    var words: [String: String] = [:]
    var targets: [TargetFrame] = []
    var scanner = JSONScanner(line)
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      let key = scanner.keyText
      switch try scanner.peek() {
      case .number: numbers[key] = try scanner.double()
      case .string: words[key] = try scanner.string()
      case .array where key == "items": targets = try Self.items(&scanner)
      default: break
      }
    }
    switch (words["k"], words["ev"]) {
    case ("layout", _):
      if layout.targets.isEmpty { layout.targets = targets }
    case ("frame", _):
      guard layout.contentSize == nil else { return }
      layout.contentSize = Size(width: numbers["cw"] ?? 0, height: numbers["ch"] ?? 0)
      container = Size(width: numbers["vw"] ?? 0, height: numbers["vh"] ?? 0)
    case ("scrollev", "scrollend"):
      rests.append(Point(x: numbers["x"] ?? 0, y: numbers["y"] ?? 0))
    default: break
    }
  }

  /// Each is a list of name, x, y, width and height.
  private static func items(_ scanner: inout JSONScanner) throws -> [TargetFrame] {
    var targets: [TargetFrame] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      var name = ""
      var numbers: [Double] = []
      try scanner.beginArray()
      while try scanner.nextElement() {
        if try scanner.peek() == .string {
          name = try scanner.string()
        } else {
          numbers.append(try scanner.double())
        }
      }
      try #require(numbers.count == 4)
      targets.append(
        TargetFrame(
          id: TargetID(name),
          frame: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])))
    }
    return targets
  }
}
