import CommandLineKit

/// A grid of terminal cells for boxes and words.
struct Canvas {
  let columns: Int
  let rows: Int
  private var cells: [Cell]

  private struct Cell {
    /// Empty after a character that takes two cells.
    var text = " "
    var ink: Style.Emphasis?
  }

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  private mutating func put(_ text: String, _ column: Int, _ row: Int, _ ink: Style.Emphasis?) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    cells[row * columns + column] = Cell(text: text, ink: ink)
  }

  /// Draws the sides of a box that are on the canvas; both ranges are in cells and not empty.
  mutating func box(_ across: ClosedRange<Int>, _ down: ClosedRange<Int>, _ ink: Style.Emphasis?) {
    for column in across.clamped(to: -1...columns) {
      put("─", column, down.lowerBound, ink)
      put("─", column, down.upperBound, ink)
    }
    for row in down.clamped(to: -1...rows) {
      put("│", across.lowerBound, row, ink)
      put("│", across.upperBound, row, ink)
    }
    put("┌", across.lowerBound, down.lowerBound, ink)
    put("┐", across.upperBound, down.lowerBound, ink)
    put("└", across.lowerBound, down.upperBound, ink)
    put("┘", across.upperBound, down.upperBound, ink)
  }

  /// Writes a word, truncated to `limit` cells.
  mutating func write(
    _ text: String, at column: Int, _ row: Int, limit: Int, _ ink: Style.Emphasis?
  ) {
    var place = column
    for character in TerminalText.cut(text, to: limit) {
      let text = String(character)
      let width = TerminalText.width(of: text)
      // A combining mark has no separate cell.
      guard width > 0, place + width <= columns else { continue }
      put(text, place, row, ink)
      if width == 2 { put("", place + 1, row, ink) }
      place += width
    }
  }

  /// Returns the rows as text.
  func lines(_ style: Style) -> [String] {
    (0..<rows).map { row in
      var line = ""
      var run = ""
      var ink: Style.Emphasis?
      for cell in cells[(row * columns)..<((row + 1) * columns)] {
        if cell.ink != ink {
          line += style.paint(run, ink.map { [$0] } ?? [])
          (run, ink) = ("", cell.ink)
        }
        run += cell.text
      }
      return line + style.paint(run, ink.map { [$0] } ?? [])
    }
  }
}
