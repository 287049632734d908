import Foundation
import ScrollEngine
import ScrollModel

/// A behavior that the engine has itself.
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
  /// How many views one gesture may pass.
  public struct LimitBehavior: Hashable, Sendable {
    let model: ViewAlignedLimit

    /// Limited where the scroll axis is compact, otherwise not.
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

  /// Creates a behavior; an anchor needs the 26 releases.
  public init(limitBehavior: LimitBehavior = .automatic, anchor: UnitPoint? = nil) {
    limit = limitBehavior
    self.anchor = anchor
  }

  var model: ScrollBehavior { .viewAligned(limit: limit.model, anchor: anchor?.model) }

  /// Moves the target to a view; without a scene's target layout it stays as it is.
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
  /// Lets an engine of its own decide, as it would for a scroll released at the proposed target.
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
    // The place is decided, the velocity only says which way the gesture went.
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

  /// A velocity too small to travel.
  private func direction(_ velocity: CGFloat) -> Double {
    velocity > 0 ? 1e-9 : velocity < 0 ? -1e-9 : 0
  }
}

extension SizeClass {
  init(_ size: UserInterfaceSizeClass?) { self = size == .compact ? .compact : .regular }
}
