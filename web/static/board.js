// The board as a picture: squares, coordinates, pieces and the last move.

const svg = "http://www.w3.org/2000/svg";
const side = 100;
const margin = 40; // for the coordinates, left and below
const kinds = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn", o: "unknown" };
const order = ["k", "q", "r", "b", "n", "p"];

function make(parent, tag, attributes) {
  const node = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent.append(node);
  return node;
}

const squareName = (file, rank) => "abcdefgh"[file] + (rank + 1);

// corner returns where a square such as "e4" is drawn.
function corner(square) {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return { x: margin + file * side, y: (7 - rank) * side };
}

// placed reads the first field of a FEN into a map from square to letter.
function placed(squares) {
  const pieces = new Map();
  squares.split("/").forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else pieces.set(squareName(file++, 7 - i), c);
    }
  });
  return pieces;
}

function describe(pieces) {
  if (pieces.size === 0) return "Chess board, nothing known of its pieces";
  const list = (isSide) =>
    order.flatMap((kind) => {
      const at = [...pieces].filter(([, c]) => c.toLowerCase() === kind && isSide(c)).map(([square]) => square);
      return at.length ? [`${kinds[kind]}${at.length > 1 ? "s" : ""} ${at.sort().join(" ")}`] : [];
    }).join(", ") || "no pieces";
  const unknown = [...pieces].filter(([, c]) => c === "o").map(([square]) => square);
  return `Chess board. White: ${list((c) => c < "a")}. Black: ${list((c) => c > "a")}.` +
    (unknown.length ? ` Unknown: ${unknown.join(" ")}.` : "");
}

export class Board {
  constructor(root) {
    this.root = root;
    this.pieces = new Map(); // square -> { letter, node }
    const squares = make(root, "g", { class: "squares" });
    for (let rank = 0; rank < 8; rank++) {
      for (let file = 0; file < 8; file++) {
        const shade = (file + rank) % 2 ? "light" : "dark";
        make(squares, "rect", { ...corner(squareName(file, rank)), width: side, height: side, class: shade });
      }
    }
    const names = make(root, "g", { class: "coordinates" });
    for (let i = 0; i < 8; i++) {
      make(names, "text", { x: margin / 2 - 4, y: (7.5 - i) * side }).textContent = i + 1;
      make(names, "text", { x: margin + (i + 0.5) * side, y: 8 * side + margin / 2 + 3 }).textContent = "abcdefgh"[i];
    }
    this.marks = make(root, "g", { class: "marks" });
    this.men = make(root, "g", { class: "men" });
  }

  // show puts the pieces where they stand and touches only what changed.
  show(squares) {
    const now = placed(squares);
    for (const [square, { letter, node }] of this.pieces) {
      if (now.get(square) !== letter) {
        node.remove();
        this.pieces.delete(square);
      }
    }
    for (const [square, letter] of now) {
      if (this.pieces.has(square)) continue;
      const colour = letter === "o" ? "unknown" : letter < "a" ? "white" : "black";
      const node = make(this.men, "use", {
        href: `static/pieces.svg#${kinds[letter.toLowerCase()]}`,
        ...corner(square), width: side, height: side, class: `man ${colour}`,
      });
      this.pieces.set(square, { letter, node });
    }
    this.root.setAttribute("aria-label", describe(now));
  }

  // mark shows from where to where the last move went.
  mark(move) {
    this.marks.replaceChildren();
    if (!move || move.uci.length < 4) return;
    const from = corner(move.uci.slice(0, 2));
    const to = corner(move.uci.slice(2, 4));
    make(this.marks, "rect", { ...from, width: side, height: side, class: "from" });
    make(this.marks, "rect", { ...to, width: side, height: side, class: "to" });
    make(this.marks, "rect", { x: to.x + 3, y: to.y + 3, width: side - 6, height: side - 6, class: "ring" });
  }

  dim(on) {
    this.root.classList.toggle("dim", on);
  }
}
