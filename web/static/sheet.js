// The score sheet: two columns of moves with the clock after each, the result,
// and one sentence for those who listen.

import { format } from "./clocks.js";
import { resultText } from "./words.js";

// number writes "12." for White and "12…" for Black.
const number = (move) => move.number + (move.side === "white" ? "." : "…");

// spoken writes a clock with three fields, so that it is heard as a time.
function spoken(ms) {
  const text = format(ms);
  return text.split(":").length === 3 ? text : "0:" + text.padStart(5, "0");
}

// named leaves out the mark of an irregular move: the sheet has its own.
const named = (move) => move.san.replace(/\?!\w+$/, "") || "unexplained";

// announcement is what is said of a move, once.
function announcement(move) {
  const side = move.side === "white" ? "White" : "Black";
  const clock = move.clock_ms === null ? "" : `, ${side} ${spoken(move.clock_ms)}`;
  return `${number(move)} ${named(move)}${clock}`;
}

// rows pairs the moves as they are written. The same side may have moved twice.
function rows(moves) {
  const out = [];
  for (const move of moves) {
    const last = out.at(-1);
    if (move.side === "black" && last && !last.black) last.black = move;
    else out.push({ number: move.number, [move.side]: move });
  }
  return out;
}

function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// remarks are what a reader should know of a move besides its name.
function remarks(move) {
  const out = [];
  if (!move.legal) out.push("not legal");
  if (move.inferred) out.push("not seen, follows from what was");
  if (move.confidence < 1) out.push(`another reading fits, sure to ${Math.round(100 * move.confidence)} %`);
  if (!move.completed) out.push("made, clock not pressed yet");
  return out;
}

function cell(move, last) {
  const td = element("td");
  if (!move) return td;
  const box = element("span", "ply");
  box.append(element("span", "san", named(move)));
  const notes = remarks(move);
  if (!move.legal) box.classList.add("illegal");
  if (move.inferred || move.confidence < 1) box.classList.add("doubtful");
  if (!move.completed) box.classList.add("made");
  if (notes.length) {
    box.title = notes.join("; ");
    box.append(element("span", "spoken", ` (${notes.join("; ")})`));
  }
  if (move === last) {
    box.classList.add("last");
    box.setAttribute("aria-current", "step");
  }
  if (move.clock_ms !== null) box.append(element("span", "clk", format(move.clock_ms)));
  td.append(box);
  return td;
}

export class ScoreSheet {
  constructor(scroll, body, result, say) {
    Object.assign(this, { scroll, body, result, say });
    this.said = null; // what was announced: null before the first sheet
    this.game = 0;
    this.following = true; // until the reader scrolls back
    let top = 0;
    scroll.addEventListener("scroll", () => {
      if (scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40) this.following = true;
      else if (scroll.scrollTop < top) this.following = false;
      top = scroll.scrollTop;
    });
    new ResizeObserver(() => this.follow()).observe(scroll);
  }

  follow() {
    if (this.following) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  show(game) {
    const last = game.moves.at(-1);
    this.body.replaceChildren(...rows(game.moves).map((row) => {
      const tr = element("tr");
      const head = element("th", "", row.number);
      head.scope = "row";
      tr.append(head, cell(row.white, last), cell(row.black, last));
      return tr;
    }));
    this.result.textContent = resultText(game);
    this.result.classList.toggle("over", game.result !== "*");
    this.follow();
    this.announce(game);
  }

  // announce says each completed move and the result once. Who opens the page in
  // mid-game is not read the game so far.
  announce(game) {
    const done = game.moves.filter((move) => move.completed).map(announcement);
    if (game.result !== "*") done.push(resultText(game));
    if (this.said === null || this.game !== game.number) {
      this.said = new Set(this.said === null ? done : []);
      this.game = game.number;
    }
    const fresh = done.filter((text) => !this.said.has(text));
    fresh.forEach((text) => this.said.add(text));
    if (fresh.length) this.say.textContent = fresh.join(". ");
  }
}
