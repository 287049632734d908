import ScrollModel

/// Scrolls to items by their ids; the content of a `ScrollViewReader` receives a proxy.
public struct ScrollViewProxy {
  let requests = ProxyRequests()

  /// Scrolls to an item; without an anchor by the minimum that makes it visible (READ-1, READ-4).
  ///
  /// The scroll uses the transaction of the running closure, and takes effect at the next frame.
  public func scrollTo(_ id: some Hashable & Sendable, anchor: UnitPoint? = nil) {
    let transaction = Transaction.current
    for completion in transaction.completions { completion.begin() }
    requests.waiting.append(
      .init(
        id: id, anchor: anchor ?? transaction.scrollTargetAnchor,
        animation: transaction.usedAnimation, completions: transaction.completions))
  }
}

/// The scrolls that were requested through a proxy and not yet executed by a run.
final class ProxyRequests {
  /// One requested scroll.
  struct Request {
    let id: any Hashable & Sendable
    let anchor: UnitPoint?
    let animation: Animation?
    let completions: [Completion]

    func command(_ table: IdentifierTable) -> Command {
      .scroll(
        to: .id(table.target(for: id)), anchor: anchor?.model, animation: animation?.model ?? .none,
        route: .reader, preservesVelocity: false)
    }
  }

  var waiting: [Request] = []

  func take() -> [Request] {
    defer { waiting = [] }
    return waiting
  }
}

/// A scene that a proxy scrolls.
public struct ScrollViewReader {
  /// The scene.
  public let scene: ScrollScene

  /// Creates a scene with a proxy for it.
  public init(content: (ScrollViewProxy) -> ScrollScene) {
    let proxy = ScrollViewProxy()
    scene = content(proxy).changed { $0.proxies.append(proxy.requests) }
  }

  /// Starts a run of the scene.
  public func start() -> SceneRun { scene.start() }
}
