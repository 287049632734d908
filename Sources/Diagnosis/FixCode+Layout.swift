import Analysis
import ScrollModel

/// Code for margins, insets, lengths and what counts as visible.
extension FixCode {
  /// The sides of content that have a margin.
  enum MarginSides {
    case both
    case start
    case end
  }

  /// Margins of the content in place of padding inside of it.
  static func margins(_ sides: MarginSides, _ length: String, along axis: Axis) -> FixCode {
    let isVertical = axis == .vertical
    // SwiftUI, CSS, Compose, Flutter and React Native.
    let names: (apple: String, web: String, android: String, flutter: String, style: String) =
      switch (sides, isVertical) {
      case (.both, true): ("vertical", "block", "vertical", "vertical", "Vertical")
      case (.both, false): ("horizontal", "inline", "horizontal", "horizontal", "Horizontal")
      case (.start, true): ("top", "top", "top", "top", "Top")
      case (.start, false): ("leading", "inline-start", "start", "left", "Left")
      case (.end, true): ("bottom", "bottom", "bottom", "bottom", "Bottom")
      case (.end, false): ("trailing", "inline-end", "end", "right", "Right")
      }
    let insets = sides == .both ? "symmetric" : "only"
    return FixCode(
      apple: ".contentMargins(.\(names.apple), \(length), for: .scrollContent)",
      // Room after the last item has to be content, or there is nothing to scroll.
      web: sides == .end
        ? "padding-\(names.web): \(length)px; /* on the content */"
        : "scroll-padding-\(names.web): \(length)px; /* on the scroller, in place of padding */",
      android:
        "Lazy\(isVertical ? "Column" : "Row")(contentPadding = PaddingValues(\(names.android) = \(length).dp)) { rows() }",
      flutter:
        "ListView(padding: const EdgeInsets.\(insets)(\(names.flutter): \(length)), children: rows)",
      reactNative: "contentContainerStyle={{ padding\(names.style): \(length) }}")
  }

  /// A bar that is an inset of the scroll view; `note` is a comment for SwiftUI.
  static func bar(edge: String, note: String? = nil) -> FixCode {
    FixCode(
      apple: ".safeAreaInset(edge: .\(edge)) { bar }" + (note.map { " // \($0)" } ?? ""),
      web:
        "scroller.style.height = `calc(100dvh - ${bar}px)` // no padding inside the list",
      android: "Modifier.imePadding() // on the list, in place of contentPadding",
      flutter: "Scaffold(body: list, bottomNavigationBar: bar)",
      reactNative: "contentInset={{ \(edge): barHeight }}")
  }

  /// The inset again, when the safe area has its final value.
  static let insetWithSafeArea = FixCode(
    apple:
      "override func safeAreaInsetsDidChange() { super.safeAreaInsetsDidChange(); updateInset() }",
    web: "padding-top: env(safe-area-inset-top);",
    android: "Modifier.windowInsetsPadding(WindowInsets.safeDrawing)",
    flutter: "SafeArea(child: list)", reactNative: "const insets = useSafeAreaInsets()")

  /// An inset that the system does not add.
  static let insetOnce = FixCode(
    apple:
      "scrollView.contentInsetAdjustmentBehavior = .never // SwiftUI: no .padding(.top, safeArea)",
    web: "scroll-padding-top: 0; /* the padding counts the bar already */",
    android: "Scaffold(contentWindowInsets = WindowInsets(0)) { padding -> List(padding) }",
    flutter: "MediaQuery.removePadding(context: context, removeTop: true, child: list)",
    reactNative: "contentInsetAdjustmentBehavior=\"never\"")

  /// An inset that does not depend on the one before.
  static let insetFromParts = FixCode(
    apple: "scrollView.contentInset.top = barHeight + (isRefreshing ? refreshHeight : 0)",
    web: "content.style.paddingTop = `${barHeight + (isRefreshing ? refreshHeight : 0)}px`",
    android:
      "contentPadding = PaddingValues(top = barHeight + if (isRefreshing) refreshHeight else 0.dp)",
    flutter: "padding: EdgeInsets.only(top: barHeight + (isRefreshing ? refreshHeight : 0)),",
    reactNative: "contentInset={{ top: barHeight + (isRefreshing ? refreshHeight : 0) }}")

  /// Items as long as the view, in whole pixels.
  static func asLongAsView(along axis: Axis) -> FixCode {
    let isVertical = axis == .vertical
    let extent = isVertical ? "height" : "width"
    return FixCode(
      apple:
        ".containerRelativeFrame(.\(isVertical ? "vertical" : "horizontal")) // or .frame(\(extent): "
        + "(\(extent) * scale).rounded() / scale)",
      web: "flex: 0 0 100%; /* on the pages */",
      android: "Modifier.fillParentMax\(isVertical ? "Height" : "Width")()",
      flutter: "PageView(children: pages)",
      reactNative: "style={{ \(extent): PixelRatio.roundToNearestPixel(\(extent)) }}")
  }

  /// A length of 1 point.
  static func sentinel(along axis: Axis) -> FixCode {
    let extent = axis == .vertical ? "height" : "width"
    return FixCode(
      apple: ".frame(\(extent): 1)", web: "\(extent): 1px; /* on the sentinel */",
      android: "Modifier.\(extent)(1.dp)", flutter: "SizedBox(\(extent): 1)",
      reactNative: "style={{ \(extent): 1 }}")
  }

  /// Lengths in whole pixels.
  static let wholePixels = FixCode(
    apple: ".frame(height: (height * displayScale).rounded() / displayScale)",
    web: "height: 44px; /* on the items, a whole number of device pixels */",
    android: "Modifier.height(44.dp)", flutter: "SizedBox(height: 44, child: row)",
    reactNative: "style={{ height: PixelRatio.roundToNearestPixel(height) }}")

  /// A length that is known before an item is shown.
  static func knownLength(along axis: Axis) -> FixCode {
    let extent = axis == .vertical ? "height" : "width"
    return FixCode(
      apple: ".frame(\(extent): itemLength) // or a stack that is not lazy",
      web: "\(extent): 44px; /* on the items, or contain-intrinsic-size */",
      android: "Modifier.\(extent)(44.dp)", flutter: "itemExtent: itemLength,",
      reactNative:
        "getItemLayout={(_, index) => ({ length, offset: length * index, index })}")
  }

  /// A header that collapses only where enough can be scrolled.
  static func collapseIfLong(extent: String, header: String) -> FixCode {
    let isVertical = extent == "height"
    let side = isVertical ? "Height" : "Width"
    return FixCode(
      apple:
        "let canCollapse = geometry.contentSize.\(extent) - geometry.containerSize.\(extent) > \(header)",
      web: "const canCollapse = scroller.scroll\(side) - scroller.client\(side) > \(header)",
      android: "val canCollapse = listState.canScrollForward || listState.canScrollBackward",
      flutter: "final canCollapse = position.maxScrollExtent > \(header);",
      reactNative:
        "const canCollapse = contentSize.\(extent) - layoutMeasurement.\(extent) > \(header)")
  }

  /// A zoom around the place of the pointer.
  static func zoomAtPointer(along axis: Axis) -> FixCode {
    let coordinate = axis == .vertical ? "y" : "x"
    let side = axis == .vertical ? "Top" : "Left"
    return FixCode(
      apple:
        "offset.\(coordinate) = (offset.\(coordinate) + place.\(coordinate)) * ratio - place.\(coordinate)",
      web:
        "scroller.scroll\(side) = (scroller.scroll\(side) + place.\(coordinate)) * ratio - place.\(coordinate)",
      android: "offset = (offset + centroid) * zoom - centroid",
      flutter:
        "controller.jumpTo((controller.offset + focal.d\(coordinate)) * ratio - focal.d\(coordinate));",
      reactNative:
        "list.current?.scrollToOffset({ offset: (offset + place.\(coordinate)) * ratio - place.\(coordinate) })"
    )
  }

  /// A content length that follows the layout.
  static let contentLength = FixCode(
    apple:
      "scrollView.contentSize = layout.usedSize // AppKit: ensureLayout(for:), then sizeToFit()",
    web: "content.style.height = 'auto' // no fixed height on the content",
    android: "Modifier.wrapContentHeight() // on the content",
    flutter: "SingleChildScrollView(child: content)",
    reactNative: "<ScrollView contentContainerStyle={{ flexGrow: 1 }}>")

  /// State that small differences do not change.
  static let tolerance = FixCode(
    apple: "if abs(new - old) > 1 { height = new }",
    web: "if (Math.abs(next - last) > 1) setHeight(next)",
    android: "if (abs(new - old) > 1) height = new",
    flutter: "if ((next - last).abs() > 1) setState(() => height = next);",
    reactNative: "if (Math.abs(next - last) > 1) setHeight(next)")

  /// A geometry that is rounded before it is written.
  static let roundedGeometry = FixCode(
    apple:
      ".onGeometryChange(for: CGFloat.self) { $0.size.height.rounded() } action: { height = $0 }",
    web:
      "new ResizeObserver(([entry]) => report(Math.round(entry.contentRect.height))).observe(box)",
    android: "Modifier.onSizeChanged { height = it.height }",
    reactNative: "onLayout={event => setHeight(Math.round(event.nativeEvent.layout.height))}")

  // MARK: Visibility

  /// The events of visible views, counted at once.
  static let countAtOnce = FixCode(
    apple: ".onScrollVisibilityChange { isVisible in if isVisible { count += 1 } }",
    web: "new IntersectionObserver(callback, { threshold: 0.5 })",
    android:
      "Modifier.onVisibilityChanged(minFractionVisible = 0.5f) { isVisible -> report(isVisible) }",
    reactNative: "viewabilityConfig={{ itemVisiblePercentThreshold: 50, minimumViewTime: 0 }}")

  /// Visibility that is computed when the content changes.
  static let visibilityAfterChange = FixCode(
    apple: ".onScrollTargetVisibilityChange(idType: Item.ID.self) { ids in report(ids) }",
    web: "items.forEach(item => observer.observe(item)) // after each change of the content",
    android: "LaunchedEffect(items) { report(listState.layoutInfo.visibleItemsInfo) }",
    flutter: "VisibilityDetectorController.instance.notifyNow();",
    reactNative: "useEffect(() => { list.current?.recordInteraction() }, [items])")

  /// A view that counts as visible from a fraction on.
  static func visible(from fraction: Double) -> FixCode {
    threshold(
      fraction,
      apple: ".onScrollVisibilityChange(threshold: \(fraction)) { isVisible in report(isVisible) }")
  }

  /// Targets that count as visible from a fraction on.
  static func visibleTargets(from fraction: Double) -> FixCode {
    threshold(
      fraction,
      apple:
        ".onScrollTargetVisibilityChange(idType: Item.ID.self, threshold: \(fraction)) { ids in visible = ids }"
    )
  }

  private static func threshold(_ fraction: Double, apple: String) -> FixCode {
    FixCode(
      apple: apple,
      web: "new IntersectionObserver(callback, { root: scroller, threshold: \(fraction) })",
      android:
        "Modifier.onVisibilityChanged(minFractionVisible = \(fraction)f) { isVisible -> report(isVisible) }",
      reactNative:
        "viewabilityConfig={{ itemVisiblePercentThreshold: \(pointsText(fraction * 100)) }}")
  }

  /// The rectangle that visibility is measured in; `below` is a condition for what is below a header.
  static func frameInScroller(below: String = "") -> FixCode {
    FixCode(
      apple: "geometry.frame(in: .scrollView(axis: .vertical))" + below,
      web: "const box = element.getBoundingClientRect()",
      android: "val bounds = coordinates.boundsInParent()")
  }

  /// An effect that stays inside the view's frame.
  static let effectInside = FixCode(
    apple: ".scrollTransition { view, phase in view.opacity(phase.isIdentity ? 1 : 0.5) }",
    web: "opacity: 0.5; /* no transform that moves the box out of its place */",
    android: "Modifier.graphicsLayer { alpha = 0.5f }",
    flutter: "Opacity(opacity: 0.5, child: row)", reactNative: "style={{ opacity: 0.5 }}")

  /// Touches that are recorded until they are cancelled.
  static let recordCancelled = FixCode(
    apple:
      "override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { record(touches) }",
    web: "element.addEventListener('pointercancel', record)",
    android: "awaitEachGesture { record(awaitPointerEvent().changes) }",
    flutter: "Listener(onPointerCancel: record, child: list)",
    reactNative: "onTouchCancel={record}")
}
