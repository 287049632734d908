// Behaviors as apps write them. Only the import line differs from an app's, and nothing else may be
// imported.
import ScrollUI

// MARK: One length

/// Rounds half to even with a function of an extension of the protocol.
struct DiscreteStep: ScrollTargetBehavior {
  let step: Double

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.x = (target.rect.origin.x / step).rounded(.toNearestOrEven) * step
  }
}

extension ScrollTargetBehavior where Self == DiscreteStep {
  static func step(_ length: Double) -> DiscreteStep { DiscreteStep(step: length) }
  static var everyCard: DiscreteStep { .init(step: 120) }
}

/// A ruler that stops at every fifth tick, but never at its start.
struct RulerSnap: ScrollTargetBehavior {
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let tick: CGFloat = 15
    let stop = round(target.rect.origin.x / (tick * 5)) * (tick * 5)
    target.rect.origin.x = stop == 0 ? 75 : stop
  }
}

/// Steps along both axes, by remainders.
struct BoardSnap: ScrollTargetBehavior {
  var spacing: CGFloat?

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    guard let spacing else { return }
    target.rect.origin.x -= target.rect.origin.x.remainder(dividingBy: spacing)
    target.rect.origin.y -= target.rect.origin.y.remainder(dividingBy: spacing)
  }
}

/// A tenth of the scroll view.
struct TenthSnap: ScrollTargetBehavior {
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let length = (context.containerSize.width / 10).rounded()
    target.rect.origin.x = (target.rect.minX / length).rounded() * length
  }
}

/// Whole cards, never beyond the last one that fills the view.
struct BoundedCards: ScrollTargetBehavior {
  let card: CGFloat
  let gap: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let pitch = card + gap
    let last = floor((context.contentSize.width - context.containerSize.width) / pitch)
    let index = (target.rect.minX / pitch).rounded()
    target.rect.origin.x = min(max(index, 0), max(last, 0)) * pitch
  }
}

/// Snaps near a stop only, and scrolls freely between stops.
struct MagneticSnap: ScrollTargetBehavior {
  var stops: [CGFloat]
  var reach: CGFloat = 30

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let y = target.rect.minY
    guard let stop = stops.min(by: { abs($0 - y) < abs($1 - y) }), abs(stop - y) <= reach else {
      return
    }
    target.rect.origin.y = stop
  }
}

/// Any sequence of stops.
struct StopList<Stops: Sequence>: ScrollTargetBehavior where Stops.Element == CGFloat {
  let stops: Stops

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let proposed = target.rect.minY
    var best: (stop: CGFloat, distance: CGFloat)?
    for stop in stops {
      let distance = (stop - proposed).magnitude
      if distance < best?.distance ?? .infinity { best = (stop, distance) }
    }
    if let best { target.rect.origin.y = best.stop }
  }
}

// MARK: Headers

/// A header that is open or closed, never between.
struct HeaderSnap: ScrollTargetBehavior {
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    if target.rect.minY < 70 {
      if target.rect.minY < 35 {
        target.rect.origin = .zero
      } else {
        target.rect.origin = .init(x: 0, y: 70)
      }
    }
  }
}

/// The same with a height, and with the whole rectangle as the answer.
struct CalendarHeaderSnap: ScrollTargetBehavior {
  var maxHeight: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    if target.rect.minY < maxHeight {
      if target.rect.minY > maxHeight / 2 {
        target.rect.origin.y = maxHeight
      } else {
        target.rect = .zero
      }
    }
  }
}

/// Returns to the top while the large title is visible.
struct TitleSnap: ScrollTargetBehavior {
  var topInset: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    if target.rect.minY < topInset { target.rect.origin = .zero }
  }
}

/// A row that is hidden or revealed.
struct RevealSnap: ScrollTargetBehavior {
  let distance: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    guard distance > 0 else {
      target.rect.origin.x = 0
      return
    }
    target.rect.origin.x = target.rect.minX >= distance / 2 ? distance : 0
  }
}

/// A showcase above rows: snaps on the first screen, then scrolls freely.
struct FoldSnap: ScrollTargetBehavior {
  var isAboveFold: Bool
  var showcase: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    if isAboveFold {
      target.rect.origin.y = target.rect.minY > showcase * 0.3 ? showcase : 0
    } else if target.rect.minY < showcase * 0.7 {
      target.rect.origin.y = 0
    }
  }
}

/// A sheet with detents, stored in a class next to the views.
final class SheetState {
  var detents: [CGFloat] = [0, 240, 520]
  private(set) var selected: CGFloat = 0

  func select(_ detent: CGFloat) -> CGFloat {
    selected = detent
    return detent
  }
}

struct SheetSnap: ScrollTargetBehavior {
  let state: SheetState

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let y = target.rect.minY
    guard y < state.detents.last ?? 0 else { return }
    let next: CGFloat?
    if context.velocity.dy > 0.5 {
      next = state.detents.first { $0 > context.originalTarget.rect.minY }
    } else if context.velocity.dy < -0.5 {
      next = state.detents.last { $0 < context.originalTarget.rect.minY }
    } else {
      next = state.detents.min { abs($0 - y) < abs($1 - y) }
    }
    if let next { target.rect.origin.y = state.select(next) }
  }
}

// MARK: Pages

/// One video at a time; the page turns before the half.
struct VideoPager: ScrollTargetBehavior {
  func properties(context: PropertiesContext) -> Properties {
    var properties = Properties()
    properties.limitsScrolls = true
    return properties
  }

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let height = context.containerSize.height
    guard height > 0 else { return }
    let start = (context.originalTarget.rect.minY / height).rounded()
    let progress = target.rect.minY / height - start
    let step: CGFloat = progress > 0.35 ? 1 : progress < -0.35 ? -1 : 0
    target.rect.origin.y = (start + step) * height
  }
}

/// Follows the sign of the velocity alone.
struct DirectionPager: ScrollTargetBehavior {
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    if context.velocity.dy > 0 {
      target.rect.origin.y = context.originalTarget.rect.maxY
    } else if context.velocity.dy < 0 {
      target.rect.origin.y = context.originalTarget.rect.minY
    }
  }
}

/// A page of an interval, at most one from the gesture's start.
struct SingleItemSnap: ScrollTargetBehavior {
  let interval: CGFloat
  let itemCount: Int

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let current = Int((context.originalTarget.rect.minX / interval).rounded())
    let proposed = Int((target.rect.minX / interval).rounded())
    let page = min(max(proposed, current - 1), current + 1).clamped(to: 0...(itemCount - 1))
    target.rect.origin.x = CGFloat(page) * interval
  }
}

extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

/// A fast flick turns a card at any distance; a slow drag goes to the nearest one.
struct DeckSnap: ScrollTargetBehavior {
  var width: CGFloat
  var flick: CGFloat = 300

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let origin = (context.originalTarget.rect.minX / width).rounded()
    switch context.velocity.dx {
    case let speed where speed > flick: target.rect.origin.x = (origin + 1) * width
    case let speed where speed < -flick: target.rect.origin.x = (origin - 1) * width
    default: target.rect.origin.x = (target.rect.minX / width).rounded() * width
    }
  }
}

/// Stores the chosen page in a shared object, for views that need it before the scroll ends.
final class ChosenPage {
  private(set) var page = 0
  func set(_ page: Int) { self.page = page }
}

struct LoopingCarousel: ScrollTargetBehavior {
  let step: CGFloat
  let count: Int
  let chosen: ChosenPage

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let page = Int((target.rect.midX / step - target.rect.width / step / 2).rounded())
    chosen.set(((page % count) + count) % count)
    target.rect.origin.x = CGFloat(page) * step
  }
}

/// Calls view alignment first, and then limits the number of cards.
struct LimitedViews: ScrollTargetBehavior {
  var base = ViewAlignedScrollTargetBehavior(limitBehavior: .never)
  var farthest: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    base.updateTarget(&target, context: context)
    let start = context.originalTarget.rect.minX
    target.rect.origin.x = min(max(target.rect.minX, start - farthest), start + farthest)
  }
}

/// One type for the modes of a reader.
enum ReaderMode: ScrollTargetBehavior {
  case continuous
  case paged(height: CGFloat)
  case lines(height: CGFloat)

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    switch self {
    case .continuous: break
    case .paged(let height): target.rect.origin.y = (target.rect.minY / height).rounded() * height
    case .lines(let height): target.rect.origin.y = floor(target.rect.minY / height) * height
    }
  }
}

// MARK: Places of an app

/// Rows under a pinned heading, from a layout that the app computes.
struct CalendarRows {
  let months: [CGFloat]

  func nearest(to y: CGFloat) -> CGFloat {
    var low = months.startIndex
    var high = months.endIndex - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if months[middle] <= y { low = middle } else { high = middle - 1 }
    }
    guard low + 1 < months.count else { return months[low] }
    return y - months[low] <= months[low + 1] - y ? months[low] : months[low + 1]
  }
}

struct RowSnap: ScrollTargetBehavior {
  let layout: CalendarRows
  let inset: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.y = layout.nearest(to: target.rect.origin.y + inset) - inset
  }
}

/// Rows of which one is taller; the next row is chosen beyond three quarters.
struct FocusedRowSnap: ScrollTargetBehavior {
  let rowHeight: CGFloat
  let focused: (offset: CGFloat, height: CGFloat)?
  var threshold: CGFloat = 0.75

  func updateTarget(_ target: inout ScrollTarget, context: ScrollTargetBehaviorContext) {
    let y = target.rect.minY
    guard y > 0 else {
      target.rect.origin.y = 0
      return
    }
    let shift = focused.map { y >= $0.offset + $0.height ? $0.height - rowHeight : 0 } ?? 0
    if let focused, y >= focused.offset, y < focused.offset + focused.height {
      let progress = (y - focused.offset) / focused.height
      target.rect.origin.y = focused.offset + (progress >= threshold ? focused.height : 0)
      return
    }
    let row = (y - shift) / rowHeight
    let index = row - floor(row) >= threshold ? floor(row) + 1 : floor(row)
    target.rect.origin.y = index * rowHeight + shift
  }
}

/// Centers the nearest of frames that were measured elsewhere.
struct TimelineSnap: ScrollTargetBehavior {
  var frames: [String: CGRect]

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let proposed = target.rect.midX
    guard
      let nearest = frames.min(by: {
        ($0.value.midX - proposed).magnitude < ($1.value.midX - proposed).magnitude
      })
    else { return }
    target.rect.origin.x = nearest.value.midX - 0.5 * target.rect.size.width
  }
}

/// Counts from the leading side in both layout directions.
struct LeadingSnap: ScrollTargetBehavior {
  let pitch: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    let range = max(0, context.contentSize.width - context.containerSize.width)
    let isMirrored = context.layoutDirection == .rightToLeft
    let leading = isMirrored ? range - target.rect.minX : target.rect.minX
    let snapped = (leading / pitch).rounded() * pitch
    target.rect.origin.x = isMirrored ? range - snapped : snapped
  }
}

/// Cards on phones, free on wide screens.
struct CompactSnap: ScrollTargetBehavior {
  var pitch: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    guard context.horizontalSizeClass == .compact else { return }
    DiscreteStep(step: pitch).updateTarget(&target, context: context)
  }
}

/// Reports the velocity of each release and changes nothing.
struct ReleaseReporter: ScrollTargetBehavior {
  var onEnd: (CGFloat) -> Void

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    onEnd(context.velocity.dy)
  }
}
