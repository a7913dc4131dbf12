// The score sheet beside the table: it follows the event that is shown.

class Sheet {
  constructor(game) {
    for (const sheet of document.querySelectorAll(".sheet")) sheet.hidden = true;
    this.box = document.getElementById(`sheet-${game.number}`);
    this.box.hidden = false;
    this.panel = this.box.closest(".follow");
    this.pieces = [...this.box.querySelectorAll("[data-from]")];
    this.rows = this.pieces.filter((piece) => piece.dataset.to && !piece.matches("header *"));
    this.now = null;
  }

  /** Mark the piece that tells of an event, and hide those that lie beyond what was reached. */
  show(seq, game) {
    if (!page.spoilers) {
      for (const piece of this.pieces) {
        const due = piece.dataset.to ?? piece.dataset.from;
        piece.hidden = Number(due) > game.reached;
      }
    }
    const row = this.rows.findLast((piece) => Number(piece.dataset.from) <= seq && !piece.hidden);
    if (row === this.now) return;
    this.now?.removeAttribute("aria-current");
    this.now = row ?? null;
    if (!row) return;
    row.setAttribute("aria-current", "true");
    requestAnimationFrame(() => this.now === row && this.scrollTo(row));
  }

  /** Bring a piece into view in the panel; the page itself stays where it is. */
  scrollTo(row) {
    const panel = this.panel;
    if (panel.scrollHeight <= panel.clientHeight) return;
    const top = row.getBoundingClientRect().top - panel.getBoundingClientRect().top;
    if (top < 40 || top > panel.clientHeight - 90) {
      panel.scrollTop += top - panel.clientHeight / 3;
    }
  }
}
