import { relative } from "node:path";

// src/cli/short-path.ts
function shortPath(path) {
	const near = relative(process.cwd(), path);
	return near === "" || near.startsWith("..") ? path : near;
}

export { shortPath as t };