/// The pinned headers and footers of a layout by rank, with answers in logarithmic time (PIN-1).
///
/// A section begins with its header. It ends with its footer, or else where the next header begins, or
/// with the last target.
public struct PinnedSections: Hashable, Sendable {
  private var headers: [Int] = []
  private var footers: [Int] = []

  /// A pinned view where it is drawn.
  public struct View: Hashable, Sendable {
    /// Its rank.
    public let rank: Int
    /// Where it starts.
    public let start: Double
    /// Where it ends.
    public let end: Double
  }

  /// Creates the sections of a layout without pinned views.
  public init() {}

  /// Creates the sections of targets with roles, in ascending order of ranks.
  public init(_ roles: some Sequence<(rank: Int, role: PinnedRole)>) {
    for (rank, role) in roles {
      if role == .header { headers.append(rank) } else { footers.append(rank) }
    }
  }

  /// Whether nothing is pinned.
  public var isEmpty: Bool { headers.isEmpty && footers.isEmpty }

  /// Returns what the target of a rank is, if it is pinned.
  public func role(of rank: Int) -> PinnedRole? {
    let header = headers.partitioningIndex { $0 >= rank }
    if header < headers.count, headers[header] == rank { return .header }
    let footer = footers.partitioningIndex { $0 >= rank }
    return footer < footers.count && footers[footer] == rank ? .footer : nil
  }

  /// Returns the header of the section that a rank belongs to, if it has one.
  public func header(of rank: Int) -> Int? {
    let place = headers.partitioningIndex { $0 > rank }
    guard place > 0 else { return nil }
    let header = headers[place - 1]
    let footer = footers.partitioningIndex { $0 > header }
    return footer < footers.count && footers[footer] < rank ? nil : header
  }

  /// Returns the footer of the section that a rank belongs to, if it has one.
  public func footer(of rank: Int) -> Int? {
    let place = footers.partitioningIndex { $0 >= rank }
    guard place < footers.count else { return nil }
    let next = headers.partitioningIndex { $0 > rank }
    return next < headers.count && headers[next] < footers[place] ? nil : footers[place]
  }

  /// Returns how far a pinned view travels while its section is in view.
  ///
  /// A header travels to the end of its section, a footer to the start. 0 for a target that is not pinned.
  public func travel<Spans: SortedSpans>(of rank: Int, in spans: Spans) -> Double {
    let length = spans.end(at: rank) - spans.start(at: rank)
    let header = headers.partitioningIndex { $0 >= rank }
    if header < headers.count, headers[header] == rank {
      return max(0, end(ofSection: header, in: spans) - length - spans.start(at: rank))
    }
    let footer = footers.partitioningIndex { $0 >= rank }
    guard footer < footers.count, footers[footer] == rank else { return 0 }
    return max(0, spans.start(at: rank) - start(ofSection: footer, in: spans))
  }

  /// The end of the section that begins with a header.
  private func end<Spans: SortedSpans>(ofSection header: Int, in spans: Spans) -> Double {
    let next = header + 1 < headers.count ? headers[header + 1] : spans.count
    let footer = footers.partitioningIndex { $0 > headers[header] }
    let isClosed = footer < footers.count && footers[footer] < next
    return spans.reach(at: isClosed ? footers[footer] : next - 1)
  }

  /// The start of the section that ends with a footer.
  private func start<Spans: SortedSpans>(ofSection footer: Int, in spans: Spans) -> Double {
    let first = footer > 0 ? footers[footer - 1] + 1 : 0
    let header = headers.partitioningIndex { $0 >= footers[footer] }
    return spans.start(
      at: header > 0 && headers[header - 1] >= first ? headers[header - 1] : first)
  }

  /// Returns the header that is pinned where the view starts, at the place where it is drawn.
  ///
  /// The end of its section pushes it out of the view.
  public func header<Spans: SortedSpans>(at low: Double, in spans: Spans) -> View? {
    let place = headers.partitioningIndex { spans.start(at: $0) > low }
    guard place > 0 else { return nil }
    let rank = headers[place - 1]
    let sectionEnd = end(ofSection: place - 1, in: spans)
    let (start, end) = (spans.start(at: rank), spans.end(at: rank))
    let shown = max(start, min(low, sectionEnd - (end - start)))
    let shownEnd = shown + (end - start)
    return shownEnd > low ? View(rank: rank, start: shown, end: shownEnd) : nil
  }

  /// Returns the footer that is pinned where the view ends, at the place where it is drawn.
  ///
  /// The start of its section pushes it out of the view.
  public func footer<Spans: SortedSpans>(at high: Double, in spans: Spans) -> View? {
    let place = footers.partitioningIndex { spans.end(at: $0) >= high }
    guard place < footers.count else { return nil }
    let rank = footers[place]
    let sectionStart = start(ofSection: place, in: spans)
    let (start, end) = (spans.start(at: rank), spans.end(at: rank))
    let shownEnd = min(end, max(high, sectionStart + (end - start)))
    let shown = shownEnd - (end - start)
    return shown < high ? View(rank: rank, start: shown, end: shownEnd) : nil
  }
}
