import { X as neutraliseLine, j as keepTool, ut as EnvironmentError } from "./foundation.js";
import { r as hostUse } from "./host-summary.js";
import { t as gpuUse } from "./telemetry-summary.js";
import { D as unknownSettings, E as unavailableReading, R as runTool, z as leaveOutReaped } from "./measuring.js";
import { t as clocksEventReasons } from "./gpu.js";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { basename } from "node:path";
import { existsSync } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

// src/io/gpu/sampling/sampling-window.ts
const defaultCloseLimitMs = 6e4;
var SamplingWindow = class {
	#worker;
	#request;
	#closeLimitMs;
	#closed = Promise.withResolvers();
	#startedMs = Date.now();
	#isEnded = false;
	#recording = null;
	constructor(worker, request, closeLimitMs = defaultCloseLimitMs) {
		this.#worker = worker;
		this.#request = request;
		this.#closeLimitMs = closeLimitMs;
		worker.on("message", (report) => this.#hear(report));
		worker.on("error", (error) => this.#end(() => this.#broken(`the GPU monitor failed: ${error.message}`)));
		worker.on("exit", (code) => this.#end(() => this.#broken(`the GPU monitor ended by itself with code ${code}`)));
	}
	follow(pid) {
		this.#tell({
			type: "follow",
			pid,
			timeMs: Date.now()
		});
	}
	ended() {
		this.#tell({
			type: "ended",
			timeMs: Date.now()
		});
	}
	stage(stage) {
		this.#tell({
			type: "stage",
			stage
		});
	}
	push(readings) {
		this.#tell({
			type: "push",
			readings
		});
	}
	report(problem) {
		this.#tell({
			type: "problem",
			problem
		});
	}
	async close() {
		return (await this.#finish()).summary;
	}
	async use(span) {
		return (await this.#finish()).tracks.map((track) => gpuUse(track, span));
	}
	async hostUse(span) {
		const { host } = await this.#finish();
		return host && hostUse(host, span);
	}
	async [Symbol.asyncDispose]() {
		await this.close();
	}
	#finish() {
		this.#recording ??= this.#askToClose();
		return this.#recording;
	}
	async #askToClose() {
		this.#worker.ref();
		this.#tell({ type: "close" });
		const seconds = this.#closeLimitMs / 1e3;
		const timer = setTimeout(() => this.#end(() => this.#broken(`the GPU monitor did not answer within ${seconds} s`)), this.#closeLimitMs);
		try {
			return (await this.#closed.promise)();
		} finally {
			clearTimeout(timer);
			this.#worker.unref();
			this.#worker.terminate();
		}
	}
	#tell(command) {
		if (!this.#isEnded) this.#worker.postMessage(command);
	}
	#hear(report) {
		if (report.type === "opened") this.#startedMs = report.startedMs;
		else this.#end(() => report.recording);
	}
	#end(recording) {
		this.#isEnded = true;
		this.#closed.resolve(recording);
	}
	#broken(problem) {
		const { monitor, intervalMs, gpus, logPath } = this.#request;
		const endedMs = Math.max(Date.now(), this.#startedMs);
		const due = Math.floor((endedMs - this.#startedMs) / intervalMs) * gpus.length;
		const logFile = existsSync(logPath) ? basename(logPath) : null;
		const counts = {
			samples: 0,
			lateSamples: 0,
			lostSamples: due,
			longestGapMs: null
		};
		const seen = {
			gpus: [],
			host: null,
			events: [],
			foreignProcesses: [],
			overheadCpuShare: null
		};
		const times = {
			startedMs: this.#startedMs,
			endedMs
		};
		const files = {
			logFile,
			hdf5File: null
		};
		return {
			summary: {
				monitor,
				intervalMs,
				...times,
				...counts,
				...seen,
				...files,
				problems: [problem]
			},
			tracks: [],
			host: null
		};
	}
};

// src/io/gpu/sampling/sampling-worker-url.ts
function samplingWorkerUrl() {
	const urls = [
		"./sampling-worker.ts",
		"./sampling-worker.js",
		"../sampling-worker.js"
	].map((place) => new URL(place, import.meta.url));
	const found = urls.find((url) => existsSync(url));
	if (!found) throw new Error(`the sampling thread is missing: ${urls.map((url) => url.pathname).join(", ")}`);
	return found;
}

// src/io/gpu/sampling/open-sampling-window.ts
const defaultOpenLimitMs = 2e4;
async function openSamplingWindow(request, limits = {}) {
	const full = {
		...request,
		ownPid: process.pid
	};
	const worker = new Worker(samplingWorkerUrl(), {
		workerData: full,
		execArgv: [],
		name: "warpgauge-sampling",
		resourceLimits: {
			maxYoungGenerationSizeMb: 4,
			maxOldGenerationSizeMb: 256
		}
	});
	const window = new SamplingWindow(worker, full, limits.closeLimitMs);
	await opening(worker, limits.openLimitMs ?? defaultOpenLimitMs);
	worker.unref();
	return window;
}
function opening(worker, limitMs) {
	const { promise, resolve } = Promise.withResolvers();
	const timer = setTimeout(resolve, limitMs);
	worker.once("message", () => resolve());
	worker.once("exit", () => resolve());
	return promise.finally(() => clearTimeout(timer));
}

// src/io/gpu/no-monitor.ts
var NoMonitor = class {
	kind = "none";
	hasCounters = false;
	reason;
	#runId;
	constructor(reason, runId) {
		this.reason = reason;
		this.#runId = runId;
	}
	async identify() {
		return [];
	}
	async processes() {
		return null;
	}
	latest() {
		return [];
	}
	async open(options) {
		const request = {
			...options,
			gpus: [],
			source: { kind: "pushed" },
			monitor: this.kind,
			runId: this.#runId
		};
		const window = await openSamplingWindow(request);
		window.report(`GPU figures are unavailable: ${this.reason}`);
		return window;
	}
	async [Symbol.asyncDispose]() {}
};

// src/io/gpu/nvml/nvml-monitor.ts
var NvmlMonitor = class {
	kind = "nvml";
	reason = null;
	hasCounters = true;
	#options;
	constructor(options) {
		this.#options = options;
	}
	async identify() {
		return this.#options.source.identify();
	}
	async processes(gpus) {
		return this.#options.source.processes(gpus);
	}
	latest(gpus) {
		return this.#options.source.read(gpus, Date.now());
	}
	open(options) {
		const { libraryPath, runId } = this.#options;
		return openSamplingWindow({
			...options,
			source: {
				kind: "nvml",
				libraryPath
			},
			monitor: this.kind,
			runId
		});
	}
	async [Symbol.asyncDispose]() {
		this.#options.source[Symbol.dispose]();
	}
};

// src/domain/core/tool-json.ts
const maxAttempts = 5;
function jsonIn(text) {
	const end = Math.max(text.lastIndexOf("]"), text.lastIndexOf("}")) + 1;
	const starts = [...text.matchAll(/^\s*[[{]/gm)].map(({ index }) => index);
	for (const start of starts.slice(0, maxAttempts)) try {
		return JSON.parse(text.slice(start, end));
	} catch {}
}
function at(value, ...keys) {
	let current = value;
	for (const key of keys) {
		if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return void 0;
		current = current[key];
	}
	return current;
}
function textOf(value) {
	return typeof value === "string" && value !== "" && !/^N\/A\b/i.test(value) ? value : null;
}
function numberOf(value) {
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (typeof value === "string") return numberInText(value);
	const inner = at(value, "value");
	return typeof inner === "number" || typeof inner === "string" ? numberOf(inner) : null;
}
function numberInText(text) {
	const digits = /^\(?(-?\d+(?:\.\d+)?) ?(?:[a-z%°]+)?\)?$/i.exec(text.trim())?.[1];
	return digits === void 0 ? null : Number(digits);
}

// src/domain/telemetry/amd-smi-json.ts
const bytesPerMegabyte = 1048576;
function parseAmdReadings(text, timeMs) {
	const entries = entriesOf(jsonIn(text));
	return entries && entries.flatMap((entry) => readingOf$1(entry, timeMs) ?? []);
}
function readingOf$1(entry, timeMs) {
	const gpu = at(entry, "gpu");
	if (typeof gpu !== "number") return null;
	const number = (...keys) => numberOf(at(entry, ...keys));
	return {
		...unavailableReading(gpu, timeMs),
		utilizationPercent: number("usage", "gfx_activity"),
		memoryUsedBytes: megabytes(number("mem_usage", "used_vram")),
		memoryTotalBytes: megabytes(number("mem_usage", "total_vram")),
		powerWatts: number("power", "socket_power") ?? number("power", "average_socket_power"),
		smClockMhz: number("clock", "gfx_0", "clk") ?? number("clock", "gfx", "cur_clk"),
		memoryClockMhz: number("clock", "mem_0", "clk") ?? number("clock", "mem", "cur_clk"),
		temperatureCelsius: number("temperature", "hotspot") ?? number("temperature", "edge"),
		eccErrors: number("ecc", "total_uncorrectable_count")
	};
}
function parseAmdIdentities(list, details) {
	const facts = entriesOf(jsonIn(details)) ?? [];
	return (entriesOf(jsonIn(list)) ?? []).flatMap((entry) => {
		const gpu = at(entry, "gpu");
		if (typeof gpu !== "number") return [];
		return [identityOf$1(gpu, entry, facts.find((fact) => at(fact, "gpu") === gpu))];
	});
}
function identityOf$1(index, entry, facts) {
	const limit = numberOf(at(facts, "limit", "socket_power")) ?? numberOf(at(facts, "limit", "ppt0", "socket_power_limit"));
	return {
		index,
		uuid: textOf(at(entry, "uuid")) ?? `index-${index}`,
		pciBusId: textOf(at(entry, "bdf")),
		model: textOf(at(facts, "asic", "market_name")) ?? "unknown AMD GPU",
		memoryBytes: megabytes(numberOf(at(facts, "vram", "size"))),
		settings: {
			...unknownSettings,
			powerLimitWatts: limit
		},
		migSlices: []
	};
}
function parseAmdProcesses(text) {
	const entries = entriesOf(jsonIn(text));
	return entries && entries.flatMap((entry) => {
		const gpu = at(entry, "gpu");
		const list = at(entry, "process_list");
		if (typeof gpu !== "number" || !Array.isArray(list)) return [];
		return list.flatMap((item) => processOf(gpu, at(item, "process_info")) ?? []);
	});
}
function processOf(gpu, info) {
	const pid = at(info, "pid");
	if (typeof pid !== "number") return null;
	return {
		gpu,
		pid,
		name: textOf(at(info, "name")),
		memoryBytes: numberOf(at(info, "memory_usage", "vram_mem")) ?? numberOf(at(info, "mem_usage"))
	};
}
function entriesOf(value) {
	const list = Array.isArray(value) ? value : at(value, "gpu_data");
	return Array.isArray(list) ? list : null;
}
function megabytes(amount) {
	return amount === null ? null : amount * bytesPerMegabyte;
}

// src/domain/telemetry/nvidia-smi-csv.ts
const readingFields = [
	["index"],
	["timestamp"],
	["utilization.gpu"],
	["memory.used"],
	["memory.total"],
	["power.draw.instant", "power.draw"],
	["clocks.sm"],
	["clocks.mem"],
	["temperature.gpu"],
	["clocks_event_reasons.active", "clocks_throttle_reasons.active"],
	["ecc.errors.uncorrected.volatile.total"],
	["retired_pages.sbe"],
	["retired_pages.dbe"]
];
function knownFields(fields, unknown) {
	return fields.flatMap((names) => names.find((name) => !unknown.has(name)) ?? []);
}
function refusedField(text) {
	return /Field "([^"]+)" is not a valid field/i.exec(text)?.[1] ?? null;
}
const bytesPerMebibyte = 1048576;
const quarterHourMs = 9e5;
function parseReadingLine(line, fields, arrivedMs) {
	const values = line.split(",").map((value) => value.trim());
	const index = Number(values[fields.indexOf("index")] || NaN);
	if (values.length !== fields.length || !Number.isInteger(index) || index < 0) return null;
	const text = (...names) => values[fields.findIndex((name) => names.includes(name))] ?? "";
	const amount = (...names) => amountOf(text(...names));
	return {
		...unavailableReading(index, stampMs(text("timestamp"), arrivedMs)),
		utilizationPercent: amount("utilization.gpu"),
		memoryUsedBytes: mebibytes(amount("memory.used")),
		memoryTotalBytes: mebibytes(amount("memory.total")),
		powerWatts: amount("power.draw.instant", "power.draw"),
		smClockMhz: amount("clocks.sm"),
		memoryClockMhz: amount("clocks.mem"),
		temperatureCelsius: amount("temperature.gpu"),
		clocksEventReasons: reasonsOf(text("clocks_event_reasons.active", "clocks_throttle_reasons.active")),
		eccErrors: amount("ecc.errors.uncorrected.volatile.total"),
		retiredPages: sumOf(amount("retired_pages.sbe"), amount("retired_pages.dbe"))
	};
}
function parseComputeApps(csv) {
	return csv.split("\n").flatMap((line) => {
		const [gpuUuid, pid, ...rest] = line.split(",").map((value) => value.trim());
		if (!gpuUuid || !pid || !/^\d+$/.test(pid) || rest.length < 2) return [];
		const name = rest.slice(0, -1).join(", ");
		const memoryBytes = mebibytes(amountOf(rest.at(-1) ?? ""));
		return [{
			gpuUuid,
			pid: Number(pid),
			name: isTold(name) ? name : null,
			memoryBytes
		}];
	});
}
function isTold(value) {
	return value !== "" && !/^\[|^N\/A$|^ERR!|^Unknown Error$|^Not Supported$/i.test(value);
}
function amountOf(value) {
	const text = isTold(value) ? /^-?\d+(?:\.\d+)?(?=$|\s|%)/.exec(value)?.[0] ?? null : null;
	return text === null ? null : Number(text);
}
function mebibytes(amount) {
	return amount === null ? null : amount * bytesPerMebibyte;
}
function reasonsOf(mask) {
	if (!/^0x[\da-f]+$/i.test(mask)) return null;
	const bits = BigInt(mask);
	return clocksEventReasons.filter((_, bit) => (bits >> BigInt(bit) & 1n) === 1n);
}
function sumOf(one, other) {
	return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
function stampMs(stamp, arrivedMs) {
	const parts = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/.exec(stamp)?.slice(1).map(Number);
	if (!parts) return arrivedMs;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = parts;
	const asUtcMs = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
	return asUtcMs - Math.round((asUtcMs - arrivedMs) / quarterHourMs) * quarterHourMs;
}

// src/domain/telemetry/nvidia-smi-identity.ts
const identityFields = [
	["index"],
	["uuid"],
	["pci.bus_id"],
	["memory.total"],
	["power.limit"],
	["persistence_mode"],
	["ecc.mode.current"],
	["mig.mode.current"],
	["clocks.max.sm"],
	["clocks.applications.graphics"],
	["clocks.default_applications.graphics"],
	["name"]
];
function parseIdentities(csv, fields) {
	return csv.split("\n").flatMap((line) => {
		const values = line.split(",").map((value) => value.trim());
		if (values.length < fields.length || !/^\d+$/.test(values[fields.indexOf("index")] ?? "")) return [];
		const last = fields.length - 1;
		return [identityOf(fields, [...values.slice(0, last), values.slice(last).join(", ")])];
	});
}
function identityOf(fields, values) {
	const text = (name) => values[fields.indexOf(name)] ?? "";
	const amount = (name) => amountOf(text(name));
	const applicationsClock = amount("clocks.applications.graphics");
	const isLocked = applicationsClock !== null && applicationsClock !== amount("clocks.default_applications.graphics");
	return {
		index: Number(text("index")),
		uuid: isTold(text("uuid")) ? text("uuid") : `index-${text("index")}`,
		pciBusId: isTold(text("pci.bus_id")) ? text("pci.bus_id") : null,
		model: isTold(text("name")) ? text("name") : "unknown GPU",
		memoryBytes: mebibytes(amount("memory.total")),
		settings: {
			powerLimitWatts: amount("power.limit"),
			isPersistent: switchOf(text("persistence_mode")),
			isEccOn: switchOf(text("ecc.mode.current")),
			isMigOn: switchOf(text("mig.mode.current")),
			maxSmClockMhz: amount("clocks.max.sm"),
			lockedSmClockMhz: isLocked ? applicationsClock : null
		},
		migSlices: []
	};
}
function switchOf(value) {
	if (/^enabled$/i.test(value)) return true;
	return /^disabled$/i.test(value) ? false : null;
}
function parseMigSlices(text) {
	const slices = /* @__PURE__ */ new Map();
	let current = [];
	for (const line of text.split("\n")) {
		const gpu = /^GPU \d+:.*\(UUID: (GPU-[^)]+)\)/.exec(line)?.[1];
		if (gpu) slices.set(gpu, current = []);
		const [, profile, uuid] = /^\s+MIG (\S+)\s+Device\s+\d+: \(UUID: (MIG-[^)]+)\)/.exec(line) ?? [];
		if (uuid) current.push({
			uuid,
			profile: profile ?? null,
			memoryBytes: null
		});
	}
	return slices;
}

// src/domain/telemetry/rocm-smi-json.ts
function parseRocmReadings(text, timeMs) {
	const cards = cardsOf(text);
	return cards && cards.map(({ gpu, field }) => readingOf(gpu, field, timeMs));
}
function readingOf(gpu, field, timeMs) {
	const number = (name) => numberOf(field(name));
	return {
		...unavailableReading(gpu, timeMs),
		utilizationPercent: number(/^GPU use \(%\)$/i),
		memoryUsedBytes: number(/^VRAM Total Used Memory \(B\)$/i),
		memoryTotalBytes: number(/^VRAM Total Memory \(B\)$/i),
		powerWatts: number(/^(?:Average|Current Socket) Graphics Package Power \(W\)$/i),
		smClockMhz: number(/^sclk clock speed:?$/i),
		memoryClockMhz: number(/^mclk clock speed:?$/i),
		temperatureCelsius: number(/^Temperature \(Sensor junction\)/i) ?? number(/^Temperature \(Sensor edge\)/i)
	};
}
function parseRocmIdentities(text) {
	return (cardsOf(text) ?? []).map(({ gpu, field }) => ({
		index: gpu,
		uuid: textOf(field(/^Unique ID$/i))?.replace(/^0x/i, "GPU-") ?? `index-${gpu}`,
		pciBusId: textOf(field(/^PCI Bus$/i)),
		model: textOf(field(/^Card series$/i)) ?? textOf(field(/^Device Name$/i)) ?? "unknown AMD GPU",
		memoryBytes: numberOf(field(/^VRAM Total Memory \(B\)$/i)),
		settings: {
			...unknownSettings,
			powerLimitWatts: numberOf(field(/^Max Graphics Package Power \(W\)$/i))
		},
		migSlices: []
	}));
}
function cardsOf(text) {
	const root = jsonIn(text);
	if (typeof root !== "object" || root === null || Array.isArray(root)) return null;
	return Object.entries(root).flatMap(([key, card]) => {
		const gpu = /^card(\d+)$/.exec(key)?.[1];
		if (gpu === void 0 || typeof card !== "object" || card === null) return [];
		const fields = Object.entries(card);
		return [{
			gpu: Number(gpu),
			field: (name) => fields.find(([label]) => name.test(label))?.[1]
		}];
	});
}

// src/io/gpu/smi/explain-tool-answer.ts
function explainToolAnswer(program, answer, timeoutMs) {
	switch (answer.status) {
		case "absent": return `${program} was not found on PATH`;
		case "hung": return `${program} gave no answer within ${timeoutMs / 1e3} s; the driver may hang`;
		case "failed": return `${program} failed: ${neutraliseLine(answer.text.trim().replaceAll(/\s+/g, " ")).slice(2, 300)}`;
		default: return answer;
	}
}

// src/io/gpu/smi/smi-stream.ts
const defaultStartLimitMs = 1e4;

// src/io/gpu/smi/polled-stream.ts
const failuresBeforeGivingUp = 3;
const closeLimitMs$1 = 1e3;
function openPolledStream(tool, options) {
	const controller = new AbortController();
	const running = poll(tool, options, controller.signal);
	return {
		[Symbol.dispose]: () => controller.abort(),
		close: async () => {
			controller.abort();
			await Promise.race([running, setTimeout$1(closeLimitMs$1, void 0, { ref: false })]);
		}
	};
}
async function poll(tool, options, signal) {
	const { intervalMs, startLimitMs = defaultStartLimitMs } = options;
	const startedAt = performance.now();
	const timeoutMs = Math.max(startLimitMs, 10 * intervalMs);
	let argumentLists = tool.argumentLists;
	for (let failures = 0; !signal.aborted && failures < failuresBeforeGivingUp;) {
		const [args = [], ...others] = argumentLists;
		const answer = await runTool(tool.program, args, {
			env: options.env,
			timeoutMs
		});
		if (signal.aborted) return;
		const problem = deliver(tool, options, {
			answer,
			timeoutMs
		});
		if (problem === null) {
			failures = 0;
			argumentLists = [args];
		} else if (answer.status === "failed" && others.length > 0) {
			argumentLists = others;
			continue;
		} else {
			failures += 1;
			options.onProblem(failures < failuresBeforeGivingUp ? problem : `${problem}; no further readings`);
		}
		const restMs = startedAt + (Math.floor((performance.now() - startedAt) / intervalMs) + 1) * intervalMs - performance.now();
		await setTimeout$1(Math.max(0, restMs), void 0, { signal }).catch(() => void 0);
	}
}
function deliver(tool, { gpus, onReadings }, { answer, timeoutMs }) {
	if (answer.status !== "answered") return explainToolAnswer(tool.program, answer, timeoutMs);
	const readings = tool.parse(answer.text, Date.now())?.filter(({ gpu }) => gpus.includes(gpu));
	if (!readings) return `${tool.program} answered with something other than its JSON`;
	if (readings.length === 0) return `${tool.program} says nothing of GPU ${gpus.join(", ")}`;
	onReadings(readings);
	return null;
}

// src/io/gpu/smi/amd-smi-stream.ts
function openAmdSmiStream(options) {
	return openPolledStream({
		program: "amd-smi",
		argumentLists: [[
			"metric",
			...[
				"--usage",
				"--power",
				"--clock",
				"--temperature",
				"--mem-usage",
				"--ecc"
			],
			"--json"
		], ["metric", "--json"]],
		parse: parseAmdReadings
	}, options);
}

// src/io/gpu/sampling/reading-ticks.ts
function joinIntoTicks(gpus, onTick) {
	let tick = [];
	const flush = () => {
		if (tick.length > 0) onTick(tick);
		tick = [];
	};
	return {
		add(reading) {
			if (!gpus.includes(reading.gpu)) return;
			if (tick.some(({ gpu }) => gpu === reading.gpu)) flush();
			tick.push(reading);
			if (tick.length === gpus.length) flush();
		},
		flush
	};
}

// src/io/gpu/smi/silence-watch.ts
function watchSilence(firstLimitMs, onSilence) {
	let heardAt = performance.now();
	let limitMs = firstLimitMs;
	let immediate;
	let timer = setTimeout(checkAfterReading, limitMs);
	function checkAfterReading() {
		immediate = setImmediate(() => {
			const restMs = heardAt + limitMs - performance.now();
			if (restMs <= 0) onSilence(performance.now() - heardAt);
			else timer = setTimeout(checkAfterReading, Math.ceil(restMs));
		});
	}
	return {
		heard(nextLimitMs) {
			heardAt = performance.now();
			limitMs = nextLimitMs;
		},
		[Symbol.dispose]() {
			clearTimeout(timer);
			clearImmediate(immediate);
		}
	};
}

// src/io/gpu/smi/nvidia-smi-stream.ts
const closeLimitMs = 1e3;
function openNvidiaSmiStream(options) {
	return new NvidiaSmiStream(options);
}
var NvidiaSmiStream = class {
	#options;
	#unknownFields = /* @__PURE__ */ new Set();
	#ticks;
	#child = null;
	#watch = null;
	#mayRestart = true;
	#isClosed = false;
	constructor(options) {
		this.#options = options;
		this.#ticks = joinIntoTicks(options.gpus, options.onReadings);
		this.#start();
	}
	[Symbol.dispose]() {
		this.#isClosed = true;
		this.#watch?.[Symbol.dispose]();
		endChild(this.#child);
	}
	async close() {
		const child = this.#child;
		const isGone = child === null || child.exitCode !== null || child.signalCode !== null;
		const { promise, resolve } = Promise.withResolvers();
		const timer = setTimeout(resolve, closeLimitMs);
		if (isGone) resolve();
		else child.once("exit", () => resolve());
		this[Symbol.dispose]();
		await promise;
		clearTimeout(timer);
	}
	#start() {
		const { env, gpus, intervalMs, startLimitMs = defaultStartLimitMs } = this.#options;
		const fields = knownFields(readingFields, this.#unknownFields);
		const args = [
			`--query-gpu=${fields.join(",")}`,
			"--format=csv,noheader,nounits",
			`--id=${gpus.join(",")}`
		];
		const child = spawn("nvidia-smi", [...args, `--loop-ms=${intervalMs}`], {
			env: { ...env },
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			],
			detached: true
		});
		keepTool(child.pid);
		const silenceMs = 10 * intervalMs;
		this.#child = child;
		this.#watch = watchSilence(Math.max(startLimitMs, silenceMs), (silentMs) => {
			endChild(child);
			this.#ended(child, `nvidia-smi said nothing for ${Math.round(silentMs)} ms; the driver may hang`, "");
		});
		let remarks = "";
		const onLine = (line) => {
			const reading = parseReadingLine(line, fields, Date.now());
			if (this.#child !== child) return;
			if (reading === null) remarks = `${remarks}${line}\n`.slice(-4e3);
			else {
				this.#watch?.heard(silenceMs);
				this.#ticks.add(reading);
			}
		};
		child.stdout.on("data", splitIntoLines(onLine));
		child.stderr.on("data", splitIntoLines(onLine));
		child.once("exit", leaveOutReaped);
		child.once("error", (error) => this.#ended(child, `nvidia-smi could not be started: ${error.message}`, remarks));
		child.once("close", (code, signal) => {
			const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
			this.#ended(child, `nvidia-smi ${how}`, remarks);
		});
	}
	#ended(child, what, remarks) {
		if (this.#isClosed || this.#child !== child) return;
		this.#child = null;
		this.#watch?.[Symbol.dispose]();
		this.#ticks.flush();
		const refused = refusedField(remarks);
		if (refused !== null && !this.#unknownFields.has(refused)) {
			this.#unknownFields.add(refused);
			return this.#start();
		}
		const said = neutraliseLine(remarks.trim().replaceAll(/\s+/g, " ")).slice(2, 300);
		const problem = said === "" ? what : `${what}: ${said}`;
		this.#options.onProblem(this.#mayRestart ? `${problem}; it was started again` : `${problem}; no further readings`);
		if (!this.#mayRestart) return;
		this.#mayRestart = false;
		this.#start();
	}
};
function endChild(child) {
	child?.kill("SIGKILL");
	child?.stdout?.destroy();
	child?.stderr?.destroy();
	child?.unref();
}
function splitIntoLines(onLine) {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	return (chunk) => {
		const lines = (rest + decoder.write(chunk)).split(/\r?\n/);
		rest = (lines.pop() ?? "").slice(-4e3);
		for (const line of lines) if (line.trim() !== "") onLine(line);
	};
}

// src/io/gpu/smi/rocm-smi-stream.ts
function openRocmSmiStream(options) {
	return openPolledStream({
		program: "rocm-smi",
		argumentLists: [[...[
			"--showuse",
			"--showmeminfo",
			"vram",
			"--showpower",
			"--showtemp",
			"--showclocks"
		], "--json"]],
		parse: parseRocmReadings
	}, options);
}

// src/io/gpu/smi/smi-tools.ts
const timeoutMs = 1e4;
const csv = "--format=csv,noheader,nounits";
const nvidiaSmi = {
	program: "nvidia-smi",
	async identify(env) {
		const gpus = await queryIdentities(env, /* @__PURE__ */ new Set());
		if (!gpus.some(({ settings }) => settings.isMigOn)) return gpus;
		const slices = parseMigSlices(await ask("nvidia-smi", ["-L"], env));
		return gpus.map((gpu) => ({
			...gpu,
			migSlices: slices.get(gpu.uuid) ?? []
		}));
	},
	async processes(env, gpus) {
		const answer = await runTool("nvidia-smi", ["--query-compute-apps=gpu_uuid,pid,process_name,used_memory", csv], {
			env,
			timeoutMs
		});
		if (answer.status !== "answered") return null;
		return parseComputeApps(answer.text).flatMap(({ gpuUuid, ...found }) => {
			const gpu = gpus.find(({ uuid }) => uuid === gpuUuid)?.index;
			return gpu === void 0 ? [] : [{
				gpu,
				...found
			}];
		});
	},
	open: openNvidiaSmiStream
};
const amdSmi = {
	program: "amd-smi",
	async identify(env) {
		const list = await ask("amd-smi", ["list", "--json"], env);
		const details = await runTool("amd-smi", ["static", "--json"], {
			env,
			timeoutMs
		});
		return parseAmdIdentities(list, details.status === "answered" ? details.text : "");
	},
	async processes(env, gpus) {
		const answer = await runTool("amd-smi", ["process", "--json"], {
			env,
			timeoutMs
		});
		const found = answer.status === "answered" ? parseAmdProcesses(answer.text) : null;
		return found && found.filter(({ gpu }) => gpus.some(({ index }) => index === gpu));
	},
	open: openAmdSmiStream
};
const rocmSmi = {
	program: "rocm-smi",
	async identify(env) {
		return parseRocmIdentities(await ask("rocm-smi", [...[
			"--showproductname",
			"--showuniqueid",
			"--showbus",
			"--showmeminfo",
			"vram",
			"--showmaxpower"
		], "--json"], env));
	},
	processes: async () => null,
	open: openRocmSmiStream
};
const smiTools = {
	"nvidia-smi": nvidiaSmi,
	"amd-smi": amdSmi,
	"rocm-smi": rocmSmi
};
async function queryIdentities(env, unknown) {
	const fields = knownFields(identityFields, unknown);
	const answer = await runTool("nvidia-smi", [`--query-gpu=${fields.join(",")}`, csv], {
		env,
		timeoutMs
	});
	if (answer.status === "answered") return parseIdentities(answer.text, fields);
	const refused = answer.status === "failed" ? refusedField(answer.text) : null;
	if (refused === null || unknown.has(refused)) throw unanswered("nvidia-smi", answer);
	return queryIdentities(env, /* @__PURE__ */ new Set([...unknown, refused]));
}
async function ask(program, args, env) {
	const answer = await runTool(program, args, {
		env,
		timeoutMs
	});
	if (answer.status === "answered") return answer.text;
	throw unanswered(program, answer);
}
function unanswered(program, answer) {
	const hint = answer.status === "absent" ? `Install ${program} with the driver and put it on PATH, or choose another monitor.` : `Run ${program} by hand and look into dmesg; a driver that hangs needs a restart of the machine.`;
	return new EnvironmentError(explainToolAnswer(program, answer, timeoutMs), hint);
}

// src/io/gpu/sampling/process-poll.ts
const everyMs = 2e3;
const firstMs = 1e3;
const soonMs = 200;
function pollProcesses(ask) {
	const controller = new AbortController();
	let found = null;
	const pause = (ms) => setTimeout$1(ms, void 0, {
		signal: controller.signal,
		ref: false
	}).catch(() => void 0);
	const look = async () => {
		found = await ask() ?? found;
	};
	const poll = async () => {
		for (let pauseMs = firstMs; !controller.signal.aborted; pauseMs = everyMs) {
			await look();
			await pause(pauseMs);
		}
	};
	const lookAfter = async (ms) => {
		await pause(ms);
		if (!controller.signal.aborted) await look();
	};
	poll();
	return {
		attach(readings) {
			const processes = found;
			found = null;
			if (processes === null) return readings;
			return readings.map((reading) => ({
				...reading,
				processes: processes.filter(({ gpu }) => gpu === reading.gpu)
			}));
		},
		lookSoon: () => void lookAfter(soonMs),
		[Symbol.dispose]: () => controller.abort()
	};
}

// src/io/gpu/smi/tool-monitor.ts
var ToolMonitor = class {
	kind;
	reason;
	hasCounters = false;
	#options;
	#latest = /* @__PURE__ */ new Map();
	constructor(options) {
		this.kind = options.kind;
		this.reason = options.reason;
		this.#options = options;
	}
	async identify() {
		return this.#options.gpus;
	}
	async processes(gpus) {
		const { tool, env, gpus: known } = this.#options;
		const found = await tool.processes(env, known);
		return found && found.filter(({ gpu }) => gpus.includes(gpu));
	}
	latest(gpus) {
		return gpus.flatMap((gpu) => this.#latest.get(gpu) ?? []);
	}
	async open(options) {
		const { tool, env, runId } = this.#options;
		let news = Promise.withResolvers();
		const problems = [];
		let window = null;
		const poll = pollProcesses(() => this.processes(options.gpus));
		const stream = tool.open({
			env,
			gpus: options.gpus,
			intervalMs: options.intervalMs,
			onReadings: (readings) => {
				for (const reading of readings) this.#latest.set(reading.gpu, reading);
				window?.push(poll.attach(readings));
				news.resolve();
			},
			onProblem: (problem) => {
				if (window) window.report(problem);
				else problems.push(problem);
				news.resolve();
			}
		});
		await news.promise;
		window = await openSamplingWindow({
			...options,
			source: { kind: "pushed" },
			monitor: this.kind,
			runId
		});
		for (const problem of problems) window.report(problem);
		news = Promise.withResolvers();
		if (problems.length === 0) await news.promise;
		return new ToolWindow(window, stream, poll);
	}
	async [Symbol.asyncDispose]() {
		this.#latest.clear();
	}
};
var ToolWindow = class {
	#window;
	#stream;
	#poll;
	constructor(window, stream, poll) {
		this.#window = window;
		this.#stream = stream;
		this.#poll = poll;
	}
	follow(pid) {
		this.#window.follow(pid);
		this.#poll.lookSoon();
	}
	ended() {
		this.#window.ended();
	}
	stage(stage) {
		this.#window.stage(stage);
	}
	async close() {
		this.#poll[Symbol.dispose]();
		await this.#stream.close();
		return this.#window.close();
	}
	async use(span) {
		await this.close();
		return await this.#window.use(span);
	}
	async hostUse(span) {
		await this.close();
		return await this.#window.hostUse(span);
	}
	async [Symbol.asyncDispose]() {
		await this.close();
	}
};

// src/io/gpu/choose-monitor.ts
const inOrder = [
	"nvml",
	"nvidia-smi",
	"amd-smi",
	"rocm-smi"
];
async function chooseMonitor(request) {
	const { wanted, runId = null } = request;
	if (wanted === "none") return new NoMonitor("it was asked for no GPU monitor", runId);
	if (wanted !== "auto") return openMonitor(wanted, request, null);
	const reasons = [];
	for (const kind of inOrder) try {
		return await openMonitor(kind, request, reasons.length > 0 ? reasons.join("; ") : null);
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		reasons.push(error.message);
	}
	return new NoMonitor(reasons.join("; "), runId);
}
async function openMonitor(kind, { environment, nvmlLibraryPath = null, runId = null }, reason) {
	if (kind === "nvml") return openNvmlMonitor(nvmlLibraryPath, runId);
	const tool = smiTools[kind];
	const gpus = await tool.identify(environment);
	if (gpus.length === 0) throw withoutGpus(kind);
	return new ToolMonitor({
		kind,
		tool,
		env: environment,
		gpus,
		reason,
		runId
	});
}
async function openNvmlMonitor(libraryPath, runId) {
	const { openNvmlSource } = await import("./nvml-source.js");
	const source = openNvmlSource(libraryPath === null ? {} : { libraryPath });
	if (source.identify().length > 0) return new NvmlMonitor({
		source,
		libraryPath,
		runId
	});
	source[Symbol.dispose]();
	throw withoutGpus("nvml");
}
function withoutGpus(kind) {
	return new EnvironmentError(`${kind} lists no GPU on this machine`, "Run the vendor’s tool by hand, or choose another monitor.");
}

export { chooseMonitor as t };