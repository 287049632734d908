import ScrollModel
import TextKit

/// Removes names of people and things from a document: ids become hashes, free text is removed.
///
/// Geometry, times, decisions and numbers are unchanged. Equal ids have equal hashes with one salt,
/// so the report still distinguishes them. Without the salt, names cannot be tested against the
/// hashes.
public struct Redaction: Sendable {
  let salt: [UInt8]
  /// The number of hexadecimal digits in a pseudonym.
  let digits: Int

  /// Creates a redaction; reports can only be compared if they use the same salt.
  public init(salt: String) {
    self.init(salt: salt, digits: 12)
  }

  init(salt: String, digits: Int) {
    self.salt = Array(salt.utf8)
    self.digits = digits
  }

  /// A random salt.
  public static func newSalt() -> String {
    var generator = SystemRandomNumberGenerator()
    return "\(generator.next())-\(generator.next())"
  }

  /// Returns the document without names and free text, with a list of the removed data.
  public func redacted(_ document: ReportDocument) -> ReportDocument {
    var result = ReportDocument(
      verdict: ReportVerdict(""), severity: document.severity,
      information: information(document.information),
      traceID: document.traceID, durationNanoseconds: document.durationNanoseconds,
      toolVersion: document.toolVersion, engineVersion: document.engineVersion)
    let names = trackNames(document)
    result.digests = document.digests
    result.diagnosis = document.diagnosis.map(redactedDiagnosis)
    result.tracks = zip(document.tracks, names).map { redacted($0, name: $1) }
    result.layouts = document.layouts.map { layout in
      ReportLayout(
        time: layout.time, contentSize: layout.contentSize,
        targets: layout.targets.map { (id($0.id), $0.frame) })
    }
    result.containers = document.containers
    result.nested = document.nested.map(redacted)
    result.gestures = document.gestures
    result.marks = document.marks.map { ReportEvent(time: $0.time, kind: $0.kind, text: $0.kind) }
    result.divergences = document.divergences.map(redacted)
    result.findings = document.findings.map(redacted)
    result.policies = document.policies.map(redacted)
    result.figures = document.figures
    result.matrix = cells(document, names)
    result.lacksCode = document.lacksCode
    result.judgedTrack = document.judgedTrack
    result.recordingGroup = document.recordingGroup
    result.verdict = verdict(result, notChecked: document.verdict.notChecked?.redacted)
    result.redactions = document.redactions + statements(document)
    return result
  }

  // MARK: Names

  /// Keeps predefined names; the user's names become numbers.
  private func trackNames(_ document: ReportDocument) -> [String] {
    document.tracks.enumerated().map { number, track in
      [ReportOutcome.recordingName, ReportOutcome.declaredName].contains(track.name)
        ? track.name : "configuration \(number)"
    }
  }

  // MARK: Results

  private func redacted(_ track: ReportOutcome, name: String) -> ReportOutcome {
    var result = track
    result.name = name
    result.notComparedBecause = track.notComparedBecause.map { _ in "the reason is left out" }
    result.configuration = track.configuration.flatMap(configuration)
    result.ids = track.ids.map { ($0.time, $0.id.map(id)) }
    result.settles = track.settles.map(redacted)
    result.rests = track.rests.map { rest in
      var rest = rest
      rest.id = rest.id.map(id)
      rest.candidates = rest.candidates.map { .init(id: $0.id.map(id), place: $0.place) }
      return rest
    }
    return result
  }

  /// Keeps an offset, which is geometry.
  private func redacted(_ choice: ReportSettle.Plane.Choice) -> ReportSettle.Plane.Choice {
    switch choice {
    case .target(let text): .target(id(text))
    case .place: choice
    }
  }

  private func redacted(_ settle: ReportSettle) -> ReportSettle {
    var result = settle
    result.candidates = settle.candidates.map {
      var candidate = $0
      candidate.id = $0.id.map(id)
      return candidate
    }
    let chosen = result.candidates.first { $0.verdict == "chosen" }
    result.sentence =
      "rests at \(ReportNumber.text(settle.rest)) pt" + (chosen?.id.map { ", at \($0)" } ?? "")
    result.plane?.choices = settle.plane?.choices.map(redacted) ?? []
    return result
  }

  private func redacted(_ nested: ReportNested) -> ReportNested {
    var result = nested
    for view in result.views.indices {
      result.views[view].name = "trace \(hash(nested.views[view].name))"
    }
    result.decisions = nested.decisions.map {
      ReportEvent(time: $0.time, kind: $0.kind, text: $0.kind)
    }
    return result
  }

  private func redacted(_ divergence: ReportDivergence) -> ReportDivergence {
    var result = divergence
    result.headline =
      divergence.kind == "offset"
      ? "is elsewhere, up to \(ReportNumber.text(divergence.maximum)) pt apart"
      : "differs in its \(divergence.kind)"
    result.cause = ""
    return result
  }

  private func redacted(_ finding: ReportFinding) -> ReportFinding {
    var result = finding
    result.target = finding.target.map(id)
    result.message =
      finding.measures.isEmpty
      ? "its text is left out"
      : finding.measures.map { "\($0.name) \($0.amount)" }.joined(separator: ", ")
    result.cause = ""
    result.repair = finding.repair.map(names(in:))
    result.repairLines = finding.repairLines.map { .init(names(in: $0.text), isCode: $0.isCode) }
    result.repairObstacle = finding.repairObstacle == nil ? nil : "No repair was found."
    return result
  }

  private func redacted(_ policy: ReportPolicy) -> ReportPolicy {
    var result = policy
    result.impressions = policy.impressions.map {
      var impression = $0
      impression.id = id($0.id)
      return impression
    }
    return result
  }

  private func cells(_ document: ReportDocument, _ names: [String]) -> [ReportCell] {
    document.matrix.enumerated().map { number, cell in
      var result = cell
      let place = document.tracks.firstIndex { $0.name == cell.name }
      result.name = place.map { names[$0] } ?? "configuration \(number + 1)"
      // Resting offsets are geometry, but their ids are not.
      result.settles =
        place.map { place in
          document.tracks[place].settles.prefix(6).map { ReportNumber.text($0.rest) }
            .joined(separator: " → ")
        } ?? ""
      result.physicsDifferences = []
      if cell.group == nil { result.firstDivergence = "not replayed" }
      return result
    }
  }

  // MARK: Sentences

  private func verdict(_ document: ReportDocument, notChecked: NotChecked?) -> ReportVerdict {
    var parts: [String] = []
    let cause = document.diagnosis?.leadCause
    let lead = document.leadFinding(isChecked: notChecked == nil)
    if let cause {
      parts.append(ReportText.withoutPeriod(cause.sentences.joined(separator: " ")))
    }
    if let finding = lead {
      parts.append("\(finding.detector) \(finding.name): \(finding.message)")
    }
    if let first = document.judgedDivergence {
      parts.append(
        "The replay \(first.headline), from \(ReportNumber.seconds(first.from)) on, at the stage "
          + first.stage)
    }
    if let notChecked { parts.append(document.statement(of: notChecked)) }
    return ReportVerdict(
      parts.first ?? "No defect that people would see",
      fix: cause?.fix?.summary, repair: cause == nil ? lead?.repairLines ?? [] : [],
      remarks: Array(parts.dropFirst()), notChecked: notChecked)
  }

  private func statements(_ document: ReportDocument) -> [String] {
    [
      "ids, the trace's name and behaviors' names are replaced by salted hashes",
      "the app, metadata, the hash of the source and the clock's reading are removed; device and "
        + "system stay",
      "commands are removed: they name files and configurations (\(document.commands.count))",
      "sentences of the diagnosis, findings, divergences, settles and marks are replaced by their "
        + "numbers",
      "notes are removed (\(document.notes.count))",
    ]
  }
}
