import ScrollModel

/// The values of one row.
struct CSVValues {
  private var numbers = [Double](repeating: 0, count: CSVColumn.allCases.count)
  /// One bit for each column with a number.
  private var known: UInt32 = 0
  var event: String?
  var phase: String?
  var view: String?

  subscript(_ column: CSVColumn) -> Double? {
    get { known >> UInt32(column.rawValue) & 1 == 1 ? numbers[column.rawValue] : nil }
    set {
      numbers[column.rawValue] = newValue ?? 0
      known |= 1 << UInt32(column.rawValue)
    }
  }

  /// Clears all values for the next row.
  mutating func clear() {
    known = 0
    (event, phase, view) = (nil, nil, nil)
  }
}

/// The sizes in the rows of a table, each of which may contain only changes.
struct CSVSizes {
  /// The sizes after the last row.
  private(set) var geometry = FrameGeometry.unknown
  /// Whether the table has widths without heights, or heights without widths.
  let isHalf: Bool
  /// Whether some lengths of the sizes are derived.
  let isDerived: Bool
  private var lengths = CSVValues()
  private let columns: [CSVColumn]
  /// Whether there is no horizontal, or no vertical, scrolling, so that the length is irrelevant.
  private let isAcross: (width: Bool, height: Bool)

  private static let pairs: [(CSVColumn, CSVColumn)] = [
    (.contentWidth, .contentHeight), (.containerWidth, .containerHeight),
  ]

  init(_ dialect: CSVDialect) {
    let all = dialect.columns.compactMap(\.self)
    let (hasX, hasY) = (all.contains(.offsetX), all.contains(.offsetY))
    isAcross = (hasY && !hasX, hasX && !hasY)
    columns = Self.pairs.flatMap { [$0.0, $0.1] }.filter(all.contains)
    let halves = Self.pairs.filter {
      dialect.hasOffsets && all.contains($0.0) != all.contains($0.1)
    }
    let missing = halves.map { all.contains($0.0) ? $0.1 : $0.0 }
    let filled = missing.filter { $0.isWidth ? hasY && !hasX : hasX && !hasY }
    isHalf = !halves.isEmpty
    isDerived = !filled.isEmpty
  }

  /// Whether a row contains any length.
  func isTold(in values: CSVValues) -> Bool { columns.contains { values[$0] != nil } }

  /// Handles the lengths of a row.
  mutating func take(_ values: CSVValues) {
    var isNew = false
    for column in columns {
      guard let length = values[column] else { continue }
      lengths[column] = length
      isNew = true
    }
    guard isNew else { return }
    geometry.contentSize = size(.contentWidth, .contentHeight)
    geometry.containerSize = size(.containerWidth, .containerHeight)
  }

  private func size(_ width: CSVColumn, _ height: CSVColumn) -> Size? {
    guard columns.contains(width) || columns.contains(height),
      let width = length(width), let height = length(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The last length of a column; a missing one is taken from the other size.
  private func length(_ column: CSVColumn) -> Double? {
    if columns.contains(column) { return lengths[column] }
    guard column.isWidth ? isAcross.width : isAcross.height else { return nil }
    let twin: CSVColumn =
      switch column {
      case .contentWidth: .containerWidth
      case .containerWidth: .contentWidth
      case .contentHeight: .containerHeight
      default: .contentHeight
      }
    return columns.contains(twin) ? lengths[twin] : 0
  }
}

extension CSVColumn {
  fileprivate var isWidth: Bool { self == .contentWidth || self == .containerWidth }
}
