import Analysis
import ScrollModel
import TextKit

extension AppPlatform {
  /// The same fix in the platform's language; without an equivalent, a sentence that states this.
  func code(for code: String, along axis: Axis) -> String {
    // A fix for a page is CSS or JavaScript already.
    guard self != .apple, !Self.isOfPage(code) else { return code }
    let match = Self.fixes.first { code.includes($0.apple) }
    let known: String? =
      switch self {
      case .apple: nil
      case .web: match?.web
      case .android: match?.android
      case .flutter, .reactNative: nil
      }
    guard var known else {
      return "no code for \(toolkit) is known; in SwiftUI: \(code)"
    }
    // The entries are for views that scroll sideways.
    guard axis == .vertical else { return known }
    for (sideways, upright) in [
      ("scroll-snap-type: x", "scroll-snap-type: y"), ("LazyRow", "LazyColumn"),
      ("HorizontalPager", "VerticalPager"), ("horizontal = ", "vertical = "),
      ("fillParentMaxWidth", "fillParentMaxHeight"),
    ] { known = known.replacing(every: sideways, with: upright) }
    return known
  }

  private static func isOfPage(_ code: String) -> Bool {
    ["scroll-snap-type", "overscroll-behavior", "element.scrollLeft"].contains(
      where: code.hasPrefix)
  }

  private typealias Fix = (apple: String, web: String, android: String)

  /// Names of SwiftUI and UIKit, and their equivalents in CSS or JavaScript and in Compose.
  ///
  /// The first entry whose name is in the code applies.
  private static let fixes: [Fix] = requests + positions + sizes + behaviors

  private static let requests: [Fix] = [
    (
      "proxy.scrollTo(id) // no anchor", "element.scrollIntoView({ block: 'nearest' })",
      "if (visible.none { it.index == index }) listState.scrollToItem(index)"
    ),
    (
      "timer.restart()",
      "scroller.addEventListener('pointerdown', () => clearInterval(timer)) // start it at scrollend",
      "LaunchedEffect(pager.isScrollInProgress) { if (!pager.isScrollInProgress) { delay(wait); next() } }"
    ),
    (
      "phase == .idle { position.scrollTo(id: current)",
      "scroller.addEventListener('scrollend', () => current.scrollIntoView({ inline: 'start', block: 'nearest' }))",
      "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) state.animateScrollToItem(current) }"
    ),
    (
      ".onChange(of: size)",
      "new ResizeObserver(() => current.scrollIntoView({ block: 'start' })).observe(scroller)",
      "LaunchedEffect(size) { listState.scrollToItem(current) }"
    ),
    (
      "follows", "scroller.addEventListener('scroll', () => { follows = isAtEnd(scroller) })",
      "if (follows && !listState.isScrollInProgress) listState.scrollToItem(last)"
    ),
    (
      "phase == .idle { applyChange()", "scroller.addEventListener('scrollend', applyChange)",
      "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) applyChange() }"
    ),
    (
      "phase == .idle { collapse()", "scroller.addEventListener('scrollend', collapse)",
      "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) collapse() }"
    ),
    (
      "if !visible.contains(", "element.scrollIntoView({ block: 'nearest' })",
      "if (visible.none { it.index == index }) listState.scrollToItem(index)"
    ),
    ("row.id(", "row.id = id", "items(list, key = { it.id }) { Row(it) }"),
    (
      "if let id { position", "if (id != null) document.getElementById(id).scrollIntoView()",
      "id?.let { listState.scrollToItem(indexOf(it)) }"
    ),
    (
      ".onChange(of: items.", "requestAnimationFrame(() => element.scrollIntoView())",
      "LaunchedEffect(items.size) { listState.scrollToItem(index) }"
    ),
    (
      "withAnimation {", "element.scrollIntoView({ behavior: 'smooth' })",
      "listState.animateScrollToItem(index)"
    ),
    (
      "position.scrollTo(edge:", "scroller.scrollTo({ top: 0 }) // not the first row",
      "listState.scrollToItem(0, scrollOffset = -padding)"
    ),
    (
      ".onAppear { position",
      "scroller.scrollTop = element.offsetTop // when the page has its layout",
      "val listState = rememberLazyListState(initialFirstVisibleItemIndex = index)"
    ),
    (
      "ScrollPosition(id: openingID)",
      "scroller.scrollTop = element.offsetTop // before the first frame",
      "val listState = rememberLazyListState(initialFirstVisibleItemIndex = index)"
    ),
    (
      ".onScrollGeometryChange(for: CGFloat.self) { $0.contentInsets.bottom",
      "visualViewport.addEventListener('resize', () => element.scrollIntoView({ block: 'end' }))",
      "LaunchedEffect(imeHeight) { listState.scrollToItem(last) }"
    ),
    (
      "proxy.scrollTo(", "element.scrollIntoView({ block: 'start' })",
      "listState.scrollToItem(index)"
    ),
    (
      "ids.firstIndex(of:", "const isForward = ids.indexOf(next) > ids.indexOf(last)",
      "val isForward = ids.indexOf(next) > ids.indexOf(last)"
    ),
  ]

  private static let positions: [Fix] = [
    ("guard id != position.viewID", "if (id === current) return", "if (id == current) return"),
    (
      ".onScrollTargetVisibilityChange(idType",
      "new IntersectionObserver(callback, { root: scroller, threshold: 0.5 })",
      "val first by remember { derivedStateOf { listState.firstVisibleItemIndex } }"
    ),
    (
      "current = id(at: y)",
      "scroller.addEventListener('scroll', () => { current = idAt(scroller.scrollTop) })",
      "val first by remember { derivedStateOf { listState.firstVisibleItemIndex } }"
    ),
    (
      ".scrollPosition(id: $id",
      "overflow-anchor: auto; /* on the scroller, and no fixed scrollTop */",
      "items(list, key = { it.id }) { Row(it) } // LazyColumn keeps the item with the key"
    ),
    (
      ".scrollPosition($position)", "element.scrollIntoView({ block: 'start' })",
      "val listState = rememberLazyListState()"
    ),
    (
      ".scrollTargetLayout()", "scroll-snap-align: start; /* on the items */",
      "items(list, key = { it.id }) { Row(it) }"
    ),
  ]

  private static let sizes: [Fix] = [
    (
      ".defaultScrollAnchor(",
      "new ResizeObserver(() => { if (follows) scroller.scrollTop = scroller.scrollHeight }).observe(scroller)",
      "LazyColumn(reverseLayout = true) { rows() } // Modifier.imePadding() for the keyboard"
    ),
    (
      ".id(content.id)", "scroller.scrollTo(0, 0) // when the content is exchanged",
      "key(content.id) { LazyColumn(state = rememberLazyListState()) { rows() } }"
    ),
    (
      "ForEach(items", "items.map(item => <Row key={item.id} item={item} />)",
      "items(list, key = { it.id }) { Row(it) }"
    ),
    (
      "scrollView.contentOffset.y", "scroller.scrollTop += scroller.scrollHeight - oldHeight",
      "listState.scrollBy(newHeight - oldHeight)"
    ),
    (
      ".safeAreaInset(",
      "scroller.style.height = `calc(100dvh - ${bar}px)` // no padding inside the list",
      "Modifier.imePadding() // on the list, in place of contentPadding"
    ),
    (
      "safeAreaInsetsDidChange",
      "padding-top: env(safe-area-inset-top);",
      "Modifier.windowInsetsPadding(WindowInsets.safeDrawing)"
    ),
    (
      "contentInsetAdjustmentBehavior",
      "scroll-padding-top: 0; /* the padding counts the bar already */",
      "Scaffold(contentWindowInsets = WindowInsets(0)) { padding -> List(padding) }"
    ),
    (
      ".contentMargins(", "scroll-padding: 16px; /* on the scroller, in place of padding */",
      "LazyRow(contentPadding = PaddingValues(horizontal = 16.dp)) { cards() }"
    ),
    (
      ".containerRelativeFrame(", "flex: 0 0 100%; /* on the pages */",
      "Modifier.fillParentMaxWidth()"
    ),
    (
      ".frame(", "height: 44px; /* on the items, a whole number of device pixels */",
      "Modifier.height(44.dp)"
    ),
    (
      "canCollapse",
      "const canCollapse = scroller.scrollHeight - scroller.clientHeight > headerHeight",
      "val canCollapse = listState.canScrollForward || listState.canScrollBackward"
    ),
    (
      "abs(new - old) > 1", "if (Math.abs(next - last) > 1) setHeight(next)",
      "if (abs(new - old) > 1) height = new"
    ),
    (
      ".onGeometryChange(",
      "new ResizeObserver(([entry]) => report(Math.round(entry.contentRect.height))).observe(box)",
      "Modifier.onSizeChanged { height = it.height }"
    ),
    (
      ".scrollTransition {", "opacity: 0.5; /* no transform that moves the box out of its place */",
      "Modifier.graphicsLayer { alpha = 0.5f }"
    ),
  ]

  private static let behaviors: [Fix] = [
    (
      "first in updateTarget", "scroller.style.scrollSnapType = isScrollingByProgram ? 'none' : ''",
      "if (isScrollingByProgram) return"
    ),
    (
      ".scrollTargetBehavior(.paging",
      "scroll-snap-type: x mandatory; /* and on the pages: */ scroll-snap-align: start; scroll-snap-stop: always;",
      "HorizontalPager(state = pagerState) { page -> Page(page) }"
    ),
    (
      ".scrollTargetBehavior(",
      "scroll-snap-type: x mandatory; /* and on the items: */ scroll-snap-align: start;",
      "LazyRow(flingBehavior = rememberSnapFlingBehavior(listState)) { cards() }"
    ),
    (
      "remove the modifier .scrollTargetBehavior", "scroll-snap-type: none;",
      "flingBehavior = ScrollableDefaults.flingBehavior(),"
    ),
    (
      "geometry.frame(in: .scrollView", "const box = element.getBoundingClientRect()",
      "val bounds = coordinates.boundsInParent()"
    ),
    (
      ".onScrollVisibilityChange",
      "new IntersectionObserver(callback, { threshold: 0.5 })",
      "Modifier.onVisibilityChanged(minFractionVisible = 0.5f) { isVisible -> report(isVisible) }"
    ),
    (
      "touchesCancelled", "element.addEventListener('pointercancel', record)",
      "awaitEachGesture { record(awaitPointerEvent().changes) }"
    ),
    (
      "scrollViewDidEndDragging", "scroller.addEventListener('scrollend', snap)",
      "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) snap() }"
    ),
    (
      "target.rect.origin",
      "scroll-snap-type: x mandatory; /* and on boxes at these offsets: */ scroll-snap-align: start;",
      "flingBehavior = rememberSnapFlingBehavior(listState, SnapPosition.Start),"
    ),
    (
      "context.velocity", "scroll-snap-stop: always; /* on the items */",
      "flingBehavior = rememberSnapFlingBehavior(listState, SnapPosition.Start),"
    ),
  ]
}
