public import ScrollModel

/// Everything that a report shows, as plain values: whoever makes one has done the analysis.
///
/// Every face of a report (HTML, Markdown, JSON, JUnit, SARIF, trace events) is made of the same
/// document, so they cannot disagree. What could not be computed stands in `notes`, never as zero.
public struct ReportDocument: Sendable {
  /// The verdict in one sentence.
  public var verdict: String
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
  /// What could not be computed or was taken for granted, as sentences.
  public var notes: [String] = []
  /// What a redaction removed; empty for a report that was not redacted.
  public var redactions: [String] = []

  /// Creates a document without results.
  public init(
    verdict: String, severity: ReportSeverity, information: TraceInformation, traceID: Int64,
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

/// The recording, or one replay: frames as columns, and what was decided.
public struct ReportTrack: Sendable {
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
  /// Ids that the position reported, with their moments.
  public var ids: [(time: Int64, id: String?)] = []
  /// The settles.
  public var settles: [ReportSettle] = []
  /// Where a release without velocity would come to rest, each from a moment on.
  public var rests: [ReportRest] = []
  /// How its configuration looks at targets; nil where it is unknown.
  public var lens: ReportLens?

  /// What the recording is called.
  public static let recordingName = "recording"
  /// What the replay under the declared configuration is called.
  public static let declaredName = "replay as declared"
  /// What the replay of a trace that declares no configuration is called.
  public static let defaultName = "replay under defaults"

  /// Creates a track without frames.
  public init(name: String, configuration: String? = nil, drive: String? = nil) {
    self.name = name
    self.configuration = configuration
    self.drive = drive
  }
}

/// One release up to its rest.
public struct ReportSettle: Sendable {
  /// A place at which it could have come to rest.
  public struct Candidate: Hashable, Sendable {
    /// The target, if the place is one's.
    public var id: String?
    /// Its offset, in points.
    public var place: Double
    /// Its distance from the projected rest, in points.
    public var distance: Double
    /// Whether it was chosen, or why not.
    public var verdict: String

    /// Creates a candidate.
    public init(id: String?, place: Double, distance: Double, verdict: String) {
      self.id = id
      self.place = place
      self.distance = distance
      self.verdict = verdict
    }
  }

  /// What a release would choose over a grid of offsets and velocities: where it would have flipped.
  public struct Plane: Hashable, Sendable {
    /// Offsets of the columns, in points.
    public var offsets: [Double]
    /// Velocities of the rows, in points per second.
    public var velocities: [Double]
    /// The chosen targets or places; `cells` count in this list.
    public var choices: [String]
    /// For each velocity a row: the number of the choice for each offset.
    public var cells: [[Int]]

    /// Creates a plane.
    public init(offsets: [Double], velocities: [Double], choices: [String], cells: [[Int]]) {
      self.offsets = offsets
      self.velocities = velocities
      self.choices = choices
      self.cells = cells
    }
  }

  /// Its number in the track, from 1.
  public var number: Int
  /// Whether it is along the horizontal axis.
  public var isHorizontal: Bool
  /// When the finger let go, in nanoseconds.
  public var releaseTime: Int64
  /// When it came to rest, in nanoseconds.
  public var restTime: Int64
  /// Offset at the release, in points.
  public var releaseOffset: Double
  /// Velocity at the release, in points per second; nil where unknown.
  public var velocity: Double?
  /// How the velocity is known.
  public var velocityEvidence: String?
  /// Where it would have come to rest by itself, in points.
  public var projected: Double?
  /// Where it came to rest, in points.
  public var rest: Double
  /// How it ended.
  public var ending: String
  /// The rule in one sentence.
  public var sentence: String
  /// How far the projected rest may move before another candidate is chosen, in points.
  public var flipMargin: Double?
  /// Fitted deceleration per millisecond.
  public var deceleration: Double?
  /// The candidates, nearest first.
  public var candidates: [Candidate] = []
  /// Where another release would have gone.
  public var plane: Plane?

  /// Creates a settle.
  public init(
    number: Int, isHorizontal: Bool, releaseTime: Int64, restTime: Int64, releaseOffset: Double,
    rest: Double, ending: String, sentence: String
  ) {
    self.number = number
    self.isHorizontal = isHorizontal
    self.releaseTime = releaseTime
    self.restTime = restTime
    self.releaseOffset = releaseOffset
    self.rest = rest
    self.ending = ending
    self.sentence = sentence
  }
}

/// The targets from a moment on.
public struct ReportLayout: Sendable {
  /// From when on it holds, in nanoseconds.
  public var time: Int64
  /// Size of the content, where known.
  public var contentSize: Size?
  /// The targets in layout order.
  public var targets: [(id: String, frame: Rect)]

  /// Creates a layout.
  public init(time: Int64, contentSize: Size?, targets: [(id: String, frame: Rect)]) {
    self.time = time
    self.contentSize = contentSize
    self.targets = targets
  }
}

/// The container from a moment on.
public struct ReportContainer: Hashable, Sendable {
  /// From when on it holds, in nanoseconds.
  public var time: Int64
  /// Its size.
  public var size: Size
  /// Its insets.
  public var insets: Insets

  /// Creates a container.
  public init(time: Int64, size: Size, insets: Insets) {
    self.time = time
    self.size = size
    self.insets = insets
  }
}

/// One finger from down to up, or a run of wheel samples.
public struct ReportGesture: Sendable {
  /// `touch` or `wheel`.
  public var kind: String
  /// When it began, in nanoseconds.
  public var from: Int64
  /// When it ended, in nanoseconds.
  public var to: Int64
  /// Where the finger was, in the container: time in nanoseconds, x and y in points.
  public var path: [(time: Int64, x: Double, y: Double)]

  /// Creates a gesture.
  public init(kind: String, from: Int64, to: Int64, path: [(time: Int64, x: Double, y: Double)]) {
    self.kind = kind
    self.from = from
    self.to = to
    self.path = path
  }
}

/// A moment worth a mark.
public struct ReportMark: Hashable, Sendable {
  /// When, in nanoseconds.
  public var time: Int64
  /// `command`, `layout`, `container`, `note`.
  public var kind: String
  /// What happened.
  public var text: String

  /// Creates a mark.
  public init(time: Int64, kind: String, text: String) {
    self.time = time
    self.kind = kind
    self.text = text
  }
}

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
    track: Int, kind: String, verdict: String, headline: String, stage: String, cause: String,
    from: Int64, to: Int64, maximum: Double
  ) {
    self.track = track
    self.kind = kind
    self.verdict = verdict
    self.headline = headline
    self.stage = stage
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

  /// Creates a figure.
  public init(name: String, value: Double?, unit: String, detail: String) {
    self.name = name
    self.value = value
    self.unit = unit
    self.detail = detail
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
  /// The largest distance from the recording, in points.
  public var worst: Double?
  /// Releases that end elsewhere under its physics, and the first rule that differs, as sentences.
  public var contrasts: [String] = []

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
