import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules around a scroll view") struct SurroundingRules {
  @Test("every rule of the surroundings holds", arguments: rules)
  func rule(_ rule: Rule) throws { try rule.check() }

  static let rules: [Rule] = [
    Rule("POS-47 a disabled adjustment keeps the offset through changes") {
      for (adjustment, offset) in [
        (OffsetAdjustment.automatic, 300.0), (.disabled, 200),
      ] {
        var rig = Rig(.rows(20)) {
          $0.defaultAnchors.sizeChanges = .anchor(Anchor.bottom)
          $0.offsetAdjustment = adjustment
        }
        rig.scroll(.edge(.bottom), route: .offset)
        rig.append(5, from: 20)
        #expect(rig.y == offset)
        let items = (0..<100).map {
          SceneItem(id: TargetID(Int64($0)), length: .fixed($0 < 30 ? 10 : 30))
        }
        let scene = Scene(
          containerSize: Size(width: 100, height: 200),
          content: .stack(Stack(isLazy: true, items: items)))
        var lazy = Rig(scene) { $0.offsetAdjustment = adjustment }
        lazy.scroll(.y(600), route: .offset)
        #expect((lazy.y == 600) == (adjustment == .disabled), "\(lazy.y)")
      }
    },
    Rule("BIND-17 nested scroll views need one modifier each") {
      var outer = Rig(.rows(20, length: 100)) { $0.position = .id(nil) }
      for (binding, id) in [(PositionBinding.none, nil as TargetID?), (.id(nil), TargetID(105))] {
        var inner = Rig(.numberedCards(100..<120)) { $0.position = binding }
        inner.drag(550, horizontally: true)
        #expect(inner.engine.currentID == id && inner.x == 550)
      }
      #expect(outer.engine.boundID == nil && outer.engine.frame(of: TargetID(105)) == nil)
      outer.drag(250)
      #expect(outer.engine.boundID == TargetID(2))
    },
    Rule("READ-8 an id inside a nested scroll view takes one call for each of them") {
      var outer = Rig(.rows(20, length: 100))
      var inner = Rig(.numberedCards(100..<120))
      outer.reader(110)
      #expect(outer.y == 0 && outer.log.diagnostics.map(\.kind) == [.unknownID])
      #expect(inner.x == 0)
      outer.reader(10, Anchor.top)
      inner.reader(110, Anchor.leading)
      #expect(outer.y == 1000 && inner.x == 1100)
    },
    Rule("DIS-4 disabling during a gesture cancels it at its offset") {
      for (dragged, offset) in [(60.0, 60.0), (-60, 0)] {
        var rig = Rig(.rows(100))
        rig.hold(dragging: dragged)
        rig.disable()
        #expect(rig.y == offset && rig.phases == [.tracking, .interacting, .idle])
        rig.touch(.moved, 500, 100)
        rig.lift()
        rig.drag(100)
        rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 30))))
        #expect(rig.y == offset && rig.engine.isScrollDisabled)
        // The interrupted gesture has no release decision.
        #expect(rig.log.settles.isEmpty)
        rig.disable(false)
        rig.drag(40)
        #expect(rig.y == offset + 40)
      }
    },
    Rule("DIS-4 a finger that stayed down while scrolling was disabled is ignored") {
      var rig = Rig(.rows(100))
      rig.hold(dragging: 60)
      rig.disable()
      rig.disable(false)
      rig.touch(.moved, 500, 100)
      rig.lift()
      rig.rest()
      #expect(rig.y == 60 && rig.phases == [.tracking, .interacting, .idle])
    },
    Rule("DIS-4 disabling and enabling in one update cancels the gesture") {
      var rig = Rig(.rows(100))
      rig.hold(dragging: 60)
      rig.send(.container(ContainerChange(isScrollDisabled: true)))
      rig.disable(false)
      #expect(rig.y == 60 && rig.engine.phase == .idle && !rig.engine.isScrollDisabled)
    },
    Rule("DIS-4 disabling keeps a released scroll, and DIS-3 keeps programmatic ones") {
      var free = Rig(.rows(500))
      free.fling(1000)
      free.rest()
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.disable()
      rig.rest()
      #expect(rig.y == free.y && rig.y > 400)
      rig.scroll(.y(100), route: .offset)
      #expect(rig.y == 100)
    },
    Rule("DIS-4 momentum from the system stops when scrolling is disabled") {
      var rig = Rig(.rows(500))
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 30), phase: .began)))
      rig.apply(.wheel(WheelSample(delta: .zero, phase: .ended)))
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 20), momentumPhase: .began)))
      #expect(rig.y == 50 && rig.engine.phase == .decelerating)
      rig.disable()
      #expect(rig.y == 50 && rig.engine.phase == .idle)
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 20), momentumPhase: .changed)))
      rig.apply(.wheel(WheelSample(delta: .zero, momentumPhase: .ended)))
      #expect(rig.y == 50 && rig.engine.phase == .idle)
    },
    Rule("DIS-4 disabling is no layout change: no layout or pinning follows") {
      var rig = Rig(.rows(100)) { $0.position = .value(PositionValue(edge: .bottom)) }
      rig.wait(17)
      rig.scroll(.y(300), route: .offset)
      let frames = rig.log.frames.count
      rig.disable()
      #expect(rig.y == 300 && rig.log.frames.count == frames)
      // Any other change brings the position's edge back into view.
      rig.apply(.container(ContainerChange(scale: 3, isScrollDisabled: true)))
      #expect(rig.y == 1800)
    },
    Rule("DIS-1 scrolling can be enabled against the configuration") {
      var rig = Rig(.rows(100)) { $0.isScrollDisabled = true }
      rig.drag(60)
      #expect(rig.y == 0)
      rig.disable(false)
      rig.drag(60)
      #expect(rig.y == 60)
    },
    Rule("DIS-1 user input within the frame of a change follows it") {
      for isDisabled in [false, true] {
        var rig = Rig(.rows(500)) { $0.isScrollDisabled = !isDisabled }
        rig.send(.container(ContainerChange(isScrollDisabled: isDisabled)))
        rig.drag(60)
        rig.rest()
        #expect(rig.y == (isDisabled ? 0 : 60) && rig.phases.isEmpty == isDisabled)
      }
      // A finger that lifts after the change releases nothing.
      var rig = Rig(.rows(500))
      rig.hold(dragging: 60)
      rig.send(.container(ContainerChange(isScrollDisabled: true)))
      rig.lift()
      rig.wait(17)
      #expect(rig.y == 60 && rig.phases.last == .idle && rig.log.settles.isEmpty)
    },
    Rule("DIS-1 a session opens with the scrolling state of the trace's first container") {
      var session = ScrollSession(configuration: Configuration(), axes: .vertical)
      var log = OutcomeLog()
      let rows = (0..<40).map { row in
        TargetFrame(
          id: TargetID(Int64(row)),
          frame: Rect(x: 0, y: Double(row) * 50, width: 100, height: 50))
      }
      let change = ContainerChange(size: Size(width: 100, height: 200), isScrollDisabled: true)
      session.take(.container(change), at: .zero, to: &log)
      session.take(.layout(Layout(targets: rows)), at: .zero, to: &log)
      for (index, y) in [150.0, 120, 90, 60].enumerated() {
        let sample = TouchSample(
          pointer: 1, phase: index == 0 ? .began : .moved, position: Point(x: 50, y: y))
        session.take(
          .touch(sample), at: TraceTime(nanoseconds: Int64(index + 1) * 16_000_000), to: &log)
      }
      session.finish(at: TraceTime(nanoseconds: 100_000_000), to: &log)
      #expect(session.engine?.isScrollDisabled == true && session.engine?.currentOffset.y == 0)
    },
    Rule("LAZY-12 an un-animated jump to the far end stops short until the end is measured") {
      var items = (0..<100).map { SceneItem(id: TargetID(Int64($0)), length: .fixed(20)) }
      for index in 20..<100 { items[index].length = .fixed(90) }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 100, height: 200),
          content: .stack(Stack(isLazy: true, estimatedLength: 20, items: items))))
      func gap() -> Double { rig.engine.restRange(.vertical).upperBound - rig.y }
      rig.scroll(.edge(.bottom), route: .offset)
      #expect(
        gap() > 40 && rig.engine.frame(of: TargetID(99)).map { $0.origin.y > rig.y + 200 } == true)
      var tries = 1
      while gap() > 0.5, tries < 20 {
        rig.scroll(.edge(.bottom), route: .offset)
        tries += 1
      }
      #expect(tries > 1 && tries < 20, "\(tries)")
    },
    Rule("SEED-8 two equal configurations are the default, a threshold is not") {
      let both = TransitionSettings(topLeading: .interactive, bottomTrailing: .interactive)
      #expect(both == TransitionSettings())
      let moved = TransitionSettings(
        topLeading: .interactive, bottomTrailing: .interactive(.easeInOut, threshold: .visible(0.5))
      )
      let place = TransitionPosition(view: 100, container: 400, distance: 190)
      #expect(place.progress(both) < 1 && place.progress(moved) == 1)
      let top = TransitionPosition(view: 100, container: 400, distance: -190)
      #expect(top.progress(moved) == top.progress(both))
    },
    Rule("SEED-14 a header that collapses beyond a threshold within its own height flips") {
      for (threshold, flips) in [(200.0, true), (100, false)] {
        let items = (0..<18).map {
          SceneItem(id: TargetID(Int64($0)), length: .fixed($0 == 0 ? 100 : 20))
        }
        var rig = Rig(
          Scene(
            containerSize: Size(width: 120, height: 200), content: .stack(Stack(items: items))))
        rig.scroll(.y(230), route: .offset)
        var states: [Bool] = []
        for _ in 0..<4 {
          let isCollapsed = rig.y > threshold
          states.append(isCollapsed)
          rig.apply(
            .edit(
              .resize(TargetID(0), size: Size(width: 120, height: isCollapsed ? 0 : 100))))
        }
        #expect(states == (flips ? [true, false, false, false] : [true, true, true, true]))
        #expect(rig.engine.geometry.contentSize.height == (flips ? 440 : 340))
      }
    },
    Rule("BIND-11 without an anchor the first, the nearest or the largest target is reported") {
      let items = [20.0, 30, 100, 400].enumerated().map {
        SceneItem(id: TargetID(Int64($0)), length: .fixed($1))
      }
      let scene = Scene(
        containerSize: Size(width: 100, height: 150), content: .stack(Stack(items: items)))
      for (choice, id) in [
        (NilAnchorChoice.firstIntersecting, 0), (.nearestTop, 1), (.mostArea, 2),
      ] {
        var rig = Rig(scene) {
          $0.position = .id(nil)
          $0.switches.nilAnchor = choice
        }
        rig.drag(14)
        #expect(rig.engine.boundID == TargetID(Int64(id)), "\(choice)")
      }
    },
    Rule("POS-39 the same request scrolls again only if requests are counted") {
      for (equality, offset) in [(PositionEqualityChoice.seeded, 200.0), (.structural, 50)] {
        var rig = Rig(.rows(20)) {
          $0.position = .value(PositionValue())
          $0.switches.positionEquality = equality
        }
        rig.scroll(.edge(.bottom))
        rig.scroll(.y(50), route: .offset)
        rig.scroll(.edge(.bottom))
        #expect(rig.y == offset)
      }
    },
    Rule("PAGE-8 without a limit a hard flick moves several pages") {
      for (choice, page) in [(MaximumPagesChoice.one, 1.0), (.unlimited, 3)] {
        var rig = Rig(.rows(500, viewport: 200)) {
          $0.behavior = .paging
          $0.deceleration = .normal
          $0.switches.maximumPages = choice
        }
        rig.fling(1200)
        rig.rest()
        #expect(rig.y == page * 200)
      }
    },
    Rule("PAGE-9 a flick at the fractional last page rests at the end or stays") {
      for (choice, offset) in [(PageClampChoice.clamped, 700.0), (.natural, 665)] {
        var rig = Rig(.rows(50, viewport: 300)) {
          $0.behavior = .paging
          $0.switches.pageClamp = choice
        }
        rig.scroll(.y(600), route: .offset)
        rig.fling(380)
        rig.rest()
        #expect(near(rig.y, offset, choice == .clamped ? 0 : 25) && rig.y > 600)
      }
    },
    Rule("PAGE-14 pages of the frame count from the offset, of the container from the rest") {
      for (choice, offset) in [(PageLengthChoice.frame, 200.0), (.container, 120)] {
        var rig = Rig(.rows(100, insets: insets(top: 30, bottom: 20))) {
          $0.behavior = .paging
          $0.switches.pageLength = choice
        }
        rig.scroll(.y(10), route: .offset)
        rig.fling(500)
        rig.rest()
        #expect(rig.y == offset, "\(rig.y)")
      }
    },
    Rule("VAL-13 the two nearest targets and the distance to the other choice are reported") {
      for (anchor, margin) in [(nil as UnitPoint?, 15.0), (Anchor.center, 25)] {
        var rig = Rig(.cards(20)) { $0.behavior = .viewAligned(limit: .never, anchor: anchor) }
        rig.drag(150, horizontally: true)
        let settle = rig.log.settles.first
        #expect(settle?.candidates.count == 2 && settle?.flipMargin == margin)
      }
    },
    Rule("LAY-3 a layout without a size is as large as its targets, also after edits") {
      for axes in [ScrollAxes.vertical, .horizontal] {
        func frame(_ start: Double, _ length: Double) -> Rect {
          axes == .vertical
            ? Rect(x: 0, y: start, width: 70, height: length)
            : Rect(x: start, y: 0, width: length, height: 70)
        }
        let targets = (0..<5).map {
          TargetFrame(id: TargetID(Int64($0)), frame: frame(Double($0) * 50, 50))
        }
        for size in [nil, frame(0, 250).size] {
          var rig = Rig(
            Scene(
              axes: axes, containerSize: Size(width: 60, height: 60),
              content: .layout(Layout(contentSize: size, targets: targets))))
          let edits: [ContentEdit] = [
            .insert(TargetID(9), index: 5, size: frame(0, 30).size),
            .insert(TargetID(8), index: 1, size: frame(0, 20).size),
            .remove(TargetID(3), index: nil), .move(TargetID(8), index: 0),
            .resize(TargetID(2), size: frame(0, 10).size),
          ]
          for edit in edits { rig.apply(.edit(edit)) }
          #expect(rig.engine.geometry.contentSize == frame(0, 210).size)
          let places = [8, 0, 1, 2, 4, 9].map { rig.engine.frame(of: TargetID($0))?.origin }
          #expect(places == [0, 20, 70, 120, 130, 180].map { frame($0, 0).origin })
          rig.apply(.edit(.move(TargetID(0), index: 6)))
          rig.apply(.edit(.move(TargetID(0), index: -1)))
          #expect(rig.log.diagnostics.map(\.kind) == [.badEdit, .badEdit])
        }
      }
    },
    Rule("MARG-5 recorded insets are totals: margins are subtracted before they are added again") {
      var configuration = Configuration()
      configuration.margins = insets(top: 20, left: 8)
      let total = insets(top: 67, left: 5, bottom: 34)
      #expect(configuration.insets(ofTotal: total) == insets(top: 47, bottom: 34))
      var rig = Rig(.rows(20)) { $0.margins = configuration.margins }
      rig.apply(.container(ContainerChange(insets: configuration.insets(ofTotal: total))))
      #expect(rig.engine.geometry.contentInsets == insets(top: 67, left: 8, bottom: 34))
    },
  ]
}

extension Scene {
  /// Cards of 100 with a distance of 10, whose ids are the numbers.
  fileprivate static func numberedCards(_ numbers: Range<Int64>) -> Scene {
    Scene(
      axes: .horizontal, containerSize: Size(width: 300, height: 100),
      content: .stack(
        Stack(
          axis: .horizontal, spacing: 10,
          items: numbers.map { SceneItem(id: TargetID($0), length: .fixed(100)) })))
  }
}
