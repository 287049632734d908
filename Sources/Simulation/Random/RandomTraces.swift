public import ScrollModel

/// Seeded traces with events of every kind, all valid and many at the limits of validity.
///
/// They are meaningless as scrolling. They test round trips through a format, a store or a digest.
/// Within 2,000 events every case of every enumeration occurs, and every optional with and without
/// a value.
///
/// - A quality of `exact` is never listed, because missing quantities are exact.
/// - A keyframe announces at most the number of events that follow it.
/// - Metadata is compact JSON, each key once.
public struct RandomTraces: Sendable {
  var values: RandomValues

  /// One trace.
  public struct Trace: Sendable {
    /// All data of the trace except its events.
    public var information: TraceInformation
    /// The events in order; times do not decrease, and many are equal.
    public var events: [(time: TraceTime, event: TraceEvent)]
  }

  /// The traces of one capture.
  public struct Capture: TraceSource, Sendable {
    /// The traces in order; a parent comes before its children.
    public var traces: [Trace]

    /// Begins every trace, then sends all events of different traces interleaved.
    public func send<Sink: TraceSink>(to sink: inout Sink) throws {
      var numbers: [TraceNumber] = []
      for trace in traces { numbers.append(try sink.beginTrace(trace.information)) }
      let longest = traces.map(\.events.count).max() ?? 0
      for index in 0..<longest {
        for (trace, number) in zip(traces, numbers) where index < trace.events.count {
          try sink.append(trace.events[index].event, at: trace.events[index].time, to: number)
        }
      }
    }
  }

  /// Creates a generator from a seed.
  public init(seed: UInt64) {
    values = RandomValues(seed: seed)
  }

  /// Returns a capture with a number of traces and events per trace.
  public mutating func capture(traces count: Int, events: Int) -> Capture {
    var traces: [Trace] = []
    for _ in 0..<count {
      var trace = trace(events: events)
      trace.information.parentName = values.maybe { $0.generator.element(of: traces) }
        .flatMap { $0?.information.name }
      traces.append(trace)
    }
    return Capture(traces: traces)
  }

  /// Returns a trace with a number of events.
  public mutating func trace(events count: Int) -> Trace {
    var trace = Trace(information: information(), events: [])
    trace.events.reserveCapacity(count)
    var time = TraceTime.zero
    for index in 0..<count {
      if index > 0 { time = self.time(after: time) }
      var event = event(at: time)
      if case .stream(.keyframe(let announced)) = event {
        event = .stream(.keyframe(count: min(announced, Int64(count - index - 1))))
      }
      trace.events.append((time, event))
    }
    return trace
  }

  /// Returns a time at or after another one: equal, a frame later, or much later.
  public mutating func time(after time: TraceTime) -> TraceTime {
    let step: Int64 =
      switch values.generator.below(200) {
      case 0..<50: 0
      case 50..<60: 1
      case 60..<198: values.generator.int(in: 1...33_333_334)
      case 198: values.generator.int(in: 0...86_400_000_000_000)
      default: values.generator.chance(0.02) ? ModelLimits.time : 1_000_000_000
      }
    return min(time.advanced(byNanoseconds: step), TraceTime(nanoseconds: ModelLimits.time))
  }

  /// Returns a valid event of any kind for a time.
  public mutating func event(at time: TraceTime) -> TraceEvent {
    switch values.generator.below(24) {
    case 0..<2: .input(.touch(touch()))
    case 2..<4: .input(.wheel(wheel()))
    case 4..<7: .input(.command(command()))
    case 7: .input(.layout(layout()))
    case 8..<10: .input(.edit(edit()))
    case 10..<12: .input(.container(container()))
    case 12..<14: .observation(.frame(frame()))
    case 14: .observation(.phase(phase()))
    case 15..<17: .observation(.position(position()))
    case 17: .observation(.visibility(visibility()))
    case 18: .observation(.visibleSet(visibleSet()))
    case 19: .observation(.release(release()))
    case 20: .observation(.annotation(annotation()))
    default: .stream(remark(at: time))
    }
  }
}
