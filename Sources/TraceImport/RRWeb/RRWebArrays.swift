import TextKit

/// The arrays in which a recording may keep its events, told from one another as they come.
///
/// Where a recording has several, each is that of a window. What else an object holds is looked at
/// as it comes, since it may lie far behind the bytes that a format is recognized by.
struct RRWebArrays {
  /// What to ask a stream for.
  let choices: [JSONStream.Choice]
  /// How many choices, in front, are of events of any window.
  private let sharedCount: Int
  /// How many choices, in front, are of nothing but events.
  private let sureCount: Int
  private var arrayCount = 0
  private var holdsEvents = true
  /// The choice and the number of the element that came last.
  private var latest: (choice: Int, number: Int64) = (0, .max)

  /// How many elements of an array may be of another kind before its first event.
  static let lookahead = 3

  /// Looks for the array under some keys, or in the text under one; for the usual ones if neither is
  /// known.
  init(path: [String]?, textKey: String?) {
    var shared: [JSONStream.Choice] = [.elements()]
    if let path {
      shared.append(.elements(under: path))
    } else if let textKey {
      shared.append(.value(textKey))
    } else {
      shared += [
        .elements("events"), .elements("result"), .elements("snapshots"),
        .elements("data", "snapshots"),
      ]
    }
    let windows: [JSONStream.Choice] = [
      .elements("snapshots", "*"), .elements("snapshot_data_by_window_id", "*"),
      .elements("data", "snapshots", "*"), .elements("*", "snapshot_data_by_window_id", "*"),
    ]
    let others: [JSONStream.Choice] = [
      .elements("*"), .elements("*", "*"), .elements("*", "*", "*"),
    ]
    choices = shared + windows + others
    sharedCount = shared.count
    sureCount = shared.count + windows.count
  }

  /// Returns the window of an element, empty where only the element can name one; nil where its
  /// array is none of events.
  mutating func window(of element: JSONPiece.Value) -> String? {
    // Another array starts where the elements are counted anew.
    if element.choice != latest.choice || element.number <= latest.number {
      arrayCount += 1
      holdsEvents = element.choice < sureCount
    }
    latest = (element.choice, element.number)
    if !holdsEvents, element.number < Int64(Self.lookahead) {
      holdsEvents = RRWebShape.isElement(element.bytes)
    }
    guard holdsEvents else { return nil }
    return element.choice < sharedCount ? "" : "array \(arrayCount)"
  }
}
