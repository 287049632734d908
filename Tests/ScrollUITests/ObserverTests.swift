import ScrollUI
import TestSupport
import TextKit
import TraceImport
import Testing

@Suite("observers and transitions")
struct ObserverTests {
  @Test("VIS-1, VIS-3, VIS-4, VIS-5 visibility closures run for each of several thresholds")
  func visibility() throws {
    var seen: [String: [Bool]] = [:]
    let scene = ScrollScene(width: 100, height: 400) {
      VStack(spacing: 0) {
        ForEach(0..<40) { number in
          SizedItem(height: 100)
            .onScrollVisibilityChange { seen["half \(number)", default: []].append($0) }
            .onScrollVisibilityChange(threshold: 0.01) {
              seen["little \(number)", default: []].append($0)
            }
        }
        SizedItem(height: 10).id("end")
          .onScrollVisibilityChange(threshold: 1) { seen["end", default: []].append($0) }
      }
    }
    var run = scene.start()
    run.settle()
    #expect(seen.count == 81 && seen.filter { $0.value == [true] }.count == 8)
    run.send(wheel(51))
    run.settle()
    #expect(seen["half 0"] == [true, false])
    #expect(seen["little 0"] == [true])
    #expect(seen["half 4"] == [false, true])
    #expect(seen["end"] == [false])
    run.send(wheel(9999))
    run.settle()
    #expect(seen["little 0"] == [true, false])
    #expect(seen["end"] == [false, true])
    #expect(seen["half 20"] == [false], "it was skipped")
  }

  @Test("VIS-6, VIS-10 visible targets are reported for several thresholds and types")
  func targets() throws {
    var halves: [[Int]] = []
    var wholes: [[Int]] = []
    var texts: [[String]] = []
    let scene = ScrollScene(width: 100, height: 250) {
      VStack(spacing: 0) {
        SizedItem(height: 100).id("title")
        ForEach(0..<40) { _ in SizedItem(height: 100) }
      }
      .scrollTargetLayout()
    }
    .onScrollTargetVisibilityChange(idType: Int.self) { halves.append($0) }
    .onScrollTargetVisibilityChange(idType: Int.self, threshold: 0.9) { wholes.append($0) }
    .onScrollTargetVisibilityChange(idType: String.self) { texts.append($0) }
    var run = scene.start()
    run.settle()
    run.send(wheel(40))
    run.settle()
    run.send(wheel(60))
    run.settle()
    #expect(halves == [[0, 1], [0, 1, 2]] || halves == [[0, 1], [0, 1], [0, 1, 2]])
    #expect(wholes == [[0]] || wholes == [[0], [0, 1]])
    #expect(texts == [["title"], []])
  }

  @Test(
    "TRANS-9, TRANS-27 effects follow the scroll along the curve",
    arguments: [
      (CGFloat(0), CGFloat(1)), (150, 1), (175, 0.75), (200, 0.5), (225, 0.25), (250, 0), (300, 0),
    ])
  func transitions(_ distance: CGFloat, _ progress: CGFloat) throws {
    let scene = ScrollScene(width: 100, height: 400) {
      VStack(spacing: 0) {
        SizedItem(height: 1000).id("before")
        SizedItem(height: 100).id("card")
          .scrollTransition(.interactive(timingCurve: .linear)) { content, phase in
            content.opacity(phase.isIdentity ? 1 : 0).offset(y: phase.value * 10)
              .scaleEffect(x: phase.isIdentity ? 1 : 0.5)
          }
        SizedItem(height: 100).id("step")
          .scrollTransition(topLeading: .identity, bottomTrailing: .animated) { content, phase in
            content.blur(radius: phase == .bottomTrailing ? 8 : 0)
          }
        SizedItem(height: 1000).id("after")
      }
      .scrollTargetLayout()
    }
    @State var position = ScrollPosition(y: 850 - distance)
    var run = scene.scrollPosition($position).start()
    run.settle()
    let effect = try #require(run.effect(of: "card"))
    #expect(CGFloat(effect.opacity) == progress)
    #expect(effect.offset.height == 10 * (1 - progress))
    #expect(effect.scale.width == 1 - 0.5 * (1 - progress))
    #expect(effect.scale.height == 1)
    #expect(run.transitionPhase(of: "card") == (distance <= 150 ? .identity : .bottomTrailing))
    // The next card is 100 lower and has only the values of both ends.
    #expect(run.effect(of: "step")?.blurRadius == (distance + 100 <= 200 ? 0 : 8))
    #expect(run.effect(of: "before") == nil && run.transitionPhase(of: "nobody") == nil)
    position.scrollTo(y: 850 + distance)
    run.settle()
    #expect(run.effect(of: "card")?.offset.height == -10 * (1 - progress))
  }

  @Test("TRANS-18…TRANS-21 each threshold sets the start of its transition")
  func thresholds() {
    func opacity(_ configuration: ScrollTransitionConfiguration) -> Double? {
      let scene = ScrollScene(width: 100, height: 400) {
        VStack(spacing: 0) {
          SizedItem(height: 150)
          SizedItem(height: 100).id(1).scrollTransition(configuration) { content, phase in
            content.opacity(phase.isIdentity ? 1 : 0)
          }
          SizedItem(height: 1000)
        }
      }
      @State var position = ScrollPosition(y: 150)
      var run = scene.scrollPosition($position).start()
      run.settle()
      return run.effect(of: 1)?.opacity
    }
    // The card's center is 150 above the container's.
    let linear = ScrollTransitionConfiguration.interactive(timingCurve: .linear)
    #expect(opacity(linear) == 1)
    #expect(opacity(linear.threshold(.centered)) == 0.4)
    #expect(
      opacity(linear.threshold(.visible.inset(by: 50))).map { abs($0 - 2.0 / 3) < 1e-9 } == true)
    #expect(opacity(linear.threshold(.visible.interpolated(towards: .centered, amount: 1))) == 0.4)
    #expect(opacity(.animated.threshold(.centered)) == 0)
    #expect(opacity(.animated.threshold(.visible(0.9))) == 1)
    #expect(opacity(.animated.threshold(.hidden)) == 1)
    #expect(opacity(.identity.threshold(.centered)) == 1)
  }

  @Test("geometry, visibility, position and phases are reported in this order within a frame")
  func order() throws {
    var calls: [String] = []
    @State var position = ScrollPosition(idType: Int.self)
    let bound = Binding {
      position
    } set: {
      position = $0
      calls.append("position")
    }
    let scene = ScrollScene(width: 100, height: 300) {
      VStack(spacing: 0) {
        ForEach(0..<50) { _ in
          SizedItem(height: 100).onScrollVisibilityChange { _ in calls.append("visibility") }
        }
      }
      .scrollTargetLayout()
    }
    .onScrollPhaseChange { _, _ in calls.append("phase") }
    .scrollPosition(bound)
    .onScrollGeometryChange(for: CGFloat.self) {
      $0.contentOffset.y
    } action: { _, _ in
      calls.append("geometry")
    }
    var run = scene.start()
    run.wait(seconds: 1.0 / 60)
    let visibility = Array(repeating: "visibility", count: 50)
    #expect(calls == ["geometry"] + visibility + ["phase"])
    calls = []
    run.send(try gestures("drag from 50,250 to 50,150 over 100ms", width: 100, height: 300))
    run.settle()
    let first = try #require(calls.firstIndex(of: "position"))
    #expect(calls[..<first].contains("geometry"))
    #expect(calls[first...].contains("phase"))
    #expect(run.time > 0.1)
  }

  @Test("each run calls its observers again")
  func afresh() {
    var calls = 0
    let scene = ScrollScene(width: 10, height: 10) {
      HStack(spacing: 0) { SizedItem(width: 50) }
    }
    .onScrollGeometryChange(for: Int.self) { _ in
      1
    } action: { _, _ in
      calls += 1
    }
    var first = scene.start()
    first.settle()
    let once = calls
    var second = scene.start()
    second.settle()
    #expect(once > 0 && calls == 2 * once)
  }

  @Test("a recorded log drives a scene to the recorded choice of card")
  func recorded() throws {
    var recording = ScrollRecording()
    let path = Repository.path("fixtures/traces/card-carousel.jsonl")
    _ = try NativeImport.read(ByteSource(path: path), into: &recording)
    #expect(recording.diagnostics.isEmpty)
    #expect(!recording.gestures.isEmpty && recording.gestures.count < recording.inputs.count)
    @State var position = ScrollPosition(idType: String.self)
    let scene = ScrollScene(.horizontal, width: 393, height: 360, framesPerSecond: 120) {
      LazyHStack(spacing: 16) {
        ForEach(0..<12) { SizedItem(width: 280).id("card-\($0)") }
      }
      .scrollTargetLayout()
    }
    .contentMargins(.horizontal, 40).scrollTargetBehavior(.viewAligned)
    .scrollPosition($position, anchor: .leading)
    let run = scene.run(recording.gestures)
    #expect(run.rests.count == 2)
    let id = try #require(position.viewID(type: String.self))
    #expect(run.frame(of: id)?.minX == run.contentOffset.x + 40)
    #expect(run.messages.isEmpty)
  }

  @Test("a binding to a model's property scrolls, and a constant binding does not stop the user")
  func bindings() throws {
    struct Model {
      var position = ScrollPosition(idType: Int.self)
    }
    @State var model = Model()
    func scene(_ position: Binding<ScrollPosition>) -> ScrollScene {
      ScrollScene(width: 100, height: 100) {
        VStack(spacing: 0) { ForEach(0..<50) { _ in SizedItem(height: 40) } }.scrollTargetLayout()
      }
      .environment(\.verticalSizeClass, .regular)
      .scrollPosition(position, anchor: .top)
    }
    var run = scene($model.position).start()
    run.settle()
    withAnimation(.smooth) { model.position.scrollTo(id: 10) }
    run.wait(seconds: 0.05)
    #expect(run.phase == .animating)
    run.settle()
    #expect(run.contentOffset.y == 400)
    let fixed = scene(.constant(ScrollPosition(id: 3)))
      .run(try gestures("fling up 900", width: 100, height: 100))
    #expect(fixed.contentOffset.y > 120)
  }
}
