"use strict";
// Filters the problems of a triage: every trace has a problem and a value of each facet, as numbers.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const numbers = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => bytes[2 * i] | bytes[2 * i + 1] << 8);
  };
  const problem = numbers(data.problem);
  const facets = data.facets.map((facet) => ({ ...facet, column: numbers(facet.column) }));
  const list = document.getElementById("problems");
  const articles = [...list.querySelectorAll("article")].map((element) => ({
    element, number: Number(element.dataset.problem) + 1, name: element.dataset.name,
    factor: Number(element.dataset.factor), count: element.querySelector(".count"),
    text: element.textContent.toLowerCase(), traces: 0,
  }));
  // As in the heading: captures that could not be judged are no problem of the app.
  const problems = articles.filter((article) => article.element.dataset.kind !== "failure");
  const search = document.getElementById("search");
  const sort = document.getElementById("sort");
  const matches = document.getElementById("matches");
  const natural = new Intl.Collator("en", { numeric: true });

  const selects = facets.map((facet) => {
    const label = document.createElement("label");
    label.append(facet.name + " ");
    const select = document.createElement("select");
    select.add(new Option("all", "0"));
    facet.values.map((value, index) => [value, index + 1]).sort((a, b) => natural.compare(a[0], b[0]))
      .forEach(([value, number]) => select.add(new Option(value, String(number))));
    select.addEventListener("change", show);
    label.append(select);
    document.getElementById("filters").append(label);
    return select;
  });

  // For each term: the problems with it in their text, and for each facet the values with it.
  const terms = () => search.value.toLowerCase().split(",").map((term) => term.trim()).filter(Boolean)
    .map((term) => ({
      problems: new Set(articles.filter((article) => article.text.includes(term)).map((article) => article.number)),
      values: facets.map((facet) => {
        const found = new Set();
        facet.values.forEach((value, index) => { if (value.toLowerCase().includes(term)) found.add(index + 1); });
        return found;
      }),
    }));

  function show() {
    const wanted = selects.map((select) => Number(select.value));
    const words = terms();
    const counts = new Uint32Array(articles.length + 1);
    let total = 0;
    for (let row = 0; row < problem.length; row++) {
      const isChosen = wanted.every((value, f) => value === 0 || facets[f].column[row] === value);
      if (!isChosen) continue;
      const fits = words.every((term) => term.problems.has(problem[row])
        || term.values.some((values, f) => values.has(facets[f].column[row])));
      if (!fits) continue;
      total++;
      counts[problem[row]]++;
    }
    for (const article of articles) {
      article.traces = counts[article.number];
      article.element.hidden = article.traces === 0;
      const share = total > 0 ? article.traces * 100 / total : 0;
      const digits = share >= 10 ? 0 : share >= 1 ? 1 : 2;
      const bold = document.createElement("b");
      bold.textContent = article.traces + (article.traces === 1 ? " trace" : " traces");
      article.count.replaceChildren(bold, ` of ${total} (${Number(share.toFixed(digits))} %)`);
    }
    const order = {
      weight: (a, b) => b.traces * b.factor - a.traces * a.factor || a.number - b.number,
      count: (a, b) => b.traces - a.traces || a.number - b.number,
      name: (a, b) => natural.compare(a.name, b.name),
    }[sort.value];
    [...articles].sort(order).forEach((article) => list.append(article.element));
    const shown = problems.filter((article) => article.traces > 0).length;
    matches.textContent = `${shown} of ${problems.length} problems, ${total} of ${problem.length} traces`;
  }

  search.addEventListener("input", show);
  sort.addEventListener("change", show);
  document.getElementById("clear").addEventListener("click", () => {
    search.value = "";
    selects.forEach((select) => { select.value = "0"; });
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
