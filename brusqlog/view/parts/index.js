// The list of games narrowed to what is searched for and chosen.

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
