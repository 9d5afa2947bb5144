import { openProcessStep } from "./chunks/action.js";
import { cancelOnSignals } from "./chunks/core.js";
import { runAction } from "./chunks/action-main.js";

// src/main.ts
async function main() {
	const { signal, release } = cancelOnSignals();
	try {
		await runAction(openProcessStep(), signal);
	} finally {
		release();
	}
}

// src/index.ts
await main();

export {  };