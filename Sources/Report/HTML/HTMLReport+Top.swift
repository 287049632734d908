import ScrollModel

extension HTMLReport {
  /// Writes the verdict, its evidence, and the information of the trace.
  func writeTop(_ page: inout HTMLText) {
    page.raw("<header class=\"top\">")
    page.element(
      "p", "Scroll trace report" + (document.redactions.isEmpty ? "" : ", redacted"), class: "kind")
    page.element("h1", document.information.name)
    page.raw("<div class=\"verdict-text\"><div>")
    writeVerdict(&page)
    writeFacts(&page)
    page.raw("</div>")
    writePictures(&page)
    page.raw("</div>")
    writeWords(&page)
    writeReproduction(&page)
    page.raw("</header>")
  }

  private func writeVerdict(_ page: inout HTMLText) {
    page.raw("<p class=\"verdict is-")
    page.text(document.severity.rawValue)
    page.raw("\"><b class=\"badge ")
    page.text(document.severity.rawValue)
    page.raw("\">")
    page.text(document.severity.label)
    page.raw("</b>")
    page.text(document.verdict.statement + ".")
    page.raw("</p>")
    writeDiagnosis(&page)
    if document.diagnosis?.leadCause == nil, let finding = document.leadFinding,
      !finding.cause.isEmpty
    {
      page.element("p", "Likely cause: \(finding.cause).", class: "likely")
    }
    if !document.verdict.repair.isEmpty { writeRepair(document.verdict.repair, &page) }
    if !document.furtherRemarks.isEmpty {
      page.element("p", document.furtherRemarks.map { $0 + "." }.joined(separator: " "))
    }
    if let command = document.verdict.notChecked?.nextCommand {
      page.raw("<p><b>Next:</b> <code>")
      page.text(command)
      page.raw("</code></p>")
    }
  }

  /// Writes the proof of the cause and its fix; the cause itself is in the verdict.
  private func writeDiagnosis(_ page: inout HTMLText) {
    guard let diagnosis = document.diagnosis, !diagnosis.causes.isEmpty else { return }
    page.raw("<dl class=\"diagnosis\">")
    for part in document.statesConclusion ? diagnosis.furtherParts : diagnosis.parts[...] {
      page.element("dt", part.label)
      page.raw("<dd>")
      for (index, text) in part.texts.enumerated() {
        if part.label == "Fix", index > 0 {
          page.element("pre", text)
        } else {
          page.element("p", text)
        }
      }
      page.raw("</dd>")
    }
    page.raw("</dl>")
  }

  func writeRepair(_ lines: [ReportFinding.RepairLine], _ page: inout HTMLText) {
    page.raw("<p><b class=\"ok\">")
    page.text(ReportFinding.repairTitle(lines) + ":")
    page.raw("</b>")
    for line in lines where !line.isCode { page.text(" \(sentences.sentence(line.text)).") }
    page.raw("</p>")
    for line in lines where line.isCode { page.element("pre", line.text) }
  }

  // MARK: Facts

  private func writeFacts(_ page: inout HTMLText) {
    page.raw("<dl class=\"facts\">")
    for (name, value) in facts { writeFact(name, value, &page) }
    page.raw("</dl>")
    var versions = ["scrolltrace \(document.toolVersion)", "engine \(document.engineVersion)"]
    versions += document.digests.map { "\($0.name) \($0.hex.prefix(8))…" }
    page.element("p", versions.joined(separator: " · "), class: "hint")
  }

  private func writeFact(
    _ name: String, _ value: String, class style: StaticString? = nil, _ page: inout HTMLText
  ) {
    page.raw("<div>")
    page.element("dt", name)
    page.element("dd", value, class: style)
    page.raw("</div>")
  }

  private var facts: [(String, String)] {
    let information = document.information
    let all: [(String, String?)] = [
      ("Duration", ReportNumber.seconds(document.durationNanoseconds)),
      ("Device", information.device), ("System", information.system), ("App", information.app),
      ("Scrolls", information.axes?.rawValue), ("Container", containers),
      ("Horizontal offsets", document.offsetOrigin),
      ("Source", information.source?.format), ("Recorded", recorded),
      ("Declared configuration", information.declaredConfiguration.map(ReportText.configuration)),
      ("Replayed", firstReplay.map(replayed)),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The contents of the trace, in numbers.
  private var recorded: String {
    let counts: [(Int, String)] = [
      (document.hasRecording ? document.tracks[0].times.count : 0, "frame"),
      (document.gestures.count, "gesture"), (document.layouts.count, "layout"),
      (document.marks.count { $0.kind == "command" }, "command"),
      (document.marks.count { $0.kind == "note" }, "note"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { ReportText.counted($0.0, $0.1) }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// The size of the container and its changes.
  private var containers: String? {
    var sizes: [String] = []
    var last: Size?
    for container in document.containers where container.size != last {
      last = container.size
      let size =
        "\(ReportNumber.text(container.size.width)) × \(ReportNumber.text(container.size.height)) pt"
      sizes.append(
        sizes.isEmpty ? size : "from \(ReportNumber.seconds(container.time)) \(size)")
    }
    guard !sizes.isEmpty else { return nil }
    let hidden = sizes.count - 4
    return sizes.prefix(4).joined(separator: ", ") + (hidden > 0 ? " and \(hidden) more" : "")
  }

  /// The first replay track; the recording may have no frames.
  private var firstReplay: ReportOutcome? {
    document.tracks.first { $0.name != ReportOutcome.recordingName }
  }

  private func replayed(_ track: ReportOutcome) -> String {
    let configuration = track.configuration.flatMap { $0.isEmpty ? nil : $0 } ?? track.name
    return (track.name == ReportOutcome.declaredName ? "as declared" : configuration)
      + (track.drive.map { ", \($0)-driven" } ?? "")
  }

  // MARK: Words

  /// Writes a collapsed glossary of the report.
  private func writeWords(_ page: inout HTMLText) {
    page.raw("<details><summary>What the words mean</summary><dl class=\"words\">")
    for (word, meaning) in words {
      page.element("dt", word)
      page.element("dd", meaning)
    }
    page.raw("</dl></details>")
  }

  private var words: [(String, String)] {
    var words = [
      (
        "recording, replay",
        "Recording: what the app did. Replay: what the engine computes from the same fingers, scrolls "
          + "and sizes under a configuration. If they differ, the app did not do what the configuration "
          + "specifies."
      ),
      (
        "offset, pt",
        "How far the content is scrolled from its start, in points. A target is a view that can be "
          + "scrolled to, such as a row or a card. It is named by its id."
      ),
    ]
    if document.verdict.notChecked != nil {
      words.append(
        (
          "not checked",
          "The trace lacks something that a check needs. Without the check, the report does not call "
            + "the trace right or wrong."
        ))
    }
    if let drive = firstReplay?.drive, let meaning = Self.drives[drive] {
      words.append(("\(drive)-driven", meaning))
    }
    if document.tracks.contains(where: { !$0.settles.isEmpty }) {
      words.append(
        (
          "release, rest, projected rest",
          "Release: the finger leaves the content. Rest: the content stops. Projected rest: where it "
            + "would stop from its speed alone. Candidates: the offsets at which it may rest; the "
            + "configuration chooses one."
        ))
    }
    if !document.policies.isEmpty {
      words.append(
        (
          "impression, near miss",
          "Impression: a target was visible enough, for long enough, to count under a policy. Near miss: "
            + "it almost was."
        ))
    }
    if let finding = document.findings.first {
      words.append(
        (
          "\(finding.detector)",
          "The id of the detector: S for scrolling, I for impressions, L for mistakes in a "
            + "configuration. 'scrolltrace lint --explain \(finding.detector)' describes it."
        ))
    }
    return words
  }

  private static let drives = [
    "gesture":
      "The recorded fingers and wheels move the replay; the engine computes everything else.",
    "release":
      "The replay follows the recorded offsets until each release or programmatic scroll. From there the "
      + "engine computes the offsets.",
    "offset":
      "The replay follows the recorded offsets; the engine computes ids, phases and visibility.",
    "command": "Programmatic scrolls and new layouts move the replay; no finger does.",
  ]

  // MARK: Reproduction

  /// Writes the commands that reproduce every number, with the full digests and configurations.
  private func writeReproduction(_ page: inout HTMLText) {
    page.raw("<details class=\"again\"><summary>")
    page.raw("Reproduce: commands, digests, configurations</summary>")
    if !document.commands.isEmpty {
      page.raw("<pre>")
      for command in document.commands {
        page.text(command)
        page.raw("\n")
      }
      page.raw("</pre>")
    }
    page.raw("<dl class=\"facts\">")
    for digest in document.digests { writeFact(digest.name, digest.hex, class: "mono", &page) }
    for track in document.tracks {
      let said = [track.configuration, track.digest].compactMap { $0 }.joined(separator: " · ")
      writeFact(track.name, said, class: "mono", &page)
    }
    page.raw("</dl></details>")
  }
}
