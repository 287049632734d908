import Diagnosis
import Replay
import ScrollModel
import TestSupport
import Testing
import Triage

/// Recordings whose cause was certain and wrong, or whose declaration was blamed without a reason.
@Suite("certainty of diagnoses")
struct CertaintyTests {
  /// A drawn recording of one of these kinds.
  struct Drawn: CustomTestStringConvertible {
    var seed: UInt64
    var declares: Bool
    var recorder = HiddenCauseTests.Recorder.clean

    var testDescription: String { "\(seed) \(recorder.rawValue)" }
  }

  private func diagnosis(_ drawn: Drawn) throws -> (TraceDiagnosis, Set<CauseClass>) {
    let families = HiddenDraw.Family.allCases.filter {
      (drawn.recorder != .offsets || $0.showsInOffsets) && (drawn.declares || !$0.needsDeclaration)
    }
    var draw = HiddenDraw(seed: drawn.seed)
    let (plain, family) = draw.hidden(declares: drawn.declares, of: families)
    let found = drawn.recorder.applied(to: plain)
    let diagnosis = try FalseCauseTests.diagnosis(of: found.recording(), try TraceShelf())
    return (diagnosis, family.classes(found))
  }

  /// A page that turns beyond a fraction, a second behavior and a factor that few releases show.
  @Test(
    "a cause is not certain if the recording fits another one",
    arguments: [
      Drawn(seed: 901_028, declares: false), Drawn(seed: 901_031, declares: false),
      Drawn(seed: 901_174, declares: false), Drawn(seed: 901_229, declares: false),
      Drawn(seed: 901_394, declares: false), Drawn(seed: 901_455, declares: false),
      Drawn(seed: 901_580, declares: false), Drawn(seed: 901_056, declares: false),
      Drawn(seed: 901_024, declares: true, recorder: .offsets),
      Drawn(seed: 901_029, declares: true, recorder: .offsets),
    ])
  func ambiguous(_ drawn: Drawn) throws {
    let (diagnosis, classes) = try diagnosis(drawn)
    let cause = try #require(diagnosis.causes.first)
    let named = Set([cause.cause] + cause.alternatives.filter(\.isSameOutcome).map(\.cause))
    #expect(
      cause.certainty != .certain || !named.isDisjoint(with: classes),
      "\(diagnosis.lines().map(\.text))")
    // The stated odds agree with the certainty.
    #expect((cause.odds >= 100) == (cause.certainty == .certain))
  }

  /// The numbers of the declaration and single answers of the system were blamed here.
  @Test(
    "what runs is named before the numbers of a declaration that does not run",
    arguments: [901_052, 901_062, 901_089, 901_125, 901_188] as [UInt64])
  func declared(_ seed: UInt64) throws {
    let (diagnosis, classes) = try diagnosis(Drawn(seed: seed, declares: true))
    let cause = try #require(diagnosis.causes.first)
    #expect(classes.contains(cause.cause), "\(diagnosis.lines().map(\.text))")
  }

  /// 164.5 pt are whole pixels, and 32.5 pt are not the inset of 32 pt.
  @Test(
    "an interval that nearly equals another length is no cause",
    arguments: [950_020, 950_100, 950_241, 950_292, 950_395] as [UInt64])
  func interval(_ seed: UInt64) throws {
    var draw = HiddenDraw(seed: seed)
    let diagnosis = try FalseCauseTests.diagnosis(of: draw.healthy().recording(), try TraceShelf())
    #expect(diagnosis.verdict == .asDeclared, "\(diagnosis.lines().map(\.text))")
  }

  /// Under Chromium's rules view alignment is a mandatory snap style, so both have the same rests.
  @Test(
    "view alignment under Chromium's rules is as declared, whatever the first step of a fling",
    arguments: [1_250_161, 1_250_209, 1_250_324, 1_250_342] as [UInt64])
  func chromium(_ seed: UInt64) throws {
    var draw = HiddenDraw(seed: seed)
    let diagnosis = try FalseCauseTests.diagnosis(of: draw.healthy().recording(), try TraceShelf())
    #expect(diagnosis.verdict == .asDeclared, "\(diagnosis.lines().map(\.text))")
  }
}
