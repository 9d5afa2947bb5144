import { join } from "node:path";

// src/wiring/cache-directory.ts
function cacheDirectoryOf(environment) {
	const home = environment["HOME"] ?? "/tmp";
	const root = environment["RUNNER_TOOL_CACHE"] ?? environment["XDG_CACHE_HOME"] ?? join(home, ".cache");
	return join(root, "warpgauge");
}

export { cacheDirectoryOf as t };