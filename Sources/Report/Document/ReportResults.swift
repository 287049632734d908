/// Impressions under one policy.
public struct ReportPolicy: Hashable, Sendable {
  /// One impression, or a near miss.
  public struct Impression: Hashable, Sendable {
    /// The target.
    public var id: String
    /// The start of counting, in nanoseconds.
    public var from: Int64
    /// The end of counting, in nanoseconds.
    public var to: Int64
    /// The time of qualification, in nanoseconds; nil for a near miss.
    public var qualified: Int64?
    /// The largest visible fraction, 0 to 1.
    public var peakFraction: Double
    /// The missing part of a near miss.
    public var lack: String?
    /// The certainty of the times.
    public var certainty: String

    /// Creates an impression.
    public init(
      id: String, from: Int64, to: Int64, qualified: Int64?, peakFraction: Double, lack: String?,
      certainty: String
    ) {
      self.id = id
      self.from = from
      self.to = to
      self.qualified = qualified
      self.peakFraction = peakFraction
      self.lack = lack
      self.certainty = certainty
    }
  }

  /// Its name.
  public var name: String
  /// Its effective numbers as text.
  public var settings: [String]
  /// The impressions and near misses in order of time.
  public var impressions: [Impression]
  /// The reason why the policy could not be applied, if any.
  public var notMeasurable: String?

  /// Creates a policy's results.
  public init(name: String, settings: [String], impressions: [Impression]) {
    self.name = name
    self.settings = settings
    self.impressions = impressions
  }
}

/// A smoothness metric.
public struct ReportFigure: Hashable, Sendable {
  /// The name, such as `hitch time ratio`.
  public var name: String
  /// Its value; nil if it was not computed.
  public var value: Double?
  /// Its unit.
  public var unit: String
  /// The sample count, or the reason why it was not computed.
  public var detail: String
  /// The measured quantity, without a subject.
  public var meaning: String

  /// Creates a figure.
  public init(name: String, value: Double?, unit: String, detail: String, meaning: String = "") {
    self.name = name
    self.value = value
    self.unit = unit
    self.detail = detail
    self.meaning = meaning
  }
}

/// One configuration of a matrix.
public struct ReportCell: Hashable, Sendable {
  /// Its name: the differences from other cells.
  public var name: String
  /// The group of cells with equal outcomes; nil if it could not be replayed.
  public var group: Int?
  /// The resting positions of its releases.
  public var settles: String
  /// The first divergence from the recording.
  public var firstDivergence: String
  /// The largest distance from the recording, in points; nil if no frame was compared.
  public var worst: Double?
  /// The number of impressions under the first policy; nil if unknown.
  public var impressions: Int?
  /// Releases with other ends under its physics, and the first differing rule, as sentences.
  public var physicsDifferences: [String] = []

  /// Creates a cell.
  public init(
    name: String, group: Int?, settles: String, firstDivergence: String, worst: Double?
  ) {
    self.name = name
    self.group = group
    self.settles = settles
    self.firstDivergence = firstDivergence
    self.worst = worst
  }
}
