// What the recorder knows, in words: names, result, links and notices.

const find = (id) => document.getElementById(id);
const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const terminations = {
  checkmate: "checkmate", stalemate: "stalemate", "dead-position": "dead position", threefold: "threefold repetition",
  fivefold: "fivefold repetition", "fifty-move": "fifty-move rule", "seventyfive-move": "seventy-five-move rule",
  agreement: "draw agreed", resignation: "resignation", flag: "flag fall", "illegal-move": "illegal move",
  ruling: "arbiter's ruling", adjourned: "adjourned", unfinished: "unfinished",
};

const winners = { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" };

// resultText says how the game ended, or what it waits for.
export function resultText(game) {
  const why = terminations[game.termination] ?? game.termination;
  if (game.result !== "*") {
    const score = game.result.replaceAll("1/2", "½").replace("-", "–");
    return [score, [winners[game.result], why].filter(Boolean).join(", ")].filter(Boolean).join("  ");
  }
  if (why) return why[0].toUpperCase() + why.slice(1);
  if (game.closed) return "Unfinished";
  if (game.number === 0) return "Waiting for a game";
  return game.moves.length === 0 ? "Waiting for the first move" : "";
}

// tempo writes "15 min + 10 s" for "900+10", and leaves what is longer as it is.
function tempo(control) {
  const simple = /^(\d+)(?:\+(\d+))?$/.exec(control);
  if (!simple) return control === "-" ? "" : control;
  const base = simple[1] % 60 ? `${simple[1]} s` : `${simple[1] / 60} min`;
  return Number(simple[2]) ? `${base} + ${simple[2]} s` : base;
}

export function showNames(game) {
  const { event, site, date, round, board, white, black, time_control } = game.game;
  const players = [white || "White", black || "Black"];
  find("white").querySelector(".name").textContent = players[0];
  find("black").querySelector(".name").textContent = players[1];
  find("event").textContent = event || "Live game";
  const known = (text) => text && !/^[?.]+$/.test(text);
  find("details").replaceChildren(...[
    known(round) && `Round ${round}`,
    board > 0 && `Board ${board}`,
    known(site) && site,
    known(date) && date.replaceAll(".??", "").replaceAll(".", "-"),
    known(time_control) && tempo(time_control),
    game.mode,
  ].filter(Boolean).map((text) => element("span", text)));
  const last = game.moves.at(-1);
  const move = last ? `${last.number}${last.side === "white" ? "." : "…"} ${last.san} · ` : "";
  document.title = `${move}${players.join(" – ")}`;
}

function say(id, state, word) {
  const item = find(id);
  item.dataset.state = state;
  const place = item.querySelector(".word");
  if (place.textContent !== word) place.textContent = word;
}

const linkWords = { up: ["good", "connected"], down: ["bad", "disconnected"], unknown: ["none", "not seen yet"] };

export function showLinks(scene) {
  say("link-board", ...linkWords[scene.board]);
  say("link-clock", ...(scene.board === "down" ? ["none", "not heard"] : linkWords[scene.clock.link]));
  const problems = scene.health.problems;
  const journal = problems.some((problem) => problem.part === "journal");
  say("journal", journal ? "bad" : "good", journal ? "in trouble" : "recording");
}

// showNothingKnown takes back what was said of the links.
export function showNothingKnown() {
  for (const id of ["link-board", "link-clock", "journal"]) say(id, "none", "not known");
}

// alerts are the things that somebody should see to now.
export function alerts(scene) {
  const problems = scene.health.problems;
  const out = problems.map((problem) => problem.text);
  if (scene.board === "down" && !problems.some((problem) => problem.part === "board")) {
    out.unshift("The board is disconnected: its pieces are shown as they were last seen.");
  }
  return out;
}

// showAlerts leaves what is shown already alone, so that it is not read out anew.
export function showAlerts(texts) {
  const list = find("alerts");
  if (texts.join() === [...list.children].map((item) => item.textContent).join()) return;
  list.replaceChildren(...texts.map((text) => element("li", text)));
}

export function showNotices(game) {
  const box = find("notices");
  box.hidden = game.notices.length === 0;
  find("count").textContent = game.notices.length + game.unshown;
  find("notice-list").replaceChildren(...game.notices.toReversed().map((notice) => {
    const item = document.createElement("li");
    item.className = notice.level;
    item.append(element("strong", notice.code.replaceAll("-", " ")), ` ${notice.text}`);
    return item;
  }));
}

const papers = {
  report: "Report", scoresheet: "Scoresheet", reconstruction: "Position and clocks", repetition: "Repetition",
  "fifty-moves": "Fifty moves", "illegal-move": "Irregular moves", flag: "Flag",
};

// showPapers links to the papers of the game, in the language of who looks if
// there is one.
export function showPapers(game) {
  const list = find("papers");
  if (list.dataset.game === String(game.number)) return;
  list.dataset.game = game.number;
  list.hidden = game.number === 0;
  const lang = ["pt", "es"].find((l) => navigator.language.startsWith(l)) ?? "en";
  list.querySelector("nav").replaceChildren(...Object.entries(papers).map(([name, title]) =>
    Object.assign(element("a", title), { href: `/games/${game.number}/sheets/${name}.pdf?lang=${lang}` })));
}
