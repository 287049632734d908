// Records how an element scrolls, or the page: stop = recordScroll(); scroll; then save stop().
function recordScroll(view = document.scrollingElement, items = "[id]") {
  const start = performance.now(), lines = [], page = view === document.scrollingElement;
  const time = (at) => +Math.max(0, at - start).toFixed(3);
  const put = (k, rest, at = performance.now()) => lines.push({ t: time(at), k, ...rest });
  const box = () => {
    if (page) return { left: 0, top: 0, width: innerWidth, height: innerHeight };
    // Content scrolls inside the borders and next to the scrollbars.
    const { left, top, width, height } = view.getBoundingClientRect();
    return { left: left + view.clientLeft, top: top + view.clientTop,
      width: width - view.offsetWidth + view.clientWidth, height: height - view.offsetHeight + view.clientHeight };
  };
  const style = getComputedStyle(view), isRTL = style.direction === "rtl";
  // The log counts x from the left end of the content. In a right-to-left page scrollLeft counts down from 0.
  const offsetX = () => view.scrollLeft + (isRTL ? view.scrollWidth - view.clientWidth : 0);
  const isWide = view.scrollWidth > view.clientWidth && style.overflowX !== "hidden";
  const isTall = view.scrollHeight > view.clientHeight && style.overflowY !== "hidden";
  const axes = isWide ? (isTall ? "both" : "horizontal") : isTall ? "vertical" : undefined;
  // How the style snaps an item, or nothing if a configuration cannot express it.
  const snapOf = (item) => {
    const own = getComputedStyle(item), [block, inline = block] = own.scrollSnapAlign.split(" ");
    const [type, strictness = "proximity"] = style.scrollSnapType.split(" ");
    const y = isTall && /^(y|block|both)$/.test(type), x = isWide && /^(x|inline|both)$/.test(type);
    const vertical = y ? block : "none", horizontal = x ? inline : "none";
    const align = !isWide ? vertical : !isTall ? horizontal : `[${vertical}, ${horizontal}]`;
    const inset = (edge, length) => {
      const padding = style["scrollPadding" + edge], unit = padding.endsWith("%") ? length / 100 : 1;
      return (padding === "auto" ? 0 : Number(padding.replace(/px$|%$/, "")) * unit) + parseFloat(own["scrollMargin" + edge]);
    };
    const { width, height } = box(), paddings = new Set();
    if (y) paddings.add(["Top", "Bottom"].map((edge) => inset(edge, height)).join(", "));
    if (x) paddings.add((isRTL ? ["Right", "Left"] : ["Left", "Right"]).map((edge) => inset(edge, width)).join(", "));
    const [padding = "0, 0"] = paddings;
    // Both axes have the same padding, and it is no calculation and not negative.
    if (paddings.size > 1 || !/^[0-9.]+, [0-9.]+$/.test(padding)) return undefined;
    return `scroll-snap(${strictness}, align: ${align}, stop: ${own.scrollSnapStop}, padding: [${padding}])`;
  };
  // The configuration of the header. Nothing if the items snap differently, if other elements snap, or in a browser
  // whose scrolling is not known.
  const declared = () => {
    const agent = navigator.userAgent, system = agent.match(/Android|CrOS|Macintosh/);
    if (!/Chrom(e|ium)\//.test(agent) || style.writingMode !== "horizontal-tb") return undefined;
    const keys = ["physics: chromium" + ({ Android: "@android", CrOS: "@chromeos", Macintosh: "@macos" }[system] || "")];
    if (style.scrollSnapType !== "none") {
      const areas = [...view.querySelectorAll("*")].filter((item) => getComputedStyle(item).scrollSnapAlign !== "none");
      const recorded = view.querySelectorAll(items), snaps = new Set(areas.map(snapOf)), [snap] = snaps;
      if (areas.length !== recorded.length || areas.some((area, i) => area !== recorded[i])) return undefined;
      if (snaps.size !== 1 || !snap) return undefined;
      keys.push("behavior: " + snap);
    }
    for (const [axis, value] of [["horizontal", style.overscrollBehaviorX], ["vertical", style.overscrollBehaviorY]])
      if (value !== "auto") keys.push(`${axis}-overscroll: ${value}`);
    return keys.join(", ");
  };
  const header = { scrolltrace: 1, name: document.title || "page", axes, time: "ms", space: "css-px",
    app: navigator.userAgent, configuration: declared(), clock: { name: "performance_now", origin: String(start) } };
  // An item without an id of its own is named by the order in which the items were seen.
  let count = 0;
  const ordinals = new WeakMap(), names = new WeakMap();
  const name = (item, taken) => {
    if (item.id && !taken.has(item.id)) return item.id;
    if (!ordinals.has(item)) ordinals.set(item, "item " + count++);
    return ordinals.get(item);
  };
  const measure = () => {
    const { left: x, top: y } = box(), taken = new Set();
    return [...view.querySelectorAll(items)].map((item) => {
      const { left, top, width, height } = item.getBoundingClientRect(), id = name(item, taken);
      if (!names.has(item)) sizes.observe(item);
      names.set(item, id);
      taken.add(id);
      return [id, left - x + offsetX(), top - y + view.scrollTop, width, height];
    });
  };
  // Measuring all items in each frame would be slow: they are measured after a change.
  let mayDiffer = true, container = {}, layout = { items: [] };
  const sizes = new ResizeObserver(() => { mayDiffer = true; });
  const list = new MutationObserver(() => { mayDiffer = true; });
  list.observe(view, { subtree: true, childList: true, attributeFilter: ["id"] });
  const differs = (value, old) => typeof value === "number" ? !(Math.abs(value - old) < 1) : value !== old;
  const look = (at) => {
    const { width: w, height: h } = box(), now = { w, h, scale: devicePixelRatio, direction: isRTL ? "rtl" : "ltr" };
    if (Object.keys(now).some((key) => now[key] !== container[key])) {
      put("container", container = now, at);
      mayDiffer = true;
    }
    const cw = view.scrollWidth, ch = view.scrollHeight, isResized = cw !== layout.cw || ch !== layout.ch;
    if (!mayDiffer && !isResized) return;
    mayDiffer = false;
    const found = measure(), old = layout.items;
    if (isResized || found.length !== old.length || found.some((item, i) => item.some((value, j) => differs(value, old[i][j]))))
      put("layout", layout = { cw, ch, items: found }, at);
  };
  look(start);
  const on = (type, act) => (page ? window : view).addEventListener(type, act, { passive: true });
  for (const [type, phase] of Object.entries({ start: "began", move: "moved", end: "ended", cancel: "cancelled" }))
    on("touch" + type, (event) => { for (const { identifier: id, clientX, clientY, force } of event.changedTouches)
      put("touch", { id, phase, x: clientX - box().left, y: clientY - box().top, p: force }, event.timeStamp); });
  on("wheel", (event) => put("wheel", { dx: event.deltaX, dy: event.deltaY, precise: event.deltaMode === 0 }, event.timeStamp));
  on("scrollsnapchange", (event) => {
    const target = event.snapTargetBlock || event.snapTargetInline || {};
    put("position", { id: names.get(target) || target.id || undefined });
  });
  // Until the recording stops, the functions with which scripts scroll also write what they do.
  const restores = [];
  let scrolls = [], isOver = false;
  const wrap = (owner, name, key, note) => {
    const original = Object.getOwnPropertyDescriptor(owner, name);
    if (!original) return;
    const wrapper = function (...words) {
      if (!isOver) note(this ?? window, words);
      return original[key].apply(this, words);
    };
    Object.defineProperty(owner, name, { ...original, [key]: wrapper });
    restores.push(() => {
      // Another recording may have replaced the function as well.
      if (Object.getOwnPropertyDescriptor(owner, name)[key] === wrapper) Object.defineProperty(owner, name, original);
    });
  };
  const isView = (owner) => owner === view || (page && owner === window);
  const scroll = (rest, behavior = "auto") => {
    const isSmooth = behavior === "smooth" || (behavior === "auto" && style.scrollBehavior === "smooth");
    put("command", { do: "scroll", ...rest, animation: isSmooth ? "automatic" : "none" });
    scrolls.push(lines[lines.length - 1]);
  };
  // Browsers take what is no number as 0. A page may ask for far more than its content has.
  const number = (value) => Math.min(Math.max(Number.isFinite(+value) ? +value : 0, -1e8), 1e8);
  const scrollTo = (left, top, behavior) =>
    scroll({ to: { point: [number(left) - view.scrollLeft + offsetX(), number(top)] }, via: "offset" }, behavior);
  for (const owner of [Element.prototype, window]) for (const name of ["scroll", "scrollTo", "scrollBy"])
    wrap(owner, name, "value", (scroller, [first, second]) => {
      if (!isView(scroller)) return;
      const { left, top, behavior } = first instanceof Object ? first : { left: first, top: second };
      const place = (value, now) => (value === undefined ? now : number(value) + (name === "scrollBy" ? now : 0));
      scrollTo(place(left, view.scrollLeft), place(top, view.scrollTop), behavior);
    });
  wrap(Element.prototype, "scrollLeft", "set", (scroller, [left]) => { if (isView(scroller)) scrollTo(left, view.scrollTop); });
  wrap(Element.prototype, "scrollTop", "set", (scroller, [top]) => { if (isView(scroller)) scrollTo(view.scrollLeft, top); });
  wrap(Element.prototype, "scrollIntoView", "value", (item, [how]) => {
    if (!names.has(item)) return;
    const { behavior, block = "start", inline = "nearest" } = how instanceof Object ? how : { block: how === false ? "end" : "start" };
    // "nearest" is the least movement, which a command without an anchor asks for.
    const x = { start: "leading", center: "center", end: "trailing" }[inline], y = { start: "top", center: "center", end: "bottom" }[block];
    scroll({ to: { id: names.get(item) }, anchor: isWide && !isTall ? x : y, via: "reader" }, behavior);
  });
  // A frame has the time at which it began, also if the page was busy until this call.
  let frame = requestAnimationFrame(function tick(began) {
    look(began);
    // What a script did since this frame began is visible in it.
    for (const line of scrolls) line.t = Math.min(line.t, time(began));
    scrolls = [];
    put("frame", { x: offsetX(), y: view.scrollTop, cw: view.scrollWidth, ch: view.scrollHeight, vw: box().width, vh: box().height }, began);
    frame = requestAnimationFrame(tick);
  });
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    list.disconnect();
    isOver = true;
    for (const restore of restores.reverse()) restore();
    // An event has the time of its input, which is earlier than that of a frame written before it.
    return [header, ...lines.sort((one, other) => one.t - other.t)].map((line) => JSON.stringify(line) + "\n").join("");
  };
}
