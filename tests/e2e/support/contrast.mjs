// How well text can be read: measured, with everything that lies behind it.

/**
 * The worst of the texts of an element's shadow root that can be seen: those below `least`, and surfaces that are not opaque.
 * Runs in the page.
 */
export function unreadable({ host: selector, least }) {
  const root = document.querySelector(selector).shadowRoot;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  /** Red, green, blue from 0 to 255, and alpha from 0 to 1, of any colour that CSS can say. */
  const parts = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (front, back, share = 1) => {
    const alpha = front[3] * share;
    return [0, 1, 2].map((part) => front[part] * alpha + back[part] * (1 - alpha)).concat(1);
  };
  const luminance = (color) => {
    const [red, green, blue] = color.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [one, other].map(luminance).sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
  };
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  const page = parts("Canvas");
  /** What lies behind an element's text. */
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = parentOf(at)) layers.unshift(parts(getComputedStyle(at).backgroundColor));
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = scheme.includes("dark") && (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
    return layers.reduce((back, front) => over(front, back), isDark ? [18, 18, 18, 1] : page);
  };
  const opacity = (element) => {
    let share = 1;
    for (let at = element; at; at = parentOf(at)) share *= getComputedStyle(at).opacity;
    return share;
  };
  const found = [];
  for (const part of root.querySelectorAll("dialog[open], .bar:not([hidden]) > .bar-box")) {
    if (parts(getComputedStyle(part).backgroundColor)[3] < 1) found.push(`${part.className} can be seen through`);
  }
  const check = (element, pseudo, text) => {
    const back = ground(element);
    // Not there yet.
    if (opacity(element) === 0) return;
    const front = over(parts(getComputedStyle(element, pseudo).color), back, opacity(element));
    const ratio = contrast(front, back);
    if (ratio < least) found.push(`${ratio.toFixed(2)} .${element.className || element.localName}: ${text.slice(0, 40)}`);
  };
  let looked = 0;
  for (const element of root.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    if (!element.checkVisibility() || style.clipPath !== "none" || style.visibility !== "visible") continue;
    if (element.localName === "textarea") check(element, element.value ? null : "::placeholder", element.value || element.placeholder);
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (own.length === 0 || element.localName === "textarea") continue;
    looked += 1;
    check(element, null, own[0].data.trim());
  }
  return { found, looked };
}
