/// Traces with one cause, or with the same defects.
public struct Problem: Sendable {
  /// How bad a problem is.
  public enum Severity: Int, Comparable, Sendable {
    /// Captures that could not be judged.
    case notice
    /// A defect.
    case warning
    /// Something that must never happen.
    case error

    /// Whether one is less than another.
    public static func < (first: Severity, second: Severity) -> Bool {
      first.rawValue < second.rawValue
    }

    /// The word that reports print.
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
    /// What its row states first, as a sentence without a period.
    public var title: String
    /// The further sentences.
    public var details: String
    /// The number of its events: the smaller, the easier to read.
    public var events: Int64
    /// How sure its cause is, 0 for undecided.
    var rank: Int
  }

  /// What its traces have in common.
  public let key: ProblemKey
  /// The name for folders and links; no other problem of the same triage has it.
  public internal(set) var name: String
  /// The worst severity of its traces.
  public private(set) var severity = Severity.notice
  /// How many traces have it; copies of one capture count once.
  public private(set) var count = 0
  /// The trace to look at: the surest one, of those the shortest.
  public private(set) var representative: Member
  /// The first traces, in the order of their files.
  public private(set) var samples: [Member] = []
  /// What to change, by the representative.
  public private(set) var fix: String?
  /// How many of its traces have each value of each facet.
  public private(set) var facets: [String: [String: Int]] = [:]

  /// How many samples are kept.
  static let sampleLimit = 40

  init(_ key: ProblemKey, _ row: TriageRow) {
    self.key = key
    name = key.name
    representative = Member(row)
    fix = row.causes.first?.fix
  }

  mutating func add(_ row: TriageRow) {
    count += 1
    severity = max(severity, Severity(row))
    let member = Member(row)
    if member.precedes(representative) {
      representative = member
      fix = row.causes.first?.fix
    }
    if samples.count < Self.sampleLimit { samples.append(member) }
    for facet in row.facets { facets[facet.name, default: [:]][facet.value, default: 0] += 1 }
  }

  /// What its traces have in common, as a sentence without a period, with the numbers of the clearest.
  public var title: String {
    if key.kind == .failure { return "Not judged: \(Self.reason(key.parts.first ?? ""))" }
    guard key.kind == .defects else { return representative.title }
    return "\(representative.title) (\(key.parts.joined(separator: ", ")); no cause was found)"
  }

  /// What else the clearest trace shows, as sentences; empty if the title is all.
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

  /// How much it weighs when problems are put in order.
  public var weight: Int { count * (severity == .error ? 3 : severity == .warning ? 2 : 1) }
}

extension Problem.Member {
  init(_ row: TriageRow) {
    file = row.file
    trace = row.trace
    name = row.name
    events = row.events
    let cause = row.verdict == .cause ? row.causes.first : nil
    rank = cause.map { $0.certainty == "certain" ? 2 : $0.certainty == "likely" ? 1 : 0 } ?? 0
    let worst =
      row.findings.first { $0.severity == "error" } ?? row.findings.first(where: \.isAlarming)
    let sentences = (cause?.sentences ?? [row.error ?? worst?.message ?? ""])
    let first = sentences.first ?? ""
    let sentence = first.hasSuffix(".") ? String(first.dropLast()) : first
    title = sentence.prefix(1).uppercased() + sentence.dropFirst()
    details = sentences.dropFirst().joined(separator: " ")
  }

  /// Whether it shows the problem better; of equals the first by file and number.
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
