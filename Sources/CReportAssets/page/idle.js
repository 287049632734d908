// Idle time: stretches in which nothing moves and nothing is reported are drawn shorter.

/** The shortest stretch that is drawn shorter, and what is kept around what happens, in milliseconds. */
const idleLength = 1500, idleRoom = 250;
const idleStretches = (() => {
  const busy = [];
  for (const track of tracks) {
    for (let k = 1; k < track.t.length; k++)
      if (Math.abs(track.x[k] - track.x[k - 1]) + Math.abs(track.y[k] - track.y[k - 1]) > 0.25) busy.push([Math.max(track.t[k - 1], track.t[k] - 100), track.t[k]]);
    for (const s of track.settles) busy.push([s.release, s.rest]);
    for (const [t] of track.ids) busy.push([t, t]);
  }
  for (const g of data.gestures) busy.push([g.from, g.to]);
  for (const m of data.marks) busy.push([m.t, m.t]);
  for (const f of data.findings) busy.push([f.from, f.from]);
  busy.sort((a, b) => a[0] - b[0]);
  const idle = [];
  let until = 0;
  for (const [from, to] of [...busy, [end + idleRoom, end]]) {
    if (from - until > idleLength + 2 * idleRoom) idle.push([until + (until > 0 ? idleRoom : 0), from - idleRoom]);
    until = Math.max(until, to);
  }
  return busy.length ? idle : [];
})();
const idleTime = idleStretches.reduce((sum, [from, to]) => sum + to - from, 0);
/** What a stretch is drawn as; all of them together take at most a tenth of the plot. */
const idleShare = Math.min(0.2, (end - idleTime) / 10 / Math.max(1, idleTime));
// Times where the scale changes, and the time up to there with shortened stretches.
const knots = [[0, 0]];
for (const [from, to] of idleStretches) {
  const [t, short] = knots[knots.length - 1];
  knots.push([from, short + from - t], [to, short + from - t + (to - from) * idleShare]);
}
knots.push([end, knots[knots.length - 1][1] + end - knots[knots.length - 1][0]]);
/** A panel of changes may add movement anywhere, so while it is open all time is drawn. */
const isShortening = () => state.isShortened && !workbench.hasReplay();
const between = (list, value, from, to) => {
  const i = Math.min(Math.max(0, last(list, value, (k) => k[from])), list.length - 2), [a, b] = [list[i], list[i + 1]];
  return a[to] + (b[from] > a[from] ? ((value - a[from]) / (b[from] - a[from])) * (b[to] - a[to]) : 0);
};
const shortened = (t) => (isShortening() ? between(knots, t, 0, 1) : t);
const lengthened = (t) => (isShortening() ? between(knots, t, 1, 0) : t);
const drawIdle = (top, bottom) => {
  if (!isShortening()) return;
  pen.textAlign = "center"; pen.textBaseline = "bottom";
  for (const [from, to] of idleStretches) {
    if (to < state.from || from > state.to) continue;
    const a = Math.max(left, place(from)), b = Math.min(state.width - right, place(to));
    pen.fillStyle = colors.faint; pen.fillRect(a, top, b - a, bottom - top);
    pen.strokeStyle = colors.soft; pen.setLineDash([3, 3]); pen.lineWidth = 1;
    for (const x of [a, b]) { pen.beginPath(); pen.moveTo(x, top); pen.lineTo(x, bottom); pen.stroke(); }
    pen.setLineDash([]); pen.fillStyle = colors.soft;
    const words = `${Number(((to - from) / 1000).toFixed(1))} s idle`;
    if (pen.measureText(words).width < b - a) pen.fillText(words, (a + b) / 2, bottom - 4);
  }
};
const shorten = (isOn) => {
  if (!idleStretches.length) return;
  state.isShortened = isOn; $("idle").setAttribute("aria-pressed", String(isOn)); show();
};
