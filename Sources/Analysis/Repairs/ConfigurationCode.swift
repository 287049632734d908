public import ScrollModel

/// The changes of an app that turn one configuration into another.
///
/// What only the platform decides has no setting; for these keys the change is a way around it.
public struct ConfigurationCode {
  private let platform: AppPlatform
  private let axis: Axis

  /// Creates the code for views that scroll along an axis.
  public init(_ platform: AppPlatform, axis: Axis) {
    self.platform = platform
    self.axis = axis
  }

  /// Returns a change for each key that differs, in the order of the text form.
  public func changes(from old: Configuration, to new: Configuration) -> [AppChange] {
    var changes: [AppChange] = []
    for difference in old.differences(from: new) {
      let change = change(of: difference.key, from: old, to: new)
      if let change, !changes.contains(change) { changes.append(change) }
    }
    return changes
  }

  private func change(
    of key: String, from old: Configuration, to new: Configuration
  ) -> AppChange? {
    switch key {
    case "behavior": return BehaviorCode(platform, axis: axis).change(to: new.behavior)
    case "deceleration": return deceleration(new)
    case "horizontal-overscroll", "vertical-overscroll":
      let value = axis == .horizontal ? new.horizontalOverscroll : new.verticalOverscroll
      return .code("overscroll-behavior: \(value.rawValue);")
    default: break
    }
    let change = swiftUI(key, new) ?? Self.platformChange(key, axis: axis)
    guard platform != .apple, let code = change.code else { return change }
    return AppChange(
      note: "\(platform.toolkit) has no setting for this; the SwiftUI code to imitate is",
      code: code)
  }

  private func deceleration(_ new: Configuration) -> AppChange {
    let isFast = new.fastDeceleration(axis)
    return switch platform {
    case .apple: .code("scrollView.decelerationRate = .\(isFast ? "fast" : "normal")")
    case .web:
      .workAround("scrolling with your own animation; a page cannot change the deceleration")
    case .android:
      .workAround(
        "a FlingBehavior with a decay of your own",
        code: "val decay = exponentialDecay<Float>(frictionMultiplier = \(isFast ? "2f" : "1f"))")
    case .flutter:
      .code(
        "physics: const BouncingScrollPhysics(decelerationRate: ScrollDecelerationRate."
          + "\(isFast ? "fast" : "normal")),")
    case .reactNative: .code("decelerationRate=\"\(isFast ? "fast" : "normal")\"")
    }
  }

  // MARK: SwiftUI

  /// The modifier that sets a key; nil if no modifier does.
  private func swiftUI(_ key: String, _ new: Configuration) -> AppChange? {
    switch key {
    case "position", "position-anchor": position(new)
    case "default-anchor":
      new.defaultAnchors.base.map {
        .code(".defaultScrollAnchor(\(SwiftCode.anchor($0)))")
      } ?? .instruction("remove the modifier .defaultScrollAnchor from the scroll view")
    case "initial-offset-anchor": role(.initialOffset, new)
    case "size-changes-anchor": role(.sizeChanges, new)
    case "alignment-anchor": role(.alignment, new)
    case "target-layout":
      new.hasTargetLayout
        ? .code(".scrollTargetLayout()")
        : .instruction("remove the modifier .scrollTargetLayout from the stack")
    case "margins": margins(new.margins)
    case "horizontal-bounce": bounce(.horizontal, new.horizontalBounce)
    case "vertical-bounce": bounce(.vertical, new.verticalBounce)
    case "offset-adjustment":
      .workAround(
        "scrolling back to the target in view when the content changes",
        code: ".onChange(of: items.count) { position.scrollTo(id: current) }")
    case "scroll-disabled": .code(".scrollDisabled(\(new.isScrollDisabled))")
    case "view-visibility": visibility(new.viewVisibility, ofTargets: false)
    case "target-visibility": visibility(new.targetVisibility, ofTargets: true)
    case "transition":
      new.transition == nil
        ? .instruction("remove the modifier .scrollTransition from the views")
        : .code(".scrollTransition { view, phase in view.opacity(phase.isIdentity ? 1 : 0.5) }")
    default: nil
    }
  }

  private func position(_ new: Configuration) -> AppChange {
    if new.position.isNone {
      return .instruction("remove the modifier .scrollPosition from the scroll view")
    }
    let anchor = new.positionAnchor.map { ", anchor: \(SwiftCode.anchor($0, along: axis))" } ?? ""
    if case .value = new.position { return .code(".scrollPosition($position\(anchor))") }
    return .code(".scrollPosition(id: $id\(anchor))")
  }

  private func role(_ role: AnchorRole, _ new: Configuration) -> AppChange {
    let name =
      switch role {
      case .initialOffset: "initialOffset"
      case .sizeChanges: "sizeChanges"
      case .alignment: "alignment"
      }
    return switch new.defaultAnchors[role] {
    case .unset:
      .instruction("remove the modifier .defaultScrollAnchor for .\(name) from the scroll view")
    case .empty: .code(".defaultScrollAnchor(nil, for: .\(name))")
    case .anchor(let point):
      .code(".defaultScrollAnchor(\(SwiftCode.anchor(point)), for: .\(name))")
    }
  }

  private func margins(_ margins: Insets) -> AppChange {
    let edges = [
      ("top", margins.top), ("leading", margins.left), ("bottom", margins.bottom),
      ("trailing", margins.right),
    ].filter { $0.1 != 0 }
    guard !edges.isEmpty else { return .instruction("remove the modifier .contentMargins") }
    return .code(
      edges.map { ".contentMargins(.\($0), \(SwiftCode.number($1)), for: .scrollContent)" }
        .joined(separator: "\n"))
  }

  private func bounce(_ axis: Axis, _ bounce: Bounce) -> AppChange {
    let name = axis == .horizontal ? "horizontal" : "vertical"
    let behavior =
      bounce == .basedOnSize ? "basedOnSize" : bounce == .always ? "always" : "automatic"
    return bounce == .none
      ? .code("scrollView.bounces = false // UIKit; SwiftUI has no modifier for it")
      : .code(".scrollBounceBehavior(.\(behavior), axes: .\(name))")
  }

  private func visibility(_ threshold: Double?, ofTargets: Bool) -> AppChange {
    let name = ofTargets ? ".onScrollTargetVisibilityChange" : ".onScrollVisibilityChange"
    guard let threshold else { return .instruction("remove the modifier \(name)") }
    let share = "\(threshold)"
    return ofTargets
      ? .code("\(name)(idType: Item.ID.self, threshold: \(share)) { ids in visible = ids }")
      : .code("\(name)(threshold: \(share)) { isVisible in report(isVisible) }")
  }

  // MARK: The platform's own choices

  /// The way around a choice of the platform.
  private static func platformChange(_ key: String, axis: Axis) -> AppChange {
    let isVertical = axis == .vertical
    let edge = isVertical ? ".top" : ".leading"
    return switch key {
    case "optional-id":
      .code("if let id { position.scrollTo(id: id) }")
    case "page-length":
      .workAround(
        "pages as long as the container",
        code: ".containerRelativeFrame(.\(isVertical ? "vertical" : "horizontal"))")
    case "maximum-pages", "page-clamp":
      .workAround(
        "aligning to the pages, one at a time",
        code: ".scrollTargetBehavior(.viewAligned(limitBehavior: .alwaysByOne))")
    case "behavior-on-resize":
      .workAround(
        "scrolling to the current target when the size changes",
        code: ".onChange(of: size) { position.scrollTo(id: current, anchor: \(edge)) }")
    case "initial-position":
      .workAround(
        "writing the position when the view appears",
        code: ".onAppear { position.scrollTo(id: openingID, anchor: \(edge)) }")
    case "programmatic-write-back":
      .workAround(
        "reading the id from what is in view",
        code: ".onScrollTargetVisibilityChange(idType: Item.ID.self) { ids in current = ids.first }"
      )
    case "minimal-scroll", "nil-anchor":
      .workAround(
        "scrolling only to what is not in view",
        code: "if !visible.contains(id) { proxy.scrollTo(id, anchor: \(edge)) }")
    case "single-axis-scroll", "point-origin":
      .workAround(
        "scrolling to a point with both coordinates",
        code: "position.scrollTo(point: CGPoint(x: x, y: y))")
    case "pinning":
      .workAround(
        "a default anchor in place of the bound position",
        code: ".defaultScrollAnchor(\(isVertical ? ".bottom" : ".trailing"), for: .sizeChanges)")
    case "pinned-alignment":
      .workAround(
        "an inset of the pinned header's height",
        code: ".safeAreaPadding(.top, headerHeight)")
    default: .instruction("platform behavior, no setting in the app, and no way around it is known")
    }
  }
}
