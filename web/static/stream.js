// One stream of events from the recorder, opened again and again.

const patience = 12000; // the recorder speaks at least every 5 s
const pause = 3000;

// follow hands the events "sheet" and "scene" to the receiver, and tells it when
// the recorder was lost. The next "scene" says that it was found.
export function follow(url, receiver) {
  let source = null;
  let heard = 0;
  let again = 0;

  function open() {
    clearTimeout(again);
    source?.close();
    source = new EventSource(url);
    heard = performance.now();
    for (const name of ["sheet", "scene"]) {
      source.addEventListener(name, (event) => {
        heard = performance.now();
        receiver[name](JSON.parse(event.data));
      });
    }
    source.onerror = () => {
      receiver.lost();
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(again);
        again = setTimeout(open, pause); // it was refused: the browser will not try again
      }
    };
  }

  function listen() {
    if (performance.now() - heard > patience) {
      receiver.lost();
      open();
    }
  }

  open();
  setInterval(listen, 1000);
  document.addEventListener("visibilitychange", () => document.hidden || listen());
}
