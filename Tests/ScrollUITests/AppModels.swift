// Models in the style that apps use with their views. Only the import line differs from an app's,
// and nothing else may be imported.
import ScrollUI

struct Message: Identifiable {
  let id: String
  var height: CGFloat = 60
}

// MARK: Observable models

/// A carousel with buttons.
@Observable
final class CarouselModel {
  var position = ScrollPosition(idType: Int.self)
  private(set) var isMoving = false
  let count = 8

  var current: Int { position.viewID(type: Int.self) ?? 0 }

  func next() {
    withAnimation(.snappy) { position.scrollTo(id: min(current + 1, count - 1)) }
  }

  func previous() {
    withAnimation(.snappy) { position.scrollTo(id: max(current - 1, 0)) }
  }

  func phaseChanged(to phase: ScrollPhase) { isMoving = phase.isScrolling }
}

/// Turns pages one after the other, each when the previous scroll has come to rest.
@Observable
final class TourModel {
  var page: Int? = 0
  private(set) var finished: [Int] = []

  func play(upTo last: Int) {
    guard let page, page < last else { return }
    withAnimation(.easeInOut(duration: 0.3)) {
      self.page = page + 1
    } completion: {
      self.finished.append(page + 1)
      self.play(upTo: last)
    }
  }
}

/// A transcript that follows its end while the reader is at the end.
@Observable
final class TranscriptModel {
  var position = ScrollPosition(edge: .bottom)
  var isAtEnd = true
  var unread = 0

  static let slack: CGFloat = 40

  func distanceToEnd(_ geometry: ScrollGeometry) -> CGFloat {
    geometry.contentSize.height - geometry.visibleRect.maxY
  }

  func distanceChanged(_ distance: CGFloat) {
    isAtEnd = distance <= Self.slack
    if isAtEnd { unread = 0 }
  }

  func received() {
    if isAtEnd {
      withAnimation(.easeOut(duration: 0.2)) { position.scrollTo(edge: .bottom) }
    } else {
      unread += 1
    }
  }
}

// MARK: Models with states

/// A selection and a scrolled id that follow each other.
struct PagerModel {
  @State var selection = 2
  @State var scrolledID: Int?

  func appear() { if scrolledID != selection { scrolledID = selection } }

  func scrolled() {
    if let scrolledID, scrolledID != selection { selection = scrolledID }
  }
}

/// A bar that hides when the reader scrolls down.
struct BarModel {
  @State var isHidden = false
  @State var lastOffset: CGFloat = 0

  func moved(to offset: CGFloat) {
    guard abs(offset - lastOffset) > 12 else { return }
    isHidden = offset > lastOffset && offset > 44
    lastOffset = offset
  }
}

/// Loads the next page when the last items become visible.
struct FeedModel {
  @State var loadedCount = 20
  @State var requests: [Int] = []

  func visible(_ ids: [Int]) {
    guard let last = ids.last, last >= loadedCount - 3, requests.last != loadedCount else { return }
    requests.append(loadedCount)
  }
}

/// Counts each item once when half of it was visible.
struct ImpressionModel {
  @State var seen: Set<Int> = []
  @State var order: [Int] = []

  func visible(_ ids: [Int]) {
    for id in ids where seen.insert(id).inserted { order.append(id) }
  }
}

/// Stores a reader's position for the next start.
struct RestoreModel {
  var saved: [String: Int] = [:]
  @State var position = ScrollPosition(idType: Int.self)

  mutating func leave(_ tab: String) { saved[tab] = position.viewID(type: Int.self) }

  func enter(_ tab: String) {
    if let id = saved[tab] {
      position.scrollTo(id: id, anchor: .top)
    } else {
      position.scrollTo(edge: .top)
    }
  }
}

/// The part that was read, as a fraction.
struct ProgressModel {
  @State var progress: CGFloat = 0

  static func share(_ geometry: ScrollGeometry) -> CGFloat {
    let range = geometry.contentSize.height - geometry.containerSize.height
    guard range > 0 else { return 1 }
    return min(max(geometry.contentOffset.y / range, 0), 1)
  }
}

/// Scrolls a message to the end of the view with a transaction.
struct JournalModel {
  @State var shown: String?

  func openLatest(_ messages: [Message]) {
    withTransaction(\.scrollTargetAnchor, .bottom) { shown = messages.last?.id }
  }

  func reveal(_ id: String) {
    withAnimation(.easeOut(duration: 0.2)) {
      withTransaction(\.scrollTargetAnchor, .center) { shown = id }
    }
  }

  func jump(to id: String) {
    withAnimation {
      withTransaction(\.disablesAnimations, true) { shown = id }
    }
  }
}

// MARK: Readers

/// A list with an index of letters.
struct IndexedList {
  let letters = ["A", "B", "C", "D"]

  func content(_ act: (ScrollViewProxy) -> Void) -> ScrollViewReader {
    ScrollViewReader { proxy in
      act(proxy)
      return ScrollScene(width: 320, height: 400) {
        VStack(spacing: 0) {
          for letter in letters {
            Section {
              ForEach(0..<12) { row in SizedItem(height: 40).id("\(letter)\(row)") }
            } header: {
              SizedItem(height: 28).id(letter)
            }
          }
        }
      }
    }
  }
}

/// A grid of photos that opens at one of them.
struct PhotoGrid {
  @State var position = ScrollPosition(idType: Int.self)
  let columns = Array(repeating: GridItem(.flexible(), spacing: 2), count: 3)

  var scene: ScrollScene {
    ScrollScene(width: 304, height: 500) {
      LazyVGrid(columns: columns, spacing: 2) {
        ForEach(0..<90) { _ in SizedItem(height: 100) }
      }
      .scrollTargetLayout()
    }
    .scrollPosition($position)
  }
}
