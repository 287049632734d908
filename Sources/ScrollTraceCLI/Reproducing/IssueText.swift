import Analysis
import CommandLineKit
import Diagnosis
import Replay
import Reproduction
import ScrollModel
import Simulation
import TextKit

/// The text of an issue: the problem, its location, how to reproduce it, and the expected behavior.
struct IssueText {
  /// The text, in Markdown.
  let text: String
  /// The row that every such text has.
  static let mark = "| scrolltrace |"

  init(
    _ folder: ReproductionFolder, _ recording: RecordedCase, _ files: [String]
  ) throws {
    let made = folder.made
    var lines = ["# \(Self.plain(folder.summary))", ""]
    if let cause = made.diagnosis?.causes.first {
      lines += ["## Cause", ""] + cause.sentences.map(Self.plain) + [""]
      lines +=
        cause.proof.isEmpty
        ? [] : ["Evidence:", ""] + cause.proof.map { "- \(Self.plain($0))" } + [""]
    }
    lines += ["## Environment", ""] + Self.environment(folder) + [""]
    lines += ["## Steps", ""] + Self.steps(made) + [""]
    lines += try Self.outcomes(folder, recording)
    lines += Self.fix(made)
    lines += ["## Files", ""] + Self.files(files, isSimulated: made.isSimulated)
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Text without characters that Markdown or HTML would interpret.
  static func plain(_ text: String) -> String {
    var made = ""
    for character in DisplayText.escaped(text) {
      if "\\`*_<>[]#|&".contains(character) { made.append("\\") }
      made.append(character)
    }
    return made
  }

  private static func environment(_ folder: ReproductionFolder) -> [String] {
    var rows = ["| | |", "|---|---|"]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { rows.append("| \(name) | \(plain(value)) |") }
    }
    add("app", folder.source.app)
    add("system", folder.source.system)
    add("device", folder.source.device)
    switch folder.made.content {
    case .simulated(let example):
      add("declared", example.declared?.text)
      add("what runs", example.ran.text)
      add("with the fix", example.fixed?.text)
    case .recorded(let recorded): add("declared", recorded.information.declaredConfiguration)
    }
    return rows + ["\(mark) \(Tool.version) |"]
  }

  private static func steps(_ made: Reproduction) -> [String] {
    guard let (scene, script) = made.sceneAndScript else {
      let reason = made.viewSentences.map { plain($0) } ?? "The size of its container is unknown."
      return ["1. Import `trace.jsonl`. \(reason)"]
    }
    let items = scene.inner.isEmpty ? made.itemCount : scene.firstLayout.targets.count
    let size = "\(pointsText(scene.container.width)) × \(pointsText(scene.container.height)) pt"
    var steps = [
      "Open a \(scene.axes.rawValue) scroll view of \(size) with \(counted(items, "item")) "
        + (scene.inner.isEmpty
          ? "(`scene.json`)."
          : "and \(counted(scene.inner.count, "scroll view")) in it (`scene.json`).")
    ]
    steps += script.lines.map { "`\($0)`" }
    if script.lines.isEmpty { steps.append("Do nothing.") }
    return steps.enumerated().map { "\($0 + 1). \($1)" }
  }

  private static func outcomes(
    _ folder: ReproductionFolder, _ recording: RecordedCase
  ) throws -> [String] {
    let actual = try Rests(of: recording)
    var expected = "What 'Actual' describes does not happen."
    if case .simulated(let example) = folder.made.content, let fixed = example.fixed {
      let right = try Rests(
        of: example.recording(isFixed: true, behavior: folder.registry.behavior(of: fixed)))
      expected =
        right.differ(from: actual)
        ? "The content rests at \(text(right)) (with the fix)."
        : "The content rests at the same offsets, and what 'Actual' describes does not happen."
    }
    return [
      "## Expected", "", plain(expected), "", "## Actual", "", plain(folder.summary),
      plain("The content rests at \(text(actual))."), "",
    ]
  }

  private static func text(_ rests: Rests) -> String {
    guard !rests.offsets.isEmpty else { return "no offset: there is no frame" }
    let isFlat = rests.offsets.allSatisfy { $0.x == 0 }
    let isLevel = rests.offsets.allSatisfy { $0.y == 0 }
    let shown = rests.offsets.prefix(8).map { point in
      isFlat
        ? pointsText(point.y)
        : isLevel ? pointsText(point.x) : "(\(pointsText(point.x)), \(pointsText(point.y)))"
    }
    return shown.joined(separator: " → ") + (rests.offsets.count > 8 ? " → …" : "") + " pt"
  }

  private static func fix(_ made: Reproduction) -> [String] {
    guard case .simulated(let example) = made.content, let fixed = example.fixed else {
      guard let fix = made.diagnosis?.causes.first?.fix else { return [] }
      return [
        "## Fix", "", plain(fix.summary) + ".", "", "```\(fix.language)", fix.code, "```", "",
      ]
    }
    var lines = [
      "## Fix", "",
      "`\(example.ran.changes(to: fixed))`: checked: this case no longer shows the defect.", "",
    ]
    if let fix = made.diagnosis?.causes.first?.fix {
      lines += [plain(fix.summary) + ".", "", "```\(fix.language)", fix.code, "```", ""]
    }
    return lines
  }

  private static func files(_ names: [String], isSimulated: Bool) -> [String] {
    let simulate = "scrolltrace simulate scene.json --script gesture.script"
    let purposes = [
      "scene.json": "the content of the screen",
      "gesture.script": isSimulated
        ? "the gestures; `\(simulate)` makes the recording" : "the gestures",
      "trace.jsonl": "the recording; `scrolltrace diagnose trace.jsonl`",
      "report.html": "the report of this case",
      "Package.swift": "a package with the test; `SCROLLTRACE=PATH swift test`, PATH is a checkout",
      "ReproTests.swift": "fails with the defect and passes with the fix (`REPRO_FIXED=1`)",
      "ReproView.swift": "the same content as a SwiftUI view, for a device",
      "repro.html": "the same content as a web page",
    ]
    return ["| file | what it is |", "|---|---|"]
      + names.map { "| `\($0)` | \(purposes[$0] ?? "") |" }
  }
}

extension Reproduction {
  /// Whether the engine produces the recording.
  var isSimulated: Bool {
    if case .simulated = content { true } else { false }
  }
}
