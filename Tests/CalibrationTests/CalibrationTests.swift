import Calibration
import Reproduction
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

@Suite("Calibration") struct CalibrationTests {
  @Test("CAL-1 a suite has few probes, and answers decide every key", arguments: plans.keys)
  func plan(platform: CalibrationPlatform) throws {
    let plan = try #require(Self.plans[platform])
    #expect(plan.unanswered.isEmpty, "\(plan.unanswered)")
    #expect((1...60).contains(plan.probes.count))
    for key in platform.keys {
      let telling = plan.answers.count { $0.contains { $0.key == key.name } }
      #expect(telling >= 2, "\(key.name)")
    }
  }

  private static let plans = Dictionary(
    uniqueKeysWithValues: CalibrationPlatform.allCases.compactMap { platform in
      (try? ProbePlan(on: platform)).map { (platform, $0) }
    })

  /// The settings of a draw: a value for every key.
  private func draw(
    _ platform: CalibrationPlatform, _ random: inout SeededGenerator
  ) throws -> (values: [String], configuration: Configuration) {
    let values = platform.keys.map { $0.values.randomElement(using: &random) ?? "" }
    let pairs = zip(platform.keys, values).map { "\($0.name): \($1)" }
    let chosen = try Configuration(text: pairs.joined(separator: ", "))
    return (values, try platform.base.taking(Set(platform.keys.map(\.name)), from: chosen))
  }

  /// The number of recovered, undecided and wrong settings among those that have an effect.
  private func recover(
    _ platform: CalibrationPlatform, _ noise: ObservationNoise, seed: UInt64
  ) throws -> (right: Int, undecided: [String], wrong: [String]) {
    let plan = try #require(Self.plans[platform])
    var random = SeededGenerator(seed: seed)
    let (values, configuration) = try draw(platform, &random)
    let folder = try TemporaryDirectory()
    let scratch = ScratchStore(in: folder.path)
    var traces: [TraceRecord] = []
    let store = try scratch.next()
    for (number, probe) in plan.probes.enumerated() {
      let simulation = try probe.simulation(
        configuration, noise: noise, seed: seed &+ UInt64(number))
      if let outcome = try scratch.put(simulation) { traces.append(outcome.trace) }
    }
    let decisions = try Calibration(traces, in: store, on: platform).decide()
    var result = (right: 0, undecided: [String](), wrong: [String]())
    for (decision, value) in zip(decisions, values) {
      // Pixels per inch matter only to one of the three curves.
      if decision.key.name == "chromium-inch", values[0] != "deceleration" { continue }
      if !decision.isDecided {
        result.undecided.append("\(decision.key.name): \(value)")
      } else if decision.best != value {
        result.wrong.append("\(decision.key.name): \(value), not \(decision.best)")
      } else {
        result.right += 1
      }
    }
    return result
  }

  @Test(
    "CAL-2 random settings are recovered from clean logs", arguments: CalibrationPlatform.allCases)
  func clean(platform: CalibrationPlatform) throws {
    for number in Cases.seeds(oneIn: 10) {
      let result = try recover(platform, .none, seed: number)
      #expect(result.wrong.isEmpty && result.undecided.isEmpty, "draw \(number): \(result)")
    }
  }

  @Test(
    "CAL-3 random settings are recovered with noise and lost frames",
    arguments: CalibrationPlatform.allCases)
  func noisy(platform: CalibrationPlatform) throws {
    var noise = ObservationNoise()
    noise.offsetJitter = 0.5
    noise.droppedShare = 0.05
    var (right, missed, wrong) = (0, 0, [String]())
    for number in Cases.seeds(oneIn: 10, from: 1000) {
      let result = try recover(platform, noise, seed: number)
      right += result.right
      missed += result.undecided.count
      wrong += result.wrong
    }
    let all = Double(right + missed + wrong.count)
    #expect(Double(right) >= 0.99 * all, "\(missed) undecided, wrong: \(wrong)")
    #expect(Double(wrong.count) <= 0.001 * all, "\(wrong)")
  }

  @Test("CAL-4 a recording of another setting is a contradiction and decides no key")
  func contradiction() throws {
    let plan = try #require(Self.plans[.web])
    var other = CalibrationPlatform.web.base
    other.switches.chromiumBoost = .none
    let folder = try TemporaryDirectory()
    let scratch = ScratchStore(in: folder.path)
    let store = try scratch.next()
    var traces: [TraceRecord] = []
    let odd = try #require(
      plan.answers.firstIndex { $0.contains { $0.key == "chromium-boost" } })
    for (number, probe) in plan.probes.enumerated() {
      let base = number == odd ? other : CalibrationPlatform.web.base
      if let outcome = try scratch.put(try probe.simulation(base)) { traces.append(outcome.trace) }
    }
    let decisions = try Calibration(traces, in: store, on: .web).decide()
    let boost = try #require(decisions.first { $0.key.name == "chromium-boost" })
    #expect(boost.best == "adds")
    #expect(boost.contradictions.map(\.trace.information.name) == [plan.probes[odd].name])
  }

  @Test("CAL-5 a profile can be read back, and damaged or newer profiles are refused")
  func profile() throws {
    let profile = try CalibratedProfile(
      of: .web, engineVersion: "11",
      decided: [
        .init(key: "chromium-slop", value: "8", decimalLogOdds: 9.5, recordings: ["probe-1"])
      ], undecided: ["chromium-boost"], recordings: [])
    let bytes = try profile.json
    let configuration = try CalibratedProfile.configuration(from: bytes)
    #expect(configuration == profile.configuration)
    #expect(configuration.releasePhysics == .chromium && configuration.physics.chromiumSlop == 8)
    let text = String(decoding: bytes, as: UTF8.self)
    func problem(_ text: String) -> String {
      do {
        _ = try CalibratedProfile.configuration(from: Array(text.utf8))
        return ""
      } catch {
        return error.description
      }
    }
    #expect(problem(String(text.dropLast(40))).contains("byte"))
    #expect(problem("{}").contains("is no calibrated profile"))
    #expect(
      problem(text.replacing("\"scrolltrace_profile\": 1", with: "\"scrolltrace_profile\": 2"))
        .contains("version 2"))
    #expect(
      problem(text.replacing("\"value\": \"8\"", with: "\"value\": \"9\""))
        .contains("contradicts itself"))
  }
}
