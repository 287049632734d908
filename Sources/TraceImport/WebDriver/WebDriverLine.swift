import TextKit

/// The first line of an entry of a driver's log: its time and its text.
struct WebDriverLine {
  /// Nanoseconds of the log's clock.
  let time: Int64
  let text: ArraySlice<UInt8>

  /// Reads `[11-20-2026 15:37:51.399058][INFO]: …`, `[1605393763.475][INFO]: …`, or
  /// geckodriver's `1605393763475\twebdriver::server\tDEBUG\t…`; nil for any other line.
  init?(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return nil }
    if first == UInt8(ascii: "[") {
      guard let close = line.firstIndex(of: UInt8(ascii: "]")),
        let time = Self.stamp(line[(line.startIndex + 1)..<close])
      else { return nil }
      let rest = line[(close + 1)...]
      guard rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
        return nil
      }
      self.time = time
      text = rest[(end + 1)...].drop { $0 == UInt8(ascii: ":") || $0 == 0x20 }
      return
    }
    let parts = line.split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1].starts(with: Array("webdriver".utf8)),
      let time = JSONScanner.scaled(parts[0], timesTenTo: 6)
    else { return nil }
    self.time = time
    text = parts[3]
  }

  /// Reads seconds, or a date in American order with a time of day.
  private static func stamp(_ text: ArraySlice<UInt8>) -> Int64? {
    if let seconds = JSONScanner.scaled(text, timesTenTo: 9) { return seconds }
    let halves = text.split(separator: 0x20)
    guard halves.count == 2 else { return nil }
    let date = halves[0].split(separator: UInt8(ascii: "-")).map(number)
    let clock = halves[1].split(separator: UInt8(ascii: ":"))
    guard date.count == 3, clock.count == 3, let month = date[0], let day = date[1],
      let year = date[2], let hour = number(clock[0]), let minute = number(clock[1]),
      let seconds = JSONScanner.scaled(withoutZeros(clock[2]), timesTenTo: 9),
      1...12 ~= month, 1...31 ~= day, 1970...2100 ~= year, 0...23 ~= hour, 0...59 ~= minute,
      0...61_000_000_000 ~= seconds
    else { return nil }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute
    return minutes * 60_000_000_000 + seconds
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard 1...4 ~= digits.count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func withoutZeros(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard digits.count > 1, digits.first == 0x30, digits.dropFirst().first != 0x2E else {
      return digits
    }
    return digits.dropFirst()
  }

  /// Returns the days since 1970 of a Gregorian date, with the year starting in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return shifted / 400 * 146_097 + dayOfEra - 719_468
  }
}
