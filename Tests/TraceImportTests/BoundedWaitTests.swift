import ScrollModel
import Testing
import TextKit

@testable import TraceImport

@Suite("Readers buffer a bounded amount")
struct BoundedWaitTests {
  private func touch(_ phase: TouchPhase, _ pointer: Int64, _ y: Double) -> RRWebEvent.Touch {
    RRWebEvent.Touch(phase: phase, pointer: pointer, node: 1, position: Point(x: 0, y: y))
  }

  @Test("a finger that never lifts does not hold back the touches of later ones")
  func forgottenFinger() {
    var queue = ContactQueue()
    var delivered = 0
    var time: Int64 = 0
    _ = queue.take(touch(.began, 1, 0), at: time, byte: 0)
    for number in 0..<300 {
      for phase in [TouchPhase.began, .ended] {
        time += 10_000_000
        _ = queue.take(touch(phase, 2, Double(number)), at: time, byte: 0)
      }
      queue.decide(0) { _ in true }
      while queue.next(isForced: false) != nil { delivered += 1 }
    }
    // One end was added; only the newest events may still wait.
    #expect(delivered == 602)
  }

  @Test("lost rows before the first valid one are reported without buffering them all")
  func lostRows() throws {
    let text = "t_ms,y\n16,0\n32,3\n" + String(repeating: "?,1\n", count: 40_000)
    let dialect = try #require(CSVDialect(FormatHead(Array(text.utf8), isWhole: true)))
    let lost = Array(("t_ms,y\n" + String(repeating: "?,1\n", count: 40_000) + "16,0\n").utf8)
    let reader = CSVReader(ByteSource(bytes: lost, name: "lost.csv"), dialect)
    #expect(reader.nextTime() != nil)
    #expect(reader.problems.count == 1 << 14)
    #expect(reader.next()?.row.isLost == true)
  }
}
