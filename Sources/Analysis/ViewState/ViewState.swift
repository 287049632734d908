public import ScrollModel

/// One look at where the content was.
public struct ViewStateSample: Hashable, Sendable {
  /// The moment; moments of samples do not run backwards.
  public var time: TraceTime
  /// The content point at the top left of the container's frame, physical.
  public var offset: Point

  /// Creates a sample.
  public init(time: TraceTime, offset: Point) {
    self.time = time
    self.offset = offset
  }
}

/// Events that are known to be missing.
public struct ViewStateGap: Hashable, Sendable {
  /// The first missing moment.
  public var start: TraceTime
  /// The last missing moment.
  public var end: TraceTime
  /// How many events are missing, where known.
  public var count: Int64?
}

/// What is known of a scroll view at one moment of an outcome.
///
/// What the outcome has not told is nil and never 0. Offsets and rectangles are physical: x counts to
/// the right in either layout direction, as targets are recorded. The stage holds one layout, the
/// last two frames and the last gap, whatever the length of the trace.
public struct ViewState: Sendable {
  /// The moment; it stays where it is when a recorded time runs backwards.
  public internal(set) var time = TraceTime.zero
  /// The last frame.
  public internal(set) var sample: ViewStateSample?
  /// The frame before the last one.
  public internal(set) var previous: ViewStateSample?
  /// How many frames were taken.
  public internal(set) var frameCount = 0
  /// Whether all offsets so far are whole numbers: who records moving content so cuts off or rounds.
  public internal(set) var hasWholeOffsets = true
  /// The scroll phase.
  public internal(set) var phase: ScrollPhase?
  /// The scroll phase at the frame before the last one.
  public internal(set) var previousPhase: ScrollPhase?
  /// Size of the scroll view's frame, insets included.
  public internal(set) var containerSize: Size?
  /// Insets of the content.
  public internal(set) var insets: Insets?
  /// Size of the content.
  public internal(set) var contentSize: Size?
  /// Which way lines run.
  public internal(set) var layoutDirection: LayoutDirection?
  /// Device pixels per point.
  public internal(set) var scale: Double?
  /// Differences of offsets up to this are noise of the recorder, in points.
  public let noise: Double
  /// Frames per second of the display.
  public internal(set) var refreshRate: Double?
  /// The moment of one tick of the display.
  public internal(set) var refreshOrigin: TraceTime?
  /// Whether the user cannot scroll; nil until the trace says so.
  public internal(set) var isScrollDisabled: Bool?
  /// The directions in which the view scrolls, where the trace says so.
  public let axes: ScrollAxes?
  /// The last `app-state` annotation, such as `background`.
  public internal(set) var appState: String?
  /// Whether the app is in front; nil until an annotation says so.
  public internal(set) var isForeground: Bool?
  /// The fingers that are down, as the source numbers them, in the order in which they came.
  public internal(set) var openTouches: [Int64] = []
  /// The last gap.
  public internal(set) var gap: ViewStateGap?
  /// Whether events are missing between the last two frames.
  public internal(set) var isAfterGap = false
  /// Whether the program scrolled without an animation since the frame before the last one.
  public internal(set) var isAfterJump = false
  /// The targets as they are laid out.
  public internal(set) var targets: ViewStateTargets
  /// The ranks of targets that may overlap the visible rectangle, along the main axis.
  ///
  /// No target outside overlaps; `targets.index(at:)` turns a rank into a layout index.
  public internal(set) var window = 0..<0
  /// Counts changes of layout, container size and insets, so that a reader sees whether any happened.
  public internal(set) var geometryGeneration = 0

  var samplePhase: ScrollPhase?
  var gapBeforeNextFrame = false
  var jumpBeforeNextFrame = false
  private let qualities: [SampleQuality]

  /// Creates a stage of which nothing is known but what a trace says about itself, and along which
  /// axis its frames move, for a trace that does not say how its view scrolls.
  public init(_ information: TraceInformation? = nil, moved: Axis? = nil, noise: Double = 0) {
    self.noise = noise
    axes = information?.axes
    scale = information?.scale
    targets = ViewStateTargets(axes: information?.axes, moved: moved)
    qualities = Quantity.allCases.map { information?.qualities[$0] ?? .exact }
  }

  /// The last offset, physical.
  public var offset: Point? { sample?.offset }

  /// Returns how good the samples of a quantity are.
  public func quality(of quantity: Quantity) -> SampleQuality {
    switch quantity {
    case .touch: qualities[0]
    case .wheel: qualities[1]
    case .offset: qualities[2]
    case .geometry: qualities[3]
    case .layout: qualities[4]
    case .phase: qualities[5]
    case .position: qualities[6]
    case .visibility: qualities[7]
    case .time: qualities[8]
    }
  }

  /// Whether the content scrolls; where no phase says so, whether its last frame moved it.
  var isScrolling: Bool {
    guard let phase else { return !isAfterJump && previous?.offset != offset }
    return phase.isScrolling
  }

  /// Nanoseconds between two frames of moving content, as far as the trace tells.
  ///
  /// A throttled offset comes at its own interval; an unknown display counts as one of 60 Hz.
  public var expectedInterval: Int64 {
    if case .throttled(let milliseconds) = quality(of: .offset), milliseconds < 1e9 {
      return Int64(milliseconds * 1_000_000)
    }
    guard let period = refreshPeriod, period < 1e15 else { return 16_666_667 }
    return Int64(period)
  }

  /// Nanoseconds between two ticks of the display, where its rate is known.
  public var refreshPeriod: Double? {
    guard let refreshRate, refreshRate > 0 else { return nil }
    return 1_000_000_000 / refreshRate
  }

  /// The part of the content that the container's frame covers, with what lies under bars.
  public var visibleRect: Rect? {
    guard let offset = sample?.offset, let size = containerSize else { return nil }
    return Rect(origin: offset, size: size)
  }

  /// The part of the content within the insets; unknown insets count as none.
  public var unobscuredRect: Rect? {
    guard let rect = visibleRect else { return nil }
    guard let insets else { return rect }
    let width = rect.size.width - insets.left - insets.right
    let height = rect.size.height - insets.top - insets.bottom
    return Rect(
      x: rect.origin.x + insets.left, y: rect.origin.y + insets.top,
      width: width > 0 ? width : 0, height: height > 0 ? height : 0)
  }

  /// Returns the rectangle that visible fractions refer to.
  public func viewport(_ choice: ViewportChoice) -> Rect? {
    choice == .visibleRect ? visibleRect : unobscuredRect
  }

  /// Returns how much of the target at a layout index lies in a viewport, from 0 to 1.
  public func visibleFraction(
    ofIndex index: Int, in viewport: Rect, measure: VisibilityMeasureChoice = .area
  ) -> Double {
    let frame = targets.frame(at: index)
    return switch measure {
    case .area: frame.shownFraction(in: viewport)
    case .length: frame.shownFraction(in: viewport, along: targets.mainAxis)
    }
  }
}
