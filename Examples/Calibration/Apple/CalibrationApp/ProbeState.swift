import Observation
import SwiftUI

/// What a probe's views depend on.
///
/// In a file of its own: the macro refers to the module `Observation`, a name that `ScrollModel`
/// has for a type.
@MainActor @Observable
final class ProbeState {
  var items: [StackItem]
  var height: CGFloat = 700
  var top: CGFloat
  var bottom: CGFloat
  var id: String?
  var optionalID: String??
  var position: ScrollPosition

  init(_ item: SuiteProbe) {
    items = StackItem.items(of: item.scene)
    (top, bottom) = (item.scene.top, item.scene.bottom)
    // The first id of `position: id("i20")` and of `position: value(id: "i20")`.
    let parts = (item.value("position") ?? "").split(separator: "\"").map(String.init)
    let first = parts.count > 1 ? parts[1] : nil
    id = first
    optionalID = .some(first)
    position = first.map { ScrollPosition(id: $0) } ?? ScrollPosition(idType: String.self)
  }

  /// A pinned header and its items.
  struct SectionRows: Identifiable {
    var header: StackItem
    var rows: [StackItem]
    var id: String { header.id }
  }

  var sections: [SectionRows] {
    items.reduce(into: []) { sections, item in
      if item.isHeader {
        sections.append(SectionRows(header: item, rows: []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].rows.append(item)
      }
    }
  }
}
