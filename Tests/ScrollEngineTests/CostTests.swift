import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("8 The law of cost") struct CostTests {
  #if DEBUG
    private static let everything: @Sendable (inout Configuration) -> Void = {
      $0.viewVisibility = 0.5
      $0.targetVisibility = 0.8
      $0.position = .id(nil)
      $0.transition = TransitionSettings()
      $0.behavior = .viewAligned(limit: .never, anchor: nil)
    }

    /// The largest number of targets that one tick of flings examines, and the sum over all ticks.
    private func looks(
      _ count: Int, isLazy: Bool, _ configure: (inout Configuration) -> Void
    ) -> (most: Int, total: Int, ticks: Int) {
      var rig = Rig(
        .rows(count, length: 44, viewport: 600, isLazy: isLazy, estimate: 44), configure)
      rig.scroll(.y(Double(count) * 20), route: .offset)
      let tally = LookSummary()
      rig.engine.content.tally = tally
      var most = 0
      var ticks = 0
      for velocity in [3000.0, -2500, 900] {
        rig.fling(velocity)
        while rig.engine.needsTick {
          let before = tally.looks
          rig.wait(1000 / 60)
          most = max(most, tally.looks - before)
          ticks += 1
        }
      }
      return (most, tally.looks, ticks)
    }

    @Test(
      "a tick examines few targets other than the visible ones, however many there are",
      arguments: [false, true])
    func looks(isLazy: Bool) {
      let few = looks(100, isLazy: isLazy, Self.everything)
      let many = looks(30_000, isLazy: isLazy, Self.everything)
      // Fourteen rows are visible; each observer examines each of them a few times.
      #expect(few.most < 450 && many.most < 450, "\(few) \(many)")
      #expect(many.total <= few.total + many.ticks * 16, "\(few) \(many)")
    }

    @Test("without observers, a tick of a motion examines no target") func bare() {
      let looks = looks(1000, isLazy: false) { _ in }
      #expect(looks.total == 0 && looks.ticks > 100)
    }

    @Test("ticks between two changes of visibility examine no target") func stableRange() {
      var rig = Rig(.rows(1000, length: 400, viewport: 600)) { $0.viewVisibility = 0.5 }
      rig.scroll(.y(20_000), route: .offset)
      rig.fling(300)
      rig.wait(100)
      let tally = LookSummary()
      rig.engine.content.tally = tally
      let frames = rig.log.frames.count
      rig.wait(300)
      #expect(rig.log.frames.count >= frames + 17)
      #expect(tally.looks < 40)
    }
  #endif
}
