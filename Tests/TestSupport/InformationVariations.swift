public import ScrollModel

/// The information of a trace with every field given, and variations in each.
public let informationVariations: Variations<TraceInformation> = {
  var information = Variations("information", fullInformation)
  information.add("name", \.name, "", "other", "caf\u{E9}", "cafe\u{301}", "a\u{0}b")
  information.add("parent", \.parentName, nil, "", "other")
  information.add("device", \.device, nil, "", "other")
  information.add("system", \.system, nil, "other")
  information.add("app", \.app, nil, "other")
  information.add("configuration", \.declaredConfiguration, nil, "other")
  information.add("axes", \.axes, nil, .horizontal, .both)
  for space in CoordinateSpace.allCases where space != .points {
    information.add("space", \.coordinateSpace, space)
  }
  information.add("scale", \.scale, nil, 2, 1000, .leastNonzeroMagnitude)
  information.add(
    "clock", \.clock, nil, SourceClock(name: "unix_ms"), SourceClock(name: "other", origin: "12"),
    SourceClock(name: "unix_ms", origin: "13"))
  information.add(
    "source", \.source, nil, SourceOrigin(format: "perfetto"),
    SourceOrigin(format: "other", hash: fullInformation.source?.hash))
  for quantity in Quantity.allCases {
    for quality in [nil, .derived, .throttled(milliseconds: 16.5)] as [SampleQuality?]
    where quality != fullInformation.qualities[quantity] {
      information.add("quality of \(quantity)", \.qualities[quantity], quality)
    }
  }
  for entry in [
    MetadataEntry(key: "build", json: "43"), MetadataEntry(key: "b", json: "null"),
    MetadataEntry(key: "", json: "{\"a\":[1,2]}"),
  ] {
    var value = fullInformation
    value.setMetadata(entry)
    information.add("metadata", value)
  }
  return information
}()

/// The information of a trace with every field given.
private let fullInformation: TraceInformation = {
  var information = TraceInformation(name: "feed")
  information.parentName = "page"
  information.device = "iPhone17,1"
  information.system = "iOS 26.0"
  information.app = "Feed 1.2"
  information.declaredConfiguration = "interval(200)"
  information.axes = .vertical
  information.scale = 3
  information.clock = SourceClock(name: "unix_ms", origin: "12")
  information.source = SourceOrigin(
    format: "perfetto", hash: String(repeating: "0f", count: 32))
  information.qualities = [.touch: .throttled(milliseconds: 8), .layout: .derived]
  information.setMetadata(MetadataEntry(key: "build", json: "42"))
  information.setMetadata(MetadataEntry(key: "note", json: "\"\\u0000</script>\""))
  return information
}()
