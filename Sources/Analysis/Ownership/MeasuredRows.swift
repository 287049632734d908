public import ScrollModel

/// The rows of a lazy stack whose lengths were estimated and then measured, one after the other (LAZY-12).
public struct MeasuredRows: OutcomeAnalysis, Sendable {
  /// One row.
  public struct Row: Hashable, Sendable {
    /// When the layout with its length came.
    public var time: TraceTime
    /// Which row.
    public var id: TargetID
    /// The length that was assumed, along the main axis.
    public var estimated: Double
    /// The length that it has.
    public var measured: Double
    /// What the offset did with what was in view; nil where nothing in view moved in the content.
    public var decision: EstimateCorrections.Decision?
  }

  /// The rows in the order of time, the latest of many left out.
  public private(set) var rows: [Row] = []
  /// How many rows were measured.
  public private(set) var count = 0
  private var ownership = OwnershipAnalysis(nil)
  /// The estimated lengths of the last layout, by handle.
  private var guesses: [Int: Double] = [:]
  /// The first row that no frame has shown yet.
  private var unseen = 0
  private static let limit = 1000

  /// Creates an analysis that has seen nothing.
  public init() {}

  /// Lets time pass.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    ownership.wait(until: time, on: viewState)
  }

  /// Examines which rows a layout measured, and whether the next frame shows the correction.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    let known = ownership.corrections.all.count
    ownership.take(event, at: time, on: viewState)
    switch event {
    case .input(.layout), .input(.edit): compare(at: time, viewState)
    case .observation(.frame):
      if ownership.corrections.all.count > known, let last = ownership.corrections.all.last {
        for place in unseen..<rows.count { rows[place].decision = last.decision }
      }
      unseen = rows.count
    default: break
    }
  }

  /// Ends the outcome.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    ownership.finish(at: time, on: viewState)
  }

  private mutating func compare(at time: TraceTime, _ viewState: borrowing ViewState) {
    let targets = viewState.targets.count
    let axis = viewState.targets.mainAxis
    var next: [Int: Double] = [:]
    for index in 0..<targets {
      let handle = viewState.targets.handles[index]
      let length = viewState.targets.frame(at: index).length(axis)
      if viewState.targets.isEstimated(at: index) {
        next[handle] = length
      } else if let old = guesses[handle] {
        count += 1
        guard rows.count < Self.limit else { continue }
        rows.append(
          Row(
            time: time, id: viewState.targets.id(of: handle), estimated: old, measured: length))
      }
    }
    guesses = next
  }
}
