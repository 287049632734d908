/// A difference between a track and the first one.
public struct ReportDivergence: Hashable, Sendable {
  /// The index of the differing track.
  public var track: Int
  /// The kind of difference: `offset`, `id`, `phase`, `visibility`.
  public var kind: String
  /// The visible effect, as a word.
  public var verdict: String
  /// One line.
  public var headline: String
  /// The decision at which the tracks diverge.
  public var stage: String
  /// The subject of that decision in a few words, or its name.
  public var matter: String
  /// The decisions of both sides.
  public var cause: String
  /// First time, in nanoseconds.
  public var from: Int64
  /// Last time, in nanoseconds.
  public var to: Int64
  /// The largest distance, in points.
  public var maximum: Double

  /// Creates a divergence.
  public init(
    track: Int, kind: String, verdict: String, headline: String, stage: String,
    matter: String? = nil, cause: String, from: Int64, to: Int64, maximum: Double
  ) {
    self.track = track
    self.kind = kind
    self.verdict = verdict
    self.headline = headline
    self.stage = stage
    self.matter = matter ?? stage
    self.cause = cause
    self.from = from
    self.to = to
    self.maximum = maximum
  }
}

/// A defect.
public struct ReportFinding: Hashable, Sendable {
  /// A number that supports the finding.
  public struct Measure: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: Double
    /// The unit.
    public var unit: String

    /// Creates a measure.
    public init(name: String, value: Double, unit: String) {
      self.name = name
      self.value = value
      self.unit = unit
    }

    /// The value with its unit, if it has one.
    var amount: String { ReportNumber.text(value) + (unit.isEmpty ? "" : " " + unit) }
  }

  /// A part of a repair.
  public struct RepairLine: Hashable, Sendable {
    /// The code or the sentence.
    public var text: String
    /// Whether it can be pasted.
    public var isCode: Bool

    /// Creates a part.
    public init(_ text: String, isCode: Bool) {
      self.text = text
      self.isCode = isCode
    }
  }

  /// What a repair is introduced with: a replay checks what an app sets, and of what only the
  /// platform decides that it is the cause.
  static func repairTitle(_ lines: [RepairLine]) -> String {
    lines.contains { !$0.isCode && $0.text.hasPrefix("platform behavior") }
      ? "Repair; a replay without this behavior of the platform has no such problem"
      : "Repair, checked by replaying"
  }

  /// The repair on one line; nil without one.
  public var repairText: String? {
    repairLines.isEmpty ? nil : repairLines.map(\.text).joined(separator: " ")
  }

  /// The detector, such as `S05`.
  public var detector: String
  /// The name of the detector.
  public var name: String
  /// The severity.
  public var severity: ReportSeverity
  /// First time, in nanoseconds.
  public var from: Int64
  /// Last time, in nanoseconds.
  public var to: Int64
  /// The target, if any.
  public var target: String?
  /// The number of occurrences.
  public var count: Int
  /// One sentence with the numbers.
  public var message: String
  /// The likely cause.
  public var cause: String
  /// The numbers.
  public var measures: [Measure]
  /// Public reports of the same kind.
  public var links: [String]
  /// The smallest configuration change that fixes it, verified by replaying.
  public var repair: String?
  /// The same change for the app's author: lines of code, or sentences without a period.
  public var repairLines: [RepairLine] = []
  /// The reason why there is no fix.
  public var repairObstacle: String?
  /// An id that is equal for equal kinds of defects in other traces.
  public var fingerprint: String
  /// The page about the detector, as Markdown.
  public var page = ""
  /// The expected behavior, as a sentence without a period.
  public var expected = ""
  /// Whether the diagnosed cause explains it.
  public var isEffect = false

  /// Creates a finding.
  public init(
    detector: String, name: String, severity: ReportSeverity, from: Int64, to: Int64,
    target: String?, count: Int, message: String, cause: String, measures: [Measure],
    links: [String], repair: String?, repairObstacle: String?, fingerprint: String
  ) {
    self.detector = detector
    self.name = name
    self.severity = severity
    self.from = from
    self.to = to
    self.target = target
    self.count = count
    self.message = message
    self.cause = cause
    self.measures = measures
    self.links = links
    self.repair = repair
    self.repairObstacle = repairObstacle
    self.fingerprint = fingerprint
  }
}
