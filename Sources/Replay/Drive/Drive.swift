public import ScrollModel
public import TraceStore

/// The source of movement in a replay.
public enum Drive: String, CaseIterable, Hashable, Sendable {
  /// The recorded touches and wheel steps: the engine does everything.
  case gesture
  /// The recorded offsets while a finger is down; the engine from each release on.
  case release
  /// The recorded offsets; the engine only derives reports from them.
  case offset
  /// Programmatic scrolls and layout changes only.
  case command

  /// The meaning of the drive, as a clause.
  public var summary: String {
    switch self {
    case .gesture: "recorded gestures drive the engine"
    case .release: "recorded offsets until each release, the engine from there"
    case .offset: "recorded offsets drive ids, visibility and phases"
    case .command: "programmatic scrolls and layout changes drive the engine"
    }
  }
}

/// A drive and the reason for its choice.
public struct DriveChoice: Hashable, Sendable {
  /// The drive.
  public var drive: Drive
  /// The reason, as a clause.
  public var reason: String
  /// Whether the caller requested it.
  public var isForced: Bool

  /// Creates a choice.
  public init(_ drive: Drive, reason: String, isForced: Bool = false) {
    self.drive = drive
    self.reason = reason
    self.isForced = isForced
  }

  /// Longest interval of touch samples that determines a release velocity, in milliseconds.
  public static let longestSampleInterval = 34.0

  /// Chooses the possible drive in which the engine does most.
  public static func automatic(
    _ contents: TraceContents, _ information: TraceInformation
  ) -> DriveChoice {
    if contents.hasTouches || contents.hasWheel {
      let quantity = contents.hasTouches ? Quantity.touch : .wheel
      switch information.qualities[quantity] {
      case .throttled(let interval) where interval > longestSampleInterval && contents.hasFrames:
        return DriveChoice(
          .release, reason: "\(quantity.rawValue) samples come only every \(Int64(interval)) ms")
      case .derived where contents.hasFrames:
        return DriveChoice(.release, reason: "\(quantity.rawValue) samples are derived")
      default:
        return DriveChoice(.gesture, reason: "\(quantity.rawValue) samples are recorded")
      }
    }
    guard contents.hasFrames else {
      return DriveChoice(.command, reason: "there are neither gestures nor frames")
    }
    if contents.hasReleases || contents.hasPhases {
      return DriveChoice(
        .release, reason: "frames and \(contents.hasReleases ? "releases" : "phases") are recorded")
    }
    if contents.hasCommands {
      return DriveChoice(.command, reason: "programmatic scrolls are recorded, gestures are not")
    }
    return DriveChoice(.offset, reason: "only offsets are recorded")
  }

  /// Returns the reason why a drive is impossible for a trace, or nil if it is possible.
  public static func obstacle(to drive: Drive, _ contents: TraceContents) -> String? {
    switch drive {
    case .gesture:
      contents.hasTouches || contents.hasWheel
        ? nil : "the trace holds no touch and no wheel sample"
    case .release, .offset:
      contents.hasFrames ? nil : "the trace holds no geometry frame"
    case .command:
      nil
    }
  }
}
