/// The scroll views around and in the one of a report.
public struct ReportNested: Sendable {
  /// The position of a view relative to the report's view.
  public enum Relation: String, Hashable, Sendable {
    /// It is the view of the report.
    case own
    /// It contains the report's view.
    case outer
    /// It is inside the report's view.
    case inner
    /// It is next to the report's view, inside the same view.
    case sibling

    /// The relation as people read it.
    var words: String {
      switch self {
      case .own: "this view"
      case .outer: "outer view"
      case .inner: "inner view"
      case .sibling: "sibling view"
      }
    }
  }

  /// A scroll view with its recorded offsets.
  public struct View: Sendable {
    /// The name of its trace.
    public var name: String
    /// The relation to the report's view.
    public var relation: Relation
    /// When its frames were, in nanoseconds.
    public var times: [Int64]
    /// Where its content was, from left to right.
    public var xs: [Double]
    /// Where its content was, from top to bottom.
    public var ys: [Double]

    /// Creates a view.
    public init(
      name: String, relation: Relation, times: [Int64], xs: [Double], ys: [Double]
    ) {
      self.name = name
      self.relation = relation
      self.times = times
      self.xs = xs
      self.ys = ys
    }

    /// Whether it moves farther from left to right.
    var isHorizontal: Bool { Self.span(xs) > Self.span(ys) }

    /// How far it moves along the axis on which it moves farther.
    var travel: Double { max(Self.span(xs), Self.span(ys)) }

    private static func span(_ values: [Double]) -> Double {
      (values.max() ?? 0) - (values.min() ?? 0)
    }
  }

  /// The views, the outermost first.
  public var views: [View]
  /// Which view each drag went to, by a replay of all of them.
  public var decisions: [ReportEvent]

  /// Creates the nested views of a report.
  public init(views: [View], decisions: [ReportEvent]) {
    self.views = views
    self.decisions = decisions
  }
}
