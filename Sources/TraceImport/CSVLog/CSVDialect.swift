import ScrollModel
import TextKit

/// The dialect of a table: its separator, its columns and the unit of its times.
struct CSVDialect {
  private(set) var separator = UInt8(ascii: ",")
  /// The meaning of each column; nil if unknown.
  private(set) var columns: [CSVColumn?] = []
  private(set) var hasHeader = false
  /// Whether the first line is a separator line such as `sep=;`.
  private(set) var hasSeparatorLine = false
  private(set) var unit = TimeUnit.milliseconds
  /// Whether the unit was inferred from the values, because no column name contains it.
  private(set) var isUnitGuessed = false
  private(set) var isPixels = false
  /// Whether numbers of touch events are those of Android's `MotionEvent`.
  private(set) var hasActions = false
  /// The meaning of a comma inside a number.
  private(set) var comma = CSVComma.decimal
  /// Whether the first rows contain a pressure.
  private(set) var tellsPressure = false
  /// The header line.
  private(set) var header = ""

  /// Recognizes a table by its first lines; nil for other text.
  init?(_ head: FormatHead) {
    var lines = Self.lines(of: head)
    let named = lines.first.flatMap(Self.separator)
    if named != nil { lines.removeFirst() }
    hasSeparatorLine = named != nil
    // Brackets start other formats, whose first line may look like a header.
    guard let first = lines.first, let start = first.first(where: { $0 > 0x20 }),
      ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<")].contains(start)
    else { return nil }
    separator =
      named ?? [UInt8(ascii: ";"), 0x09].first { first.contains($0) } ?? UInt8(ascii: ",")
    let rows = lines.map { [separator] in CSVCells.cut($0, at: separator) }
    // If the separator is no comma, a comma inside a number is a decimal comma.
    if separator == UInt8(ascii: ",") { comma = CSVComma(rows) }
    if readHeader(rows[0]) {
      findTouchPhases(rows.dropFirst())
      leaveOutScrollEvents(rows.dropFirst())
      nameOffsets()
    } else if !guessColumns(rows) {
      return nil
    }
    guard columns.contains(.time), hasOffsets || hasTouches else { return nil }
    if isUnitGuessed { guessUnit(hasHeader ? rows.dropFirst() : rows[...]) }
    if let place = columns.firstIndex(of: .pressure) {
      tellsPressure = rows.contains { [comma] row in
        row.indices.contains(place) && (CSVCells.number(row[place], comma) ?? 0) > 0
      }
    }
  }

  /// Whether rows contain offsets.
  var hasOffsets: Bool { columns.contains(.offsetX) || columns.contains(.offsetY) }

  /// Whether rows contain touch positions.
  var hasTouches: Bool { columns.contains(.x) && columns.contains(.y) }

  /// Whether rows contain touch positions, but no touch events.
  var lacksEvents: Bool { hasTouches && !columns.contains(.event) }

  /// The reason why a source is recognized as such a table.
  var recognition: Recognition {
    let what = hasOffsets ? (hasTouches ? "offsets and touches" : "offsets") : "touches"
    return hasHeader
      ? Recognition(confidence: 50, reason: "line 1 names columns of times and \(what)")
      : Recognition(
        confidence: 10, reason: "rows of numbers, the first of which grows like a time (\(what))")
  }

  /// The first complete lines that are neither empty nor comments.
  private static func lines(of head: FormatHead) -> [ArraySlice<UInt8>] {
    var bytes = head.bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard !bytes.contains(0) else { return [] }
    var lines = bytes.split(separator: 0x0A, maxSplits: 64, omittingEmptySubsequences: true)
    // The last line may be incomplete; a single line is kept nevertheless.
    if lines.count > 1, !head.isWhole || lines.count > 64 { lines.removeLast() }
    return lines.filter { line in
      let first = line.first { $0 > 0x20 }
      return first != nil && first != UInt8(ascii: "#")
    }
  }

  /// Returns the separator from a separator line, as spreadsheets read and write it.
  private static func separator(_ line: ArraySlice<UInt8>) -> UInt8? {
    var line = line.drop { $0 == UInt8(ascii: "\"") }
    guard line.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8).map({ $0 | 0x20 }) else {
      return nil
    }
    line = line.dropFirst(4)
    guard let separator = line.first else { return nil }
    let isAlone = line.dropFirst().allSatisfy { $0 == 0x0D || $0 == 0x20 || $0 == 0x22 }
    return isAlone && separator != 0x0D ? separator : nil
  }

  private mutating func readHeader(_ row: [ArraySlice<UInt8>]) -> Bool {
    guard !row.contains(where: { CSVCells.number($0) != nil }) else { return false }
    var isUnitKnown = false
    for cell in row {
      let found = CSVColumn.find(CSVCells.text(cell))
      var isNew = found.map { !columns.contains($0.column) } ?? false
      // Next to a date, or a clock without a unit, the column with a unit is the time.
      if found?.unit != nil, !isUnitKnown, let place = columns.firstIndex(of: .time) {
        columns[place] = nil
        isNew = true
      }
      columns.append(isNew ? found?.column : nil)
      guard isNew, let found else { continue }
      isPixels = isPixels || found.isPixels
      if found.column == .event { hasActions = CSVColumn.isAction(CSVCells.text(cell)) }
      if found.column == .time, let unit = found.unit {
        self.unit = unit
        isUnitKnown = true
      }
    }
    isUnitGuessed = !isUnitKnown
    hasHeader = true
    if let place = columns.firstIndex(of: .offset) { columns[place] = hasOffsets ? nil : .offsetY }
    header = row.map(CSVCells.text).joined(separator: ",").shortened()
    return true
  }

  /// Interprets a `phase` column next to coordinates as touch phases if its words are touch events.
  ///
  /// Numbers are interpreted so only if nothing else is possible.
  private mutating func findTouchPhases(_ rows: ArraySlice<[ArraySlice<UInt8>]>) {
    guard !columns.contains(.event), hasTouches, let place = columns.firstIndex(of: .phase) else {
      return
    }
    let takesNumbers = !hasOffsets && (columns.contains(.pointer) || columns.contains(.pressure))
    let isOfTouches = rows.contains { row in
      guard row.indices.contains(place) else { return false }
      let isWord = CSVCells.number(row[place]) == nil
      return (isWord || takesNumbers) && TouchPhase.named(CSVCells.text(row[place])) != nil
    }
    if isOfTouches { columns[place] = .event }
  }

  /// Ignores events next to plain coordinates if they are those of the scroll view, such as a
  /// page's `scroll`.
  private mutating func leaveOutScrollEvents(_ rows: ArraySlice<[ArraySlice<UInt8>]>) {
    guard !columns.contains(.pointer), !hasOffsets, !rows.isEmpty,
      let place = columns.firstIndex(of: .event)
    else { return }
    let isOfScrolling = rows.allSatisfy { row in
      guard row.indices.contains(place) else { return false }
      let word = CSVCells.text(row[place]).lowercased()
      return word.includes("scroll") || word.includes("frame") || word.includes("offset")
    }
    guard isOfScrolling else { return }
    columns[place] = nil
    // A pressure of such an event is not that of a touch.
    if let pressure = columns.firstIndex(of: .pressure) { columns[pressure] = nil }
  }

  /// Interprets plain coordinates as offsets if there are no touches.
  private mutating func nameOffsets() {
    let ofTouches: [CSVColumn] = [.event, .pointer, .pressure]
    guard !ofTouches.contains(where: { columns.contains($0) }), !hasOffsets else { return }
    for (index, column) in columns.enumerated() {
      if column == .x { columns[index] = .offsetX }
      if column == .y { columns[index] = .offsetY }
    }
  }

  /// Infers columns without names from their number and contents.
  private mutating func guessColumns(_ rows: [[ArraySlice<UInt8>]]) -> Bool {
    columns = []
    hasHeader = false
    isUnitGuessed = true
    guard let first = rows.first, first.count >= 2, rows.count >= 2 else { return false }
    if first.count >= 4, TouchPhase.named(CSVCells.text(first[1])) != nil,
      CSVCells.number(first[1]) == nil, CSVCells.number(first[0]) != nil
    {
      let all: [CSVColumn?] = [.time, .event, .pointer, .x, .y, .pressure]
      columns = first.count == 4 ? [.time, .event, .x, .y] : Array(all.prefix(first.count))
      return true
    }
    var last = -Double.infinity
    for row in rows {
      guard row.count == first.count, let cell = row.first, row.allSatisfy(Self.isNumber) else {
        return false
      }
      // An ambiguous number cannot show that time increases.
      guard let time = CSVCells.number(cell, comma) else { continue }
      guard time >= last else { return false }
      last = time
    }
    let all: [CSVColumn?] = [
      .time, .offsetX, .offsetY, .contentWidth, .contentHeight, .containerWidth, .containerHeight,
    ]
    columns = first.count == 2 ? [.time, .offsetY] : Array(all.prefix(first.count))
    return true
  }

  private static func isNumber(_ cell: ArraySlice<UInt8>) -> Bool {
    CSVCells.number(cell) != nil || CSVCells.number(cell, .grouping) != nil
  }

  /// Infers the unit from the distance of rows: scroll views move every 8 to 100 ms.
  private mutating func guessUnit(_ rows: ArraySlice<[ArraySlice<UInt8>]>) {
    guard let place = columns.firstIndex(of: .time) else { return }
    let times = rows.compactMap {
      $0.indices.contains(place) ? CSVCells.number($0[place], comma) : nil
    }
    guard let first = times.first else { return }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    let step = steps.isEmpty ? 0 : steps[steps.count / 2]
    // Unix times are recognized by their size; nanoseconds since boot may be as large, with the
    // distance of a frame.
    switch first {
    case 9e17...: return unit = .nanoseconds
    case 9e14..<1e16 where step < 2_000_000: return unit = .microseconds
    case 9e11..<1e13 where step < 900_000: return unit = .milliseconds
    default: break
    }
    guard step > 0 else { return }
    switch step {
    case ..<0.5: unit = .seconds
    case ..<900: unit = .milliseconds
    case ..<900_000: unit = .microseconds
    default: unit = .nanoseconds
    }
  }
}
