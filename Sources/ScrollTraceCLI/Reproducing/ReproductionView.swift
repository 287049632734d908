import Reproduction
import ScrollModel
import Simulation

/// A SwiftUI view with the content of a case, for a device.
struct ReproductionView {
  /// The code.
  let text: String

  /// Writes a view; nil for a case without a stack.
  init?(_ folder: ReproductionFolder) {
    guard let (scene, script) = folder.made.sceneAndScript, scene.inner.isEmpty,
      let stacked = StackedScene(scene)
    else { return nil }
    let configuration = folder.ranText.flatMap { try? Configuration(text: $0) } ?? Configuration()
    let behavior = Self.behavior(configuration.behavior, stacked.isHorizontal)
    let stack = (stacked.isHorizontal ? "LazyHStack" : "LazyVStack")
    let steps = script.lines.isEmpty ? ["do nothing"] : script.lines
    var modifiers = stacked.margins
    if let behavior { modifiers.append(".scrollTargetBehavior(\(behavior.name))") }
    modifiers.append(
      ".frame(width: \(SwiftText.number(scene.container.width)), "
        + "height: \(SwiftText.number(scene.container.height)))")
    text = """
      \(SwiftText.importing) SwiftUI

      /// \(folder.summary)
      ///
      /// What to do:
      \(steps.map { "/// - \($0)" }.joined(separator: "\n"))
      struct ReproView: View {
        var body: some View {
          ScrollView(.\(scene.axes.rawValue)) {
            \(stack)(spacing: \(SwiftText.number(scene.stack.spacing))\(Self.pinnedViews(stacked))) {
      \(Self.items(stacked))
            }
            .scrollTargetLayout(\(configuration.hasTargetLayout ? "" : "isEnabled: false"))
          }
      \(modifiers.map { "    \($0)" }.joined(separator: "\n"))
        }
      }
      \(behavior?.declaration ?? "")
      """
  }

  private static func items(_ stacked: StackedScene) -> String {
    if stacked.isPlain {
      let size = stacked.items.first.map(stacked.size) ?? "width: nil"
      return """
                ForEach(0..<\(stacked.items.count), id: \\.self) { index in
                  Text("\\(index)").frame(\(size))
                }
        """
    }
    guard stacked.items.contains(where: { $0.pinned != nil }) else {
      return grouped(stacked.items.map { view($0, stacked) })
    }
    return grouped(sections(stacked))
  }

  private static func view(_ item: SceneFile.Item, _ stacked: StackedScene) -> String {
    "        Text(\(SwiftText.literal(item.id.displayText))).frame(\(stacked.size(item)))"
      + (SwiftText.id(item.id).map { ".id(\($0))" } ?? "")
  }

  /// The argument of a stack that pins the headers and footers that are pinned in the scene.
  private static func pinnedViews(_ stacked: StackedScene) -> String {
    let names = [(PinnedRole.header, ".sectionHeaders"), (.footer, ".sectionFooters")].filter {
      role, _ in
      stacked.items.contains { $0.pinned == role }
    }.map(\.1)
    return names.isEmpty ? "" : ", pinnedViews: [\(names.joined(separator: ", "))]"
  }

  /// The rows before the first section, and a view for each section.
  private static func sections(_ stacked: StackedScene) -> [String] {
    var views: [String] = []
    var section: (header: String?, rows: [String])?
    func code(_ header: String?, _ rows: [String], _ footer: String?) -> String {
      "        Section {\n\(indented(grouped(rows)))\n        }"
        + (header.map { " header: {\n\(indented($0))\n        }" } ?? "")
        + (footer.map { " footer: {\n\(indented($0))\n        }" } ?? "")
    }
    for item in stacked.items {
      let text = view(item, stacked)
      switch item.pinned {
      case .header?:
        if let section { views.append(code(section.header, section.rows, nil)) }
        section = (text, [])
      case .footer?:
        views.append(code(section?.header, section?.rows ?? [], text))
        section = nil
      case nil:
        if section == nil { views.append(text) } else { section?.rows.append(text) }
      }
    }
    if let section { views.append(code(section.header, section.rows, nil)) }
    return views
  }

  private static func grouped(_ views: [String]) -> String {
    guard views.count > 10 else { return views.joined(separator: "\n") }
    // A view builder accepts ten views; more are put into groups.
    var groups: [String] = []
    for start in stride(from: 0, to: views.count, by: 10) {
      let part = views[start..<min(views.count, start + 10)].joined(separator: "\n")
      groups.append("        Group {\n\(indented(part))\n        }")
    }
    return groups.joined(separator: "\n")
  }

  /// Lines one level deeper.
  private static func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  /// The code of a behavior, and the type that it needs, if any; nil for none.
  private static func behavior(
    _ behavior: ScrollBehavior, _ isHorizontal: Bool
  ) -> (name: String, declaration: String)? {
    let coordinate = isHorizontal ? "x" : "y"
    switch behavior {
    case .none, .custom, .scrollSnap: return nil
    case .paging: return (".paging", "")
    case .viewAligned(let limit, _):
      let name =
        switch limit {
        case .automatic: "automatic"
        case .never: "never"
        case .always: "always"
        case .alwaysByOne: "alwaysByOne"
        case .alwaysByFew: "alwaysByFew"
        }
      return (limit == .automatic ? ".viewAligned" : ".viewAligned(limitBehavior: .\(name))", "")
    case .interval(let length):
      let step = SwiftText.number(length)
      return (
        "SnapToInterval()",
        snapping(
          "SnapToInterval",
          "let step: CGFloat = \(step)\n"
            + "    target.rect.origin.\(coordinate) = (target.rect.origin.\(coordinate) / step)"
            + ".rounded() * step")
      )
    case .offsets(let offsets, _, _):
      let list = offsets.map(SwiftText.number).joined(separator: ", ")
      return (
        "SnapToOffsets()",
        snapping(
          "SnapToOffsets",
          "let offsets: [CGFloat] = [\(list)]\n"
            + "    let proposed = target.rect.origin.\(coordinate)\n"
            + "    target.rect.origin.\(coordinate) =\n"
            + "      offsets.min { abs($0 - proposed) < abs($1 - proposed) } ?? proposed")
      )
    }
  }

  private static func snapping(_ name: String, _ body: String) -> String {
    """

    struct \(name): ScrollTargetBehavior {
      func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
        \(body)
      }
    }

    """
  }
}
