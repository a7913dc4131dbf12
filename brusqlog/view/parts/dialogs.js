// What opens above the page: keys, settings, the history of a card. And what one has set.

const DEFAULTS = { indices: page.language, suits: "two", theme: "auto", speed: "steady" };
const PACE = { slow: 2400, steady: 1300, quick: 500 };
const MOTION = { slow: 600, steady: 350, quick: 180 };

/** What was set on this page or another one before, as far as the browser keeps it. */
const settings = { ...DEFAULTS };
try {
  const kept = JSON.parse(localStorage.getItem("brusqlog-view") ?? "{}");
  for (const key of Object.keys(DEFAULTS)) if (key in kept) settings[key] = String(kept[key]);
} catch {
  // nothing is kept for this page
}

function keep() {
  try {
    localStorage.setItem("brusqlog-view", JSON.stringify(settings));
  } catch {
    // it holds until the page is closed
  }
}

function dress() {
  if (!(settings.indices in page.indices)) settings.indices = DEFAULTS.indices;
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.suits = settings.suits;
}

const dialog = (id) => document.getElementById(id);

function setUpDialogs(changed) {
  dress();
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const each of document.querySelectorAll("dialog")) {
    each.addEventListener("click", (event) => {
      if (event.target === each) each.close(); // beside it
    });
  }
  for (const input of document.querySelectorAll("#settings input")) {
    input.checked = settings[input.name] === input.value;
    input.addEventListener("change", () => {
      settings[input.name] = input.value;
      keep();
      dress();
      changed(input.name);
    });
  }
}

/** Every event of the hand that names a card. */
function showHistory(cursor, card) {
  const { game, seq } = cursor;
  const hand = game.frames[seq].hand;
  const until = page.spoilers ? game.last : game.reached;
  const lines = [];
  for (let at = 0; at <= until; at += 1) {
    const { cards = "", said } = game.events[at];
    if (game.frames[at].hand !== hand || !cardsOf(cards).includes(card)) continue;
    const link = html("a", { href: `#${game.number}/${hand}/${at}` }, plainly(said));
    link.addEventListener("click", () => dialog("cards").close());
    lines.push(html("li", { value: at, "aria-current": at === seq ? "true" : null }, link));
  }
  const picture = html("span", { class: "card" }, face(card));
  showCards(fill(words.history, { card: named(card) }), [picture], lines);
  if (!lines.length) dialog("cards-history").append(html("li", {}, words["no history"]));
}

/** The cards that a player has taken. */
function showPile(cursor, seat) {
  const cards = cardsOf(cursor.game.frames[cursor.seq].pile[seat]);
  const pictures = cards.map((card) => {
    if (card === UNSEEN) return html("span", { class: "card back" });
    const picture = html("button", { type: "button", class: "card" }, face(card));
    picture.setAttribute("aria-label", named(card));
    picture.addEventListener("click", () => showHistory(cursor, card));
    return picture;
  });
  showCards(`${words.pile} · ${cursor.game.players[seat]}`, pictures, []);
}

function showCards(title, pictures, lines) {
  dialog("cards-title").textContent = title;
  dialog("cards-shown").replaceChildren(...pictures);
  dialog("cards-history").replaceChildren(...lines);
  if (!dialog("cards").open) dialog("cards").showModal();
}
