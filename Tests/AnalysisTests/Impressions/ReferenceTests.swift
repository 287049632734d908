import Analysis
import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("policies agree with independent reference implementations")
struct ReferenceTests {
  @Test(
    "Jetpack Compose's onVisibilityChanged matches its reference, including double calls",
    .promise(12))
  func compose() {
    let seeds = Promise.seeds(12)
    var (calls, doubles) = (0, 0)
    for seed in seeds {
      var random = SeededGenerator(seed: seed, stream: 1)
      let column = RandomColumn(seed: seed)
      Promise.count()
      let fraction = random.element(of: [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]) ?? 1
      let delay = random.element(of: [0, 0, 16, 50, 100, 300]) ?? 0
      let expected = ComposeReference.run(column, fraction: Float(fraction), delay: delay)
      let policy = ImpressionPolicy.composeVisibility(
        fraction: fraction, milliseconds: Int64(delay))
      let told = column.report(policy).told.sorted()
      #expect(told == expected, "seed \(seed), fraction \(fraction), delay \(delay)")
      calls += expected.count
      doubles += Set(expected.map(\.id)).count { id in
        let ones = expected.filter { $0.id == id }
        return zip(ones, ones.dropFirst()).contains { $0.what == "true" && $1.what == "true" }
      }
    }
    #expect(calls > seeds.count && doubles > 0, "the cases told too little")
  }

  @Test(
    "React Native's viewability matches its reference, including overlapping timers", .promise(12),
    arguments: [false, true])
  func reactNative(ofViewport: Bool) {
    let seeds = Promise.seeds(12)
    var calls = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed, stream: 2)
      let column = RandomColumn(seed: seed)
      Promise.count()
      let percents: [Double] = [0, 1, 7, 29, 50, 58, 90, 100]
      let percent = random.element(of: percents) ?? 50
      let delay = random.element(of: [0, 16, 50, 250]) ?? 0
      let cancels = random.chance(0.3)
      var reference = ReactNativeReference(
        percent: percent, ofViewport: ofViewport, delay: delay, cancelsOlder: cancels)
      let expected = reference.run(column)
      let make = ofViewport ? ImpressionPolicy.reactNativeArea : ImpressionPolicy.reactNativeItem
      let report = column.report(make(percent, Int64(delay), cancels, false))
      let told = report.callbacks.compactMap { callback -> ReactNativeReference.Call? in
        guard case .set(let ids, let came, let went) = callback.content else { return nil }
        return ReactNativeReference.Call(
          milliseconds: Int(callback.time.nanoseconds / 1_000_000), viewable: ids.map(\.number),
          came: came.map(\.number), went: went.map(\.number))
      }
      #expect(told == expected, "seed \(seed), \(percent) %, \(delay) ms, cancels \(cancels)")
      calls += expected.count
    }
    #expect(calls > seeds.count, "the cases told too little")
  }

  @Test("IntersectionObserver's entries match their reference, including edges", .promise(12))
  func intersectionObserver() {
    let seeds = Promise.seeds(12)
    var entries = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed, stream: 3)
      let column = RandomColumn(seed: seed)
      Promise.count()
      let sets: [[Double]] = [[0], [1], [0.5], [0, 0.25, 0.5, 0.75, 1], [0.3, 0.7]]
      let thresholds = random.element(of: sets) ?? [0]
      let margin = random.chance(0.3) ? random.int(in: -30...60) : 0
      let expected = IntersectionReference(
        thresholds: thresholds, margin: (margin, 0, margin, 0)
      ).run(column)
      let outset = Insets(top: Double(margin), left: 0, bottom: Double(margin), right: 0)
      guard column.height + 2 * margin >= 0 else { continue }
      let policy = ImpressionPolicy.intersectionObserver(
        thresholds: thresholds, rootMargin: outset)
      #expect(column.report(policy).told.sorted() == expected, "seed \(seed), \(thresholds)")
      entries += expected.count
    }
    #expect(entries > seeds.count, "the cases told too little")
  }

  @Test("Epoxy's four visibility states match their reference", .promise(12))
  func epoxy() {
    let seeds = Promise.seeds(12)
    var calls = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed, stream: 4)
      let column = RandomColumn(seed: seed)
      Promise.count()
      let percent = random.int(in: 0...100)
      var reference = EpoxyReference(percent: percent)
      reference.run(column)
      #expect(column.report(.epoxyVisible).told.sorted() == reference.visible, "seed \(seed)")
      #expect(column.report(.epoxyFocused).told.sorted() == reference.focused, "seed \(seed)")
      let partial = column.report(.epoxyPartial(percent: Double(percent))).told.sorted()
      #expect(partial == reference.partial, "seed \(seed), \(percent) %")
      let full = column.report(.epoxyFull).told.filter { $0.what == "true" }.sorted()
      #expect(full == reference.full, "seed \(seed)")
      calls += reference.visible.count + reference.full.count
    }
    #expect(calls > seeds.count, "the cases told too little")
  }
}
