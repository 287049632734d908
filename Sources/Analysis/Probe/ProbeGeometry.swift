public import ScrollModel

/// A scroll view's geometry in which unknown values are NaN.
struct ProbeGeometry: Hashable, Sendable {
  var offset: Point
  var content: Size?
  var insets: Insets?
  var frame: Size?
  var isRightToLeft: Bool
  var mainAxis: Axis
  var containerSize: ContainerSizeChoice

  /// The geometry before the first layout.
  init(emptyOn axis: Axis, _ choice: ContainerSizeChoice) {
    offset = .zero
    content = .zero
    insets = .zero
    frame = .zero
    isRightToLeft = false
    mainAxis = axis
    containerSize = choice
  }

  init?(_ viewState: borrowing ViewState, _ choice: ContainerSizeChoice) {
    guard let offset = viewState.offset else { return nil }
    self.offset = offset
    content = viewState.contentSize
    insets = viewState.insets
    frame = viewState.containerSize
    isRightToLeft = viewState.layoutDirection == .rightToLeft
    mainAxis = viewState.targets.mainAxis
    containerSize = choice
  }

  /// Returns a quantity; nil if a required value is unknown.
  func value(_ quantity: ProbeQuantity) -> Double? {
    switch quantity {
    case .offsetX: leadingX
    case .offsetY: offset.y
    case .contentWidth: content?.width
    case .contentHeight: content?.height
    case .containerWidth: container(.horizontal)
    case .containerHeight: container(.vertical)
    case .insetTop: insets?.top
    case .insetBottom: insets?.bottom
    case .insetLeading: isRightToLeft ? insets?.right : insets?.left
    case .insetTrailing: isRightToLeft ? insets?.left : insets?.right
    case .visibleMinX, .boundsMinX: leadingX
    case .visibleMinY, .boundsMinY: offset.y
    case .visibleWidth: frame?.width
    case .visibleHeight: frame?.height
    case .visibleMidX: sum(leadingX, frame?.width, share: 0.5)
    case .visibleMaxX: sum(leadingX, frame?.width, share: 1)
    case .visibleMidY: sum(offset.y, frame?.height, share: 0.5)
    case .visibleMaxY: sum(offset.y, frame?.height, share: 1)
    case .boundsWidth: container(.horizontal)
    case .boundsHeight: container(.vertical)
    case .boundsMidX: sum(leadingX, container(.horizontal), share: 0.5)
    case .boundsMaxX: sum(leadingX, container(.horizontal), share: 1)
    case .boundsMidY: sum(offset.y, container(.vertical), share: 0.5)
    case .boundsMaxY: sum(offset.y, container(.vertical), share: 1)
    case .progress: progress(mainAxis)
    case .progressX: progress(.horizontal)
    case .progressY: progress(.vertical)
    }
  }

  /// The offset from the leading side (GEO-16).
  private var leadingX: Double? {
    guard isRightToLeft else { return offset.x }
    guard let content, let frame else { return nil }
    return content.width - frame.width - offset.x + 0.0
  }

  private func container(_ axis: Axis) -> Double? {
    guard let frame else { return nil }
    let length = axis == .vertical ? frame.height : frame.width
    guard containerSize == .excludesInsets else { return length }
    guard let insets else { return nil }
    return axis == .vertical
      ? length - insets.top - insets.bottom : length - insets.left - insets.right
  }

  private func sum(_ start: Double?, _ length: Double?, share: Double) -> Double? {
    guard let start, let length else { return nil }
    return start + length * share
  }

  /// GEO-12 and GEO-13: 0 without a scrollable range.
  private func progress(_ axis: Axis) -> Double? {
    guard let content, let frame, let insets else { return nil }
    let isVertical = axis == .vertical
    let place = isVertical ? offset.y : leadingX
    guard let place else { return nil }
    let start = isVertical ? insets.top : isRightToLeft ? insets.right : insets.left
    let end = isVertical ? insets.bottom : isRightToLeft ? insets.left : insets.right
    let low = -start
    let high = max(
      low, (isVertical ? content.height - frame.height : content.width - frame.width) + end)
    return high > low ? (place - low) / (high - low) : 0
  }
}

extension ProbeExpression {
  /// Returns the value for a geometry; the stack is passed in for reuse.
  func value(_ geometry: ProbeGeometry, _ stack: inout [Double]) -> Double? {
    stack.removeAll(keepingCapacity: true)
    for operation in program {
      switch operation {
      case .number(let number): stack.append(number)
      case .quantity(let quantity):
        guard let value = geometry.value(quantity) else { return nil }
        stack.append(value)
      case .choose: choose(&stack)
      case .clamp: clamp(&stack)
      case .negate, .not, .absolute, .floor, .ceil, .round:
        stack.append(one(operation, stack.popLast() ?? 0))
      default:
        let second = stack.popLast() ?? 0
        stack.append(two(operation, stack.popLast() ?? 0, second))
      }
    }
    return stack.last
  }

  private func choose(_ stack: inout [Double]) {
    let second = stack.popLast() ?? 0
    let first = stack.popLast() ?? 0
    stack.append((stack.popLast() ?? 0) != 0 ? first : second)
  }

  private func clamp(_ stack: inout [Double]) {
    let high = stack.popLast() ?? 0
    let low = stack.popLast() ?? 0
    stack.append(min(max(stack.popLast() ?? 0, low), high))
  }

  private func one(_ operation: ProbeOperation, _ value: Double) -> Double {
    switch operation {
    case .negate: -value
    case .not: value == 0 ? 1 : 0
    case .absolute: value.magnitude
    case .floor: value.rounded(.down)
    case .ceil: value.rounded(.up)
    default: value.rounded()
    }
  }

  private func two(_ operation: ProbeOperation, _ a: Double, _ b: Double) -> Double {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .remainder: a.truncatingRemainder(dividingBy: b)
    case .less: a < b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .greaterOrEqual: a >= b ? 1 : 0
    case .equal: a == b ? 1 : 0
    case .unequal: a != b ? 1 : 0
    case .and: a != 0 && b != 0 ? 1 : 0
    case .or: a != 0 || b != 0 ? 1 : 0
    case .minimum: min(a, b)
    default: max(a, b)
    }
  }

  /// Returns the value for a geometry of SwiftUI; the main axis is vertical by default.
  public func value(of geometry: ScrollGeometry, mainAxis: Axis = .vertical) -> ProbeValue {
    var probed = ProbeGeometry(emptyOn: mainAxis, .includesInsets)
    probed.offset = geometry.contentOffset
    probed.content = geometry.contentSize
    probed.insets = geometry.contentInsets
    probed.frame = geometry.visibleRect.size
    probed.containerSize =
      geometry.containerSize == geometry.visibleRect.size ? .includesInsets : .excludesInsets
    var stack: [Double] = []
    return ProbeValue(value(probed, &stack) ?? 0, kind)
  }
}
