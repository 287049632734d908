/// Impressions under one policy.
public struct ReportPolicy: Hashable, Sendable {
  /// One impression, or a near miss.
  public struct Impression: Hashable, Sendable {
    /// The target.
    public var id: String
    /// When it began to count, in nanoseconds.
    public var from: Int64
    /// When it stopped, in nanoseconds.
    public var to: Int64
    /// When the impression was made, in nanoseconds; nil for a near miss.
    public var qualified: Int64?
    /// The largest visible fraction, 0 to 1.
    public var peakFraction: Double
    /// What a near miss lacked.
    public var lack: String?
    /// How sure the times are.
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
  /// Why the policy could not be applied, if it could not.
  public var notMeasurable: String?

  /// Creates a policy's results.
  public init(name: String, settings: [String], impressions: [Impression]) {
    self.name = name
    self.settings = settings
    self.impressions = impressions
  }
}

/// A figure of smoothness.
public struct ReportFigure: Hashable, Sendable {
  /// What it is, such as `hitch time ratio`.
  public var name: String
  /// Its value; nil if it was not computed.
  public var value: Double?
  /// Its unit.
  public var unit: String
  /// Of how many things it was computed, or why it was not.
  public var detail: String
  /// What it measures, as half a sentence.
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
  /// What sets it apart.
  public var name: String
  /// Cells with one group behave the same; nil if it could not be replayed.
  public var group: Int?
  /// Where its releases settle.
  public var settles: String
  /// The first divergence from the recording.
  public var firstDivergence: String
  /// The largest distance from the recording, in points; nil if no frame was compared.
  public var worst: Double?
  /// How many impressions it would make under the first policy; nil where nothing tells.
  public var impressions: Int?
  /// Releases that end elsewhere under its physics, and the first rule that differs, as sentences.
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
