public import Analysis
import ScrollModel

/// A named length of the scene.
public struct KnownLength: Hashable, Sendable {
  /// The name for people, such as `the card's width`.
  public var name: String
  /// The length in points.
  public var value: Double

  /// Creates a length.
  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}

/// A number expressed by lengths of the scene.
public struct Attribution: Hashable, Sendable {
  /// The expression, such as `the card's width (300)`.
  public var text: String
  /// The value of the expression in points.
  public var value: Double
  /// The complexity in bits: 2 for one length, more for sums and multiples.
  public var bits: Double
}

/// The lengths of a scene, and the ones that a number equals.
///
/// All names of lengths are defined here.
public struct KnownLengths: Hashable, Sendable {
  /// The lengths, the most specific first.
  public private(set) var lengths: [KnownLength] = []
  /// The name of the targets, in the singular.
  public private(set) var item = "item"
  /// The length of most items.
  public private(set) var itemLength: Double?
  /// The distance between most neighbors.
  public private(set) var spacing: Double?
  /// The distance from the start of most items to the next.
  public private(set) var pitch: Double?
  /// The range of offsets, the inset at the start and the container.
  public private(set) var axis: MainAxis?
  /// Device pixels per point.
  public private(set) var scale: Double?

  /// Creates an empty scene.
  public init() {}

  /// Reads the lengths from a view state.
  public init(_ axis: MainAxis, _ viewState: borrowing ViewState) {
    self.axis = axis
    scale = viewState.scale
    let extent = axis.axis == .horizontal ? "width" : "height"
    let ends =
      axis.axis == .vertical
      ? ("top", "bottom") : axis.isMirrored ? ("right", "left") : ("left", "right")
    item = Self.itemName(viewState)
    let spans = viewState.targets.index
    var itemLengths: [Double] = []
    var gaps: [Double] = []
    var pitches: [Double] = []
    for rank in 0..<min(spans.count, 20_000) {
      itemLengths.append(spans.end(at: rank) - spans.start(at: rank))
      guard rank > 0 else { continue }
      gaps.append(spans.start(at: rank) - spans.end(at: rank - 1))
      pitches.append(spans.start(at: rank) - spans.start(at: rank - 1))
    }
    itemLength = Self.common(itemLengths)
    spacing = Self.common(gaps)
    pitch = Self.common(pitches)
    add("the \(item)'s \(extent)", itemLength)
    add("the distance from one \(item) to the next", spacing == 0 ? nil : pitch)
    add("the spacing", spacing)
    addFirst(extent, viewState)
    add("the container's \(extent) within its insets", axis.inner)
    if axis.inner != axis.frame { add("the container's \(extent)", axis.frame) }
    add("the \(ends.0) inset", axis.start)
    if axis.end != axis.start { add("the \(ends.1) inset", axis.end) }
    if spans.count > 0, let content = axis.content {
      let before = axis.isMirrored ? content - spans.reach(at: spans.count - 1) : spans.start(at: 0)
      let after = axis.isMirrored ? spans.start(at: 0) : content - spans.reach(at: spans.count - 1)
      add("the padding before the first \(item)", before)
      if after != before { add("the padding after the last \(item)", after) }
    }
    add("the content's \(extent)", axis.content)
  }

  private mutating func add(_ name: String, _ value: Double?) {
    guard let value, value > 0.01 else { return }
    lengths.append(KnownLength(name, value))
  }

  /// A first item of another length than the others: a header.
  private mutating func addFirst(_ extent: String, _ viewState: borrowing ViewState) {
    guard let itemLength, let axis, let first = viewState.targets.handles.first,
      let index = viewState.targets.index(of: first), viewState.targets.count >= 3
    else { return }
    let length = axis.span(of: viewState.targets.frame(at: index)).length
    guard (length - itemLength).magnitude > 0.5 else { return }
    add(
      "the \(extent) of \(viewState.targets.id(of: first).displayText), the first \(item)", length)
  }

  /// The value shared by at least three of five, within a tenth of a point.
  private static func common(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted[sorted.count / 2]
    let near = sorted.count { ($0 - middle).magnitude <= 0.1 }
    return near * 5 >= sorted.count * 3 ? middle : nil
  }

  /// The name of the items from their ids: `card` for `card-0`, `card-1`.
  private static func itemName(_ viewState: borrowing ViewState) -> String {
    var common: Substring?
    for handle in viewState.targets.handles.prefix(8) {
      let text = viewState.targets.id(of: handle).displayText
      let name = text.prefix { $0.isASCII && $0.isLetter }
      guard name.count >= 3, name.count < text.count, common == nil || common == name else {
        return "item"
      }
      common = name
    }
    return common.map { $0.lowercased() } ?? "item"
  }

  /// Returns the expressions that equal a number within a tolerance, the shortest first.
  ///
  /// Longer expressions are omitted if a shorter one fits.
  public func attributions(of number: Double, within tolerance: Double) -> [Attribution] {
    let wanted = number.magnitude
    guard wanted > tolerance, wanted.isFinite else { return [] }
    let (single, simple, compound) = expressions
    for tier in [single, simple, compound] {
      var found: [Attribution] = []
      for expression in tier where (expression.value - wanted).magnitude <= tolerance {
        if !found.contains(where: { $0.text == expression.text }) { found.append(expression) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Every expression of up to two lengths, grouped by complexity.
  private var expressions: (single: [Attribution], simple: [Attribution], compound: [Attribution]) {
    var single: [Attribution] = []
    var simple: [Attribution] = []
    var compound: [Attribution] = []
    for (index, length) in lengths.enumerated() {
      let text = "\(length.name) (\(pointsText(length.value)))"
      single.append(Attribution(text: text, value: length.value, bits: 2))
      simple.append(Attribution(text: "half of \(text)", value: length.value / 2, bits: 4))
      simple.append(Attribution(text: "twice \(text)", value: length.value * 2, bits: 4))
      if let scale, scale > 1 {
        simple.append(
          Attribution(
            text: "\(text) in device pixels", value: length.value * scale, bits: 5))
      }
      for other in lengths[(index + 1)...] {
        let second = "\(other.name) (\(pointsText(other.value)))"
        compound.append(
          Attribution(
            text: "\(text) and \(second)", value: length.value + other.value, bits: 6))
        let difference = length.value - other.value
        compound.append(
          difference >= 0
            ? Attribution(text: "\(text) less \(second)", value: difference, bits: 6)
            : Attribution(text: "\(second) less \(text)", value: -difference, bits: 6))
      }
    }
    return (single, simple, compound)
  }
}

/// A length in points with at most one decimal.
public func pointsText(_ value: Double) -> String {
  guard value.magnitude < 1e12 else { return "\(value)" }
  let tenths = Int64((value * 10).rounded(.toNearestOrAwayFromZero))
  let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
  return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
}

/// A factor with at most two decimals.
func factorText(_ value: Double) -> String {
  let hundredths = (value * 100).rounded()
  guard hundredths.magnitude < 1e9 else { return pointsText(value) }
  let whole = Int64(hundredths)
  if whole % 10 == 0 { return pointsText(Double(whole) / 100) }
  return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
}
