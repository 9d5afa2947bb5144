import { EnvironmentError } from "./core.js";
import { dirname, join } from "node:path";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// src/wiring/package-root.ts
function findPackageRoot() {
	const start = dirname(fileURLToPath(import.meta.url));
	let directory = start;
	while (!existsSync(join(directory, "action.yml"))) {
		const parent = dirname(directory);
		if (parent === directory) throw new EnvironmentError(`incomplete installation: no action.yml above ${start}`, "Run dist/cli.js from a complete checkout of warpgauge.");
		directory = parent;
	}
	return directory;
}

export { findPackageRoot };