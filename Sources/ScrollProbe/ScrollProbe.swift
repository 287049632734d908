public import ScrollModel
public import TraceRecorder

/// One scroll view's connection to a recorder: it stamps what happens and hands it on.
///
/// The glue for SwiftUI (`recordScroll(to:)`) and for UIKit (`ScrollViewRecording`) feeds a probe;
/// an app can feed one itself. Calls come from any thread, never wait and never fail: what the
/// recorder cannot take it counts.
///
/// ```swift
/// let recorder = try TraceRecorder(path: "feed.sqlite")
/// let probe = ScrollProbe(TraceInformation(name: "feed"), recorder: recorder)
/// probe.record(.frame(GeometryFrame(offset: Point(x: 0, y: 12))))
/// try recorder.close()
/// ```
///
/// The parts that need SwiftUI or UIKit are compiled where those exist. On other platforms they are
/// type-checked by `Scripts/check-snippets.sh` against stubs that declare the calls they use; they
/// have not been run there.
public final class ScrollProbe: Sendable {
  /// Where the events go.
  public let recorder: TraceRecorder
  private let trace: TraceNumber
  private let start: SuspendingClock.Instant

  /// Begins a trace; its time 0 is now.
  ///
  /// The clock stands still while the device sleeps, as that of touches does.
  public init(_ information: TraceInformation, recorder: TraceRecorder) {
    var information = information
    if information.clock == nil {
      information.clock = SourceClock(name: "system_uptime")
    }
    self.recorder = recorder
    trace = recorder.beginTrace(information)
    start = SuspendingClock.now
  }

  /// The time since the trace began.
  public var now: TraceTime {
    let elapsed = (SuspendingClock.now - start).components
    let (seconds, overflow) = elapsed.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return TraceTime(nanoseconds: .max) }
    return TraceTime(nanoseconds: seconds)
      .advanced(byNanoseconds: elapsed.attoseconds / 1_000_000_000)
  }

  /// Records what was seen, now or some seconds ago.
  public func record(_ observation: Observation, secondsAgo age: Double = 0) {
    append(.observation(observation), age)
  }

  /// Records what drove the view, now or some seconds ago.
  ///
  /// Samples that the system delivers late have a time of their own. Beyond a quarter of a second,
  /// the recorder refuses what lies behind the event before it.
  public func record(_ input: Input, secondsAgo age: Double = 0) {
    append(.input(input), age)
  }

  /// Marks a moment, so that other recordings of the same run can be put on the same clock.
  public func mark(_ text: String) {
    record(.annotation(Annotation(kind: "mark", text: text)))
  }

  /// Records a request with who made it, such as `status-bar` or the name of a function of the app.
  public func record(_ command: Command, from origin: String) {
    record(.annotation(Annotation(kind: Annotation.origin, text: origin)))
    record(.command(command))
  }

  /// Says who moves the content from the next frame on: `finger`, `deceleration`, `behavior`, `program`,
  /// `size-change`, `container`, `system` or, with nil, nobody in particular.
  public func setOrigin(_ origin: String?) {
    record(.annotation(Annotation(kind: Annotation.origin, text: origin)))
  }

  private func append(_ event: TraceEvent, _ age: Double) {
    var time = now
    // Written so that a NaN counts as now.
    if age > 0, age < 1e6 { time = time.advanced(byNanoseconds: -Int64(age * 1e9)) }
    recorder.append(event, at: max(.zero, time), to: trace)
  }
}
