public import ScrollModel
import TextKit

extension TraceInformation {
  /// Says that the trace begins earlier than it did: what was its time 0 lies later by as much.
  public mutating func begin(earlierBy nanoseconds: Int64) {
    if let old = clock { clock?.origin = Self.reading(of: old, earlierBy: nanoseconds) }
    // The page's own time 0 is told from the trace's.
    let key = MetadataEntry.pageTimeOrigin
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

extension SourceClock {
  /// What a page's own clock, that of `performance.now()`, showed at time 0, in nanoseconds.
  ///
  /// Nil for another clock, and where the trace does not say.
  var pageReading: Int64? {
    // It counts in milliseconds, whatever the unit of the log.
    guard name == "performance_now", let origin else { return nil }
    return JSONScanner.scaled(Array(origin.utf8)[...], timesTenTo: 6)
  }
}

extension MetadataEntry {
  /// The key of where the page's own clock is zero, on the trace's clock in nanoseconds.
  static let pageTimeOrigin = "page-time-origin-ns"
}
