import Replay
import ScrollModel
import TestSupport
import Testing

/// Two outcomes of one screen; halfway the second one's content, its offset or both are moved.
@Suite("corrected estimates and jumps")
struct CorrectionTests {
  private static func track(contentMovesBy content: Double, offsetBy offset: Double)
    -> RecordedOutcome
  {
    var track = RecordedOutcome()
    func time(_ milliseconds: Int) -> TraceTime {
      TraceTime(nanoseconds: Int64(milliseconds) * 1_000_000)
    }
    func layout(_ shift: Double) -> TraceEvent {
      .input(
        .layout(
          Layout(
            contentSize: Size(width: 300, height: 4000 + shift),
            targets: (0..<40).map { index in
              // The content above the view is measured again.
              let start = Double(index) * 100 + (index > 4 ? shift : 0)
              return TargetFrame(
                id: TargetID(Int64(index)),
                frame: Rect(x: 0, y: start, width: 300, height: 100))
            })))
    }
    func touch(_ phase: TouchPhase, _ moment: Int) {
      track.take(
        .input(.touch(TouchSample(pointer: 1, phase: phase, position: .zero))), at: time(moment))
    }
    track.take(
      .input(.container(ContainerChange(size: Size(width: 300, height: 500)))), at: .zero)
    track.take(layout(0), at: .zero)
    touch(.began, 50)
    touch(.ended, 90)
    for frame in 6...80 {
      let isMoved = frame > 40
      if frame == 41, content != 0 { track.take(layout(content), at: time(frame * 16)) }
      let place = Point(x: 0, y: 1000 + (isMoved ? offset : 0))
      track.take(
        .observation(.frame(GeometryFrame(offset: place))), at: time(frame * 16))
    }
    return track
  }

  private static func compare(_ content: Double, _ offset: Double) throws -> Comparison {
    try OutcomeComparer.compare(
      track(contentMovesBy: 0, offsetBy: 0), track(contentMovesBy: content, offsetBy: offset),
      tolerance: .standard, axes: .vertical
    ).comparison
  }

  @Test(
    "content and offset that move together are a correction, either alone is a divergence",
    arguments: [1.0, 8, 40, 99, 250, 400, -1, -8, -40, -99, -250])
  func family(points: Double) throws {
    let correction = try Self.compare(points, points)
    #expect(!correction.isDivergent && correction.wouldPassAt == abs(points))
    let first = try #require(correction.first)
    #expect(first.verdict == .invisible && first.onset.stage == .estimateCorrection)
    let jump = try Self.compare(0, points)
    #expect(jump.isDivergent && jump.first?.verdict != .invisible)
    #expect(jump.first?.onset.stage != .estimateCorrection)
  }

  /// Content that moves without a finger or a phase; a correction comes during the movement.
  private static func plain(correction: Double, start: Int) -> RecordedOutcome {
    var track = RecordedOutcome()
    for frame in 0..<150 {
      let time = TraceTime(nanoseconds: Int64(start + frame) * 16_000_000)
      let isCorrected = frame >= 80
      if frame == 0 || frame == 80 {
        let shift = isCorrected ? correction : 0
        let targets = (0..<40).map { index in
          TargetFrame(
            id: TargetID(Int64(index)),
            frame: Rect(
              x: 0, y: Double(index) * 100 + (index > 2 ? shift : 0), width: 300, height: 100))
        }
        let size = Size(width: 300, height: 4000 + shift)
        track.take(.input(.layout(Layout(contentSize: size, targets: targets))), at: time)
        let container = ContainerChange(size: Size(width: 300, height: 500))
        if frame == 0 { track.take(.input(.container(container)), at: time) }
      }
      let moved = Double(min(max(frame - 20, 0), 90)) * 9
      let place = Point(x: 0, y: moved + (isCorrected ? correction : 0))
      track.take(.observation(.frame(GeometryFrame(offset: place))), at: time)
    }
    return track
  }

  @Test(
    "a correction during movement is not attributed to the clock, even without fingers and rests")
  func withoutLandmarks() throws {
    for start in [0, 20] {
      let comparison = try OutcomeComparer.compare(
        Self.plain(correction: 0, start: 0), Self.plain(correction: 40, start: start),
        tolerance: .standard, axes: .vertical
      ).comparison
      #expect(!comparison.isDivergent, "\(comparison.divergences)")
      let first = try #require(comparison.first)
      #expect(first.verdict == .invisible && first.firstFrame == 80)
    }
  }

  @Test("outcomes of the same content are compared even if none of its targets is visible")
  func nothingInView() throws {
    var track = RecordedOutcome()
    for entry in Self.track(contentMovesBy: 0, offsetBy: 0).entries {
      guard case .input(.layout(var layout)) = entry.event else {
        track.take(entry.event, at: entry.time)
        continue
      }
      for index in layout.targets.indices {
        let frame = layout.targets[index].frame
        layout.targets[index].frame = Rect(
          x: frame.origin.x, y: frame.origin.y + 1e6, width: frame.size.width,
          height: frame.size.height)
      }
      track.take(.input(.layout(layout)), at: entry.time)
    }
    let comparison = try OutcomeComparer.compare(
      track, track, tolerance: .exact, axes: .vertical
    ).comparison
    #expect(comparison.divergences.isEmpty && comparison.comparedFrames > 0)
  }

  @Test("outcomes without a common target are not compared")
  func strangers() throws {
    var other = RecordedOutcome()
    for entry in Self.track(contentMovesBy: 0, offsetBy: 0).entries {
      guard case .input(.layout(var layout)) = entry.event else {
        other.take(entry.event, at: entry.time)
        continue
      }
      for index in layout.targets.indices { layout.targets[index].id = TargetID("other \(index)") }
      other.take(.input(.layout(layout)), at: entry.time)
    }
    do {
      _ = try OutcomeComparer.compare(
        Self.track(contentMovesBy: 0, offsetBy: 0), other, tolerance: .standard, axes: .vertical)
      Issue.record("compared")
    } catch {
      #expect(error.kind == .nothingToCompare && error.description.contains("no target"))
    }
  }
}
