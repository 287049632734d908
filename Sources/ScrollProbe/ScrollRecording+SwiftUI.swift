#if canImport(SwiftUI)
  import ScrollModel
  public import SwiftUI
  public import TraceRecorder

  extension View {
    /// Records the scroll view in this view: geometry, phases and, with UIKit, touches.
    ///
    /// Apply it to the `ScrollView` itself, before `scrollDisabled`, which it then records. The
    /// recording is a separate trace in the recorder's file and ends with the recorder.
    ///
    /// ```swift
    /// ScrollView { … }
    ///   .recordScroll(to: recorder, name: "feed", configuration: "view-aligned")
    /// ```
    ///
    /// `items` are the frames of the scroll targets, which SwiftUI does not report. A replay needs
    /// them to align items; where they are only known later, `scrolltrace attach --layout` adds them.
    ///
    /// Checked on platforms without SwiftUI against stubs of the used API.
    @available(iOS 18, macOS 15, *)
    public func recordScroll(
      to recorder: TraceRecorder, name: String = "scroll view", configuration: String? = nil,
      items: [RecordedItem] = []
    ) -> some View {
      modifier(
        ScrollRecording(
          recorder: recorder, name: name, configuration: configuration, items: items))
    }

    /// Records the scroll view in this view into a trace that the app has begun.
    ///
    /// The app can add its own requests, layouts and marks to the same trace.
    @available(iOS 18, macOS 15, *)
    public func recordScroll(with probe: ScrollProbe, configuration: String? = nil) -> some View {
      modifier(
        ScrollRecording(
          recorder: probe.recorder, name: "", configuration: configuration, items: [], given: probe)
      )
    }

    /// Records the visible targets reported by SwiftUI, with integer ids.
    @available(iOS 18, macOS 15, *)
    public func recordTargets(
      to probe: ScrollProbe, idType: Int.Type, threshold: Double = 0.5
    ) -> some View {
      onScrollTargetVisibilityChange(idType: idType, threshold: threshold) { ids in
        probe.record(
          .visibleSet(
            VisibleSet(ids: ids.map { TargetID(Int64($0)) }, threshold: threshold)))
      }
    }

    /// Records the visible targets reported by SwiftUI, with text ids.
    @available(iOS 18, macOS 15, *)
    public func recordTargets(
      to probe: ScrollProbe, idType: String.Type, threshold: Double = 0.5
    ) -> some View {
      onScrollTargetVisibilityChange(idType: idType, threshold: threshold) { ids in
        probe.record(.visibleSet(VisibleSet(ids: ids.map { TargetID($0) }, threshold: threshold)))
      }
    }
  }

  /// A scroll target and its frame in the content, from its leading and top edges.
  public struct RecordedItem: Hashable, Sendable {
    /// The id of the target.
    public let id: String
    /// Its frame.
    public let frame: CGRect

    /// Creates an item.
    public init(id: String, frame: CGRect) {
      self.id = id
      self.frame = frame
    }

    fileprivate var target: TargetFrame {
      TargetFrame(
        id: TargetID(id),
        frame: Rect(
          origin: Point(x: Double(frame.origin.x), y: Double(frame.origin.y)),
          size: Size(width: Double(frame.size.width), height: Double(frame.size.height))))
    }
  }

  @available(iOS 18, macOS 15, *)
  private struct ScrollRecording: ViewModifier {
    let recorder: TraceRecorder
    let name: String
    let configuration: String?
    let items: [RecordedItem]
    /// The trace that the app has begun.
    var given: ScrollProbe?
    @State private var recording: Recording?
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.displayScale) private var displayScale
    @Environment(\.isScrollEnabled) private var isScrollEnabled

    /// The state with the lifetime of the view.
    @MainActor private final class Recording {
      let probe: ScrollProbe
      var container: ContainerDerivation

      init(_ probe: ScrollProbe, declared: String?) {
        self.probe = probe
        container = ContainerDerivation(declared: declared)
      }

      func record(_ frame: GeometryFrame) {
        if let change = container.change(before: frame) { probe.record(.container(change)) }
        probe.record(.frame(frame))
      }
    }

    func body(content: Content) -> some View {
      recorded(content)
        .onAppear { _ = start() }
        .onChange(of: isScrollEnabled) { _, isEnabled in
          start().probe.record(.container(ContainerChange(isScrollDisabled: !isEnabled)))
        }
        .onScrollGeometryChange(for: SwiftUI.ScrollGeometry.self) {
          $0
        } action: { _, geometry in
          start().record(frame(geometry))
        }
        .onScrollPhaseChange { old, new, context in
          start().probe.record(.phase(change(from: old, to: new, context)))
        }
    }

    #if canImport(UIKit)
      private func recorded(_ content: Content) -> some View {
        content.simultaneousGesture(FingerRecording { start().probe })
      }
    #else
      private func recorded(_ content: Content) -> some View { content }
    #endif

    private func start() -> Recording {
      if let recording { return recording }
      var information = TraceInformation(name: name)
      information.declaredConfiguration = configuration
      information.scale = Double(displayScale)
      let new = Recording(
        given ?? ScrollProbe(information, recorder: recorder), declared: configuration)
      new.probe.record(
        .container(
          ContainerChange(
            layoutDirection: layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight,
            scale: Double(displayScale), isScrollDisabled: isScrollEnabled ? nil : true)))
      if !items.isEmpty { new.probe.record(.layout(Layout(targets: items.map(\.target)))) }
      recording = new
      return new
    }

    /// The container of the model is the whole frame: SwiftUI's `containerSize` excludes the
    /// insets, its `visibleRect` includes them.
    private func frame(_ geometry: SwiftUI.ScrollGeometry) -> GeometryFrame {
      let insets = geometry.contentInsets
      let reported = LeadingGeometry(
        offset: Point(x: geometry.contentOffset.x, y: geometry.contentOffset.y),
        contentSize: Size(width: geometry.contentSize.width, height: geometry.contentSize.height),
        frameSize: Size(
          width: geometry.visibleRect.size.width, height: geometry.visibleRect.size.height),
        top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing)
      return reported.frame(isRightToLeft: layoutDirection == .rightToLeft)
    }

    private func change(
      from old: SwiftUI.ScrollPhase, to new: SwiftUI.ScrollPhase,
      _ context: ScrollPhaseChangeContext
    ) -> PhaseChange {
      // The velocity is that of the offset, which counts from the leading side.
      let sign = layoutDirection == .rightToLeft ? -1.0 : 1.0
      return PhaseChange(
        old: Self.phase(old), new: Self.phase(new),
        velocity: context.velocity.map { Vector(dx: sign * Double($0.dx), dy: $0.dy) })
    }

    private static func phase(_ phase: SwiftUI.ScrollPhase) -> ScrollModel.ScrollPhase {
      switch phase {
      case .idle: .idle
      case .tracking: .tracking
      case .interacting: .interacting
      case .decelerating: .decelerating
      case .animating: .animating
      @unknown default: .idle
      }
    }
  }

  #if canImport(UIKit)
    import UIKit

    /// A recognizer that observes touches without claiming them, as a SwiftUI gesture.
    @available(iOS 18, *)
    private struct FingerRecording: UIGestureRecognizerRepresentable {
      let probe: @MainActor () -> ScrollProbe

      func makeUIGestureRecognizer(context: Context) -> TouchRecognizer {
        TouchRecognizer(probe())
      }
    }
  #endif
#endif
