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
  /// The recording first, then replays.
  public var tracks: [ReportTrack] = []
  /// The layouts in order of time.
  public var layouts: [ReportLayout] = []
  /// Whether lines run from right to left.
  public var isRightToLeft = false
  /// The containers in order of time.
  public var containers: [ReportContainer] = []
  /// Fingers, from down to up.
  public var gestures: [ReportGesture] = []
  /// Moments worth a mark: commands, layout changes, annotations.
  public var marks: [ReportMark] = []
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
  /// Checks that could not be made because the program lacks code, each with the reason and what to do.
  public var unchecked: [String] = []
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
  /// Worth knowing.
  case notice
  /// A defect that people would see.
  case warning
  /// Something that must never happen.
  case error

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether one matters less than another.
  public static func < (first: ReportSeverity, second: ReportSeverity) -> Bool {
    first.rank < second.rank
  }
}
