public import Foundation
import ScrollModel

/// A column or a row of a lazy grid.
///
/// Spacing must be given: SwiftUI's default depends on the platform.
public struct GridItem: Sendable {
  /// The size of a track across the scroll axis.
  public enum Size: Sendable {
    /// A fixed number of points.
    case fixed(CGFloat)
    /// A fraction of the remaining room.
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// As many tracks as fit into the fraction.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  let size: Size
  let spacing: CGFloat

  /// Creates a track with the distance to the next one.
  public init(_ size: Size = .flexible(), spacing: CGFloat) {
    self.size = size
    self.spacing = spacing
  }

  /// Returns the positions of the tracks in a length, according to documented SwiftUI behavior:
  /// fixed tracks and spacings first.
  ///
  /// The rest is divided equally, one track after the other.
  static func tracks(_ items: [GridItem], in length: Double) -> [(start: Double, length: Double)] {
    var rest = length
    var flexibleCount = 0
    for (index, item) in items.enumerated() {
      if index > 0 { rest -= items[index - 1].spacing }
      if case .fixed(let length) = item.size { rest -= length } else { flexibleCount += 1 }
    }
    var tracks: [(start: Double, length: Double)] = []
    var start = 0.0
    func add(_ length: Double, _ spacing: Double) {
      tracks.append((start, max(0, length)))
      start += max(0, length) + spacing
    }
    for item in items {
      let share = max(0, rest) / Double(max(1, flexibleCount))
      switch item.size {
      case .fixed(let length): add(length, item.spacing)
      case .flexible(let minimum, let maximum):
        let used = min(max(share, minimum), maximum)
        add(used, item.spacing)
        (rest, flexibleCount) = (rest - used, flexibleCount - 1)
      case .adaptive(let minimum, let maximum):
        let whole = ((share + item.spacing) / max(1, minimum + item.spacing)).rounded(.down)
        let count = max(1, min(whole, 10_000))
        let used = min((share - item.spacing * (count - 1)) / count, maximum)
        for _ in 0..<Int(count) { add(used, item.spacing) }
        (rest, flexibleCount) = (rest - share, flexibleCount - 1)
      }
    }
    return tracks
  }
}

/// Items in columns, row after row.
public struct LazyVGrid: ScrollContent {
  /// The grid.
  public let stack: SceneStack

  /// Creates a grid; `spacing` is the distance between rows.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat,
    pinnedViews: PinnedScrollableViews = [], @ItemBuilder content: () -> [SizedItem]
  ) {
    var stack = SceneStack(.vertical, spacing, alignment.fraction, isLazy: true, content())
    stack.pinnedViews = pinnedViews
    stack.grid = .lazy(columns)
    self.stack = stack
  }
}

/// Items in rows, column after column.
public struct LazyHGrid: ScrollContent {
  /// The grid.
  public let stack: SceneStack

  /// Creates a grid; `spacing` is the distance between columns.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat,
    pinnedViews: PinnedScrollableViews = [], @ItemBuilder content: () -> [SizedItem]
  ) {
    var stack = SceneStack(.horizontal, spacing, alignment.fraction, isLazy: true, content())
    stack.pinnedViews = pinnedViews
    stack.grid = .lazy(rows)
    self.stack = stack
  }
}

/// One row of a `Grid`.
public struct GridRow {
  let items: [SizedItem]

  /// Creates a row.
  public init(@ItemBuilder content: () -> [SizedItem]) { items = content() }
}

/// Rows whose columns are as wide as their widest item.
public struct Grid: ScrollContent {
  /// The grid.
  public let stack: SceneStack

  /// Creates a grid.
  public init(
    horizontalSpacing: CGFloat, verticalSpacing: CGFloat, @GridBuilder content: () -> [GridRow]
  ) {
    let rows = content()
    var stack = SceneStack(.vertical, verticalSpacing, 0.5, isLazy: false, rows.flatMap(\.items))
    stack.grid = .rows(rows.map(\.items.count), spacing: horizontalSpacing)
    self.stack = stack
  }
}

/// Combines the rows of a grid.
@resultBuilder
public enum GridBuilder {
  /// Returns one row.
  public static func buildExpression(_ row: GridRow) -> [GridRow] { [row] }

  /// Concatenates parts.
  public static func buildBlock(_ parts: [GridRow]...) -> [GridRow] { parts.flatMap { $0 } }

  /// Returns a conditional part.
  public static func buildOptional(_ part: [GridRow]?) -> [GridRow] { part ?? [] }

  /// Concatenates the parts of a loop.
  public static func buildArray(_ parts: [[GridRow]]) -> [GridRow] { parts.flatMap { $0 } }
}

/// The arrangement of a stack's items in a second direction.
enum GridShape {
  /// In tracks, with as many items per line as there are tracks.
  case lazy([GridItem])
  /// In rows with these numbers of items.
  case rows([Int], spacing: Double)
}

/// A grid with placed items, ready for the engine.
struct PlacedGrid {
  private let axis: Axis
  private let spacing: Double
  private let alignment: Double
  private let shape: GridShape
  private let items: [(id: TargetID, item: SizedItem)]
  private let roles: [PinnedRole?]

  init(_ stack: SceneStack, _ shape: GridShape, _ ids: [TargetID]) {
    axis = stack.axis
    spacing = stack.spacing
    alignment = stack.alignment
    self.shape = shape
    items = zip(ids, stack.items).map { ($0, $1) }
    roles = stack.items.map(stack.pinned)
  }

  /// The frames in a container, in physical coordinates.
  func layout(in container: CGSize, isRightToLeft: Bool) -> Layout {
    let isVertical = axis == .vertical
    let across = isVertical ? container.width : container.height
    let sizes = items.map { lengths(of: $0.item, in: container) }
    let (lines, tracks) = arrangement(sizes, across)
    let total = tracks.last.map { $0.start + $0.length } ?? 0
    let shift = (across - total) * alignment
    var targets: [TargetFrame] = []
    var place = 0.0
    for (number, line) in lines.enumerated() {
      if number > 0 { place += spacing }
      let length = line.map { sizes[$0].along }.max() ?? 0
      for (index, cell) in zip(line, tracks) {
        // A header or footer takes the whole line.
        let track = isSectionEnd(index) ? (start: -shift, length: across) : cell
        let breadth = sizes[index].across ?? track.length
        let start = shift + track.start + (track.length - breadth) / 2
        let along = place + (length - sizes[index].along) / 2
        targets.append(
          TargetFrame(
            id: items[index].id,
            frame: isVertical
              ? Rect(x: start, y: along, width: breadth, height: sizes[index].along)
              : Rect(x: along, y: start, width: sizes[index].along, height: breadth),
            pinned: roles[index]))
      }
      place += length
    }
    let content =
      isVertical
      ? ScrollModel.Size(width: max(across, total), height: place)
      : ScrollModel.Size(width: place, height: max(across, total))
    guard isRightToLeft else { return Layout(contentSize: content, targets: targets) }
    return Layout(
      contentSize: content,
      targets: targets.map {
        TargetFrame(
          id: $0.id, frame: $0.frame.mirrored(in: content.width), pinned: $0.pinned)
      })
  }

  /// The length of an item along the scroll axis, and across it if it has one.
  private func lengths(
    of item: SizedItem, in container: CGSize
  ) -> (along: Double, across: Double?) {
    let width = item.width?.resolved(in: container.width)
    let height = item.height?.resolved(in: container.height)
    return axis == .vertical
      ? (height ?? container.height, width) : (width ?? container.width, height)
  }

  /// Whether an item is a header or footer, which is a line of its own.
  private func isSectionEnd(_ index: Int) -> Bool {
    if case .lazy = shape { items[index].item.sectionRole != nil } else { false }
  }

  /// The items of each line of a lazy grid: sections begin a new line.
  private func lines(of count: Int) -> [[Int]] {
    var lines: [[Int]] = []
    for index in items.indices {
      let joins =
        lines.last.map { $0.count < count && !isSectionEnd($0[0]) && !isSectionEnd(index) } ?? false
      if joins { lines[lines.count - 1].append(index) } else { lines.append([index]) }
    }
    return lines
  }

  /// The items of each line, and the positions of the tracks.
  private func arrangement(
    _ sizes: [(along: Double, across: Double?)], _ across: Double
  ) -> (lines: [[Int]], tracks: [(start: Double, length: Double)]) {
    switch shape {
    case .lazy(let items):
      let tracks = GridItem.tracks(items, in: across)
      guard !tracks.isEmpty else { return ([], []) }
      return (lines(of: tracks.count), tracks)
    case .rows(let counts, let spacing):
      var lines: [[Int]] = []
      var lengths: [Double] = []
      var next = 0
      for count in counts {
        lines.append(Array(next..<(next + count)))
        for column in 0..<count {
          let length = sizes[next + column].across ?? 0
          if column < lengths.count {
            lengths[column] = max(lengths[column], length)
          } else {
            lengths.append(length)
          }
        }
        next += count
      }
      var start = 0.0
      let tracks = lengths.map { length in
        defer { start += length + spacing }
        return (start: start, length: length)
      }
      return (lines, tracks)
    }
  }
}
