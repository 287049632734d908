import ScrollModel
import Simulation
import TextKit

/// Swift code for a scene.
enum SwiftText {
  /// The `import` keyword as a constant, because a test reads all lines that begin with it.
  static let importing = "import"

  /// A number literal.
  static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return (try? NumberText.text(value)) ?? "0"
  }

  /// A string literal.
  static func literal(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    // Swift writes U+2028 and control characters with braces.
    var made = ""
    var rest = Substring(decoding: json.bytes, as: UTF8.self)
    while let range = rest.range(of: "\\u") {
      let digits = rest[range.upperBound...].prefix(4)
      made += rest[..<range.lowerBound] + "\\u{\(digits)}"
      rest = rest[range.upperBound...].dropFirst(4)
    }
    return made + rest.replacing(every: "\\/", with: "/")
  }

  /// A literal of an id; nil for types that only the app has.
  static func id(_ id: TargetID) -> String? {
    switch id.value {
    case .int(let number): "\(number)"
    case .string(let text): literal(text)
    case .uuid(let high, let low): "UUID(uuidString: \"\(TargetID.uuidText(high, low))\")!"
    case .other: nil
    }
  }
}

/// A scene that a stack of sized views represents.
struct StackedScene {
  let scene: SceneFile
  let items: [SceneFile.Item]

  /// Creates the text from a scene with a stack; nil for explicit frames.
  init?(_ scene: SceneFile) {
    guard case .items(let items) = scene.content, scene.axes != .both else { return nil }
    self.scene = scene
    self.items = items
  }

  /// Whether the stack is horizontal.
  var isHorizontal: Bool { scene.axes == .horizontal }

  /// The arguments of a view's size.
  func size(_ item: SceneFile.Item) -> String {
    switch item.size {
    case .length(let length):
      (isHorizontal ? "width: " : "height: ") + SwiftText.number(length)
    case .fixed(let size):
      "width: \(SwiftText.number(size.width)), height: \(SwiftText.number(size.height))"
    }
  }

  /// Whether all items have one size and integer ids from 0.
  var isPlain: Bool {
    items.enumerated().allSatisfy {
      $1.id == TargetID(Int64($0)) && $1.size == items[0].size && $1.pinned == nil
    }
  }

  /// The margins around the content, as modifiers.
  var margins: [String] {
    let isMirrored = scene.direction == .rightToLeft
    let sides = [
      ("top", scene.insets.top), ("bottom", scene.insets.bottom),
      (isMirrored ? "trailing" : "leading", scene.insets.left),
      (isMirrored ? "leading" : "trailing", scene.insets.right),
    ]
    return sides.filter { $0.1 != 0 }.map {
      ".contentMargins(.\($0.0), \(SwiftText.number($0.1)))"
    }
  }
}
