import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { existsSync } from "node:fs";

// src/wiring/package-root.ts
function packageRoot() {
	let directory = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(directory, "action.yml"))) {
		const parent = dirname(directory);
		if (parent === directory) throw new Error("the directory of warpgauge was not found: action.yml is missing");
		directory = parent;
	}
	return directory;
}

export { packageRoot as t };