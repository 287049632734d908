public import ScrollModel

/// A headless `onScrollGeometryChange`: runs a transform at every geometry change and records the
/// actions that would be called (GEO-18 to GEO-26).
public struct ProbeAnalysis: OutcomeAnalysis, Sendable {
  /// The behavior of the observer and the limits of its data.
  public struct Options: Hashable, Sendable {
    /// The number of initial action calls (GEO-22).
    public var initial = InitialGeometryChoice.two
    /// The definition of the container's size (GEO-6, GEO-8).
    public var containerSize = ContainerSizeChoice.excludesInsets
    /// The number of actions within a second above which they are chatter.
    public var chatterLimit = 30
    /// The largest number of actions that are kept.
    public var keptActions = 100_000

    /// Creates the default options.
    public init() {}
  }

  /// The transform.
  public let expression: ProbeExpression
  private let options: Options
  private var report: ProbeReport
  private var stack: [Double] = []
  private var last: Double?
  private var lastGeometry: ProbeGeometry?
  /// The times of the last actions, a ring buffer.
  private var recent: [Int64] = []
  private var next = 0

  /// Creates an observer.
  public init(_ expression: ProbeExpression, options: Options = Options()) {
    self.expression = expression
    self.options = options
    report = ProbeReport(expression: expression.text)
    stack.reserveCapacity(16)
    recent = Array(repeating: .min, count: max(1, min(options.chatterLimit, 10_000)))
  }

  /// The result; complete after the end of the outcome.
  public var result: ProbeReport { report }

  /// Handles an event; only frames contain a geometry.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard case .observation(.frame) = event,
      let geometry = ProbeGeometry(viewState, options.containerSize), geometry != lastGeometry
    else { return }
    let isMount = lastGeometry == nil
    lastGeometry = geometry
    guard isMount else {
      deliver(geometry, at: viewState.time, isSilent: false)
      return
    }
    if options.initial == .two {
      let empty = ProbeGeometry(emptyOn: geometry.mainAxis, options.containerSize)
      if let value = run(empty) {
        last = value
        act(value, value, at: viewState.time)
      }
    }
    deliver(geometry, at: viewState.time, isSilent: options.initial == .none)
  }

  private mutating func run(_ geometry: ProbeGeometry) -> Double? {
    guard let value = expression.value(geometry, &stack) else {
      report.unknownCount &+= 1
      return nil
    }
    report.transformCount &+= 1
    return value
  }

  private mutating func deliver(_ geometry: ProbeGeometry, at time: TraceTime, isSilent: Bool) {
    guard let value = run(geometry) else { return }
    let old = last
    // As in SwiftUI, NaN differs from itself and causes an action every time.
    guard value != old else { return }
    last = value
    if !isSilent { act(old ?? value, value, at: time) }
  }

  private mutating func act(_ old: Double, _ new: Double, at time: TraceTime) {
    report.actionCount &+= 1
    if report.actions.count < options.keptActions {
      report.actions.append(
        ProbeAction(
          time: time, old: ProbeValue(old, expression.kind),
          new: ProbeValue(new, expression.kind)))
    }
    noteChatter(at: time)
  }

  private mutating func noteChatter(at time: TraceTime) {
    let first = recent[next]
    recent[next] = time.nanoseconds
    next = next + 1 == recent.count ? 0 : next + 1
    guard first != .min,
      time.nanoseconds(since: TraceTime(nanoseconds: first)) < 1_000_000_000
    else { return }
    if let end = report.chatter.last?.end.nanoseconds, end >= first {
      report.chatter[report.chatter.count - 1].end = time
      report.chatter[report.chatter.count - 1].actionCount &+= 1
    } else {
      report.chatter.append(
        ProbeChatter(
          start: TraceTime(nanoseconds: first), end: time, actionCount: recent.count + 1))
    }
  }

  /// Computes the totals.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    report.actsOnEveryChange =
      report.transformCount >= 30 && report.actionCount >= report.transformCount / 10 * 9
    if report.unknownCount > 0 { report.notes.append(unknown(on: viewState)) }
    if viewState.layoutDirection == nil, expression.usesHorizontal {
      report.notes.append("the layout direction is unknown: lines are taken to run left to right")
    }
    report.mostActionsPerSecond = mostPerSecond
  }

  private func unknown(on viewState: borrowing ViewState) -> String {
    var parts: [String] = []
    if viewState.contentSize == nil { parts.append("the content size") }
    if viewState.containerSize == nil { parts.append("the container size") }
    if viewState.insets == nil { parts.append("the insets") }
    let what = parts.isEmpty ? "something" : parts.joined(separator: ", ")
    return "\(report.unknownCount) geometries were not computed: \(what) unknown"
  }

  private var mostPerSecond: Int {
    var (first, most) = (0, 0)
    for (place, action) in report.actions.enumerated() {
      while action.time.nanoseconds(since: report.actions[first].time) >= 1_000_000_000 {
        first += 1
      }
      most = max(most, place - first + 1)
    }
    return most
  }
}

extension ProbeExpression {
  /// Whether the expression uses a horizontal quantity.
  var usesHorizontal: Bool {
    program.contains { operation in
      guard case .quantity(let quantity) = operation else { return false }
      switch quantity {
      case .offsetX, .insetLeading, .insetTrailing, .visibleMinX, .visibleMidX, .visibleMaxX,
        .boundsMinX, .boundsMidX, .boundsMaxX, .progressX:
        return true
      default: return false
      }
    }
  }
}
