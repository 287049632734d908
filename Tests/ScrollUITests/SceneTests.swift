import ScrollUI
import Testing

@Suite("scenes")
struct SceneTests {
  /// Rows of 20 points in a viewport of 200, as in the recorded golden frames.
  private func rows(
    _ count: Int = 20, height: CGFloat = 200, isTarget: Bool = true
  ) -> ScrollScene {
    ScrollScene(width: 120, height: height) {
      VStack(spacing: 0) { ForEach(0..<count) { _ in SizedItem(height: 20) } }
        .scrollTargetLayout(isEnabled: isTarget)
    }
  }

  @Test(
    "BIND-27, POS-60 scrolling to an id aligns it by the anchor, and reports the top-most target",
    arguments: [
      (15, UnitPoint?.none, CGFloat(120), 6), (0, nil, 0, 0), (3, .top, 60, 3),
      (10, .center, 110, 10), (19, .top, 200, 10),
    ])
  func ids(_ id: Int, _ anchor: UnitPoint?, _ expected: CGFloat, _ reported: Int) {
    @State var position = ScrollPosition()
    var run = rows().scrollPosition($position).start()
    run.settle()
    position.scrollTo(id: id, anchor: anchor)
    run.settle()
    #expect(run.contentOffset.y == expected)
    #expect(position.viewID(type: Int.self) == reported)
    #expect(run.phase == .idle)
  }

  @Test("ANCH-9, ANCH-24 default anchors place long and short content")
  func anchors() {
    func offset(_ scene: ScrollScene) -> CGFloat {
      var run = scene.start()
      run.settle()
      return run.contentOffset.y
    }
    #expect(offset(rows().defaultScrollAnchor(.bottom)) == 200)
    #expect(offset(rows(3).defaultScrollAnchor(.bottom, for: .alignment)) == -140)
    #expect(offset(rows(3).defaultScrollAnchor(.center, for: .alignment)) == -70)
    #expect(offset(rows().defaultScrollAnchor(.bottom, for: .alignment)) == 0)
    // ANCH-7: without a role, nil has no effect.
    #expect(offset(rows().defaultScrollAnchor(nil).defaultScrollAnchor(.bottom)) == 200)
    let outer = rows().defaultScrollAnchor(nil, for: .initialOffset).defaultScrollAnchor(.bottom)
    #expect(offset(outer) == 0)
  }

  @Test("GEO-5, GEO-21 a margin is part of the geometry, and observers are called at the mount")
  func geometry() {
    var calls: [[CGFloat]] = []
    var shown: ScrollGeometry?
    let scene = rows(height: 150).contentMargins(.top, 20)
      .onScrollGeometryChange(for: CGFloat.self) {
        $0.contentOffset.y
      } action: {
        calls.append([$0, $1])
      }
      .onScrollGeometryChange(for: ScrollGeometry.self) {
        $0
      } action: { _, new in
        shown = new
      }
    var run = scene.start()
    run.settle()
    #expect(calls == [[0, 0], [0, -20]])
    #expect(shown == run.geometry)
    #expect(shown?.contentOffset == CGPoint(x: 0, y: -20))
    #expect(shown?.containerSize == CGSize(width: 120, height: 130))
    #expect(shown?.bounds == CGRect(x: 0, y: -20, width: 120, height: 130))
    #expect(shown?.visibleRect == CGRect(x: 0, y: -20, width: 120, height: 150))
    #expect(shown?.contentSize == CGSize(width: 120, height: 400))
  }

  @Test("GEO-11, GEO-14 a geometry can be built from values")
  func handMade() {
    var geometry = ScrollGeometry(
      contentOffset: CGPoint(x: 0, y: 10), contentSize: CGSize(width: 9, height: 90),
      contentInsets: EdgeInsets(top: 5, leading: 0, bottom: 0, trailing: 0),
      containerSize: CGSize(width: 9, height: 30))
    #expect(geometry.visibleRect == geometry.bounds)
    geometry.contentOffset.y += 7
    geometry.containerSize.height -= 4
    #expect(geometry.visibleRect == CGRect(x: 0, y: 17, width: 9, height: 26))
  }

  @Test("PHASE-13, PHASE-14, PHASE-16 the mount, a jump, an animation and a fling report phases")
  func phases() throws {
    @State var position = ScrollPosition()
    var phases: [ScrollPhase] = []
    var velocities: [CGFloat] = []
    let scene = rows(100).scrollPosition($position)
      .onScrollPhaseChange { old, new, context in
        phases += phases.last == old ? [new] : [old, new]
        if let velocity = context.velocity { velocities.append(velocity.dy) }
      }
    var run = scene.start()
    run.settle()
    #expect(phases == [.idle, .idle])
    position.scrollTo(y: 300)
    run.settle()
    #expect(phases == [.idle, .idle])
    #expect(run.contentOffset.y == 300)
    phases = []
    withAnimation { position.scrollTo(edge: .top) }
    run.settle()
    #expect(phases == [.idle, .animating, .idle])
    #expect(run.contentOffset.y == 0)
    phases = []
    run.send(try gestures("fling up 900", width: 120, height: 200))
    run.settle()
    #expect(phases == [.idle, .tracking, .interacting, .decelerating, .idle])
    #expect(velocities.count == 1 && velocities.allSatisfy { $0 > 500 })
    #expect(run.rests.count == 2)
  }

  @Test("a write uses the animation of its withAnimation")
  func animations() {
    func frames(_ animation: Animation?) -> Int {
      @State var position = ScrollPosition()
      var run = rows().scrollPosition($position).start()
      run.settle()
      let before = run.frameCount
      withAnimation(animation) { position.scrollTo(edge: .bottom) }
      run.settle()
      #expect(run.contentOffset.y == 200)
      return run.frameCount - before
    }
    #expect(frames(nil) == 1)
    let short = frames(.linear(duration: 0.2))
    let long = frames(.easeInOut(duration: 1))
    #expect(short >= 11 && short <= 14)
    #expect(long >= 59 && long <= 62)
  }

  @Test("BIND-2, BIND-20, BIND-36 users write an id binding, and programs scroll with it")
  func idBinding() throws {
    @State var id: Int?
    var run = rows(60).scrollPosition(id: $id, anchor: .top).start()
    run.settle()
    #expect(id == nil)
    run.send(try gestures("fling up 900", width: 120, height: 200))
    run.settle()
    let reached = try #require(id)
    #expect(abs(CGFloat(reached) * 20 - run.contentOffset.y) <= 10)
    id = 30
    run.settle()
    #expect(run.contentOffset.y == 600)
    id = nil
    run.settle()
    #expect(run.contentOffset.y == 600)
    id = 99
    run.settle()
    #expect(run.contentOffset.y == 600)
    #expect(run.messages.count == 1)
    #expect(id == 99)
  }

  @Test("POS-20, POS-8 a user scroll reports ids of the declared type only")
  func declaredType() throws {
    let inputs = try gestures("fling up 900", width: 120, height: 200)
    @State var right = ScrollPosition(idType: Int.self)
    @State var wrong = ScrollPosition(idType: String.self)
    @State var untyped = ScrollPosition()
    _ = rows(60).scrollPosition($right).run(inputs)
    _ = rows(60).scrollPosition($wrong).run(inputs)
    _ = rows(60).scrollPosition($untyped).run(inputs)
    #expect(right.viewID(type: Int.self) != nil)
    #expect(wrong.viewID == nil && untyped.viewID == nil)
    #expect(right.isPositionedByUser && wrong.isPositionedByUser && untyped.isPositionedByUser)
  }

  @Test("POS-17, POS-57 a replacement of the bound position neither pins nor scrolls")
  func replaced() {
    let replacements: [(inout ScrollPosition) -> Void] = [
      { $0.isPositionedByUser = true }, { $0 = ScrollPosition() },
    ]
    for replace in replacements {
      @State var position = ScrollPosition(edge: .bottom)
      var run = rows().scrollPosition($position).start()
      run.settle()
      #expect(run.contentOffset.y == 200)
      replace(&position)
      run.settle()
      run.send(resize(width: 120, height: 100))
      run.settle()
      #expect(run.contentOffset.y == 200 && position.edge == nil)
    }
  }

  @Test("POS-3 a replacement of the bound position sets its type of ids")
  func retyped() throws {
    let inputs = try gestures("fling up 900", width: 120, height: 200)
    for replacement in [
      ScrollPosition(idType: Int.self), ScrollPosition(idType: Int.self, edge: .top),
    ] {
      @State var position = ScrollPosition()
      var run = rows(60).scrollPosition($position).start()
      run.settle()
      position = replacement
      run.settle()
      run.send(inputs)
      run.settle()
      #expect(position.viewID(type: Int.self) != nil)
    }
  }

  @Test("POS-40 writing an equal position does not scroll, repeating a request does")
  func repeated() throws {
    @State var position = ScrollPosition(idType: Int.self, edge: .top)
    var run = rows(60).scrollPosition($position).start()
    run.settle()
    run.send(try gestures("fling up 600", width: 120, height: 200))
    run.settle()
    let away = run.contentOffset.y
    #expect(away > 50)
    let same = position
    position = same
    run.settle()
    #expect(run.contentOffset.y == away)
    position.scrollTo(edge: .top)
    run.settle()
    #expect(run.contentOffset.y == 0)
  }

  @Test("a request of an action takes effect and overrides the report of the same frame")
  func requestFromAction() throws {
    @State var position = ScrollPosition(idType: Int.self)
    let scene = rows(200).scrollPosition($position)
      .onScrollGeometryChange(for: Bool.self) {
        $0.contentOffset.y > 120
      } action: { _, isPast in
        if isPast { position.scrollTo(edge: .bottom) }
      }
    let run = scene.run(try gestures("fling up 1500", width: 120, height: 200))
    #expect(run.contentOffset.y == 3800)
    #expect(position.edge == .bottom)
  }

  @Test("READ-7, TGT-4 without a target layout no id is found")
  func disabledLayout() {
    @State var position = ScrollPosition()
    var run = rows(isTarget: false).scrollPosition($position).start()
    run.settle()
    position.scrollTo(id: 10, anchor: .top)
    run.settle()
    #expect(run.contentOffset.y == 0)
    #expect(run.messages.count == 1)
  }

  @Test("REL-4 relative sizes use the container inside its margins")
  func relative() throws {
    let scene = ScrollScene(.horizontal, width: 433, height: 200) {
      HStack(alignment: .top, spacing: 10) {
        SizedItem(height: 50).containerRelativeFrame(.horizontal, count: 3, span: 2, spacing: 10)
          .id("wide")
        SizedItem().containerRelativeFrame(.horizontal).id("full")
        SizedItem(width: 30).containerRelativeFrame(.vertical, count: 2, spacing: 0).id("half")
      }
      .scrollTargetLayout()
    }
    .contentMargins(.horizontal, 20)
    var run = scene.start()
    run.settle()
    let wide = try #require(run.frame(of: "wide"))
    #expect(abs(wide.width - 776.0 / 3) < 1e-9 && wide.height == 50)
    #expect(run.frame(of: "full")?.width == 393)
    #expect(run.frame(of: "full")?.height == 200)
    #expect(run.frame(of: "half")?.height == 100)
    #expect(run.frame(of: "none") == nil)
  }

  @Test("ANCH-5, GEO-16, PHASE-19 leading is the right side in right-to-left content")
  func rightToLeft() throws {
    @State var position = ScrollPosition(idType: Int.self)
    var velocities: [CGFloat] = []
    let scene = ScrollScene(.horizontal, width: 393, height: 100) {
      HStack(spacing: 16) { ForEach(0..<20) { _ in SizedItem(width: 280) } }.scrollTargetLayout()
    }
    .environment(\.layoutDirection, .rightToLeft)
    .contentMargins(.leading, 40).contentMargins(.trailing, 20)
    .scrollPosition($position, anchor: .leading)
    .scrollTargetBehavior(SnapEvery(step: 296))
    .onScrollPhaseChange { _, _, context in
      if let velocity = context.velocity { velocities.append(velocity.dx) }
    }
    var run = scene.start()
    run.settle()
    #expect(run.contentOffset.x == -40)
    #expect(run.geometry.contentInsets.leading == 40)
    #expect(run.geometry.contentInsets.trailing == 20)
    run.send(try gestures("fling right 900", width: 393, height: 100))
    run.settle()
    // The velocity has the sign of the offset's change.
    #expect(velocities.count == 1 && velocities.allSatisfy { $0 > 0 })
    let shown = run.contentOffset.x + 40
    #expect(shown > 0 && shown.truncatingRemainder(dividingBy: 296) == 0)
    #expect(position.viewID(type: Int.self) == Int(shown / 296))
    position.scrollTo(edge: .trailing)
    run.settle()
    #expect(run.contentOffset.x == run.geometry.contentSize.width - 393 + 20)
  }

  @Test("DIS-1, DIS-2, DIS-3, BOUNCE-3 disabled scrolling and size-based bounce ignore drags")
  func disabled() throws {
    let inputs = try gestures("drag from 60,50 to 60,150 over 200ms", width: 120, height: 200)
    @State var position = ScrollPosition()
    var run = rows().scrollDisabled(true).scrollDisabled(false).scrollPosition($position).start()
    run.send(inputs)
    run.settle()
    #expect(run.rests.isEmpty && run.contentOffset.y == 0)
    position.scrollTo(edge: .bottom)
    run.settle()
    #expect(run.contentOffset.y == 200)
    var lowest: CGFloat = 0
    func pull(_ scene: ScrollScene) -> CGFloat {
      lowest = 0
      _ = scene.onScrollGeometryChange(for: CGFloat.self) {
        $0.contentOffset.y
      } action: {
        lowest = min(lowest, $1)
      }.run(inputs)
      return lowest
    }
    #expect(pull(rows(3)) < -10)
    #expect(pull(rows(3).scrollBounceBehavior(.basedOnSize)) == 0)
  }

  @Test("LAZY-11 a lazy stack measures items that become visible")
  func lazy() throws {
    let inputs = try gestures("fling up 2500", width: 120, height: 200)
    var sizes: Set<CGFloat> = []
    let scene = ScrollScene(width: 120, height: 200) {
      LazyVStack(spacing: 0) {
        SizedItem(height: 300).id("header")
        ForEach(0..<100) { number in SizedItem(height: number % 2 == 0 ? 40 : 90) }
        if inputs.isEmpty { SizedItem(height: 1) }
        for _ in 0..<2 { SizedItem(height: 10) }
      }
      .scrollTargetLayout()
    }
    .onScrollGeometryChange(for: CGFloat.self) {
      $0.contentSize.height
    } action: {
      sizes.insert($1)
    }
    let run = scene.run(inputs)
    #expect(sizes.count > 3)
    #expect(run.frame(of: "header")?.height == 300)
  }

  @Test("POS-31, PAGE-12 a scroll to one coordinate keeps the other, and pages turn on both axes")
  func twoAxes() throws {
    @State var position = ScrollPosition(x: 700, y: 900)
    let scene = ScrollScene([.horizontal, .vertical], width: 300, height: 400) {
      VStack(spacing: 0) { ForEach(0..<6) { _ in SizedItem(width: 1800, height: 400) } }
    }
    .scrollPosition($position).scrollTargetBehavior(.paging)
    var run = scene.start()
    run.settle()
    #expect(run.contentOffset == CGPoint(x: 700, y: 900))
    position.scrollTo(x: 600)
    run.settle()
    #expect(run.contentOffset == CGPoint(x: 600, y: 900))
    run.send(
      try gestures("drag from 200,300 to 20,60 over 120ms", width: 300, height: 400))
    run.settle()
    #expect(run.contentOffset == CGPoint(x: 900, y: 1200))
  }

  @Test("an action may animate its request and write bindings that others read")
  func animatedAction() throws {
    @State var position = ScrollPosition(idType: Int.self)
    @State var isPast = false
    var phases: [ScrollPhase] = []
    let scene = rows(200).scrollPosition($position, anchor: .top)
      .onScrollPhaseChange { old, new in
        phases.append(new)
        guard old == .decelerating, new == .idle, !isPast else { return }
        isPast = true
        withAnimation(.snappy) { position.scrollTo(id: 100) }
      }
    let run = scene.run(try gestures("fling up 700", width: 120, height: 200))
    #expect(run.contentOffset.y == 2000)
    #expect(phases == [.idle, .tracking, .interacting, .decelerating, .idle, .animating, .idle])
    #expect(run.rests.count == 2)
  }
}
