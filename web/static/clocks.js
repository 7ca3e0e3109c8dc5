// Both clocks. Between two reports the running one is counted down here, for as
// long as its reports can be expected to come.

// format writes milliseconds as a chess clock shows them: a begun second counts.
export function format(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const h = Math.floor(seconds / 3600);
  const m = Math.floor(seconds / 60) % 60;
  return h > 0 ? `${h}:${two(m)}:${two(seconds % 60)}` : `${m}:${two(seconds % 60)}`;
}

class Face {
  constructor(root) {
    this.root = root;
    this.time = root.querySelector(".time");
    this.word = root.querySelector(".word");
  }

  show(time, state, word) {
    if (this.time.textContent !== time) this.time.textContent = time;
    if (this.word.textContent !== word) this.word.textContent = word;
    this.root.dataset.state = state;
  }
}

export class Clocks {
  constructor(white, black) {
    this.faces = { white: new Face(white), black: new Face(black) };
    this.scene = null;
    this.came = 0; // when the clock said so
    this.frozen = true;
    setInterval(() => this.draw(), 100);
  }

  show(scene) {
    this.scene = scene;
    this.came = performance.now() - scene.age_ms;
    this.frozen = scene.board === "down" || scene.clock.link !== "up";
    this.draw();
  }

  // freeze shows the last report as what it is: no longer true.
  freeze() {
    this.frozen = true;
    this.draw();
  }

  draw() {
    if (!this.scene) return;
    const clock = this.scene.clock;
    for (const [side, face] of Object.entries(this.faces)) {
      if (!clock.known) {
        face.show("–:––", "none", clock.link === "up" ? "no time" : "no clock");
        continue;
      }
      const running = clock.running === side;
      let left = clock[`${side}_ms`];
      if (running && !this.frozen) left -= performance.now() - this.came;
      face.show(format(left), ...this.state(running, clock.running));
    }
  }

  state(running, who) {
    if (this.frozen) return ["lost", "no signal"];
    if (running) return ["running", "running"];
    return who === "none" ? ["stopped", "stopped"] : ["waiting", "waiting"];
  }
}
