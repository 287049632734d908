import Analysis
import ScrollModel

/// Code for bound positions, ids and initial offsets.
extension FixCode {
  /// A position that is bound to the scroll view.
  static let boundPosition = FixCode(
    apple: ".scrollPosition($position)", web: "element.scrollIntoView({ block: 'start' })",
    android: "val listState = rememberLazyListState()",
    flutter: "ListView(controller: controller, children: rows)",
    reactNative: "<FlatList ref={list} data={items} renderItem={renderRow} />")

  /// A scroll view that keeps the target in view in its place.
  static func boundID(along axis: Axis) -> FixCode {
    boundID(apple: SwiftCode.boundPosition(along: axis))
  }

  /// A bound id with an anchor, in a view that keeps that item in its place.
  static func boundID(apple: String) -> FixCode {
    FixCode(
      apple: apple, web: "overflow-anchor: auto; /* on the scroller, and no fixed scrollTop */",
      android: "items(list, key = { it.id }) { Row(it) } // LazyColumn keeps the item with the key",
      reactNative: "maintainVisibleContentPosition={{ minIndexForVisible: 0 }}")
  }

  /// An offset that stays while the order of the items changes.
  static let keptOffset = FixCode(
    apple: "let offset = scrollView.contentOffset; move(); scrollView.contentOffset = offset",
    web: "overflow-anchor: none; /* on the scroller, while an item is moved */",
    android:
      "listState.requestScrollToItem(listState.firstVisibleItemIndex, listState.firstVisibleItemScrollOffset)",
    flutter: "final offset = controller.offset; move(); controller.jumpTo(offset);",
    reactNative: "maintainVisibleContentPosition={isMoving ? null : { minIndexForVisible: 0 }}")

  /// Items that stay in their place although what is before them changes while they move.
  ///
  /// SwiftUI keeps them only at rest.
  static var keptWhileMoving: FixCode {
    let idle = whenIdle("update")
    var code = boundID(apple: "\(idle.apple) // and .scrollPosition(id: $id)")
    code.flutter = idle.flutter
    return code
  }

  /// An offset that moves with the content above the items in view.
  static func moveWithContent(along axis: Axis) -> FixCode {
    let (coordinate, length) = axis == .vertical ? ("y", "height") : ("x", "width")
    let side = axis == .vertical ? "scrollTop" : "scrollLeft"
    return FixCode(
      apple:
        "scrollView.contentOffset.\(coordinate) += \(length)Above // in the update that changes the content",
      web: "scroller.\(side) += \(length)Above // in the update that changes the content",
      android: "listState.dispatchRawDelta(\(length)Above)",
      flutter: "controller.position.correctBy(\(length)Above);",
      reactNative: "maintainVisibleContentPosition={{ minIndexForVisible: 0 }}")
  }

  /// The targets of a stack.
  static let targetLayout = FixCode(
    apple: ".scrollTargetLayout()", web: "scroll-snap-align: start; /* on the items */",
    android: "items(list, key = { it.id }) { Row(it) }",
    flutter: "RowItem(key: ValueKey(item.id))", reactNative: "keyExtractor={item => item.id}")

  /// An id that the content has.
  static func rowID(_ id: String) -> FixCode {
    FixCode(
      apple: "row.id(\(id))", web: "row.id = id",
      android: "items(list, key = { it.id }) { Row(it) }",
      flutter: "RowItem(key: ValueKey(item.id))", reactNative: "keyExtractor={item => item.id}")
  }

  /// An id that is unwrapped before the request.
  static let unwrappedID = FixCode(
    apple: "if let id { position.scrollTo(id: id) }",
    web: "if (id != null) document.getElementById(id).scrollIntoView()",
    android: "id?.let { listState.scrollToItem(indexOf(it)) }",
    flutter: "if (item.currentContext case final context?) Scrollable.ensureVisible(context);",
    reactNative: "if (index != null) list.current?.scrollToIndex({ index })")

  /// A position that is written only if it changes.
  static let writeOnce = FixCode(
    apple: "guard id != position.viewID else { return }", web: "if (id === current) return",
    android: "if (id == current) return", flutter: "if (id == current) return;",
    reactNative: "if (id === current) return")

  /// A position that is written when the view has appeared.
  static func onAppear(_ apple: String) -> FixCode {
    FixCode(
      apple: ".onAppear { \(apple) }",
      web: "scroller.scrollTop = element.offsetTop // when the page has its layout",
      android: "val listState = rememberLazyListState(initialFirstVisibleItemIndex = index)",
      flutter: "final controller = ScrollController(initialScrollOffset: offset);",
      reactNative: "initialScrollIndex={index}")
  }

  /// A position that is set before the view appears.
  static let openAtID = FixCode(
    apple:
      "@State var position = ScrollPosition(id: openingID) // set before the view appears",
    web: "scroller.scrollTop = element.offsetTop // before the first frame",
    android: "val listState = rememberLazyListState(initialFirstVisibleItemIndex = index)",
    flutter: "final controller = ScrollController(initialScrollOffset: offset);",
    reactNative: "initialScrollIndex={index}")

  /// The id of what is in view.
  static func visibleID(as name: String) -> FixCode {
    FixCode(
      apple:
        ".onScrollTargetVisibilityChange(idType: Item.ID.self) { ids in \(name) = ids.first }",
      web: "new IntersectionObserver(callback, { root: scroller, threshold: 0.5 })",
      android: "val first by remember { derivedStateOf { listState.firstVisibleItemIndex } }",
      reactNative:
        "onViewableItemsChanged={({ viewableItems }) => setCurrent(viewableItems[0]?.key)}"
    )
  }

  /// The index of what is nearest to the start of the view.
  static func roundedIndex(along axis: Axis) -> FixCode {
    let isVertical = axis == .vertical
    let (coordinate, side) = isVertical ? ("y", "scrollTop") : ("x", "scrollLeft")
    return FixCode(
      apple: "let index = Int((view.contentOffset.\(coordinate) / length).rounded())",
      web: "const index = Math.round(scroller.\(side) / length)",
      android: "val index = (offset / length).roundToInt()",
      flutter: "final index = (controller.offset / length).round();",
      reactNative: "const index = Math.round(contentOffset.\(coordinate) / length)")
  }

  /// The id at the current offset.
  static let idAtOffset = FixCode(
    apple:
      ".onScrollGeometryChange(for: CGFloat.self) { $0.contentOffset.y } action: { _, y in "
      + "current = id(at: y) }",
    web: "scroller.addEventListener('scroll', () => { current = idAt(scroller.scrollTop) })",
    android: "val first by remember { derivedStateOf { listState.firstVisibleItemIndex } }",
    flutter: "controller.addListener(() => current = idAt(controller.offset));",
    reactNative: "onScroll={event => setCurrent(idAt(event.nativeEvent.contentOffset.y))}")

  /// Where a view opens.
  static func openAtEnd(anchor: String) -> FixCode {
    FixCode(
      apple: ".defaultScrollAnchor(.\(anchor), for: .initialOffset)",
      web: "scroller.scrollTop = scroller.scrollHeight // before the first frame",
      android: "LazyColumn(reverseLayout = true) { rows() }",
      flutter: "ListView(reverse: true, children: rows)",
      reactNative: "<FlatList inverted data={items} renderItem={renderRow} />")
  }

  /// The end that stays in view when a length changes; `note` is a comment for SwiftUI.
  static func keepEnd(anchor: String, note: String? = nil) -> FixCode {
    var code = openAtEnd(anchor: anchor)
    code.apple =
      ".defaultScrollAnchor(.\(anchor), for: .sizeChanges)" + (note.map { " // \($0)" } ?? "")
    code.web =
      "new ResizeObserver(() => { if (follows) scroller.scrollTop = scroller.scrollHeight }).observe(scroller)"
    code.android =
      "LazyColumn(reverseLayout = true) { rows() } // Modifier.imePadding() for the keyboard"
    return code
  }

  /// The end for all sizes, in a view without a bound position.
  static func keepEndUnbound(anchor: String) -> FixCode {
    var code = keepEnd(anchor: anchor)
    code.apple = ".defaultScrollAnchor(.\(anchor)) // no .scrollPosition on this scroll view"
    return code
  }

  /// A new view for other content.
  static func newIdentity(apple: String) -> FixCode {
    FixCode(
      apple: apple, web: "scroller.scrollTo(0, 0) // when the content is exchanged",
      android: "key(content.id) { LazyColumn(state = rememberLazyListState()) { rows() } }",
      flutter: "ListView(key: ValueKey(content.id), children: rows)",
      reactNative: "<FlatList key={content.id} data={items} renderItem={renderRow} />")
  }

  /// Items that stay until others replace them.
  static let keptItems = FixCode(
    apple: "if let loaded { items = loaded } // no items = [] while they load",
    web: "if (loaded) setItems(loaded) // no setItems([]) while they load",
    android: "loaded?.let { items = it } // no emptyList() while they load",
    flutter: "if (snapshot.hasData) items = snapshot.data!; // no [] while they load",
    reactNative: "if (loaded) setItems(loaded) // no setItems([]) while they load")

  /// Rows that keep their identity.
  static let stableRows = FixCode(
    apple: "ForEach(items, id: \\.id) { item in Row(item) } // no .id(UUID()), no index as id",
    web: "items.map(item => <Row key={item.id} item={item} />)",
    android: "items(list, key = { it.id }) { Row(it) }",
    flutter: "RowItem(key: ValueKey(item.id))", reactNative: "keyExtractor={item => item.id}")
}
