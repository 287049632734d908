import Analysis
import CommandLineKit
import Replay
import Reproduction
import ScrollModel
import Simulation
import TextKit
import TraceStore
import Triage

/// `reproduce`: creates the minimal case of a defect, in a runnable folder.
struct ReproduceCommand: KnowsTheApp {
  static let name = "reproduce"
  static let abstract = "Make the smallest case of a defect, with a test, in a folder."
  static let discussion = """
    The trace becomes a scene and a gesture script, exactly where its inputs allow it. Then everything \
    that the defect does not need is left out: gestures, time, items, insets, keys of the \
    configuration. Each smaller case is replayed: it must show the same defect, and no longer show it \
    with the fix.

    Without a choice the cause of the diagnosis is reproduced, or the worst finding above 'info' where \
    there is none; --finding reproduces any finding. The fix is the one of the diagnosis, the repair \
    of the finding, or what is declared; --fixed gives another one. With --config the recorded gestures run under this configuration, and what goes wrong \
    there is reproduced.

    If no replay shows the defect, because the behavior is unknown or the recorder is wrong, the \
    case is a part of the recording. Which of several nested views a drag moves depends on all of them, \
    so the case of such a cause has a scene with all of them, or a part of each recording.

    The folder has README.md (the text of an issue), scene.json, gesture.script, trace.jsonl, \
    report.html, a Swift package with a test, a SwiftUI view, and a page for causes in CSS \
    (docs/reproduction.md). The same trace gives the same bytes.

    Ends with 0 if there is a case, with 4 if the trace has no such defect.
    """
  static let examples = [
    Example(
      "scrolltrace reproduce carousel.jsonl -o repro", "the cause of this capture, as a folder"),
    Example("scrolltrace reproduce feed --finding S01 -o repro", "one finding"),
    Example(
      "scrolltrace reproduce feed --config paging --fixed view-aligned -o repro",
      "what goes wrong under one configuration and not under another"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "trace", \.trace, StorePath.traceHelp, isRequired: true, completion: StorePath.completion),
      .store(\.database),
      .option(
        "finding", \.finding, "Reproduce a finding: its detector or its fingerprint.",
        valueName: "ID", completion: CompletionWords.detectors),
      .option(
        "divergence", \.divergence,
        "Reproduce the divergence with this number, the worst is 1, from the declared configuration.",
        valueName: "N", limits: .range(1...100_000)),
      .flag("cause", \.isCause, "Reproduce the cause, and nothing if there is none."),
      .option(
        "config", \.broken, "What runs with the defect, in place of what is found.",
        valueName: "TEXT|FILE"),
      .option("fixed", \.fixed, "What runs with the fix.", valueName: "TEXT|FILE"),
      .option(
        "output", short: "o", \.folder, "The folder to write; it is made if there is none.",
        valueName: "FOLDER", completion: .files),
    ] + appParameters + [.flag("json", \.isJSON, "Print the result as JSON.")]

  var trace = ""
  var database: String?
  var finding: String?
  var divergence: Int?
  var isCause = false
  var broken: String?
  var fixed: String?
  var folder: String?
  var app = FindingOptions()
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let choice = try choice()
      guard let folder else { throw UsageError("name the folder to write with -o FOLDER") }
      // Before a search that may take long.
      try ReproductionFolder.refuseOther(folder)
      let broken = try broken.map { try ConfigurationOptions.given($0, registry) }
      let fixed = try fixed.map { try ConfigurationOptions.given($0, registry) }
      let store = try StorePath.openToRead(database, traces: [trace], &console)
      let selected = try StorePath.select([trace], in: store)
      guard let record = selected.first, selected.count == 1 else {
        throw Failure(
          .nothingMatched,
          "'\(trace)' is \(counted(selected.count, "trace")); name one by its number, and its store "
            + "with --db")
      }
      let declared = try ConfigurationOptions.chosen(
        nil, declared: record.information.declaredConfiguration, registry)
      _ = Interruption.install()
      return try TemporaryStore.inFolder { temporary in
        let scratch = ScratchStore(in: temporary)
        let made = try Reproducer(
          Outcome(of: record, in: store), declared: declared, scratch, registry, options: app
        ).reproduce(choice, broken: broken, fixed: fixed)
        guard let made else { throw nothing(choice, in: record) }
        let output = ReproductionFolder(
          made: made, source: record.information, scratch: scratch, registry: registry, app: app)
        let files = try output.write(to: folder)
        if isJSON {
          try printJSON(record, made, output, files, &console)
        } else {
          print(record, made, folder, files, &console)
        }
        return .ok
      }
    }
  }

  private func choice() throws -> Reproducer.Choice {
    guard [finding != nil, divergence != nil, isCause].count(where: \.self) <= 1 else {
      throw UsageError("--finding, --divergence and --cause exclude each other")
    }
    if let finding { return .finding(finding) }
    if let divergence { return .divergence(divergence) }
    return isCause ? .cause : .any
  }

  /// The failure for a trace without the chosen defect, with what can be chosen.
  private func nothing(_ choice: Reproducer.Choice, in record: TraceRecord) -> Failure {
    let command = "'scrolltrace analyze findings \(ShellWord.quoted(trace))'"
    if case .any = choice {
      return Failure(
        .nothingMatched,
        "trace \(record.id) has no cause and no finding above 'info', so there is nothing to reproduce; "
          + "--finding ID takes one that \(command) lists")
    }
    return Failure(
      .nothingMatched,
      "trace \(record.id) has no \(Self.name(of: choice)), so there is nothing to reproduce; "
        + "\(command) lists what it has")
  }

  private static func name(of choice: Reproducer.Choice) -> String {
    switch choice {
    case .any: "defect"
    case .cause: "cause"
    case .finding(let name): "finding '\(DisplayText.escaped(name))'"
    case .divergence(let number): "divergence \(number)"
    }
  }

  // MARK: Output

  private func print(
    _ record: TraceRecord, _ made: Reproduction, _ folder: String, _ files: [String],
    _ console: inout Console
  ) {
    let style = console.style
    console.print(
      style("trace \(record.id) ", .dim)
        + style(DisplayText.escaped(record.information.name), .bold))
    func line(_ label: String, _ text: String) {
      let space = String(repeating: " ", count: 8 - label.count)
      console.print("\(style(label, .bold))\(space)\(DisplayText.escaped(text))")
    }
    line("Defect", made.defect.name)
    line(
      "Case",
      Self.size(of: made)
        + ", from \(counted(record.eventCount.map { Int(clamping: $0) } ?? 0, "event")); "
        + "\(counted(made.triedCount, "smaller case")) tried")
    line("Checked", Self.check(made))
    if let sentences = made.viewSentences { line("Views", sentences) }
    line("Folder", "\(folder): \(files.joined(separator: ", "))")
    line("Next", "Attach the folder to the issue; README.md is its text.")
  }

  private static func size(of made: Reproduction) -> String {
    if case .recorded(let recorded) = made.content, !recorded.others.isEmpty {
      return "\(counted(recorded.events.count, "event")) of this view"
    }
    return "\(counted(made.lineCount, "line")) of script, \(counted(made.itemCount, "item"))"
  }

  private static func check(_ made: Reproduction) -> String {
    switch made.content {
    case .recorded(let recorded) where !recorded.others.isEmpty: "in the recordings of its views"
    case .recorded: "in the recording, because no replay shows the defect"
    case .simulated(let example):
      if let fixed = example.fixed {
        "with '\(example.ran.text)', no longer with '\(fixed.text)'"
      } else {
        "with '\(example.ran.text)'; no configuration is known that fixes it"
      }
    }
  }

  private func printJSON(
    _ record: TraceRecord, _ made: Reproduction, _ output: ReproductionFolder, _ files: [String],
    _ console: inout Console
  ) throws {
    try console.printJSON { json in
      json.member("trace", record.id)
      json.member("name", record.information.name)
      json.member("defect", made.defect.name)
      json.member("summary", output.summary)
      switch made.content {
      case .simulated(let example):
        json.member("kind", "simulated")
        json.member("declared", example.declared?.text)
        json.member("ran", example.ran.text)
        json.member("fixed", example.fixed?.text)
      case .recorded(let recorded):
        json.member("kind", "recorded")
        json.member("declared", recorded.information.declaredConfiguration)
        json.member("ran", nil as String?)
        json.member("fixed", nil as String?)
      }
      json.member("two_sided", made.isTwoSided)
      json.member("script_lines", Int64(made.lineCount))
      json.member("items", Int64(made.itemCount))
      json.member("tried", Int64(made.triedCount))
      json.objects("passes", made.passes) { pass, json in
        json.member("name", pass.name)
        json.member("tried", Int64(pass.tried))
        json.member("kept", Int64(pass.kept))
      }
      json.key("files")
      json.beginArray()
      for file in files { json.value(file) }
      json.endArray()
    }
  }
}
