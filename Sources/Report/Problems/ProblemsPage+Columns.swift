public import Corpus
import TextKit

extension ProblemsPage {
  /// The problem and the properties of every trace as numbers: what the page filters by.
  public struct Columns: Sendable {
    private struct Facet {
      var numbers: [String: UInt16] = [:]
      var values: [String] = []
      /// The number of the value of each trace, 0 for none; shorter than the rows where the last have none.
      var column: [UInt16] = []
      /// Whether almost every trace has a value of its own, which is nothing to filter by.
      var isTooWide = false
    }

    private var keys: [ProblemKey: UInt16] = [:]
    private var problems: [UInt16] = []
    private var facets: [String: Facet] = [:]
    /// How many values a list to choose from may have.
    private static let valueLimit = 500
    /// How many facets are shown.
    private static let facetLimit = 8

    /// Creates columns without rows.
    public init() {}

    /// Adds a trace; copies and files that are no captures have no place.
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
      // Taken out and put in again: a copy of the column for each trace would take the square of them.
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

    /// The columns as JSON for the script, with the problems numbered as they are on the page.
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

    /// Numbers as base64, two bytes each, the lower one first.
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
