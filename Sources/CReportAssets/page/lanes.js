// The rows under the curves, findings, and the scrubber.

const drawLanes = (lane) => {
  const bar = (from, to, [y, h], fill, alpha = 1) => {
    if (to < state.from || from > state.to) return;
    pen.globalAlpha = alpha; pen.fillStyle = fill;
    pen.fillRect(place(from), y, Math.max(1.5, place(to) - place(from)), h); pen.globalAlpha = 1;
  };
  const phases = (track, row) => { for (const [from, to, name] of track.phases) if (colors[name]) bar(from, to, row, colors[name]); };
  if (lane.phase) phases(tracks[0], lane.phase);
  if (lane.replay) phases(tracks[1], lane.replay);
  if (lane["what if"]) phases(tracks[ownTrack], lane["what if"]);
  // The owner of each movement; an owner that interrupts a finger or a deceleration has its own color.
  const owned = { finger: "interacting", deceleration: "decelerating", behavior: "decelerating", program: "animating", unknown: "error" };
  if (lane.owner) for (const [from, to, name] of tracks[0].owners) {
    bar(from, to, lane.owner, colors[owned[name] || "warning"]);
    if (to < state.from || from > state.to || place(Math.min(to, state.to)) - Math.max(left, place(from)) < 6 * name.length + 6) continue;
    pen.textAlign = "left"; pen.textBaseline = "middle"; pen.fillStyle = colors.ink;
    pen.fillText(name, Math.max(left, place(from)) + 3, lane.owner[0] + lane.owner[1] / 2);
  }
  for (const g of (tracks[ownTrack] && tracks[ownTrack].gestures) || data.gestures) bar(g.from, g.to, lane.touch, colors.soft, 0.75);
  pen.textAlign = "left"; pen.textBaseline = "middle";
  const ids = (track, row) => track.ids.forEach(([t, id], i) => {
    const to = i + 1 < track.ids.length ? track.ids[i + 1][0] : end;
    bar(t, to, row, i % 2 ? colors.faint : colors.line);
    const width = place(Math.min(to, state.to)) - Math.max(left, place(t));
    if (id !== null && width > 22) {
      pen.save(); pen.beginPath(); pen.rect(Math.max(left, place(t)), row[0], width - 2, row[1]); pen.clip();
      pen.fillStyle = colors.ink; pen.fillText(id, Math.max(left, place(t)) + 3, row[0] + row[1] / 2); pen.restore();
    }
  });
  if (lane.id) ids(tracks[0], lane.id);
  if (lane["replay id"]) ids(tracks[1], lane["replay id"]);
  const seen = data.policies[0];
  if (seen && lane.seen) for (const i of seen.impressions) if (i.qualified !== null) bar(i.qualified, i.to, lane.seen, colors.accent, 0.16);
  if (lane.marks) drawMarks(lane.marks);
  pen.restore(); pen.save();
  pen.textAlign = "right"; pen.fillStyle = colors.soft; pen.font = "10px system-ui, sans-serif";
  for (const [name] of rows) pen.fillText(name, left - 6, lane[name][0] + lane[name][1] / 2 + 1);
  pen.font = "11px system-ui, sans-serif";
};
// A line through the curves at the start of a finding; one for the whole trace has none.
const drawFindings = (top, bottom) => {
  let free = -Infinity;
  for (const f of data.findings.filter((f) => f.from > 0).sort((a, b) => a.from - b.from)) {
    const x = Math.round(place(f.from)) + 0.5;
    if (f.severity === "info" || x < left || x > state.width - right + 1) continue;
    pen.strokeStyle = pen.fillStyle = colors[f.severity] || colors.soft; pen.lineWidth = 1; pen.setLineDash([1, 3]);
    pen.beginPath(); pen.moveTo(x, top); pen.lineTo(x, bottom); pen.stroke(); pen.setLineDash([]);
    const width = pen.measureText(f.name).width, start = x + 4 + width > state.width - right ? x - 6 - width : x + 4;
    if (start < free) continue;
    pen.textAlign = "left"; pen.textBaseline = "top"; pen.fillText(f.name, start, top + 2); free = start + width + 6;
  }
};
const severities = ["info", "notice", "warning", "error"];
const drawMarks = ([y, h]) => {
  for (const m of data.marks) {
    if (m.t < state.from || m.t > state.to) continue;
    pen.fillStyle = m.kind === "command" ? colors.accent : colors.soft;
    pen.beginPath(); pen.arc(place(m.t), y + h / 2, 3.5, 0, 7); pen.fill();
  }
  // Of several findings at one time the worst is drawn last.
  for (const f of [...data.findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))) {
    if (f.to < state.from || f.from > state.to) continue;
    const x = Math.max(left + 6, place(f.from));
    pen.fillStyle = f.severity === "error" ? colors.error : f.severity === "warning" ? colors.warning : f.severity === "notice" ? colors.notice : colors.info;
    pen.beginPath(); pen.moveTo(x, y); pen.lineTo(x + 6, y + h - 1); pen.lineTo(x - 6, y + h - 1); pen.closePath(); pen.fill();
  }
};
const drawScrubber = (top) => {
  const x = place(state.t);
  if (x < left - 1 || x > state.width - right + 1) return;
  pen.strokeStyle = colors.ink; pen.lineWidth = 1.5; pen.beginPath(); pen.moveTo(x, top - 6); pen.lineTo(x, state.height - 4); pen.stroke();
  pen.fillStyle = colors.ink; pen.beginPath(); pen.arc(x, top - 8, 5, 0, 7); pen.fill();
};
