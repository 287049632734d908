/// Reduces the frames of a long track without losing extremes.
///
/// Time is divided into equal slices; each slice keeps its first and last frame and those with the
/// lowest and the highest offset on both axes. Short tracks are unchanged.
enum Decimation {
  /// The largest number of slices; each keeps at most six frames.
  static let slices = 3000

  /// Returns the indices of the kept frames.
  static func places(_ times: [Int64], _ xs: [Double], _ ys: [Double]) -> [Int] {
    let count = min(times.count, min(xs.count, ys.count))
    guard count > slices * 6, let first = times.first else { return Array(0..<count) }
    let span = max(1, times[count - 1] &- first)
    var kept: [Int] = []
    var start = 0
    while start < count {
      let slice = Self.slice(of: times[start] &- first, span)
      var end = start
      while end < count, Self.slice(of: times[end] &- first, span) == slice { end += 1 }
      kept += extremes(start..<end, xs, ys)
      start = end
    }
    return kept
  }

  private static func slice(of distance: Int64, _ span: Int64) -> Int {
    // Unordered frames must not result in an invalid index.
    let share = min(max(Double(distance) / Double(span), 0), 1)
    return min(slices - 1, Int(share * Double(slices)))
  }

  private static func extremes(_ range: Range<Int>, _ xs: [Double], _ ys: [Double]) -> [Int] {
    var places: Set<Int> = [range.lowerBound, range.upperBound - 1]
    for values in [xs, ys] {
      var (low, high) = (range.lowerBound, range.lowerBound)
      for place in range {
        if values[place] < values[low] { low = place }
        if values[place] > values[high] { high = place }
      }
      places.insert(low)
      places.insert(high)
    }
    return places.sorted()
  }
}
