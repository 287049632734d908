import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceStore
import Triage

@testable import Diagnosis

/// Every fix that a diagnosis suggests, in the language of every platform.
@Suite("fixes of diagnoses as code")
struct FixCodeTests {
  @Test("every fix of the gallery is code that parses, or says why there is none")
  func gallery() throws {
    let shelf = try TraceShelf()
    var fixes: [FixCode: String] = [:]
    for example in GalleryCase.all {
      let diagnosis = try FalseCauseTests.diagnosis(
        of: GalleryRecording.of(example.name), shelf)
      Self.collect(diagnosis, example.name, &fixes)
    }
    #expect(fixes.count >= 25)
    try Self.hold(fixes)
  }

  @Test(
    "every fix for the captures of public reports is code that parses, or says why there is none")
  func reports() throws {
    let folder = Repository.path("fixtures/reports")
    var fixes: [FixCode: String] = [:]
    let shelf = try TraceShelf()
    for name in Files.names(in: folder) {
      let path = "\(folder)/\(name)/capture.jsonl"
      guard Files.contents(path) != nil else { continue }
      let (traces, store) = try shelf.putAll(LoggedTraces(path: path))
      for trace in traces {
        var information = trace.information
        information.system = nil
        let declared = try information.declaredConfiguration.map { try Configuration(text: $0) }
        let diagnosis = try Diagnoser(
          Outcome(of: trace, in: store), declared: declared, BehaviorRegistry()
        ).diagnose()
        let platform = AppPlatform(trace.information, declared: declared)
        Self.collect(diagnosis, name, &fixes, platform)
      }
    }
    #expect(fixes.count >= 20)
    try Self.hold(fixes)
  }

  @Test("every fix of hidden configurations is code that parses, or says why there is none")
  func hidden() throws {
    let shelf = try TraceShelf()
    var fixes: [FixCode: String] = [:]
    for family in HiddenDraw.Family.allCases {
      for seed in Cases.seeds(oneIn: 8, from: 400_000) {
        var draw = HiddenDraw(seed: seed)
        let (found, _) = draw.hidden(declares: seed % 2 == 0, of: [family])
        let diagnosis = try FalseCauseTests.drawnDiagnosis(of: found.recording(), shelf)
        Self.collect(diagnosis, "\(family) \(seed)", &fixes)
      }
    }
    try Self.hold(fixes)
  }

  /// Adds the fixes of all causes with where they were first seen, as they are for Apple's platforms.
  private static func collect(
    _ diagnosis: TraceDiagnosis, _ name: String, _ fixes: inout [FixCode: String],
    _ platform: AppPlatform = .apple
  ) {
    if let cause = diagnosis.causes.first, !cause.proof.isEmpty, diagnosis.verdict != .asDeclared {
      let lines = diagnosis.lines().filter { $0.label == "Fix" }
      #expect(lines.count == 1, "\(name)")
      // Without a fix there is a reason.
      let reasons = ["No setting changes this", "None is needed", "No single change is known"]
      #expect(cause.fix != nil || reasons.contains { lines[0].text.hasPrefix($0) }, "\(name)")
    }
    for cause in diagnosis.causes {
      guard let fix = cause.fix else { continue }
      #expect(!fix.summary.isEmpty && !fix.code.isEmpty, "\(name): \(cause.cause)")
      let fault = PasteableCode.fault(in: fix.code, platform)
      #expect(fault == nil, "\(name): \(fault ?? "") in '\(fix.code)'")
      if platform == .apple { fixes[fix.change] = name }
    }
  }

  private static func hold(_ fixes: [FixCode: String]) throws {
    for (code, name) in fixes.sorted(by: { $0.key.apple < $1.key.apple }) {
      for platform in AppPlatform.allCases {
        let translated = code.text(on: platform)
        let fault = PasteableCode.fault(in: translated, platform)
        #expect(fault == nil, "\(name), \(platform): \(fault ?? "") in '\(translated)'")
      }
      if code.web == nil { print("  no equivalent on the web: \(code.apple)") }
    }
    let errors = try PasteableCode.swiftErrors(
      in: Set(fixes.keys.map(\.apple).filter { !PasteableCode.isCSS($0) }))
    #expect(errors ?? [] == [])
    print("\(fixes.count) different fixes")
  }
}
