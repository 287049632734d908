import ScrollUI
import Testing

@Suite("behaviors in the style of apps")
struct AppBehaviorTests {
  /// A behavior, one call of it, and a fling in a scene.
  struct Case {
    let name: String
    let behavior: any ScrollTargetBehavior
    var axis = Axis.vertical
    /// The gesture's start, the proposed end, the velocity, and the answer.
    let call: (start: CGFloat, proposed: CGFloat, velocity: CGFloat, answer: CGFloat)
    /// The gesture, and whether the content may rest at an offset.
    let script: String
    let mayRest: (CGFloat) -> Bool

    static func vertical(
      _ behavior: some ScrollTargetBehavior, _ call: (CGFloat, CGFloat, CGFloat, CGFloat),
      _ script: String, _ mayRest: @escaping (CGFloat) -> Bool
    ) -> Case {
      Case(
        name: "\(type(of: behavior)) \(script)", behavior: behavior,
        call: (call.0, call.1, call.2, call.3), script: script, mayRest: mayRest)
    }

    static func horizontal(
      _ behavior: some ScrollTargetBehavior, _ call: (CGFloat, CGFloat, CGFloat, CGFloat),
      _ script: String, _ mayRest: @escaping (CGFloat) -> Bool
    ) -> Case {
      var example = vertical(behavior, call, script, mayRest)
      example.axis = .horizontal
      return example
    }
  }

  /// Whether a length is a multiple of another.
  private static func every(_ step: CGFloat) -> (CGFloat) -> Bool {
    { ($0 / step).rounded() * step == $0 }
  }

  static var cases: [Case] {
    let chosen = ChosenPage()
    return ones(chosen)
  }

  private static func ones(_ chosen: ChosenPage) -> [Case] {
    [
      .horizontal(DiscreteStep(step: 100), (0, 250, 0, 200), "fling left 900", every(100)),
      .horizontal(.everyCard, (0, 190, 0, 240), "fling left 900", every(120)),
      .horizontal(.step(64), (0, 100, 0, 128), "fling left 500", every(64)),
      .horizontal(RulerSnap(), (0, 20, 0, 75), "fling left 1200", { $0 > 0 && every(75)($0) }),
      .horizontal(BoardSnap(spacing: 50), (0, 130, 0, 150), "fling left 800", every(50)),
      .horizontal(TenthSnap(), (0, 44, 0, 30), "fling left 700", every(30)),
      .horizontal(
        BoundedCards(card: 140, gap: 10), (0, 9000, 0, 2550), "fling left 9000",
        { $0 <= 2550 && every(150)($0) }),
      .vertical(MagneticSnap(stops: [0, 400]), (0, 380, 0, 400), "drag up 390", { $0 == 400 }),
      .vertical(
        StopList(stops: stride(from: CGFloat(0), through: 2400, by: 80)), (0, 100, 0, 80),
        "fling up 1000", every(80)),
      .vertical(HeaderSnap(), (0, 40, 0, 70), "drag up 30", { $0 == 0 }),
      .vertical(CalendarHeaderSnap(maxHeight: 90), (0, 50, 0, 90), "drag up 60", { $0 == 90 }),
      .vertical(TitleSnap(topInset: 52), (0, 51, 0, 0), "drag up 40", { $0 == 0 }),
      .horizontal(RevealSnap(distance: 80), (0, 41, 0, 80), "drag left 60", { $0 == 80 }),
      .vertical(
        FoldSnap(isAboveFold: true, showcase: 300), (0, 100, 0, 300), "drag up 120", { $0 == 300 }),
      .vertical(SheetSnap(state: SheetState()), (0, 60, 900, 240), "fling up 600", { $0 == 240 }),
      .vertical(VideoPager(), (300, 420, 0, 600), "fling up 3000", { $0 == 300 }),
      .vertical(DirectionPager(), (0, 40, 200, 300), "fling up 800", { $0 == 300 }),
      .horizontal(
        SingleItemSnap(interval: 150, itemCount: 20), (300, 900, 0, 450),
        "fling left 3000", { $0 == 150 }),
      .horizontal(DeckSnap(width: 150), (150, 160, 900, 300), "fling left 900", { $0 == 150 }),
      .horizontal(
        LoopingCarousel(step: 150, count: 5, chosen: chosen), (0, 860, 0, 900),
        "fling left 900", { every(150)($0) && Int($0 / 150) % 5 == chosen.page }),
      .horizontal(
        LimitedViews(farthest: 300), (0, 700, 0, 300), "fling left 4000",
        { $0 <= 300 && every(150)($0) }),
      .vertical(ReaderMode.continuous, (0, 77, 0, 77), "drag up 55", { $0 == 45 }),
      .vertical(ReaderMode.paged(height: 290), (0, 500, 0, 580), "fling up 900", every(290)),
      .vertical(ReaderMode.lines(height: 24), (0, 47, 0, 24), "fling up 600", every(24)),
      .vertical(
        RowSnap(layout: CalendarRows(months: [0, 310, 590, 900, 1200]), inset: 20),
        (0, 420, 0, 290), "drag up 250", { $0 == 290 }),
      .vertical(
        FocusedRowSnap(rowHeight: 60, focused: (120, 180)), (0, 290, 0, 300), "drag up 200",
        { $0 == 120 }),
      .horizontal(
        TimelineSnap(frames: [
          "morning": CGRect(x: 400, y: 0, width: 100, height: 40),
          "noon": CGRect(x: 700, y: 0, width: 200, height: 40),
        ]), (0, 500, 0, 650), "drag left 280", { $0 == 300 }),
      .horizontal(LeadingSnap(pitch: 150), (0, 220, 0, 150), "fling left 900", every(150)),
      .horizontal(CompactSnap(pitch: 150), (0, 240, 0, 300), "fling left 900", every(150)),
      .vertical(ReleaseReporter { _ in }, (0, 33, 0, 33), "drag up 33", { $0 == 23 }),
    ]
  }

  /// A view of 300 points over 20 items of 140 with gaps of 10.
  private func made(_ example: Case) -> ScrollScene {
    let rows = ScrollScene(width: 300, height: 300) {
      VStack(spacing: 10) { ForEach(0..<20) { _ in SizedItem(height: 140) } }.scrollTargetLayout()
    }
    let columns = ScrollScene(.horizontal, width: 300, height: 300) {
      HStack(spacing: 10) { ForEach(0..<20) { _ in SizedItem(width: 140) } }.scrollTargetLayout()
    }
    func add(_ behavior: some ScrollTargetBehavior) -> ScrollScene {
      (example.axis == .vertical ? rows : columns).scrollTargetBehavior(behavior)
    }
    return add(example.behavior)
  }

  @Test("each behavior returns the target of its app's code", arguments: cases.indices)
  func call(_ index: Int) {
    let example = Self.cases[index]
    let isVertical = example.axis == .vertical
    func target(_ offset: CGFloat) -> ScrollTarget {
      ScrollTarget(
        rect: CGRect(
          x: isVertical ? 0 : offset, y: isVertical ? offset : 0, width: 300, height: 300))
    }
    let context = ScrollTargetBehaviorContext(
      originalTarget: target(example.call.start),
      velocity: CGVector(
        dx: isVertical ? 0 : example.call.velocity, dy: isVertical ? example.call.velocity : 0),
      contentSize: CGSize(width: isVertical ? 300 : 2990, height: isVertical ? 2990 : 300),
      containerSize: CGSize(width: 300, height: 300),
      axes: isVertical ? .vertical : .horizontal)
    var answer = target(example.call.proposed)
    example.behavior.updateTarget(&answer, context: context)
    let got = isVertical ? answer.rect.minY : answer.rect.minX
    // View alignment has no items here when another behavior calls it.
    #expect(got == example.call.answer, "\(example.name)")
  }

  @Test("a gesture in a scene rests at an offset of the behavior", arguments: cases.indices)
  func scene(_ index: Int) throws {
    let example = Self.cases[index]
    var words = example.script.split(separator: " ").map(String.init)
    if words[0] == "drag", let way = Double(words[2]) {
      let end = words[1] == "up" ? "150,\(280 - way)" : "\(280 - way),150"
      words = [
        "drag from \(words[1] == "up" ? "150,280" : "280,150") to \(end) over 600ms ease out"
      ]
    }
    let inputs = try gestures(words.joined(separator: " "), width: 300, height: 300)
    let run = made(example).run(inputs)
    let rest = example.axis == .vertical ? run.contentOffset.y : run.contentOffset.x
    #expect(example.mayRest(rest), "\(example.name) rests at \(rest)")
    #expect(run.rests.count == 1)
    #expect(run.messages.isEmpty, "\(run.messages)")
  }

  @Test("a behavior that reports releases is called for each release")
  func reporter() throws {
    var velocities: [CGFloat] = []
    let scene = ScrollScene(width: 300, height: 300) {
      VStack(spacing: 10) { ForEach(0..<20) { _ in SizedItem(height: 140) } }
    }
    .scrollTargetBehavior(ReleaseReporter { velocities.append($0) })
    _ = scene.run(try gestures("fling up 900", width: 300, height: 300))
    #expect(velocities.count == 1 && velocities[0] > 500, "\(velocities)")
  }

  @Test("a behavior receives the environment's direction and size class")
  func environment() throws {
    let example = Self.cases.first { $0.behavior is LeadingSnap }!
    let right = made(example).environment(\.layoutDirection, .rightToLeft)
    let run = right.run(try gestures("fling right 900", width: 300, height: 300))
    // It mirrors an offset that already counts from the leading side.
    let range = 2990.0 - 300
    #expect(run.contentOffset.x > 0 && Self.every(150)(range - run.contentOffset.x))
    let compact = Self.cases.first { $0.behavior is CompactSnap }!
    let wide = made(compact).environment(\.horizontalSizeClass, .regular)
    let rest = wide.run(try gestures("fling left 900", width: 300, height: 300)).contentOffset.x
    #expect(!Self.every(150)(rest))
  }
}
