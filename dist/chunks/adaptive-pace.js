// src/io/gpu/sampling/adaptive-pace.ts
const slackMs = 25;
var AdaptivePace = class {
	#limits;
	#dueMs = Number.NEGATIVE_INFINITY;
	#isFirst = true;
	constructor(limits) {
		this.#limits = limits;
	}
	attempt(nowMs, operation) {
		if (nowMs < this.#dueMs) return;
		const start = process.threadCpuUsage();
		operation();
		const { user, system } = process.threadCpuUsage(start);
		const costMs = (user + system) / 1e3;
		const { everyMs, mostMs, share } = this.#limits;
		const pauseMs = this.#isFirst ? everyMs : Math.min(mostMs, Math.max(everyMs, costMs / share));
		this.#isFirst = false;
		this.#dueMs = nowMs + pauseMs - slackMs;
	}
};

export { AdaptivePace as t };