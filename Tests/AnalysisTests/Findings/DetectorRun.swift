import ScrollModel
import TestSupport
import Testing

@testable import Analysis

/// The approved findings of streams made by hand.
private let byHand = ApprovedTable("analysis/by-hand")

/// Streams made by hand for the detectors: a vertical list unless stated otherwise.
struct DetectorRun {
  var pass: AnalysisDriver<FindingsAnalysis>
  /// Everything that was sent.
  private var events: [(time: TraceTime, event: TraceEvent)] = []
  private let information: TraceInformation
  private let begin: () -> AnalysisDriver<FindingsAnalysis>
  /// The settings as text.
  private let settings: String

  init(
    _ configuration: Configuration? = nil, options: FindingOptions = FindingOptions(),
    noise: Double = 0, change: (inout TraceInformation) -> Void = { _ in }
  ) {
    var information = TraceInformation(name: "made by hand")
    information.axes = .vertical
    change(&information)
    settings =
      "\(information.axes, default: "none") \(configuration?.text ?? "none") \(options) \(noise)"
    self.information = information
    begin = { [information] in
      AnalysisDriver(
        FindingsAnalysis(configuration, options: options), of: information, noise: noise)
    }
    pass = begin()
  }

  /// A list of rows that are 100 points long.
  init(
    _ configuration: Configuration? = nil, rows: Int, in height: Double, noise: Double = 0,
    change: (inout TraceInformation) -> Void = { _ in }
  ) {
    self.init(configuration, noise: noise, change: change)
    take(container(height), at: 0)
    take(layout((0..<rows).map(String.init)), at: 0)
  }

  mutating func take(_ event: TraceEvent, at time: Double) { take(event, at: milliseconds(time)) }

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    events.append((time, event))
    pass.take(event, at: time)
  }

  /// A gesture without recorded fingers, released at an offset, with a frame every 16 ms; the
  /// content rests at the last offset.
  mutating func settle(
    from start: Double, released: Double, velocity: Double? = nil, _ report: ReleaseReport? = nil,
    through offsets: [Double], at time: Double = 0
  ) {
    take(frame(start, .idle), at: time)
    take(frame(start, .interacting), at: time + 16)
    take(frame(released, .interacting), at: time + 32)
    let change = PhaseChange(new: .decelerating, velocity: velocity.map { Vector(dx: 0, dy: $0) })
    take(.observation(.phase(change)), at: time + 32)
    if let report { take(.observation(.release(report)), at: time + 32) }
    var now = time + 32
    for offset in offsets {
      now += 16
      take(frame(offset, .decelerating), at: now)
    }
    take(frame(offsets.last ?? released, .idle), at: now + 16)
  }

  /// Ends the stream and returns the findings of a detector.
  ///
  /// All findings are compared with the approved ones, so that a test of their number notices a
  /// change of their text, too.
  mutating func findings(
    _ detector: String, at time: Double? = nil, location: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    pass.finish(at: time.map { milliseconds($0) })
    let test = Test.current.map { "\($0.sourceLocation.fileName) \($0.name)" } ?? "no test"
    let sent = Approved.digest("\(settings) \(events) \(time ?? -1)").prefix(8)
    let all = pass.analysis.findings
    let line =
      "\(all.map(\.detector).joined(separator: " "))\t\(Approved.digest(all))\t"
      + Approved.digest(neighbors())
    do {
      if let difference = try byHand.difference(test, "\(sent)", line) {
        Issue.record("\(difference)", sourceLocation: location)
      }
    } catch {
      Issue.record(error, sourceLocation: location)
    }
    return pass.analysis.findings.filter { $0.detector == detector }
  }
}

extension DetectorRun {
  /// The findings of the stream with one or two random defects, several times.
  private func neighbors() -> [[Finding]] {
    (0..<60 as Range<UInt64>).map { seed in
      let recording = DisturbedRecording(information, events, seed: seed)
      var pass = begin()
      for (time, event) in recording.events { pass.take(event, at: time) }
      pass.finish(at: recording.events.last?.time ?? .zero)
      return pass.analysis.findings
    }
  }
}

/// A scroll request for a target, without an animation.
func scroll(to id: String, anchor: UnitPoint? = nil) -> TraceEvent {
  scroll(to: .id(TargetID(id)), anchor: anchor)
}

/// A scroll request for a destination, without an animation.
func scroll(to destination: ScrollDestination, anchor: UnitPoint? = nil) -> TraceEvent {
  .input(
    .command(
      .scroll(
        to: destination, anchor: anchor, animation: .none, route: .reader, preservesVelocity: false)
    ))
}
