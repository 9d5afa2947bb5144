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
		const start = process.threadCpuUsage();
		look();
		const { user, system } = process.threadCpuUsage(start);
		const costMs = (user + system) / 1e3;
		const { everyMs, mostMs, share } = this.#limits;
		this.#dueMs = nowMs + Math.min(mostMs, Math.max(everyMs, costMs / share)) - slackMs;
	}
};

export { SparingPace as t };