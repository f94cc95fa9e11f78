// The class behind <ask-user>. WebAssembly cannot subclass HTMLElement, so this short one does; everything else is in
// the widget that `create` makes for each element.

const attributes = ["url", "session", "receipts"];

/** Defines the element, unless the page has it already. */
export function define(create) {
  if (customElements.get("ask-user")) return;

  class AskUser extends HTMLElement {
    static observedAttributes = attributes;
    #widget = null;
    #token = null;

    constructor() {
      super();
      this.attachShadow({ mode: "open" });
      // A page may have set it before the element was defined.
      if (Object.hasOwn(this, "token")) {
        const token = this.token;
        delete this.token;
        this.token = token;
      }
    }

    connectedCallback() {
      this.#widget ??= create(this, this.shadowRoot);
      this.#configure();
    }

    disconnectedCallback() {
      // Moving an element disconnects and connects it in one go: only one that stays away is over.
      queueMicrotask(() => {
        if (this.isConnected || !this.#widget) return;
        this.#widget.stop();
        this.#widget.free();
        this.#widget = null;
      });
    }

    attributeChangedCallback() {
      this.#configure();
    }

    /** The token for the bridge: a property only, so that it never stands in the document. */
    get token() {
      return this.#token;
    }

    set token(token) {
      this.#token = token == null ? null : String(token);
      this.#configure();
    }

    /** Sends a frame of the page's own through the widget's connection; false if there is none. */
    send(frame) {
      return this.#widget?.send(JSON.stringify(frame)) ?? false;
    }

    #configure() {
      const [url, session, receipts] = attributes.map((name) => this.getAttribute(name) ?? undefined);
      this.#widget?.configure(url, session, this.#token ?? undefined, receipts);
    }
  }

  customElements.define("ask-user", AskUser);
}
