public import ScrollModel

/// The kinds of entries in a stored trace.
public struct TraceContents: Hashable, Sendable {
  /// Whether there are touch samples.
  public var hasTouches = false
  /// Whether there are wheel or trackpad samples.
  public var hasWheel = false
  /// Whether there are programmatic scrolls.
  public var hasCommands = false
  /// Whether there are layouts.
  public var hasLayouts = false
  /// Whether there are content edits.
  public var hasEdits = false
  /// Whether container changes contain the container's size.
  public var containersGiveSize = false
  /// Whether container changes contain insets.
  public var containersGiveInsets = false
  /// Whether container changes contain nonzero insets.
  public var containersHaveInsets = false
  /// Whether there are geometry frames.
  public var hasFrames = false
  /// Whether there are scroll-phase changes, or frames with a phase.
  public var hasPhases = false
  /// Whether there are position reports.
  public var hasPositions = false
  /// Whether there are visibility events or sets.
  public var hasVisibility = false
  /// Whether there are release reports.
  public var hasReleases = false
  /// Whether frames contain the container's size.
  public var framesGiveContainer = false
  /// Whether the trace contains the container's size, without which rests are not computed.
  public var hasContainerSize: Bool { containersGiveSize || framesGiveContainer }
  /// Whether frames contain nonzero insets.
  public var framesGiveInsets = false
  /// Whether frames contain the content's size.
  public var framesGiveContent = false

  /// A tick time inferred from frames; nil if it is recorded, or if time zero is a tick.
  public var inferredTick: TraceTime?

  /// The decelerations after releases that are known only from phases.
  public var glides: [RecordedDeceleration] = []

  /// The axes along which frames move; nil if the trace has declared axes, or if no frame moves.
  public var movedAxes: ScrollAxes?

  /// Whether the frames' horizontal offsets differ.
  public var movesHorizontally = false
  /// Whether the frames' vertical offsets differ.
  public var movesVertically = false

  /// The traces of the views around and in this one, with which it replays; nil without any.
  public var nested: NestedTrace?

  /// Creates the contents of an empty trace.
  public init() {}

  /// Whether the container has insets, as far as known.
  public var hasInsets: Bool { containersHaveInsets || framesGiveInsets }
}
