#if canImport(UIKit)
  import ScrollModel
  public import TraceRecorder
  public import UIKit

  /// Records a `UIScrollView`: its geometry, its phases, its releases and its touches.
  ///
  /// The app keeps its own delegate, which forwards four of its calls.
  ///
  /// ```swift
  /// recording = ScrollViewRecording(tableView, to: recorder, name: "feed")
  ///
  /// func scrollViewDidScroll(_ scrollView: UIScrollView) { recording.didScroll() }
  /// func scrollViewWillEndDragging(
  ///   _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
  ///   targetContentOffset: UnsafeMutablePointer<CGPoint>
  /// ) {
  ///   let proposed = targetContentOffset.pointee
  ///   …
  ///   recording.willEndDragging(velocity, proposed: proposed, chosen: targetContentOffset.pointee)
  /// }
  /// func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { recording.didComeToRest() }
  /// func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { recording.didComeToRest() }
  /// ```
  ///
  /// Checked on platforms without UIKit against stubs of the used API.
  @MainActor
  public final class ScrollViewRecording {
    /// The probe, for marks and other data of the app.
    public let probe: ScrollProbe
    private weak var scrollView: UIScrollView?
    private var container: ContainerDerivation
    private var phase = ScrollPhase.idle

    /// Begins a trace for a scroll view and observes its touches.
    public init(
      _ scrollView: UIScrollView, to recorder: TraceRecorder, name: String = "scroll view",
      configuration: String? = nil
    ) {
      var information = TraceInformation(name: name)
      information.declaredConfiguration = configuration
      information.scale = Double(scrollView.traitCollection.displayScale)
      probe = ScrollProbe(information, recorder: recorder)
      self.scrollView = scrollView
      container = ContainerDerivation(declared: configuration)
      let isMirrored = scrollView.effectiveUserInterfaceLayoutDirection == .rightToLeft
      probe.record(
        .container(
          ContainerChange(
            layoutDirection: isMirrored ? .rightToLeft : .leftToRight,
            scale: Double(scrollView.traitCollection.displayScale))))
      scrollView.addGestureRecognizer(TouchRecognizer(probe))
      didScroll()
    }

    /// Must be called from `scrollViewDidScroll`.
    public func didScroll() {
      guard let scrollView else { return }
      let size = scrollView.bounds.size
      let insets = scrollView.adjustedContentInset
      let frame = GeometryFrame(
        offset: Point(x: scrollView.contentOffset.x, y: scrollView.contentOffset.y),
        geometry: FrameGeometry(
          contentSize: Size(
            width: scrollView.contentSize.width, height: scrollView.contentSize.height),
          containerSize: Size(width: size.width, height: size.height),
          insets: Insets(
            top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)))
      if let change = container.change(before: frame) { probe.record(.container(change)) }
      if scrollView.isDragging {
        enter(.interacting)
      } else if scrollView.isDecelerating {
        enter(.decelerating)
      }
      probe.record(.frame(frame))
    }

    /// Must be called at the end of `scrollViewWillEndDragging`, with the original and the final
    /// target.
    ///
    /// UIKit uses points per millisecond, a trace points per second.
    public func willEndDragging(
      _ velocity: CGPoint, proposed: CGPoint, chosen: CGPoint
    ) {
      probe.record(
        .release(
          ReleaseReport(
            velocity: Vector(dx: velocity.x * 1000, dy: velocity.y * 1000),
            proposedOffset: Point(x: proposed.x, y: proposed.y),
            chosenOffset: Point(x: chosen.x, y: chosen.y))))
    }

    /// Must be called before `setContentOffset`, so that the trace contains the cause of movement.
    public func willScroll(to offset: CGPoint, animated: Bool) {
      probe.record(
        .command(
          .scroll(
            to: .point(Point(x: offset.x, y: offset.y)), anchor: nil,
            animation: animated ? .automatic : .none, route: .offset, preservesVelocity: false)))
      if animated { enter(.animating) }
    }

    /// Must be called from `scrollViewShouldScrollToTop`, with its return value.
    ///
    /// A tap on the status bar scrolls without a request of the app; the trace contains this
    /// origin.
    public func willScrollToTop(_ isAllowed: Bool) {
      guard isAllowed else { return }
      probe.record(
        .scroll(
          to: .edge(.top), anchor: nil, animation: .automatic, route: .offset,
          preservesVelocity: false), from: "status-bar")
      enter(.animating)
    }

    /// Must be called when the view has come to rest.
    public func didComeToRest() {
      didScroll()
      enter(.idle)
    }

    private func enter(_ new: ScrollPhase) {
      guard new != phase else { return }
      probe.record(.phase(PhaseChange(old: phase, new: new)))
      phase = new
    }
  }

  /// A recognizer that records every touch on its view and never recognizes a gesture.
  @MainActor
  final class TouchRecognizer: UIGestureRecognizer {
    private let probe: ScrollProbe
    private var fingers: [ObjectIdentifier: Int64] = [:]
    private var count: Int64 = 0
    private var isScrollDisabled = false

    init(_ probe: ScrollProbe) {
      self.probe = probe
      super.init(target: nil, action: nil)
      cancelsTouchesInView = false
      delaysTouchesBegan = false
      delaysTouchesEnded = false
    }

    override func canPrevent(_ other: UIGestureRecognizer) -> Bool { false }

    override func canBePrevented(by other: UIGestureRecognizer) -> Bool { false }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
      record(touches, .began, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
      record(touches, .moved, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
      record(touches, .ended, event)
      finish()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
      record(touches, .cancelled, event)
      finish()
    }

    /// Resets the recognizer after the last lift, so that it observes the next touch.
    private func finish() {
      if fingers.isEmpty { state = .failed }
    }

    /// Records simultaneous touches in the order of their numbers, because a set has no order.
    private func record(_ touches: Set<UITouch>, _ phase: TouchPhase, _ event: UIEvent) {
      recordScrollEnabled()
      let numbered = touches.map { (number: number(of: $0), touch: $0) }
      for (number, touch) in numbered.sorted(by: { $0.number < $1.number }) {
        for earlier in (event.coalescedTouches(for: touch) ?? []).dropLast() {
          record(earlier, number, .moved, .coalesced)
        }
        record(touch, number, phase, .direct)
        if phase == .ended || phase == .cancelled { fingers[ObjectIdentifier(touch)] = nil }
      }
    }

    /// Records whether scrolling is enabled at every touch, because a disabled view calls no
    /// delegate.
    private func recordScrollEnabled() {
      guard let scrollView = view as? UIScrollView,
        scrollView.isScrollEnabled == isScrollDisabled
      else { return }
      isScrollDisabled = !scrollView.isScrollEnabled
      probe.record(.container(ContainerChange(isScrollDisabled: isScrollDisabled)))
    }

    private func number(of touch: UITouch) -> Int64 {
      if let known = fingers[ObjectIdentifier(touch)] { return known }
      count += 1
      fingers[ObjectIdentifier(touch)] = count
      return count
    }

    /// Records touches with positions in the container, which does not move with the content.
    private func record(
      _ touch: UITouch, _ number: Int64, _ phase: TouchPhase, _ delivery: SampleDelivery
    ) {
      var position = touch.location(in: view)
      if let origin = view?.bounds.origin {
        position.x -= origin.x
        position.y -= origin.y
      }
      let pressure =
        touch.maximumPossibleForce > 0 ? Double(touch.force / touch.maximumPossibleForce) : nil
      probe.record(
        .touch(
          TouchSample(
            pointer: number, phase: phase, position: Point(x: position.x, y: position.y),
            delivery: delivery, pressure: pressure)),
        secondsAgo: CACurrentMediaTime() - touch.timestamp)
    }
  }
#endif
