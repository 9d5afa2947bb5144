// src/io/gpu/sampling/adaptive-pace.ts
const slackMs = 25;
function readThreadCpuMs() {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1e3;
}
var AdaptivePace = class {
	#limits;
	#readCpuMs;
	#dueMs = Number.NEGATIVE_INFINITY;
	#isFirst = true;
	constructor(limits, readCpuMs = readThreadCpuMs) {
		this.#limits = limits;
		this.#readCpuMs = readCpuMs;
	}
	attempt(nowMs, operation) {
		if (nowMs < this.#dueMs) return;
		const startMs = this.#readCpuMs();
		operation();
		const costMs = this.#readCpuMs() - startMs;
		const { everyMs, mostMs, share } = this.#limits;
		const pauseMs = this.#isFirst ? everyMs : Math.min(mostMs, Math.max(everyMs, costMs / share));
		this.#isFirst = false;
		this.#dueMs = nowMs + pauseMs - slackMs;
	}
};

export { AdaptivePace as t };