public import ScrollModel

/// Properties of the app's code besides its configuration; nil if not declared.
public struct DeclaredCode: Hashable, Sendable {
  /// Whether the stack is lazy.
  public var isLazy: Bool?
  /// Expressions of geometry observers, such as `contentOffset.y > 120`.
  public var geometryTransforms: [String] = []
  /// The offset at which a header inside the content collapses, in points.
  public var headerThreshold: Double?
  /// The reduction of the content's length in points when it collapses.
  public var headerCollapse: Double?
  /// Whether the platform's own paging is enabled together with the behavior.
  public var pagesBeside = false
  /// Whether impressions are counted from visibility callbacks without a rule for repeats.
  public var countsEveryImpression = false

  /// Creates an empty description.
  public init() {}
}

/// Problems of a configuration with its content, before any scroll.
///
/// The lint checks the first layout and the last one, so that appended items count.
public struct ConfigurationLint: OutcomeAnalysis, Sendable {
  private var list = FindingList()
  private var isLinted = false
  private let configuration: Configuration
  private let code: DeclaredCode

  /// The findings so far.
  public var findings: [Finding] { list.findings }

  /// Creates a lint of a configuration.
  public init(_ configuration: Configuration, code: DeclaredCode = DeclaredCode()) {
    self.configuration = configuration
    self.code = code
  }

  /// Checks as soon as container and layout are known.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard !isLinted, viewState.targets.isKnown, viewState.containerSize != nil else { return }
    guard case .observation(.frame) = event else { return }
    isLinted = true
    lint(viewState)
  }

  /// Checks a trace without frames.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    if !isLinted, viewState.targets.isKnown, viewState.containerSize != nil { lint(viewState) }
  }

  private mutating func lint(_ viewState: borrowing ViewState) {
    guard let content = LintedContent(configuration, viewState) else { return }
    for rule in Self.rules {
      guard let problem = rule.check(configuration, content, code) else { continue }
      let place = FindingLocation(
        start: viewState.time, end: viewState.time, firstFrame: viewState.frameCount,
        lastFrame: viewState.frameCount)
      list.add(
        Finding(
          rule.entry.id, problem.severity ?? rule.severity, at: place, problem.message,
          measures: problem.measures, cause: rule.entry.causes.first ?? "", edits: problem.edits,
          structure: [rule.entry.name]))
    }
  }

  /// The documentation of the configuration lints.
  public static let entries: [DetectorEntry] = rules.map(\.entry) + commandEntries

  private static let commandEntries: [DetectorEntry] = [
    DetectorEntry(
      "L08", "point-scroll-under-alignment",
      looksFor: "A programmatic scroll to a coordinate under a behavior.",
      evidence: "The commands of the trace.",
      causes: ["Behaviors are asked at the end of gestures and on resize only (SNAP-18)."],
      repairs: "Scroll to an id with the behavior's anchor."),
    DetectorEntry(
      "L13", "single-axis-reset",
      looksFor: "`scrollTo(x:)` or `scrollTo(y:)` in a view that scrolls both ways (SEED-12).",
      evidence: "The commands of the trace and the declared axes.",
      causes: ["The other axis goes back to its start (POS-30)."],
      repairs: "Use `scrollTo(x:y:)`."),
    DetectorEntry(
      "L17", "nil-after-edge",
      looksFor: "A scroll to an edge or coordinate of a bound `ScrollPosition` (SEED-15).",
      evidence: "The commands of the trace.",
      causes: ["The id reads nil until the user scrolls."],
      repairs: "Ignore nil when the position is saved."),
  ]
}

/// A problem found by one rule.
struct LintProblem {
  var severity: FindingSeverity?
  var message: String
  var measures: [Measure] = []
  var edits: [ConfigurationEdit] = []
}

/// One rule of the configuration lint with its documentation.
struct LintRule: Sendable {
  let entry: DetectorEntry
  let severity: FindingSeverity
  let check: @Sendable (Configuration, LintedContent, DeclaredCode) -> LintProblem?

  init(
    _ id: String, _ name: String, _ severity: FindingSeverity, _ looksFor: String, why: String,
    repairs: String,
    _ check: @escaping @Sendable (Configuration, LintedContent, DeclaredCode) -> LintProblem?
  ) {
    entry = DetectorEntry(
      id, name, looksFor: looksFor,
      evidence: "The configuration, the first layout and the container.",
      causes: [why], repairs: repairs)
    self.severity = severity
    self.check = check
  }
}

/// The content for the configuration lint, along the main axis in points.
struct LintedContent: Sendable {
  let axis: MainAxis
  let axes: ScrollAxes?
  let count: Int
  let pitch: Double?
  let spacing: Double?
  let longest: Double
  let lastLength: Double
  let refreshRate: Double?
  let crossing: Double
  let zeroLengthID: TargetID?
  let lastStart: Double
  let ids: [TargetID]
  let visibleCount: Int
  let scale: Double?
  let viewport: Double

  init?(_ configuration: Configuration, _ viewState: borrowing ViewState) {
    guard let size = viewState.containerSize else { return nil }
    let main = viewState.targets.mainAxis
    let found = MainAxis(viewState) ?? MainAxis(unscrolled: viewState, size, main)
    axis = found
    axes = viewState.axes
    count = viewState.targets.count
    pitch = viewState.targets.uniformPitch(within: 0.5)
    let spans = viewState.targets.index
    spacing = count > 1 ? spans.start(at: 1) - spans.end(at: 0) : nil
    var (longest, crossing) = (0.0, 0.0)
    var zero: TargetID?
    for index in 0..<min(count, 10_000) {
      let frame = viewState.targets.frame(at: index)
      longest = max(longest, frame.length(main))
      crossing = max(crossing, frame.length(main.crossing))
      if zero == nil, frame.length(main) == 0 {
        zero = viewState.targets.id(of: viewState.targets.handles[index])
      }
    }
    self.longest = longest
    self.crossing = crossing
    zeroLengthID = zero
    // The last target from the leading side is the leftmost one in right-to-left layouts.
    var last = (start: 0.0, length: 0.0)
    if count > 0 {
      let index = viewState.targets.index(at: found.isMirrored ? 0 : count - 1)
      last = found.span(of: viewState.targets.frame(at: index))
    }
    lastLength = last.length
    refreshRate = viewState.refreshRate
    lastStart = last.start
    ids = viewState.targets.handles.prefix(64).map { viewState.targets.id(of: $0) }
    visibleCount = viewState.window.count
    scale = viewState.scale
    viewport =
      configuration.switches.visibilityViewport == .visibleRect ? found.frame : found.inner
  }
}

extension MainAxis {
  /// Creates the axis of a view without frames, at its start.
  fileprivate init(unscrolled viewState: borrowing ViewState, _ size: Size, _ axis: Axis) {
    let insets = viewState.insets ?? .zero
    let isVertical = axis == .vertical
    let mirrored = !isVertical && viewState.layoutDirection == .rightToLeft
    self.axis = axis
    frame = isVertical ? size.height : size.width
    start = isVertical ? insets.top : mirrored ? insets.right : insets.left
    end = isVertical ? insets.bottom : mirrored ? insets.left : insets.right
    content = viewState.contentSize.map { isVertical ? $0.height : $0.width }
    isMirrored = mirrored
    offset = -start
  }
}
