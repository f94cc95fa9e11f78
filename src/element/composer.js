// Holds the chat's own input, which the attribute `composer` names, while an answer is waited for. Fetched when there is one;
// the Leptos component imports it too.

/** The inputs that are held, each by how many elements. */
const holders = new WeakMap();

/** The property that holds an element: an editor has nothing that could be disabled. */
const lockOf = (input) => ("disabled" in input ? "disabled" : "inert");

/** The composer of one element. */
export class Composer {
  #element;
  #onMissing;
  #isWaiting = false;
  /** The input that is held now. */
  #held = null;
  /** Follows the page meanwhile: the input may come, go, or be replaced. */
  #observer = null;

  /** `onMissing` is called with a sentence for the developer if there is no such input. */
  constructor(element, onMissing) {
    this.#element = element;
    this.#onMissing = onMissing;
  }

  /** Holds the input, or frees it. */
  set(isWaiting) {
    const element = this.#element;
    const hasBegun = isWaiting && !this.#isWaiting;
    this.#isWaiting = isWaiting;
    this.#observer?.disconnect();
    this.#observer = null;
    const id = isWaiting && element.getAttribute("composer");
    this.#hold(id);
    if (!id) return;
    this.#observer = new MutationObserver(() => this.#hold(id));
    this.#observer.observe(element.getRootNode(), { subtree: true, childList: true, attributeFilter: ["id"] });
    if (hasBegun && !this.#held && !this.#find(id)) {
      this.#onMissing(`There is no element with the id "${id}" to hold while an answer is waited for`);
    }
  }

  #find(id) {
    return this.#element.getRootNode().getElementById?.(id) ?? null;
  }

  /** Holds the input of this id, and frees the one that was held before; one that the page disabled stays so. */
  #hold(id) {
    const input = id ? this.#find(id) : null;
    if (input === this.#held) return;
    if (this.#held) {
      const others = holders.get(this.#held) - 1;
      holders.set(this.#held, others);
      if (others === 0) this.#held[lockOf(this.#held)] = false;
      this.#held = null;
    }
    const count = holders.get(input) ?? 0;
    if (input && (count > 0 || !input[lockOf(input)])) {
      holders.set(input, count + 1);
      input[lockOf(input)] = true;
      this.#held = input;
    }
  }
}
