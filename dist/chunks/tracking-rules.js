import { tracking } from "./judging.js";

// src/judging/baselines/tracking-rules.ts
function getTracking(config) {
	return config.tracking ?? tracking.parse({});
}
function buildTrackingRules(config) {
	const { metrics, minEffect, openWhen, settledAfter } = getTracking(config);
	return {
		metrics,
		minEffect: minEffect ?? config.comparison.minEffect,
		openWhen,
		settledAfter
	};
}

export { buildTrackingRules, getTracking };