import ScrollModel
import TestSupport
import Testing

@testable import Analysis

/// A list at rest whose rows above the view are measured again, and one whose content jumps.
@Suite("estimate corrections and jumps of the same size")
struct CorrectionFamilyTests {
  /// The detectors that fire for a list at rest; halfway the content above the view and the offset
  /// change.
  private static func detectors(contentMovesBy content: Double, offsetBy offset: Double) -> [String]
  {
    var information = TraceInformation(name: "family")
    information.axes = .vertical
    var pass = AnalysisDriver(FindingsAnalysis(nil), of: information)
    func time(_ frame: Int) -> TraceTime { TraceTime(nanoseconds: Int64(frame) * 16_666_667) }
    func layout(_ shift: Double) -> TraceEvent {
      .input(
        .layout(
          Layout(
            contentSize: Size(width: 300, height: 4000 + shift),
            targets: (0..<40).map { index in
              let start = Double(index) * 100 + (index > 4 ? shift : 0)
              return TargetFrame(
                id: TargetID(Int64(index)),
                frame: Rect(x: 0, y: start, width: 300, height: 100 + (index == 4 ? shift : 0)),
                isEstimated: shift == 0 && index < 5)
            })))
    }
    pass.take(
      .input(.container(ContainerChange(size: Size(width: 300, height: 500), insets: .zero))),
      at: .zero)
    pass.take(layout(0), at: .zero)
    for frame in 1...60 {
      let isMoved = frame > 30
      if frame == 31, content != 0 { pass.take(layout(content), at: time(frame)) }
      pass.take(
        .observation(
          .frame(
            GeometryFrame(
              offset: Point(x: 0, y: 1000 + (isMoved ? offset : 0)), phase: .idle))),
        at: time(frame))
    }
    pass.finish(at: time(61))
    return pass.analysis.findings.map(\.detector).filter { $0 == "S09" || $0 == "S10" }
  }

  @Test(
    "content that moves with the offset is S09, either movement alone is S10",
    arguments: [8.0, 21.5, 40, 99, 250, 400, -8, -21.5, -40, -90])
  func family(points: Double) {
    #expect(Self.detectors(contentMovesBy: points, offsetBy: points) == ["S09"])
    #expect(Self.detectors(contentMovesBy: 0, offsetBy: points) == ["S10"])
    #expect(Self.detectors(contentMovesBy: points, offsetBy: 0) == ["S10"])
    #expect(Self.detectors(contentMovesBy: 0, offsetBy: 0).isEmpty)
  }
}
