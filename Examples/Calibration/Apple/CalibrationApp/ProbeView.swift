import ScrollModel
import ScrollProbe
import SwiftUI

/// The scroll view of a probe.
struct ProbeView: View {
  let item: SuiteProbe
  let log: ProbeLog
  let run: ProbeRun

  var body: some View {
    ScrollViewReader { reader in
      scrollView.onAppear { run.reader = reader }
    }
  }

  private var scrollView: some View {
    ScrollView(item.scene.axis == "both" ? [.horizontal, .vertical] : .vertical) {
      if item.scene.sectionLength > 0 {
        LazyVStack(alignment: .leading, spacing: item.scene.spacing, pinnedViews: .sectionHeaders) {
          ForEach(run.state.sections) { section in
            Section {
              ForEach(section.rows) { row($0) }
            } header: {
              row(section.header)
            }
          }
        }
        .scrollTargetLayout()
      } else {
        VStack(alignment: .leading, spacing: item.scene.spacing) {
          ForEach(run.state.items) { row($0) }
        }
        .scrollTargetLayout()
      }
    }
    .modifier(Behavior(text: item.value("behavior") ?? "none"))
    .modifier(Anchors(item: item))
    .modifier(Position(item: item, log: log, state: run.state))
    .modifier(
      TargetVisibility(threshold: item.value("target-visibility").flatMap(Double.init), log: log)
    )
    .onScrollGeometryChange(for: CGSize.self) {
      $0.containerSize
    } action: { _, size in
      log.countGeometryCall()
      log.containerSize(width: size.width, height: size.height)
    }
    .onScrollPhaseChange { old, _ in
      if old == .idle { run.startDelayed() }
    }
    .recordScroll(with: log.probe, configuration: item.configuration)
    .safeAreaPadding(
      EdgeInsets(top: run.state.top, leading: 0, bottom: run.state.bottom, trailing: 0)
    )
    .frame(width: 390, height: run.state.height)
    .accessibilityIdentifier("probe")
  }

  private func row(_ row: StackItem) -> some View {
    Row(row: row, item: item, log: log)
      .frame(width: item.scene.width, height: row.height)
      .modifier(RowID(id: row.id, isOptional: item.scene.optionalIDs))
  }
}

/// One item with the observers that the configuration has.
private struct Row: View {
  let row: StackItem
  let item: SuiteProbe
  let log: ProbeLog

  @ViewBuilder
  var body: some View {
    let (id, log) = (row.id, log)
    if let threshold = item.value("view-visibility").flatMap(Double.init) {
      Text(id).onScrollVisibilityChange(threshold: threshold) { isVisible in
        log.visibility(id, isVisible, threshold: threshold)
      }
    } else if item.value("transition") != nil {
      Text(id).scrollTransition(.animated.threshold(.visible(0.5))) { content, phase in
        log.transition(id, Int(phase.value))
        return content.opacity(phase.isIdentity ? 1 : 0.5)
      }
    } else {
      Text(id)
    }
  }
}

private struct RowID: ViewModifier {
  let id: String
  let isOptional: Bool

  @ViewBuilder
  func body(content: Content) -> some View {
    if isOptional {
      content.id(String?.some(id))
    } else {
      content.id(id)
    }
  }
}

/// `behavior: …` of the configuration.
private struct Behavior: ViewModifier {
  let text: String

  @ViewBuilder
  func body(content: Content) -> some View {
    switch text {
    case "paging": content.scrollTargetBehavior(.paging)
    case "view-aligned", "view-aligned(limit: automatic)":
      content.scrollTargetBehavior(.viewAligned(limitBehavior: .automatic))
    case "view-aligned(limit: always)":
      content.scrollTargetBehavior(.viewAligned(limitBehavior: .always))
    case "view-aligned(limit: always-by-few)":
      content.scrollTargetBehavior(.viewAligned(limitBehavior: .alwaysByFew))
    case "view-aligned(limit: always-by-one)":
      content.scrollTargetBehavior(.viewAligned(limitBehavior: .alwaysByOne))
    case "view-aligned(limit: never)":
      content.scrollTargetBehavior(.viewAligned(limitBehavior: .never))
    case "interval(230)": content.scrollTargetBehavior(FixedInterval(length: 230))
    case "custom(\"tenth-second\")": content.scrollTargetBehavior(TenthSecond())
    default: content
    }
  }
}

/// The behavior that the engine calls `interval`: the nearest multiple of a length.
private struct FixedInterval: ScrollTargetBehavior {
  let length: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.y = (target.rect.origin.y / length).rounded() * length
  }
}

/// The behavior of the engine's probes for custom targets: a tenth of a second at the velocity.
private struct TenthSecond: ScrollTargetBehavior {
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.y = context.originalTarget.rect.origin.y + context.velocity.dy / 10
  }
}

/// The default anchors of the configuration.
private struct Anchors: ViewModifier {
  let item: SuiteProbe

  func body(content: Content) -> some View {
    content
      .modifier(Anchor(text: item.value("default-anchor")))
      .modifier(Anchor(text: item.value("size-changes-anchor"), role: .sizeChanges))
      .modifier(Anchor(text: item.value("initial-offset-anchor"), role: .initialOffset))
  }

  private struct Anchor: ViewModifier {
    let text: String?
    var role: ScrollAnchorRole?

    @ViewBuilder
    func body(content: Content) -> some View {
      if let text, let role {
        content.defaultScrollAnchor(text == "none" ? nil : .bottom, for: role)
      } else if text != nil {
        content.defaultScrollAnchor(.bottom)
      } else {
        content
      }
    }
  }
}

/// `position: …` of the configuration, whose value the run changes and the log records.
private struct Position: ViewModifier {
  let item: SuiteProbe
  let log: ProbeLog
  @Bindable var state: ProbeState

  @ViewBuilder
  func body(content: Content) -> some View {
    let anchor: SwiftUI.UnitPoint? = item.value("position-anchor") == nil ? nil : .top
    let position = item.value("position") ?? "none"
    if position.hasPrefix("id") {
      if position.contains("optional") || item.scene.optionalIDs {
        content.scrollPosition(id: $state.optionalID, anchor: anchor)
          .onChange(of: state.optionalID) { _, id in log.position(id.flatMap(\.self)) }
      } else {
        content.scrollPosition(id: $state.id, anchor: anchor)
          .onChange(of: state.id) { _, id in log.position(id) }
      }
    } else if position.hasPrefix("value") {
      content.scrollPosition($state.position, anchor: anchor)
        .onChange(of: state.position) { _, position in
          log.position(
            position.viewID(type: String.self), isPositionedByUser: position.isPositionedByUser)
        }
    } else {
      content
    }
  }
}

private struct TargetVisibility: ViewModifier {
  let threshold: Double?
  let log: ProbeLog

  @ViewBuilder
  func body(content: Content) -> some View {
    if let threshold {
      content.recordTargets(to: log.probe, idType: String.self, threshold: threshold)
    } else {
      content
    }
  }
}
