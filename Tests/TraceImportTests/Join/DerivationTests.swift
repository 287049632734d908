import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("Inputs derived from observations")
struct DerivationTests {
  private func frame(_ width: Double?, top: Double? = nil, y: Double = 0) -> GeometryFrame {
    GeometryFrame(
      offset: Point(x: 0, y: y),
      geometry: FrameGeometry(
        containerSize: width.map { Size(width: $0, height: 100) },
        insets: top.map { Insets(top: $0, left: 0, bottom: 0, right: 0) }))
  }

  @Test("a container change comes before the first frame with another size or inset")
  func container() {
    var derivation = ContainerDerivation()
    #expect(derivation.change(before: frame(nil)) == nil)
    #expect(
      derivation.change(before: frame(390))
        == ContainerChange(size: Size(width: 390, height: 100)))
    #expect(derivation.change(before: frame(390)) == nil)
    #expect(derivation.change(before: frame(nil)) == nil)
    #expect(
      derivation.change(before: frame(390, top: 59))
        == ContainerChange(insets: Insets(top: 59, left: 0, bottom: 0, right: 0)))
    derivation.note(ContainerChange(size: Size(width: 844, height: 100)))
    #expect(derivation.change(before: frame(844, top: 59)) == nil)
    #expect(derivation.change(before: frame(390, top: 59))?.size?.width == 390)
  }

  @Test("derived changes are marked with a name and a version that traces include")
  func mark() {
    #expect(ContainerDerivation.name == "container-from-frames" && ContainerDerivation.version == 1)
  }

  private func rests(_ entries: [(Int64, TraceEvent)]) -> [Rest] {
    var finder = RestFinder()
    for (time, event) in entries {
      finder.take(event, at: TraceTime(nanoseconds: time * 1_000_000))
    }
    finder.finish()
    return finder.rests
  }

  private func at(_ y: Double) -> TraceEvent { .observation(.frame(frame(nil, y: y))) }

  private func finger(_ phase: TouchPhase) -> TraceEvent {
    .input(.touch(TouchSample(pointer: 1, phase: phase, position: .zero)))
  }

  @Test("a rest is a constant offset without a finger down")
  func restsOfATrace() {
    let found = rests([
      (0, at(0)), (300, finger(.began)), (316, at(10)), (600, at(10)), (900, at(40)),
      (916, finger(.ended)), (932, at(60)), (948, at(99.8)), (964, at(100)), (1400, at(100)),
      (1500, at(120)), (1600, at(140)),
    ])
    #expect(found.map(\.offset.y) == [0, 100])
    #expect(found.map(\.end.milliseconds) == [300, 1500])
  }

  @Test("a short rest after a long one has its own offset")
  func shortRest() {
    let found = rests([
      (0, at(0)), (900, at(0)), (916, at(20)), (932, at(50)), (1200, at(50)), (1216, at(80)),
    ])
    #expect(found.map(\.offset.y) == [0, 50])
  }

  @Test("a rest may last to the end, and none spans a gap")
  func restsAtEnds() {
    #expect(rests([(0, at(5)), (200, at(5))]).count == 1)
    let gap = TraceEvent.stream(.gap(from: .zero, to: .zero, count: 1))
    #expect(rests([(0, at(5)), (100, gap), (200, at(5))]).isEmpty)
  }

  @Test(
    "a pitch is found from noisy rests, whatever multiples of it they are",
    arguments: Cases.seeds(oneIn: 4))
  func pitch(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pitch = 60 + Double(generator.below(60_000)) / 100
    let origin = Double(generator.below(5_000)) / 100
    var offsets: [Double] = []
    for _ in 0..<14 {
      let number = Double(generator.below(20))
      let noise = (Double(generator.below(1001)) - 500) / 1000 * 0.6
      offsets.append(origin + number * pitch + noise)
    }
    // A single rest at the end of the content is not on a grid.
    offsets.append(origin + 20.37 * pitch)
    let grid = try PitchInference.infer(offsets)
    // Rests at every second item give twice the pitch, which is correct.
    let ratio = grid.pitch / pitch
    let whole = Double(Int(ratio + 0.5))
    #expect(abs(ratio - whole) < 0.01 && whole >= 1, "seed \(seed): \(grid.pitch) of \(pitch)")
    #expect(whole == 1 || offsets.count < 12 || whole <= 3)
    #expect(grid.residual < 0.6)
    #expect(grid.origin >= -0.001 && grid.origin < grid.pitch)
    #expect(grid.chance <= 0.05)
  }

  @Test("a grid that starts at 0 keeps that origin despite noise in either direction")
  func noisyStart() throws {
    let grid = try PitchInference.infer([0, 316.4, 631.7, 1580.3, 1263.8, 316.1, 2844.2])
    #expect(grid.origin == 0)
    #expect(grid.span == 0...9)
  }

  @Test("random rests give no grid in at least nine of ten cases")
  func randomRests() {
    var accepted = 0
    let seeds = Cases.seeds()
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let count = 4 + Int(generator.below(12))
      let offsets = (0..<count).map { _ in Double(generator.below(1_000_000)) / 100 }
      if (try? PitchInference.infer(offsets)) != nil { accepted += 1 }
    }
    #expect(accepted * 10 <= seeds.count, "\(accepted) of \(seeds.count)")
  }

  @Test("too few distinct rests are refused with their number")
  func tooFew() {
    #expect(throws: PitchRefusal.tooFewPlaces(3)) {
      try PitchInference.infer([0, 0.2, 100, 100.1, 200, 200])
    }
    #expect(throws: PitchRefusal.tooFewPlaces(0)) { try PitchInference.infer([]) }
  }

  @Test("rests may differ from a grid by at most 1/20 of the pitch")
  func largestResidual() {
    // Errors with these signs do not bend the line. Rests at odd multiples of the error would also
    // fit a grid of a tenth of the pitch, which is too small to be tried.
    func refusal(_ miss: Double) -> PitchRefusal? {
      let places = [miss, 60 - miss, 120 - miss, 180 + miss]
      do throws(PitchRefusal) {
        _ = try PitchInference.infer(places)
        return nil
      } catch { return error }
    }
    guard case .chance(let pitch, _) = refusal(3) else {
      Issue.record("not refused for chance alone: \(String(describing: refusal(3)))")
      return
    }
    #expect(pitch == 60)
    guard case .noGrid = refusal(3.01) else {
      Issue.record("no grid was refused: \(String(describing: refusal(3.01)))")
      return
    }
  }

  @Test("a refusal prints lengths with two decimals, and from 1e12 in shortest form")
  func refusalText() {
    func text(_ pitch: Double) -> String {
      PitchRefusal.noGrid(pitch: pitch, residual: 7).description
    }
    #expect(text(999_999_999_999).contains("every 999999999999.00, misses them by 7.00 "))
    #expect(text(1e12).contains("every \(1e12), misses") && !text(1e12).contains(".00, misses"))
    #expect(text(12.345).contains("every 12.35,") && text(12.04).contains("every 12.04,"))
  }

  @Test("doubling every offset doubles the grid")
  func scale() throws {
    let offsets: [Double] = [0, 312, 624, 1248, 1560, 1872, 2000]
    let one = try PitchInference.infer(offsets)
    let two = try PitchInference.infer(offsets.map { $0 * 2 })
    #expect(abs(one.pitch - 312) < 1e-9)
    #expect(abs(two.pitch - 624) < 1e-9)
    #expect(one.outliers == [2000] && two.outliers == [4000])
    #expect(one.span == 0...6)
  }
}
