public import ScrollEngine
public import ScrollModel
public import TraceStore

/// Everything that a replay of a trace is made of, but for the events.
public struct ReplayPlan: Sendable {
  /// What the app's code is taken to have chosen.
  public var configuration: Configuration
  /// What moves the content.
  public var drive: DriveChoice
  /// What is known of the trace.
  public var information: TraceInformation
  /// Which kinds of entries the trace has.
  public var contents: TraceContents
  /// What `custom("…")` in the configuration stands for.
  public var behavior: (any TargetBehavior)?

  /// Plans a replay; `drive` is chosen from the contents unless it is given.
  public init(
    _ configuration: Configuration, of information: TraceInformation, _ contents: TraceContents,
    drive: Drive? = nil, behavior: (any TargetBehavior)? = nil
  ) throws(ReplayError) {
    self.configuration = configuration
    self.information = information
    // A trace that does not name its axes scrolls along those in which its frames move.
    if information.axes == nil { self.information.axes = contents.movedAxes }
    self.contents = contents
    self.behavior = behavior
    if let drive {
      if let obstacle = DriveChoice.obstacle(to: drive, contents) {
        throw ReplayError(
          .impossible,
          "'\(information.name)' cannot be replayed \(drive.rawValue)-driven: \(obstacle)")
      }
      self.drive = DriveChoice(drive, reason: "as asked for", isForced: true)
    } else {
      self.drive = .automatic(contents, information)
    }
    guard hasContainerSize || self.drive.drive == .offset else {
      throw ReplayError(
        .impossible,
        "'\(information.name)' cannot be replayed: it does not contain the size of its container; "
          + "give it one with 'scrolltrace attach TRACE --container WIDTHxHEIGHT'")
    }
    if case .custom(let name) = configuration.behavior, behavior == nil {
      throw ReplayError(
        .unknownBehavior,
        "the behavior '\(name)' is not registered in this program; register it (docs/configuration.md, "
          + "Custom behaviors), or use a built-in one")
    }
  }

  /// Whether the trace says how large its container is; without it nothing says where content may rest.
  public var hasContainerSize: Bool { contents.hasContainerSize }

  /// Whether the trace says how long its content is.
  public var tellsContent: Bool { contents.hasLayouts || contents.framesGiveContent }
  /// Whether the trace tells what the behavior chooses from: targets, if it aligns any.
  public var tellsChoices: Bool {
    switch configuration.effectiveBehavior {
    case .viewAligned, .scrollSnap: contents.hasLayouts
    case .none, .paging, .interval, .offsets, .custom: true
    }
  }

  /// Whether every machine gives the outcome's digest: a behavior that a program brings may call the
  /// platform's own mathematics, whose last bits differ.
  public var isPortable: Bool { behavior == nil }

  /// Whether touches drive the engine that come too seldom to tell a release's velocity well.
  var hasSeldomTouches: Bool {
    guard drive.drive == .gesture, contents.hasTouches else { return false }
    switch information.qualities[.touch] {
    case .throttled(let interval): return interval > DriveChoice.longestSampleInterval
    case .derived: return true
    default: return false
    }
  }

  /// Whether the first frame may say where the content starts; recorded offsets say it anyway.
  var takesInitialOffset: Bool { drive.drive != .offset && contents.hasFrames }

  /// The configuration that the trace declares, if it is another one than that of the replay.
  var otherDeclared: Configuration? {
    guard let text = information.declaredConfiguration,
      let declared = try? Configuration(text: text), declared != configuration
    else { return nil }
    return declared
  }
}

/// Why a replay or a comparison could not be made.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Hashable, Sendable {
    /// The trace lacks what the replay needs.
    case impossible
    /// The configuration names a behavior that nobody registered.
    case unknownBehavior
    /// There was nothing to compare.
    case nothingToCompare
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What happened, where, and what to do.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
