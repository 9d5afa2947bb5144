import { openProcessStep } from "./action.js";
import { cancelOnSignals } from "./core.js";
import { runAction } from "./action-main.js";

// src/main.ts
async function main() {
	const { signal, release } = cancelOnSignals();
	try {
		await runAction(openProcessStep(), signal);
	} finally {
		release();
	}
}

export { main };