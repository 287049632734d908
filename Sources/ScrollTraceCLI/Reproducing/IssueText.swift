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
    lines += Self.fix(folder)
    lines += ["## Files", ""] + Self.files(files, made)
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
    if script.lines.isEmpty {
      steps.append("Wait. The recording has no gesture, no command and no change of a size.")
    }
    return steps.enumerated().map { "\($0 + 1). \($1)" }
  }

  private static func outcomes(
    _ folder: ReproductionFolder, _ recording: RecordedCase
  ) throws -> [String] {
    let actual = try Rests(of: recording)
    var expected = "What 'Actual' describes does not happen."
    switch folder.made.content {
    case .simulated(let example):
      guard let fixed = example.fixed else { break }
      let right = try Rests(
        of: example.recording(isFixed: true, behavior: folder.registry.behavior(of: fixed)))
      expected =
        right.differ(from: actual)
        ? "The content rests at \(text(right)) (with the fix)."
        : "The content rests at the same offsets, and what 'Actual' describes does not happen."
    case .recorded(let recorded):
      guard let right = declaredRests(recorded, folder), right.differ(from: actual) else { break }
      expected = "The content rests at \(text(right)): a simulation of what is declared."
    }
    return [
      "## Expected", "", plain(expected), "", "## Actual", "", plain(folder.summary),
      plain("The content rests at \(text(actual))."), "",
    ]
  }

  /// The rests of the steps under the declared configuration; nil if nothing is declared or none run.
  private static func declaredRests(
    _ recorded: RecordedCase, _ folder: ReproductionFolder
  ) -> Rests? {
    guard recorded.others.isEmpty, let (scene, script) = recorded.steps,
      let text = recorded.information.declaredConfiguration,
      let declared = try? Configuration(text: text),
      let made = try? ScrollCase(
        scene: scene, script: script, declared: declared, ran: declared
      ).recording(isFixed: false, behavior: folder.registry.behavior(of: declared))
    else { return nil }
    return try? Rests(of: made)
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

  private static func fix(_ folder: ReproductionFolder) -> [String] {
    let made = folder.made
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
    guard let fix = made.diagnosis?.causes.first?.fix else { return lines }
    let block = ["```\(fix.language)", fix.code, "```", ""]
    let checked = checkedCode(example, fixed, folder)
    guard fix.configuration != fixed || checked.map({ !fix.code.contains($0) }) ?? false else {
      return lines + [plain(fix.summary) + ".", ""] + block
    }
    if let checked { lines += ["```\(fix.language)", checked, "```", ""] }
    return lines + ["Not checked with this case: \(plain(fix.summary)).", ""] + block
  }

  /// The code of a checked change; nil if no setting of the app makes it.
  private static func checkedCode(
    _ example: ScrollCase, _ fixed: Configuration, _ folder: ReproductionFolder
  ) -> String? {
    let platform = AppPlatform(folder.source, declared: example.declared ?? example.ran)
    let codes = ConfigurationCode(platform, axis: example.scene.axes.main)
      .changes(from: example.ran, to: fixed).compactMap(\.code)
    return codes.isEmpty ? nil : codes.joined(separator: "\n")
  }

  private static func files(_ names: [String], _ made: Reproduction) -> [String] {
    let purposes = [
      "scene.json": "the content of the screen",
      "gesture.script": gestures(made),
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

extension IssueText {
  /// The purpose of the script, with the commands that make the recording again and diagnose it.
  private static func gestures(_ made: Reproduction) -> String {
    guard case .simulated(let example) = made.content else {
      return "the gestures, commands and changes of sizes"
    }
    let simulate = "scrolltrace simulate scene.json --script gesture.script -o again.jsonl"
    guard let declared = example.declared, declared != example.ran,
      !declared.text.contains(where: { "`|".contains($0) })
    else {
      return "the gestures; `\(simulate)` makes the recording"
    }
    // The scene has what runs, and a simulation declares that.
    return "the gestures; `\(simulate)` makes the recording, and "
      + "`scrolltrace diagnose again.jsonl --config \(ShellWord.quoted(declared.text))` "
      + "compares it with what is declared"
  }
}
