public import ScrollModel

/// The code of a scroll behavior in the language of a platform.
public struct BehaviorCode {
  private let platform: AppPlatform
  private let axis: Axis

  /// Creates the code for views that scroll along an axis.
  public init(_ platform: AppPlatform, axis: Axis) {
    self.platform = platform
    self.axis = axis
  }

  private var isVertical: Bool { axis == .vertical }

  /// How an app gets a behavior.
  public func change(to behavior: ScrollBehavior) -> AppChange {
    if case .scrollSnap(let snap) = behavior { return .code(css(snap)) }
    return switch platform {
    case .apple: apple(behavior)
    case .web: web(behavior)
    case .android: android(behavior)
    case .flutter: flutter(behavior)
    case .reactNative: reactNative(behavior)
    }
  }

  private func apple(_ behavior: ScrollBehavior) -> AppChange {
    let modifier = ".scrollTargetBehavior"
    let origin = "target.rect.origin.\(isVertical ? "y" : "x")"
    switch behavior {
    case .none: return .instruction("remove the modifier \(modifier) from the scroll view")
    case .paging: return .code("\(modifier)(.paging)")
    case .viewAligned(let limit, let anchor):
      let limits = limit == .automatic ? nil : "limitBehavior: .\(Self.camelCase(limit.rawValue))"
      let parts = [limits, anchor.map { "anchor: \(SwiftCode.anchor($0, along: axis))" }]
        .compactMap(\.self).joined(separator: ", ")
      return .code("\(modifier)(.viewAligned\(parts.isEmpty ? "" : "(\(parts))"))")
    case .interval(let length):
      let step = SwiftCode.number(length)
      return .code("\(origin) = (\(origin) / \(step)).rounded() * \(step)")
    case .offsets(let offsets, _, _):
      // A long list is in the app already.
      let list = offsets.count <= 8 ? Self.list(offsets) : "offsets"
      return .code(
        "\(origin) = \(list).min { abs($0 - \(origin)) < abs($1 - \(origin)) } ?? \(origin)")
    case .custom(let name):
      return Self.isName(name)
        ? .code("\(modifier)(\(name)())")
        : .instruction("declare the behavior that is registered as '\(name)' with \(modifier)")
    case .scrollSnap(let snap): return .code(css(snap))
    }
  }

  private func web(_ behavior: ScrollBehavior) -> AppChange {
    switch behavior {
    case .none: .code("scroll-snap-type: none;")
    case .paging:
      .code(
        "\(snapType) /* and on the pages: */ scroll-snap-align: start; scroll-snap-stop: always;")
    case .viewAligned(let limit, _):
      .code(
        "\(snapType) /* and on the items: */ scroll-snap-align: \(alignment(behavior));"
          + (limit == .alwaysByOne ? " scroll-snap-stop: always;" : ""))
    case .interval, .offsets, .custom:
      .code("\(snapType) /* and on boxes at these offsets: */ scroll-snap-align: start;")
    case .scrollSnap(let snap): .code(css(snap))
    }
  }

  /// Where the behavior aligns items: `start`, `center` or `end`.
  private func alignment(_ behavior: ScrollBehavior) -> String {
    switch behavior {
    case .scrollSnap(let snap): return snap.alignment(axis).rawValue
    case .viewAligned(_, let anchor?):
      let fraction = isVertical ? anchor.y : anchor.x
      return fraction < 0.25 ? "start" : fraction > 0.75 ? "end" : "center"
    default: return "start"
    }
  }

  private var snapType: String { "scroll-snap-type: \(isVertical ? "y" : "x") mandatory;" }

  private func css(_ snap: ScrollSnap) -> String {
    let name = isVertical ? "y" : "x"
    let type = "scroll-snap-type: \(name) \(snap.strictness.rawValue);\(padding(snap.padding))"
    let stop = snap.stop == .always ? " scroll-snap-stop: always;" : ""
    return
      "\(type) /* and on the items: */ scroll-snap-align: \(snap.alignment(axis).rawValue);\(stop)"
  }

  /// The style of a padding: CSS names the inline axis apart, because it may run from right to left.
  private func padding(_ padding: SnapPadding) -> String {
    guard padding != SnapPadding() else { return "" }
    let sides = [padding.start, padding.end].map { $0 == 0 ? "0" : SwiftCode.number($0) + "px" }
    return " scroll-padding-\(isVertical ? "block" : "inline"): "
      + (sides[0] == sides[1] ? sides[0] : sides.joined(separator: " ")) + ";"
  }

  private func android(_ behavior: ScrollBehavior) -> AppChange {
    switch behavior {
    case .none: .code("flingBehavior = ScrollableDefaults.flingBehavior(),")
    case .paging:
      .code(
        "\(isVertical ? "Vertical" : "Horizontal")Pager(state = pagerState) { page -> Page(page) }")
    case .viewAligned, .interval, .offsets, .scrollSnap:
      .code(
        "flingBehavior = rememberSnapFlingBehavior(listState, SnapPosition.\(Self.name(alignment(behavior)))),"
      )
    case .custom: .instruction("pass your own FlingBehavior to the list as flingBehavior")
    }
  }

  /// A word with a capital letter.
  private static func name(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private func flutter(_ behavior: ScrollBehavior) -> AppChange {
    switch behavior {
    case .none: .code("physics: const BouncingScrollPhysics(),")
    case .paging: .code("physics: const PageScrollPhysics(),")
    case .viewAligned, .interval, .offsets, .scrollSnap, .custom:
      .workAround(
        "a PageView whose viewportFraction is an item's share of the view",
        code: "PageView(controller: PageController(viewportFraction: 0.8), children: items)")
    }
  }

  private func reactNative(_ behavior: ScrollBehavior) -> AppChange {
    switch behavior {
    case .none: .code("pagingEnabled={false} snapToInterval={undefined}")
    case .paging: .code("pagingEnabled={true}")
    case .interval(let length):
      .code("snapToInterval={\(SwiftCode.number(length))} decelerationRate=\"fast\"")
    case .offsets(let offsets, _, _):
      .code("snapToOffsets={\(offsets.count <= 8 ? Self.list(offsets) : "offsets")}")
    case .viewAligned, .scrollSnap, .custom:
      .code(
        "snapToOffsets={items.map(item => item.offset)} snapToAlignment=\"\(alignment(behavior))\"")
    }
  }

  private static func list(_ offsets: [Double]) -> String {
    "[" + offsets.map(SwiftCode.number).joined(separator: ", ") + "]"
  }

  /// `always-by-one` as `alwaysByOne`.
  private static func camelCase(_ text: String) -> String {
    let words = text.split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { name(String($0)) }.joined()
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39 ~= first) else { return false }
    return text.utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F
    }
  }
}
