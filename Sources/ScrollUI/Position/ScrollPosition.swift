public import Foundation
import ScrollModel

/// The actual or requested position of a scroll view, with SwiftUI's semantics.
///
/// A request is readable as it was made, whether or not a scroll view can reach it.
public struct ScrollPosition: Sendable {
  /// The model's position; it contains the engine's ids.
  var value: PositionValue
  /// The requested or reported id, as the program's value.
  private(set) var identifier: (any Hashable & Sendable)?

  /// Creates a position without a request; a user scroll may report ids of a type.
  public init<ID: Hashable & Sendable>(idType: ID.Type = Never.self) {
    value = PositionValue(idType: IDType(for: idType))
  }

  /// Creates a position at the view with an id; its type becomes the id type.
  public init(id: some Hashable & Sendable, anchor: UnitPoint? = nil) {
    value = PositionValue(id: TargetID(for: id), anchor: anchor?.model)
    identifier = id
  }

  /// Creates a position at an edge of the content.
  public init<ID: Hashable & Sendable>(idType: ID.Type = Never.self, edge: Edge) {
    value = PositionValue(idType: IDType(for: idType), edge: edge.model)
  }

  /// Creates a position at a content offset.
  public init<ID: Hashable & Sendable>(idType: ID.Type = Never.self, point: CGPoint) {
    value = PositionValue(idType: IDType(for: idType), point: point.model)
  }

  /// Creates a position at a content offset given by two numbers.
  public init<ID: Hashable & Sendable>(idType: ID.Type = Never.self, x: CGFloat, y: CGFloat) {
    value = PositionValue(idType: IDType(for: idType), x: x, y: y)
  }

  /// Creates a position at a horizontal content offset.
  public init<ID: Hashable & Sendable>(idType: ID.Type = Never.self, x: CGFloat) {
    value = PositionValue(idType: IDType(for: idType), x: x)
  }

  /// Creates a position at a vertical content offset.
  public init<ID: Hashable & Sendable>(idType: ID.Type = Never.self, y: CGFloat) {
    value = PositionValue(idType: IDType(for: idType), y: y)
  }
}

extension ScrollPosition {
  /// The edge, if the position requests one.
  public var edge: Edge? { value.edge.map(Edge.init) }

  /// The point, if the position requests one.
  public var point: CGPoint? { value.point.map(CGPoint.init) }

  /// The horizontal offset, if the position requests only that.
  public var x: CGFloat? { value.x.map { CGFloat($0) } }

  /// The vertical offset, if the position requests only that.
  public var y: CGFloat? { value.y.map { CGFloat($0) } }

  /// The requested id, or the one reported by a user scroll.
  public var viewID: (any Hashable & Sendable)? { value.viewID == nil ? nil : identifier }

  /// Returns the id if it has the type.
  public func viewID<ID: Hashable & Sendable>(type: ID.Type) -> ID? { viewID as? ID }

  /// Whether the user scrolled since the last request; writing `false` has no effect.
  public var isPositionedByUser: Bool {
    get { value.isPositionedByUser }
    set { value.isPositionedByUser = newValue }
  }

  /// Requests a scroll to the view with an id; its type becomes the id type.
  public mutating func scrollTo(id: some Hashable & Sendable, anchor: UnitPoint? = nil) {
    value.scrollTo(id: TargetID(for: id), anchor: anchor?.model)
    identifier = id
  }

  /// Requests a scroll to an edge.
  public mutating func scrollTo(edge: Edge) { value.scrollTo(edge: edge.model) }

  /// Requests a scroll to a content offset.
  public mutating func scrollTo(point: CGPoint) { value.scrollTo(point: point.model) }

  /// Requests a scroll to a content offset given by two numbers.
  public mutating func scrollTo(x: CGFloat, y: CGFloat) { value.scrollTo(x: x, y: y) }

  /// Requests a scroll to a horizontal content offset.
  public mutating func scrollTo(x: CGFloat) { value.scrollTo(x: x) }

  /// Requests a scroll to a vertical content offset.
  public mutating func scrollTo(y: CGFloat) { value.scrollTo(y: y) }
}

extension ScrollPosition: Equatable {
  /// Whether two positions are the same request; each call of a mutator makes a new request.
  public static func == (first: ScrollPosition, second: ScrollPosition) -> Bool {
    guard first.value == second.value else { return false }
    return first.viewID.map { AnyHashable($0) } == second.viewID.map { AnyHashable($0) }
  }
}

extension ScrollPosition {
  /// The model's position with the engine's ids of a scene's items.
  func value(in table: IdentifierTable) -> PositionValue {
    guard let identifier else { return value }
    switch value.kind {
    case .id(_, let anchor):
      return PositionValue(id: table.target(for: identifier), anchor: anchor)
    case .user(.some):
      var named = value
      named.positionByUser(at: table.target(for: identifier))
      return named
    case .user, .automatic, .edge, .point, .x, .y:
      return value
    }
  }

  /// Adopts the position that a scroll view reports.
  mutating func report(_ engine: PositionValue, _ table: IdentifierTable) {
    let id = engine.viewID
    let known = id.flatMap(table.identifier)
    switch engine.kind {
    case .user:
      value.positionByUser(at: known == nil ? nil : id)
      identifier = known
    case .id:
      guard let id, let known else { return }
      value.report(topMost: id)
      identifier = known
    case .automatic, .edge, .point, .x, .y: break
    }
  }
}
