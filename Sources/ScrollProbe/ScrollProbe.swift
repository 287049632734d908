public import ScrollModel
public import TraceRecorder

/// One scroll view's connection to a recorder: it adds timestamps to events and passes them on.
///
/// The adapters for SwiftUI (`recordScroll(to:)`) and for UIKit (`ScrollViewRecording`) use a
/// probe; an app can use one itself. Calls may come from any thread, never wait and never fail: the
/// recorder counts rejected events.
///
/// ```swift
/// let recorder = try TraceRecorder(path: "feed.sqlite")
/// let probe = ScrollProbe(TraceInformation(name: "feed"), recorder: recorder)
/// probe.record(.frame(GeometryFrame(offset: Point(x: 0, y: 12))))
/// try recorder.close()
/// ```
///
/// The parts that need SwiftUI or UIKit are compiled where those exist. On other platforms,
/// `Scripts/check-snippets.sh` type-checks them against stubs of the used API; they are not
/// executed there.
public final class ScrollProbe: Sendable {
  /// The receiver of the events.
  public let recorder: TraceRecorder
  private let trace: TraceNumber
  private let start: SuspendingClock.Instant

  /// Begins a trace at the current time.
  ///
  /// The clock stops while the device sleeps, like that of touches.
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

  /// Records an observation, now or some seconds ago.
  public func record(_ observation: Observation, secondsAgo age: Double = 0) {
    append(.observation(observation), age)
  }

  /// Records an input, now or some seconds ago.
  ///
  /// Late samples of the system have their own time. The recorder rejects events more than a
  /// quarter of a second before the previous one.
  public func record(_ input: Input, secondsAgo age: Double = 0) {
    append(.input(input), age)
  }

  /// Records a mark, so that other recordings of the same run can be aligned.
  public func mark(_ text: String) {
    record(.annotation(Annotation(kind: "mark", text: text)))
  }

  /// Records a request with its origin, such as `status-bar` or the name of a function of the app.
  public func record(_ command: Command, from origin: String) {
    record(.annotation(Annotation(kind: Annotation.origin, text: origin)))
    record(.command(command))
  }

  /// Sets the cause of movement from the next frame on: `finger`, `deceleration`, `behavior`,
  /// `program`, `size-change`, `container`, `system` or nil for none.
  public func setOrigin(_ origin: String?) {
    record(.annotation(Annotation(kind: Annotation.origin, text: origin)))
  }

  private func append(_ event: TraceEvent, _ age: Double) {
    var time = now
    // This form of the condition maps NaN to the current time.
    if age > 0, age < 1e6 { time = time.advanced(byNanoseconds: -Int64(age * 1e9)) }
    recorder.append(event, at: max(.zero, time), to: trace)
  }
}
