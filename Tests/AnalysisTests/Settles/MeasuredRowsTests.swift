import ScrollModel
import Testing

@testable import Analysis

@Suite("measured rows")
struct MeasuredRowsTests {
  private func layout(_ lengths: [(length: Double, isEstimated: Bool)]) -> TraceEvent {
    var (targets, y): ([TargetFrame], Double) = ([], 0)
    for (index, row) in lengths.enumerated() {
      targets.append(
        TargetFrame(
          id: TargetID(Int64(index)), frame: Rect(x: 0, y: y, width: 100, height: row.length),
          isEstimated: row.isEstimated))
      y += row.length
    }
    return .input(.layout(Layout(contentSize: Size(width: 100, height: y), targets: targets)))
  }

  @Test("a row counts as measured once, with its last estimate and its length")
  func measured() {
    var pass = AnalysisDriver(MeasuredRows())
    pass.take(container(200), at: .zero)
    pass.take(layout([(80, false), (44, true), (44, true)]), at: .zero)
    pass.take(layout([(80, false), (50, true), (44, true)]), at: milliseconds(100))
    pass.take(layout([(80, false), (70, false), (44, true)]), at: milliseconds(200))
    pass.take(layout([(80, false), (90, false), (60, false)]), at: milliseconds(300))
    pass.finish(at: milliseconds(400))
    let found = pass.analysis
    #expect(found.count == 2)
    #expect(found.rows.map(\.id) == [TargetID(1), TargetID(2)])
    #expect(found.rows.map(\.estimated) == [50, 44] && found.rows.map(\.measured) == [70, 60])
    #expect(found.rows.map(\.time) == [milliseconds(200), milliseconds(300)])
  }
}
