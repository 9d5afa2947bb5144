// src/domain/telemetry/sampling-interval.ts
const everyMs = 500;
const mostMs = 2e3;
const memoryMs = 250;
function chooseIntervalMs(monitor, gpus, keepsMemory = false) {
	if (monitor !== "nvml") return everyMs;
	return keepsMemory ? memoryMs : Math.min(mostMs, everyMs * Math.max(1, Math.ceil(gpus / 2)));
}

export { chooseIntervalMs };