import ScrollModel
import TextKit

/// The platform of the recorded app, if known; it determines the language of a fix.
enum AppPlatform: Hashable, Sendable {
  case apple
  case web
  case android

  init(_ information: TraceInformation) {
    let system = information.system ?? ""
    let browsers = ["Chrome", "Chromium", "Safari", "Firefox", "WebKit", "Edge"]
    if information.coordinateSpace == .cssPixels || browsers.contains(where: system.hasPrefix) {
      self = .web
    } else {
      self = system.hasPrefix("Android") ? .android : .apple
    }
  }

  /// The same fix in the platform's language; unchanged if no other one is known.
  func code(for code: String) -> String {
    guard self != .apple, let match = Self.table.first(where: { code.includes($0.apple) }) else {
      return code
    }
    return self == .web ? match.web : match.android
  }

  /// The names of SwiftUI and UIKit, and their equivalents in CSS, JavaScript and Compose.
  ///
  /// The first entry whose name is in the code applies.
  private static let table: [(apple: String, web: String, android: String)] = [
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
      "position.scrollTo(id: current)",
      "scroller.addEventListener('scrollend', () => current.scrollIntoView({ inline: 'start', block: 'nearest' }))",
      "LaunchedEffect(state.isScrollInProgress) { if (!state.isScrollInProgress) state.animateScrollToItem(current) }"
    ),
    (
      "follows", "scroller.addEventListener('scroll', () => { follows = isAtEnd(scroller) })",
      "if (follows && !listState.isScrollInProgress) listState.scrollToItem(last)"
    ),
    (
      ".defaultScrollAnchor(",
      "new ResizeObserver(() => { if (follows) scroller.scrollTop = scroller.scrollHeight }).observe(scroller)",
      "LazyColumn(reverseLayout = true) { … } // Modifier.imePadding() for the keyboard"
    ),
    (
      ".id(content.id)", "scroller.scrollTo(0, 0) // when the content is exchanged",
      "key(content.id) { LazyColumn(state = rememberLazyListState()) { … } }"
    ),
    (
      "ForEach(items", "items.map(item => <Row key={item.id} … />)",
      "items(list, key = { it.id }) { … }"
    ),
    (
      "scrollView.contentOffset.y", "scroller.scrollTop += scroller.scrollHeight - oldHeight",
      "listState.scrollBy(newHeight - oldHeight)"
    ),
    (
      ".scrollPosition(id: $id",
      "overflow-anchor: auto; /* on the scroller, and no fixed scrollTop */",
      "items(list, key = { it.id }) { … } // LazyColumn keeps the item with the key"
    ),
    (
      ".safeAreaInset(",
      "scroller.style.height = `calc(100dvh - ${bar}px)` // no padding inside the list",
      "Modifier.imePadding() // on the list, in place of contentPadding"
    ),
    (
      ".contentMargins(", "scroll-padding: …; /* on the scroller, in place of padding */",
      "LazyRow(contentPadding = PaddingValues(horizontal = …)) { … }"
    ),
    (
      ".scrollTargetBehavior(.viewAligned",
      "scroll-snap-type: x mandatory; /* and scroll-snap-align: start on the items */",
      "LazyRow(flingBehavior = rememberSnapFlingBehavior(listState)) { … }"
    ),
    (
      ".onScrollVisibilityChange(threshold", "new IntersectionObserver(callback, { threshold: … })",
      "Modifier.onVisibilityChanged(minFractionVisible = …) { … }"
    ),
    ("guard id != position.viewID", "if (id === current) return", "if (id == current) return"),
    (
      "position.scrollTo(edge:", "scroller.scrollTo({ top: 0 }) // not the first row",
      "listState.scrollToItem(0, scrollOffset = -padding)"
    ),
  ]
}
