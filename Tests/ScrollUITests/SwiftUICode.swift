// Code as people write it for SwiftUI. Only the import line differs from an app's, and nothing else
// may be imported.
import ScrollUI

struct SnapEvery: ScrollTargetBehavior {
  let step: CGFloat
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.x = round(target.rect.origin.x / step) * step
  }
}

struct Photo: Identifiable, Equatable {
  let id: Int
  let title: String
}

/// A behavior that reads everything that is readable.
struct DirectionalSnap: ScrollTargetBehavior {
  var threshold: CGFloat = 500

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    guard context.axes.contains(.horizontal), context.layoutDirection == .leftToRight else {
      return
    }
    let width = context.containerSize.width
    guard width > 0, context.contentSize.width > width else { return }
    let start = context.originalTarget.rect.minX
    if abs(context.velocity.dx) > threshold, context.horizontalSizeClass == .compact {
      target.rect.origin.x = start + (context.velocity.dx > 0 ? width : -width)
    } else {
      target = ScrollTarget(rect: CGRect(origin: CGPoint(x: start, y: 0), size: target.rect.size))
      target.anchor = UnitPoint.topLeading
    }
  }

  func properties(context: PropertiesContext) -> Properties {
    var properties = Properties()
    properties.limitsScrolls = context.axes == .horizontal && context.verticalSizeClass == .regular
    return properties
  }
}

/// A value of the environment that the app defines.
private struct CardSpacingKey: EnvironmentKey {
  static let defaultValue: CGFloat = 8
}

extension EnvironmentValues {
  var cardSpacing: CGFloat {
    get { self[CardSpacingKey.self] }
    set { self[CardSpacingKey.self] = newValue }
  }
}

/// A behavior that reads the environment of its scroll view.
struct EnvironmentSnap: ScrollTargetBehavior {
  let width: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let isLarge = context.dynamicTypeSize.isAccessibilitySize
    let step = (isLarge ? 2 * width : width) + context.cardSpacing
    let page = round(target.rect.minX / step)
    let limited = context.accessibilityReduceMotion ? min(page, 1) : page
    target.rect.origin.x = limited * step + context.pixelLength
  }
}

/// A behavior that calls a built-in one first.
struct PagesOrViews: ScrollTargetBehavior {
  let isPaging: Bool

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    if isPaging {
      PagingScrollTargetBehavior().updateTarget(&target, context: context)
    } else {
      ViewAlignedScrollTargetBehavior(limitBehavior: .always)
        .updateTarget(&target, context: context)
    }
  }
}

struct GeometryMetrics: Equatable {
  let offset: CGPoint
  let contentSize: CGSize
  let containerSize: CGSize
  let insets: EdgeInsets
}

final class Player {
  var isPlaying = false
}

/// The state that an app keeps next to its views.
struct GalleryModel {
  var items = [
    Photo(id: 0, title: "Sea"), Photo(id: 1, title: "Wood"), Photo(id: 2, title: "City"),
  ]
  @State var position = ScrollPosition(id: 0)
  @State var restored = ScrollPosition(idType: Photo.ID.self)
  @State var isHeaderHidden = false
  @State var progress: CGFloat = 0
  @State var metrics: GeometryMetrics?
  let player = Player()

  func toTop() { position.scrollTo(edge: .top) }
  func toPoint() { position.scrollTo(point: CGPoint(x: 0, y: 240)) }
  func toColumn() { position.scrollTo(x: 320) }
  func toCity() { position.scrollTo(id: items.first { $0.title == "City" }?.id) }

  var current: Photo? {
    guard let id = position.viewID(type: Int.self), let item = items.first(where: { $0.id == id })
    else { return nil }
    return item
  }

  func scene(step: CGFloat = 296) -> ScrollScene {
    ScrollScene(.horizontal, width: 393, height: 320) {
      LazyHStack(spacing: 16) {
        ForEach(items) { item in
          SizedItem(width: 280, height: 320)
            .scrollTransition { content, phase in
              content
                .opacity(phase.isIdentity ? 1 : 0.3)
                .scaleEffect(phase.isIdentity ? 1 : 0.9)
                .offset(y: phase.value * 10)
            }
            .onScrollVisibilityChange(threshold: 0.2) { isVisible in
              if item.id == 0 { player.isPlaying = isVisible }
            }
        }
      }
      .scrollTargetLayout()
    }
    .contentMargins(.horizontal, 40, for: .scrollContent)
    .scrollTargetBehavior(SnapEvery(step: step))
    .scrollPosition($position, anchor: .leading)
    .onScrollGeometryChange(for: Bool.self) { geometry in
      geometry.contentOffset.y > 120
    } action: { _, isHidden in
      isHeaderHidden = isHidden
    }
    .onScrollGeometryChange(for: CGFloat.self) { geometry in
      let range = geometry.contentSize.width - geometry.containerSize.width
      return min(max((geometry.contentOffset.x + geometry.contentInsets.leading) / range, 0), 1)
    } action: { _, new in
      progress = new
    }
    .onScrollGeometryChange(for: GeometryMetrics.self) { geometry in
      GeometryMetrics(
        offset: geometry.contentOffset, contentSize: geometry.contentSize,
        containerSize: geometry.containerSize, insets: geometry.contentInsets)
    } action: { _, new in
      metrics = new
    }
    .onScrollPhaseChange { oldPhase, newPhase in
      if newPhase == .idle, oldPhase.isScrolling { player.isPlaying = true }
    }
  }
}
