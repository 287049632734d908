public import ScrollModel

/// The contents of a report as plain values; the creator has done all analyses.
///
/// All report formats (HTML, Markdown, JSON, JUnit, SARIF, trace events) are created from the same
/// document, so they agree. Values that could not be computed are listed in `notes`, never shown as
/// zero.
public struct ReportDocument: Sendable {
  /// The first statement of the report.
  public var verdict: ReportVerdict
  /// The severity.
  public var severity: ReportSeverity
  /// The information of the trace.
  public var information: TraceInformation
  /// Id of the trace in its store.
  public var traceID: Int64
  /// The duration of the trace, in nanoseconds.
  public var durationNanoseconds: Int64
  /// Digests by name (`inputs`, `observations`, `information`), as hexadecimal digits.
  public var digests: [(name: String, hex: String)] = []
  /// The path of the capture as it was imported; nil for standard input and in redacted reports.
  public var captureFile: String?
  /// Version of the tool.
  public var toolVersion: String
  /// Version of the engine.
  public var engineVersion: String
  /// Command lines that reproduce every number of the report.
  public var commands: [String] = []
  /// The command that replays the trace, without configuration and edits; nil if there is none.
  public var replayCommand: String?
  /// The replay inputs for the engine in a page, as a gzip stream; nil without a workbench.
  public var inputs: [UInt8]?
  /// The diagnosis; nil if the trace was not diagnosed.
  public var diagnosis: ReportDiagnosis?
  /// The recording first, then replays.
  public var tracks: [ReportOutcome] = []
  /// The views around and in this one, and which of them each drag went to; nil without any.
  public var nested: ReportNested?
  /// The layouts in order of time.
  public var layouts: [ReportLayout] = []
  /// Whether lines run from right to left.
  public var isRightToLeft = false
  /// From where offsets count, if sentences and tables differ in it; else nil.
  var offsetOrigin: String? {
    guard isRightToLeft, information.axes != .vertical else { return nil }
    return "sentences: from the leading edge; tables and charts: from the left, as the app's"
  }
  /// The containers in order of time.
  public var containers: [ReportContainer] = []
  /// Touches, from down to up.
  public var gestures: [ReportGesture] = []
  /// Marked events: commands, layout changes, annotations.
  public var marks: [ReportEvent] = []
  /// The index of the replay in the verdict: under the declared configuration, else the only
  /// requested one; nil if no replay was checked.
  public var judgedTrack: Int?
  /// The group of configurations that reproduce the recording; nil if none does.
  public var recordingGroup: Int?
  /// Differences between the first track and others.
  public var divergences: [ReportDivergence] = []
  /// The defects, worst first.
  public var findings: [ReportFinding] = []
  /// Impressions under each policy.
  public var policies: [ReportPolicy] = []
  /// Smoothness metrics.
  public var figures: [ReportFigure] = []
  /// Configurations side by side.
  public var matrix: [ReportCell] = []
  /// Whether the declared configuration refers to a behavior that is not registered.
  public var lacksCode = false
  /// Missing results and assumptions, as sentences.
  public var notes: [String] = []
  /// The data that a redaction removed; empty for an unredacted report.
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

  /// Whether horizontal offsets are shown: along the trace's axis, or else the axis along which the
  /// first track moves farther.
  var isHorizontal: Bool {
    if let axes = information.axes { return axes == .horizontal }
    guard let track = tracks.first else { return false }
    func reach(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    return reach(track.xs) > reach(track.ys)
  }

  /// The first visible difference between the recording and the checked replay.
  public var judgedDivergence: ReportDivergence? {
    guard let judgedTrack else { return nil }
    return divergences.first { $0.track == judgedTrack && $0.verdict != "invisible" }
  }

  /// The name of the differing replay.
  func trackName(of divergence: ReportDivergence) -> String {
    tracks.indices.contains(divergence.track) ? tracks[divergence.track].name : "replay"
  }
}

/// The severity of a result.
public enum ReportSeverity: String, CaseIterable, Hashable, Comparable, Sendable {
  /// No problem.
  case ok
  /// Information.
  case info
  /// Nothing was compared or checked, so nothing is known to be correct.
  case notChecked = "not-checked"
  /// Worth knowing.
  case notice
  /// A visible defect.
  case warning
  /// Something that must never happen.
  case error

  /// The severity as text.
  public var label: String { self == .notChecked ? "not checked" : rawValue }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether one severity is lower than another.
  public static func < (first: ReportSeverity, second: ReportSeverity) -> Bool {
    first.rank < second.rank
  }
}
