// The curves of the timeline, and their differences.

const drawDivergences = (top, bottom) => {
  for (const d of data.divergences) {
    if (d.kind !== "offset" || d.to < state.from || d.from > state.to || state.hidden.has(d.track)) continue;
    const a = Math.max(left, place(d.from)), b = Math.min(state.width - right, Math.max(place(d.to), place(d.from) + 2));
    // Shading for several replays would hide the curves: only the first has it, and each has a bar.
    if (d.track === 1) { pen.globalAlpha = 0.13; pen.fillStyle = colors.error; pen.fillRect(a, top, b - a, bottom - top); pen.globalAlpha = 1; }
    pen.fillStyle = color(d.track); pen.fillRect(a, top - 1 - 3 * d.track, b - a, 2.2);
  }
};
/** The frames that a curve is drawn through: of many in one column of pixels the first, lowest, highest and last. */
const drawnFrames = (track, values, a, b) => {
  const frames = [], isDense = b - a > 8 * state.width;
  if (!isDense) { for (let k = a; k <= b; k++) frames.push(k); return frames; }
  for (let k = a; k <= b;) {
    const column = Math.floor(place(track.t[k])), first = k;
    let low = k, high = k;
    for (; k <= b && (k === first || Math.floor(place(track.t[k])) === column); k++) { if (values[k] < values[low]) low = k; if (values[k] > values[high]) high = k; }
    frames.push(...[...new Set([first, Math.min(low, high), Math.max(low, high), k - 1])]);
  }
  return frames;
};
const drawTrack = (track, i, level) => {
  const values = state.axis === "x" ? track.x : track.y;
  if (!values.length) return;
  pen.strokeStyle = color(i); pen.lineWidth = i === 0 ? 2.2 : 1.7; pen.setLineDash(pens[i].dash); pen.lineJoin = "round";
  pen.beginPath();
  const a = Math.max(0, last(track.t, state.from, (v) => v)), b = Math.min(values.length - 1, last(track.t, state.to, (v) => v) + 1);
  let before = null;
  for (const k of drawnFrames(track, values, a, b)) {
    const x = place(track.t[k]), y = level(values[k]);
    // In a long pause between frames the view rested at the earlier offset.
    if (before !== null && track.t[k] - track.t[before] > 100) pen.lineTo(x, level(values[before]));
    if (before === null) pen.moveTo(x, y); else pen.lineTo(x, y);
    before = k;
  }
  pen.lineTo(place(end), level(values[values.length - 1]));
  pen.stroke(); pen.setLineDash([]);
  for (const s of track.settles) {
    if (s.horizontal !== (state.axis === "x") || s.rest < state.from || s.release > state.to) continue;
    const x = place(s.release);
    if (s.projected !== null) {
      pen.globalAlpha = 0.8; pen.setLineDash([2, 3]); pen.lineWidth = 1; pen.beginPath();
      pen.moveTo(x, level(s.offset)); pen.lineTo(place(s.rest), level(s.projected)); pen.stroke(); pen.setLineDash([]); pen.globalAlpha = 1;
      diamond(place(s.rest), level(s.projected), 3.5, false);
    }
    diamond(place(s.rest), level(s.at), 4.5, true);
  }
};
const diamond = (x, y, r, filled) => {
  pen.beginPath(); pen.moveTo(x, y - r); pen.lineTo(x + r, y); pen.lineTo(x, y + r); pen.lineTo(x - r, y); pen.closePath();
  if (filled) { pen.fillStyle = pen.strokeStyle; pen.fill(); } else pen.stroke();
};
