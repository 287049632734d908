import ScrollModel
import Testing

@testable import ScrollEngine

extension ObserverRules {
  /// One view of 100 points in content of 2000, in a container of 400 points.
  private static func single(
    length: Double = 100, threshold: Double = 0.5, insets: Insets = .zero,
    _ configure: (inout Configuration) -> Void = { _ in }
  ) -> Rig {
    Rig(
      Scene(
        containerSize: Size(width: 100, height: 400), insets: insets,
        content: .layout(
          Layout(
            contentSize: Size(width: 100, height: 3000),
            targets: [
              TargetFrame(
                id: TargetID(1), frame: Rect(x: 0, y: 1000, width: 100, height: length))
            ])))
    ) {
      $0.viewVisibility = threshold
      configure(&$0)
    }
  }

  private static func visible(_ rig: Rig, at y: Double) -> Bool {
    var rig = rig
    rig.scroll(.y(1000 - y), route: .offset)
    return rig.log.visibility.last?.isVisible ?? false
  }

  static let visibility: [Rule] = [
    Rule("VIS-1 crossing the threshold calls with true and false") {
      var rig = single()
      for y in [0.0, 700, 1200, 700] { rig.scroll(.y(y), route: .offset) }
      #expect(rig.log.visibility.map(\.isVisible) == [false, true, false, true])
    },
    Rule("VIS-2 exactly half counts, or not, by the switch") {
      for (choice, isVisible) in [(VisibilityCompareChoice.atLeast, true), (.moreThan, false)] {
        let rig = single { $0.switches.visibilityCompare = choice }
        #expect(visible(rig, at: 350) == isVisible)
      }
    },
    Rule("VIS-3 an initially visible view is reported") {
      for choice in InitialVisibilityChoice.allCases {
        let rig = Rig(.rows(20)) {
          $0.viewVisibility = 0.5
          $0.switches.initialVisibility = choice
        }
        #expect(rig.log.visibility.prefix(10).map(\.index) == Array(0..<10))
        #expect(!rig.log.visibility.prefix(10).contains { !$0.isVisible })
      }
    },
    Rule("VIS-4 an initially invisible view is reported false, or not, by the switch") {
      for choice in InitialVisibilityChoice.allCases {
        var rig = Rig(.rows(20)) {
          $0.viewVisibility = 0.5
          $0.switches.initialVisibility = choice
        }
        rig.scroll(.y(100), route: .offset)
        let told = rig.log.visibility.filter { $0.id == TargetID(12) }.map(\.isVisible)
        #expect(told == (choice == .called ? [false, true] : [true]))
        let never = rig.log.visibility.filter { $0.id == TargetID(19) }.map(\.isVisible)
        #expect(never == (choice == .called ? [false] : []))
      }
      // A lazy stack has no view there to report.
      let lazy = Rig(.rows(100, isLazy: true)) { $0.viewVisibility = 0.5 }
      #expect(!lazy.log.visibility.contains { !$0.isVisible })
    },
    Rule("VIS-5 values alternate for each view") {
      var rig = Rig(.rows(100)) { $0.viewVisibility = 0.5 }
      rig.fling(1500)
      rig.rest()
      rig.fling(-1500)
      rig.rest()
      for id in Set(rig.log.visibility.map(\.id)) {
        let values = rig.log.visibility.filter { $0.id == id }.map(\.isVisible)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
      }
    },
    Rule("VIS-6 the ids above the threshold are reported as an array") {
      var rig = Rig(.rows(20)) { $0.targetVisibility = 0.5 }
      rig.scroll(.y(25), route: .offset)
      #expect(rig.log.visibleSets.last?.ids.first == TargetID(1))
      #expect(rig.log.visibleSets.last?.ids.count == 10)
    },
    Rule("VIS-9 the ids come in layout order") {
      let frames = [50, 0, 100].map {
        TargetFrame(
          id: TargetID(Int64($0)), frame: Rect(x: 0, y: Double($0), width: 10, height: 50))
      }
      let rig = Rig(
        Scene(
          containerSize: Size(width: 10, height: 200),
          content: .layout(Layout(contentSize: Size(width: 10, height: 150), targets: frames)))
      ) { $0.targetVisibility = 0.5 }
      #expect(rig.log.visibleSets.last?.ids == [50, 0, 100].map { TargetID($0) })
    },
    Rule("VIS-10 the action runs when the array changes") {
      var rig = Rig(.rows(20)) { $0.targetVisibility = 0.5 }
      rig.scroll(.y(3), route: .offset)
      rig.scroll(.y(6), route: .offset)
      #expect(rig.log.visibleSets.count == 1)
    },
    Rule("VIS-10 with the switch, a changed layout alone is not reported, the next scroll is") {
      for (choice, counts) in [
        (VisibleSetUpdatesChoice.anyChange, [10, 5, 6]), (.scrolling, [10, 6]),
      ] {
        var rig = Rig(.rows(20)) {
          $0.targetVisibility = 0.5
          $0.switches.visibleSetUpdates = choice
        }
        rig.apply(.container(ContainerChange(size: Size(width: 120, height: 100))))
        rig.scroll(.y(10), route: .offset)
        #expect(rig.log.visibleSets.map(\.ids.count) == counts, "\(choice)")
      }
    },
    Rule("VIS-11 an empty first set is not reported") {
      let rig = single { $0.targetVisibility = 0.5 }
      #expect(rig.log.visibleSets.isEmpty)
    },
    Rule("VIS-12 the fraction is one of area, or of length by the switch") {
      for (choice, count) in [(VisibilityMeasureChoice.area, 0), (.length, 1)] {
        let target = TargetFrame(
          id: TargetID(1), frame: Rect(x: 70, y: 0, width: 100, height: 50))
        let rig = Rig(
          Scene(
            containerSize: Size(width: 100, height: 200),
            content: .layout(Layout(contentSize: Size(width: 200, height: 200), targets: [target])))
        ) {
          $0.viewVisibility = 0.5
          $0.switches.visibilityMeasure = choice
        }
        #expect(rig.log.visibility.filter(\.isVisible).count == count)
      }
    },
    Rule("VIS-13 parts under bars count, or not, by the switch") {
      for (choice, isVisible) in [(ViewportChoice.visibleRect, true), (.unobscured, false)] {
        let rig = single(insets: insets(top: 100)) { $0.switches.visibilityViewport = choice }
        #expect(visible(rig, at: 20) == isVisible)
      }
    },
    Rule("VIS-14 a fraction equal to the threshold is enough, except for 0") {
      let rig = single(threshold: 0)
      #expect(visible(rig, at: 399) && !visible(rig, at: 400))
    },
    Rule("VIS-15 a threshold of 1 needs the complete view, with rounding") {
      let rig = single(threshold: 1)
      #expect(visible(rig, at: 300) && !visible(rig, at: 300.5))
      #expect(visible(rig, at: 300 + 1e-5))
      let strict = single(threshold: 1) { $0.switches.visibilityCompare = .moreThan }
      #expect(visible(strict, at: 300) && !visible(strict, at: 300.5))
    },
    Rule("VIS-16 thresholds are clamped") {
      #expect(visible(single(threshold: 7), at: 300) && visible(single(threshold: -3), at: 399))
    },
    Rule("VIS-17 a view longer than the viewport may never reach the threshold") {
      let rig = single(length: 1000)
      #expect(!visible(rig, at: 0) && !visible(rig, at: -300))
      #expect(visible(single(length: 1000, threshold: 0.4), at: -300))
    },
    Rule("VIS-19 a view without area is never visible") {
      #expect(!visible(single(length: 0, threshold: 0), at: 100))
    },
    Rule("VIS-20 a view that appears and leaves between two ticks is missed") {
      var rig = Rig(.rows(1000)) { $0.viewVisibility = 0.5 }
      rig.scroll(.y(10_000), animation: .timed(seconds: 0.1, curve: .linear), route: .offset)
      rig.rest()
      let seen = Set(rig.log.visibility.filter(\.isVisible).map(\.id)).count
      #expect(seen > 30 && seen < 400)
    },
    Rule("VIS-21 removal while visible is recorded without a call") {
      var rig = Rig(.rows(20)) { $0.viewVisibility = 0.5 }
      let calls = rig.log.visibility.count
      rig.apply(.edit(.remove(TargetID(0), index: 0)))
      #expect(rig.log.diagnostics.map(\.kind) == [.removedWhileVisible])
      #expect(!rig.log.visibility.dropFirst(calls).contains { !$0.isVisible })
    },
    Rule("VIS-22 there is no hysteresis") {
      var rig = single()
      for index in 0..<6 {
        rig.scroll(.y(650 + (index % 2 == 0 ? 0.1 : -0.1)), route: .offset)
      }
      #expect(rig.log.visibility.dropFirst().count == 6)
    },
    Rule("VIS-24 effects do not change the measured frame") {
      let plain = visible(single(), at: 350)
      #expect(visible(single { $0.transition = TransitionSettings() }, at: 350) == plain)
    },
    Rule("VIS-26 the four published examples have their fractions") {
      for (y, isVisible) in [(350.0, true), (351, false), (-50, true), (-51, false)] {
        #expect(visible(single(), at: y) == isVisible)
      }
    },
    Rule("VIS-27 a view under a margin is in V and not in U") {
      for (choice, fraction) in [(ViewportChoice.visibleRect, 0.5), (.unobscured, 0)] {
        var rig = single(length: 20, insets: insets(top: 20)) {
          $0.switches.visibilityViewport = choice
        }
        rig.scroll(.y(1010), route: .offset)
        #expect(rig.engine.visibleFraction(of: TargetID(1)) == fraction)
      }
    },
    Rule("VIS-28 a sentinel is reported again when it becomes visible again") {
      var rig = single(length: 1, threshold: 0.5)
      for y in [800.0, 0, 800] { rig.scroll(.y(y), route: .offset) }
      #expect(rig.log.visibility.map(\.isVisible) == [false, true, false, true])
    },
  ]
}
