/// The result of a triage for one trace: a line of `rows.jsonl`.
public struct TriageRow: Hashable, Sendable {
  /// A property by which traces can be filtered, such as the system version.
  public struct Facet: Hashable, Sendable {
    /// Its name, such as `system`.
    public var name: String
    /// Its value, such as `iOS 26.1`.
    public var value: String

    /// Creates a facet.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A finding of a detector.
  public struct Finding: Hashable, Sendable {
    /// The detector, such as `S01`.
    public var detector: String
    /// The severity: `info`, `notice`, `warning` or `error`.
    public var severity: String
    /// The number of occurrences.
    public var count: Int
    /// An id that is equal for equal kinds of cases, independent of numbers.
    public var fingerprint: String
    /// The problem, as a sentence with numbers.
    public var message: String
    /// Whether it follows from a diagnosed cause.
    public var isEffect: Bool

    /// Creates a finding.
    public init(
      detector: String, severity: String, count: Int, fingerprint: String, message: String,
      isEffect: Bool
    ) {
      self.detector = detector
      self.severity = severity
      self.count = count
      self.fingerprint = fingerprint
      self.message = message
      self.isEffect = isEffect
    }
  }

  /// The cause of the trace.
  public struct Cause: Hashable, Sendable {
    /// Its class, such as `interval`.
    public var kind: String
    /// The lengths of the layout that its number equals; nil if it has none.
    public var symbolic: String?
    /// `certain`, `likely` or `undecided`.
    public var certainty: String
    /// The app's behavior and its difference from the declaration, with numbers.
    public var sentences: [String]
    /// The suggested change; nil without one.
    public var fix: String?
    /// The distinction from other causes of its class: the lengths of a wrong step, the fix, or the
    /// detector.
    public var variant: String
    /// Whether it describes an app without a declaration, which cannot contradict it.
    public var isComparison: Bool

    /// Creates a cause.
    public init(
      kind: String, variant: String, symbolic: String?, certainty: String,
      sentences: [String], fix: String?, isComparison: Bool = false
    ) {
      self.kind = kind
      self.variant = variant
      self.isComparison = isComparison
      self.symbolic = symbolic
      self.certainty = certainty
      self.sentences = sentences
      self.fix = fix
    }
  }

  /// The conclusion.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The app behaves as declared.
    case asDeclared = "as-declared"
    /// A cause other than the declaration explains the trace.
    case cause
    /// Several causes are about equally probable, or none explains the trace.
    case undecided
    /// The trace contains nothing to diagnose.
    case noEvidence = "no-evidence"
    /// The capture could not be read or analyzed.
    case failed
    /// The file is no capture.
    case skipped
  }

  /// The capture's path, as it was found.
  public var file: String
  /// The SHA-256 of the capture's bytes; nil if they could not be read.
  public var hash: String?
  /// The number of the trace in its capture, from 1; 0 for a capture without traces.
  public var trace = 0
  /// The name of the trace.
  public var name = ""
  /// The version of the tool that created the row.
  public var tool: String
  /// The properties to filter by, in the order of their names.
  public var facets: [Facet] = []
  /// The declared configuration; nil if there is none.
  public var declared: String?
  /// The conclusion.
  public var verdict: Verdict
  /// The number of releases with a rest.
  public var decisions = 0
  /// The number of them that the conclusion explains.
  public var explained = 0
  /// The number of them that the declared configuration explains; nil without one.
  public var declaredExplained: Int?
  /// The causes, the main one first.
  public var causes: [Cause] = []
  /// The findings from notice up.
  public var findings: [Finding] = []
  /// The number of releases whose rest the noise of the recording could change.
  public var fragile = 0
  /// The smallest margin of a release, in points.
  public var smallestMargin: Double?
  /// Time lost to late frames, in milliseconds per second of movement.
  public var hitchRatio: Double?
  /// The number of impressions by the policy feed.default.
  public var impressions = 0
  /// The number of events in the trace.
  public var events: Int64 = 0
  /// The duration in seconds.
  public var seconds: Double = 0
  /// The number of lost or damaged events in the capture.
  public var losses: Int64 = 0
  /// The reason why nothing was analyzed; nil if something was.
  public var error: String?
  /// A word for the kind of error, such as `bad-data`.
  public var errorKind: String?

  /// Creates a row without results.
  public init(file: String, hash: String?, tool: String, verdict: Verdict) {
    self.file = file
    self.hash = hash
    self.tool = tool
    self.verdict = verdict
  }

  /// The value of a facet; nil if the trace does not have it.
  public func facet(_ name: String) -> String? { facets.first { $0.name == name }?.value }
}
