import Diagnosis
import Reproduction
import ScrollModel
import Simulation
import TextKit

/// A web page with the boxes of a case and its scroll snap, for causes in CSS.
struct ReproductionPage {
  /// The page.
  let text: String

  /// Writes a page; nil if neither the declared nor the actual configuration concerns scroll snap
  /// or a page.
  init?(_ folder: ReproductionFolder) {
    guard let (scene, script) = folder.made.sceneAndScript, scene.inner.isEmpty else { return nil }
    let style = PageSnap(folder.made, scene)
    guard style != nil || folder.source.coordinateSpace == .cssPixels else { return nil }
    let snap = style?.snap
    let boxes = Self.boxes(scene)
    let size = scene.container
    let steps = script.lines.map { "<!-- \($0.replacing(every: "--", with: "- -")) -->" }
    text = """
      <!doctype html>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Self.escaped(folder.summary))</title>
      <style>
        body { margin: 0 }
        #scroller {
          position: relative; overflow: auto; scrollbar-width: none; box-sizing: border-box;
          width: \(SwiftText.number(size.width))px; height: \(SwiftText.number(size.height))px;
          scroll-snap-type: \(style.map { "\($0.axes) \($0.snap.strictness.rawValue)" } ?? "none");
          scroll-padding: \(Self.sides(style?.padding ?? .zero));
          direction: \(scene.direction == .rightToLeft ? "rtl" : "ltr");
        }
        .item {
          position: absolute; box-sizing: border-box; border: 1px solid gray;
          scroll-snap-align: \(snap.map { "\($0.vertical.rawValue) \($0.horizontal.rawValue)" } ?? "none");
          scroll-snap-stop: \(snap?.stop.rawValue ?? "normal");
        }
      </style>
      <p id="what" hidden>\(Self.escaped(folder.summary))</p>
      \(steps.joined(separator: "\n"))
      <div id="scroller">
      \(boxes)
      </div>

      """
  }

  private static func sides(_ insets: Insets) -> String {
    [insets.top, insets.right, insets.bottom, insets.left]
      .map { "\(SwiftText.number($0))px" }.joined(separator: " ")
  }

  /// The boxes at the positions of the first layout, and one with the size of the content.
  private static func boxes(_ scene: SceneFile) -> String {
    let layout = scene.firstLayout
    // From right to left, content overflows on the left of its box.
    let isMirrored = scene.direction == .rightToLeft
    let width = layout.contentSize?.width ?? 0
    func style(_ frame: Rect) -> String {
      let pairs = [
        isMirrored
          ? ("right", width - frame.origin.x - frame.size.width) : ("left", frame.origin.x),
        ("top", frame.origin.y), ("width", frame.size.width),
        ("height", frame.size.height),
      ]
      return pairs.map { "\($0): \(SwiftText.number($1))px" }.joined(separator: "; ")
    }
    var boxes: [String] = []
    if let size = layout.contentSize {
      boxes.append(
        "  <div style=\"width: \(SwiftText.number(size.width))px; "
          + "height: \(SwiftText.number(size.height))px\"></div>")
    }
    for target in layout.targets {
      let id = escaped(target.id.displayText)
      boxes.append(
        "  <div class=\"item\" id=\"\(id)\" style=\"\(style(target.frame))\">\(id)</div>")
    }
    return boxes.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing(every: "&", with: "&amp;").replacing(every: "<", with: "&lt;")
      .replacing(every: "\"", with: "&quot;")
  }
}
