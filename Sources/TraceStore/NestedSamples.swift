import ScrollModel

/// Makes one stream of fingers and wheels of those that the traces of nested views recorded.
///
/// A recorder of each view sees a finger over the inner view with the outer one, too. Such samples are one
/// finger, over the innermost view that has it and those around that (NEST-10). Its places are those of the
/// outermost view that has it, because that view is not moved by another one of them.
struct NestedSamples {
  /// Recorders of one page or app stamp one touch with times that differ by their rounding.
  private static let tolerance: Int64 = 4_000_000

  private let parents: [Int?]
  private let inputs: [[(time: TraceTime, input: Input)]]

  /// One finger from its beginning to its end, as one trace has it.
  private struct Stroke {
    var member: Int
    var start: TraceTime
    var samples: [(time: TraceTime, sample: TouchSample)]
  }

  init(_ parents: [Int?], _ inputs: [[(time: TraceTime, input: Input)]]) {
    self.parents = parents
    self.inputs = inputs
  }

  /// The samples with the views that they are over, in the order of time.
  var merged: [NestedTraces.Sample] {
    (touches + wheels).sortedStably { $0.time < $1.time }
  }

  private func chain(from member: Int) -> [Int] {
    var chain = [member]
    while let parent = chain.last.flatMap({ parents[$0] }) { chain.append(parent) }
    return chain
  }

  private func depth(_ member: Int) -> Int { chain(from: member).count }

  /// Whether one of two members is inside the other.
  private func isLine(_ first: Int, _ second: Int) -> Bool {
    chain(from: first).contains(second) || chain(from: second).contains(first)
  }

  private var touches: [NestedTraces.Sample] {
    var strokes: [Stroke] = []
    for member in inputs.indices { strokes += self.strokes(of: member) }
    strokes = strokes.sortedStably { $0.start < $1.start }
    var isTaken = [Bool](repeating: false, count: strokes.count)
    var samples: [NestedTraces.Sample] = []
    for index in strokes.indices where !isTaken[index] {
      var group = [index]
      for other in strokes.indices.dropFirst(index + 1) where !isTaken[other] {
        guard strokes[other].start.nanoseconds(since: strokes[index].start) <= Self.tolerance else {
          break
        }
        let isSame = group.allSatisfy {
          strokes[$0].member != strokes[other].member
            && isLine(strokes[$0].member, strokes[other].member)
        }
        if isSame { group.append(other) }
      }
      for place in group { isTaken[place] = true }
      let byDepth = group.sortedStably { depth(strokes[$0].member) < depth(strokes[$1].member) }
      guard let outer = byDepth.first, let inner = byDepth.last else { continue }
      let chain = chain(from: strokes[inner].member)
      samples += strokes[outer].samples.map { ($0.time, chain, .touch($0.sample)) }
    }
    return samples
  }

  private func strokes(of member: Int) -> [Stroke] {
    var strokes: [Stroke] = []
    var open: [Int64: Int] = [:]
    for (time, input) in inputs[member] {
      guard case .touch(let sample) = input, sample.delivery == .direct else { continue }
      if sample.phase == .began {
        open[sample.pointer] = strokes.count
        strokes.append(Stroke(member: member, start: time, samples: []))
      }
      guard let stroke = open[sample.pointer] else { continue }
      strokes[stroke].samples.append((time, sample))
      if sample.phase == .ended || sample.phase == .cancelled { open[sample.pointer] = nil }
    }
    return strokes
  }

  private var wheels: [NestedTraces.Sample] {
    var all: [(time: TraceTime, member: Int, sample: WheelSample)] = []
    for member in inputs.indices {
      for (time, input) in inputs[member] {
        if case .wheel(let sample) = input { all.append((time, member, sample)) }
      }
    }
    all = all.sortedStably { $0.time < $1.time }
    var isTaken = [Bool](repeating: false, count: all.count)
    var samples: [NestedTraces.Sample] = []
    for index in all.indices where !isTaken[index] {
      var inner = all[index].member
      var members = [inner]
      for other in all.indices.dropFirst(index + 1) where !isTaken[other] {
        guard all[other].time.nanoseconds(since: all[index].time) <= Self.tolerance else { break }
        let member = all[other].member
        guard all[other].sample == all[index].sample, !members.contains(member),
          members.allSatisfy({ isLine($0, member) })
        else { continue }
        isTaken[other] = true
        members.append(member)
        if depth(member) > depth(inner) { inner = member }
      }
      samples.append((all[index].time, chain(from: inner), .wheel(all[index].sample)))
    }
    return samples
  }
}
