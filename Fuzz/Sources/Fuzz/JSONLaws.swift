import Corpus
import TextKit

/// A row of a triage that parses is written as it was parsed; a message gets one line of JSON.
enum JSONLaws {
  static func check(row bytes: [UInt8]) {
    guard let row = parsed(bytes) else { return }
    guard let text = written(row) else { finding("the row cannot be written") }
    guard let again = parsed(text), again == row, written(again) == text else {
      finding("the written row is another one: \(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func parsed(_ bytes: [UInt8]) -> TriageRow? {
    var scanner = JSONScanner(bytes)
    return try? TriageRow(&scanner)
  }

  private static func written(_ row: TriageRow) -> [UInt8]? {
    var json = JSONWriter()
    guard (try? row.write(&json)) != nil else { return nil }
    return json.bytes
  }

  static func check(message bytes: [UInt8]) {
    let answer: [UInt8]
    do throws(RPCFailure) {
      guard let message = try RPCMessage(bytes[...]), let id = message.id else { return }
      answer = try RPCResponse.result(id) { (json) throws(RPCFailure) in
        json.member("method", message.method)
      }
    } catch {
      answer = RPCResponse.failure(error, nil)
    }
    var scanner = JSONScanner(answer)
    let isJSON = (try? scanner.skipValue()) != nil && (try? scanner.end()) != nil
    guard isJSON, answer.firstIndex(of: 0x0A) == answer.count - 1 else {
      finding("the response is no line of JSON: \(String(decoding: answer, as: UTF8.self))")
    }
  }
}
