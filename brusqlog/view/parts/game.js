// A game as the page holds it: what lies on the table after every event, worked out beforehand.
// These scripts know no rule of the game; they show frame after frame.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const page = read("page");
const words = page.words;

/** A text with its places filled, `{name}` each. */
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (place, name) => facts[name] ?? place);

/** Suits so that no system draws them as pictures. */
const plainly = (text) => text.replace(/[♠♥♦♣]/g, "$&\ufe0e");

/** The cards of a row, which is a text of two characters a card. */
const cardsOf = (row) => row.match(/../g) ?? [];

const BY_SEAT = ["holding", "pile", "lot"];

/** The frames whole, from the first one and what each further one changes. */
function unfold(frames) {
  let frame = null;
  return frames.map((changed) => {
    const next = { ...frame, ...changed };
    for (const key of BY_SEAT) next[key] = { ...frame?.[key], ...changed[key] };
    return (frame = next);
  });
}

class Game {
  constructor(number) {
    Object.assign(this, read(`game-${number}`));
    this.number = number;
    this.frames = unfold(this.frames);
    this.seats = this.players.map((_, seat) => seat);
    this.last = Math.max(this.frames.length - 1, 0);
    this.hands ??= [];
    this.tricks ??= [];
    this.payments ??= [];
    this.found = new Map();
    for (const finding of this.findings) {
      this.found.set(finding.seq, [...(this.found.get(finding.seq) ?? []), finding]);
    }
    this.reached = page.spoilers ? this.last : 0;
  }

  /** The events to which each kind of step leads, in order. */
  stops(kind) {
    switch (kind) {
      case "hand":
        return [0, ...this.hands.map(([seq]) => seq), this.last];
      case "trick":
        return [0, ...this.tricks.map(([seq]) => seq), this.last];
      case "payment":
        return this.payments;
      default:
        return [...this.found.keys()].sort((a, b) => a - b);
    }
  }

  /** The nearest such event before or behind another; that one itself if there is none. */
  stop(kind, seq, onward) {
    const stops = this.stops(kind);
    const found = onward ? stops.find((at) => at > seq) : stops.findLast((at) => at < seq);
    return found ?? seq;
  }

  /** The event with which a hand begins. */
  start(hand) {
    return this.hands.find(([, number]) => number === hand)?.[0] ?? 0;
  }

  /** The last frame of each trick of a hand, up to an event, with its number. */
  tricksOf(hand, until) {
    return this.lastOf(until, (frame) => (frame.hand === hand ? frame.trick : null));
  }

  /** The last frame of each hand, up to an event. */
  handsUntil(until) {
    return this.lastOf(until, (frame) => frame.hand || null);
  }

  lastOf(until, keyOf) {
    const found = new Map();
    for (let seq = 0; seq <= until; seq += 1) {
      const key = keyOf(this.frames[seq]);
      if (key !== null) found.set(key, { key, seq, frame: this.frames[seq] });
    }
    return [...found.values()].sort((a, b) => a.key - b.key);
  }
}
