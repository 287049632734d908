public import ScrollModel

/// What a scene file says: the container, the stack in it, and the items that make the first layout.
///
/// A scene is everything that exists before anybody touches the scroll view. Read one with
/// `init(json:name:seed:)`; the format is described in `docs/simulating.md`.
public struct SceneFile: Hashable, Sendable {
  /// Names and texts that are passed through to the trace.
  public var labels: Labels
  /// The directions in which the view scrolls; a stack follows the first of them it can.
  public var axes = ScrollAxes.vertical
  /// Size of the scroll view's frame, insets included.
  public var container: Size
  /// Safe area and content margins.
  public var insets = Insets.zero
  /// Which way lines run.
  public var direction = LayoutDirection.leftToRight
  /// Device pixels per point.
  public var scale = 3.0
  /// Frames per second of the display.
  public var refreshRate = 60.0
  /// How the items are put behind each other.
  public var stack = Stack()
  /// What is in the scroll view.
  public var content: Content
  /// How far a lazy stack measures ahead; nil for a stack that measures everything.
  public var lazy: Lazy?
  /// The seed of the items' sizes; nil takes the seed of the run.
  public var seed: UInt64?

  /// Creates a vertical scene with the defaults of a scene file.
  public init(name: String, container: Size, content: Content) {
    labels = Labels(name: name)
    self.container = container
    self.content = content
  }
}

extension SceneFile {
  /// Texts about the scene that the simulation passes through and does not read.
  public struct Labels: Hashable, Sendable {
    /// What people call the trace.
    public var name: String
    /// The name of the trace of the scroll view around this one.
    public var parentName: String?
    /// The device.
    public var device: String?
    /// The operating system and its version.
    public var system: String?
    /// The app and its version.
    public var app: String?
    /// The configuration that the app is said to have, in its text form.
    public var configuration: String?

    /// Creates labels with nothing but a name.
    public init(name: String) {
      self.name = name
    }
  }

  /// How items are put behind each other.
  public struct Stack: Hashable, Sendable {
    /// Distance between neighbors.
    public var spacing = 0.0
    /// Distance around all items.
    public var padding = Insets.zero
    /// Where an item lies that is narrower than the stack.
    public var alignment = CrossAlignment.center

    /// Creates a stack without spacing and padding.
    public init() {}
  }

  /// Where an item lies across the stack.
  public enum CrossAlignment: String, CaseIterable, Hashable, Sendable {
    /// At the leading side of a vertical stack, at the top of a horizontal one.
    case start
    /// In the middle.
    case center
    /// At the trailing side of a vertical stack, at the bottom of a horizontal one.
    case end
  }

  /// A lazy stack.
  public struct Lazy: Hashable, Sendable {
    /// How many items behind the visible ones are measured at the start.
    public var measuredAhead: Int
    /// Whether the engine's view measures what it shows; otherwise the script says what is measured.
    public var measuresShown: Bool

    /// Creates a lazy stack.
    public init(measuredAhead: Int, measuresShown: Bool = false) {
      self.measuredAhead = measuredAhead
      self.measuresShown = measuresShown
    }
  }

  /// What is in the scroll view.
  public enum Content: Hashable, Sendable {
    /// Items of a stack, one by one.
    case items([Item])
    /// Items of a stack, made from a rule.
    case generated(ItemRule)
    /// Targets with given frames, and the content size; nil ends the content where the frames end.
    case frames([TargetFrame], contentSize: Size?)
  }

  /// One item of a stack.
  public struct Item: Hashable, Sendable {
    /// Which target.
    public var id: TargetID
    /// How large it is.
    public var size: ItemSize

    /// Creates an item.
    public init(id: TargetID, size: ItemSize) {
      self.id = id
      self.size = size
    }
  }

  /// The size of an item.
  public enum ItemSize: Hashable, Sendable {
    /// An extent along the stack; across it the item is as wide as the container leaves room for.
    case length(Double)
    /// A size that does not follow the container.
    case fixed(Size)
  }

  /// A rule that makes as many items as wanted.
  public struct ItemRule: Hashable, Sendable {
    /// How many items there are at the start.
    public var count: Int
    /// What the ids are.
    public var ids: IDs
    /// What the sizes are.
    public var size: SizeRule

    /// Creates a rule.
    public init(count: Int, ids: IDs, size: SizeRule) {
      self.count = count
      self.ids = ids
      self.size = size
    }

    /// What the ids of made items are.
    public enum IDs: Hashable, Sendable {
      /// Integers that go up by one.
      case integers(first: Int64)
      /// Strings: the prefix and a number that starts at 0.
      case strings(prefix: String)
    }

    /// What the sizes of made items are.
    public enum SizeRule: Hashable, Sendable {
      /// The same size for all.
      case same(ItemSize)
      /// Lengths from a range, whole steps above its lower end, drawn with the scene's seed.
      case drawn(ClosedRange<Double>, step: Double)
    }
  }
}
