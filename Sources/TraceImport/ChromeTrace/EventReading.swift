import ScrollModel
import TextKit

/// A relevant trace event while its members are read.
struct EventReading {
  private var phase: UInt8 = 0
  private var time: Int64?
  private var duration: Int64 = -1
  private var process: Int64 = 0
  private var thread: Int64 = 0
  private var id = Hash()
  private var isLocal = false
  private var name: ArraySlice<UInt8> = []
  private var arguments: ArraySlice<UInt8>?

  /// A hash of texts that is equal on every machine: FNV-1a.
  private struct Hash {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    var isEmpty = true

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      isEmpty = false
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func add(_ number: Int64) {
      value = (value ^ UInt64(bitPattern: number)) &* 0x100_0000_01B3
    }
  }

  /// Reads the members of a validated event; `name` is the range of its name.
  init(_ text: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
    self.name = name
    var scanner = JSONScanner(text)
    // The scan found no errors; a value of another type is ignored.
    try? scanner.beginObject()
    while let key = try? scanner.nextKey() { take(key, &scanner) }
  }

  private mutating func take(_ key: JSONKey, _ scanner: inout JSONScanner) {
    switch key {
    case "ph": phase = (try? scanner.rawValue())?.dropFirst().first ?? 0
    case "ts": time = Self.nanoseconds(&scanner)
    case "dur": duration = Self.nanoseconds(&scanner) ?? -1
    case "pid": process = Self.number(&scanner)
    case "tid": thread = Self.number(&scanner)
    case "id": addID(&scanner)
    case "id2":
      guard (try? scanner.beginObject()) != nil else { return }
      while let inner = try? scanner.nextKey() {
        isLocal = isLocal || inner == "local"
        addID(&scanner)
      }
    case "args": arguments = try? scanner.rawValue()
    default: break
    }
  }

  private mutating func addID(_ scanner: inout JSONScanner) {
    if let text = try? scanner.rawValue() { id.add(text) }
  }

  /// Reads a time in microseconds, as a number or as a string.
  private static func nanoseconds(_ scanner: inout JSONScanner) -> Int64? {
    if let time = try? scanner.int64(timesTenTo: 3) { return time }
    guard let text = try? scanner.rawValue(), text.count > 2, text.first == 0x22 else { return nil }
    let digits = text.dropFirst().dropLast()
    guard let literal = try? DecimalLiteral(in: digits.span, at: 0), literal.end == digits.count
    else { return nil }
    return try? DecimalParser.int64(literal, timesTenTo: 3)
  }

  /// Reads the id of a process or thread; a name is converted to a number.
  private static func number(_ scanner: inout JSONScanner) -> Int64 {
    if let number = try? scanner.int64() { return number }
    var hash = Hash()
    if let text = try? scanner.rawValue() { hash.add(text) }
    return Int64(truncatingIfNeeded: hash.value >> 1)
  }

  /// Passes the event to the extraction, and returns its time.
  func send<Sink: TraceSink>(
    _ meaning: EventName?, to extraction: inout ScrollExtraction, into sink: inout Sink
  ) throws -> Int64? {
    if case .threadName = meaning {
      if let text = arguments.flatMap({ ArgumentText.text(.name, in: $0) }) {
        extraction.takeThread(process: process, thread: thread, name: text)
      }
      return nil
    }
    guard let time else { return nil }
    if case .layerTree = meaning {
      guard phase == 0x4F, let arguments else { return time }
      for layer in LayerSnapshot(arguments).layers {
        var event = event(.layerOffset, time)
        (event.node, event.a, event.b) = (layer.id, layer.x, layer.y)
        try extraction.take(event, into: &sink)
      }
      return time
    }
    guard let kind = kind(meaning), var event = event(kind) else { return time }
    if let arguments { ArgumentText.fill(&event, from: arguments) }
    guard event.isOfInterest else { return time }
    try extraction.take(event, into: &sink)
    return time
  }

  /// The kind of the event: determined by its phase, its name and, for inputs, its arguments.
  private func kind(_ meaning: EventName?) -> ChromiumEvent.Kind? {
    // An end needs no arguments: its key identifies its beginning.
    let isEnd = phase == 0x65 || phase == 0x45 || phase == 0x46
    switch meaning {
    case nil: return isEnd ? .end : .mark
    case .kind(let kind): return isEnd ? .end : kind
    case .inputInArguments:
      if isEnd { return phase == 0x65 ? .end : nil }
      let type = arguments.flatMap { ArgumentText.inputType(in: $0) }
      return type.flatMap { ChromiumEvent.Kind(inputType: $0) }
    case .layerTree, .threadName: return nil
    }
  }

  private func event(_ kind: ChromiumEvent.Kind) -> ChromiumEvent? {
    guard let time else { return nil }
    var event = event(kind, time)
    event.duration = duration
    if kind == .mark {
      let text = ArgumentText.unescaped(name).prefix(ChromiumEvent.textLimit)
      event.text = String(decoding: text, as: UTF8.self)
    }
    // Beginnings and ends of other kinds: b and e share an id, B and E a thread.
    guard [0x62, 0x65, 0x42, 0x45].contains(phase) else { return event }
    var key = id
    key.add(name)
    if id.isEmpty { key.add(thread) }
    if id.isEmpty || isLocal { key.add(process) }
    event.key = key.value | 1
    return event
  }

  private func event(_ kind: ChromiumEvent.Kind, _ time: Int64) -> ChromiumEvent {
    var event = ChromiumEvent(time: time, kind: kind)
    event.process = process
    event.thread = thread
    return event
  }
}
