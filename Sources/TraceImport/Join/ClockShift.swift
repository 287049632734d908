public import ScrollModel
import TextKit

extension TraceInformation {
  /// Says that the trace begins earlier than it did: what was its time 0 lies later by as much.
  public mutating func begin(earlierBy nanoseconds: Int64) {
    if let old = clock { clock?.origin = Self.reading(of: old, earlierBy: nanoseconds) }
    // The page's own time 0 is told from the trace's.
    let key = "page-time-origin-ns"
    guard let entry = metadata.first(where: { $0.key == key }), let place = Int64(entry.json)
    else { return }
    let (moved, overflow) = place.addingReportingOverflow(nanoseconds)
    if !overflow { setMetadata(MetadataEntry(key: key, json: "\(moved)")) }
  }

  /// What a clock showed earlier, in the unit that stands behind its reading or in its name; nil,
  /// for not known, where that is neither milliseconds nor nanoseconds.
  private static func reading(of clock: SourceClock, earlierBy nanoseconds: Int64) -> String? {
    let words = (clock.origin ?? "").split(separator: " ").map(String.init)
    let isMarked = words.count == 2
    guard let number = words.first, isMarked || words.count == 1 else { return nil }
    let isUnit = { (unit: String) in
      isMarked ? words.last == unit : clock.name.hasSuffix("_\(unit)")
    }
    guard isUnit("ms") || isUnit("ns"),
      let reading = JSONScanner.scaled(
        Array(number.utf8)[...], timesTenTo: isUnit("ms") ? 6 : 0)
    else { return nil }
    let (earlier, overflow) = reading.subtractingReportingOverflow(nanoseconds)
    guard !overflow else { return nil }
    let text = isUnit("ms") ? ClockText.milliseconds(earlier) : "\(earlier)"
    return isMarked ? "\(text) \(words[1])" : text
  }
}
