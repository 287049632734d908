public import Analysis
public import ScrollModel

/// Settles and findings of a trace while it is recorded.
///
/// The same analyses run over the stored trace later. Three things are only known at the end: the
/// engine's decisions, which need the contents of the whole trace, the axis of a trace that declares
/// none or both, and the noise of its offsets at rest. `corrections` returns the resulting
/// differences.
public struct LiveAnalysis {
  /// One result.
  public enum Result: Equatable {
    /// A release and its end.
    case settle(SettleReport)
    /// A finding of severity notice or higher, when its detector decides it.
    case finding(Finding)
  }

  /// The differences between the results of a recording and those of the whole trace.
  public struct Corrections {
    /// Results that were not returned during the recording.
    public var added: [Result] = []
    /// Results that the whole trace does not have.
    public var withdrawn: [Result] = []
  }

  private typealias Analyses = AnalysisPair<
    AnalysisPair<FindingsAnalysis, TraceLint>, ConfigurationLint?
  >

  /// One pass for the declared axis, or one pass per axis while the axis is still unknown.
  private var passes: [(axis: Axis?, pass: AnalysisDriver<Analyses>)]
  private var travel = Travel()
  private let isDeclared: Bool
  /// The settles that were returned.
  public private(set) var settles: [SettleReport] = []
  /// The findings that were returned, each with its severity at that time.
  public private(set) var findings: [Finding] = []

  /// Creates an analysis of a trace under the configuration that it declares.
  public init(
    of information: TraceInformation, configuration: Configuration?,
    options: FindingOptions = FindingOptions()
  ) {
    isDeclared = information.axes != nil
    let isOne = information.axes == .horizontal || information.axes == .vertical
    let axes: [Axis?] = isOne ? [nil] : [.vertical, .horizontal]
    passes = axes.map { axis in
      let analyses = AnalysisPair(
        AnalysisPair(
          FindingsAnalysis(configuration, options: options),
          TraceLint(configuration, options: options)),
        configuration.map { ConfigurationLint($0) })
      return (axis, AnalysisDriver(analyses, of: information, moved: axis))
    }
  }

  /// Handles the next event and returns the results that it completes.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) -> [Result] {
    if case .observation(.frame(let frame)) = event { travel.include(frame.offset) }
    for index in passes.indices { passes[index].pass.take(event, at: time) }
    return newResults()
  }

  /// Ends the trace and returns the results that need its end.
  public mutating func finish() -> [Result] {
    for index in passes.indices { passes[index].pass.finish() }
    return newResults()
  }

  private mutating func newResults() -> [Result] {
    let axis = isDeclared ? travel.main : travel.axis
    let index = passes.firstIndex { $0.axis == axis } ?? 0
    var results: [Result] = []
    let count = passes[index].pass.analysis.first.first.settles.reports.count
    if count > settles.count {
      let new = passes[index].pass.analysis.first.first.settles.reports[settles.count...]
      settles += new
      results += new.map { .settle($0) }
    }
    add(passes[index].pass.analysis.first.first.findings, to: &results)
    add(passes[index].pass.analysis.first.second.findings, to: &results)
    add(passes[index].pass.analysis.second?.findings ?? [], to: &results)
    return results
  }

  /// Adds findings that are new, or more severe than before.
  private mutating func add(_ found: [Finding], to results: inout [Result]) {
    for finding in found where finding.severity >= .notice {
      let known = findings.contains {
        $0.isSameKind(as: finding) && $0.severity >= finding.severity
      }
      guard !known else { continue }
      findings.append(finding)
      results.append(.finding(finding))
    }
  }

  /// Compares the results with those of the stored trace.
  public func corrections(
    settles final: [SettleReport], findings finalFindings: [Finding]
  ) -> Corrections {
    var corrections = Corrections()
    for report in final where !settles.contains(where: report.isSameSettle(as:)) {
      corrections.added.append(.settle(report))
    }
    for report in settles where !final.contains(where: report.isSameSettle(as:)) {
      corrections.withdrawn.append(.settle(report))
    }
    let least = finalFindings.filter { $0.severity >= .notice }
    for finding in least where !findings.contains(where: finding.isSameFinding(as:)) {
      corrections.added.append(.finding(finding))
    }
    for finding in findings where !least.contains(where: finding.isSameKind(as:)) {
      corrections.withdrawn.append(.finding(finding))
    }
    return corrections
  }

  /// The total movement of the trace's frames along each axis.
  private struct Travel {
    private var low: Point?
    private var high = Point(x: 0, y: 0)

    mutating func include(_ offset: Point) {
      guard let low else {
        (low, high) = (offset, offset)
        return
      }
      self.low = Point(x: min(low.x, offset.x), y: min(low.y, offset.y))
      high = Point(x: max(high.x, offset.x), y: max(high.y, offset.y))
    }

    /// The axis along which the frames move farther; vertical without movement.
    var axis: Axis {
      guard let low else { return .vertical }
      return high.x - low.x > high.y - low.y ? .horizontal : .vertical
    }

    /// The axis of a view that can scroll along both.
    var main: Axis {
      guard let low else { return .vertical }
      return ScrollAxes.main(across: high.x - low.x, down: high.y - low.y)
    }
  }
}

extension SettleReport {
  /// Whether two reports have the same axis, release, end and rest.
  public func isSameSettle(as other: SettleReport) -> Bool {
    number == other.number && axis == other.axis && release.time == other.release.time
      && ending == other.ending
      && rest == other.rest && restTime == other.restTime
  }
}

extension Finding {
  /// Whether two findings are of the same kind, which a trace contains once.
  func isSameKind(as other: Finding) -> Bool {
    detector == other.detector && structure == other.structure
  }

  /// Whether two findings have the same line of output.
  public func isSameFinding(as other: Finding) -> Bool {
    isSameKind(as: other) && severity == other.severity && place.start == other.place.start
      && message == other.message
  }
}
