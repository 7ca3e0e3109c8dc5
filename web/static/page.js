// The page: takes what the recorder sends and hands it to the parts that show
// it. It keeps nothing that the next event does not bring again.

import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { ScoreSheet } from "./sheet.js";
import { follow } from "./stream.js";
import { alerts, showAlerts, showLinks, showNames, showNothingKnown, showNotices, showPapers } from "./words.js";

const find = (id) => document.getElementById(id);

const board = new Board(find("board"));
const clocks = new Clocks(find("white"), find("black"));
const sheet = new ScoreSheet(find("scroll"), find("sheet"), find("result"), find("say"));

let version = null;

follow("view", {
  sheet(game) {
    showNames(game);
    sheet.show(game);
    showNotices(game);
    showPapers(game);
    board.mark(game.moves.at(-1));
  },
  scene(scene) {
    if (version !== null && version !== scene.version) {
      location.reload(); // another recorder answers: it may have another page
    }
    version = scene.version;
    board.show(scene.squares);
    clocks.show(scene);
    showLinks(scene);
    showAlerts(alerts(scene));
    board.dim(scene.board === "down");
  },
  lost() {
    showAlerts(["Connection to the recorder lost: what you see is old. Trying again …"]);
    showNothingKnown();
    board.dim(true);
    clocks.freeze();
  },
});
