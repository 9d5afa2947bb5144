import { performance } from "node:perf_hooks";

// src/io/gpu/sparing-pace.ts
const slackMs = 25;
var SparingPace = class {
	#limits;
	#dueMs = Number.NEGATIVE_INFINITY;
	constructor(limits) {
		this.#limits = limits;
	}
	attempt(nowMs, look) {
		if (nowMs < this.#dueMs) return;
		const start = performance.now();
		look();
		const costMs = performance.now() - start;
		const { everyMs, mostMs, share } = this.#limits;
		this.#dueMs = nowMs + Math.min(mostMs, Math.max(everyMs, costMs / share)) - slackMs;
	}
};

export { SparingPace as t };