import { diskFileStore } from "./foundation.js";
import { noiseFile, parseBaseline, parseNoise } from "./judging.js";
import { join, resolve } from "node:path";

// src/cli/baseline/baseline-store.ts
const maxFileBytes = 16777216;
async function readStore(directory) {
	const baselines = [];
	const noise = [];
	for (const testbed of await diskFileStore.list(resolve(directory))) for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
		if (!file.endsWith(".json")) continue;
		const path = join(directory, testbed, file);
		const text = await diskFileStore.readText(resolve(path), maxFileBytes);
		if (text === null) continue;
		if (file === "noise.json") noise.push({
			path,
			noise: parseNoise(text, path)
		});
		else baselines.push({
			path,
			baseline: parseBaseline(text, path)
		});
	}
	return {
		baselines,
		noise
	};
}
async function readNoise(directory, testbedId) {
	const path = join(directory, testbedId, noiseFile);
	const text = await diskFileStore.readText(resolve(path), maxFileBytes);
	return {
		path,
		noise: text === null ? null : parseNoise(text, path)
	};
}

export { readNoise, readStore };