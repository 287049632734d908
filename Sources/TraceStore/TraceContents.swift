public import ScrollModel

/// Which kinds of entries a stored trace has.
public struct TraceContents: Hashable, Sendable {
  /// Whether there are samples of fingers.
  public var hasTouches = false
  /// Whether there are wheel or trackpad samples.
  public var hasWheel = false
  /// Whether there are programmatic scrolls.
  public var hasCommands = false
  /// Whether there are layouts.
  public var hasLayouts = false
  /// Whether there are content edits.
  public var hasEdits = false
  /// Whether container changes say how large the container is.
  public var containersGiveSize = false
  /// Whether container changes say its insets.
  public var containersGiveInsets = false
  /// Whether container changes say insets other than none.
  public var containersHaveInsets = false
  /// Whether there are geometry frames.
  public var hasFrames = false
  /// Whether there are scroll-phase changes, or frames that say their phase.
  public var hasPhases = false
  /// Whether there are reports of the position.
  public var hasPositions = false
  /// Whether there are visibility events or sets.
  public var hasVisibility = false
  /// Whether there are reports of releases.
  public var hasReleases = false
  /// Whether frames say how large the container is.
  public var framesGiveContainer = false
  /// Whether the trace contains the container's size, without which rests are not computed.
  public var hasContainerSize: Bool { containersGiveSize || framesGiveContainer }
  /// Whether frames say insets other than none.
  public var framesGiveInsets = false
  /// Whether frames say how large the content is.
  public var framesGiveContent = false

  /// A moment of a tick that frames imply; nil where one is told, or time zero is one.
  public var inferredTick: TraceTime?

  /// How content went on behind releases of which only phases tell.
  public var glides: [RecordedDeceleration] = []

  /// The axes along which frames move; nil if the trace names its axes, or if no frame moves.
  public var movedAxes: ScrollAxes?

  /// Whether frames have different offsets from left to right.
  public var movesHorizontally = false
  /// Whether frames have different offsets from top to bottom.
  public var movesVertically = false

  /// Creates the contents of an empty trace.
  public init() {}

  /// Whether something obscures the container, as far as the trace says.
  public var hasInsets: Bool { containersHaveInsets || framesGiveInsets }
}
