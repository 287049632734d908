import TextKit

/// The candidate arrays of events in a recording, distinguished as they are read.
///
/// If a recording has several, each belongs to one window. All other members are examined as they
/// are read, because the array may be far after the head.
struct RRWebArrays {
  /// The choices for the JSON stream.
  let choices: [JSONStream.Choice]
  /// The number of leading choices with events of any window.
  private let sharedCount: Int
  /// The number of leading choices that contain only events.
  private let sureCount: Int
  private var arrayCount = 0
  private var holdsEvents = true
  /// The choice and the index of the last element.
  private var latest: (choice: Int, number: Int64) = (0, .max)

  /// The largest number of other elements before an array's first event.
  static let lookahead = 3

  /// Searches the array under a path of keys, or in the text under one key; else in the usual
  /// places.
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

  /// Returns the window of an element, empty if only the element can contain it; nil if its array
  /// contains no events.
  mutating func window(of element: JSONPiece.Value) -> String? {
    // If the index starts again, this is another array.
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
