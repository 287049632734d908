import ScrollModel
import ScrollUI
import Testing

/// A transcript in which a reader scrolls back and the keyboard opens.
struct KeyboardTests {
  private static let lengths: [CGFloat] = [
    120, 44, 44, 64, 64, 44, 84, 84, 44, 44, 104, 64, 104, 84, 64, 120, 104, 44, 84, 120, 84, 120,
    150, 150, 150, 84, 64, 104, 104, 84, 64, 104,
  ]

  private var transcript: ScrollScene {
    ScrollScene(width: 390, height: 700) {
      LazyVStack(spacing: 0) {
        for (number, length) in Self.lengths.enumerated() {
          SizedItem(height: length).id("m\(number)")
        }
      }
      .scrollTargetLayout()
    }
  }

  /// Opens the keyboard under a reader; returns the movement of the middle row on the screen.
  private func jump(_ scene: ScrollScene) throws -> CGFloat {
    var run = scene.start()
    run.settle()
    run.send(
      try gestures("drag from 195,150 to 195,650 over 500ms ease out", width: 390, height: 700))
    run.settle()
    let middle = run.contentOffset.y + 350
    let row = try #require(
      Self.lengths.indices.map { "m\($0)" }.first {
        run.frame(of: $0).map { $0.minY <= middle && middle < $0.maxY } ?? false
      })
    let before = try #require(run.frame(of: row)).minY - run.contentOffset.y
    let keyboard = ContainerChange(size: Size(width: 390, height: 399))
    run.send([(TraceTime.zero, Input.container(keyboard))])
    run.settle()
    return try #require(run.frame(of: row)).minY - run.contentOffset.y - before
  }

  @Test("POS-62 a bound position moves a reader back, an anchor alone does not")
  func reader() throws {
    @State var first = ScrollPosition(idType: String.self, edge: .bottom)
    @State var second = ScrollPosition(idType: String.self, edge: .bottom)
    @State var third = ScrollPosition(idType: String.self, edge: .bottom)
    for bound in [
      transcript.scrollPosition($first),
      transcript.scrollPosition($second).defaultScrollAnchor(.bottom, for: .sizeChanges),
      transcript.scrollPosition($third).defaultScrollAnchor(.bottom),
    ] {
      #expect(try jump(bound) > 100)
    }
    #expect(first.isPositionedByUser)
    #expect(abs(try jump(transcript.defaultScrollAnchor(.bottom))) < 1e-9)
  }

  @Test("POS-50 a position at the bottom edge follows the keyboard if the reader has not scrolled")
  func follower() throws {
    @State var position = ScrollPosition(idType: String.self, edge: .bottom)
    var run = transcript.scrollPosition($position).start()
    run.settle()
    run.send([
      (TraceTime.zero, Input.container(ContainerChange(size: Size(width: 390, height: 399))))
    ])
    run.settle()
    #expect(run.contentOffset.y == run.geometry.contentSize.height - 399)
  }
}
