import { defaults } from "./proxy.js";

// src/io/github/octokit-proxy-fetch.ts
const proxyFetch = defaults.request?.fetch ?? globalThis.fetch;

export { proxyFetch };