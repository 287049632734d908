import ScrollModel
import Simulation

/// A seeded stream of events as a scroll view could send them, for rings to cut anywhere.
///
/// Several fingers begin, move, rest and lift at the same time, with all other kinds of events
/// between. Most steps have the duration of a display's refresh, some are seconds of silence.
struct ScrollStream {
  private var generator: SeededGenerator
  private var random: RandomTraces
  private var time: TraceTime
  private var open: Set<Int64> = []

  init(seed: UInt64, start: Int64 = 0) {
    generator = SeededGenerator(seed: seed, stream: 2)
    random = RandomTraces(seed: seed)
    time = TraceTime(nanoseconds: start)
  }

  mutating func next() -> Entry {
    let step: Int64 =
      switch generator.below(100) {
      case 0: generator.int(in: 500_000_000...8_000_000_000)
      case 1..<10: 0
      default: generator.int(in: 1_000_000...33_333_334)
      }
    time = time.advanced(byNanoseconds: step)
    return Entry(time, event())
  }

  mutating func entries(_ count: Int) -> [Entry] {
    (0..<count).map { _ in next() }
  }

  private mutating func event() -> TraceEvent {
    switch generator.below(10) {
    case 0..<4: .input(.touch(touch()))
    case 4: .input(.container(container()))
    case 5: .observation(.frame(frame()))
    default: random.event(at: time)
    }
  }

  private mutating func frame() -> GeometryFrame {
    GeometryFrame(offset: Point(x: 0, y: generator.double(in: -100...5000)))
  }

  private mutating func touch() -> TouchSample {
    let pointer = generator.int(in: 1...4 as ClosedRange<Int64>)
    let phase: TouchPhase
    if open.contains(pointer), generator.chance(0.95) {
      phase = generator.element(of: [.moved, .moved, .moved, .stationary]) ?? .moved
    } else if open.contains(pointer) {
      phase = generator.element(of: [.ended, .cancelled, .began]) ?? .ended
    } else {
      phase = generator.element(of: [.began, .began, .began, .moved, .ended]) ?? .began
    }
    if phase == .ended || phase == .cancelled { open.remove(pointer) } else { open.insert(pointer) }
    let delivery = generator.element(of: [SampleDelivery.direct, .direct, .coalesced, .predicted])
    return TouchSample(
      pointer: pointer, phase: phase,
      position: Point(x: generator.double(in: 0...390), y: generator.double(in: 0...844)),
      delivery: delivery ?? .direct)
  }

  /// A display change: any part of it may be missing, and its clock started some time ago.
  private mutating func container() -> ContainerChange {
    var change = ContainerChange()
    if generator.chance(0.5) { change.size = Size(width: generator.double(in: 1...400), height: 9) }
    if generator.chance(0.3) {
      change.insets = Insets(top: generator.double(in: 0...50), left: 0, bottom: 0, right: 0)
    }
    if generator.chance(0.3) { change.scale = generator.element(of: [1, 2, 3]) }
    if generator.chance(0.2) { change.layoutDirection = .rightToLeft }
    if generator.chance(0.3) { change.isScrollDisabled = generator.chance(0.5) }
    if generator.chance(0.4) { change.refreshRate = generator.element(of: [59.94, 60, 90, 120]) }
    if generator.chance(0.4) {
      let ago = generator.int(in: 0...20_000_000_000 as ClosedRange<Int64>)
      change.refreshOrigin = max(.zero, time.advanced(byNanoseconds: -ago))
    }
    return change
  }
}
