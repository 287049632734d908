/// The recording, or one replay: frames as columns, and decisions.
public struct ReportOutcome: Sendable {
  /// The name: `recording`, or the configuration's name.
  public var name: String
  /// The configuration's text; nil for a recording whose configuration is unknown.
  public var configuration: String?
  /// The drive; nil for the recording.
  public var drive: String?
  /// Digest of the outcome as hexadecimal digits.
  public var digest: String?
  /// Times of the frames, in nanoseconds.
  public var times: [Int64] = []
  /// Content offsets from the left, in points.
  public var xs: [Double] = []
  /// Content offsets from the top, in points.
  public var ys: [Double] = []
  /// Intervals of one scroll phase, by name.
  public var phases: [(from: Int64, to: Int64, name: String)] = []
  /// Movements with their cause, such as `program`; empty if the phases show all of them.
  public var owners: [(from: Int64, to: Int64, name: String)] = []
  /// Reported ids with their times.
  public var ids: [(time: Int64, id: String?)] = []
  /// Whether it reports visible targets.
  public var reportsVisibility = false
  /// The reason why it was not compared with the recording; nil for the recording and compared
  /// replays.
  public var notComparedBecause: String?
  /// The settles.
  public var settles: [ReportSettle] = []
  /// The results of releases without velocity, each from a time on.
  public var rests: [ReportRest] = []
  /// The visibility settings of its configuration; nil if unknown.
  public var lens: ReportVisibility?

  /// The name of the recording.
  public static let recordingName = "recording"
  /// The name of the replay under the declared configuration.
  public static let declaredName = "replay as declared"

  /// Creates a track without frames.
  public init(name: String, configuration: String? = nil, drive: String? = nil) {
    self.name = name
    self.configuration = configuration
    self.drive = drive
  }
}
