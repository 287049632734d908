import ScrollModel
import ScrollUI
import Testing

/// Sections with pinned headers, in stacks and grids.
struct SectionTests {
  private static let letters = ["A", "B", "C", "D"]

  private func list(
    _ pinned: PinnedScrollableViews, _ alignment: PinnedAlignmentChoice = .viewport,
    _ proxy: (ScrollViewProxy) -> Void
  ) -> ScrollViewReader {
    var configuration = Configuration(.ios18)
    configuration.switches.pinnedAlignment = alignment
    return ScrollViewReader { reader in
      proxy(reader)
      return ScrollScene(width: 320, height: 400, configuration: configuration) {
        LazyVStack(spacing: 0, pinnedViews: pinned) {
          for letter in Self.letters {
            Section {
              ForEach(0..<12) { row in SizedItem(height: 40).id("\(letter)\(row)") }
            } header: {
              SizedItem(height: 28).id(letter)
            } footer: {
              SizedItem(height: 12).id("end of \(letter)")
            }
          }
        }
      }
    }
  }

  /// Shows every row once, so that the stack has measured all of them.
  private func measure(_ run: inout SceneRun, _ proxy: ScrollViewProxy?) {
    run.settle()
    for letter in Self.letters {
      for row in 0..<12 {
        proxy?.scrollTo("\(letter)\(row)", anchor: .top)
        run.settle()
      }
    }
  }

  @Test("PIN-4 a proxy scrolls a row under the pinned header, or below it by the switch")
  func alignment() {
    for (choice, offset) in [(PinnedAlignmentChoice.viewport, 748.0), (.uncovered, 720)] {
      var proxy: ScrollViewProxy?
      var run = list(.sectionHeaders, choice) { proxy = $0 }.start()
      measure(&run, proxy)
      proxy?.scrollTo("B5", anchor: .top)
      run.settle()
      #expect((run.contentOffset.y - offset).magnitude < 1e-6)
      proxy?.scrollTo("B", anchor: .top)
      run.settle()
      #expect((run.contentOffset.y - 520).magnitude < 1e-6)
    }
  }

  @Test("PIN-6 pinned headers move nothing, and unpinned ones are not in the way")
  func unpinned() {
    for pinned in [[], PinnedScrollableViews.sectionFooters] {
      var proxy: ScrollViewProxy?
      var run = list(pinned, .uncovered) { proxy = $0 }.start()
      measure(&run, proxy)
      proxy?.scrollTo("B5", anchor: .top)
      run.settle()
      #expect((run.contentOffset.y - 748).magnitude < 1e-6)
    }
  }

  @Test("PIN-2 a pinned header stays visible until its section ends")
  func visibility() throws {
    var heard: [Bool] = []
    var run = ScrollScene(width: 320, height: 400) {
      LazyVStack(spacing: 0, pinnedViews: [.sectionHeaders]) {
        for letter in Self.letters {
          Section {
            ForEach(0..<12) { row in SizedItem(height: 40).id("\(letter)\(row)") }
          } header: {
            let header = SizedItem(height: 28).id(letter)
            letter == "A" ? header.onScrollVisibilityChange { heard.append($0) } : header
          }
        }
      }
    }.start()
    run.settle()
    run.send(try gestures("drag from 160,350 to 160,50 over 1s ease out", width: 320, height: 400))
    run.settle()
    #expect(heard == [true])
    run.send(try gestures("drag from 160,350 to 160,50 over 1s ease out", width: 320, height: 400))
    run.settle()
    #expect(heard == [true, false])
  }

  @Test("headers and footers of a grid take a line each, and sections begin a new one")
  func grid() {
    let scene = ScrollScene(width: 310, height: 300) {
      LazyVGrid(
        columns: [GridItem(.flexible(), spacing: 10), GridItem(.flexible(), spacing: 10)],
        spacing: 10, pinnedViews: [.sectionHeaders, .sectionFooters]
      ) {
        for section in 0..<3 {
          Section {
            ForEach(0..<3) { cell in SizedItem(height: 90).id("\(section)-\(cell)") }
          } header: {
            SizedItem(height: 30).id("header \(section)")
          } footer: {
            SizedItem(width: 100, height: 20).id("footer \(section)")
          }
        }
      }
    }
    let run = scene.start()
    #expect(run.frame(of: "header 0") == CGRect(x: 0, y: 0, width: 310, height: 30))
    #expect(run.frame(of: "0-1") == CGRect(x: 160, y: 40, width: 150, height: 90))
    #expect(run.frame(of: "0-2") == CGRect(x: 0, y: 140, width: 150, height: 90))
    #expect(run.frame(of: "footer 0") == CGRect(x: 105, y: 240, width: 100, height: 20))
    #expect(run.frame(of: "header 1") == CGRect(x: 0, y: 270, width: 310, height: 30))
  }

  @Test("a horizontal grid pins its headers at the leading side")
  func columns() {
    let strip = ScrollScene(.horizontal, width: 300, height: 210) {
      LazyHGrid(
        rows: [GridItem(.fixed(100), spacing: 10), GridItem(.fixed(100), spacing: 10)],
        spacing: 8, pinnedViews: .sectionHeaders
      ) {
        for section in 0..<2 {
          Section {
            ForEach(0..<4) { cell in SizedItem(width: 120).id("\(section)-\(cell)") }
          } header: {
            SizedItem(width: 40).id("header \(section)")
          }
        }
      }
    }
    let run = strip.start()
    #expect(run.frame(of: "header 1") == CGRect(x: 304, y: 0, width: 40, height: 210))
    #expect(run.frame(of: "1-1") == CGRect(x: 352, y: 110, width: 120, height: 100))
  }
}
