import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of observers") struct ObserverRules {
  @Test("every rule of geometry holds", arguments: geometry)
  func geometryRule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of transitions holds", arguments: transitions)
  func transitionRule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of visibility holds", arguments: visibility)
  func visibilityRule(_ rule: Rule) throws {
    try rule.check()
  }

  /// The measured fixture: frame 120 × 150, top margin 20, content 120 × 400.
  static func fixture(_ configure: (inout Configuration) -> Void = { _ in }) -> Rig {
    Rig(.rows(20, viewport: 150)) {
      $0.margins = insets(top: 20)
      configure(&$0)
    }
  }

  private static func probe(
    _ rig: Rig, _ initial: InitialGeometryChoice,
    _ transform:
      @escaping @Sendable (ScrollGeometry)
      -> Double
  ) -> (actions: [Double], transforms: Int) {
    var probe = GeometryProbe(initial: initial, transform: transform)
    var actions: [Double] = []
    for frame in rig.log.frames { probe.observe(frame.geometry) { actions.append($1) } }
    return (actions, probe.transforms)
  }

  static let geometry: [Rule] = [
    Rule("GEO-1 a geometry has its six properties") {
      let geometry = fixture().engine.geometry
      #expect(geometry.contentOffset == Point(x: 0, y: -20))
      #expect(geometry.contentSize == Size(width: 120, height: 400))
      #expect(geometry.contentInsets == insets(top: 20))
    },
    Rule("GEO-2 the offset is negative under insets and pulls") {
      var rig = fixture()
      rig.hold(dragging: -30)
      #expect(rig.engine.geometry.contentOffset.y < -20)
    },
    Rule("GEO-3 insets add to the content") {
      #expect(fixture().engine.geometry.scrollableSize == Size(width: 120, height: 420))
    },
    Rule("GEO-5 the measured geometry is reproduced") {
      let geometry = fixture().engine.geometry
      #expect(geometry.containerSize == Size(width: 120, height: 130))
      #expect(geometry.bounds == Rect(x: 0, y: -20, width: 120, height: 130))
      #expect(geometry.visibleRect == Rect(x: 0, y: -20, width: 120, height: 150))
    },
    Rule("GEO-6 container and rectangles are derived from frame and insets") {
      let rig = Rig(.rows(20, insets: insets(top: 11, left: 3, bottom: 5, right: 2)))
      let geometry = rig.engine.geometry
      #expect(geometry.containerSize == Size(width: 115, height: 184))
      #expect(geometry.visibleRect.size == Size(width: 120, height: 200))
    },
    Rule("GEO-7 after the reader's scroll the offset is 180") {
      var rig = fixture()
      rig.reader(10, Anchor.top)
      #expect(rig.engine.geometry.visibleRect.origin.y == 180)
    },
    Rule("GEO-8 a list reports the whole frame as its container") {
      for (choice, height) in [(ContainerSizeChoice.excludesInsets, 130.0), (.includesInsets, 150)]
      {
        let rig = fixture { $0.switches.containerSize = choice }
        #expect(rig.engine.geometry.containerSize.height == height)
      }
    },
    Rule("GEO-11 a constructed geometry excludes the insets from the visible rectangle") {
      let geometry = ScrollGeometry(
        contentOffset: Point(x: 0, y: -20), contentSize: Size(width: 120, height: 400),
        contentInsets: insets(top: 20), containerSize: Size(width: 120, height: 130))
      #expect(geometry.visibleRect == Rect(x: 0, y: -20, width: 120, height: 130))
      #expect(geometry != fixture().engine.geometry)
    },
    Rule("GEO-12 the range extends from the start inset to the end") {
      let rig = Rig(.rows(20, insets: insets(top: 20, bottom: 30)))
      #expect(rig.engine.restRange(.vertical) == -20...230)
      #expect(Rig(.rows(3, insets: insets(top: 20))).engine.restRange(.vertical) == -20...(-20))
    },
    Rule("GEO-13 progress is 0 without a range") {
      var rig = Rig(.rows(20))
      rig.scroll(.y(50), route: .offset)
      #expect(rig.engine.progress(.vertical) == 0.25)
      #expect(Rig(.rows(3)).engine.progress(.vertical) == 0)
    },
    Rule("GEO-14 setting offset or container changes the visible rectangle") {
      var geometry = fixture().engine.geometry
      geometry.contentOffset = Point(x: 5, y: 0)
      #expect(geometry.visibleRect == Rect(x: 5, y: 0, width: 120, height: 150))
      geometry.containerSize = Size(width: 100, height: 100)
      #expect(geometry.visibleRect == Rect(x: 5, y: 0, width: 100, height: 120))
    },
    Rule("GEO-15 geometries are equatable and sendable") {
      func sendable<T: Sendable & Equatable>(_ value: T) -> T { value }
      #expect(sendable(ScrollGeometry.empty) == .empty)
    },
    Rule("GEO-16 right to left, 0 is the leading edge") {
      let rig = Rig(
        Scene(
          axes: .horizontal, containerSize: Size(width: 393, height: 100),
          insets: insets(left: 40, right: 20), layoutDirection: .rightToLeft,
          content: .layout(Layout(contentSize: Size(width: 1000, height: 100), targets: []))))
      #expect(rig.engine.geometry.contentOffset.x == -20 && rig.x == 627)
    },
    Rule("GEO-17 short content rests at its start") {
      let geometry = Rig(.rows(3, insets: insets(top: 20))).engine.geometry
      #expect(geometry.contentOffset.y == -20)
      #expect(geometry.visibleRect.size.height > geometry.contentSize.height)
    },
    Rule("GEO-18 the action runs when the value changes, the transform always") {
      var rig = Rig(.rows(100))
      rig.hold(dragging: 100)
      let result = probe(rig, .two) { $0.contentOffset.y > 50 ? 1 : 0 }
      #expect(result.actions == [0, 1] && result.transforms > 4)
    },
    Rule("GEO-19 the transform runs once per change of geometry") {
      var rig = Rig(.rows(100))
      rig.hold(dragging: 100)
      let distinct = Set(rig.log.frames.map(\.geometry)).count
      #expect(probe(rig, .two) { $0.contentOffset.y }.transforms == distinct + 1)
    },
    Rule("GEO-21 the mount calls for the empty geometry and for the first one") {
      #expect(probe(fixture(), .two) { $0.contentOffset.y }.actions == [0, -20])
    },
    Rule("GEO-22 the second call needs another value, and the switch removes calls") {
      #expect(probe(Rig(.rows(20)), .two) { $0.contentOffset.y }.actions == [0])
      #expect(probe(fixture(), .one) { $0.contentOffset.y }.actions == [-20])
      #expect(probe(fixture(), .none) { $0.contentOffset.y }.actions == [])
      #expect(fixture().engine.configuration.switches.initialGeometry == .two)
    },
    Rule("GEO-23 an un-animated scroll calls once") {
      var rig = Rig(.rows(20))
      rig.reader(15)
      #expect(probe(rig, .two) { $0.contentOffset.y }.actions == [0, 120])
    },
    Rule("GEO-24 a rounded value calls the action once per crossing") {
      var rig = Rig(.rows(500))
      rig.fling(2000)
      rig.rest()
      let actions = probe(rig, .two) { $0.contentOffset.y > 300 ? 1 : 0 }.actions
      #expect(actions == [0, 1] && rig.log.frames.count > 60)
    },
    Rule("GEO-25 the action is called once per tick, against the last delivered value") {
      var rig = Rig(.rows(100))
      for step in 0..<5 {
        rig.send(
          .command(
            .scroll(
              to: .y(Double(step * 10)), anchor: nil, animation: .none, route: .offset,
              preservesVelocity: false)))
      }
      rig.wait(17)
      #expect(probe(rig, .two) { $0.contentOffset.y }.actions == [0, 40])
    },
    Rule("GEO-26 a movement there and back within a tick is not reported") {
      var rig = Rig(.rows(100))
      for y in [500.0, 0] {
        rig.send(
          .command(
            .scroll(
              to: .y(y), anchor: nil, animation: .none, route: .offset, preservesVelocity: false)))
      }
      rig.wait(17)
      #expect(rig.log.frames.count == 1)
    },
    Rule("GEO-29 sizes of a lazy stack are estimates") {
      let rig = Rig(.rows(100, length: 44, isLazy: true), mounts: false)
      #expect(rig.engine.geometry.contentSize.height == 2000)
    },
    Rule("GEO-30 a transform that returns the offset calls the action at every changed frame") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.rest()
      let distinct = Set(rig.log.frames.map(\.offset.y)).count
      #expect(probe(rig, .two) { $0.contentOffset.y }.actions.count == distinct)
    },
  ]

  private static func place(_ distance: Double, _ view: Double = 100) -> TransitionPosition {
    TransitionPosition(view: view, container: 400, distance: distance)
  }

  static let transitions: [Rule] = [
    Rule("TRANS-1 there are three phases") {
      #expect(TransitionPhase.allCases == [.topLeading, .identity, .bottomTrailing])
    },
    Rule("TRANS-2 only identity is reported as identity") {
      #expect(TransitionPhase.allCases.filter(\.isIdentity) == [.identity])
    },
    Rule("TRANS-3 values are -1, 0 and 1") {
      #expect(TransitionPhase.allCases.map(\.value) == [-1, 0, 1])
    },
    Rule("TRANS-4 values are discrete across any scroll") {
      let settings = TransitionSettings()
      let values = Set(
        stride(from: -300.0, through: 300, by: 0.5).map { place($0).phase(settings).value })
      #expect(values == [-1, 0, 1])
    },
    Rule("TRANS-5 a view appears at the bottom and leaves at the top") {
      var rig = Rig(.rows(100)) { $0.transition = TransitionSettings(.animated) }
      rig.scroll(.y(300), animation: .timed(seconds: 0.5, curve: .linear), route: .offset)
      rig.rest()
      let own = rig.log.transitions.filter { $0.id == TargetID(14) }
      #expect(own.map(\.old) == [.bottomTrailing, .identity])
      #expect(own.map(\.new) == [.identity, .topLeading])
    },
    Rule("TRANS-8 interactive effects follow the scroll along ease-in-out") {
      #expect(TransitionMode.interactive == .interactive(.easeInOut, threshold: .visible))
      let half = place(200).progress(TransitionSettings())
      #expect(near(half, 0.5, 1e-9))
    },
    Rule("TRANS-9 the curve runs from just hidden to the threshold") {
      let settings = TransitionSettings()
      #expect(place(250).progress(settings) == 0 && place(150).progress(settings) == 1)
      #expect(place(-250).progress(settings) == 0 && place(-150).progress(settings) == 1)
    },
    Rule("TRANS-10 animated effects flip at the threshold") {
      let settings = TransitionSettings(.animated)
      #expect(place(199).progress(settings) == 1 && place(201).progress(settings) == 0)
    },
    Rule("TRANS-11 identity applies no effect") {
      let settings = TransitionSettings(.identity)
      #expect(place(9000).phase(settings) == .identity && place(9000).progress(settings) == 1)
    },
    Rule("TRANS-13 a threshold can be set") {
      let settings = TransitionSettings(.animated(threshold: .centered))
      #expect(place(1).phase(settings) == .bottomTrailing)
    },
    Rule("TRANS-14 the default is interactive on the scroll view's axis") {
      let settings = TransitionSettings()
      #expect(settings.topLeading == .interactive && settings.axis == nil)
    },
    Rule("TRANS-15 each side may have its own mode") {
      let settings = TransitionSettings(
        topLeading: .identity, bottomTrailing: .animated(threshold: .visible))
      #expect(place(-240).phase(settings) == .identity)
      #expect(place(240).phase(settings) == .bottomTrailing)
    },
    Rule("TRANS-17 a scroll view with both axes transitions its views vertically") {
      let target = TargetFrame(
        id: TargetID(1), frame: Rect(x: 500, y: 40, width: 100, height: 100))
      let scene = Scene(
        axes: .both, containerSize: Size(width: 200, height: 200),
        content: .layout(Layout(contentSize: Size(width: 900, height: 900), targets: [target])))
      for (axis, phase) in [
        (nil as Axis?, TransitionPhase.identity), (.horizontal, .bottomTrailing),
      ] {
        let rig = Rig(scene) { $0.transition = TransitionSettings(.animated, axis: axis) }
        #expect(rig.engine.transition(of: TargetID(1))?.phase == phase)
      }
    },
    Rule("TRANS-18 visible fractions are clamped") {
      let d = { (t: TransitionThreshold) in t.distance(view: 100, container: 400) }
      #expect(d(.visible(1)) == 150 && d(.visible(0)) == 250)
      #expect(d(.visible(7)) == 150 && d(.visible(-1)) == 250)
    },
    Rule("TRANS-19 centered means the container's center") {
      #expect(TransitionThreshold.centered.distance(view: 100, container: 400) == 0)
    },
    Rule("TRANS-20 an inset moves towards the center and not beyond it") {
      let inset = TransitionThreshold.inset(.visible, by: 30)
      #expect(inset.distance(view: 100, container: 400) == 120)
      #expect(TransitionThreshold.inset(.centered, by: 9).distance(view: 100, container: 400) == 0)
    },
    Rule("TRANS-21 thresholds interpolate linearly") {
      let mix = TransitionThreshold.interpolated(.hidden, towards: .visible, amount: 0.25)
      #expect(mix.distance(view: 100, container: 400) == 225)
    },
    Rule("TRANS-22 a visible fraction has its distance") {
      #expect(TransitionThreshold.visible(0.5).distance(view: 100, container: 400) == 200)
      #expect(TransitionThreshold.visible(0.25).distance(view: 40, container: 100) == 60)
    },
    Rule("TRANS-23 the threshold itself is identity") {
      let settings = TransitionSettings(.animated(threshold: .visible))
      #expect(place(150).phase(settings) == .identity)
      #expect(place(150.001).phase(settings) == .bottomTrailing)
      #expect(place(-150.001).phase(settings) == .topLeading)
    },
    Rule("TRANS-24 progress is linear between threshold and hidden") {
      #expect(place(175).linear(.visible) == 0.75 && place(-225).linear(.visible) == 0.25)
    },
    Rule("TRANS-25 effects blend between identity and side") {
      let settings = TransitionSettings(.interactive(.linear, threshold: .visible))
      #expect(place(175).blended(identity: 1, side: 0.5, settings) == 0.875)
    },
    Rule("TRANS-26 default thresholds are fully visible and half visible") {
      #expect(TransitionMode.interactive.threshold == .visible(1))
      #expect(TransitionMode.animated.threshold == .visible(0.5))
    },
    Rule("TRANS-27 the published examples of progress have their values") {
      for (distance, full, centered) in [
        (0.0, 1.0, 1.0), (150, 1, 0.4), (175, 0.75, 0.3), (200, 0.5, 0.2), (225, 0.25, 0.1),
        (250, 0, 0), (300, 0, 0),
      ] {
        #expect(near(place(distance).linear(.visible), full, 1e-12))
        #expect(near(place(distance).linear(.centered), centered, 1e-12))
      }
    },
    Rule("TRANS-28 a view longer than its container is identity only in the center") {
      let settings = TransitionSettings(.animated(threshold: .visible))
      #expect(place(0, 900).phase(settings) == .identity)
      #expect(place(1, 900).phase(settings) == .bottomTrailing)
    },
    Rule("TRANS-29 an interactive hidden threshold is a step") {
      #expect(place(249).linear(.hidden) == 1 && place(250).linear(.hidden) == 0)
    },
    Rule("TRANS-32 insets are excluded from the container or not, by the switch") {
      for (choice, phase) in [
        (ViewportChoice.unobscured, TransitionPhase.topLeading), (.visibleRect, .identity),
      ] {
        var rig = Rig(.rows(100, insets: insets(top: 40))) {
          $0.transition = TransitionSettings(.animated(threshold: .visible))
          $0.switches.transitionViewport = choice
        }
        rig.scroll(.y(40), route: .offset)
        #expect(rig.engine.transition(of: TargetID(3))?.phase == phase)
      }
    },
    Rule("TRANS-33 right to left, leading is the physical right") {
      let rig = Rig(.cards(10, direction: .rightToLeft)) {
        $0.transition = TransitionSettings(.animated)
      }
      #expect(rig.engine.transition(of: TargetID(9))?.phase == .bottomTrailing)
    },
    Rule("TRANS-35 a pulled view transitions by its pulled offset") {
      var rig = Rig(.rows(100)) {
        $0.transition = TransitionSettings(.interactive(.linear, threshold: .visible))
      }
      rig.scroll(.y(1800), route: .offset)
      rig.hold(dragging: 20)
      let progress = rig.engine.transition(of: TargetID(90))?.progress ?? 1
      #expect(near(progress, 1 - (rig.y - 1800) / 20, 1e-9) && progress < 1)
    },
    Rule("TRANS-36 a view that crosses the zone between two ticks never reports") {
      var rig = Rig(.rows(1000)) { $0.transition = TransitionSettings(.animated) }
      rig.scroll(.y(10_000), animation: .timed(seconds: 0.1, curve: .linear), route: .offset)
      rig.rest()
      let ids = Set(rig.log.transitions.map(\.id))
      #expect(ids.contains(TargetID(500)) && ids.count < 400)
    },
    Rule("TRANS-37 at first layout views start in their phase without a change") {
      let rig = Rig(.rows(100)) { $0.transition = TransitionSettings(.animated) }
      #expect(rig.log.transitions.isEmpty)
      #expect(rig.engine.transition(of: TargetID(50))?.phase == .bottomTrailing)
    },
    Rule("TRANS-37 a view that is added later starts in its phase as well") {
      var rig = Rig(.rows(100)) { $0.transition = TransitionSettings(.animated) }
      rig.apply(
        .edit(.insert(TargetID(500), index: 3, size: Size(width: 120, height: 20))))
      // Only the row that it pushes out of view changes.
      #expect(rig.log.transitions.map(\.id) == [TargetID(9)])
      #expect(rig.engine.transition(of: TargetID(500))?.phase == .identity)
    },
  ]
}
