/// The recording, or one replay: frames as columns, and what was decided.
public struct ReportOutcome: Sendable {
  /// What it is called: `recording`, or the configuration's name.
  public var name: String
  /// The configuration's text; nil for a recording whose configuration is unknown.
  public var configuration: String?
  /// What drove it; nil for the recording.
  public var drive: String?
  /// Digest of the outcome as hexadecimal digits.
  public var digest: String?
  /// Times of the frames, in nanoseconds.
  public var times: [Int64] = []
  /// Content offsets from the left, in points.
  public var xs: [Double] = []
  /// Content offsets from the top, in points.
  public var ys: [Double] = []
  /// Stretches of one scroll phase, by name.
  public var phases: [(from: Int64, to: Int64, name: String)] = []
  /// Movements with their owner, such as `program`; empty where the phases show all of them.
  public var owners: [(from: Int64, to: Int64, name: String)] = []
  /// Ids that the position reported, with their moments.
  public var ids: [(time: Int64, id: String?)] = []
  /// Whether it reports which targets are visible.
  public var reportsVisibility = false
  /// Why it was not compared with the recording; nil for the recording and for what was compared.
  public var notComparedBecause: String?
  /// The settles.
  public var settles: [ReportSettle] = []
  /// Where a release without velocity would come to rest, each from a moment on.
  public var rests: [ReportRest] = []
  /// How its configuration looks at targets; nil where it is unknown.
  public var lens: ReportVisibility?

  /// What the recording is called.
  public static let recordingName = "recording"
  /// What the replay under the declared configuration is called.
  public static let declaredName = "replay as declared"

  /// Creates a track without frames.
  public init(name: String, configuration: String? = nil, drive: String? = nil) {
    self.name = name
    self.configuration = configuration
    self.drive = drive
  }
}
