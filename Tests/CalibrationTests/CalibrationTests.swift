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
      // The suite of SwiftUI has more keys than its limit of probes allows twice.
      #expect(telling >= (platform == .swiftui ? 1 : 2), "\(key.name)")
    }
  }

  private static let plans = Dictionary(
    uniqueKeysWithValues: CalibrationPlatform.allCases.compactMap { platform in
      (try? ProbePlan(on: platform)).map { (platform, $0) }
    })

  /// Clean and noisy recordings share the simulation, whose preparation takes longer than the draws.
  @Test(
    "CAL-2 random settings are recovered from clean recordings, and with noise and lost frames",
    arguments: CalibrationPlatform.allCases)
  func simulated(platform: CalibrationPlatform) throws {
    let simulation = try CalibrationSimulation(try #require(Self.plans[platform]))
    for noise in [ObservationNoise.none, CalibrationSimulation.usualNoise] {
      var sum = CalibrationSimulation.Result()
      for number in Cases.seeds(oneIn: 20) {
        sum.add(try simulation.run(seed: number, noise: noise))
      }
      let all = Double(sum.recovered + sum.undecided.count + sum.wrong.count)
      #expect(platform == .swiftui || noise != .none || sum.isComplete, "\(sum)")
      #expect(
        Double(sum.recovered) >= 0.99 * all, "\(sum.undecided) undecided, wrong: \(sum.wrong)")
      #expect(Double(sum.wrong.count) <= 0.001 * all, "\(sum.wrong)")
    }
  }

  @Test("CAL-4 a recording of another setting is a contradiction and decides no key")
  func contradiction() throws {
    let plan = try #require(Self.plans[.web])
    var other = try CalibrationPlatform.web.base
    other.switches.chromiumBoost = .none
    let folder = try TemporaryDirectory()
    let scratch = ScratchStore(in: folder.path)
    let store = try scratch.next()
    var traces: [TraceRecord] = []
    let odd = try #require(
      plan.answers.firstIndex { $0.contains { $0.key == "chromium-boost" } })
    for (number, probe) in plan.probes.enumerated() {
      let base = number == odd ? other : try CalibrationPlatform.web.base
      if let outcome = try scratch.put(try probe.simulation(base)) { traces.append(outcome.trace) }
    }
    let decisions = try Calibration(traces, in: store, on: .web).decide()
    let boost = try #require(decisions.first { $0.key.name == "chromium-boost" })
    #expect(boost.best == "adds")
    #expect(boost.contradictions.map(\.name) == [plan.probes[odd].name])
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
