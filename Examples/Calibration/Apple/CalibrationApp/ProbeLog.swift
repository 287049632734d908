import ScrollModel
import ScrollProbe
import Synchronization
import TraceRecorder

/// The log of one probe: what the app does as inputs, and what SwiftUI reports as observations.
///
/// `recordScroll` adds frames, phases and touches. What the log format has no line for is an
/// annotation that `scrolltrace calibrate` reads: transitions, the container's size, and the number
/// of geometry calls before the first step.
final class ProbeLog: Sendable {
  let probe: ScrollProbe
  private let state = Mutex(State())

  private struct State {
    var geometryCalls = 0
    var hasBegun = false
    var transitions: [String: Int] = [:]
    var containerSize = ""
  }

  init(_ item: SuiteProbe, _ recorder: TraceRecorder) {
    var information = TraceInformation(name: item.name)
    information.declaredConfiguration = item.configuration
    information.axes = item.scene.axis == "both" ? .both : .vertical
    probe = ScrollProbe(information, recorder: recorder)
  }

  /// Must be called before each step.
  func begin() {
    let calls: Int? = state.withLock { state in
      defer { state.hasBegun = true }
      return state.hasBegun ? nil : state.geometryCalls
    }
    guard let calls else { return }
    note("geometry-calls", ["none", "one", "two"][min(calls, 2)])
  }

  func countGeometryCall() {
    state.withLock { state in
      if !state.hasBegun { state.geometryCalls += 1 }
    }
  }

  /// The container's size as SwiftUI reports it, which may exclude the insets.
  func containerSize(width: Double, height: Double) {
    let text = "\(width.rounded())x\(height.rounded())"
    guard width > 0, state.withLock({ $0.containerSize.replace(with: text) }) else { return }
    note("container-size", text)
  }

  /// The phase of an item's transition: -1, 0 or 1; called for every frame.
  func transition(_ id: String, _ phase: Int) {
    let isNew = state.withLock { state in
      defer { state.transitions[id] = phase }
      // An item that has not left its identity has had no transition.
      return state.transitions[id].map { $0 != phase } ?? (phase != 0)
    }
    if isNew { note("transition", "\(id) \(phase)") }
  }

  func position(_ id: String?, isPositionedByUser: Bool? = nil) {
    probe.record(
      .position(
        PositionReport(id: id.map { TargetID($0) }, isPositionedByUser: isPositionedByUser)))
  }

  func visibility(_ id: String, _ isVisible: Bool, threshold: Double) {
    probe.record(
      .visibility(VisibilityEvent(id: TargetID(id), isVisible: isVisible, threshold: threshold)))
  }

  /// The items and the size of the content.
  func layout(_ items: [StackItem], _ scene: SuiteProbe.Scene) {
    probe.record(.layout(StackItem.layout(items, scene)))
  }

  func note(_ kind: String, _ text: String?) {
    probe.record(.annotation(Annotation(kind: kind, text: text)))
  }
}

extension String {
  /// Returns whether the text was another one.
  fileprivate mutating func replace(with text: String) -> Bool {
    defer { self = text }
    return self != text
  }
}

/// An item of a probe's stack.
struct StackItem: Identifiable, Sendable {
  var id: String
  var height: Double
  var isHeader = false

  /// The first items of a scene.
  static func items(of scene: SuiteProbe.Scene) -> [StackItem] {
    (0..<scene.count).map { number in
      StackItem(
        id: "i\(number)", height: scene.height,
        isHeader: scene.sectionLength > 0 && number % scene.sectionLength == 0)
    }
  }

  /// The frames of items in a vertical stack.
  static func layout(_ items: [StackItem], _ scene: SuiteProbe.Scene) -> Layout {
    var y = 0.0
    let targets = items.map { item in
      defer { y += item.height + scene.spacing }
      return TargetFrame(
        id: TargetID(.string(item.id), isOptional: scene.optionalIDs),
        frame: Rect(x: 0, y: y, width: scene.width, height: item.height),
        pinned: item.isHeader ? .header : nil)
    }
    let height = max(0, y - scene.spacing)
    return Layout(contentSize: Size(width: scene.width, height: height), targets: targets)
  }
}
