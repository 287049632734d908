public import ScrollModel

/// One gesture of a trace: from the first finger down to the last finger up, or the steps of a
/// wheel.
public struct RecordedGesture: Hashable, Sendable {
  /// The kind of input device.
  public enum Kind: String, Hashable, Sendable {
    /// Fingers or pens on the content.
    case touch
    /// A wheel or a trackpad.
    case wheel
  }

  /// Its number in the order of the trace, from 1.
  public var number: Int
  /// The kind of input device.
  public var kind: Kind
  /// The indices of its input events.
  public var events: [Int]
  /// The start.
  public var start: TraceTime
  /// The end.
  public var end: TraceTime
  /// The position of the first touch, or zero for a wheel.
  public var first: Point
  /// The position of the last lift, or the sum of a wheel's steps.
  public var last: Point
  /// The requested content velocity at the lift, in points per second.
  public var velocity: Vector
}

extension ReplayInputs {
  /// The last part of a gesture that its velocity is computed from, in nanoseconds.
  static let releaseWindow: Int64 = 100_000_000

  /// The gestures of the trace, in the order of their starts.
  public var gestures: [RecordedGesture] { RecordedGesture.all(in: events) }
}

extension RecordedGesture {
  /// The pause between wheel steps that separates two gestures, in nanoseconds.
  public static let pause: Int64 = 250_000_000

  /// The gestures among events, in the order of their starts.
  static func all(in events: [(time: TraceTime, event: TraceEvent)]) -> [RecordedGesture] {
    var gestures: [RecordedGesture] = []
    /// The indices of the current touch gesture and of the current wheel gesture.
    var (touch, wheel): (Int?, Int?) = (nil, nil)
    var fingers: Set<Int64> = []
    func begin(_ kind: RecordedGesture.Kind, _ place: Int, at position: Point) -> Int {
      let time = events[place].time
      gestures.append(
        RecordedGesture(
          number: gestures.count + 1, kind: kind, events: [], start: time, end: time,
          first: position, last: position, velocity: .zero))
      return gestures.count - 1
    }
    func add(_ place: Int, to gesture: Int, at position: Point?) {
      gestures[gesture].events.append(place)
      gestures[gesture].end = events[place].time
      if let position { gestures[gesture].last = position }
    }
    for (place, (time, event)) in events.enumerated() {
      switch event {
      case .input(.touch(let sample)):
        if sample.phase == .began { fingers.insert(sample.pointer) }
        guard fingers.contains(sample.pointer) else { continue }
        let gesture = touch ?? begin(.touch, place, at: sample.position)
        touch = gesture
        add(place, to: gesture, at: sample.delivery == .predicted ? nil : sample.position)
        if sample.phase == .ended || sample.phase == .cancelled {
          fingers.remove(sample.pointer)
          if fingers.isEmpty { touch = nil }
        }
      case .input(.wheel(let sample)):
        if let old = wheel, time.nanoseconds(since: gestures[old].end) > Self.pause { wheel = nil }
        let gesture = wheel ?? begin(.wheel, place, at: .zero)
        wheel = gesture
        let here = gestures[gesture].last
        add(
          place, to: gesture, at: Point(x: here.x + sample.delta.dx, y: here.y + sample.delta.dy))
      default: break
      }
    }
    for place in gestures.indices where gestures[place].kind == .touch {
      gestures[place].velocity = gestures[place].releaseVelocity(in: events)
    }
    return gestures
  }

  /// The mean content velocity over the last part of a gesture, opposite to the finger's velocity.
  private func releaseVelocity(
    in all: [(time: TraceTime, event: TraceEvent)]
  ) -> Vector {
    let start = end.advanced(byNanoseconds: -ReplayInputs.releaseWindow)
    var first: (time: TraceTime, place: Point)?
    for place in events {
      guard case (let time, .input(.touch(let sample))) = all[place], time >= start,
        sample.delivery == .direct
      else { continue }
      first = first ?? (time, sample.position)
    }
    guard let first else { return .zero }
    let seconds = Double(end.nanoseconds(since: first.time)) / 1e9
    guard seconds > 0 else { return .zero }
    return Vector(
      dx: (first.place.x - last.x) / seconds,
      dy: (first.place.y - last.y) / seconds)
  }
}
