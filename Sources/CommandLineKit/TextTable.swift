/// A table of text, fitted to the terminal.
///
/// Widths are measured in terminal cells: wide characters take two, colors none. Cells may be
/// untrusted text, so control characters are escaped. If a line is too long, the widest columns
/// that allow it are truncated with "…". In a pipe nothing is truncated.
public struct TextTable {
  /// One column.
  public struct Column: Sendable {
    /// The alignment of the text.
    public enum Alignment: Sendable {
      /// For words.
      case left
      /// For numbers.
      case right
    }

    let title: String
    let alignment: Alignment
    let canBeCut: Bool

    /// Creates a column; by default words may be truncated and numbers may not.
    public init(_ title: String, _ alignment: Alignment = .left, canBeCut: Bool? = nil) {
      self.title = TerminalText.visible(title)
      self.alignment = alignment
      self.canBeCut = canBeCut ?? (alignment == .left)
    }
  }

  /// One cell: text and its emphasis.
  public struct Cell: Sendable, ExpressibleByStringInterpolation {
    let text: String
    let inks: [Style.Emphasis]

    /// Creates a cell with emphasis.
    public init(_ text: String, _ inks: Style.Emphasis...) {
      self.text = TerminalText.visible(text)
      self.inks = inks
    }

    /// Creates a plain cell.
    public init(stringLiteral value: String) {
      self.init(value)
    }
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []

  /// The minimum width of a truncated column.
  private static let narrowest = 6
  private static let gap = 2

  /// Creates a table without rows.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; missing cells stay empty, and extra cells are not allowed.
  public mutating func add(_ cells: [Cell]) {
    precondition(
      cells.count <= columns.count, "\(cells.count) cells for \(columns.count) columns")
    rows.append(cells + Array(repeating: "", count: columns.count - cells.count))
  }

  /// Prints the table, truncated to the width of a terminal.
  public func print(to console: inout Console) {
    console.write(text(width: console.isOutputTerminal ? console.width : nil, console.style))
  }

  /// Returns the table as lines of at most `width` cells if the columns allow it.
  public func text(width: Int? = nil, _ style: Style = Style(isEnabled: false)) -> String {
    let widths = fitted(to: width)
    let hasTitles = columns.contains { !$0.title.isEmpty }
    var text = hasTitles ? line(columns.map { Cell($0.title, .bold) }, widths, style) : ""
    for row in rows { text += line(row, widths, style) }
    return text
  }
}

extension TextTable {
  private func fitted(to width: Int?) -> [Int] {
    var widths = columns.map { TerminalText.width(of: $0.title) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], TerminalText.width(of: cell.text))
      }
    }
    guard let width else { return widths }
    var excess = widths.reduce(0, +) + Self.gap * max(columns.count - 1, 0) - width
    // Removing one cell at a time from the widest column keeps the columns as even as possible.
    while excess > 0 {
      let candidates = columns.indices.filter {
        columns[$0].canBeCut && widths[$0] > Self.narrowest
      }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
    var line = ""
    var blank = 0
    for ((cell, column), width) in zip(zip(cells, columns), widths) {
      let text = TerminalText.cut(cell.text, to: width)
      let fill = max(0, width - TerminalText.width(of: text))
      // Spaces are written only before text, so that no line ends in them.
      if column.alignment == .right { blank += fill }
      if !text.isEmpty {
        line += String(repeating: " ", count: blank) + style.paint(text, cell.inks)
        blank = 0
      }
      blank += Self.gap + (column.alignment == .left ? fill : 0)
    }
    return line + "\n"
  }
}
