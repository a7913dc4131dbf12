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

/** One chart. `samples` have a key, the number on the axis below, and the seq they lead to. */
function chart(game, title, samples, valuesOf, seq, go) {
  const rows = samples.map((sample) => valuesOf(sample.frame));
  const all = rows.flat();
  const marks = ticks(Math.min(0, ...all), Math.max(...all, 1));
  const [low, high] = [marks[0], marks.at(-1)];
  const { width, height, left, right, top, bottom } = CHART;
  const gap = (width - left - right) / Math.max(samples.length - 1, 1);
  const x = (order) => left + order * gap;
  const y = (value) => top + ((high - value) / (high - low || 1)) * (height - top - bottom);
  const box = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img" });
  for (const mark of marks) {
    box.append(svg("path", { class: "rule", d: `M${left} ${y(mark)}H${width - right}` }));
    box.append(label(signed(mark), left - 5, y(mark) + 3.5, "end"));
  }
  const every = Math.ceil(samples.length / 12);
  samples.forEach((sample, order) => {
    if (order % every === 0) box.append(label(sample.key, x(order), height - 6, "middle"));
  });
  const now = samples.findLastIndex((sample) => sample.seq <= seq);
  const at = samples.findIndex((sample) => sample.seq >= seq);
  const shown = at < 0 ? now : at;
  if (shown >= 0) {
    box.append(svg("path", { class: "now", d: `M${x(shown)} ${top}V${height - bottom}` }));
  }
  const ends = spread(game.seats.map((seat) => y(rows.at(-1)?.[seat] ?? 0)));
  for (const seat of game.seats) {
    const points = rows.map((values, order) => `${x(order)} ${y(values[seat])}`);
    box.append(svg("path", { class: `line seat-${seat}`, d: `M${points.join("L")}` }));
    if (points.length === 1) {
      box.append(svg("circle", { class: `dot seat-${seat}`, cx: x(0), cy: y(rows[0][seat]), r: 3 }));
    }
    box.append(label(game.initials[seat], width - right + 5, ends[seat] + 3.5, "start", seat));
  }
  const told = game.seats.map((seat) => `${game.players[seat]} ${signed(rows[shown]?.[seat] ?? 0)}`);
  box.setAttribute("aria-label", `${title}: ${told.join(", ")}`);
  box.addEventListener("click", (event) => {
    const { left: start, width: drawn } = box.getBoundingClientRect();
    const order = Math.round((((event.clientX - start) / drawn) * width - left) / gap);
    const sample = samples[Math.min(Math.max(order, 0), samples.length - 1)];
    if (sample) go(sample.seq);
  });
  return html("figure", {}, html("figcaption", {}, title), box);
}

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
    Object.assign(this, { box, game, go, drawn: null });
  }

  show(seq) {
    const { game } = this;
    const frame = game.frames[seq];
    const hand = frame.hand;
    const key = [hand, frame.trick, page.spoilers || game.reached].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const made = [];
    const draw = (title, samples, valuesOf) => {
      const known = samples.filter((sample) => valuesOf(sample.frame));
      if (known.length) made.push(chart(game, title, known, valuesOf, seq, this.go));
    };
    const tricks = hand ? game.tricksOf(hand, game.reached) : [];
    draw(fill(words["chart points"], { hand }), tricks, (one) => one.points);
    draw(fill(words["chart purses"], { hand }), tricks, (one) => one.purses);
    const hands = game.handsUntil(game.reached);
    if (hands.length > 1) {
      draw(words["chart totals"], hands, (one) => one.totals);
      draw(words["chart game purses"], hands, (one) => one.purses);
    }
    this.box.replaceChildren(...made);
  }
}
