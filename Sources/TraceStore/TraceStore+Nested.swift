import SQLite
import ScrollModel

extension TraceStore {
  /// Returns the traces that a trace is nested with; nil for one that is nested with none.
  ///
  /// Only traces that are sealed count: others may still grow.
  public func nestedTrace(of trace: Int64) throws -> NestedTrace? {
    let capture = try reading {
      try database.first(
        """
        SELECT capture_id FROM trace AS one WHERE trace_id = ?1 AND EXISTS (
          SELECT 1 FROM trace AS other WHERE other.capture_id = one.capture_id
            AND other.parent_name IS NOT NULL)
        """, trace, as: Int64.self)
    }
    guard let capture else { return nil }
    if let known = nestedTraces[trace] { return known }
    let records = try traces(ofCapture: capture).filter { $0.isSealed }
    let parents = Self.parents(of: records)
    guard let own = records.firstIndex(where: { $0.id == trace }) else { return nil }
    let related = Self.related(to: own, parents)
    guard related.count > 1 else { return nil }
    let traces = try nested(records, related, parents)
    for (member, place) in related.enumerated() {
      nestedTraces[records[place].id] = NestedTrace(traces: traces, member: member)
    }
    return nestedTraces[trace]
  }

  /// The record around each, by its name; nil without one, or where names lead in a circle.
  private static func parents(of records: [TraceRecord]) -> [Int?] {
    var parents: [Int?] = []
    for (place, record) in records.enumerated() {
      let name = record.information.parentName
      parents.append(
        name.flatMap { name in
          records.indices.first { $0 != place && records[$0].information.name == name }
        })
    }
    for place in parents.indices {
      var (seen, next) = (Set([place]), parents[place])
      while let parent = next {
        guard seen.insert(parent).inserted else {
          parents[place] = nil
          break
        }
        next = parents[parent]
      }
    }
    return parents
  }

  /// The records that are nested with one, each behind its parent.
  private static func related(to own: Int, _ parents: [Int?]) -> [Int] {
    var root = own
    while let parent = parents[root] { root = parent }
    var found = [root]
    var next = 0
    while next < found.count {
      found += parents.indices.filter { parents[$0] == found[next] }
      next += 1
    }
    return found
  }

  private func nested(
    _ records: [TraceRecord], _ related: [Int], _ parents: [Int?]
  ) throws -> NestedTraces {
    var members: [NestedTraces.Member] = []
    var events: [NestedTraces.Event] = []
    var inputs: [[(time: TraceTime, input: Input)]] = []
    for (number, place) in related.enumerated() {
      let record = records[place]
      let contents = try plainContents(of: record.id)
      members.append(
        NestedTraces.Member(
          traceID: record.id, information: record.information, contents: contents,
          parent: parents[place].flatMap { related.firstIndex(of: $0) }))
      var own: [(time: TraceTime, input: Input)] = []
      var filter = NestedFilter()
      let reader = try pointReader(of: record.id)
      while let (time, event) = try reader.next() {
        switch event {
        case .input(.touch), .input(.wheel):
          if case .input(let input) = event { own.append((time, input)) }
        default:
          if filter.keeps(event) { events.append((time, number, event)) }
        }
      }
      inputs.append(own)
    }
    return NestedTraces(
      members: members, events: events.sortedStably { $0.time < $1.time },
      samples: NestedSamples(members.map { $0.parent }, inputs).merged)
  }
}

/// Keeps the events of a trace that a replay needs in addition to the user's input.
private struct NestedFilter {
  private var geometry: FrameGeometry?
  private var hasFrame = false
  private var beginsInMotion = false

  mutating func keeps(_ event: TraceEvent) -> Bool {
    switch event {
    case .input, .stream: return true
    case .observation(.frame(let frame)):
      if !hasFrame { beginsInMotion = frame.phase.map { $0 != .idle } ?? false }
      let isKept = !hasFrame || beginsInMotion || frame.geometry != geometry
      if frame.phase == .idle { beginsInMotion = false }
      hasFrame = true
      geometry = frame.geometry
      return isKept
    case .observation: return beginsInMotion || !hasFrame
    }
  }
}
