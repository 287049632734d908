extension MarkdownReport {
  func writeDivergences(_ text: inout MarkdownText) {
    let seen = document.divergences.filter { $0.verdict != "invisible" }
    guard !seen.isEmpty else { return }
    details("Where recording and replay differ (\(seen.count))", &text) { text in
      text.table(
        ["From", "To", "Replay", "What", "What differs first"],
        seen.prefix(20).map { divergence in
          [
            { $0.raw(ReportNumber.seconds(divergence.from)) },
            { $0.raw(ReportNumber.seconds(divergence.to)) },
            { $0.code(document.trackName(of: divergence), inTable: true) },
            { $0.text(divergence.headline, limit: 200) }, { $0.text(divergence.matter) },
          ]
        })
      writeRest(seen.count - 20, &text)
    }
  }

  func writeSettles(_ text: inout MarkdownText) {
    for track in document.tracks where !track.settles.isEmpty {
      details("Where each release went: \(track.name)", &text) { text in
        text.table(
          ["Release", "Velocity pt/s", "Projected pt", "Rest pt", "Rule"],
          track.settles.prefix(20).map { settle in
            [
              { $0.raw(ReportNumber.seconds(settle.releaseTime)) },
              { $0.raw(settle.velocity.map { ReportNumber.text($0) } ?? "") },
              { $0.raw(settle.projected.map { ReportNumber.text($0) } ?? "") },
              { $0.raw(ReportNumber.text(settle.rest)) }, { $0.text(settle.sentence, limit: 200) },
            ]
          })
        writeRest(track.settles.count - 20, &text)
      }
    }
  }

  func writeMatrix(_ text: inout MarkdownText) {
    guard document.matrix.count > 1 else { return }
    details("Configurations side by side (\(document.matrix.count))", &text) { text in
      text.table(
        ["Group", "Configuration", "Settles at", "First divergence", "Seen", "Worst pt"],
        document.matrix.prefix(40).map { cell in
          [
            { $0.raw(cell.group.map(HTMLReport.groupName) ?? "") },
            { $0.code(cell.name, inTable: true) }, { $0.text(cell.settles, limit: 120) },
            { $0.text(cell.firstDivergence, limit: 120) },
            { $0.raw(cell.impressions.map { "\($0)" } ?? "") },
            { $0.raw(cell.worst.map { ReportNumber.text($0) } ?? "") },
          ]
        })
      writeRest(document.matrix.count - 40, &text)
      let physicsDifferences = document.matrix.flatMap(\.physicsDifferences)
      if !physicsDifferences.isEmpty { text.raw("\n") }
      for sentence in physicsDifferences.prefix(20) {
        text.raw("- ")
        text.text(sentence, limit: 400)
        text.raw("\n")
      }
      writeRest(physicsDifferences.count - 20, &text)
    }
  }

  func writeImpressions(_ text: inout MarkdownText) {
    for policy in document.policies {
      details("What was seen, \(policy.name): \(policy.counts)", &text) { text in
        text.table(
          ["Target", "From", "To", "Counts at", "Peak %"],
          policy.impressions.prefix(20).map { impression in
            [
              { $0.code(impression.id, inTable: true) },
              { $0.raw(ReportNumber.seconds(impression.from)) },
              { $0.raw(ReportNumber.seconds(impression.to)) },
              {
                if let time = impression.qualified {
                  $0.raw(ReportNumber.seconds(time))
                } else {
                  $0.text("missed: \(impression.lack ?? "")", limit: 80)
                }
              }, { $0.raw(ReportNumber.text(impression.peakFraction * 100, decimals: 1)) },
            ]
          })
        writeRest(policy.impressions.count - 20, &text)
      }
    }
  }

  func writeFigures(_ text: inout MarkdownText) {
    guard !document.figures.isEmpty else { return }
    details("Smoothness", &text) { text in
      text.table(
        ["Figure", "Value", "What it measures", "Of"],
        document.figures.prefix(30).map { figure in
          [
            { $0.text(figure.name) },
            {
              $0.text(
                figure.value.map { "\(ReportNumber.text($0)) \(figure.unit)" } ?? "not computed")
            }, { $0.text(figure.meaning) }, { $0.text(figure.detail, limit: 200) },
          ]
        })
    }
  }
}
