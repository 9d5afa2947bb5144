import { join } from "node:path";

// src/wiring/cache-directory.ts
function chooseCacheDirectory(environment) {
	const home = environment["HOME"] ?? "/tmp";
	const root = environment["RUNNER_TOOL_CACHE"] ?? environment["XDG_CACHE_HOME"] ?? join(home, ".cache");
	return join(root, "warpgauge");
}
function chooseCaches(trust, workDirectory, environment) {
	const shared = chooseCacheDirectory(environment);
	if (trust === "trusted") return { cacheDirectory: shared };
	const own = { cacheDirectory: join(workDirectory, "cache") };
	return trust === "stranger" ? own : {
		...own,
		trustedCache: shared
	};
}

export { chooseCacheDirectory, chooseCaches };