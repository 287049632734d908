import Analysis
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Stores the view state after every event.
struct StageLog: OutcomeAnalysis {
  var offsets: [Point?] = []
  var windows: [[TargetID]] = []
  var stages: [ViewState] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    offsets.append(viewState.offset)
    var ids: [TargetID] = []
    for rank in viewState.window {
      ids.append(
        viewState.targets.id(of: viewState.targets.handles[viewState.targets.index(at: rank)]))
    }
    windows.append(ids)
    stages.append(copy viewState)
  }
}

@Suite("the view state")
struct StageTests {
  @Test("values that no event reported are unknown")
  func unknown() {
    let viewState = ViewState()
    #expect(viewState.offset == nil && viewState.phase == nil && viewState.containerSize == nil)
    #expect(
      viewState.insets == nil && viewState.contentSize == nil && viewState.isForeground == nil)
    #expect(
      viewState.visibleRect == nil && viewState.unobscuredRect == nil
        && viewState.refreshPeriod == nil)
    #expect(viewState.window.isEmpty && viewState.targets.count == 0 && !viewState.targets.isKnown)
  }

  @Test("the visible window equals a full scan, wherever the content moves", .promise(12))
  func window() throws {
    for seed in Promise.seeds(12) {
      Promise.count()
      var random = SeededGenerator(seed: seed)
      var pass = AnalysisDriver(NoAnalysis())
      var targets: [TargetFrame] = []
      for index in 0..<random.int(in: 0...40) {
        targets.append(
          TargetFrame(
            id: TargetID(Int64(index)),
            frame: Rect(
              x: 0, y: Double(random.int(in: -50...900)), width: 100,
              height: Double(random.int(in: 0...150)))))
      }
      pass.take(.input(.layout(Layout(targets: targets))), at: .zero)
      for step in 0..<30 {
        let y = Double(random.int(in: -200...1000))
        pass.take(frame(y, container: Size(width: 100, height: 200)), at: milliseconds(step))
        let rect = try #require(pass.viewState.visibleRect)
        let shown = targets.indices.filter { targets[$0].frame.shownFraction(in: rect) > 0 }
        let window = pass.viewState.window.map { pass.viewState.targets.index(at: $0) }
        #expect(Set(shown).isSubset(of: Set(window)))
        for index in window {
          let target = targets[index].frame
          #expect(target.origin.y <= y + 200, "a target past the window is in it")
        }
      }
    }
  }

  @Test("a target index stays with its id, and equal ids have one index each")
  func handles() {
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(layout(["a", "b", "a", "c", "a"]), at: .zero)
    let first = pass.viewState.targets.handles
    #expect(Set(first).count == 5)
    pass.take(layout(["c", "a", "a"]), at: .zero)
    let second = pass.viewState.targets.handles
    #expect(second == [first[3], first[0], first[2]])
    #expect(pass.viewState.targets.index(of: first[1]) == nil)
    #expect(pass.viewState.targets.index(of: first[2]) == 2)
    pass.take(layout(["a", "b", "a", "c", "a"]), at: .zero)
    #expect(pass.viewState.targets.handles == first)
    #expect(pass.viewState.targets.handleCount == 5)
  }

  @Test("edits move later items by the edited length and the spacing")
  func edits() {
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(layout(["a", "b", "c"], length: 100, spacing: 10), at: .zero)
    func starts() -> [Double] {
      (0..<pass.viewState.targets.count).map { pass.viewState.targets.frame(at: $0).origin.y }
    }
    func edit(_ edit: ContentEdit) { pass.take(.input(.edit(edit)), at: .zero) }
    let handles = pass.viewState.targets.handles
    edit(.remove(TargetID("b"), index: nil))
    #expect(starts() == [0, 110] && pass.viewState.targets.isInferred)
    edit(.insert(TargetID("b"), index: 1, size: Size(width: 50, height: 40)))
    #expect(starts() == [0, 110, 160])
    #expect(pass.viewState.targets.handles == handles)
    edit(.resize(TargetID("a"), size: Size(width: 50, height: 300)))
    #expect(starts() == [0, 310, 360])
    edit(.move(TargetID("c"), index: 0))
    #expect(pass.viewState.targets.handles == [handles[2], handles[0], handles[1]])
    #expect(starts() == [0, 110, 420])
    #expect(pass.viewState.contentSize?.height == 460)
    for bad: ContentEdit in [
      .remove(TargetID("x"), index: 7), .insert(TargetID("x"), index: 9, size: nil),
      .move(TargetID("a"), index: -1), .move(TargetID("x"), index: 0),
      .resize(TargetID("x"), size: .zero), .insert(TargetID("x"), index: .max, size: nil),
    ] {
      edit(bad)
      #expect(starts() == [0, 110, 420])
    }
    edit(.insert(TargetID("d"), index: 3, size: nil))
    #expect(starts() == [0, 110, 420, 470])
    #expect(pass.viewState.targets.frame(at: 3).size.height == 40)
  }

  @Test("the view state edits a layout as replays do", arguments: [false, true])
  func editsAgree(isRightToLeft: Bool) {
    for seed in Cases.seeds() {
      var random = SeededGenerator(seed: seed, stream: 9)
      var information = TraceInformation(name: "row")
      information.axes = .horizontal
      var pass = AnalysisDriver(NoAnalysis(), of: information)
      let direction: LayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
      pass.take(.input(.container(ContainerChange(layoutDirection: direction))), at: .zero)
      var (targets, end) = ([TargetFrame](), 0.0)
      for id in 0..<6 {
        let width = Double(random.int(in: 1...80))
        let frame = Rect(x: end, y: 0, width: width, height: 50)
        targets.append(TargetFrame(id: TargetID(Int64(id)), frame: frame))
        end = frame.origin.x + width + Double(random.int(in: -2...16))
      }
      if isRightToLeft {
        for place in targets.indices {
          let frame = targets[place].frame
          let x = 600 - frame.origin.x - frame.size.width
          targets[place].frame = Rect(origin: Point(x: x, y: 0), size: frame.size)
        }
      }
      var layout = Layout(contentSize: Size(width: 600, height: 50), targets: targets)
      pass.take(.input(.layout(layout)), at: .zero)
      for step in 0..<8 {
        let id = TargetID(Int64(random.int(in: 0...7)))
        let index = Int64(random.int(in: 0...7))
        let width = Double(random.int(in: 1...80))
        let size = random.chance(0.8) ? Size(width: width, height: 50) : nil
        let edits: [ContentEdit] = [
          .insert(TargetID(Int64(100 + step)), index: index, size: size),
          .remove(id, index: nil), .move(id, index: index),
          .resize(id, size: size ?? Size(width: 7, height: 50)),
        ]
        guard let edit = random.element(of: edits) else { continue }
        layout.apply(edit, mainAxis: .horizontal, isRightToLeft: isRightToLeft)
        pass.take(.input(.edit(edit)), at: .zero)
        let viewState = pass.viewState.targets
        let frames = (0..<viewState.count).map { viewState.frame(at: $0) }
        #expect(frames == layout.targets.map(\.frame), "seed \(seed): \(edit)")
        guard frames == layout.targets.map(\.frame) else { break }
      }
    }
  }

  @Test("edits of right-to-left content move later items to the left")
  func mirroredEdits() {
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(.input(.container(ContainerChange(layoutDirection: .rightToLeft))), at: .zero)
    let cards = (0..<3).map { card in
      TargetFrame(
        id: TargetID(Int64(card)),
        frame: Rect(x: Double(220 - 110 * card), y: 0, width: 100, height: 50))
    }
    let layout = Layout(contentSize: Size(width: 320, height: 50), targets: cards)
    pass.take(.input(.layout(layout)), at: .zero)
    func starts() -> [Double] {
      (0..<pass.viewState.targets.count).map { pass.viewState.targets.frame(at: $0).origin.x }
    }
    func edit(_ edit: ContentEdit) { pass.take(.input(.edit(edit)), at: .zero) }
    edit(.insert(TargetID("a"), index: 0, size: Size(width: 40, height: 50)))
    #expect(starts() == [330, 220, 110, 0] && pass.viewState.contentSize?.width == 370)
    edit(.remove(TargetID(2), index: nil))
    #expect(starts() == [220, 110, 0] && pass.viewState.contentSize?.width == 260)
    edit(.remove(TargetID(7), index: nil))
    #expect(starts() == [220, 110, 0])
  }

  @Test("the view state tracks fingers, app states, jumps and gaps")
  func states() {
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(touch(1, .began), at: .zero)
    pass.take(touch(2, .moved), at: .zero)
    pass.take(touch(3, .began, .predicted), at: .zero)
    #expect(pass.viewState.openTouches == [1, 2])
    pass.take(touch(1, .ended), at: .zero)
    #expect(pass.viewState.openTouches == [2])
    pass.take(note("app-state", "background"), at: .zero)
    #expect(pass.viewState.isForeground == false)
    pass.take(note("mark", "foreground"), at: .zero)
    #expect(pass.viewState.isForeground == false)
    pass.take(note("app-state", "scrolling"), at: .zero)
    #expect(pass.viewState.isForeground == nil && pass.viewState.appState == "scrolling")
    pass.take(frame(0), at: milliseconds(1))
    pass.take(jump(to: 100), at: milliseconds(2))
    #expect(!pass.viewState.isAfterJump)
    pass.take(frame(100), at: milliseconds(3))
    #expect(pass.viewState.isAfterJump && pass.viewState.previous?.offset.y == 0)
    pass.take(frame(101), at: milliseconds(4))
    #expect(!pass.viewState.isAfterJump && !pass.viewState.isAfterGap)
    pass.take(
      .stream(.gap(from: milliseconds(4), to: milliseconds(90), count: 3)), at: milliseconds(90))
    pass.take(frame(400), at: milliseconds(91))
    #expect(pass.viewState.isAfterGap && pass.viewState.gap?.count == 3)
    pass.take(frame(401), at: milliseconds(50))
    #expect(
      pass.viewState.time == milliseconds(91) && pass.viewState.sample?.time == milliseconds(91))
  }

  @Test("the main axis is the axis of the targets unless the trace declares one")
  func mainAxis() {
    let row = (0..<3).map { index in
      TargetFrame(
        id: TargetID(Int64(index)),
        frame: Rect(x: Double(index) * 100, y: 0, width: 100, height: 50))
    }
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(.input(.layout(Layout(targets: row))), at: .zero)
    #expect(pass.viewState.targets.mainAxis == .horizontal)
    var information = TraceInformation(name: "t")
    information.axes = .vertical
    var told = AnalysisDriver(NoAnalysis(), of: information)
    told.take(.input(.layout(Layout(targets: row))), at: .zero)
    #expect(told.viewState.targets.mainAxis == .vertical)
  }

  @Test("pairs, optionals and arrays of analyses each receive every event once")
  func composition() {
    let three = AnalysisPair(StageLog(), AnalysisPair([StageLog(), StageLog()], StageLog?.none))
    var pass = AnalysisDriver(three)
    pass.take(frame(5), at: .zero)
    pass.take(RestOutcome(time: milliseconds(9), offset: .zero, phase: .idle))
    pass.finish()
    #expect(pass.analysis.first.offsets == [Point(x: 0, y: 5)])
    #expect(pass.analysis.second.first.map(\.offsets.count) == [1, 1])
    #expect(pass.analysis.second.second == nil)
    #expect(pass.viewState.time == milliseconds(9))
  }

  @Test(
    "the main axis has the larger spread, wherever the first target is",
    arguments: [
      ([(300, 0), (0, 200)], .horizontal), ([(0, 300), (200, 0)], .vertical),
      ([(0, 1000), (200, 1100)], .horizontal), ([(1000, 0), (1100, 200)], .vertical),
      ([(0, 0), (100, 100)], .vertical),
    ] as [([(Double, Double)], Axis)])
  func spread(_ origins: [(Double, Double)], axis: Axis) {
    let targets = origins.enumerated().map { index, origin in
      TargetFrame(
        id: TargetID(Int64(index)), frame: Rect(x: origin.0, y: origin.1, width: 50, height: 50))
    }
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(.input(.layout(Layout(targets: targets))), at: .zero)
    #expect(pass.viewState.targets.mainAxis == axis)
  }

  @Test("touching targets are disjoint, overlapping targets are not")
  func overlap() {
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(layout(["a", "b", "c"]), at: .zero)
    #expect(pass.viewState.targets.isDisjoint)
    pass.take(layout(["a", "b", "c"], spacing: -1), at: .zero)
    #expect(!pass.viewState.targets.isDisjoint)
    pass.take(layout(["a", "b", "c"], spacing: 1), at: .zero)
    #expect(pass.viewState.targets.isDisjoint)
  }

  @Test("frames are expected at the throttle's interval, or else the display's")
  func interval() {
    #expect(ViewState().expectedInterval == 16_666_667)
    var information = TraceInformation(name: "t")
    information.qualities[.offset] = .throttled(milliseconds: 100)
    #expect(ViewState(information).expectedInterval == 100_000_000)
    var pass = AnalysisDriver(NoAnalysis())
    pass.take(container(200, rate: 100), at: .zero)
    #expect(pass.viewState.expectedInterval == 10_000_000)
  }
}
