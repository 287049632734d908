public import ScrollModel

/// Everything that a report shows, as plain values: whoever makes one has done the analysis.
///
/// Every face of a report (HTML, Markdown, JSON, JUnit, SARIF, trace events) is made of the same
/// document, so they cannot disagree. What could not be computed stands in `notes`, never as zero.
public struct ReportDocument: Sendable {
  /// What is said first.
  public var verdict: ReportVerdict
  /// How bad it is.
  public var severity: ReportSeverity
  /// What is known of the trace.
  public var information: TraceInformation
  /// Number of the trace in its store.
  public var traceID: Int64
  /// How long the trace lasts, in nanoseconds.
  public var durationNanoseconds: Int64
  /// Digests by name (`inputs`, `observations`, `information`), as hexadecimal digits.
  public var digests: [(name: String, hex: String)] = []
  /// Versions of the tool and of the engine.
  public var toolVersion: String
  /// Version of the engine.
  public var engineVersion: String
  /// Command lines that make every number of the report again.
  public var commands: [String] = []
  /// The command that replays the trace, to which a configuration and edits are added; nil if there is none.
  public var replayCommand: String?
  /// What the engine in a page replays, as a gzip stream; nil if the page gets none.
  public var inputs: [UInt8]?
  /// What the app really does; nil if nobody diagnosed the trace.
  public var diagnosis: ReportDiagnosis?
  /// The recording first, then replays.
  public var tracks: [ReportOutcome] = []
  /// The layouts in order of time.
  public var layouts: [ReportLayout] = []
  /// Whether lines run from right to left.
  public var isRightToLeft = false
  /// The containers in order of time.
  public var containers: [ReportContainer] = []
  /// Fingers, from down to up.
  public var gestures: [ReportGesture] = []
  /// Moments worth a mark: commands, layout changes, annotations.
  public var marks: [ReportEvent] = []
  /// The number of the replay that the verdict is about: under the declared configuration, else under
  /// the only one that was asked for; nil if no replay was judged.
  public var judgedTrack: Int?
  /// The group of configurations that do what was recorded; nil if none does.
  public var recordingGroup: Int?
  /// Where the first track and others differ.
  public var divergences: [ReportDivergence] = []
  /// The defects, worst first.
  public var findings: [ReportFinding] = []
  /// Impressions under each policy.
  public var policies: [ReportPolicy] = []
  /// Figures of smoothness.
  public var figures: [ReportFigure] = []
  /// Configurations side by side.
  public var matrix: [ReportCell] = []
  /// Whether the declared configuration names a behavior that this program does not have.
  public var lacksCode = false
  /// What could not be computed or was taken for granted, as sentences.
  public var notes: [String] = []
  /// What a redaction removed; empty for a report that was not redacted.
  public var redactions: [String] = []

  /// Creates a document without results.
  public init(
    verdict: ReportVerdict, severity: ReportSeverity, information: TraceInformation, traceID: Int64,
    durationNanoseconds: Int64, toolVersion: String, engineVersion: String
  ) {
    self.verdict = verdict
    self.severity = severity
    self.information = information
    self.traceID = traceID
    self.durationNanoseconds = durationNanoseconds
    self.toolVersion = toolVersion
    self.engineVersion = engineVersion
  }

  /// Whether offsets are shown from left to right: as the trace says, else where the first track goes
  /// farther.
  var isHorizontal: Bool {
    if let axes = information.axes { return axes == .horizontal }
    guard let track = tracks.first else { return false }
    func reach(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    return reach(track.xs) > reach(track.ys)
  }

  /// The first difference that a person would see between the recording and the judged replay.
  public var judgedDivergence: ReportDivergence? {
    guard let judgedTrack else { return nil }
    return divergences.first { $0.track == judgedTrack && $0.verdict != "invisible" }
  }

  /// The name of the replay that differs.
  func trackName(of divergence: ReportDivergence) -> String {
    tracks.indices.contains(divergence.track) ? tracks[divergence.track].name : "replay"
  }
}

/// How bad something is.
public enum ReportSeverity: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Nothing is wrong.
  case ok
  /// Good to know.
  case info
  /// Nothing was compared or judged, so nothing can be called right.
  case notChecked = "not-checked"
  /// Worth knowing.
  case notice
  /// A defect that people would see.
  case warning
  /// Something that must never happen.
  case error

  /// The severity as people read it.
  public var label: String { self == .notChecked ? "not checked" : rawValue }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether one matters less than another.
  public static func < (first: ReportSeverity, second: ReportSeverity) -> Bool {
    first.rank < second.rank
  }
}
