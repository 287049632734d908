/// What a `ScrollPosition` holds: a value with SwiftUI's semantics and no scroll view.
///
/// At any moment exactly one kind is configured. A request reads back as it was made, whether or not
/// a scroll view can reach it. What another module gives SwiftUI's names to is decided here.
public struct PositionValue: Sendable {
  /// What the position was configured with, or who took it over.
  public enum Kind: Hashable, Sendable {
    /// Nothing asked for.
    case automatic
    /// A target, with an anchor to align it by.
    case id(TargetID, anchor: UnitPoint?)
    /// A side of the content.
    case edge(Edge)
    /// A content offset.
    case point(Point)
    /// A horizontal content offset.
    case x(Double)
    /// A vertical content offset.
    case y(Double)
    /// The user scrolled; the top-most visible target, if one has a matching id.
    case user(TargetID?)
  }

  /// What is configured.
  public private(set) var kind: Kind
  /// The type of the ids that a user scroll may report.
  public private(set) var idType: IDType
  /// How often a mutator was called: what makes an identical request a new one.
  public private(set) var changes: Int64

  /// Creates an automatic position.
  public init(idType: IDType = .never) {
    self.init(.automatic, idType)
  }

  /// Creates a position at a target; the id's type becomes the id type.
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

// Getters of one case name all others: with a default, the optimizer of Swift 6.3.1 fails in modules that
// inline them.
extension PositionValue {
  /// The edge, while the position is configured with one.
  public var edge: Edge? {
    switch kind {
    case .edge(let edge): edge
    case .automatic, .id, .point, .x, .y, .user: nil
    }
  }

  /// The point, while the position is configured with one.
  public var point: Point? {
    switch kind {
    case .point(let point): point
    case .automatic, .id, .edge, .x, .y, .user: nil
    }
  }

  /// The horizontal offset, while only that is configured.
  public var x: Double? {
    switch kind {
    case .x(let x): x
    case .automatic, .id, .edge, .point, .y, .user: nil
    }
  }

  /// The vertical offset, while only that is configured.
  public var y: Double? {
    switch kind {
    case .y(let y): y
    case .automatic, .id, .edge, .point, .x, .user: nil
    }
  }

  /// The id asked for, or the one a user scroll reported.
  public var viewID: TargetID? {
    switch kind {
    case .id(let id, _): id
    case .user(let id): id
    default: nil
    }
  }

  /// Returns the id if it has the type, where optional wrapping counts as the switch says.
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

  /// Asks for a target; the id's type becomes the id type.
  public mutating func scrollTo(id: TargetID, anchor: UnitPoint? = nil) {
    idType = IDType(of: id)
    request(.id(id, anchor: anchor))
  }

  /// Asks for an edge.
  public mutating func scrollTo(edge: Edge) { request(.edge(edge)) }

  /// Asks for a content offset.
  public mutating func scrollTo(point: Point) { request(.point(point)) }

  /// Asks for a content offset given by two numbers.
  public mutating func scrollTo(x: Double, y: Double) { request(.point(Point(x: x, y: y))) }

  /// Asks for a horizontal content offset.
  public mutating func scrollTo(x: Double) { request(.x(x + 0.0)) }

  /// Asks for a vertical content offset.
  public mutating func scrollTo(y: Double) { request(.y(y + 0.0)) }

  /// Takes the position over for the user, with the target now on top.
  public mutating func positionByUser(at id: TargetID?) {
    kind = .user(id)
  }

  /// Replaces the id after a programmatic scroll to an id, under the switch that asks for it.
  public mutating func report(topMost id: TargetID) {
    if case .id(_, let anchor) = kind { kind = .id(id, anchor: anchor) }
  }

  private mutating func request(_ kind: Kind) {
    self.kind = kind
    changes = changes < .max ? changes + 1 : 0
  }
}

extension PositionValue: Hashable {
  /// Whether two positions are the same request; calling a mutator again makes another one.
  public static func == (first: PositionValue, second: PositionValue) -> Bool {
    first.isEqual(to: second, .seeded)
  }

  /// Returns whether two positions are equal as the switch says.
  public func isEqual(to other: PositionValue, _ choice: PositionEqualityChoice) -> Bool {
    kind == other.kind && idType == other.idType
      && (choice == .structural || changes == other.changes)
  }

  /// Feeds what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(idType)
    hasher.combine(changes)
  }
}

extension PositionValue {
  /// The same request as if its mutators had been called so often.
  func counting(_ changes: Int64) -> PositionValue {
    var copy = self
    copy.changes = changes
    return copy
  }
}
