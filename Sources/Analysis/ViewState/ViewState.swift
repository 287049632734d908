public import ScrollModel

/// The offset at one time.
public struct ViewStateSample: Hashable, Sendable {
  /// The time; times of samples do not decrease.
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
  /// The first missing time.
  public var start: TraceTime
  /// The last missing time.
  public var end: TraceTime
  /// The number of missing events, if known.
  public var count: Int64?
}

/// The known state of a scroll view at one time of an outcome.
///
/// Unknown values are nil and never 0. Offsets and rectangles are physical: x counts to the right
/// in either layout direction, as in recorded targets. The state contains one layout, the last two
/// frames and the last gap, so its size is independent of the trace.
public struct ViewState: Sendable {
  /// The time; it does not decrease if a recorded time does.
  public internal(set) var time = TraceTime.zero
  /// The last frame.
  public internal(set) var sample: ViewStateSample?
  /// The frame before the last one.
  public internal(set) var previous: ViewStateSample?
  /// The number of frames.
  public internal(set) var frameCount = 0
  /// The shortest interval at which frames moved the content twice in a row, in nanoseconds.
  ///
  /// Not every recorder that looks every 100 ms declares it.
  var movingInterval: Int64?
  /// Whether all offsets so far are whole numbers, as from a recorder that truncates or rounds.
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
  /// The direction of lines of text.
  public internal(set) var layoutDirection: LayoutDirection?
  /// Device pixels per point.
  public internal(set) var scale: Double?
  /// Largest difference of offsets that is noise of the recorder, in points.
  public let noise: Double
  /// Frames per second of the display.
  public internal(set) var refreshRate: Double?
  /// The time of one tick of the display.
  public internal(set) var refreshOrigin: TraceTime?
  /// Whether scrolling by the user is disabled; nil until the trace contains it.
  public internal(set) var isScrollDisabled: Bool?
  /// The axes along which the view scrolls, if known.
  public let axes: ScrollAxes?
  /// The last `app-state` annotation, such as `background`.
  public internal(set) var appState: String?
  /// Whether the app is in the foreground; nil until an annotation contains it.
  public internal(set) var isForeground: Bool?
  /// The fingers that are down, numbered as in the source, in the order of their touches.
  public internal(set) var openTouches: [Int64] = []
  /// The last gap.
  public internal(set) var gap: ViewStateGap?
  /// Whether events are missing between the last two frames.
  public internal(set) var isAfterGap = false
  /// Whether the program scrolled without animation since the frame before the last one.
  public internal(set) var isAfterJump = false
  /// The current layout of the targets.
  public internal(set) var targets: ViewStateTargets
  /// The ranks of targets that may overlap the visible rectangle, along the main axis.
  ///
  /// No target outside overlaps; `targets.index(at:)` converts a rank to a layout index.
  public internal(set) var window = 0..<0
  /// Counts changes of layout, container size and insets, so that a reader can detect them.
  public internal(set) var geometryGeneration = 0

  var samplePhase: ScrollPhase?
  var gapBeforeNextFrame = false
  var jumpBeforeNextFrame = false
  private let qualities: [SampleQuality]

  /// Creates a state from the information of a trace and the axis of its frames' movement, for a
  /// trace without declared axes.
  public init(_ information: TraceInformation? = nil, moved: Axis? = nil, noise: Double = 0) {
    self.noise = noise
    axes = information?.axes
    scale = information?.scale
    targets = ViewStateTargets(axes: information?.axes, moved: moved)
    qualities = Quantity.allCases.map { information?.qualities[$0] ?? .exact }
  }

  /// The last offset, physical.
  public var offset: Point? { sample?.offset }

  /// Returns the quality of the samples of a quantity.
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

  /// Whether the content scrolls; without phases, whether its last frame moved it.
  var isScrolling: Bool {
    guard let phase else { return !isAfterJump && previous?.offset != offset }
    return phase.isScrolling
  }

  /// Nanoseconds between two frames of moving content, as far as known.
  ///
  /// Throttled offsets have their own interval; an unknown display counts as one of 60 Hz.
  public var expectedInterval: Int64 {
    if case .throttled(let milliseconds) = quality(of: .offset), milliseconds < 1e9 {
      return Int64(milliseconds * 1_000_000)
    }
    guard let period = refreshPeriod, period < 1e15 else { return 16_666_667 }
    return Int64(period)
  }

  /// Nanoseconds between two ticks of the display, if its rate is known.
  public var refreshPeriod: Double? {
    guard let refreshRate, refreshRate > 0 else { return nil }
    return 1_000_000_000 / refreshRate
  }

  /// The part of the content inside the container's frame, including content under bars.
  public var visibleRect: Rect? {
    guard let offset = sample?.offset, let size = containerSize else { return nil }
    return Rect(origin: offset, size: size)
  }

  /// The part of the content within the insets; unknown insets count as zero.
  public var unobscuredRect: Rect? {
    guard let rect = visibleRect else { return nil }
    guard let insets else { return rect }
    let width = rect.size.width - insets.left - insets.right
    let height = rect.size.height - insets.top - insets.bottom
    return Rect(
      x: rect.origin.x + insets.left, y: rect.origin.y + insets.top,
      width: width > 0 ? width : 0, height: height > 0 ? height : 0)
  }

  /// Returns the reference rectangle of visible fractions.
  public func viewport(_ choice: ViewportChoice) -> Rect? {
    choice == .visibleRect ? visibleRect : unobscuredRect
  }

  /// Returns the fraction of the target at a layout index that is inside a viewport, from 0 to 1.
  ///
  /// A pinned target counts where it is drawn (PIN-2).
  public func visibleFraction(
    ofIndex index: Int, in viewport: Rect, measure: VisibilityMeasureChoice = .area
  ) -> Double {
    let frame = pinnedFrame(ofIndex: index) ?? targets.frame(at: index)
    return switch measure {
    case .area: frame.shownFraction(in: viewport)
    case .length: frame.shownFraction(in: viewport, along: targets.mainAxis)
    }
  }
}
