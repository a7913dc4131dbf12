// The card table: players in their seats, what they hold, what lies between them.

/** A name or another text of the record, whose direction touches nothing beside it. */
const name = (text) => html("bdi", {}, text);

/** Put cards into a container, unless these lie there already. */
function lay(container, cards, place, make = cardAt) {
  const key = `${place} ${cards.join("")}`;
  const there = [...container.children].every((card) => card.dataset.place === place);
  if (container.dataset.cards === key && there && container.childElementCount === cards.length) {
    return;
  }
  container.dataset.cards = key;
  container.replaceChildren(...cards.map((card, order) => {
    const made = make(card, place);
    made.style.setProperty("--order", order);
    return made;
  }));
}

class Player {
  constructor(game, seat) {
    this.game = game;
    this.seat = seat;
    this.holding = html("div", { class: "holding" });
    this.pile = html("span", { class: "pile", "aria-hidden": "true" });
    this.pileButton = html("button", { type: "button", class: "taken" }, this.pile);
    this.points = html("b", { "data-seat": seat });
    this.total = html("span", { class: "total" });
    this.purse = html("b", { "data-seat": seat });
    this.money = html("span", { class: "purse" });
    this.badge = html("span", { class: "badge" });
    const score = html("span", {}, this.points, html("small", {}, ` ${words.points}`), this.total);
    const taken = html("p", { class: "count" }, this.pileButton, score);
    this.box = html(
      "section",
      { class: "player", "aria-label": game.players[seat] },
      html("h2", {}, name(game.players[seat]), this.badge),
      this.holding,
      html("div", { class: "sums" }, taken, this.money),
    );
    this.box.dataset.seat = seat;
  }

  show(frame, home) {
    const { game, seat } = this;
    const n = game.players.length;
    this.box.style.setProperty("--at", (seat - home + n) % n);
    this.box.dataset.at = (seat - home + n) % n;
    this.box.toggleAttribute("data-turn", seat === (frame.drawer ?? frame.turn));
    const badges = [];
    if (frame.dealer === seat) badges.push(words.deals);
    if (frame.drawer === seat) badges.push(words.drawer);
    else if (frame.turn === seat) badges.push(words.turn);
    this.badge.textContent = badges.join(" · ");
    if (frame.hand === 0 && frame.lot[seat]) lay(this.holding, [frame.lot[seat]], `lot:${seat}`);
    else lay(this.holding, cardsOf(frame.holding[seat]), `holding:${seat}`);
    const taken = cardsOf(frame.pile[seat]);
    lay(this.pile, taken, `pile:${seat}`, turned);
    this.pileButton.setAttribute("aria-label", `${words.pile}: ${taken.length}`);
    this.pileButton.title = `${words.pile}: ${taken.length}`;
    this.pileButton.disabled = !taken.length;
    this.points.dataset.points = this.points.textContent = frame.points[seat];
    this.total.textContent = game.forPoints ? `${frame.totals[seat]} ${words.totals}` : "";
    this.showPurse(frame);
  }

  showPurse(frame) {
    this.money.hidden = !frame.purses;
    if (!frame.purses) return;
    const sum = frame.purses[this.seat];
    if (this.purse.dataset.purse === String(sum) && this.money.childElementCount) return;
    this.purse.dataset.purse = sum;
    this.purse.textContent = signed(sum);
    this.money.title = moneyTold(sum);
    this.money.classList.toggle("owes", sum < 0);
    this.money.replaceChildren(money(sum), this.purse, html("small", {}, ` ${words.purse}`));
  }
}

class Table {
  constructor(box, game) {
    this.box = box;
    this.game = game;
    this.players = game.seats.map((seat) => new Player(game, seat));
    this.stock = html("span", { class: "stack" });
    this.turnup = html("div", { class: "turnup" });
    this.left = html("b", { "data-stock": "" });
    this.trump = html("p", { class: "trump" });
    this.trick = html("div", { class: "laid" });
    this.pot = html("div", { class: "pot" });
    this.owed = html("p", { class: "owed" });
    const stock = html("div", { class: "stock" }, this.turnup, this.stock,
      html("p", {}, this.left, html("small", {}, ` ${words.stock}`)));
    const deck = html("div", { class: "deck" }, stock, this.trump);
    const trick = { class: "centre", "aria-label": words["trick on table"] };
    const centre = html("section", trick, this.trick, this.owed);
    box.dataset.n = game.players.length;
    box.toggleAttribute("data-partners", game.partners);
    box.replaceChildren(...this.players.map((player) => player.box), centre, deck, this.pot);
    faces.clear();
  }

  show(seq, home) {
    const frame = this.game.frames[seq];
    for (const player of this.players) player.show(frame, home);
    this.showTrick(frame, home);
    this.showStock(frame);
    this.showPot(frame);
    this.owed.hidden = !frame.owed;
    this.owed.textContent = plainly(`${words.owed} ${frame.owed}`);
  }

  showTrick(frame, home) {
    const n = this.game.players.length;
    const laid = frame.table.map((entry) => [Number(entry[0]), entry.slice(1)]);
    lay(this.trick, laid.map(([, card]) => card), "table");
    laid.forEach(([seat], order) => {
      const card = this.trick.children[order];
      const turn = ((seat - home + n) % n - (this.game.partners ? 0.5 : 0)) * ((2 * Math.PI) / n);
      card.style.setProperty("--x", Math.sin(turn).toFixed(3));
      card.style.setProperty("--y", Math.cos(turn).toFixed(3));
      card.style.setProperty("z-index", order);
      card.dataset.seat = seat;
      card.classList.toggle("takes", frame.taker === seat);
    });
  }

  showStock(frame) {
    const lies = frame.turnup && frame.stock > 0;
    const under = lies ? 1 : 0;
    lay(this.stock, Array(Math.max(frame.stock - under, 0)).fill(UNSEEN), "stock", turned);
    lay(this.turnup, lies ? [frame.turnup] : [], "turnup");
    this.left.dataset.stock = this.left.textContent = frame.stock;
    const key = frame.trump ?? "";
    if (this.trump.dataset.suit !== key) {
      this.trump.dataset.suit = key;
      this.trump.replaceChildren();
      if (key) {
        const sign = svg("svg", { viewBox: "0 0 24 24", class: `sign suit-${key}` });
        sign.append(use(`suit-${key}`, 0, 0, 24, 24));
        sign.setAttribute("aria-hidden", "true");
        const told = html("span", { class: "told" }, ` ${page.suits[key]}`);
        this.trump.append(html("small", {}, words.trump), sign, told);
      }
    }
  }

  showPot(frame) {
    this.pot.hidden = frame.pot === null;
    if (frame.pot === null || this.pot.dataset.pot === String(frame.pot)) return;
    this.pot.dataset.pot = frame.pot;
    this.pot.title = moneyTold(frame.pot);
    const sum = html("p", {}, html("b", {}, String(frame.pot)), html("small", {}, ` ${words.pot}`));
    this.pot.replaceChildren(money(frame.pot), sum);
  }
}
