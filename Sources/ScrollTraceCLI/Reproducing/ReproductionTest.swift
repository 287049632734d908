import Analysis
import Diagnosis
import Replay
import Reproduction
import ScrollModel
import Simulation
import TextKit

/// A Swift package with one test that fails with the defect and passes with the fix.
///
/// If the fix changes the rests and the scene is a plain stack, the test uses `ScrollUI`. Else it
/// uses the same oracle as the reduction.
struct ReproductionTest {
  /// The manifest.
  let package = """
    // swift-tools-version: 6.2
    \(SwiftText.importing) PackageDescription

    // SCROLLTRACE is the folder of a checkout of scrolltrace.
    let scrolltrace = Context.environment["SCROLLTRACE"] ?? "../scrolltrace"

    let package = Package(
      name: "Repro",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "scrolltrace", path: scrolltrace)],
      targets: [
        .testTarget(
          name: "ReproTests",
          dependencies: [
            .product(name: "ScrollTrace", package: "scrolltrace"),
            .product(name: "ScrollUI", package: "scrolltrace"),
          ], path: ".", sources: ["ReproTests.swift"])
      ]
    )

    """
  /// The test.
  let text: String

  init(_ folder: ReproductionFolder) {
    text = Self.driving(folder) ?? Self.asking(folder)
  }

  // MARK: A test over ScrollUI

  private static func driving(_ folder: ReproductionFolder) -> String? {
    guard case .simulated(let example) = folder.made.content, let fixed = example.fixed,
      let stacked = StackedScene(example.scene), example.scene.lazy == nil,
      example.scene.direction == .leftToRight, example.scene.stack.padding == .zero,
      example.script.hasOnlyGestures, !example.ran.hasCustomBehavior, !fixed.hasCustomBehavior,
      example.ran.position == .none, fixed.position == .none,
      let broken = try? Rests(of: example.recording(isFixed: false)),
      let right = try? Rests(of: example.recording(isFixed: true)),
      let end = right.offsets.last, let wrong = broken.offsets.last,
      (end.x - wrong.x).magnitude > 1 || (end.y - wrong.y).magnitude > 1
    else { return nil }
    let coordinate = stacked.isHorizontal ? "x" : "y"
    let place = stacked.isHorizontal ? end.x : end.y
    let stack = stacked.isHorizontal ? "HStack" : "VStack"
    let sizes =
      stacked.isPlain
      ? [
        "      ForEach(0..<\(stacked.items.count)) { _ in SizedItem(\(stacked.items.first.map(stacked.size) ?? "")) }"
      ]
      : stacked.items.map { "      SizedItem(\(stacked.size($0)))" + idText($0.id) }
    let margins = stacked.margins.map { "  \($0)\n" }.joined()
    let hasTargets = example.ran.hasTargetLayout && fixed.hasTargetLayout
    return """
      \(SwiftText.importing) Foundation
      \(SwiftText.importing) ScrollModel
      \(SwiftText.importing) ScrollUI
      \(SwiftText.importing) Testing
      \(SwiftText.importing) TextKit
      \(SwiftText.importing) TraceImport

      // \(folder.summary)

      let broken = \(SwiftText.literal(example.ran.text))
      let fixed = \(SwiftText.literal(fixed.text))

      /// What runs: with REPRO_FIXED in the environment, the fix.
      var configuration: String {
        ProcessInfo.processInfo.environment["REPRO_FIXED"] == nil ? broken : fixed
      }

      @Test func `the content rests where it does with the fix`() throws {
        let running = try Configuration(text: configuration)
        let scene = ScrollScene(
          .\(example.scene.axes.rawValue), width: \(SwiftText.number(example.scene.container.width)), \
      height: \(SwiftText.number(example.scene.container.height)),
          displayScale: \(SwiftText.number(example.scene.scale)), \
      framesPerSecond: \(SwiftText.number(example.scene.refreshRate)),
          configuration: running
        ) {
          \(stack)(spacing: \(SwiftText.number(example.scene.stack.spacing))) {
      \(sizes.joined(separator: "\n"))
          }
          .scrollTargetLayout(\(hasTargets ? "" : "isEnabled: running.hasTargetLayout"))
        }
      \(margins)
        let folder = URL(filePath: #filePath).deletingLastPathComponent().path()
        var recording = ScrollRecording()
        _ = try NativeImport.read(ByteSource(path: folder + "/trace.jsonl"), into: &recording)
        let run = scene.run(recording.gestures)
        #expect(abs(run.contentOffset.\(coordinate) - \(SwiftText.number(place))) < 0.5)
      }

      """
  }

  private static func idText(_ id: TargetID) -> String {
    SwiftText.id(id).map { ".id(\($0))" } ?? ""
  }

  // MARK: A test that calls the oracle

  private static func asking(_ folder: ReproductionFolder) -> String {
    let options = optionsText(folder.app)
    return """
      \(SwiftText.importing) Analysis
      \(SwiftText.importing) Diagnosis
      \(SwiftText.importing) Foundation
      \(SwiftText.importing) Replay
      \(SwiftText.importing) Reproduction
      \(SwiftText.importing) ScrollModel
      \(SwiftText.importing) Simulation
      \(SwiftText.importing) Testing
      \(SwiftText.importing) TextKit
      \(SwiftText.importing) TraceImport

      // \(folder.summary)

      let folder = URL(filePath: #filePath).deletingLastPathComponent().path()
      let isFixed = ProcessInfo.processInfo.environment["REPRO_FIXED"] != nil

      @Test func `the defect is gone`() throws {
      \(options)  let oracle = DefectOracle(
          \(defectText(folder.made.defect)),
          ScratchStore(in: NSTemporaryDirectory()), BehaviorRegistry(), options: options)
      \(sourceText(folder))
      }

      """
  }

  private static func sourceText(_ folder: ReproductionFolder) -> String {
    guard case .simulated(let example) = folder.made.content else {
      return """
          var recording = Recording()
          _ = try NativeImport.read(ByteSource(path: folder + "/trace.jsonl"), into: &recording)
          #expect(try !oracle.isShown(by: recording))
        }

        /// The traces that were read.
        struct Recording: TraceSink, TraceSource {
          var traces: [(information: TraceInformation, events: [(time: TraceTime, event: TraceEvent)])] = []

          mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
            traces.append((information, []))
            return TraceNumber(traces.count)
          }

          mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
            traces[Int(trace) - 1].events.append((time, event))
          }

          mutating func report(_ diagnostic: Diagnostic) {}

          func send<Sink: TraceSink>(to sink: inout Sink) throws {
            for (information, events) in traces {
              let trace = try sink.beginTrace(information)
              for (time, event) in events { try sink.append(event, at: time, to: trace) }
            }
          }
        """
    }
    let declared = example.declared.map { "try Configuration(text: \(SwiftText.literal($0.text)))" }
    let fix =
      example.fixed.map { fixed in
        "  example.fixed = try Configuration(text: \(SwiftText.literal(fixed.text)))\n"
          + "  example.fixIsDeclared = \(example.fixIsDeclared)\n"
      } ?? ""
    return """
        var example = ScrollCase(
          scene: try SceneFile(json: Array(Data(contentsOf: URL(filePath: folder + "/scene.json"))), name: "case"),
          script: try GestureScript(Array(Data(contentsOf: URL(filePath: folder + "/gesture.script")))),
          declared: \(declared ?? "nil"),
          ran: try Configuration(text: \(SwiftText.literal(example.ran.text))))
      \(fix.isEmpty ? "  example.fixed = nil\n" : fix)  #expect(try !oracle.isShown(by: example.recording(isFixed: isFixed)))
      """
  }

  private static func optionsText(_ app: FindingOptions) -> String {
    var lines = "  var options = FindingOptions()\n"
    if let time = app.minimumViewTime {
      lines += "  options.minimumViewTime = \(SwiftText.number(time))\n"
    }
    if let threshold = app.visibilityThreshold {
      lines += "  options.visibilityThreshold = \(SwiftText.number(threshold))\n"
    }
    if app.waitsForInteraction { lines += "  options.waitsForInteraction = true\n" }
    lines += "  options.effectTravel = \(SwiftText.number(app.effectTravel))\n"
    return lines
  }

  private static func defectText(_ defect: Defect) -> String {
    switch defect {
    case .cause(let cause, let sentence):
      return ".cause(CauseClass(rawValue: \(SwiftText.literal(cause.rawValue))), sentence: "
        + "\(SwiftText.literal(sentence)))"
    case .finding(let detector, let structure, let severity):
      let parts = structure.map(SwiftText.literal).joined(separator: ", ")
      return ".finding(detector: \(SwiftText.literal(detector)), structure: [\(parts)], "
        + ".\(severity.name))"
    case .divergence(let kind, let stage):
      return ".divergence(DivergenceKind(rawValue: \(SwiftText.literal(kind.rawValue)))!, "
        + "DecisionStep(rawValue: \(SwiftText.literal(stage.rawValue)))!)"
    }
  }
}

extension Configuration {
  fileprivate var hasCustomBehavior: Bool {
    if case .custom = behavior { true } else { false }
  }
}
