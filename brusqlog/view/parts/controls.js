// Buttons, keys, the slider, swipes.

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "next",
  "Shift+ArrowLeft": "trick-back",
  "Shift+ArrowRight": "trick-next",
  PageUp: "hand-back",
  PageDown: "hand-next",
  Home: "first",
  End: "last",
  " ": "play",
  "[": "finding-back",
  "]": "finding-next",
  b: "payment-next",
  f: "turn",
  "?": "keys",
};

class Controls {
  constructor(cursor) {
    this.cursor = cursor;
    this.slider = document.getElementById("slider");
    this.playing = null;
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.do(button.dataset.do));
    }
    document.addEventListener("keydown", (event) => this.key(event));
    this.slider.addEventListener("input", () => this.slide());
    document.getElementById("choose-hand").addEventListener("change", (event) => {
      this.do("pause");
      cursor.jump(cursor.game.start(Number(event.target.value)));
    });
    document.getElementById("choose-game").addEventListener("change", (event) => {
      this.do("pause");
      cursor.keep(`#${event.target.value}`);
      cursor.read();
    });
    this.swipe(document.getElementById("table"));
  }

  do(what) {
    const { cursor } = this;
    if (what !== "play") this.pause();
    const [kind, way] = what.split("-");
    switch (kind) {
      case "next":
        return cursor.step(cursor.seq + 1);
      case "back":
        return cursor.step(cursor.seq - 1);
      case "first":
        return cursor.jump(0);
      case "last":
        return cursor.jump(cursor.game.last);
      case "play":
        return this.playing ? this.pause() : this.play();
      case "turn":
        return cursor.turn((cursor.home + 1) % cursor.game.players.length);
      case "trick":
      case "hand":
        return cursor.step(cursor.game.stop(kind, cursor.seq, way === "next"));
      case "finding":
      case "payment":
        return cursor.jump(cursor.game.stop(kind, cursor.seq, way === "next"));
      case "settings":
      case "keys":
        return dialog(kind).showModal();
      default:
        return undefined;
    }
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) {
      return;
    }
    const { target } = event;
    if (target.closest("select, textarea, input:not([type=range])")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    const shifted = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : null;
    const what = KEYS[shifted ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key)];
    if (!what) return;
    event.preventDefault();
    this.do(what);
  }

  /** Dragged along the slider: Back returns to where one began. */
  slide() {
    const { cursor } = this;
    this.pause();
    if (!this.sliding) {
      this.sliding = true;
      cursor.keep();
      this.slider.addEventListener("change", () => (this.sliding = false), { once: true });
    }
    cursor.step(Number(this.slider.value));
  }

  play() {
    const { cursor } = this;
    if (cursor.seq === cursor.game.last) cursor.step(0, { animated: false });
    const on = () => {
      cursor.step(cursor.seq + 1);
      if (cursor.seq < cursor.game.last) this.playing = setTimeout(on, PACE[settings.speed]);
      else this.pause();
    };
    this.playing = setTimeout(on, 100);
    this.showPlaying();
  }

  pause() {
    this.playing = clearTimeout(this.playing) ?? null;
    this.showPlaying();
  }

  showPlaying() {
    const button = document.querySelector("[data-do=play]");
    const label = this.playing ? words.pause : words.play;
    button.setAttribute("aria-label", label);
    button.title = label;
    button.querySelector("use").setAttribute("href", this.playing ? "#i-pause" : "#i-play");
  }

  /** A finger that crosses the table goes on, or back. */
  swipe(box) {
    let start = null;
    box.addEventListener("touchstart", (event) => {
      start = event.touches.length === 1 ? event.touches[0] : null;
    }, { passive: true });
    box.addEventListener("touchend", (event) => {
      const end = event.changedTouches[0];
      if (!start || !end) return;
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = null;
      if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) this.do(x < 0 ? "next" : "back");
    });
  }

  show({ game, seq }) {
    const reach = Math.max(game.reached, 1);
    this.slider.max = reach;
    this.slider.value = seq;
    this.slider.setAttribute("aria-valuetext", `${words.event} ${seq}`);
    const all = page.spoilers ? ` ${words.of} ${game.last}` : "";
    const { hand, trick } = game.frames[seq];
    const where = [`${words.event} ${seq}${all}`];
    if (hand) where.push(`${words.hand.toLowerCase()} ${hand}`);
    if (trick) where.push(`${words.trick} ${trick}`);
    document.getElementById("where").textContent = where.join(" · ");
    this.mark(game, reach);
    this.enable(game, seq);
    this.showHands(game, hand);
  }

  enable(game, seq) {
    const dead = (what, no) => {
      // Focus stays where it is: a button that has it is not disabled, only said to be.
      document.querySelector(`[data-do=${what}]`).setAttribute("aria-disabled", String(no));
    };
    for (const what of ["first", "back", "trick-back", "hand-back"]) dead(what, seq === 0);
    for (const what of ["last", "next", "trick-next", "hand-next"]) dead(what, seq === game.last);
    for (const kind of ["finding", "payment"]) {
      dead(`${kind}-next`, game.stop(kind, seq, true) === seq);
    }
    dead("finding-back", game.stop("finding", seq, false) === seq);
  }

  /** Marks above the slider: card points taken, brusquembilles paid, findings. */
  mark(game, reach) {
    const key = `${game.number} ${reach}`;
    const marks = document.getElementById("marks");
    if (marks.dataset.key === key) return;
    marks.dataset.key = key;
    marks.setAttribute("viewBox", "0 0 1000 20");
    const x = (seq) => (1000 * seq) / reach;
    const made = [];
    const line = (kind, seq, from, to) => {
      if (seq <= reach) made.push(svg("path", { class: kind, d: `M${x(seq)} ${from}V${to}` }));
    };
    for (const [seq] of game.hands) line("hand", seq, 0, 20);
    for (const [seq, , , points] of game.tricks) line("points", seq, 20 - Math.min(2 + points / 1.5, 18), 20);
    for (const seq of game.payments) line("payment", seq, 0, 5);
    for (const finding of game.findings) line(finding.severity, finding.seq, 0, 20);
    marks.replaceChildren(...made);
  }

  showHands(game, hand) {
    const choice = document.getElementById("choose-hand");
    const shown = game.hands.filter(([seq]) => seq <= game.reached);
    const key = `${game.number} ${shown.length}`;
    if (choice.dataset.key !== key) {
      choice.dataset.key = key;
      const options = [[0, 0], ...shown].map(([, number]) =>
        html("option", { value: number }, number ? String(number) : words.before));
      choice.replaceChildren(...options);
    }
    choice.value = String(hand);
  }
}
