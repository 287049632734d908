import ScrollModel
import Testing

@testable import ScrollEngine

/// Smooth scrolls of pages, as recorded in Chromium 156 (`fixtures/chromium-scripts`).
@Suite("Rules of smooth scrolls") struct SmoothScrollRules {
  @Test("every rule of smooth scrolls holds", arguments: rules) func smoothScrollRule(
    _ rule: Rule
  ) throws {
    try rule.check()
  }

  private static func page(_ physics: PeerPhysics = .chromium) -> Rig {
    Rig(.rows(400, length: 100, viewport: 600)) { $0.releasePhysics = physics }
  }

  static let rules: [Rule] = [
    Rule("WEB-15 a smooth scroll of 370 px follows the recorded frames") {
      // next-button.jsonl.gz: a frame each 16.7 ms, in whole pixels.
      let recorded = [
        0, 2, 12, 35, 86, 165, 224, 262, 289, 309, 324, 336, 345, 353, 359, 363, 366, 368, 369, 370,
      ]
      for physics in [PeerPhysics.chromium, .css] {
        var rig = page(physics)
        rig.scroll(.point(Point(x: 0, y: 370)), animation: .automatic, route: .offset)
        for (frame, offset) in recorded.enumerated() {
          #expect((rig.y - Double(offset)).magnitude <= 2, "\(physics) frame \(frame)")
          rig.wait(50.0 / 3)
        }
      }
    },
    Rule("WEB-15 the duration grows with the root of the distance, up to 1.5 s") {
      for (distance, duration) in [
        (100.0, 10000.0 / 60), (1268, 593.48), (4960, 1173.79), (22000, 1500), (29500, 1500),
      ] {
        var rig = page()
        rig.scroll(.point(Point(x: 0, y: distance)), animation: .automatic, route: .offset)
        rig.wait(duration - 40)
        #expect(rig.y < distance, "\(distance)")
        rig.wait(60)
        #expect(rig.y == distance, "\(distance)")
      }
    },
    Rule("WEB-15 another scroll begins where the content is, without its velocity") {
      var rig = page()
      rig.scroll(.point(Point(x: 0, y: 1000)), animation: .automatic, route: .offset)
      rig.wait(150)
      #expect(rig.y > 100 && rig.y < 900)
      rig.scroll(.point(Point(x: 0, y: 0)), animation: .automatic, route: .offset)
      rig.wait(17)
      var last = rig.y
      for _ in 0..<60 {
        rig.wait(8)
        #expect(rig.y <= last)
        last = rig.y
      }
      rig.rest()
      #expect(rig.y == 0)
    },
  ]
}
