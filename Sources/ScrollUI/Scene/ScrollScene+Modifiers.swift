public import Foundation
import ScrollModel

extension ScrollScene {
  /// Sets the behavior that chooses the final position of a released scroll.
  public func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> ScrollScene {
    changed(.behavior) { $0.behavior = behavior }
  }

  /// Binds a position.
  public func scrollPosition(
    _ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil
  ) -> ScrollScene {
    changed(.position) {
      $0.position = ValueLink(position)
      $0.configuration.positionAnchor = anchor?.model
    }
  }

  /// Binds the id of the positioned item.
  public func scrollPosition<ID: Hashable & Sendable>(
    id: Binding<ID?>, anchor: UnitPoint? = nil
  ) -> ScrollScene {
    changed(.position) {
      $0.position = IDLink(id)
      $0.configuration.positionAnchor = anchor?.model
    }
  }

  /// Sets the anchor for all roles; nil has no effect (ANCH-7).
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> ScrollScene {
    guard let anchor else { return self }
    return changed(.anchor) { $0.configuration.defaultAnchors.base = anchor.model }
  }

  /// Sets the anchor for a role.
  public func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> ScrollScene {
    changed(.role(role)) {
      $0.configuration.defaultAnchors[role.model] = anchor.map { .anchor($0.model) } ?? .empty
    }
  }

  /// Insets the content, in addition to the safe area.
  public func contentMargins(
    _ edges: Edge.Set = .all, _ length: CGFloat, for placement: ContentMarginPlacement = .automatic
  ) -> ScrollScene {
    Edge.allCases.filter { edges.contains(Edge.Set($0)) }.reduce(self) { scene, edge in
      scene.changed(.margin(edge)) { $0.margins[edge] = length }
    }
  }

  /// Insets the content by a separate distance for each side.
  public func contentMargins(
    _ edges: Edge.Set = .all, _ insets: EdgeInsets,
    for placement: ContentMarginPlacement = .automatic
  ) -> ScrollScene {
    Edge.allCases.filter { edges.contains(Edge.Set($0)) }.reduce(self) { scene, edge in
      scene.changed(.margin(edge)) { $0.margins[edge] = insets[edge] }
    }
  }

  /// Insets the content on all sides.
  public func contentMargins(
    _ length: CGFloat, for placement: ContentMarginPlacement = .automatic
  ) -> ScrollScene {
    contentMargins(.all, length, for: placement)
  }

  /// Extends the safe area.
  public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat) -> ScrollScene {
    changed { scene in
      for edge in Edge.allCases where edges.contains(Edge.Set(edge)) {
        scene.safeArea[edge] += length
      }
    }
  }

  /// Sets whether content may be dragged beyond its edges.
  public func scrollBounceBehavior(
    _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
  ) -> ScrollScene {
    Axis.allCases.filter { axes.contains(Axis.Set($0)) }.reduce(self) { scene, axis in
      scene.changed(.bounce(axis)) { $0.configuration[bounceOn: axis.model] = behavior.model }
    }
  }

  /// Disables scrolling by the user; no other modifier can enable it again.
  public func scrollDisabled(_ disabled: Bool) -> ScrollScene {
    changed { $0.configuration.isScrollDisabled = $0.configuration.isScrollDisabled || disabled }
  }

  /// Sets a value of the environment.
  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> ScrollScene {
    changed { $0.environment[keyPath: path] = value }
  }
}

/// The target of content margins; margins only for indicators are not supported.
public struct ContentMarginPlacement: Hashable, Sendable {
  /// Content and indicators.
  public static let automatic = ContentMarginPlacement()
  /// The content.
  public static let scrollContent = ContentMarginPlacement()
}
