import Analysis
import ScrollModel

/// A fix in words and as code.
typealias SuggestedFix = (summary: String, code: FixCode)

/// The code of a fix in the language of each platform, where one is known.
struct FixCode: Hashable, Sendable {
  /// SwiftUI or UIKit, or an instruction.
  var apple: String
  /// CSS or JavaScript.
  var web: String?
  /// Compose.
  var android: String?
  /// Flutter.
  var flutter: String?
  /// React Native.
  var reactNative: String?

  /// The code for a platform; without an equivalent, a sentence that states this.
  func text(on platform: AppPlatform) -> String {
    let known: String? =
      switch platform {
      case .apple: apple
      case .web: web
      case .android: android
      case .flutter: flutter
      case .reactNative: reactNative
      }
    return known ?? "no code for \(platform.toolkit) is known; in SwiftUI: \(apple)"
  }

  /// Code of a page, which is the same for each platform.
  static func page(_ code: String) -> FixCode {
    FixCode(apple: code, web: code, android: code, flutter: code, reactNative: code)
  }

  /// The code of a scroll behavior, with a comment for UIKit.
  static func behavior(
    _ behavior: ScrollBehavior, along axis: Axis, uikit: String? = nil
  ) -> FixCode {
    func text(_ platform: AppPlatform) -> String {
      BehaviorCode(platform, axis: axis).change(to: behavior).text
    }
    return FixCode(
      apple: text(.apple) + (uikit.map { " // UIKit: \($0)" } ?? ""), web: text(.web),
      android: text(.android), flutter: text(.flutter), reactNative: text(.reactNative))
  }

  /// A statement in the app's own behavior; other platforms have lists of positions in its place.
  static func answer(_ apple: String, along axis: Axis) -> FixCode {
    var code = behavior(.offsets([], snapsToStart: true, snapsToEnd: true), along: axis)
    code.apple = apple
    (code.flutter, code.reactNative) = (nil, nil)
    return code
  }
}

extension CauseWords {
  private var axis: Axis { scene.axis?.axis ?? .vertical }

  /// Code for a configuration's behavior, or what to remove.
  func code(_ configuration: Configuration) -> FixCode {
    .behavior(configuration.effectiveBehavior, along: axis)
  }

  /// Code for a configuration's deceleration; SwiftUI has no modifier for it.
  func decelerationCode(_ configuration: Configuration) -> FixCode {
    let rate = configuration.fastDeceleration(axis) ? "fast" : "normal"
    return FixCode(
      apple: "scrollView.decelerationRate = .\(rate)", reactNative: "decelerationRate=\"\(rate)\"")
  }

  /// The fix for a declared margin that the rests do not have.
  func marginFix(_ margin: Double, _ margins: Insets) -> SuggestedFix {
    let length = pointsText(margin)
    let isSame = axis == .vertical ? margins.top == margins.bottom : margins.left == margins.right
    return (
      "apply the declared margin of \(length) pt",
      .margins(isSame ? .both : .start, length, along: axis)
    )
  }

  /// The fix for numbers with another reference; nil without one.
  func readingFix(_ reading: Reading) -> SuggestedFix? {
    let isHorizontal = axis == .horizontal
    let coordinate = isHorizontal ? "x" : "y"
    let scrolled = isHorizontal ? "scroller.scrollLeft" : "scroller.scrollTop"
    if reading.isMirrored {
      return (
        "count offsets from the leading side",
        FixCode(
          apple: "let offset = contentSize.width - containerSize.width - contentOffset.x",
          web: "const offset = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft",
          flutter: "final offset = position.maxScrollExtent - position.pixels;",
          reactNative:
            "const offset = contentSize.width - layoutMeasurement.width - contentOffset.x")
      )
    }
    if reading.scale != 1 {
      let scale = factorText(reading.scale)
      return (
        "write offsets in points",
        FixCode(
          apple: "let offset = contentOffset.\(coordinate) / \(scale)",
          web: "const offset = \(scrolled) / \(scale)",
          android: "val offset = with(density) { pixels.toDp() }",
          flutter: "final offset = position.pixels / \(scale);",
          reactNative: "const offset = contentOffset.\(coordinate) / \(scale)")
      )
    }
    guard reading.shift != 0 else { return nil }
    let inset = isHorizontal ? "contentInsets.leading" : "contentInsets.top"
    let change = "\(coordinate) \(reading.shift > 0 ? "-" : "+")= \(inset)"
    return (
      "count the inset once",
      reading.shiftsEnds
        ? FixCode(apple: "contentOffset.\(change)")
        : .answer("target.rect.origin.\(change)", along: axis)
    )
  }
}
