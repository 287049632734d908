import ScrollModel
import ScrollProbe
import SwiftUI
import UIKit

/// The steps of a probe that the app performs.
@MainActor
final class ProbeRun {
  let item: SuiteProbe
  private let log: ProbeLog
  private var next = 0
  private var delayed: (change: @MainActor () -> Void, seconds: Double)?
  /// The reader around the scroll view.
  var reader: ScrollViewProxy?

  let state: ProbeState

  init(_ item: SuiteProbe, _ log: ProbeLog) {
    (self.item, self.log) = (item, log)
    state = ProbeState(item)
    log.probe.record(
      .container(
        ContainerChange(
          size: Size(width: 390, height: 700),
          insets: Insets(top: item.scene.top, left: 0, bottom: item.scene.bottom, right: 0))))
    log.layout(state.items, item.scene)
  }

  /// Performs the next step that is the app's, and what the gesture of the step before delayed.
  func step() {
    log.begin()
    while next < item.script.count {
      let step = SuiteStep(item.script[next])
      next += 1
      switch step {
      case .wait, .drag, nil: continue
      case .note?:
        log.note("end", nil)
        return
      case let step?:
        perform(step)
        return
      }
    }
  }

  /// Starts the change that waits for the gesture.
  func startDelayed() {
    guard let (change, seconds) = delayed else { return }
    delayed = nil
    Task {
      try? await Task.sleep(for: .seconds(seconds))
      change()
    }
  }

  private func perform(_ step: SuiteStep) {
    switch step {
    case .scroll(let destination, let anchor, let isAnimated, let route):
      log.probe.record(
        .command(
          .scroll(
            to: destination, anchor: anchor, animation: isAnimated ? .automatic : .none,
            route: route, preservesVelocity: false)))
      if isAnimated {
        withAnimation { scroll(to: destination, anchor, route) }
      } else {
        scroll(to: destination, anchor, route)
      }
    case .write(let id):
      log.probe.record(.command(.write(TargetID(id), anchor: nil, animation: .none)))
      state.id = id
      state.optionalID = .some(id)
    case .resize(let height): state.height = height
    case .insets(let top, let bottom, let seconds):
      let change: @MainActor () -> Void = { [state] in
        (state.top, state.bottom) = (top, bottom)
      }
      if seconds > 0 { delayed = (change, seconds) } else { change() }
    case .insert(let id, let index, let height):
      let size = Size(width: item.scene.width, height: height)
      log.probe.record(.edit(.insert(TargetID(id), index: Int64(index), size: size)))
      state.items.insert(StackItem(id: id, height: height), at: index)
      log.layout(state.items, item.scene)
    case .grow(let id, let height):
      guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
      let size = Size(width: item.scene.width, height: height)
      log.probe.record(.edit(.resize(TargetID(id), size: size)))
      state.items[index].height = height
      log.layout(state.items, item.scene)
    case .wait, .drag, .note: return
    }
  }

  private func scroll(
    to destination: ScrollDestination, _ anchor: ScrollModel.UnitPoint?, _ route: CommandRoute
  ) {
    let unit = anchor.map { SwiftUI.UnitPoint(x: $0.x, y: $0.y) }
    switch (route, destination) {
    case (.reader, .id(let id)): reader?.scrollTo(id.displayText, anchor: unit)
    case (.offset, .y(let y)): ScrollViews.first?.contentOffset.y = y
    case (.offset, .edge):
      guard let view = ScrollViews.first else { return }
      view.contentOffset.y = view.contentSize.height - view.bounds.size.height + state.bottom
    case (_, .id(let id)): state.position.scrollTo(id: id.displayText, anchor: unit)
    case (_, .edge(let edge)): state.position.scrollTo(edge: edge == .bottom ? .bottom : .top)
    case (_, .point(let point)): state.position.scrollTo(point: CGPoint(x: point.x, y: point.y))
    case (_, .x(let x)): state.position.scrollTo(x: x)
    case (_, .y(let y)): state.position.scrollTo(y: y)
    }
  }
}

/// The views behind SwiftUI's: a probe without a binding sets the offset itself, because a binding
/// would change what it measures.
@MainActor
private enum ScrollViews {
  static var first: UIScrollView? {
    UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
      .flatMap(\.windows).lazy.compactMap(scrollView).first
  }

  private static func scrollView(in view: UIView) -> UIScrollView? {
    view as? UIScrollView ?? view.subviews.lazy.compactMap(scrollView).first
  }
}
