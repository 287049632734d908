import Foundation
import ScrollEngine
import ScrollModel

/// A behavior that the engine implements.
protocol BuiltInBehavior: ScrollTargetBehavior {
  var model: ScrollBehavior { get }
}

/// Pages as long as the container.
public struct PagingScrollTargetBehavior: BuiltInBehavior, Hashable, Sendable {
  /// Creates a behavior.
  public init() {}

  var model: ScrollBehavior { .paging }

  /// Rounds the target to a page.
  public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    decide(&target, context)
  }
}

/// A view aligned with the container, by the leading and top edges if there is no anchor.
public struct ViewAlignedScrollTargetBehavior: BuiltInBehavior, Hashable, Sendable {
  /// A limit of the number of views that one gesture may pass.
  public struct LimitBehavior: Hashable, Sendable {
    let model: ViewAlignedLimit

    /// Limited if the scroll axis is compact, otherwise not.
    public static let automatic = LimitBehavior(model: .automatic)
    /// Always limited.
    public static let always = LimitBehavior(model: .always)
    /// Never limited.
    public static let never = LimitBehavior(model: .never)
    /// Always limited to a few views.
    public static let alwaysByFew = LimitBehavior(model: .alwaysByFew)
    /// Always limited to one view.
    public static let alwaysByOne = LimitBehavior(model: .alwaysByOne)
  }

  let limit: LimitBehavior
  let anchor: UnitPoint?

  /// Creates a behavior; an anchor requires the 26 releases.
  public init(limitBehavior: LimitBehavior = .automatic, anchor: UnitPoint? = nil) {
    limit = limitBehavior
    self.anchor = anchor
  }

  var model: ScrollBehavior { .viewAligned(limit: limit.model, anchor: anchor?.model) }

  /// Moves the target to a view; without a target layout in the scene it is unchanged.
  public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    decide(&target, context)
  }
}

extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
  /// Pages as long as the container.
  public static var paging: PagingScrollTargetBehavior { PagingScrollTargetBehavior() }
}

extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
  /// A view aligned with the container.
  public static var viewAligned: ViewAlignedScrollTargetBehavior {
    ViewAlignedScrollTargetBehavior()
  }

  /// A view aligned with the container, with a limit or by an anchor.
  public static func viewAligned(
    limitBehavior: ViewAlignedScrollTargetBehavior.LimitBehavior = .automatic,
    anchor: UnitPoint? = nil
  ) -> ViewAlignedScrollTargetBehavior {
    ViewAlignedScrollTargetBehavior(limitBehavior: limitBehavior, anchor: anchor)
  }
}

extension BuiltInBehavior {
  /// Computes the target in a separate engine, as for a scroll released at the proposed target.
  fileprivate func decide(_ target: inout ScrollTarget, _ context: ScrollTargetBehaviorContext) {
    guard let axes = context.axes.model, target.anchor == nil else { return }
    var configuration = Configuration(.ios26)
    configuration.behavior = model
    let frames = context.items?.frames(in: context.containerSize) ?? []
    configuration.hasTargetLayout = !frames.isEmpty
    let scene = Scene(
      axes: axes, containerSize: context.containerSize.model,
      horizontalSizeClass: SizeClass(context.horizontalSizeClass),
      verticalSizeClass: SizeClass(context.verticalSizeClass),
      content: .layout(Layout(contentSize: context.contentSize.model, targets: frames)))
    var engine = ScrollEngine(configuration: configuration, scene: scene)
    var log = OutcomeLog()
    engine.follow(target.rect.origin.model, phase: .interacting, at: .zero, to: &log)
    // The position is given; the velocity only determines the direction of the gesture.
    engine.release(
      velocity: Vector(dx: direction(context.velocity.dx), dy: direction(context.velocity.dy)),
      original: context.originalTarget.rect.origin.model, at: .zero, to: &log)
    for settle in log.settles where settle.rule != .leftAlone {
      switch settle.axis {
      case .horizontal: target.rect.origin.x = settle.chosen
      case .vertical: target.rect.origin.y = settle.chosen
      }
    }
  }

  /// A velocity that is too small to move the content.
  private func direction(_ velocity: CGFloat) -> Double {
    velocity > 0 ? 1e-9 : velocity < 0 ? -1e-9 : 0
  }
}

extension SizeClass {
  init(_ size: UserInterfaceSizeClass?) { self = size == .compact ? .compact : .regular }
}
