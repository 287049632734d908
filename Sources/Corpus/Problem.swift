import TextKit

/// Traces with one cause, or with the same defects.
public struct Problem: Sendable {
  /// The severity of a problem.
  public enum Severity: Int, Comparable, Sendable {
    /// Captures that could not be analyzed.
    case notice
    /// A defect.
    case warning
    /// Something that must never happen.
    case error

    /// Whether one severity is lower than another.
    public static func < (first: Severity, second: Severity) -> Bool {
      first.rawValue < second.rawValue
    }

    /// The word in reports.
    public var word: String {
      switch self {
      case .notice: "notice"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// One of its traces.
  public struct Member: Hashable, Sendable {
    /// The capture's path.
    public var file: String
    /// The number of the trace in its capture.
    public var trace: Int
    /// The name of the trace.
    public var name: String
    /// The first statement of its row, as a sentence without a period.
    public var title: String
    /// The further sentences.
    public var details: String
    /// The number of its events: shorter traces are easier to read.
    public var events: Int64
    /// The rank of its certainty, 0 for undecided.
    var rank: Int
  }

  /// The common key of its traces.
  public let key: ProblemKey
  /// The name for folders and links, unique in a triage.
  public internal(set) var name: String
  /// The worst severity of its traces.
  public private(set) var severity = Severity.notice
  /// The number of traces with the problem; copies of one capture count once.
  public private(set) var count = 0
  /// The trace to examine first: the most certain one, and the shortest of those.
  public private(set) var representative: Member
  /// The first traces, in the order of their files.
  public private(set) var samples: [Member] = []
  /// The suggested change, from the representative trace.
  public private(set) var fix: String?
  /// The number of its traces with each value of each facet.
  public private(set) var facets: [String: [String: Int]] = [:]

  /// The largest number of samples.
  static let sampleLimit = 40

  init(_ key: ProblemKey, _ row: TriageRow) {
    self.key = key
    name = key.name
    representative = Member(row, in: key.kind)
    fix = Self.fix(of: row, in: key.kind)
  }

  /// A fix belongs to a cause, never to defects without one.
  private static func fix(of row: TriageRow, in kind: ProblemKey.Kind) -> String? {
    kind == .cause ? row.causes.first?.fix : nil
  }

  mutating func add(_ row: TriageRow) {
    count += 1
    severity = max(severity, Severity(row))
    let member = Member(row, in: key.kind)
    if member.precedes(representative) {
      representative = member
      fix = Self.fix(of: row, in: key.kind)
    }
    if samples.count < Self.sampleLimit { samples.append(member) }
    for facet in row.facets { facets[facet.name, default: [:]][facet.value, default: 0] += 1 }
  }

  /// The common property of its traces, as a sentence without a period, with the representative's
  /// numbers.
  public var title: String {
    if key.kind == .failure { return "Not judged: \(Self.reason(key.parts.first ?? ""))" }
    guard key.kind == .defects else { return representative.title }
    return "\(representative.title) (\(key.parts.joined(separator: ", ")); no cause was found)"
  }

  /// Further sentences about the representative trace; empty if the title is sufficient.
  public var details: String { key.kind == .failure ? "" : representative.details }

  private static func reason(_ kind: String) -> String {
    switch kind {
    case "bad-data": "the data cannot be used"
    case "no-input": "the file cannot be read"
    case "crash": "the worker that judged the capture ended"
    case "timeout": "judging the capture took too long"
    default: kind
    }
  }

  /// The weight for the order of problems.
  public var weight: Int { count * (severity == .error ? 3 : severity == .warning ? 2 : 1) }
}

extension Problem.Member {
  /// Only a problem with a cause is described by the row's cause, which may answer another question.
  init(_ row: TriageRow, in kind: ProblemKey.Kind) {
    file = row.file
    trace = row.trace
    name = row.name
    events = row.events
    let cause = kind == .cause ? row.causes.first : nil
    rank = cause.map { $0.certainty == "certain" ? 2 : $0.certainty == "likely" ? 1 : 0 } ?? 0
    let worst =
      row.findings.first { $0.severity == "error" } ?? row.findings.first(where: \.isAlarming)
    let sentences = (cause?.sentences ?? [row.error ?? worst?.message ?? ""])
    let first = sentences.first ?? ""
    let sentence = first.hasSuffix(".") ? String(first.dropLast()) : first
    title = sentence.asSentence()
    details = sentences.dropFirst().joined(separator: " ")
  }

  /// Whether it is a better representative; of equals the first by file and number.
  fileprivate func precedes(_ other: Self) -> Bool {
    if rank != other.rank { return rank > other.rank }
    if events != other.events { return events < other.events }
    return (file, trace) < (other.file, other.trace)
  }
}

extension Problem.Severity {
  init(_ row: TriageRow) {
    if row.findings.contains(where: { $0.severity == "error" }) {
      self = .error
    } else {
      self = row.verdict == .failed ? .notice : .warning
    }
  }
}
