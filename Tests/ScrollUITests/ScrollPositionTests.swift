import ScrollUI
import Testing

@Suite("ScrollPosition")
struct ScrollPositionTests {
  private struct CardID: Hashable, Sendable { let number: Int }

  @Test("POS-3…POS-9 each initializer configures the values of its labels")
  func initializers() {
    let automatic = ScrollPosition()
    #expect(automatic.viewID == nil && automatic.edge == nil && automatic.point == nil)
    #expect(automatic.x == nil && automatic.y == nil && !automatic.isPositionedByUser)
    #expect(ScrollPosition(idType: Never.self) == automatic)
    #expect(ScrollPosition(idType: Int.self) != automatic)
    #expect(ScrollPosition(edge: .bottom).edge == .bottom)
    #expect(ScrollPosition(idType: String.self, edge: .leading).edge == .leading)
    #expect(ScrollPosition(point: CGPoint(x: 1, y: 2)).point == CGPoint(x: 1, y: 2))
    #expect(ScrollPosition(x: 1, y: 2) == ScrollPosition(point: CGPoint(x: 1, y: 2)))
    #expect(ScrollPosition(x: 3).x == 3 && ScrollPosition(x: 3).point == nil)
    #expect(ScrollPosition(y: 4).y == 4 && ScrollPosition(y: 4).x == nil)
    #expect(ScrollPosition(id: "a").viewID as? String == "a")
    #expect(ScrollPosition(id: "a", anchor: .center) != ScrollPosition(id: "a"))
  }

  @Test("POS-12, POS-13 viewID(type:) returns the id for its own type only")
  func viewIDs() {
    #expect(ScrollPosition(id: 7).viewID(type: Int.self) == 7)
    #expect(ScrollPosition(id: 7).viewID(type: String.self) == nil)
    #expect(ScrollPosition(id: 7).viewID(type: Int64.self) == nil)
    #expect(ScrollPosition(id: "7").viewID(type: Int.self) == nil)
    let card = ScrollPosition(id: CardID(number: 3))
    #expect(card.viewID(type: CardID.self) == CardID(number: 3))
    let uuid = UUID()
    #expect(ScrollPosition(id: uuid).viewID(type: UUID.self) == uuid)
  }

  @Test("POS-10 an optional id equals its wrapped value, and nil is no id")
  func optionals() {
    let some: Int? = 5
    let none: Int? = nil
    #expect(ScrollPosition(id: some).viewID(type: Int.self) == 5)
    #expect(ScrollPosition(id: none).viewID(type: Int.self) == nil)
    #expect(ScrollPosition(id: some) != ScrollPosition(id: 5))
  }

  @Test("POS-25 each mutator replaces the earlier request")
  func mutators() {
    var position = ScrollPosition(idType: String.self)
    position.scrollTo(id: 3, anchor: .center)
    #expect(position.viewID(type: Int.self) == 3)
    position.scrollTo(edge: .trailing)
    #expect(position.viewID == nil && position.edge == .trailing)
    position.scrollTo(x: 5, y: 6)
    #expect(position.edge == nil && position.point == CGPoint(x: 5, y: 6))
    position.scrollTo(y: 9)
    #expect(position.point == nil && position.y == 9)
    position.scrollTo(x: 8)
    #expect(position.y == nil && position.x == 8)
    position.scrollTo(point: .zero)
    #expect(position.x == nil && position.point == .zero)
  }

  @Test("POS-17, POS-18 a position may be given to the user and not taken back")
  func userPositioned() {
    var position = ScrollPosition(edge: .top)
    position.isPositionedByUser = false
    #expect(position.edge == .top)
    position.isPositionedByUser = true
    #expect(position.isPositionedByUser && position.edge == nil)
    position.isPositionedByUser = false
    #expect(position.isPositionedByUser)
    position.scrollTo(edge: .top)
    #expect(!position.isPositionedByUser)
  }

  @Test("POS-38 repeating a request creates a different value")
  func equality() {
    var first = ScrollPosition(edge: .top)
    let second = first
    #expect(first == second)
    first.scrollTo(edge: .top)
    #expect(first != second)
  }

  @Test("ids with equal descriptions are different requests")
  func likeTexts() {
    struct Silent: Hashable, Sendable, CustomStringConvertible {
      let number: Int
      var description: String { "id" }
    }
    #expect(ScrollPosition(id: Silent(number: 1)) != ScrollPosition(id: Silent(number: 2)))
    @State var position = ScrollPosition(id: Silent(number: 2))
    let scene = ScrollScene(width: 100, height: 100) {
      VStack(spacing: 0) {
        ForEach((0..<9).map { Silent(number: $0) }, id: \.self) { _ in SizedItem(height: 50) }
      }
      .scrollTargetLayout()
    }
    .scrollPosition($position, anchor: .top)
    var run = scene.start()
    run.settle()
    #expect(run.contentOffset.y == 100)
    position.scrollTo(id: Silent(number: 5))
    run.settle()
    #expect(run.contentOffset.y == 250)
    #expect(run.frame(of: Silent(number: 7))?.minY == 350)
    #expect(run.messages.isEmpty)
  }
}
