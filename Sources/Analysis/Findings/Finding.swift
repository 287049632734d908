public import ScrollModel

/// The severity of a finding.
public enum FindingSeverity: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// Recognized and harmless.
  case info = 0
  /// Information; as configured, or with too little evidence for more.
  case notice = 1
  /// A visible defect or a loss of correctness.
  case warning = 2
  /// Something that must never happen.
  case error = 3

  /// Whether one severity is lower than another.
  public static func < (first: FindingSeverity, second: FindingSeverity) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The severity in one word.
  public var name: String {
    switch self {
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// One number of a finding, with its unit.
public struct Measure: Hashable, Sendable {
  /// The name of the measured quantity.
  public var name: String
  /// The number.
  public var value: Double
  /// The unit, such as `pt`, `ms` or `pt/s`; empty for counts.
  public var unit: String

  /// Creates a measure.
  public init(_ name: String, _ value: Double, _ unit: String = "pt") {
    self.name = name
    self.value = value + 0.0
    self.unit = unit
  }
}

/// The location of a finding.
public struct FindingLocation: Hashable, Sendable {
  /// The first time.
  public var start: TraceTime
  /// The last time.
  public var end: TraceTime
  /// The number of the first frame, from 1; 0 before the first.
  public var firstFrame: Int
  /// The number of the last frame.
  public var lastFrame: Int
  /// The number of the gesture, from 1; nil outside of one.
  public var gesture: Int?
  /// The target.
  public var target: TargetID?

  /// Creates a place.
  public init(
    start: TraceTime, end: TraceTime, firstFrame: Int = 0, lastFrame: Int = 0,
    gesture: Int? = nil, target: TargetID? = nil
  ) {
    self.start = start
    self.end = end
    self.firstFrame = firstFrame
    self.lastFrame = lastFrame
    self.gesture = gesture
    self.target = target
  }
}

/// The result of a detector: the problem, its location and size, and changes to try.
public struct Finding: Hashable, Sendable {
  /// The detector's id, such as `S05`.
  public var detector: String
  /// The severity.
  public var severity: FindingSeverity
  /// The location of the first occurrence with this severity.
  public var place: FindingLocation
  /// The number of occurrences in the outcome.
  public var count: Int
  /// The problem as one sentence with its numbers.
  public var message: String
  /// The numbers.
  public var measures: [Measure]
  /// The candidates that were considered, nearest first.
  public var candidates: [SettleCandidate]
  /// The likely cause, as a sentence.
  public var cause: String
  /// Configuration changes to try, the smallest first; empty if none can fix it.
  public var edits: [ConfigurationEdit]
  /// The parts of the fingerprint besides the detector.
  public var structure: [String]

  /// Creates a finding.
  public init(
    _ detector: String, _ severity: FindingSeverity, at place: FindingLocation, _ message: String,
    measures: [Measure] = [], candidates: [SettleCandidate] = [], cause: String = "",
    edits: [ConfigurationEdit] = [], structure: [String] = []
  ) {
    self.detector = detector
    self.severity = severity
    self.place = place
    self.count = 1
    self.message = message
    self.measures = measures
    self.candidates = candidates
    self.cause = cause
    self.edits = edits
    self.structure = structure
  }

  /// 16 hexadecimal digits that identify the kind of case, independent of its numbers.
  public var fingerprint: String {
    // FNV-1a over the detector and the structure; each part ends with a byte that occurs in no
    // text.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [detector] + structure {
      for byte in Array(part.utf8) + [0xFF] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Findings in the order of their first occurrence; equal kinds are merged and counted.
public struct FindingList: Hashable, Sendable {
  /// The findings.
  public private(set) var findings: [Finding] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a finding, or counts it if its kind exists; the first of the most severe is kept.
  public mutating func add(_ finding: Finding) {
    let same = findings.firstIndex {
      $0.detector == finding.detector && $0.structure == finding.structure
    }
    guard let same else {
      findings.append(finding)
      return
    }
    let before = findings[same]
    if finding.severity > before.severity { findings[same] = finding }
    findings[same].count = before.count + 1
    findings[same].place.end = max(before.place.end, finding.place.end)
    findings[same].place.lastFrame = max(before.place.lastFrame, finding.place.lastFrame)
  }
}
