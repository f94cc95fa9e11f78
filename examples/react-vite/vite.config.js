// The bridge under the page's own origin, as it would be in production.
export default { server: { proxy: { "/ws": { target: "ws://127.0.0.1:8787", ws: true } } } };
