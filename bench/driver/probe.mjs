// Runs in the pages before their own scripts: notes when something was shown. All pages have the same.

/** `window.probe`: opens asks, and says when they and the keys were painted. */
export function addProbe() {
  const isInDialog = (target) => target.closest?.("ask-user, dialog, [role=dialog]");
  let hear = () => {};
  const notice = (event) => {
    // Moves of the focus within a shadow root are not heard outside of it.
    const root = event.target.shadowRoot;
    if (root && !root.isHeard) {
      root.isHeard = true;
      for (const name of ["focusin", "input"]) root.addEventListener(name, (event) => hear(event), true);
    }
    if (root || isInDialog(event.target)) hear(event);
  };
  addEventListener("focusin", notice, true);
  addEventListener("input", notice, true);

  /** The next event of this name in the dialog. */
  const next = (name) =>
    new Promise((resolve) => {
      hear = (event) => {
        if (event.type !== name) return;
        hear = () => {};
        resolve(performance.now());
      };
    });
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve(performance.now());
        };
        port2.postMessage(null);
      });
    });

  window.probe = {
    /** Times of the first question, since the navigation began. */
    first: next("focusin").then(async (focused) => ({ focused, painted: await painted() })),
    /** The text of the next frame; handed over before time is taken. */
    frame: "",
    result: null,
    /** Asks, and says how long it took to have the focus and to be painted. */
    async open() {
      const shown = next("focusin");
      const start = performance.now();
      this.result = window.bench.ask(this.frame);
      this.isOver = false;
      this.result.then(() => (this.isOver = true));
      const focused = await shown;
      return { focused: focused - start, painted: (await painted()) - start };
    },
    /** How long the next key takes, from the press to the screen; `name` is the event by which its effect shows. */
    async key(name) {
      const pressed = new Promise((resolve) => addEventListener("keydown", (event) => resolve(event.timeStamp), { capture: true, once: true }));
      await next(name);
      const end = await painted();
      return end - (await pressed);
    },
    painted,
  };
}

/** Remembers the memories of WebAssembly, which no heap of the browser's counts. Calls cost nothing more by this. */
export function noteMemories() {
  window.memories = [];
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const plain = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await plain.apply(WebAssembly, given);
      const { exports } = made.instance ?? made;
      if (exports) window.memories.push(...Object.values(exports).filter((value) => value instanceof WebAssembly.Memory));
      return made;
    };
  }
}

/** Clocks run faster, for very many asks in a row: the element waits half a second after each opening. */
export function hurry(haste) {
  const hasten = (clock) => {
    const [now, start] = [clock.now.bind(clock), clock.now()];
    clock.now = () => start + (now() - start) * haste;
  };
  hasten(performance);
  hasten(Date);
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (what, millis = 0, ...rest) => wait(what, millis / haste, ...rest);
}

/** Counts the calls from WebAssembly into JavaScript. It costs time, so only counts are taken meanwhile. */
export function countCalls() {
  window.calls = 0;
  const counted = (imports) =>
    Object.fromEntries(
      Object.entries(imports ?? {}).map(([module, names]) => [
        module,
        Object.fromEntries(
          Object.entries(names).map(([name, value]) => {
            if (typeof value !== "function") return [name, value];
            return [name, (...given) => (window.calls++, value(...given))];
          }),
        ),
      ]),
    );
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const plain = WebAssembly[name];
    WebAssembly[name] = (source, imports) => plain.call(WebAssembly, source, counted(imports));
  }
}

/** Nothing is fetched ahead of time. */
export function neverIdle() {
  window.requestIdleCallback = () => 0;
}
