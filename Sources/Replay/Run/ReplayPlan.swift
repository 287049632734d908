public import ScrollEngine
public import ScrollModel
public import TraceStore

/// All parameters of a trace's replay except its events.
public struct ReplayPlan: Sendable {
  /// The replayed configuration.
  public var configuration: Configuration
  /// The source of movement.
  public var drive: DriveChoice
  /// The information of the trace.
  public var information: TraceInformation
  /// The kinds of entries in the trace.
  public var contents: TraceContents
  /// The implementation of `custom("…")` in the configuration.
  public var behavior: (any TargetBehavior)?

  /// Axes along which every view in another one keeps drags from it, whatever it declares; nil for none.
  public var containedAxes: ScrollAxes?
  /// Axes along which every view in another one hands drags over to it, whatever it declares; nil for none.
  public var chainedAxes: ScrollAxes?

  /// Plans a replay; `drive` is chosen from the contents unless it is given.
  public init(
    _ configuration: Configuration, of information: TraceInformation, _ contents: TraceContents,
    drive: Drive? = nil, behavior: (any TargetBehavior)? = nil
  ) throws(ReplayError) {
    self.configuration = configuration
    self.information = information
    // Without declared axes, those of the frames' movement are used.
    if information.axes == nil { self.information.axes = contents.movedAxes }
    self.contents = contents
    // A finger over a view in this one is over this one, too (NEST-10).
    if let nested = contents.nested {
      self.contents.hasTouches = contents.hasTouches || nested.hasTouches
      self.contents.hasWheel = contents.hasWheel || nested.hasWheel
    }
    self.behavior = behavior
    if let drive {
      if let obstacle = DriveChoice.obstacle(to: drive, self.contents) {
        throw ReplayError(
          .impossible,
          "'\(information.name)' cannot be replayed \(drive.rawValue)-driven: \(obstacle)")
      }
      self.drive = DriveChoice(drive, reason: "as asked for", isForced: true)
    } else {
      self.drive = .automatic(self.contents, information)
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

  /// Whether the trace contains the container's size, without which resting offsets are unknown.
  public var hasContainerSize: Bool { contents.hasContainerSize }

  /// Whether the trace contains the content's length.
  public var tellsContent: Bool { contents.hasLayouts || contents.framesGiveContent }
  /// Whether the trace contains the behavior's candidates: targets, if it aligns any.
  public var tellsChoices: Bool {
    switch configuration.effectiveBehavior {
    case .viewAligned, .scrollSnap: contents.hasLayouts
    case .none, .paging, .interval, .offsets, .custom: true
    }
  }

  /// Whether every machine computes the same outcome digest.
  ///
  /// A custom behavior may use the platform's mathematics, which differs in the last bits.
  public var isPortable: Bool { behavior == nil }

  /// Whether sparse touches drive the engine, so that release velocities are inaccurate.
  var hasSeldomTouches: Bool {
    guard drive.drive == .gesture, contents.hasTouches else { return false }
    switch information.qualities[.touch] {
    case .throttled(let interval): return interval > DriveChoice.longestSampleInterval
    case .derived: return true
    default: return false
    }
  }

  /// Whether the first frame may set the initial offset; recorded offsets set it anyway.
  var takesInitialOffset: Bool { drive.drive != .offset && contents.hasFrames }

  /// The declared configuration of the trace, if it differs from the replayed one.
  var otherDeclared: Configuration? {
    guard let text = information.declaredConfiguration,
      let declared = try? Configuration(text: text), declared != configuration
    else { return nil }
    return declared
  }
}

/// The reason why a replay or a comparison is impossible.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The trace lacks data that the replay needs.
    case impossible
    /// The configuration refers to an unregistered behavior.
    case unknownBehavior
    /// There was nothing to compare.
    case nothingToCompare
  }

  /// The kind of failure.
  public let kind: Kind
  /// The problem, its place, and the remedy.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
