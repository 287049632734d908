import Analysis
import Diagnosis
import Replay
import Reproduction
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("reproductions of the gallery")
struct GalleryReproductionTests {
  static let isVerbose = getenv("SCROLLTRACE_VERBOSE") != nil

  /// Reproduces a trace, and compares the written files with the defect.
  static func check(
    _ name: String, _ source: some TraceSource, _ shelf: TraceShelf, _ scratch: ScratchStore,
    options: FindingOptions = FindingOptions(), triesAll: Bool = true,
    into figures: inout ReproductionFigures
  ) throws {
    let (trace, store) = try shelf.put(source)
    let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
    let start = ProcessorTime.now
    let made = try Reproducer(
      Outcome(of: trace, in: store), declared: declared, scratch, BehaviorRegistry(),
      options: options
    ).reproduce()
    let time = ProcessorTime.now - start
    guard let made else { return figures.miss(name) }
    figures.add(made, time)
    // A case that is too long to read shows what the reduction passes should improve.
    if made.lineCount > 8 || made.itemCount > 8 { figures.large.append(name) }
    if isVerbose { report(name, made, time) }
    let oracle = DefectOracle(made.defect, scratch, BehaviorRegistry(), options: options)
    switch made.content {
    case .recorded(let recorded): #expect(try oracle.isShown(by: recorded), "\(name)")
    case .simulated(let example):
      let written = WrittenCase(example)
      #expect(written.read?.key == example.key, "\(name): the texts read back as another case")
      #expect(try written.reproduces(oracle), "\(name): the texts do not reproduce")
      for (step, smaller) in triesAll ? written.allReductions : [] {
        figures.reductions += 1
        #expect(try !smaller.reproduces(oracle), "\(name) reproduces \(step)")
      }
    }
  }

  private static func report(_ name: String, _ made: Reproduction, _ time: Double) {
    var kind = "simulated"
    if case .recorded = made.content { kind = "recorded" }
    print(
      "case \(name): \(kind), \(made.defect), \(made.isTwoSided ? "two" : "one")-sided,",
      "\(made.lineCount) lines, \(made.itemCount) items, \(made.triedCount) tried, \(time) s")
    if case .simulated(let example) = made.content {
      print(
        "  ran", example.ran.text, "| declared", example.declared?.text ?? "-", "| fixed",
        example.fixed?.text ?? "-")
    }
    guard let (scene, script) = made.sceneAndScript else { return }
    print("  " + String(decoding: scene.json.prefix(300), as: UTF8.self))
    for line in script.lines.prefix(12) { print("  \(line.prefix(100))") }
  }

  @Test("REPRO-1: every gallery case reproduces, and no single step makes it smaller")
  func gallery() throws {
    let (folder, shelf) = (try TemporaryDirectory(), try TraceShelf())
    let scratch = ScratchStore(in: folder.path)
    var figures = ReproductionFigures()
    // All of them together need minutes: short runs test every seventh.
    let step = Cases.count >= 1000 ? 1 : 7
    for (number, example) in GalleryCase.all.enumerated() where number % step == 0 {
      try Self.check(
        example.name, try GalleryRun(example, example.defect), shelf, scratch,
        options: example.findingOptions, into: &figures)
    }
    figures.print("the gallery")
    #expect(figures.missing.isEmpty)
    // At least half of all cases are simulated.
    #expect(figures.simulated * 2 >= figures.count)
  }

  @Test("REPRO-2: simulated defects reproduce, and no single step makes one smaller")
  func defects() throws {
    let (folder, shelf) = (try TemporaryDirectory(), try TraceShelf())
    let scratch = ScratchStore(in: folder.path)
    var figures = ReproductionFigures()
    let isFull = Cases.count >= 1000
    for (number, seed) in Cases.seeds(oneIn: isFull ? 1 : 20).enumerated() {
      guard let source = try FaultyScenario(seed: seed) else { continue }
      try Self.check(
        source.name, source, shelf, scratch, triesAll: !isFull || number % 20 == 0, into: &figures)
    }
    figures.print("simulated defects")
    #expect(figures.count > 0)
  }
}
