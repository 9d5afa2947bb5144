import { sanitizeLine } from "./foundation.js";
import { createLineProgress } from "./measuring.js";
import { say } from "./version.js";

// src/cli/terminal-progress.ts
function createTerminalProgress() {
	let last = null;
	return {
		...createLineProgress(say),
		onStanding(sentence) {
			if (sentence !== last) say(`so far ${sanitizeLine(sentence)}`);
			last = sentence;
		}
	};
}

export { createTerminalProgress };