import Foundation
import ScrollUI
import Testing
import TextKit
import TraceImport

@Suite struct GalleryTests {
  @State var position = ScrollPosition(idType: Int.self)

  var gallery: ScrollScene {
    ScrollScene(.horizontal, width: 393, height: 360) {
      LazyHStack(spacing: 16) {
        ForEach(0..<12) { _ in SizedItem(width: 280, height: 360) }
      }
      .scrollTargetLayout()
    }
    .contentMargins(.horizontal, 40)
    .scrollTargetBehavior(SnapEvery(step: 296))
    .scrollPosition($position, anchor: .leading)
  }

  @Test func `a recorded fling comes to rest on the second card`() throws {
    let path = try #require(Bundle.module.path(forResource: "fling", ofType: "jsonl"))
    var recording = ScrollRecording()
    _ = try NativeImport.read(ByteSource(path: path), into: &recording)
    let run = gallery.run(recording.gestures)
    #expect(run.contentOffset.x == 256)
    #expect(position.viewID(type: Int.self) == 1)
    #expect(position.isPositionedByUser)
  }
}
