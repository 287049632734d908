import Analysis
import ScrollModel

/// Code for scrolls of the program, and for when they may happen.
extension FixCode {
  private static let ensureVisible = "Scrollable.ensureVisible(item.currentContext!"

  /// A scroll to a row that is put at an anchor.
  static func scroll(to id: String, anchor: String, fraction: Double, along axis: Axis) -> FixCode {
    let place = fraction < 0.25 ? "start" : fraction > 0.75 ? "end" : "center"
    return FixCode(
      apple: "proxy.scrollTo(\(id), anchor: \(anchor))",
      web: "element.scrollIntoView({ \(axis == .vertical ? "block" : "inline"): '\(place)' })",
      android: fraction == 0
        ? "listState.scrollToItem(index)"
        : "listState.scrollToItem(index, -((viewLength - itemLength) * \(factorText(fraction))f).toInt())",
      flutter: "\(ensureVisible), alignment: \(factorText(fraction)));",
      reactNative:
        "list.current?.scrollToIndex({ index, viewPosition: \(factorText(fraction)) })")
  }

  /// A scroll to a row below a header that covers the start of the view.
  static func scrollBelowHeader(
    _ id: String, anchor: String, length: String, along axis: Axis
  ) -> FixCode {
    FixCode(
      apple: "proxy.scrollTo(\(id), anchor: \(anchor))",
      web:
        "scroll-margin-\(axis == .vertical ? "top" : "inline-start"): \(length)px; /* on the targets */",
      android: "listState.scrollToItem(index, scrollOffset = -headerHeight)",
      flutter: "\(ensureVisible), alignment: headerHeight / viewHeight);",
      reactNative: "list.current?.scrollToIndex({ index, viewOffset: \(length) })")
  }

  /// A scroll that moves only what is not in view.
  static func scrollIfHidden(apple: String) -> FixCode {
    FixCode(
      apple: apple, web: "element.scrollIntoView({ block: 'nearest', inline: 'nearest' })",
      android: "if (visible.none { it.index == index }) listState.scrollToItem(index)",
      flutter: "if (!isVisible(item)) \(ensureVisible));",
      reactNative: "if (!visible.has(index)) list.current?.scrollToIndex({ index })")
  }

  /// A scroll to an end of the content, with its padding.
  static func scrollToEdge(
    _ edge: String, isStart: Bool, along axis: Axis, padding: String
  ) -> FixCode {
    let isVertical = axis == .vertical
    let length = isVertical ? "scroller.scrollHeight" : "scroller.scrollWidth"
    return FixCode(
      apple:
        "position.scrollTo(edge: .\(edge)) // or .contentMargins(.\(isVertical ? "vertical" : "horizontal"), \(padding))",
      web:
        "scroller.scrollTo({ \(isVertical ? "top" : "left"): \(isStart ? "0" : length) }) // not a row",
      android: isStart
        ? "listState.scrollToItem(0, scrollOffset = -padding)"
        : "listState.scrollToItem(list.lastIndex, scrollOffset = padding)",
      flutter: "controller.jumpTo(controller.position.\(isStart ? "min" : "max")ScrollExtent);",
      reactNative: isStart
        ? "list.current?.scrollToOffset({ offset: 0 })" : "list.current?.scrollToEnd()")
  }

  /// A scroll with an animation.
  static func animatedScroll(_ apple: String) -> FixCode {
    FixCode(
      apple: "withAnimation { \(apple) }", web: "element.scrollIntoView({ behavior: 'smooth' })",
      android: "listState.animateScrollToItem(index)",
      flutter: "\(ensureVisible), duration: Durations.medium2);",
      reactNative: "list.current?.scrollToIndex({ index, animated: true })")
  }

  /// A scroll in the update that adds the row.
  static func scrollAfterUpdate(apple: String) -> FixCode {
    FixCode(
      apple: apple, web: "requestAnimationFrame(() => element.scrollIntoView())",
      android: "LaunchedEffect(items.size) { listState.scrollToItem(index) }",
      flutter: "WidgetsBinding.instance.addPostFrameCallback((_) => \(ensureVisible)));",
      reactNative: "onContentSizeChange={() => list.current?.scrollToIndex({ index })}")
  }

  /// A scroll when the inset of a keyboard is part of the layout.
  static func scrollAfterKeyboard(to id: String) -> FixCode {
    FixCode(
      apple:
        ".onScrollGeometryChange(for: CGFloat.self) { $0.contentInsets.bottom } action: { _, _ in "
        + "proxy.scrollTo(\(id), anchor: .bottom) }",
      web:
        "visualViewport.addEventListener('resize', () => element.scrollIntoView({ block: 'end' }))",
      android: "LaunchedEffect(imeHeight) { listState.scrollToItem(last) }",
      flutter: "void didChangeMetrics() => \(ensureVisible), alignment: 1);",
      reactNative: "Keyboard.addListener('keyboardDidShow', () => list.current?.scrollToEnd())")
  }

  /// A scroll to what was aligned, in the new size.
  static let scrollAfterResize = FixCode(
    apple: ".onChange(of: size) { position.scrollTo(id: current) }",
    web:
      "new ResizeObserver(() => current.scrollIntoView({ block: 'start' })).observe(scroller)",
    android: "LaunchedEffect(size) { listState.scrollToItem(current) }",
    reactNative: "onLayout={() => list.current?.scrollToIndex({ index: current })}")

  /// Scrolling that is turned off only while nothing moves.
  static let disabledAtRest = FixCode(
    apple: ".scrollDisabled(isLocked && phase == .idle)",
    web: "if (isAtRest) scroller.style.overflow = 'hidden'",
    android: "userScrollEnabled = !isLocked || state.isScrollInProgress",
    flutter: "physics: isLocked && !isScrolling ? const NeverScrollableScrollPhysics() : null,",
    reactNative: "scrollEnabled={!isLocked || isScrolling}")

  /// The scroll to a target once more, when the gesture has ended.
  static let scrollWhenIdle = FixCode(
    apple:
      ".onScrollPhaseChange { _, phase in if phase == .idle { position.scrollTo(id: current) } }",
    web:
      "scroller.addEventListener('scrollend', () => current.scrollIntoView({ inline: 'start', block: 'nearest' }))",
    android:
      "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) state.animateScrollToItem(current) }",
    flutter: "onNotification: (ScrollEndNotification _) { scrollTo(current); return false; },",
    reactNative: "onMomentumScrollEnd={() => list.current?.scrollToIndex({ index: current })}")

  /// An offset within the range.
  static func clampedOffset(along axis: Axis) -> FixCode {
    let isVertical = axis == .vertical
    let (coordinate, extent, inset) =
      isVertical ? ("y", "height", "bottom") : ("x", "width", "right")
    let (side, length) = isVertical ? ("Top", "Height") : ("Left", "Width")
    return FixCode(
      apple:
        "view.contentOffset.\(coordinate) = min(target, view.contentSize.\(extent) - view.bounds.\(extent) "
        + "+ view.adjustedContentInset.\(inset))",
      web:
        "scroller.scroll\(side) = Math.min(target, scroller.scroll\(length) - scroller.client\(length))",
      android: "listState.scrollToItem(index) // which ends within the range",
      flutter: "controller.jumpTo(math.min(target, controller.position.maxScrollExtent));",
      reactNative:
        "list.current?.scrollToOffset({ offset: Math.min(target, contentLength - viewLength) })")
  }

  /// A drag that the content follows.
  static let dragSign = FixCode(
    apple: "offset = start - value.translation.height // with one sign for both layout directions",
    web: "offset = start - (event.clientY - startY)",
    android: "Modifier.scrollable(state, orientation, reverseDirection = true)",
    flutter: "controller.jumpTo(start - details.localPosition.dy + startY);",
    reactNative: "const offset = start - gesture.dy")

  /// A velocity that points where the content moves.
  static let velocitySign = FixCode(
    apple: "let velocity = -recognizer.velocity(in: view).y // offsets grow as the finger goes up",
    web: "const velocity = (offset - lastOffset) / elapsed",
    android: "val velocity = -tracker.calculateVelocity().y // offsets grow as the finger goes up",
    flutter: "position.goBallistic(-details.primaryVelocity!);",
    reactNative: "scaleY: -1 // replace by inverted={false} with the data in reverse order")

  /// An offset that is converted from the other end of the content.
  static func convertedOffset(along axis: Axis) -> FixCode {
    let (coordinate, extent) = axis == .vertical ? ("y", "height") : ("x", "width")
    let (side, length) = axis == .vertical ? ("Top", "Height") : ("Left", "Width")
    return FixCode(
      apple:
        "view.contentOffset.\(coordinate) = \(coordinate) // AppKit: override var isFlipped: Bool { true }",
      web:
        "scroller.scroll\(side) = scroller.scroll\(length) - scroller.client\(length) - distanceFromEnd",
      android: "listState.scrollToItem(if (reverseLayout) lastIndex - index else index)",
      flutter: "controller.jumpTo(controller.position.maxScrollExtent - distanceFromEnd);",
      reactNative:
        "list.current?.scrollToOffset({ offset: content\(extent == "height" ? "Height" : "Width") - viewLength - distanceFromEnd })"
    )
  }

  /// A focus that leaves the content where it is.
  static let focusWithoutScroll = FixCode(
    apple:
      "UIAccessibility.post(notification: .layoutChanged, argument: element) // no scrollRectToVisible",
    web: "element.focus({ preventScroll: true })",
    android: "Modifier.bringIntoViewResponder(stayInPlace) // on the pinned part",
    flutter: "focusNode.requestFocus(); // with no Scrollable.ensureVisible",
    reactNative: "element.current?.focus({ preventScroll: true })")

  /// A length on the screen in the units of a scaled view.
  static let unscaled = FixCode(
    apple: "let translation = gesture.translation.width / scale",
    web: "const start = element.getBoundingClientRect().left / scale",
    android: "val start = coordinates.boundsInRoot().left / scaleX",
    flutter: "final start = box.globalToLocal(details.globalPosition);",
    reactNative: "const translation = gesture.dx / scale")

  /// A wheel in a view that is turned over.
  static let wheelSign = FixCode(
    apple: "scrollView.scroll(by: -event.scrollingDeltaY) // if the view is flipped by a transform",
    web:
      "scroller.addEventListener('wheel', event => { event.preventDefault(); scroller.scrollTop -= event.deltaY })",
    android: "LazyColumn(reverseLayout = true) { rows() } // in place of scaleY = -1f",
    flutter: "ListView(reverse: true, children: rows) // in place of a Transform",
    reactNative: "data={[...items].reverse()} // in place of inverted, where a wheel is used")

  /// The limit of a scroll that code computes.
  static let wholeLength = FixCode(
    apple:
      "let end = view.contentSize.height + view.adjustedContentInset.bottom - view.bounds.height",
    web: "const end = scroller.scrollHeight - scroller.clientHeight // not content.offsetHeight",
    android: "val end = scrollState.maxValue",
    flutter: "final end = controller.position.maxScrollExtent;",
    reactNative: "const end = contentSize.height - layoutMeasurement.height")

  /// The velocity that a surrounding view leaves to the list.
  static let remainingVelocity = FixCode(
    apple: "// in scrollViewWillEndDragging, set targetContentOffset only while the sheet moves",
    web: "// no preventDefault() of touchmove while the sheet is at rest",
    android:
      "override suspend fun onPreFling(available: Velocity) = if (isAtAnchor) Velocity.Zero else available",
    flutter: "if (!isAtSnap) controller.animateTo(snap, duration: duration, curve: curve);",
    reactNative: "simultaneousHandlers={listRef}")

  /// A step forward in either direction of the layout.
  static let stepInDirection = FixCode(
    apple: "let step = layoutDirection == .rightToLeft ? -width : width",
    web:
      "scroller.scrollBy({ left: getComputedStyle(scroller).direction === 'rtl' ? -step : step })",
    android: "val step = if (layoutDirection == LayoutDirection.Rtl) -width else width",
    flutter: "final step = Directionality.of(context) == TextDirection.rtl ? -width : width;",
    reactNative: "const step = I18nManager.isRTL ? -width : width")

  /// One owner of the offset when content before the view changes.
  static let anchoredOnce = FixCode(
    apple: "// remove the change of contentOffset: the bound position keeps the row in its place",
    web: "overflow-anchor: none; /* on the scroller, if a script moves the offset */")

  /// A change of the layout when the gesture has ended.
  static func whenIdle(_ change: String) -> FixCode {
    FixCode(
      apple: ".onScrollPhaseChange { _, phase in if phase == .idle { \(change)() } }",
      web: "scroller.addEventListener('scrollend', \(change))",
      android:
        "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) \(change)() }",
      flutter: "onNotification: (ScrollEndNotification _) { \(change)(); return false; },",
      reactNative: "onMomentumScrollEnd={\(change)}")
  }

  /// Following the end until the user takes the content away.
  static let followUntilTouched = following(
    ".onScrollPhaseChange { _, phase in follows = follows && phase != .interacting }")

  /// Following the end only while nothing moves.
  static let followWhenIdle = following(
    ".onScrollPhaseChange { _, phase in follows = phase == .idle }")

  private static func following(_ apple: String) -> FixCode {
    FixCode(
      apple: apple,
      web: "scroller.addEventListener('scroll', () => { follows = isAtEnd(scroller) })",
      android: "if (follows && !listState.isScrollInProgress) listState.scrollToItem(last)",
      flutter: "onNotification: (UserScrollNotification _) { follows = isAtEnd(); return false; },",
      reactNative: "onScrollBeginDrag={() => { follows.current = false }}")
  }

  /// A timer that starts again when the user scrolls.
  static let restartTimer = FixCode(
    apple: ".onScrollPhaseChange { _, phase in if phase != .idle { timer.restart() } }",
    web:
      "scroller.addEventListener('pointerdown', () => clearInterval(timer)) // start it at scrollend",
    android:
      "LaunchedEffect(pager.isScrollInProgress) { if (!pager.isScrollInProgress) { delay(wait); next() } }",
    flutter: "onNotification: (UserScrollNotification _) { restartTimer(); return false; },",
    reactNative: "onScrollBeginDrag={() => clearInterval(timer)}")

  /// A behavior that does nothing while the program scrolls.
  static let pauseBehavior = FixCode(
    apple: "guard !isScrollingByProgram else { return } // first in updateTarget(_:context:)",
    web: "scroller.style.scrollSnapType = isScrollingByProgram ? 'none' : ''",
    android: "if (isScrollingByProgram) return",
    flutter: "physics: isScrollingByProgram ? null : snapPhysics,",
    reactNative: "snapToInterval={isScrollingByProgram ? undefined : interval}")

  /// Snapping after a tap has stopped the movement.
  static let snapAfterTap = FixCode(
    apple:
      "func scrollViewDidEndDragging(_ view: UIScrollView, willDecelerate: Bool) { "
      + "if !willDecelerate { snap(view) } }",
    web: "scroller.addEventListener('scrollend', snap)",
    android: "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) snap() }",
    flutter: "onNotification: (ScrollEndNotification _) { snap(); return false; },",
    reactNative: "onScrollEndDrag={snap}")

  /// A sheet that leaves the drag to its content.
  static let passDragOn = FixCode(
    apple:
      ".presentationContentInteraction(.scrolls) "
      + "// UIKit: sheet.prefersScrollingExpandsWhenScrolledToEdge = false",
    android: "LazyColumn(Modifier.nestedScroll(sheetConnection)) { rows() }",
    flutter:
      "DraggableScrollableSheet(builder: (_, controller) => ListView(controller: controller))",
    reactNative: "<BottomSheetFlatList data={rows} renderItem={row} />")

  /// The direction by the order of the items.
  static let direction = FixCode(
    apple: "let isForward = ids.firstIndex(of: new)! > ids.firstIndex(of: old)!",
    web: "const isForward = ids.indexOf(next) > ids.indexOf(last)",
    android: "val isForward = ids.indexOf(next) > ids.indexOf(last)",
    flutter: "final isForward = ids.indexOf(next) > ids.indexOf(last);",
    reactNative: "const isForward = ids.indexOf(next) > ids.indexOf(last)")

  /// The offset moved by what came in above.
  static let moveByGrowth = FixCode(
    apple: "scrollView.contentOffset.y += scrollView.contentSize.height - oldHeight",
    web: "scroller.scrollTop += scroller.scrollHeight - oldHeight",
    android: "listState.scrollBy(newHeight - oldHeight)",
    flutter: "controller.jumpTo(controller.offset + newHeight - oldHeight);",
    reactNative: "maintainVisibleContentPosition={{ minIndexForVisible: 0 }}")

  /// The offset moved with the inset at the end.
  static let moveWithEndInset = FixCode(
    apple: "if wasAtEnd { scrollView.contentOffset.y += newInset - oldInset }",
    web: "if (wasAtEnd) scroller.scrollTop += newInset - oldInset",
    android: "if (wasAtEnd) listState.scrollBy(newInset - oldInset)",
    flutter: "if (wasAtEnd) controller.jumpTo(controller.offset + newInset - oldInset);",
    reactNative: "if (wasAtEnd) list.current?.scrollToEnd({ animated: false })")

  /// The offset moved with the inset at the start.
  static func moveWithStartInset(edge: String) -> FixCode {
    FixCode(
      apple:
        "scrollView.contentOffset.y -= newHeight - oldHeight // SwiftUI: .safeAreaInset(edge: .\(edge))",
      web: "scroller.scrollTop += oldHeight - newHeight",
      android: "listState.scrollBy(oldHeight - newHeight)",
      flutter: "controller.jumpTo(controller.offset + oldHeight - newHeight);",
      reactNative: "list.current?.scrollToOffset({ offset: offset + oldHeight - newHeight })")
  }
}
