// The page itself: everything that is shown of one moment, and how it begins.

let table = null;
let sheet = null;
let charts = null;

function begin(game) {
  document.getElementById("title").textContent = game.title;
  document.getElementById("about").replaceChildren(...about(game));
  const plain = document.getElementById("plainly");
  const box = document.getElementById("table");
  plain.hidden = Boolean(game.known);
  plain.textContent = game.known ? "" : words[game.frames.length ? "no table" : "no game"];
  document.querySelector(".controls").hidden = !game.frames.length;
  box.hidden = !game.known;
  table = game.known ? new Table(box, game) : null;
  sheet = new Sheet(game);
  charts = game.known
    ? new Charts(document.getElementById("charts"), game, (seq) => cursor.jump(seq))
    : null;
  if (!charts) document.getElementById("charts").replaceChildren();
  document.getElementById("choose-game").value = String(game.number);
}

/** The players, and who looks on. */
function about(game) {
  const players = game.players.flatMap((player, seat) => [seat ? ", " : "", name(player)]);
  const told = [html("span", {}, ...players)];
  if (game.seen) told.push(" ", html("strong", {}, game.seen));
  return told;
}

/** Show a moment. */
function show(cursor, { animated }) {
  const { game, seq, home } = cursor;
  if (cursor.fresh) begin(game);
  cursor.fresh = false;
  const main = document.getElementById("main");
  main.dataset.game = game.number;
  main.dataset.hand = game.frames[seq]?.hand ?? 0;
  main.dataset.seq = seq;
  if (game.frames.length) {
    const duration = animated ? MOTION[settings.speed] : 0;
    if (table) {
      const before = duration ? places(table.box) : null;
      table.show(seq, home);
      if (before) move(before, duration);
      const paid = game.events[seq].pays;
      if (duration && paid && !game.events[seq].withdrawn) pay(table.box, paid, duration);
    }
    controls.show(cursor);
    charts?.show(seq);
    tell(game, seq);
  }
  sheet.show(seq, game);
}

/** What happened, and what was found there. */
function tell(game, seq) {
  const { said, withdrawn } = game.events[seq];
  const box = document.getElementById("said");
  box.textContent = plainly(said);
  box.classList.toggle("withdrawn", Boolean(withdrawn));
  if (withdrawn) {
    const link = html("a", { href: `#${game.number}/${game.frames[seq].hand}/${withdrawn}` });
    link.textContent = words.withdrawn;
    box.append(" (", link, ")");
  }
  document.getElementById("found").replaceChildren(...(game.found.get(seq) ?? []).map(finding));
}

function finding(found) {
  const told = [html("b", {}, found.code), ` ${plainly(found.message)}`];
  for (const more of [found.rule, found.help]) {
    if (more) told.push(html("small", {}, plainly(more)));
  }
  return html("li", { class: found.severity }, ...told);
}

setUpDialogs((what) => {
  if (what === "indices" && cursor.game) {
    cursor.fresh = true;
    cursor.step(cursor.seq, { animated: false });
  }
});
document.documentElement.classList.add("scripted");
document.getElementById("games").hidden = page.games < 2;
document.getElementById("table").addEventListener("click", (event) => {
  const card = event.target.closest(".card[data-card]:not(.back)");
  const pile = event.target.closest(".taken");
  controls.pause();
  if (pile) showPile(cursor, Number(pile.closest(".player").dataset.seat));
  else if (card) showHistory(cursor, card.dataset.card);
});

const cursor = new Cursor(show);
const controls = new Controls(cursor);
cursor.read();
