/// The relevant parts of one packet of a Perfetto trace.
///
/// Field numbers are those of `trace_packet.proto` in google/perfetto at ec5d16b1.
struct TracePacket {
  var timestamp: UInt64?
  var clock: UInt64?
  var sequence: UInt64 = 0
  var flags: UInt64 = 0
  var isLossBefore = false
  var event: ArraySlice<UInt8>?
  var interned: [ArraySlice<UInt8>] = []
  var defaults: ArraySlice<UInt8>?
  var clockSnapshot: ArraySlice<UInt8>?
  var track: ArraySlice<UInt8>?
  /// The thread of the writer, in traces from before 2020.
  var thread: ArraySlice<UInt8>?
  var packed: ArraySlice<UInt8>?
  var isPackedWithZstd = false
  var chromeEvents: ArraySlice<UInt8>?
  var chromeMetadata: ArraySlice<UInt8>?
  var systemInformation: ArraySlice<UInt8>?
  var winscope: ArraySlice<UInt8>?
  /// An Android input event, which was a separate field before it moved into `winscope`.
  var inputEvent: ArraySlice<UInt8>?

  /// The flag that earlier interned data is invalid.
  static let clearedFlag: UInt64 = 1
  /// The flag that the packet requires earlier interned data.
  static let needsStateFlag: UInt64 = 2

  /// Reads the fields of a packet; nil if they are invalid.
  init?(_ bytes: ArraySlice<UInt8>) {
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      switch field.number {
      case 5: chromeEvents = field.bytes
      case 6: clockSnapshot = field.bytes
      case 8: timestamp = field.integer
      case 10: sequence = field.integer
      case 11: event = field.bytes
      case 12: interned.append(field.bytes)
      case 13: flags = field.integer
      case 41: if field.integer != 0 { flags |= Self.clearedFlag }
      case 42: isLossBefore = field.integer != 0
      case 44: thread = field.bytes
      case 45: systemInformation = field.bytes
      case 50: packed = field.bytes
      case 51: chromeMetadata = field.bytes
      case 58: clock = field.integer
      case 59: defaults = field.bytes
      case 60: track = field.bytes
      case 106: inputEvent = field.bytes
      case 112: winscope = field.bytes
      case 133: isPackedWithZstd = true
      default: break
      }
    }
    if fields.isDamaged { return nil }
  }
}
