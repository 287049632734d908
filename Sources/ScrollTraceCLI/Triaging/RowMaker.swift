import Analysis
import CommandLineKit
import Corpus
import Diagnosis
import Replay
import Report
import Reproduction
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore
import Triage

/// Creates the rows of captures: imports each into a temporary store and analyzes its traces.
struct RowMaker {
  private let registry: BehaviorRegistry
  private let scratch: ScratchStore
  /// The largest size of a facet's value: longer ones are too specific.
  private static let facetBytes = 64
  private static let facetLimit = 12

  init(_ scratch: ScratchStore, _ registry: BehaviorRegistry) {
    self.scratch = scratch
    self.registry = registry
  }

  /// Returns a row for each trace of a capture; one row for a file that is none or cannot be read.
  ///
  /// `name` is the path in the rows, if it differs from the path to read.
  func rows(of path: String, named name: String? = nil, _ console: inout Console) -> [TriageRow] {
    let rows = judged(path, named: name ?? path, &console)
    guard let name, name != path else { return rows }
    return rows.map { row in
      var row = row
      // The temporary path of the bytes is meaningless to users.
      row.error = row.error.map { Self.text($0, with: name, inPlaceOf: path) }
      return row
    }
  }

  private static func text(
    _ text: String, with name: String, inPlaceOf path: String
  ) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    let (old, new) = (Array(path.utf8), Array(name.utf8))
    while let first = rest.first {
      let isHere = rest.starts(with: old)
      bytes += isHere ? new : [first]
      rest = rest.dropFirst(isHere ? old.count : 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func judged(
    _ path: String, named name: String, _ console: inout Console
  ) -> [TriageRow] {
    do {
      if isDatabase(path) {
        let store = try StorePath.openToRead(path, skipsCheck: true, &console)
        // Traces of a store have consecutive numbers, as in every command.
        return try store.traces().map { row(of: $0, number: $0.id, in: store, path: name) }
      }
      return try rows(ofCapture: path, named: name, &console)
    } catch {
      scratch.discard()
      return [Self.failed(name, Failure(error))]
    }
  }

  private func rows(
    ofCapture path: String, named name: String, _ console: inout Console
  ) throws -> [TriageRow] {
    let store = try scratch.next()
    let entry = CaptureFiles.Entry(path: path, isFromFolder: true)
    let imported = try ImportCommand().importing(entry, into: store, "", &console)
    if let failure = imported.failure { throw failure }
    if let reason = imported.skipped {
      var row = TriageRow(
        file: name, hash: Self.hash(of: path), tool: Self.tool, verdict: .skipped)
      row.error = reason
      return [row]
    }
    let capture: Int64
    switch imported.outcome {
    case .added(let id), .known(let id): capture = id
    case nil: throw Failure(.badData, "the capture has no trace")
    }
    // From the store, not from the import: a copy of a capture is not read a second time.
    let losses = try store.diagnosticCounts(ofCapture: capture)
      .reduce(Int64(0)) { $1.severity >= .dataLoss ? $0.heldSum(with: $1.count) : $0 }
    let rows = try store.traces(ofCapture: capture).map { trace in
      var row = row(of: trace, number: trace.number, in: store, path: name)
      row.losses = losses
      return row
    }
    guard !rows.isEmpty else { throw Failure(.badData, "the capture has no trace") }
    return rows
  }

  /// The version of rows: rows of another version are created again.
  ///
  /// The last number is the version of the row format.
  static let tool = "\(Tool.version) engine \(ScrollEngine.version) rows 2"

  /// The hash of a file's bytes as in an import; nil if it cannot be read.
  static func hash(of path: String) -> String? {
    guard let source = try? ByteSource(path: path, limit: .max, isHashed: true),
      let digest = try? source.fileHash()?.digest
    else { return nil }
    return hexText(digest)
  }

  /// The row of a capture that was not analyzed.
  static func failed(_ path: String, _ failure: Failure) -> TriageRow {
    let kind = ExitCode.table.first { $0.code == failure.exitCode }?.name ?? "internal"
    return failed(path, kind: kind, failure.description)
  }

  static func failed(_ path: String, kind: String, _ reason: String) -> TriageRow {
    var row = TriageRow(file: path, hash: nil, tool: tool, verdict: .failed)
    row.error = reason
    row.errorKind = kind
    return row
  }

  // MARK: One trace

  private func row(
    of trace: TraceRecord, number: Int64, in store: TraceStore, path: String
  ) -> TriageRow {
    var row = TriageRow(file: path, hash: nil, tool: Self.tool, verdict: .failed)
    row.trace = Int(clamping: number)
    row.name = trace.information.name
    row.declared = trace.information.declaredConfiguration
    row.events = trace.eventCount ?? 0
    row.seconds = Double(trace.duration?.nanoseconds ?? 0) / 1e9
    do {
      let capture = try store.captures().first { $0.id == trace.captureID }
      row.hash = capture?.fileHash.map(hexText)
      row.facets = Self.facets(trace.information, format: capture?.format)
      try judge(Outcome(of: trace, in: store), &row)
    } catch {
      let blank = Self.failed(path, Failure(error))
      row.verdict = .failed
      row.error = blank.error
      row.errorKind = blank.errorKind
    }
    return row
  }

  private func judge(_ outcome: Outcome, _ row: inout TriageRow) throws {
    let declared = try ConfigurationOptions.chosen(
      nil, declared: outcome.trace.information.declaredConfiguration, registry)
    let diagnosis = try Diagnoser(outcome, declared: declared, registry).diagnose()
    row.verdict = TriageRow.Verdict(rawValue: diagnosis.verdict.rawValue) ?? .failed
    row.decisions = diagnosis.decisions.count
    row.explained = diagnosis.explained
    row.declaredExplained = diagnosis.declaredExplained
    row.causes = diagnosis.causes.map { TriageRow.Cause($0, of: diagnosis) }
    row.fragile = diagnosis.margins.count(where: \.isFragile)
    row.smallestMargin = diagnosis.margins.compactMap(\.points).min()
    let effects = Set(diagnosis.causes.flatMap(\.effects).map(\.fingerprint))
    row.findings = diagnosis.findings.map { finding in
      TriageRow.Finding(
        detector: finding.detector, severity: finding.severity.name, count: finding.count,
        fingerprint: finding.fingerprint, message: finding.message,
        isEffect: effects.contains(finding.fingerprint))
    }
    let seen = try outcome.analyze(
      AnalysisPair(SmoothnessAnalysis(), ImpressionAnalysis(.feedDefault)))
    row.hitchRatio = seen.first.result.total?.hitches.value?.ratioMillisecondsPerSecond
    row.impressions = seen.second.result.impressions.count
  }

  // MARK: Facets

  private static func facets(
    _ information: TraceInformation, format: String?
  ) -> [TriageRow.Facet] {
    var facets: [TriageRow.Facet] = []
    for (name, value) in [
      ("app", information.app), ("device", information.device), ("format", format),
      ("system", information.system),
    ] {
      if let value { facets.append(TriageRow.Facet(name, value)) }
    }
    let known = Set(facets.map(\.name))
    for entry in information.metadata.prefix(facetLimit) where !known.contains(entry.key) {
      guard entry.json.utf8.count <= facetBytes, let value = plain(entry.json) else { continue }
      facets.append(TriageRow.Facet(entry.key, value))
    }
    return facets.sorted { $0.name < $1.name }
  }

  /// The text of a JSON string, number or Boolean; nil for lists and objects, which are no facets.
  private static func plain(_ json: String) -> String? {
    var scanner = JSONScanner(Array(json.utf8))
    if let text = try? scanner.string() { return text }
    return ["{", "[", "n"].contains(json.first.map(String.init)) ? nil : json
  }
}
