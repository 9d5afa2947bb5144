import { ut as EnvironmentError } from "./foundation.js";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { existsSync } from "node:fs";

// src/wiring/package-root.ts
function findPackageRoot() {
	const start = dirname(fileURLToPath(import.meta.url));
	let directory = start;
	while (!existsSync(join(directory, "action.yml"))) {
		const parent = dirname(directory);
		if (parent === directory) throw new EnvironmentError(`warpgauge is not whole: no action.yml lies above ${start}`, "Run dist/cli.js from a whole checkout of warpgauge; its workflows and examples lie beside dist.");
		directory = parent;
	}
	return directory;
}

export { findPackageRoot as t };