import ScrollUI
import Testing

@Suite("models in the style of apps")
struct AppModelTests {
  /// Rows of 60 points in a view of 300.
  private func rows(_ count: Int = 40) -> ScrollScene {
    ScrollScene(width: 300, height: 300) {
      LazyVStack(spacing: 0) { ForEach(0..<count) { _ in SizedItem(height: 60) } }
        .scrollTargetLayout()
    }
  }

  /// Cards of 300 points, one per page.
  private var cards: ScrollScene {
    ScrollScene(.horizontal, width: 300, height: 300) {
      LazyHStack(spacing: 0) { ForEach(0..<8) { _ in SizedItem(width: 300) } }.scrollTargetLayout()
    }
    .scrollTargetBehavior(.viewAligned)
  }

  @Test("an observable model moves its carousel with the animation of its methods")
  func carousel() throws {
    let model = CarouselModel()
    @Bindable var bound = model
    var phases: [ScrollPhase] = []
    var run = cards.scrollPosition($bound.position)
      .onScrollPhaseChange { _, new in
        phases.append(new)
        model.phaseChanged(to: new)
      }
      .start()
    run.settle()
    model.next()
    run.settle()
    #expect(run.contentOffset.x == 300 && model.current == 1)
    #expect(phases.contains(.animating) && !model.isMoving)
    model.next()
    run.settle()
    model.previous()
    run.settle()
    #expect(run.contentOffset.x == 300)
    run.send(try squareGestures("fling left 900"))
    run.settle()
    #expect(model.position.isPositionedByUser && model.current == Int(run.contentOffset.x / 300))
  }

  @Test("completions turn one page after another")
  func tour() {
    let model = TourModel()
    @Bindable var bound = model
    var run = cards.scrollPosition(id: $bound.page).start()
    run.settle()
    model.play(upTo: 3)
    #expect(model.finished.isEmpty)
    run.settle()
    #expect(model.finished == [1, 2, 3] && run.contentOffset.x == 900)
    // Nothing is requested, so the completion comes at once.
    var isDone = false
    withAnimation {
    } completion: {
      isDone = true
    }
    #expect(isDone)
  }

  @Test("a transcript follows its end and counts new messages while the reader is elsewhere")
  func transcript() throws {
    let model = TranscriptModel()
    @Bindable var bound = model
    var run = rows().scrollPosition($bound.position).defaultScrollAnchor(.bottom)
      .onScrollGeometryChange(for: CGFloat.self) {
        model.distanceToEnd($0)
      } action: {
        model.distanceChanged($1)
      }
      .start()
    run.settle()
    #expect(run.contentOffset.y == 2100 && model.isAtEnd)
    run.send(try squareGestures("fling down 1500"))
    run.settle()
    #expect(!model.isAtEnd)
    model.received()
    model.received()
    #expect(model.unread == 2)
    model.position.scrollTo(edge: .bottom)
    run.settle()
    #expect(model.isAtEnd && model.unread == 0)
  }

  @Test("a pager's selection and its scrolled id follow each other")
  func pager() throws {
    let model = PagerModel()
    var run = cards.scrollPosition(id: model.$scrolledID)
      .onScrollPhaseChange { _, new in if new == .idle { model.scrolled() } }
      .start()
    run.settle()
    model.appear()
    run.settle()
    #expect(run.contentOffset.x == 600)
    run.send(try squareGestures("fling left 900"))
    run.settle()
    #expect(model.selection == Int(run.contentOffset.x / 300) && model.selection > 2)
  }

  @Test("a bar hides while scrolling down and appears while scrolling up")
  func bar() throws {
    let model = BarModel()
    var run = rows().onScrollGeometryChange(for: CGFloat.self) {
      $0.contentOffset.y
    } action: {
      model.moved(to: $1)
    }
    .start()
    run.send(try squareGestures("fling up 900"))
    run.settle()
    #expect(model.isHidden)
    run.send(try squareGestures("drag from 150,50 to 150,150 over 500ms ease out"))
    run.settle()
    #expect(!model.isHidden)
  }

  @Test("a feed requests the next page once, and impressions arrive once and in order")
  func visibility() throws {
    let feed = FeedModel()
    let impressions = ImpressionModel()
    var run = rows(20)
      .onScrollTargetVisibilityChange(idType: Int.self) { feed.visible($0) }
      .onScrollTargetVisibilityChange(idType: Int.self, threshold: 0.5) { impressions.visible($0) }
      .onScrollTargetVisibilityChange(idType: String.self) { _ in Issue.record("no id is a text") }
      .start()
    run.settle()
    #expect(feed.requests.isEmpty && impressions.order == [0, 1, 2, 3, 4])
    run.send(try squareGestures("fling up 3000"))
    run.settle()
    #expect(feed.requests == [20])
    #expect(impressions.order == Array(0..<20))
  }

  @Test("a saved position is restored")
  func restore() throws {
    var model = RestoreModel()
    var run = rows().scrollPosition(model.$position, anchor: .top).start()
    run.settle()
    run.send(try squareGestures("fling up 900"))
    run.settle()
    let left = run.contentOffset.y
    model.leave("home")
    model.enter("search")
    run.settle()
    #expect(run.contentOffset.y == 0)
    model.enter("home")
    run.settle()
    // The reported row is at the top; a partly visible row may be the one above.
    #expect(left > 0 && abs(left - run.contentOffset.y) < 60)
  }

  @Test("the reading progress goes from 0 to 1")
  func progress() throws {
    let model = ProgressModel()
    var run = rows(10).onScrollGeometryChange(for: CGFloat.self) {
      ProgressModel.share($0)
    } action: {
      model.progress = $1
    }
    .start()
    run.send(try squareGestures("fling up 4000"))
    run.settle()
    #expect(run.contentOffset.y == 300 && model.progress == 1)
  }

  @Test("POS-26, BIND-39 a transaction sets the anchor and the animation of an id")
  func journal() {
    let model = JournalModel()
    let messages = (0..<30).map { Message(id: "m\($0)") }
    var wasAnimating = false
    var run = ScrollScene(width: 300, height: 300) {
      VStack(spacing: 0) { ForEach(messages) { SizedItem(height: $0.height) } }
        .scrollTargetLayout()
    }
    .scrollPosition(id: model.$shown)
    .onScrollPhaseChange { _, new in wasAnimating = wasAnimating || new == .animating }
    .start()
    run.settle()
    model.openLatest(messages)
    run.settle()
    #expect(run.contentOffset.y == 1500 && !wasAnimating)
    model.reveal("m10")
    run.settle()
    #expect(run.contentOffset.y == 480 && wasAnimating)
    wasAnimating = false
    model.jump(to: "m2")
    run.settle()
    #expect(!wasAnimating && run.contentOffset.y <= 120)
    model.openLatest([Message(id: "m20")])
    run.settle()
    #expect(run.contentOffset.y == 960)
  }

  @Test("READ-1, READ-2, READ-4, READ-7 a proxy scrolls to a section and to a row")
  func reader() {
    var proxy: ScrollViewProxy?
    var run = IndexedList().content { proxy = $0 }.start()
    run.settle()
    proxy?.scrollTo("C", anchor: .top)
    run.settle()
    #expect(run.contentOffset.y == 1016)
    proxy?.scrollTo("A0")
    run.settle()
    #expect(run.contentOffset.y == 28)
    var isDone = false
    withAnimation(.default) {
      proxy?.scrollTo("B0", anchor: .bottom)
    } completion: {
      isDone = true
    }
    #expect(!isDone)
    run.settle()
    #expect(isDone && run.contentOffset.y == 176)
    proxy?.scrollTo("nobody")
    run.settle()
    #expect(run.contentOffset.y == 176)
  }

  @Test("the completion of a replaced scroll runs once, and so does that of its replacement")
  func replaced() {
    var proxy: ScrollViewProxy?
    var run = IndexedList().content { proxy = $0 }.start()
    run.settle()
    var ended: [String] = []
    withAnimation {
      proxy?.scrollTo("D", anchor: .top)
    } completion: {
      ended.append("D")
    }
    run.wait(seconds: 0.05)
    #expect(ended.isEmpty)
    withAnimation {
      proxy?.scrollTo("B", anchor: .top)
    } completion: {
      ended.append("B")
    }
    run.settle()
    #expect(ended == ["D", "B"] && run.contentOffset.y == 508)
  }

  @Test("a grid lays out its tracks, and its position reports the first photo of a row")
  func grid() throws {
    let model = PhotoGrid()
    var run = model.scene.start()
    run.settle()
    #expect(run.frame(of: 4) == CGRect(x: 102, y: 102, width: 100, height: 100))
    model.position.scrollTo(id: 31, anchor: .top)
    run.settle()
    #expect(run.contentOffset.y == 1020)
    run.send(try gestures("fling down 600", width: 304, height: 500))
    run.settle()
    #expect(model.position.isPositionedByUser)
    // A wider view has wider tracks.
    run.send(resize(width: 604, height: 500))
    run.settle()
    #expect(run.frame(of: 1)?.width == 200)
  }

  @Test("fixed, flexible and adaptive tracks are laid out in both layout directions")
  func tracks() {
    func frames(_ items: [GridItem], _ direction: LayoutDirection = .leftToRight) -> [CGFloat] {
      let scene = ScrollScene(width: 320, height: 100) {
        LazyVGrid(columns: items, spacing: 0) { ForEach(0..<4) { _ in SizedItem(height: 50) } }
      }
      let run = scene.environment(\.layoutDirection, direction).start()
      return (0..<4).flatMap { id in
        run.frame(of: id).map { [$0.minX, $0.width] } ?? []
      }
    }
    let fixed = [GridItem(.fixed(100), spacing: 20), GridItem(.flexible(), spacing: 0)]
    #expect(frames(fixed) == [0, 100, 120, 200, 0, 100, 120, 200])
    #expect(frames(fixed, .rightToLeft)[1] == 100)
    let adaptive = [GridItem(.adaptive(minimum: 90), spacing: 10)]
    #expect(frames(adaptive) == [0, 100, 110, 100, 220, 100, 0, 100])
    let narrow = [GridItem(.fixed(60), spacing: 0), GridItem(.fixed(60), spacing: 0)]
    #expect(frames(narrow) == [100, 60, 160, 60, 100, 60, 160, 60])
    #expect(frames([]) == [])
    let sheet = ScrollScene(width: 300, height: 100) {
      Grid(horizontalSpacing: 10, verticalSpacing: 5) {
        GridRow {
          SizedItem(width: 50, height: 20).id("a"); SizedItem(width: 80, height: 30).id("b")
        }
        GridRow {
          SizedItem(width: 70, height: 20).id("c"); SizedItem(width: 40, height: 20).id("d")
        }
      }
    }
    let run = sheet.start()
    #expect(run.frame(of: "a") == CGRect(x: 80, y: 5, width: 50, height: 20))
    #expect(run.frame(of: "d") == CGRect(x: 170, y: 35, width: 40, height: 20))
    let strip = ScrollScene(.horizontal, width: 300, height: 210) {
      LazyHGrid(rows: [GridItem(spacing: 10), GridItem(spacing: 10)], spacing: 8) {
        ForEach(0..<10) { _ in SizedItem(width: 120) }
      }
    }
    #expect(strip.start().frame(of: 3) == CGRect(x: 128, y: 110, width: 120, height: 100))
  }

  @Test(
    "an update that preserves the velocity does not stop the content", arguments: [true, false])
  func prepending(_ preserves: Bool) throws {
    @State var position = ScrollPosition()
    var run = rows(400).scrollPosition($position).start()
    run.send(try squareGestures("fling up 2000"))
    run.wait(seconds: 0.1)
    let before = run.contentOffset.y
    withTransaction(\.scrollPositionUpdatePreservesVelocity, preserves) {
      position.scrollTo(y: before + 600)
    }
    run.wait(seconds: 0.1)
    #expect(run.phase == (preserves ? .decelerating : .idle))
    run.settle()
    #expect((run.contentOffset.y > before + 700) == preserves)
  }

  @Test("a binding with an animation applies it to each write")
  func animatedBinding() {
    @State var shown: Int?
    var phases: [ScrollPhase] = []
    var run = rows().scrollPosition(id: $shown.animation(.smooth))
      .onScrollPhaseChange { _, new in phases.append(new) }
      .start()
    run.settle()
    phases = []
    let animated = $shown.animation(.smooth)
    animated.wrappedValue = 20
    run.settle()
    #expect(phases == [.animating, .idle])
    shown = 3
    run.settle()
    #expect(phases == [.animating, .idle])
  }
}
