/// Where a track differs from the first.
public struct ReportDivergence: Hashable, Sendable {
  /// The number of the track that differs.
  public var track: Int
  /// What differs: `offset`, `id`, `phase`, `visibility`.
  public var kind: String
  /// What a person would say, as a word.
  public var verdict: String
  /// One line.
  public var headline: String
  /// The decision at which the tracks part.
  public var stage: String
  /// What that decision is about, in a few words; the decision's name where nothing says more.
  public var matter: String
  /// What each side did there.
  public var cause: String
  /// First moment, in nanoseconds.
  public var from: Int64
  /// Last moment, in nanoseconds.
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
  /// A number that speaks for it.
  public struct Measure: Hashable, Sendable {
    /// What it is.
    public var name: String
    /// How much.
    public var value: Double
    /// Of what.
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

  /// The detector, such as `S05`.
  public var detector: String
  /// What the detector is called.
  public var name: String
  /// How bad it is.
  public var severity: ReportSeverity
  /// First moment, in nanoseconds.
  public var from: Int64
  /// Last moment, in nanoseconds.
  public var to: Int64
  /// The target it concerns.
  public var target: String?
  /// How often it was seen.
  public var count: Int
  /// One sentence with the numbers.
  public var message: String
  /// The likely cause.
  public var cause: String
  /// The numbers.
  public var measures: [Measure]
  /// Public reports of the same kind.
  public var links: [String]
  /// The smallest change that makes it disappear, checked by replaying.
  public var repair: String?
  /// Why there is no repair.
  public var repairObstacle: String?
  /// The same for the same kind of defect in another trace.
  public var fingerprint: String
  /// What should happen instead, as a sentence without a period.
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
