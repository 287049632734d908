import Replay
import ScrollModel
import Testing

/// Two recordings of one list that fingers also move sideways.
@Suite("differences across the main axis")
struct AcrossTests {
  private static func layout(isRow: Bool, shift: Double) -> TraceEvent {
    let targets = (0..<20).map { index in
      let start = Double(index) * 100 + (index > 2 ? shift : 0)
      return TargetFrame(
        id: TargetID(Int64(index)),
        frame: isRow
          ? Rect(x: start, y: 0, width: 100, height: 300)
          : Rect(x: 0, y: start, width: 2000, height: 100))
    }
    let size = Size(width: 2000 + shift, height: 2000)
    return .input(.layout(Layout(contentSize: size, targets: targets)))
  }

  /// A list that is moved to an offset; while it rests there an estimate may be corrected.
  private static func track(
    to place: Double, isRow: Bool = false, correction: Double = 0
  ) -> RecordedOutcome {
    var track = RecordedOutcome()
    let container = ContainerChange(size: Size(width: 300, height: 300))
    track.take(.input(.container(container)), at: .zero)
    track.take(layout(isRow: isRow, shift: 0), at: .zero)
    for frame in 0..<80 {
      let time = TraceTime(nanoseconds: Int64(frame) * 16_000_000)
      if frame == 2 || frame == 32 {
        let phase: TouchPhase = frame == 2 ? .began : .ended
        track.take(
          .input(.touch(TouchSample(pointer: 1, phase: phase, position: .zero))), at: time)
      }
      if frame == 51, correction != 0 {
        track.take(layout(isRow: isRow, shift: correction), at: time)
      }
      let moved = place * Double(min(max(frame - 2, 0), 30)) / 30
      let offset = Point(x: moved + (frame > 50 ? correction : 0), y: 0)
      track.take(.observation(.frame(GeometryFrame(offset: offset))), at: time)
    }
    return track
  }

  private static func compare(
    _ first: RecordedOutcome, _ second: RecordedOutcome, _ axes: ScrollAxes?
  ) throws -> Comparison {
    try OutcomeComparer.compare(first, second, tolerance: .standard, axes: axes).comparison
  }

  @Test(
    "a list that rests at another offset across its axis diverges", arguments: ScrollAxes.allCases)
  func column(axes: ScrollAxes) throws {
    let comparison = try Self.compare(
      Self.track(to: 400, isRow: axes == .horizontal),
      Self.track(to: 700, isRow: axes == .horizontal), axes)
    #expect(comparison.isDivergent && comparison.wouldPassAt == 300)
    #expect(comparison.maxima[.item] == 300 && comparison.maxima[.viewport] == 300)
    let verdict: DivergenceVerdict = axes == .horizontal ? .wrongTarget : .wrongPlace
    #expect(comparison.first?.verdict == verdict)
  }

  @Test("a trace without declared axes uses the axis along which it moves")
  func unnamed() throws {
    let comparison = try Self.compare(
      Self.track(to: 400, isRow: true), Self.track(to: 700, isRow: true), nil)
    let first = try #require(comparison.first)
    #expect(comparison.isDivergent && first.verdict == .wrongTarget)
    #expect(first.firstRest == TargetID(Int64(4)) && first.secondRest == TargetID(Int64(7)))
    // Along this axis an estimate may be corrected as along any other.
    let corrected = try Self.compare(
      Self.track(to: 400, isRow: true), Self.track(to: 400, isRow: true, correction: 40), nil)
    #expect(!corrected.isDivergent && corrected.wouldPassAt == 40)
    let correction = try #require(corrected.first)
    #expect(correction.verdict == .invisible && correction.onset.stage == .estimateCorrection)
  }
}
