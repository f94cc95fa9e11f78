// What `cargo xtask test` hands over.

/** The value of an environment variable that the tests cannot do without. */
function needed(name, what) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must name ${what}; \`cargo xtask test --only e2e\` sets it.`);
  return value;
}

export const BRIDGE = needed("BRIDGE_BIN", "the bridge's binary");
export const DIST = needed("DIST", "the folder of the built page");
export const CHROME = needed("CHROME", "the Chromium to drive");
