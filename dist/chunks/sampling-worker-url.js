import { $ as getStopSignal, q as endProcess } from "./foundation.js";
import { Worker, isMainThread } from "node:worker_threads";
import { existsSync } from "node:fs";

// src/io/process/start-thread.ts
const running = /* @__PURE__ */ new Set();
function startThread(url, name, workerData) {
	const worker = new Worker(url, {
		workerData,
		execArgv: [],
		name,
		resourceLimits: {
			maxYoungGenerationSizeMb: 4,
			maxOldGenerationSizeMb: 256
		}
	});
	if (!isMainThread) return worker;
	running.add(worker);
	worker.once("exit", () => running.delete(worker));
	process.off("exit", leaveThreads);
	process.on("exit", leaveThreads);
	return worker;
}
function awaitMessage(worker, limitMs) {
	const { promise, resolve } = Promise.withResolvers();
	const giveUp = () => resolve(null);
	const timer = setTimeout(giveUp, limitMs);
	const stop = getStopSignal();
	stop?.addEventListener("abort", giveUp);
	worker.once("message", resolve);
	worker.once("exit", giveUp);
	return promise.finally(() => {
		clearTimeout(timer);
		stop?.removeEventListener("abort", giveUp);
	});
}
function abandonThread(worker) {
	worker.terminate();
	worker.unref();
}
function leaveThreads(code) {
	if (running.size > 0) endProcess(Number(process.exitCode ?? code));
}

// src/io/gpu/sampling/sampling-worker-url.ts
function getSamplingWorkerUrl() {
	const urls = [
		"./sampling-worker.ts",
		"./sampling-worker.js",
		"../sampling-worker.js"
	].map((place) => new URL(place, import.meta.url));
	const found = urls.find((url) => existsSync(url));
	if (!found) throw new Error(`the sampling thread is missing: ${urls.map((url) => url.pathname).join(", ")}`);
	return found;
}

export { startThread as i, abandonThread as n, awaitMessage as r, getSamplingWorkerUrl as t };