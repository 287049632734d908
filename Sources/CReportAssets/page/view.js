// The drawing of the view at a time.

// Lines at the candidates that could align with the container's start, nearest first.
const drawCandidates = (svg, candidates, horizontal, chosen, from, here, box, inner, size) => {
  let row = 0;
  for (const c of candidates) {
    const isChosen = chosen(c), start = horizontal ? inner.x : inner.y, p = c.place - (horizontal ? here.x : here.y) + start;
    if (p < -1 || p > (horizontal ? box.w : box.h) + 1 || (row >= 4 && !isChosen)) continue;
    const ink = isChosen ? colors.ink : colors.soft, words = `${isChosen ? "◆ " : ""}${named(c.id, c.place)}, ${points(c.distance)} pt ${from}`;
    make("line", { ...(horizontal ? { x1: p, x2: p, y1: 0, y2: box.h } : { x1: 0, x2: box.w, y1: p, y2: p }), stroke: ink,
      "stroke-width": size / (isChosen ? 6 : 10), "stroke-dasharray": `${size / 3} ${size / 4}` }, svg);
    // Words that do not fit beside their line are moved over it.
    const atEnd = p > box.w * 0.6, fitting = Math.max(size / 3, box.w - words.length * size * 0.48);
    if (horizontal) write(svg, words, { x: atEnd ? p - size / 3 : Math.min(p + size / 3, fitting), y: box.h - size * (0.6 + 1.2 * row), "font-size": size * 0.9,
      "text-anchor": atEnd ? "end" : "start", fill: ink });
    else write(svg, words, { x: box.w - size / 2, y: Math.min(box.h - size / 3, Math.max(size, p + size * 1.05)), "font-size": size * 0.9, "text-anchor": "end", fill: ink });
    row++;
  }
};
const drawAnchor = (svg, lens, box, inner, size) => {
  if (!lens || !lens.anchor) return null;
  const flat = data.axis === "x", share = flat ? (data.rtl ? 1 - lens.anchor[0] : lens.anchor[0]) : lens.anchor[1];
  const p = flat ? inner.x + share * inner.w : inner.y + share * inner.h;
  make("line", { ...(flat ? { x1: p, x2: p, y1: 0, y2: box.h } : { x1: 0, x2: box.w, y1: p, y2: p }), stroke: colors.accent, "stroke-width": size / 5 }, svg);
  write(svg, "anchor", flat ? { x: p + (share > 0.5 ? -1 : 1) * size / 3, y: box.h / 2, "font-size": size * 0.9, fill: colors.accent, "text-anchor": share > 0.5 ? "end" : "start" }
    : { x: size / 2, y: p < size * 2 ? p + size * 1.1 : p - size / 3, "font-size": size * 0.9, fill: colors.accent });
  return p;
};
const drawView = (track, i) => {
  const figure = $("view" + i);
  if (!figure) return;
  const svg = figure.querySelector("svg"), read = figure.querySelector(".read");
  svg.replaceChildren();
  const box = at(track.containers || data.containers, state.t), here = offset(track, state.t);
  const isLeftOut = !track.layouts && data.layoutsEnd !== null && state.t >= data.layoutsEnd, layout = isLeftOut ? null : at(track.layouts || data.layouts, state.t);
  if (!box || !here) {
    read.textContent = box ? "no frame" : "the size of the container is not known";
    svg.setAttribute("aria-label", `${track.name}: ${read.textContent}`);
    // Nothing is drawn, so the drawing takes one line.
    if (!box) svg.setAttribute("viewBox", "0 0 16 1");
    return;
  }
  svg.setAttribute("viewBox", `0 0 ${box.w} ${box.h}`);
  // The size of text is independent of the drawing's size; 450 is the drawing's maximum height.
  const scale = Math.min(figure.clientWidth / box.w, 450 / box.h), size = scale > 0 ? 11 / scale : box.h / 40, seen = [], lens = track.lens, inner = inside(box, lens);
  const view = lens && lens.inner ? inner : { x: 0, y: 0, w: box.w, h: box.h };
  make("rect", { x: 0, y: 0, width: box.w, height: box.h, fill: colors.faint }, svg);
  if (layout) for (let k = 0; k < layout.ids.length; k++) {
    const f = { x: layout.x[k] - here.x, y: layout.y[k] - here.y, w: layout.w[k], h: layout.h[k] }, { x, y, w, h } = f;
    if (x >= box.w || y >= box.h || x + w <= 0 || y + h <= 0) continue;
    const share = fraction(f, view, lens), change = transition(f, box, inner, lens), isWhole = !change || change.phase === "identity";
    make("rect", { x: x + 1, y: y + 1, width: Math.max(0, w - 2), height: Math.max(0, h - 2), rx: size / 3, fill: color(i),
      "fill-opacity": (0.08 + 0.2 * share) * (change ? 0.4 + 0.6 * change.share : 1), stroke: color(i), "stroke-width": size / 12,
      ...(isWhole ? {} : { "stroke-dasharray": `${size / 2} ${size / 3}` }) }, svg);
    const told = change ? ` ${change.phase} ${points(change.share * 100)} %` : "";
    label(svg, layout.ids[k], ` · ${Math.round(share * 100)} %${isWhole ? "" : " ·" + told}`, Math.max(x, 0) + size / 2, Math.max(y, 0) + size * 1.25, size,
      Math.min(x + w, box.w) - Math.max(x, 0) - size, Math.min(y + h, box.h) - Math.max(y, 0));
    seen.push(`${isolated(layout.ids[k])} ${Math.round(share * 100)} %${told}`);
  }
  for (const [x, y, w, h] of [[0, 0, box.w, inner.y], [0, inner.y + inner.h, box.w, box.h - inner.y - inner.h], [0, 0, inner.x, box.h],
    [inner.x + inner.w, 0, box.w - inner.x - inner.w, box.h]])
    if (w > 0 && h > 0) make("rect", { x, y, width: w, height: h, fill: colors.soft, "fill-opacity": 0.22 }, svg);
  const anchor = drawAnchor(svg, lens, box, inner, size);
  const now = settle(track, state.t), moving = phase(track, state.t), rests = resting(track, here);
  if (now) drawCandidates(svg, now.candidates, now.horizontal, (c) => c.verdict === "chosen", "from projected", here, box, inner, size);
  else if (moving !== "idle") for (const r of rests) drawCandidates(svg, r.candidates, r.horizontal, (c) => c.id === r.id && Math.abs(c.place - r.place) < 0.01, "away", here, box, inner, size);
  for (const g of track.gestures || data.gestures) {
    if (g.kind !== "touch" || state.t < g.from || state.t > g.to) continue;
    const k = Math.max(0, last(g.path, state.t, (p) => p[0]));
    if (g.path[k]) make("circle", { cx: g.path[k][1], cy: g.path[k][2], r: size * 1.4, fill: colors.ink, "fill-opacity": 0.35 }, svg);
  }
  make("rect", { x: 0, y: 0, width: box.w, height: box.h, fill: "none", stroke: colors.soft, "stroke-width": size / 8 }, svg);
  const id = reported(track, state.t);
  read.textContent = `offset ${points(here.x)}, ${points(here.y)}\nphase ${moving}` + (id === null ? "" : `\nid ${isolated(id)}`)
    + (anchor === null ? "" : `\nanchor line at ${points(anchor)} pt`)
    + (now && now.projected !== null ? `\nsettling to ${points(now.at)}, by itself it would go to ${points(now.projected)}` : "")
    + rests.map((r) => `\nwould rest at ${named(r.id, r.place)}; nearest ` + r.candidates.map((c) => `${named(c.id, c.place)} (${points(c.distance)} pt)`).join(", ")).join("")
    + (isLeftOut ? `\nthe layouts from ${seconds(data.layoutsEnd)} on are too large for this page`
      : seen.length ? `\nshown ${seen.slice(0, 12).join(", ")}${seen.length > 12 ? " …" : ""}` : "");
  svg.setAttribute("aria-label", `${track.name}: ${read.textContent.replaceAll("\n", ", ")}`);
};
