// Runs the SwiftUI recipe of docs/capturing.md below a parent whose body is made 30 times while the
// view scrolls, and prints the log. Scripts/check-snippets.sh compiles it with the recipe.

import SwiftUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main
@MainActor
enum Rebuilding {
  static let rebuilds = 30
  static let framesEach = 10
  static let view = CGSize(width: 390, height: 844)

  static func main() {
    let ids = (10..<50).compactMap { UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964\($0)") }
    let page = RebuiltView {
      ScrollView { Text("rows") }
        .recordScroll(name: #"a "quoted" feed"#, ids: UUID.self) { print($0, terminator: "") }
    }
    page.report(.phase(from: .idle, to: .interacting))
    var y: CGFloat = 0
    for rebuild in 0..<rebuilds {
      for _ in 0..<framesEach {
        let old = ScrollGeometry(stubOffset: y, length: 20_000, view: view)
        y += 5
        let new = ScrollGeometry(stubOffset: y, length: 20_000, view: view)
        page.report(.geometry(from: old, to: new))
        usleep(2_000)
      }
      page.report(.visible([AnyHashable(ids[rebuild]), AnyHashable(ids[rebuild + 1])]))
      page.rebuild()
    }
    page.report(.phase(from: .interacting, to: .idle))
  }
}
