import ScrollModel
import TextKit

/// The contents of the header line of a log, or of the line of a further trace.
struct HeaderLine {
  /// The version of the format; nil in the line of a further trace.
  var version: Int64?
  /// The number of a further trace.
  var trace: Int64?
  /// The unit of every `t`.
  var unit: TimeUnit?
  /// The clock's reading at the start of the trace, in nanoseconds of that clock.
  var origin: Int64?
  /// The token that authorizes a connection; it is no part of the trace and never stored.
  var token: String?
  /// All other information.
  var information: TraceInformation
  /// The problems of single keys, which were skipped.
  var problems: [LineProblem] = []

  /// Whether a line looks like a header, so that a damaged header is not treated as an event.
  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    var scanner = JSONScanner(line)
    guard (try? scanner.beginObject()) != nil else { return false }
    while let key = try? scanner.nextKey() {
      if key == "scrolltrace" { return true }
    }
    return false
  }

  /// Reads the line; invalid JSON throws, an invalid value is skipped and recorded.
  init(_ line: ArraySlice<UInt8>, defaultName: String, defaultUnit: TimeUnit) throws {
    information = TraceInformation(name: defaultName)
    var scanner = JSONScanner(line)
    var originText: ArraySlice<UInt8>?
    try scanner.beginObject()
    var seen: Set<String> = []
    while let key = try scanner.nextKey() {
      let place = scanner.offset
      // An invalid value is skipped from its start, regardless of where the error was.
      let before = scanner
      do {
        guard seen.insert(scanner.keyText).inserted else {
          throw LineProblem(
            kind: "duplicate-key", offset: place,
            message: "'\(scanner.keyText)' comes twice in the header; the first one counts")
        }
        if !(key == "scrolltrace"), try scanner.nullIfPresent() { continue }
        if key == "origin" {
          originText = try scanner.rawValue()
        } else {
          try read(key, &scanner)
        }
      } catch let error as JSONError {
        // Invalid JSON throws again when the value is skipped; a wrong type does not.
        scanner = before
        problems.append(
          LineProblem(
            kind: "bad-header", offset: error.offset,
            message: "\(error.message); '\(scanner.keyText)' was left out"))
      } catch let problem as LineProblem {
        scanner = before
        problems.append(
          LineProblem(kind: problem.kind, offset: place, message: problem.message))
      }
    }
    try scanner.end()
    if let originText, (try? readOrigin(originText, unit ?? defaultUnit)) == nil {
      problems.append(
        LineProblem(
          kind: "bad-header", offset: 0,
          message: "'origin' is no number that fits the unit; it was left out"))
    }
  }

  /// The origin is in the log's unit, which may come after it.
  private mutating func readOrigin(_ text: ArraySlice<UInt8>, _ unit: TimeUnit) throws {
    var scanner = JSONScanner(text)
    origin = try scanner.int64(timesTenTo: unit.exponent)
    guard origin != 0 else { return }
    let name = information.clock?.name ?? "unnamed"
    information.clock = SourceClock(name: name, origin: String(decoding: text, as: UTF8.self))
  }

  private mutating func read(_ key: JSONKey, _ scanner: inout JSONScanner) throws {
    switch key {
    case "scrolltrace": version = try scanner.int64()
    case "k": try scanner.skipValue()
    case "trace": trace = try scanner.int64()
    case "name": try text(&scanner) { $0.name = $1 }
    case "parent": try text(&scanner) { $0.parentName = $1 }
    case "device": try text(&scanner) { $0.device = $1 }
    case "system": try text(&scanner) { $0.system = $1 }
    case "app": try text(&scanner) { $0.app = $1 }
    case "configuration": try text(&scanner) { $0.declaredConfiguration = $1 }
    case "axes": information.axes = try word(&scanner)
    case "space": information.coordinateSpace = try word(&scanner)
    case "scale": try scale(&scanner)
    case "time": unit = try word(&scanner)
    case "clock": try clock(&scanner)
    case "source": try source(&scanner)
    case "quality": try quality(&scanner)
    case "metadata": try metadata(&scanner)
    case "token": token = try scanner.string()
    default:
      let name = scanner.keyText
      try setMetadata(name, try scanner.rawValue())
    }
  }

  private mutating func text(
    _ scanner: inout JSONScanner, _ set: (inout TraceInformation, String) -> Void
  ) throws {
    let text = try scanner.string()
    guard text.utf8.count <= ModelLimits.textBytes else { throw tooLong(scanner.keyText) }
    set(&information, text)
  }

  private func word<Word: RawRepresentable & CaseIterable>(
    _ scanner: inout JSONScanner
  ) throws -> Word where Word.RawValue == String {
    let text = try scanner.string()
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw LineProblem(
        kind: "bad-header", offset: 0,
        message: "'\(scanner.keyText)' is none of \(words); it was left out")
    }
    return word
  }

  private mutating func scale(_ scanner: inout JSONScanner) throws {
    let scale = try scanner.double()
    guard scale > 0, scale <= ModelLimits.scale else {
      throw LineProblem(
        kind: "bad-header", offset: 0,
        message: "'scale' is not above 0 and at most \(ModelLimits.scale); it was left out")
    }
    information.scale = scale
  }

  private mutating func clock(_ scanner: inout JSONScanner) throws {
    var clock = SourceClock(name: "unnamed")
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "name": clock.name = try scanner.string()
      case "origin": clock.origin = try scanner.string()
      default: try scanner.skipValue()
      }
    }
    information.clock = clock
  }

  private mutating func source(_ scanner: inout JSONScanner) throws {
    var (format, hash): (String?, String?)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "format": format = try scanner.string()
      case "hash": hash = try scanner.string()
      default: try scanner.skipValue()
      }
    }
    information.source = format.map { SourceOrigin(format: $0, hash: hash) }
  }

  private mutating func quality(_ scanner: inout JSONScanner) throws {
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      guard let quantity = Quantity(rawValue: scanner.keyText) else {
        throw LineProblem(
          kind: "bad-header", offset: 0,
          message: "'\(scanner.keyText)' is no quantity; its quality was left out")
      }
      information.qualities[quantity] = try sampleQuality(&scanner)
    }
  }

  private func sampleQuality(_ scanner: inout JSONScanner) throws -> SampleQuality? {
    let problem = LineProblem(
      kind: "bad-header", offset: 0,
      message: "a quality is \"exact\", \"derived\" or a positive number of milliseconds; "
        + "it was left out")
    if try scanner.peek() == .number {
      let interval = try scanner.double()
      guard interval > 0, interval <= 3_600_000 else { throw problem }
      return .throttled(milliseconds: interval)
    }
    switch try scanner.word() {
    case "exact": return nil
    case "derived": return .derived
    default: throw problem
    }
  }

  private mutating func metadata(_ scanner: inout JSONScanner) throws {
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      let name = scanner.keyText
      try setMetadata(name, try scanner.rawValue())
    }
  }

  private mutating func setMetadata(_ name: String, _ json: ArraySlice<UInt8>) throws {
    guard json.count <= ModelLimits.textBytes, name.utf8.count <= ModelLimits.idBytes else {
      throw tooLong(name)
    }
    information.setMetadata(
      MetadataEntry(key: name, json: String(decoding: Self.compact(json), as: UTF8.self)))
  }

  /// Valid JSON without white space, so that indentation does not change the trace.
  private static func compact(_ json: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in json {
      if isQuoted {
        isQuoted = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        continue
      } else {
        isQuoted = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return result
  }

  private func tooLong(_ name: String) -> LineProblem {
    LineProblem(
      kind: "bad-header", offset: 0,
      message: "'\(name)' is longer than \(ModelLimits.textBytes) bytes; it was left out")
  }
}
