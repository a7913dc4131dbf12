// Movements that explain a step: a card goes from where it lay, counters from who pays.

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything lies before a step. */
function places(box) {
  const found = { cards: new Map(), box };
  for (const card of box.querySelectorAll(".card")) {
    const key = card.dataset.card;
    if (key !== UNSEEN) found.cards.set(key, card.getBoundingClientRect());
  }
  const holdings = [...box.querySelectorAll(".holding")];
  found.stock = box.querySelector(".stack").getBoundingClientRect();
  found.holdings = holdings.map((holding) => holding.getBoundingClientRect());
  found.unseen = holdings.map((holding) => unseenIn(holding).length);
  return found;
}

const unseenIn = (holding) => [...holding.querySelectorAll(`[data-card="${UNSEEN}"]`)];

/** Move what lies elsewhere now than before. */
function move(before, duration) {
  if (still.matches || !duration) return;
  for (const card of before.box.querySelectorAll(".card")) {
    const from = origin(card, before);
    if (from) slide(card, from, duration);
  }
}

/** Where a card comes from: its place before, or for one not seen until now the stock or a hand. */
function origin(card, before) {
  const [place, seat] = card.dataset.place.split(":");
  const known = before.cards.get(card.dataset.card);
  if (known) return known;
  if (place === "holding") {
    const unseen = unseenIn(card.parentElement);
    const fresh = card.dataset.card !== UNSEEN || unseen.indexOf(card) >= before.unseen[seat];
    return fresh ? before.stock : null;
  }
  if (place === "table") return before.holdings[Number(card.dataset.seat)];
  return null;
}

function slide(card, from, duration) {
  const to = card.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (!to.width || (Math.abs(x) < 2 && Math.abs(y) < 2)) return;
  const scale = Math.min(Math.max(from.height / to.height, 0.3), 3);
  const start = { translate: `${x}px ${y}px`, scale: String(scale), zIndex: 50 };
  const end = { translate: "0px 0px", scale: "1", zIndex: 50 };
  card.animate([start, end], { duration, easing: "cubic-bezier(.2,.7,.2,1)" });
}

/** Counters on their way from one purse, or the pot, to another. */
function pay(box, [from, to, sum], duration) {
  if (still.matches || !duration) return;
  const at = (whose) =>
    box.querySelector(whose === "pot" ? ".pot" : `.player[data-seat="${whose}"] .purse`);
  const [start, end] = [at(from), at(to)];
  if (!start || !end || start.hidden || end.hidden) return;
  const ground = box.getBoundingClientRect();
  const middle = (place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return [left + width / 2 - ground.left, top + height / 2 - ground.top];
  };
  const coins = html("span", { class: "coins", "aria-hidden": "true" }, money(sum));
  box.append(coins);
  const [a, b] = [middle(start), middle(end)].map(([x, y]) => `${x}px ${y}px`);
  const way = [
    { translate: a, opacity: 1 },
    { translate: b, opacity: 1, offset: 0.85 },
    { translate: b, opacity: 0 },
  ];
  const moving = coins.animate(way, { duration: duration * 1.6, easing: "ease-in-out" });
  moving.finished.finally(() => coins.remove());
}
