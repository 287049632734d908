import ScrollModel
import Simulation

/// The recordings of other kinds of recorders.
extension Recording {
  /// Without phases; with `pausing`, without frames in which nothing changed.
  func withoutPhases(pausing: Bool) -> Recording {
    var last: GeometryFrame?
    return with { _, event in
      switch event {
      case .observation(.phase): return nil
      case .observation(.frame(var frame)):
        frame.phase = nil
        if pausing, frame == last { return nil }
        last = frame
        return .observation(.frame(frame))
      default: return event
      }
    }
  }

  /// Without any inputs.
  func withoutInputs() -> Recording {
    with { _, event in
      switch event {
      case .input(.touch), .input(.wheel), .input(.command), .observation(.release): nil
      default: event
      }
    }
  }

  /// Without targets.
  func withoutLayouts() -> Recording {
    with { _, event in if case .input(.layout) = event { nil } else { event } }
  }

  /// Stopped half a second later.
  func stoppedLater() -> Recording {
    guard let end = events.last?.time.advanced(byNanoseconds: 500_000_000) else { return self }
    var other = self
    let note = Annotation(kind: "recorder", text: "stopped")
    other.events.append((end, .observation(.annotation(note))))
    return other
  }

  /// With changed offsets.
  func withOffsets(_ change: (Double) -> Double) -> Recording {
    with { _, event in
      guard case .observation(.frame(var frame)) = event else { return event }
      frame.offset = Point(x: change(frame.offset.x), y: change(frame.offset.y))
      return .observation(.frame(frame))
    }
  }

  /// With every n-th frame, and the last one before the view rests.
  func withEvery(_ step: Int) -> Recording {
    let frames = events.compactMap { time, event -> TraceTime? in
      if case .observation(.frame) = event { time } else { nil }
    }
    var count = 0
    return with { time, event in
      guard case .observation(.frame) = event else { return event }
      count += 1
      let isLast = count >= frames.count || frames[count].nanoseconds(since: time) > 40_000_000
      return count % step == 1 || isLast ? event : nil
    }
  }

  /// With a declared limit of one offset per the given number of milliseconds.
  func throttled(milliseconds: Int64) -> Recording {
    var last: TraceTime?
    var other = with { time, event in
      guard case .observation(.frame) = event else { return event }
      if let last, time.nanoseconds(since: last) < milliseconds * 1_000_000 { return nil }
      last = time
      return event
    }
    other.information.qualities[.offset] = .throttled(milliseconds: Double(milliseconds))
    return other
  }

  private func with(_ seen: (TraceTime, TraceEvent) -> TraceEvent?) -> Recording {
    var other = self
    other.events = events.compactMap { time, event in seen(time, event).map { (time, $0) } }
    return other
  }
}
