import Analysis
import CommandLineKit
import Diagnosis
import Replay
import Report
import Reproduction
import ScrollModel
import Simulation
import TextKit
import TraceImport
import Triage

/// The folder of a reproduction: a text, the case, a test, a view, a page.
struct ReproductionFolder {
  let made: Reproduction
  /// The information of the whole trace.
  let source: TraceInformation
  /// The store for the report of the minimal case.
  let scratch: ScratchStore
  let registry: BehaviorRegistry
  let app: FindingOptions

  /// The problem as one sentence.
  var summary: String {
    let sentence: String? =
      switch made.defect {
      case .cause: made.diagnosis?.causes.first?.sentences.first
      case .finding: made.finding?.message
      case .divergence(let kind, let stage):
        "Recording and replay differ in the \(kind.rawValue), first in the step \(stage.rawValue)."
      }
    let text = sentence ?? made.defect.name
    return text.hasSuffix(".") ? text : text + "."
  }

  /// The text of the issue, which is removed first and written last: a folder with it is complete.
  private static let textName = "README.md"
  /// The other files that a case can have.
  private static let possibleNames = [
    "scene.json", "gesture.script", "trace.jsonl", "report.html", "Package.swift",
    "ReproTests.swift", "ReproView.swift", "repro.html",
  ]

  /// Writes all files and returns their names; those of an earlier case in the folder are removed.
  func write(to folder: String) throws -> [String] {
    let files = try files()
    try makeFolder(folder)
    for name in [Self.textName] + Self.possibleNames { removeFile("\(folder)/\(name)") }
    for (name, bytes) in files {
      try Interruption.check("'\(folder)' is not complete")
      try writeFile(bytes, to: "\(folder)/\(name)")
    }
    return [Self.textName] + files.dropLast().map(\.0)
  }

  /// Protects the files of a project: only those of an earlier case are replaced.
  static func refuseOther(_ folder: String) throws {
    let text = "\(folder)/\(textName)"
    let package = "\(folder)/Package.swift"
    var other: String?
    if let source = try? ByteSource(path: text, limit: 1 << 20) {
      let isOurs = String(decoding: source.head(1 << 20), as: UTF8.self).includes(IssueText.mark)
      if !isOurs { other = textName }
    } else if isFile(package), !isFile("\(folder)/trace.jsonl") {
      other = "Package.swift"
    }
    guard let other else { return }
    throw Failure(
      .cannotCreate,
      "'\(folder)' has a \(other) that no reproduction wrote, and keeps it; name another folder with -o"
    )
  }

  /// The names and contents of all files, in the order in which they are written.
  private func files() throws -> [(String, [UInt8])] {
    var files: [(String, [UInt8])] = []
    let recording = try made.recording(registry)
    if let (scene, script) = made.sceneAndScript {
      var scene = scene
      // Each of several views has its own configuration already.
      if scene.inner.isEmpty { scene.labels.configuration = ranText }
      files.append(("scene.json", scene.fileBytes))
      files.append(
        (
          "gesture.script",
          Array((["# \(summary)"] + script.foldedLines).map { "\($0)\n" }.joined().utf8)
        ))
    }
    files.append(("trace.jsonl", try recording.log()))
    files.append(("report.html", try report(of: recording)))
    let test = ReproductionTest(self)
    files.append(("Package.swift", Array(test.package.utf8)))
    files.append(("ReproTests.swift", Array(test.text.utf8)))
    if let view = ReproductionView(self) {
      files.append(("ReproView.swift", Array(view.text.utf8)))
    }
    if let page = ReproductionPage(self) { files.append(("repro.html", Array(page.text.utf8))) }
    let names = files.map(\.0)
    let issue = try IssueText(self, recording, names)
    let readme = (Self.textName, Array(issue.text.utf8))
    files.append(readme)
    return files
  }

  /// The actual configuration in the text form; nil if unknown.
  var ranText: String? {
    switch made.content {
    case .simulated(let example): example.ran.text
    case .recorded(let recorded): recorded.information.declaredConfiguration
    }
  }

  private func report(of recording: RecordedCase) throws -> [UInt8] {
    guard let outcome = try scratch.put(recording) else { return [] }
    var builder = ReportBuilder(
      session: ReplaySession(reading: outcome.store, of: ["trace.jsonl"], registry),
      registry: registry)
    builder.app = app
    return try HTMLReport(builder.document(of: outcome.trace)).bytes()
  }
}
