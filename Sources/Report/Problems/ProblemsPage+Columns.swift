public import Corpus
import TextKit

extension ProblemsPage {
  /// The problem and the properties of every trace as numbers, for the filters of the page.
  public struct Columns: Sendable {
    private struct Facet {
      var numbers: [String: UInt16] = [:]
      var values: [String] = []
      /// The index of each trace's value, 0 for none; shorter than the rows if the last have none.
      var column: [UInt16] = []
      /// Whether almost every trace has a unique value, which is useless as a filter.
      var isTooWide = false
    }

    private var keys: [ProblemKey: UInt16] = [:]
    private var problems: [UInt16] = []
    private var facets: [String: Facet] = [:]
    /// The largest number of values in a list.
    private static let valueLimit = 500
    /// The largest number of facets.
    private static let facetLimit = 8

    /// Creates columns without rows.
    public init() {}

    /// Adds a trace; copies and files that are no captures are ignored.
    public mutating func add(_ row: TriageRow, _ placement: Problems.Placement) {
      guard placement != .copy, row.verdict != .skipped else { return }
      var number: UInt16 = 0
      if case .member(let key) = placement {
        number = keys[key] ?? UInt16(clamping: keys.count + 1)
        keys[key] = number
      }
      for facet in row.facets { add(facet) }
      problems.append(number)
    }

    private mutating func add(_ facet: TriageRow.Facet) {
      // Removed and inserted again: a copy of the column per trace would take quadratic time.
      var entry = facets.removeValue(forKey: facet.name) ?? Facet()
      defer { facets[facet.name] = entry }
      guard !entry.isTooWide else { return }
      if entry.numbers[facet.value] == nil {
        guard entry.values.count < Self.valueLimit else {
          entry = Facet(isTooWide: true)
          return
        }
        entry.values.append(facet.value)
        entry.numbers[facet.value] = UInt16(entry.values.count)
      }
      while entry.column.count < problems.count { entry.column.append(0) }
      entry.column.append(entry.numbers[facet.value] ?? 0)
    }

    /// The columns as JSON for the script, with the problems numbered as on the page.
    func json(_ ranked: [Problem]) throws(NumberError) -> [UInt8] {
      var places: [UInt16: UInt16] = [0: 0]
      for (place, problem) in ranked.enumerated() {
        if let number = keys[problem.key] { places[number] = UInt16(clamping: place + 1) }
      }
      var json = JSONWriter(escaping: .html)
      json.beginObject()
      json.member("problem", Self.text(problems.map { places[$0] ?? 0 }))
      let shown = facets.filter { !$0.value.isTooWide && $0.value.values.count > 1 }
        .sorted {
          let (first, second) = ($0.value.column.count { $0 > 0 }, $1.value.column.count { $0 > 0 })
          return first != second ? first > second : $0.key < $1.key
        }.prefix(Self.facetLimit)
      try json.objects("facets", shown) { (facet, json) throws(NumberError) in
        json.member("name", facet.key)
        json.texts("values", facet.value.values)
        json.member("column", Self.text(facet.value.column))
      }
      json.endObject()
      return json.bytes
    }

    /// Numbers as base64, two bytes each, little-endian.
    private static func text(_ numbers: [UInt16]) -> String {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(numbers.count * 2)
      for number in numbers {
        bytes.append(UInt8(number & 0xFF))
        bytes.append(UInt8(number >> 8))
      }
      return String(decoding: Base64.encoded(bytes), as: UTF8.self)
    }
  }
}
