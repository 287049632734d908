extension Array {
  /// Sorts and keeps the order of equal elements, which the standard library does not guarantee.
  public mutating func sortStably(_ precedes: (Element, Element) -> Bool) {
    self = sortedStably(precedes)
  }

  /// Returns the elements sorted; equal elements keep their order.
  public func sortedStably(_ precedes: (Element, Element) -> Bool) -> [Element] {
    let sorted = enumerated().sorted {
      precedes($0.element, $1.element)
        || (!precedes($1.element, $0.element) && $0.offset < $1.offset)
    }
    return sorted.map { $0.element }
  }
}
