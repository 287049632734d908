/// The value of a `ScrollPosition`, with SwiftUI's semantics and without a scroll view.
///
/// Exactly one kind is configured at any time. A request reads back as it was made, even if no
/// scroll view can fulfill it. The module with SwiftUI's names delegates its semantics to this
/// type.
public struct PositionValue: Sendable {
  /// The source of the position: a request, or the user's scroll.
  public enum Kind: Hashable, Sendable {
    /// No request.
    case automatic
    /// A target, with an anchor that aligns it.
    case id(TargetID, anchor: UnitPoint?)
    /// A side of the content.
    case edge(Edge)
    /// A content offset.
    case point(Point)
    /// A horizontal content offset.
    case x(Double)
    /// A vertical content offset.
    case y(Double)
    /// The user scrolled; the top-most visible target, if it has an id of the right type.
    case user(TargetID?)
  }

  /// The configured kind.
  public private(set) var kind: Kind
  /// The type of the ids that a user scroll may report.
  public private(set) var idType: IDType
  /// The number of mutator calls, which distinguishes identical requests.
  public private(set) var changes: Int64

  /// Creates an automatic position.
  public init(idType: IDType = .never) {
    self.init(.automatic, idType)
  }

  /// Creates a position at a target; the type of the id becomes the id type.
  public init(id: TargetID, anchor: UnitPoint? = nil) {
    self.init(.id(id, anchor: anchor), IDType(of: id))
  }

  /// Creates a position at an edge.
  public init(idType: IDType = .never, edge: Edge) {
    self.init(.edge(edge), idType)
  }

  /// Creates a position at a content offset.
  public init(idType: IDType = .never, point: Point) {
    self.init(.point(point), idType)
  }

  /// Creates a position at a content offset given by two numbers.
  public init(idType: IDType = .never, x: Double, y: Double) {
    self.init(.point(Point(x: x, y: y)), idType)
  }

  /// Creates a position at a horizontal content offset.
  public init(idType: IDType = .never, x: Double) {
    self.init(.x(x + 0.0), idType)
  }

  /// Creates a position at a vertical content offset.
  public init(idType: IDType = .never, y: Double) {
    self.init(.y(y + 0.0), idType)
  }

  private init(_ kind: Kind, _ idType: IDType) {
    self.kind = kind
    self.idType = idType
    changes = 0
  }
}

// Getters of one case list all other cases: with a default, the optimizer of Swift 6.3.1 fails
// in modules that inline them.
extension PositionValue {
  /// The edge, if the position is configured with one.
  public var edge: Edge? {
    switch kind {
    case .edge(let edge): edge
    case .automatic, .id, .point, .x, .y, .user: nil
    }
  }

  /// The point, if the position is configured with one.
  public var point: Point? {
    switch kind {
    case .point(let point): point
    case .automatic, .id, .edge, .x, .y, .user: nil
    }
  }

  /// The horizontal offset, if the position is configured with one.
  public var x: Double? {
    switch kind {
    case .x(let x): x
    case .automatic, .id, .edge, .point, .y, .user: nil
    }
  }

  /// The vertical offset, if the position is configured with one.
  public var y: Double? {
    switch kind {
    case .y(let y): y
    case .automatic, .id, .edge, .point, .x, .user: nil
    }
  }

  /// The requested id, or the id reported by a user scroll.
  public var viewID: TargetID? {
    switch kind {
    case .id(let id, _): id
    case .user(let id): id
    default: nil
    }
  }

  /// Returns the id if it has the type; the switch decides whether optional wrapping matters.
  public func viewID(
    type: IDType, optionalID: OptionalIDChoice = .unwrap
  ) -> TargetID? {
    viewID.flatMap { type.matches($0, optionalID) ? $0 : nil }
  }

  /// Whether the user scrolled since the last request; writing `false` has no effect.
  public var isPositionedByUser: Bool {
    get { if case .user = kind { true } else { false } }
    set {
      guard newValue, !isPositionedByUser else { return }
      kind = .user(viewID)
    }
  }

  /// Requests a scroll to a target; the type of the id becomes the id type.
  public mutating func scrollTo(id: TargetID, anchor: UnitPoint? = nil) {
    idType = IDType(of: id)
    request(.id(id, anchor: anchor))
  }

  /// Requests a scroll to an edge.
  public mutating func scrollTo(edge: Edge) { request(.edge(edge)) }

  /// Requests a scroll to a content offset.
  public mutating func scrollTo(point: Point) { request(.point(point)) }

  /// Requests a scroll to a content offset given by its coordinates.
  public mutating func scrollTo(x: Double, y: Double) { request(.point(Point(x: x, y: y))) }

  /// Requests a scroll to a horizontal content offset.
  public mutating func scrollTo(x: Double) { request(.x(x + 0.0)) }

  /// Requests a scroll to a vertical content offset.
  public mutating func scrollTo(y: Double) { request(.y(y + 0.0)) }

  /// Records a scroll by the user, with the target that is now top-most.
  public mutating func positionByUser(at id: TargetID?) {
    kind = .user(id)
  }

  /// Replaces the id after a programmatic scroll to an id, if the switch enables it.
  public mutating func report(topMost id: TargetID) {
    if case .id(_, let anchor) = kind { kind = .id(id, anchor: anchor) }
  }

  private mutating func request(_ kind: Kind) {
    self.kind = kind
    changes = changes < .max ? changes + 1 : 0
  }
}

extension PositionValue: Hashable {
  /// Whether two positions are the same request; calling a mutator again makes a new request.
  public static func == (first: PositionValue, second: PositionValue) -> Bool {
    first.isEqual(to: second, .seeded)
  }

  /// Returns whether two positions are equal under the switch.
  public func isEqual(to other: PositionValue, _ choice: PositionEqualityChoice) -> Bool {
    kind == other.kind && idType == other.idType
      && (choice == .structural || changes == other.changes)
  }

  /// Hashes the parts that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(idType)
    hasher.combine(changes)
  }
}

extension PositionValue {
  /// The same request with a different number of mutator calls.
  func counting(_ changes: Int64) -> PositionValue {
    var copy = self
    copy.changes = changes
    return copy
  }
}
