import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

@testable import Diagnosis

/// The complete text and figures of diagnoses, in `fixtures/golden/diagnosis`.
///
/// Other tests check which cause is named. A change of a sentence, of a fix or of any number shows
/// in these files only.
@Suite("approved diagnoses")
struct ApprovedDiagnosisTests {
  typealias Recorder = HiddenCauseTests.Recorder

  /// The lines for people, then what they leave out.
  static func lines(_ name: String, _ found: TraceDiagnosis) -> [String] {
    var lines = ["# \(name): \(found.verdict.rawValue)"]
    for line in found.lines() {
      lines += "\(line.label): \(line.text)".split(separator: "\n").map { "  \($0)" }
    }
    for cause in found.causes {
      lines.append(
        "  \(cause.cause.rawValue) \(cause.certainty.rawValue), odds \(short(cause.odds)), explains "
          + "\(cause.explained), worst miss \(short(cause.worstMiss)), \(cause.symbolic ?? "-")")
      lines += cause.alternatives.map {
        "    \($0.cause.rawValue) \($0.summary), explains \($0.explained), odds \(short($0.odds))"
      }
      if let gesture = cause.separatingGesture { lines.append("    \(gesture)") }
    }
    lines.append(
      "  rests \(Approved.digest(found.decisions)), margins \(Approved.digest(found.margins)), all "
        + digest(found))
    return lines
  }

  /// The verdict, the causes with their odds, and the digest of everything.
  static func line(_ found: TraceDiagnosis) -> String {
    let causes = found.causes.map {
      "\($0.cause.rawValue) \($0.certainty.rawValue) \(short($0.odds))"
    }
    return "\(found.verdict.rawValue)\t\(causes.joined(separator: ", "))\t\(digest(found))"
  }

  /// The digest of everything in a diagnosis.
  static func digest(_ found: TraceDiagnosis) -> String {
    // The changes of scrolls are in a dictionary, whose order differs.
    var ordered = found
    for index in ordered.causes.indices { ordered.causes[index].fix?.edit = nil }
    return Approved.digest(ordered)
  }

  /// A number of three digits.
  static func short(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
    var unit = 1.0
    while number.magnitude / unit >= 1000 { unit *= 10 }
    while number != 0, number.magnitude / unit < 100, unit > 1e-6 { unit /= 10 }
    return "\(((number / unit).rounded() * unit * 1e6).rounded() / 1e6)"
  }

  /// The diagnosis of each view of a trace, the outer one first.
  static func diagnoses(
    _ source: some TraceSource, _ shelf: TraceShelf
  ) throws -> [TraceDiagnosis] {
    let (traces, store) = try shelf.putAll(source)
    return try traces.map { trace in
      // Arbitrary traces declare arbitrary text.
      let declared = trace.information.declaredConfiguration.flatMap {
        try? Configuration(text: $0)
      }
      return try Diagnoser(
        Outcome(of: trace, in: store), declared: declared, BehaviorRegistry()
      ).diagnose()
    }
  }

  @Test("cases of the gallery and their near misses")
  func gallery() throws {
    var lines: [String] = []
    let shelf = try TraceShelf()
    for example in GalleryCase.all + GalleryCase.nested {
      for (kind, variant) in [("defect", example.defect), ("near miss", example.near)] {
        let found = try Self.diagnoses(GalleryRun(example, variant), shelf)
        lines += found.flatMap { Self.lines("\(example.name), \(kind)", $0) }
      }
    }
    #expect(try Approved.difference("diagnosis/gallery", lines) == nil)
  }

  @Test("drawn configurations under each recorder", arguments: Recorder.allCases, [true, false])
  func drawn(_ recorder: Recorder, _ declares: Bool) throws {
    var lines: [String] = []
    let shelf = try TraceShelf()
    let families = HiddenDraw.Family.allCases.filter { declares || !$0.needsDeclaration }
    for (index, family) in families.enumerated() {
      var draw = HiddenDraw(seed: UInt64(300_000 + index))
      let (found, _) = draw.hidden(declares: declares, of: [family])
      let recording = try recorder.applied(to: found).recording()
      lines += try Self.diagnoses(recording, shelf).flatMap { Self.lines("\(family)", $0) }
    }
    let name = "\(recorder.rawValue)-\(declares ? "declared" : "undeclared")"
    #expect(try Approved.difference("diagnosis/drawn-\(name)", lines) == nil)
  }

  @Test("pages with drawn styles in Chromium")
  func pages() throws {
    var lines: [String] = []
    let shelf = try TraceShelf()
    for seed: UInt64 in 360_000..<360_080 {
      let found = try Self.diagnoses(Self.page(seed), shelf)
      lines += found.flatMap { Self.lines("\(seed)", $0) }
    }
    #expect(try Approved.difference("diagnosis/pages", lines) == nil)
  }

  /// A page that declares its style, another one or none.
  private static func page(_ seed: UInt64) throws -> HiddenRecording {
    var draw = SeededGenerator(seed: seed, stream: 0x9A6E)
    let length = draw.int(in: 60...420)
    let size: SceneFile.ItemRule.SizeRule =
      draw.chance(0.5)
      ? .same(.length(Double(length)))
      : .drawn(Double(length)...Double(length + draw.int(in: 8...300)), step: 1)
    let rule = SceneFile.ItemRule(
      count: draw.int(in: 8...40), ids: .strings(prefix: "i"), size: size)
    var scene = SceneFile(
      name: "page", container: Size(width: 360, height: Double(draw.int(in: 300...800))),
      content: .generated(rule))
    scene.axes = draw.chance(0.5) ? .horizontal : .vertical
    scene.stack.spacing = Double(draw.int(in: 0...30))
    func style() -> String {
      let strictness = draw.element(of: SnapStrictness.allCases) ?? .mandatory
      let align = draw.element(of: ["start", "center", "end"]) ?? "start"
      var parts = [strictness.rawValue, "align: \(align)"]
      if draw.chance(0.3) { parts.append("stop: always") }
      if draw.chance(0.5) {
        parts.append("padding: [\(draw.int(in: 0...60)), \(draw.int(in: 0...60))]")
      }
      return "physics: chromium, behavior: scroll-snap(\(parts.joined(separator: ", ")))"
    }
    let hidden = try Configuration(text: style())
    let other = try Configuration(text: style())
    var script = "wait 300ms\n"
    let (forward, back) = scene.axes == .horizontal ? ("left", "right") : ("up", "down")
    for _ in 0..<draw.int(in: 4...10) {
      let way = draw.chance(0.75) ? forward : back
      script += "fling \(way) \(draw.int(in: 60...2800))\nwait 2500ms\n"
    }
    let found = HiddenCase(
      name: "page", hidden: hidden, declared: draw.element(of: [nil, hidden, other]) ?? nil,
      scene: scene, script: script, seed: seed, keeps: .noReports)
    var recording = try found.recording()
    recording.information.app = "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36"
    return recording
  }

  @Test("correct recordings with random defects")
  func disturbed() throws {
    var lines: [String] = []
    let shelf = try TraceShelf()
    for seed: UInt64 in 350_000..<350_240 {
      let found = try Self.diagnoses(DisturbedRecording(seed: seed), shelf)
      lines += found.map { "\(seed)\t" + Self.line($0) }
    }
    #expect(try Approved.difference("diagnosis/disturbed", lines) == nil)
  }

  @Test("traces of arbitrary contents")
  func arbitrary() throws {
    var lines: [String] = []
    let shelf = try TraceShelf()
    for seed: UInt64 in 310_000..<310_060 {
      var draw = RandomTraces(seed: seed)
      let found = try Self.diagnoses(draw.capture(traces: 1, events: 120), shelf)
      lines += found.map { "\(seed)\t" + Self.line($0) }
    }
    #expect(try Approved.difference("diagnosis/arbitrary", lines) == nil)
  }
}
