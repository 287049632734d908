import ScrollModel
import TextKit

/// Collects trace events, and writes them in order of time.
///
/// Times are microseconds from 0.
struct TraceEvents {
  /// A value of an event's arguments.
  enum Argument {
    case text(String)
    case number(Double?)
  }

  private struct Event {
    var kind: StaticString
    var name: String
    var time: Int64
    var place: (process: Int64, thread: Int64)
    var length: Int64?
    var category: String?
    var id: String?
    var arguments: [(String, Argument)] = []
  }

  private var names: [Event] = []
  private var events: [Event] = []
  private var arrows: Int64 = 0

  /// Assigns intervals to as few rows as possible without overlaps in a row.
  static func lanes<Element>(
    _ elements: [Element], _ interval: (Element) -> (from: Int64, to: Int64)
  ) -> [[Element]] {
    var lanes: [(end: Int64, elements: [Element])] = []
    for element in elements.sortedStably({ interval($0).from < interval($1).from }) {
      let (from, to) = interval(element)
      let end = max(to, from &+ 1000)
      if let free = lanes.firstIndex(where: { $0.end <= from }) {
        lanes[free].elements.append(element)
        lanes[free].end = end
      } else {
        lanes.append((end, [element]))
      }
    }
    return lanes.map(\.elements)
  }

  mutating func name(process: Int64, _ name: String) {
    names.append(
      Event(
        kind: "M", name: "process_name", time: 0, place: (process, 0),
        arguments: [("name", .text(name))]))
    names.append(
      Event(
        kind: "M", name: "process_sort_index", time: 0, place: (process, 0),
        arguments: [("sort_index", .number(Double(process)))]))
  }

  mutating func name(thread: Int64, of process: Int64, _ name: String) {
    names.append(
      Event(
        kind: "M", name: "thread_name", time: 0, place: (process, thread),
        arguments: [("name", .text(name))]))
  }

  /// Adds a slice; one with a flow arrow lasts at least a microsecond.
  mutating func slice(
    _ name: String, _ from: Int64, _ to: Int64, _ place: (Int64, Int64), least: Int64 = 1000,
    _ arguments: [(String, Argument)] = []
  ) {
    events.append(
      Event(
        kind: "X", name: name, time: from, place: place, length: max(least, to &- from),
        arguments: arguments))
  }

  mutating func instant(
    _ name: String, _ time: Int64, _ place: (Int64, Int64), _ arguments: [(String, Argument)]
  ) {
    events.append(Event(kind: "i", name: name, time: time, place: place, arguments: arguments))
  }

  /// Adds an interval that may overlap others.
  mutating func bar(
    _ name: String, _ category: String, id: String, _ from: Int64, _ to: Int64,
    _ place: (Int64, Int64)
  ) {
    events.append(
      Event(kind: "b", name: name, time: from, place: place, category: category, id: id))
    events.append(
      Event(kind: "e", name: name, time: max(from, to), place: place, category: category, id: id))
  }

  mutating func arrow(
    from start: (time: Int64, process: Int64, thread: Int64),
    to end: (time: Int64, process: Int64, thread: Int64)
  ) {
    arrows += 1
    events.append(
      Event(
        kind: "s", name: "settles", time: start.time, place: (start.process, start.thread),
        category: "gesture", id: "\(arrows)"))
    events.append(
      Event(
        kind: "f", name: "settles", time: end.time, place: (end.process, end.thread),
        category: "gesture", id: "\(arrows)"))
  }

  /// Adds a curve; of equal consecutive values only the first and the last are kept.
  mutating func counter(
    _ name: String, _ unit: String, _ times: ArraySlice<Int64>, _ values: ArraySlice<Double>,
    _ process: Int64
  ) {
    let known = Array(zip(times, values)).filter { $0.1.isFinite }
    for (place, (time, value)) in known.enumerated() {
      if place > 0, place + 1 < known.count, known[place - 1].1 == value,
        known[place + 1].1 == value
      {
        continue
      }
      events.append(
        Event(
          kind: "C", name: name, time: time, place: (process, 0),
          arguments: [(unit, .number(value))]))
    }
  }

  // MARK: Writing

  func json(other: [(String, String)]) throws(NumberError) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("displayTimeUnit", "ms")
    json.key("otherData")
    json.beginObject()
    for (name, text) in other { json.member(name, ReportText.shown(text)) }
    json.endObject()
    json.key("traceEvents")
    json.beginArray()
    // Equal times keep their order, so that equal reports are equal files.
    let order = events.indices.sorted {
      (events[$0].time, $0) < (events[$1].time, $1)
    }
    for event in names { try Self.write(event, &json) }
    for place in order { try Self.write(events[place], &json) }
    json.endArray()
    json.endObject()
    json.newline()
    return json.bytes
  }

  private static func write(_ event: Event, _ json: inout JSONWriter) throws(NumberError) {
    let kind = "\(event.kind)"
    json.beginObject()
    json.member("ph", kind)
    json.member("name", ReportText.shown(event.name))
    json.member("pid", event.place.process)
    if kind != "C" { json.member("tid", event.place.thread) }
    if kind != "M" { try json.member("ts", microseconds(max(0, event.time))) }
    if let length = event.length { try json.member("dur", microseconds(length)) }
    if let category = event.category { json.member("cat", ReportText.shown(category)) }
    if let id = event.id { json.member("id", id) }
    if kind == "i" { json.member("s", "t") }
    if kind == "f" { json.member("bp", "e") }
    try write(event.arguments, &json)
    json.endObject()
  }

  private static func write(
    _ arguments: [(String, Argument)], _ json: inout JSONWriter
  ) throws(NumberError) {
    guard !arguments.isEmpty else { return }
    json.key("args")
    json.beginObject()
    for (name, argument) in arguments {
      switch argument {
      case .text(let text): json.member(name, ReportText.shown(text))
      case .number(let number):
        if let number, number.isFinite { try json.member(name, number) }
      }
    }
    json.endObject()
  }

  private static func microseconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1000 }
}
