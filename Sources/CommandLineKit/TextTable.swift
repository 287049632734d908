/// A table of text, fitted to the terminal.
///
/// Widths are counted in cells of the screen: wide characters take two, colors none. Cells are
/// text from anywhere; what could steer the terminal is written out. When a line is too long,
/// the widest columns that may be cut give way, marked by "…". Into a pipe nothing is cut.
public struct TextTable {
  /// One column.
  public struct Column: Sendable {
    /// The side on which the text stands.
    public enum Alignment: Sendable {
      /// For words.
      case left
      /// For numbers.
      case right
    }

    let title: String
    let alignment: Alignment
    let canBeCut: Bool

    /// Makes a column; by default words may be cut and numbers may not.
    public init(_ title: String, _ alignment: Alignment = .left, canBeCut: Bool? = nil) {
      self.title = TerminalText.visible(title)
      self.alignment = alignment
      self.canBeCut = canBeCut ?? (alignment == .left)
    }
  }

  /// One cell: text and how it is painted.
  public struct Cell: Sendable, ExpressibleByStringInterpolation {
    let text: String
    let inks: [Style.Emphasis]

    /// Makes a painted cell.
    public init(_ text: String, _ inks: Style.Emphasis...) {
      self.text = TerminalText.visible(text)
      self.inks = inks
    }

    /// Makes a plain cell.
    public init(stringLiteral value: String) {
      self.init(value)
    }
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []

  /// A column narrower than this tells nothing.
  private static let narrowest = 6
  private static let gap = 2

  /// Makes a table without rows.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; cells that are missing stay empty, and there may not be more than columns.
  public mutating func add(_ cells: [Cell]) {
    precondition(
      cells.count <= columns.count, "\(cells.count) cells for \(columns.count) columns")
    rows.append(cells + Array(repeating: "", count: columns.count - cells.count))
  }

  /// Prints the table, cut to the terminal if there is one.
  public func print(to console: inout Console) {
    console.write(text(width: console.isOutputTerminal ? console.width : nil, console.style))
  }

  /// Returns the table as lines of at most `width` cells where the columns allow it.
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
    // One cell at a time from the widest column keeps the columns as even as they can be.
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
      // Spaces are owed until text follows, so that no line ends in them.
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
