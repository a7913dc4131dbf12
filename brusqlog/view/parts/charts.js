// Charts: card points and counters, a line a player.

const CHART = { width: 360, height: 150, left: 34, right: 26, top: 10, bottom: 22 };

/** Round steps for an axis from `least` to `most`. */
function ticks(least, most) {
  const rough = Math.max(most - least, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].find((one) => one * power >= rough) * power, 1);
  const found = [];
  for (let at = Math.floor(least / step) * step; at < most + step; at += step) found.push(at);
  return found;
}

/** One chart. `samples` have a key, the number on the axis below, and the seq they lead to; `noun`
 * is what they are. Pointer and keyboard lead to one of them: arrows go along the chart and tell what
 * stands there, Enter leads to it. */
class Chart {
  constructor(game, { id, title, noun, samples, valuesOf, seq, go }) {
    Object.assign(this, { game, noun, samples, go });
    this.rows = samples.map((sample) => valuesOf(sample.frame));
    const here = samples.findIndex((sample) => sample.seq >= seq);
    this.present = here < 0 ? samples.length - 1 : here;
    this.scale();
    const { width, height } = CHART;
    const shape = { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "slider", tabindex: 0 };
    this.box = svg("svg", { ...shape, "aria-label": title, "aria-describedby": id });
    this.box.setAttribute("aria-valuemin", samples[0].key);
    this.box.setAttribute("aria-valuemax", samples.at(-1).key);
    this.cursor = svg("g", { class: "cursor" });
    this.values = html("p", { id, class: "values", "aria-live": "off" });
    this.drawAxes();
    this.box.append(svg("path", { class: "now", d: this.upright(this.present) }));
    this.drawLines();
    this.box.append(this.cursor);
    this.figure = html("figure", {}, html("figcaption", {}, title), this.values, this.box);
    this.listen();
    this.move(this.present);
  }

  /** Where a sample and a value lie. */
  scale() {
    const { width, height, left, right, top, bottom } = CHART;
    const all = this.rows.flat();
    this.marks = ticks(Math.min(0, ...all), Math.max(...all, 1));
    const [low, high] = [this.marks[0], this.marks.at(-1)];
    this.gap = (width - left - right) / Math.max(this.samples.length - 1, 1);
    this.x = (order) => left + order * this.gap;
    this.y = (value) => top + ((high - value) / (high - low || 1)) * (height - top - bottom);
    this.upright = (order) => `M${this.x(order)} ${top}V${height - bottom}`;
  }

  drawAxes() {
    const { width, height, left, right } = CHART;
    for (const mark of this.marks) {
      this.box.append(svg("path", { class: "rule", d: `M${left} ${this.y(mark)}H${width - right}` }));
      this.box.append(label(signed(mark), left - 5, this.y(mark) + 3.5, "end"));
    }
    const every = Math.ceil(this.samples.length / 12);
    this.samples.forEach(({ key }, order) => {
      if (order % every === 0) this.box.append(label(key, this.x(order), height - 6, "middle"));
    });
  }

  drawLines() {
    const { game, rows, x, y } = this;
    const end = CHART.width - CHART.right + 5;
    const ends = spread(game.seats.map((seat) => y(rows.at(-1)[seat])));
    for (const seat of game.seats) {
      const points = rows.map((values, order) => `${x(order)} ${y(values[seat])}`);
      this.box.append(svg("path", { class: `line seat-${seat}`, d: `M${points.join("L")}` }));
      if (points.length === 1) this.box.append(dot(seat, x(0), y(rows[0][seat])));
      this.box.append(label(game.initials[seat], end, ends[seat] + 3.5, "start", seat));
    }
  }

  listen() {
    const { box } = this;
    box.addEventListener("mousedown", (event) => event.preventDefault()); // focus stays
    box.addEventListener("click", (event) => {
      const { left, width } = box.getBoundingClientRect();
      const at = ((event.clientX - left) / width) * CHART.width;
      this.go(this.samples[this.within(Math.round((at - CHART.left) / this.gap))].seq);
    });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focus", () => this.values.setAttribute("aria-live", "polite"));
    box.addEventListener("blur", () => {
      this.values.setAttribute("aria-live", "off");
      this.move(this.present);
    });
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const last = this.samples.length - 1;
    const ways = { ArrowLeft: this.at - 1, ArrowDown: this.at - 1, ArrowRight: this.at + 1,
      ArrowUp: this.at + 1, Home: 0, End: last };
    if (event.key === "Enter") this.go(this.samples[this.at].seq);
    else if (event.key in ways) this.move(this.within(ways[event.key]));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  within(order) {
    return Math.min(Math.max(order, 0), this.samples.length - 1);
  }

  /** Tell what stands there. */
  move(order) {
    const { game, x, y } = this;
    this.at = order;
    const [values, where] = [this.rows[order], `${this.noun} ${this.samples[order].key}`];
    this.box.setAttribute("aria-valuenow", this.samples[order].key);
    this.box.setAttribute("aria-valuetext", where);
    const dots = game.seats.map((seat) => dot(seat, x(order), y(values[seat])));
    this.cursor.replaceChildren(svg("path", { d: this.upright(order) }), ...dots);
    const told = game.seats.flatMap((seat) =>
      [seat ? ", " : "", name(game.players[seat]), ` ${signed(values[seat])}`]);
    this.values.replaceChildren(html("span", { "aria-hidden": "true" }, `${where} · `), ...told);
  }
}

const dot = (seat, cx, cy) => svg("circle", { class: `dot seat-${seat}`, cx, cy, r: 3 });

function label(text, x, y, anchor, seat = null) {
  const shape = { x, y, "text-anchor": anchor, class: seat === null ? "axis" : `end seat-${seat}` };
  const made = svg("text", shape);
  made.textContent = text;
  return made;
}

/** The heights of labels, moved apart so that none hides another. */
function spread(heights) {
  const order = heights.map((_, seat) => seat).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  for (let place = 1; place < order.length; place += 1) {
    const least = moved[order[place - 1]] + 11;
    moved[order[place]] = Math.max(moved[order[place]], least);
  }
  return moved;
}

class Charts {
  constructor(box, game, go) {
    Object.assign(this, { box, game, go, drawn: null, charts: [] });
  }

  show(seq) {
    const { game, go } = this;
    const frame = game.frames[seq];
    const hand = frame.hand;
    const key = [hand, frame.trick, page.spoilers || game.reached].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const made = [];
    const draw = (title, noun, samples, valuesOf) => {
      const known = samples.filter((sample) => valuesOf(sample.frame));
      const id = `values-${made.length}`;
      const what = { id, title, noun, samples: known, valuesOf, seq, go };
      if (known.length) made.push(new Chart(game, what));
    };
    const tricks = hand ? game.tricksOf(hand, game.reached) : [];
    draw(fill(words["chart points"], { hand }), words.trick, tricks, (one) => one.points);
    draw(fill(words["chart purses"], { hand }), words.trick, tricks, (one) => one.purses);
    const hands = game.handsUntil(game.reached);
    if (hands.length > 1) {
      const noun = words.hand.toLowerCase();
      draw(words["chart totals"], noun, hands, (one) => one.totals);
      draw(words["chart game purses"], noun, hands, (one) => one.purses);
    }
    const focused = this.charts.findIndex((one) => one.box === document.activeElement);
    this.charts = made;
    this.box.replaceChildren(...made.map((one) => one.figure));
    made[focused]?.box.focus({ preventScroll: true });
  }
}
