// Where one is: game, event and the seat at the lower edge; and the address that leads back there.
// A page inside another one, in a notebook, has no address; its links lead to moments all the same.

const BEHIND = 250; // ms: the address follows when one stops stepping

class Cursor {
  constructor(show) {
    this.show = show;
    this.game = null;
    this.seq = 0;
    this.home = 0;
    this.late = null;
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    document.addEventListener("click", () => this.settle(), { capture: true });
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** The address of the moment shown: `#GAME/HAND/SEQ/SEAT`. */
  get hash() {
    const hand = this.game.frames[this.seq]?.hand ?? 0;
    return `#${this.game.number}/${hand}/${this.seq}/${this.home}`;
  }

  /** Show the moment that an address names, as far as it names one; if it is of no game that is
   * here, stay. */
  read(address = location.hash) {
    this.late = clearTimeout(this.late);
    const [game, hand, seq, home] = address.slice(1).split("/").map((part) => parseInt(part));
    const here = game >= 1 && game <= page.games;
    if (this.game && !here) return this.settle();
    this.open(here ? game : 1);
    this.home = home in this.game.seats ? home : this.home;
    const at = Number.isInteger(seq) ? seq : this.game.start(hand);
    this.step(at, { animated: false });
    this.settle();
  }

  /** Make another game the one that is shown, from its beginning. */
  open(number) {
    if (this.game?.number === number) return;
    this.game = new Game(number);
    this.home = this.game.home;
    this.seq = 0;
    this.fresh = true;
  }

  /** Go to an event. */
  step(seq, { animated = true } = {}) {
    const before = this.seq;
    this.seq = Math.min(Math.max(seq, 0), this.game.last);
    this.game.reached = Math.max(this.game.reached, this.seq);
    this.show(this, { animated: animated && Math.abs(this.seq - before) === 1 });
    clearTimeout(this.late);
    this.late = setTimeout(() => this.settle(), BEHIND);
  }

  /** Go to an event from which Back returns to the one shown before. */
  jump(seq) {
    this.keep();
    this.step(seq);
    this.settle();
  }

  /** Let Back return to the moment shown, from another address. */
  keep(address = this.hash) {
    this.settle();
    if (!page.embedded) history.pushState(null, "", address);
  }

  /** Go where a link within the page leads to. A moment has an address of its own, a place that is
   * only to be looked at has none. */
  follow(event) {
    const address = event.target.closest("a")?.getAttribute("href");
    if (!address?.startsWith("#")) return;
    const place = document.getElementById(address.slice(1));
    if (!place && !page.embedded) return;
    event.preventDefault();
    if (place) place.focus();
    else this.read(address);
  }

  turn(home) {
    this.home = home;
    this.step(this.seq, { animated: false });
  }

  /** Let the address say where one is. */
  settle() {
    this.late = clearTimeout(this.late);
    if (!page.embedded && location.hash !== this.hash) history.replaceState(null, "", this.hash);
  }
}
