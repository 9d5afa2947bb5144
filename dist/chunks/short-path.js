import { relative } from "node:path";

// src/cli/short-path.ts
function shortenPath(path) {
	const near = relative(process.cwd(), path);
	return near === "" || near.startsWith("..") ? path : near;
}

export { shortenPath };