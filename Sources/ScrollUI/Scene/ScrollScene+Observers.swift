import ScrollEngine
import ScrollModel

extension ScrollScene {
  /// The observers of a scene; geometry and target observers restart with each run.
  struct Observers {
    var geometry: [(InitialGeometryChoice) -> GeometryObserver] = []
    var phases: [(ScrollPhase, ScrollPhase, ScrollPhaseChangeContext) -> Void] = []
    var targets: [(threshold: Double, make: () -> TargetObserver)] = []
  }

  /// A callback for the geometry of each frame.
  typealias GeometryObserver = (ScrollModel.ScrollGeometry, LayoutDirection) -> Void
  /// A callback for each change of the visible targets.
  typealias TargetObserver = ([TargetID], IdentifierTable) -> Void

  /// Calls an action when the result of a transform of the geometry changes.
  public func onScrollGeometryChange<Value: Equatable>(
    for type: Value.Type, of transform: @escaping (ScrollGeometry) -> Value,
    action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> ScrollScene {
    changed {
      $0.observers.geometry.append { initial in
        let direction = DirectionNote()
        let made = UncheckedTransform { geometry in
          Delivered(transform(ScrollGeometry(geometry, direction.value)))
        }
        var probe = GeometryProbe<Delivered>(initial: initial) { made.transform($0) }
        return { geometry, value in
          direction.value = value
          probe.observe(geometry) { old, new in
            if let old = old.value as? Value, let new = new.value as? Value { action(old, new) }
          }
        }
      }
    }
  }

  /// Calls an action when the scroll phase changes.
  public func onScrollPhaseChange(
    _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
  ) -> ScrollScene {
    onScrollPhaseChange { old, new, _ in action(old, new) }
  }

  /// Calls an action with the geometry and the velocity when the scroll phase changes.
  public func onScrollPhaseChange(
    _ action:
      @escaping (
        _ oldPhase: ScrollPhase, _ newPhase: ScrollPhase, _ context: ScrollPhaseChangeContext
      ) -> Void
  ) -> ScrollScene {
    changed { $0.observers.phases.append(action) }
  }

  /// Calls an action when the set of visible targets with ids of a type changes.
  ///
  /// The ids are in layout order.
  public func onScrollTargetVisibilityChange<ID: Hashable & Sendable>(
    idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void
  ) -> ScrollScene {
    changed {
      $0.observers.targets.append(
        (
          clampedThreshold(threshold),
          {
            var last: [ID] = []
            return { targets, table in
              let ids = targets.compactMap { table.identifier(of: $0) as? ID }
              guard ids != last else { return }
              last = ids
              action(ids)
            }
          }
        ))
    }
  }
}

/// Returns a threshold limited to 0 to 1 (VIS-16).
func clampedThreshold(_ threshold: Double) -> Double { threshold > 0 ? min(threshold, 1) : 0 }

/// A value of any type, compared with its own equality.
///
/// SwiftUI requires no sendable values here. A run calls its observers on the thread that drives
/// it.
private struct Delivered: Equatable, @unchecked Sendable {
  let value: Any
  private let isEqual: (Any) -> Bool

  init<Value: Equatable>(_ value: Value) {
    self.value = value
    isEqual = { $0 as? Value == value }
  }

  static func == (first: Delivered, second: Delivered) -> Bool { first.isEqual(second.value) }
}

/// A transform that is called only on the thread of its run.
private struct UncheckedTransform: @unchecked Sendable {
  let transform: (ScrollModel.ScrollGeometry) -> Delivered

  init(_ transform: @escaping (ScrollModel.ScrollGeometry) -> Delivered) {
    self.transform = transform
  }
}

/// The layout direction at the observed frame.
private final class DirectionNote {
  var value = LayoutDirection.leftToRight
}
