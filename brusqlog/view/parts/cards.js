// Cards, chips and counters, drawn.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = "??";

/** An element of SVG. */
function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** An element of HTML; texts among the children stay texts. */
function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

const use = (symbol, x, y, width, height, more = {}) =>
  svg("use", { href: `#${symbol}`, x, y, width, height, ...more });

/** A card in words, for those who hear the page. */
const named = (card) =>
  card === UNSEEN
    ? words.unseen
    : fill(words.rank, { rank: page.ranks[card[0]], suit: page.suits[card[1]] });

/** Columns and heights of the pips; the upper half, the lower one is turned. */
const PIPS = {
  7: [[21, 18], [39, 18], [21, 45], [39, 45], [30, 31.5], [21, 72], [39, 72]],
  8: [[21, 18], [39, 18], [21, 45], [39, 45], [30, 31.5], [30, 58.5], [21, 72], [39, 72]],
  9: [[21, 16], [39, 16], [21, 35], [39, 35], [30, 45], [21, 55], [39, 55], [21, 74], [39, 74]],
  T: [
    [21, 16], [39, 16], [30, 25.5], [21, 35], [39, 35],
    [21, 55], [39, 55], [30, 64.5], [21, 74], [39, 74],
  ],
};

function index(card) {
  const rank = page.indices[settings.indices][card[0]] ?? card[0];
  const told = svg("text", { x: 9, y: 18.5, class: rank.length > 1 ? "index long" : "index" });
  told.textContent = rank;
  return svg("g", {}, told, use(`suit-${card[1]}`, 3, 22, 12, 12));
}

function middle(card) {
  const suit = `suit-${card[1]}`;
  if (card[0] === "A") return [use(suit, 15, 30, 30, 30)];
  if (card[0] in PIPS) {
    return PIPS[card[0]].map(([x, y]) => {
      const turn = y > 45 ? { transform: `rotate(180 ${x} ${y})` } : {};
      return use(suit, x - 5, y - 5, 10, 10, turn);
    });
  }
  const half = () => svg("g", {}, use(`court-${card[0]}`, 16, 12.6, 28, 32.4));
  const lower = half();
  lower.setAttribute("transform", "rotate(180 30 45)");
  return [svg("rect", { class: "frame", x: 16, y: 8, width: 28, height: 74 }), half(), lower];
}

/** The face of a card. */
function face(card) {
  const lower = index(card);
  lower.setAttribute("transform", "rotate(180 30 45)");
  const shape = { viewBox: "0 0 60 90", "aria-hidden": "true", class: `face suit-${card[1]}` };
  return svg("svg", shape, ...middle(card), index(card), lower);
}

/** The cards of the page by card, each an element of its own that is moved, not made again. */
const faces = new Map();

/** A card lying somewhere. A card that was not seen shows its back. */
function cardAt(card, place) {
  if (card === UNSEEN) {
    const back = { class: "card back", "data-card": card, "data-place": place, role: "img" };
    return html("span", { ...back, "aria-label": words.unseen });
  }
  let made = faces.get(card);
  if (!made) {
    made = html("button", { type: "button", class: "card", "data-card": card }, face(card));
    made.setAttribute("aria-label", named(card));
    faces.set(card, made);
  }
  made.className = "card";
  made.dataset.place = place;
  return made;
}

/** A card that lies face down among others, and is no button of its own. */
const turned = (card, place) =>
  html("span", { class: "card back", "data-card": card, "data-place": place });

const CHIP = 20;
const MOST = 5;

/** A sum as it would lie on the table: chips of 20 counters, and counters. */
function money(sum) {
  const chips = Math.floor(Math.max(sum, 0) / CHIP);
  const counters = Math.max(sum, 0) % CHIP;
  const drawn = Math.min(chips, MOST);
  const coins = Math.min(counters, MOST);
  const width = drawn * 6 + (drawn ? 12 : 0) + coins * 5 + (coins ? 12 : 0);
  const shape = { viewBox: `0 0 ${Math.max(width, 1)} 28`, class: "money", "aria-hidden": "true" };
  const made = svg("svg", shape);
  for (let n = 0; n < drawn; n += 1) made.append(use("chip", n * 6, 0, 16, 28));
  const from = drawn * 6 + (drawn ? 12 : 0);
  for (let n = 0; n < coins; n += 1) made.append(use("counter", from + n * 5, 10, 16, 16));
  made.style.setProperty("--wide", width);
  return made;
}

/** The same in words. */
function moneyTold(sum) {
  if (sum < 0) return fill(words.owes, { counters: -sum });
  return fill(words.chips, { chips: Math.floor(sum / CHIP), counters: sum % CHIP });
}

const signed = (number) => String(number).replace("-", "−");
