public import ScrollModel
import TextKit

extension TraceInformation {
  /// Moves the start of the trace to an earlier time, so that its times increase by that amount.
  public mutating func begin(earlierBy nanoseconds: Int64) {
    if let old = clock { clock?.origin = Self.reading(of: old, earlierBy: nanoseconds) }
    // The zero of the page's clock is relative to the trace's start.
    let key = MetadataEntry.pageTimeOrigin
    guard let entry = metadata.first(where: { $0.key == key }), let place = Int64(entry.json)
    else { return }
    let (moved, overflow) = place.addingReportingOverflow(nanoseconds)
    if !overflow { setMetadata(MetadataEntry(key: key, json: "\(moved)")) }
  }

  /// An earlier clock reading, in the unit after the reading or in its name; nil if that is neither
  /// milliseconds nor nanoseconds.
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
  /// The reading of a page's own clock, `performance.now()`, at time 0, in nanoseconds.
  ///
  /// Nil for another clock, and if the trace does not contain it.
  var pageReading: Int64? {
    // It counts in milliseconds, regardless of the unit of the log.
    guard name == "performance_now", let origin else { return nil }
    return JSONScanner.scaled(Array(origin.utf8)[...], timesTenTo: 6)
  }
}

extension MetadataEntry {
  /// The key of the zero of the page's own clock, on the trace's clock in nanoseconds.
  static let pageTimeOrigin = "page-time-origin-ns"
}
