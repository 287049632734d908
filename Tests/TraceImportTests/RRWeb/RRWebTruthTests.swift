import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

/// A generated page's own log of a recording.
struct Truth {
  struct Touch {
    var phase: TouchPhase
    var position: Point
    /// The time of the event and the time at which the page received it, in Unix milliseconds.
    var happened: Double
    var heard: Double
    var force: Double
  }

  private(set) var frames: [(time: Double, offset: Point)] = []
  private(set) var touches: [Touch] = []

  init(_ name: String) throws {
    var origin = 0.0
    let lines = String(decoding: try Captures.bytes("truth/\(name).truth.jsonl"), as: UTF8.self)
    for line in lines.split(separator: "\n") {
      var numbers: [String: Double] = [:]
      var (kind, event) = ("", "")
      var scanner = JSONScanner(Array(line.utf8))
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        let key = scanner.keyText
        switch try scanner.peek() {
        case .number: numbers[key] = try scanner.double()
        case .string:
          let text = try scanner.string()
          if key == "k" { kind = text }
          if key == "ev" { event = text }
        default: break
        }
      }
      let point = Point(x: numbers["x"] ?? 0, y: numbers["y"] ?? 0)
      let time = origin + (numbers["t"] ?? 0)
      switch kind {
      case "meta": origin = numbers["timeOrigin"] ?? 0
      case "frame", "scrollev": frames.append((time, point))
      case "touch":
        let phases: [String: TouchPhase] = [
          "touchstart": .began, "touchmove": .moved, "touchend": .ended,
          "touchcancel": .cancelled,
        ]
        touches.append(
          Touch(
            phase: try #require(phases[event]), position: point,
            happened: origin + (numbers["et"] ?? 0), heard: time, force: numbers["f"] ?? 0))
      default: break
      }
    }
    frames.sort { $0.time < $1.time }
  }

  /// The distance of an offset from all offsets that the page showed within a range of milliseconds
  /// around a time.
  func distance(of offset: Point, at time: Double, within range: Double) -> Double {
    var best = Double.infinity
    for (index, frame) in frames.enumerated() {
      let end = index + 1 < frames.count ? frames[index + 1].time : .infinity
      guard frame.time <= time + range, end >= time - range else { continue }
      best = min(
        best, max((frame.offset.x - offset.x).magnitude, (frame.offset.y - offset.y).magnitude))
    }
    return best
  }
}

extension CollectingSink.Trace {
  /// Unix milliseconds at the start of the trace.
  var unixStart: Double { information.clock?.origin.flatMap(Double.init) ?? 0 }
}

@Suite("rrweb compared with the page's log")
struct RRWebTruthTests {
  static let names = [
    "open-chat-resize", "open-list-edits", "open-list-touch", "open-paging-vertical",
    "open-snapx-carousel", "open-wheel-desktop",
  ]

  @Test(
    "every offset equals one of the page within a pixel and 0.1 s", arguments: names
  )
  func offsets(_ name: String) throws {
    let file = "rrweb/\(name).rrweb.json"
    guard Captures.has(file) else { return }
    let (format, sink, _) = try Captures.read(file)
    #expect(format == .rrweb)
    let trace = try #require(sink.traces.first { $0.information.name == "div#sc" })
    #expect(trace.information.parentName == "document")
    #expect(trace.information.clock?.name == "unix_ms")
    #expect(trace.information.coordinateSpace == .cssPixels)
    let truth = try Truth(name)
    // The first is that of the snapshot.
    #expect(trace.offsets.count > 20)
    for (time, offset) in trace.offsets {
      let distance = truth.distance(of: offset, at: trace.unixStart + time, within: 100)
      #expect(distance <= 1, "\(offset) at \(time) ms is \(distance) px away")
    }
  }

  @Test("every touch equals one of the finger", arguments: names)
  func touches(_ name: String) throws {
    let file = "rrweb/\(name).rrweb.json"
    guard Captures.has(file) else { return }
    let (_, sink, _) = try Captures.read(file)
    let truth = try Truth(name)
    let trace = try #require(sink.traces.first { $0.information.name == "div#sc" })
    let others = sink.traces.filter { $0.information.name != "div#sc" }
    #expect(others.flatMap(\.touches).isEmpty)
    let starts = trace.touches.filter { $0.touch.phase == .began }
    #expect(starts.count == truth.touches.count { $0.phase == .began })
    #expect(trace.touches.count { $0.touch.phase == .ended } == starts.count)
    var isDown = false
    for (time, touch) in trace.touches {
      #expect(isDown == (touch.phase != .began))
      isDown = touch.phase != .ended
      // An end that the recorder lost was placed at the last move.
      let isAdded = sink.kinds.contains("touch-end-added") && touch.phase == .ended
      #expect(
        truth.touches.contains {
          ($0.phase == touch.phase || isAdded && $0.phase == .moved)
            && ($0.position.x - touch.position.x).magnitude < 0.001
            && ($0.position.y - touch.position.y).magnitude < 0.001
            && ($0.heard - trace.unixStart - time).magnitude <= 100
        }, "\(touch) at \(time) ms")
    }
  }
}
