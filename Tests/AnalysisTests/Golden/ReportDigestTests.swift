import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

/// Digests of results that are too long to read: a line names the change, a run of the tool shows
/// it.
@Suite("digests of reports")
struct ReportDigestTests {
  private static let seeds: ClosedRange<UInt64> = 1...6

  @Test("impressions of each preset and their dependence on threshold and dwell match the digests")
  func impressions() throws {
    var lines: [String] = []
    for policy in ImpressionPolicy.presets {
      for seed in Self.seeds {
        let analysis = AnalysisPair(ImpressionAnalysis(policy), ImpressionSensitivity(policy))
        let run = EngineRun.random(seed, analysis) { $0.viewVisibility = policy.threshold }
        let (report, table) = (run.pass.analysis.first.result, run.pass.analysis.second.result)
        lines.append(
          "\(policy.name) \(seed) \(Approved.digest(report)) \(Approved.digest(table))")
      }
    }
    #expect(try Approved.difference("analysis/impressions", lines) == nil)
  }

  @Test("comparisons of two policies over the same runs match the digests")
  func comparisons() throws {
    var lines: [String] = []
    let presets = ImpressionPolicy.presets
    for (first, second) in zip(presets, presets.dropFirst()) {
      for seed in Self.seeds {
        let both = AnalysisPair(ImpressionAnalysis(first), ImpressionAnalysis(second))
        let found = EngineRun.random(seed, both).pass.analysis
        let comparison = ImpressionComparison(found.first.result, found.second.result)
        lines.append("\(first.name) \(second.name) \(seed) \(Approved.digest(comparison))")
      }
    }
    #expect(try Approved.difference("analysis/comparisons", lines) == nil)
  }

  @Test("presets with all, few and invalid numbers match the digests")
  func names() throws {
    var lines: [String] = []
    for name in Set(ImpressionPolicy.presets.map(\.name)).sorted() {
      for numbers in [
        "", "(0.3)", "(40)", "(40, 700)", "(0.5, 300)", "(1, 2, 3)", "(-1)", "(2000)",
      ] {
        do throws(ImpressionPolicyError) {
          let policy = try ImpressionPolicy(preset: name + numbers)
          lines.append("\(name)\(numbers) \(Approved.digest(policy))")
        } catch {
          lines.append("\(name)\(numbers): \(error.message)")
        }
      }
    }
    for text in [
      "", "(", "mrc.display(", "mrc.display)", "mrc.display(x)", "mrc.displey", "feed(1,)",
    ] {
      do throws(ImpressionPolicyError) {
        lines.append("'\(text)' \(Approved.digest(try ImpressionPolicy(preset: text)))")
      } catch {
        lines.append("'\(text)': \(error.message)")
      }
    }
    #expect(try Approved.difference("analysis/policy-names", lines) == nil)
  }

  @Test("comparisons of recorded and computed visibility match the digests")
  func recorded() throws {
    var lines: [String] = []
    for policy in [ImpressionPolicy.swiftUIVisibility(), .anyPixel, .fullAnyTime] {
      for seed in Self.seeds {
        let trace = try HealthyScenario(seed: seed)
        for kind in [InjectedFault.Kind.flicker, .loseImpression, .falseImpression, .timeBack] {
          var run = try RecordedRun(
            trace.scene, trace.script, Configuration(text: "view-visibility: 0.5"))
          run.events = InjectedFault(kind, gesture: 1, amount: 5).applied(to: run.events)
          let report = run.pass(RecordedVisibility(policy)).result
          lines.append("\(policy.name) \(seed) \(kind) \(Approved.digest(report))")
        }
      }
    }
    #expect(try Approved.difference("analysis/recorded-visibility", lines) == nil)
  }

  @Test("transitions with each kind of threshold match the digests")
  func transitions() throws {
    let settings: [TransitionSettings] = [
      TransitionSettings(), TransitionSettings(.animated),
      TransitionSettings(.interactive(.linear, threshold: .centered)),
      TransitionSettings(
        topLeading: .identity, bottomTrailing: .animated(threshold: .inset(.visible(0.2), by: 30))),
      TransitionSettings(.interactive(.easeInOut, threshold: .visible(0.7))),
    ]
    var lines: [String] = []
    for (index, setting) in settings.enumerated() {
      for seed in Self.seeds {
        for viewport in ViewportChoice.allCases {
          var options = TransitionAnalysis.Options()
          options.viewport = viewport
          options.followed = [TargetID(3), TargetID(5)]
          let analysis = TransitionAnalysis(setting, options: options)
          let run = EngineRun.random(seed, analysis) { $0.transition = setting }
          lines.append(
            "\(index) \(seed) \(viewport) \(Approved.digest(run.pass.analysis.result))")
        }
      }
    }
    #expect(try Approved.difference("analysis/transitions", lines) == nil)
  }

  @Test("geometry probes match the digests")
  func probes() throws {
    let texts = [
      "contentOffset.y > 120", "clamp(contentOffset.y / 300, 0, 1)", "floor(progress * 10)",
      "visibleRect.maxY >= contentSize.height - 400", "contentOffset.y % 50 < 25",
    ]
    var lines: [String] = []
    for text in texts {
      for seed in Self.seeds {
        let run = EngineRun.random(seed, ProbeAnalysis(try ProbeExpression(text)))
        lines.append("\(text) \(seed) \(Approved.digest(run.pass.analysis.result))")
      }
    }
    #expect(try Approved.difference("analysis/probes", lines) == nil)
  }

  @Test("settles of random runs match the digests")
  func settles() throws {
    var lines: [String] = []
    for seed in Self.seeds.lowerBound...40 {
      let run = EngineRun.random(seed, SettlesAnalysis())
      lines.append("\(seed) \(Approved.digest(run.pass.analysis.reports))")
    }
    #expect(try Approved.difference("analysis/settles", lines) == nil)
  }
}
