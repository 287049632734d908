"use strict";
// Filters and sorts the traces of a folder of reports.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent), traces = data.traces;
  const table = document.querySelector("#traces table"), body = table.tBodies[0];
  const rows = [...body.rows];
  // A match of a cause or a defect includes its traces, and that of a trace its causes and defects.
  const articles = [...document.querySelectorAll("article")].map((element, number) => ({
    element, places: data.articles[number], text: element.textContent.toLowerCase(),
  }));
  traces.forEach((trace, place) => {
    trace.text = [rows[place].textContent, trace.words, ...trace.detectors].join(" ").toLowerCase();
  });
  const [search, severity, detector, configuration, matches] =
    ["search", "severity", "detector", "configuration", "matches"].map((id) => document.getElementById(id));

  const show = () => {
    const terms = search.value.toLowerCase().split(",").map((term) => term.trim()).filter(Boolean);
    // An article lists many traces, so its text is searched once and not once for each of them.
    const inArticles = terms.map((term) => {
      const places = new Set();
      for (const article of articles) {
        if (article.text.includes(term)) article.places.forEach((place) => places.add(place));
      }
      return places;
    });
    const isShown = traces.map((trace, place) => (!severity.value || trace.severity === severity.value)
      && (!detector.value || trace.detectors.includes(detector.value))
      && (!configuration.value || trace.configuration === Number(configuration.value))
      && terms.every((term, number) => trace.text.includes(term) || inArticles[number].has(place)));
    rows.forEach((row, place) => { row.hidden = !isShown[place]; });
    for (const article of articles) {
      article.element.hidden = !article.places.some((place) => isShown[place]);
    }
    matches.textContent = `${isShown.filter(Boolean).length} of ${traces.length} traces`;
  };

  // Choosing a column again reverses the order; the initial order is by severity.
  const natural = new Intl.Collator("en", { numeric: true });
  // The order of each column is computed once.
  const orders = [];
  const orderOf = (column) => {
    if (orders[column]) return orders[column];
    const texts = rows.map((row) => row.cells[column].textContent);
    const order = rows.map((_, place) => place);
    if (column > 0) order.sort((a, b) => natural.compare(texts[a], texts[b]) || a - b);
    return (orders[column] = order);
  };
  const sort = (head, column) => {
    const isDown = head.getAttribute("aria-sort") === "ascending";
    const order = [...orderOf(column)];
    if (isDown) order.reverse();
    body.append(...order.map((place) => rows[place]));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(head, column));
    head.replaceChildren(button);
  });

  search.addEventListener("input", show);
  severity.addEventListener("change", show);
  detector.addEventListener("change", show);
  configuration.addEventListener("change", show);
  document.getElementById("clear").addEventListener("click", () => {
    search.value = severity.value = detector.value = configuration.value = "";
    show();
    search.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
  document.getElementById("controls").hidden = false;
  show();
})();
