public import SQLite
public import ScrollModel

// The codes of schema.sql are the raw values of the model.
extension TouchPhase: ColumnValue {}
extension SampleDelivery: ColumnValue {}
extension WheelPhase: ColumnValue {}
extension ScrollPhase: ColumnValue {}
extension ScrollAxes: ColumnValue {}
extension Edge: ColumnValue {}
extension LayoutDirection: ColumnValue {}
extension CommandRoute: ColumnValue {}
extension AnimationCurve: ColumnValue {}
extension CoordinateSpace: ColumnValue {}
extension Quantity: ColumnValue {}
extension PinnedRole: ColumnValue {}

extension Severity {
  /// The name in the store and in JSON.
  public var name: String {
    switch self {
    case .info: "info"
    case .notice: "notice"
    case .dataLoss: "data-loss"
    case .error: "error"
    }
  }

  /// Creates a severity from its name.
  public init?(name: String) {
    guard let severity = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = severity
  }
}
