/// A column of a table, and the function that writes its cells.
struct HTMLColumn<Row> {
  let name: StaticString
  /// A CSS class for the cell and its header; `n` is for numbers.
  let style: StaticString
  /// Further classes of the cell of one row.
  var shade: (Row) -> String = { _ in "" }
  let write: (Row, inout HTMLText) -> Void

  /// Creates a column of plain text.
  init(_ name: StaticString, _ style: StaticString = "", text: @escaping (Row) -> String) {
    self.init(name, style) { $1.text(text($0)) }
  }

  init(
    _ name: StaticString, _ style: StaticString = "",
    write: @escaping (Row, inout HTMLText) -> Void
  ) {
    self.name = name
    self.style = style
    self.write = write
  }
}

extension HTMLText {
  /// Writes a table whose cells contain their column names: on a narrow screen each row becomes a
  /// block of lines without horizontal scrolling.
  mutating func table<Row>(
    _ columns: [HTMLColumn<Row>], _ rows: some Sequence<Row>, class style: StaticString = "rows"
  ) {
    raw("<table class=\"")
    raw(style)
    raw("\"><thead><tr>")
    for column in columns {
      raw("<th scope=\"col\" class=\"")
      raw(column.style)
      raw("\">")
      raw(column.name)
      raw("</th>")
    }
    raw("</tr></thead><tbody>")
    for row in rows {
      raw("<tr>")
      for column in columns { cell(column, row) }
      raw("</tr>")
    }
    raw("</tbody></table>")
  }

  private mutating func cell<Row>(_ column: HTMLColumn<Row>, _ row: Row) {
    raw("<td data-label=\"")
    raw(column.name)
    raw("\" class=\"")
    raw(column.style)
    text(column.shade(row))
    raw("\">")
    // The content is one element, next to the column's name.
    var content = HTMLText()
    column.write(row, &content)
    if !content.bytes.isEmpty {
      raw("<div>")
      asset(content.bytes)
      raw("</div>")
    }
    raw("</td>")
  }
}
