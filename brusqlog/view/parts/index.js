// The list of games narrowed to what is searched for and chosen; its tables sorted by a column.

const rows = [...document.querySelectorAll("#games tr")];
const filters = [...document.querySelectorAll("[data-filter]")];
const search = document.getElementById("search");
const shown = document.getElementById("shown");

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const texts = new Map(rows.map((row) => [row, plain(row.textContent)]));

function narrow() {
  const sought = plain(search.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const found = sought.every((word) => texts.get(row).includes(word));
    const chosen = filters.every(({ value, dataset }) =>
      value === "" || row.dataset[dataset.filter].split(" ").includes(value));
    row.hidden = !(found && chosen);
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = shown.dataset.told
    .replace("{shown}", count)
    .replace("{all}", rows.length);
}

search.addEventListener("input", narrow);
for (const filter of filters) filter.addEventListener("change", narrow);
document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("players").addEventListener("click", (event) => {
  const button = event.target.closest("[data-player]");
  const filter = document.querySelector("[data-filter=player]");
  if (!button || !filter) return;
  filter.value = filter.value === button.dataset.player ? "" : button.dataset.player;
  narrow();
  document.querySelector("h1").scrollIntoView();
});
narrow();

// Names as the language of the page sorts them, numbers and dates as such.
const ORDERS = {
  name: new Intl.Collator(document.documentElement.lang, { numeric: true }).compare,
  number: (one, other) => one.replace("−", "-") - other.replace("−", "-"),
  date: (one, other) => (one < other ? -1 : Number(one > other)),
};

/** Sort by a column, from its least, or if it is that already from its greatest; what is not known
 * comes last. Rows that are alike stay as they were. */
function sort(head) {
  const way = head.ariaSort === "ascending" ? "descending" : "ascending";
  for (const other of head.parentElement.children) other.ariaSort = null;
  head.ariaSort = way;
  const body = head.closest("table").tBodies[0];
  const order = ORDERS[head.dataset.sort];
  const value = (row) => row.cells[head.cellIndex].textContent;
  const sorted = [...body.rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (!a || !b) return Number(!a) - Number(!b);
    return way === "ascending" ? order(a, b) : order(b, a);
  });
  body.append(...sorted);
}

for (const head of document.querySelectorAll("[data-sort]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  button.addEventListener("click", () => sort(head));
  head.append(button);
}
