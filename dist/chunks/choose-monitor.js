import { EnvironmentError, UnansweredError, awaitMessage, createUnavailableReading, dropMachinePrograms, getStopSignal, leaveThread, startThread, unknownSettings } from "./core.js";
import { getNested, parseEmbeddedJson, toAmount, toText } from "./judging.js";
import { NvidiaSmiStream, explainToolAnswer, hasOnlyRows, identityFields, openPolledStream, parseComputeApps, parseIdentities, parseMigSlices, parseRefusedField, runTool, selectKnownFields } from "./measuring.js";
import { ImpossibleValues, ProblemList, getSamplingWorkerUrl, summarizeGpu, summarizeHost, writeHdf5 } from "./telemetry.js";
import { basename } from "node:path";
import { existsSync } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";

// src/domain/telemetry/amd-json.ts
const bytesPerMegabyte = 1048576;
const factors = {
	percent: { "%": 1 },
	bytes: {
		b: 1,
		kb: 1024,
		kib: 1024,
		mb: bytesPerMegabyte,
		mib: bytesPerMegabyte,
		gb: 1024 ** 3,
		gib: 1024 ** 3
	},
	watts: {
		w: 1,
		mw: .001,
		uw: 1e-6,
		µw: 1e-6
	},
	megahertz: {
		hz: 1e-6,
		khz: .001,
		mhz: 1,
		ghz: 1e3
	},
	celsius: {
		c: 1,
		"°c": 1
	},
	count: {}
};
const amdQuantities = {
	utilizationPercent: {
		unit: "percent",
		fields: ["usage.gfx_activity"]
	},
	memoryUsedBytes: {
		unit: "bytes",
		factor: bytesPerMegabyte,
		fields: ["mem_usage.used_vram"]
	},
	memoryTotalBytes: {
		unit: "bytes",
		factor: bytesPerMegabyte,
		fields: ["mem_usage.total_vram"]
	},
	powerWatts: {
		unit: "watts",
		fields: [
			"power.socket_power",
			"power.average_socket_power",
			"power.current_socket_power"
		]
	},
	smClockMhz: {
		unit: "megahertz",
		fields: ["clock.gfx_0.clk", "clock.gfx.cur_clk"]
	},
	memoryClockMhz: {
		unit: "megahertz",
		fields: ["clock.mem_0.clk", "clock.mem.cur_clk"]
	},
	temperatureCelsius: {
		unit: "celsius",
		fields: ["temperature.hotspot", "temperature.edge"]
	},
	eccErrors: {
		unit: "count",
		fields: ["ecc.total_uncorrectable_count"]
	}
};
const rocmQuantities = {
	utilizationPercent: {
		unit: "percent",
		fields: [/^GPU use \(%\)$/i]
	},
	memoryUsedBytes: {
		unit: "bytes",
		fields: [/^VRAM Total Used Memory \(B\)$/i]
	},
	memoryTotalBytes: {
		unit: "bytes",
		fields: [/^VRAM Total Memory \(B\)$/i]
	},
	powerWatts: {
		unit: "watts",
		fields: [/^Average Graphics Package Power \(W\)$/i, /^Current Socket Graphics Package Power \(W\)$/i]
	},
	smClockMhz: {
		unit: "megahertz",
		fields: [/^sclk clock speed:?$/i]
	},
	memoryClockMhz: {
		unit: "megahertz",
		fields: [/^mclk clock speed:?$/i]
	},
	temperatureCelsius: {
		unit: "celsius",
		fields: [/^Temperature \(Sensor junction\)/i, /^Temperature \(Sensor edge\)/i]
	}
};
function parseAmdReadings(text, timeMs) {
	return listAmdEntries(text)?.map((entry) => readQuantities(entry, amdQuantities, timeMs)) ?? null;
}
function parseRocmReadings(text, timeMs) {
	return listCards(text)?.map((card) => readQuantities(card, rocmQuantities, timeMs)) ?? null;
}
function parseAmdIdentities(list, details) {
	const facts = listAmdEntries(details) ?? [];
	return (listAmdEntries(list) ?? []).map(({ gpu, read }) => {
		const readFact = (field) => facts.find((fact) => fact.gpu === gpu)?.read(field);
		const limit = readFirst(readFact, {
			unit: "watts",
			fields: ["limit.socket_power", "limit.ppt0.socket_power_limit"]
		});
		return {
			index: gpu,
			uuid: toText(read("uuid")) ?? `index-${gpu}`,
			pciBusId: toText(read("bdf")),
			model: toText(readFact("asic.market_name")) ?? "unknown AMD GPU",
			memoryBytes: readFirst(readFact, {
				unit: "bytes",
				factor: bytesPerMegabyte,
				fields: ["vram.size"]
			}) || null,
			settings: {
				...unknownSettings,
				powerLimitWatts: limit
			},
			migSlices: []
		};
	});
}
function parseRocmIdentities(text) {
	return (listCards(text) ?? []).map(({ gpu, read }) => ({
		index: gpu,
		uuid: toText(read(/^Unique ID$/i))?.replace(/^0x/i, "GPU-") ?? `index-${gpu}`,
		pciBusId: toText(read(/^PCI Bus$/i)),
		model: toText(read(/^Card series$/i)) ?? toText(read(/^Device Name$/i)) ?? "unknown AMD GPU",
		memoryBytes: readFirst(read, rocmQuantities.memoryTotalBytes) || null,
		settings: {
			...unknownSettings,
			powerLimitWatts: readFirst(read, {
				unit: "watts",
				fields: [/^Max Graphics Package Power \(W\)$/i]
			})
		},
		migSlices: []
	}));
}
function parseAmdProcesses(text) {
	const entries = listAmdEntries(text) ?? [];
	const lists = entries.map(({ gpu, read }) => parseProcessList(gpu, read("process_list")));
	if (entries.length !== parseAmdList(text)?.length) return null;
	return lists.every((list) => list !== null) ? lists.flat() : null;
}
function parseProcessList(gpu, list) {
	const found = (Array.isArray(list) ? list : [{ process_info: list }]).map((item) => {
		const info = getNested(item, "process_info");
		if (typeof info === "string" && /^No running processes/i.test(info)) return [];
		const pid = toAmount(getNested(info, "pid"))?.value;
		if (pid === void 0 || !Number.isInteger(pid) || pid < 0) return null;
		const memoryBytes = readFirst((field) => getNested(info, ...field.split(".")), {
			unit: "bytes",
			fields: ["memory_usage.vram_mem", "mem_usage"]
		});
		return [{
			gpu,
			pid,
			name: toText(getNested(info, "name")),
			memoryBytes
		}];
	});
	return found.every((one) => one !== null) ? found.flat() : null;
}
function readQuantities({ gpu, read }, quantities, timeMs) {
	const values = Object.entries(quantities).map(([name, quantity]) => [name, readFirst(read, quantity)]);
	return {
		...createUnavailableReading(gpu, timeMs),
		...Object.fromEntries(values)
	};
}
function readFirst(read, { unit, factor = 1, fields }) {
	const known = factors[unit];
	return fields.map((field) => {
		const amount = toAmount(read(field));
		if (amount === null) return null;
		const scale = amount.unit === null ? factor : known[amount.unit.toLowerCase()];
		return scale === void 0 ? null : amount.value * scale;
	}).find((value) => value !== null) ?? null;
}
function parseAmdList(text) {
	const root = parseEmbeddedJson(text);
	const list = Array.isArray(root) ? root : getNested(root, "gpu_data");
	return Array.isArray(list) ? list : null;
}
function listAmdEntries(text) {
	const list = parseAmdList(text);
	if (list === null) return null;
	return list.flatMap((entry) => {
		const gpu = getNested(entry, "gpu");
		return typeof gpu === "number" ? [{
			gpu,
			read: (field) => getNested(entry, ...field.split("."))
		}] : [];
	});
}
function listCards(text) {
	const root = parseEmbeddedJson(text);
	if (typeof root !== "object" || root === null || Array.isArray(root)) return null;
	return Object.entries(root).flatMap(([key, card]) => {
		const gpu = /^card(\d+)$/.exec(key)?.[1];
		if (gpu === void 0 || typeof card !== "object" || card === null) return [];
		const fields = Object.entries(card);
		return [{
			gpu: Number(gpu),
			read: (name) => fields.find(([label]) => name.test(label))?.[1]
		}];
	});
}

// src/io/gpu/smi/smi-tools.ts
const queryLimitMs = 1e4;
const csv = "--format=csv,noheader,nounits";
const rocmIdentity = [
	"--showproductname",
	"--showuniqueid",
	"--showbus",
	"--showmeminfo",
	"vram",
	"--showmaxpower"
];
const rows = {
	"nvidia-smi": {
		identify: {
			argv: (fields) => [`--query-gpu=${fields.join(",")}`, csv],
			fields: identityFields,
			isComplete: hasOnlyRows,
			parse: parseIdentities,
			details: {
				argv: ["-L"],
				isNeeded: (gpus) => gpus.some(({ settings }) => settings.isMigOn),
				isComplete: (text) => parseMigSlices(text).size > 0,
				complete: (gpus, _list, details) => {
					const slices = parseMigSlices(details);
					return gpus.map((gpu) => ({
						...gpu,
						migSlices: slices.get(gpu.uuid) ?? []
					}));
				}
			}
		},
		processes: {
			argv: ["--query-compute-apps=gpu_uuid,pid,process_name,used_memory", csv],
			parse: (text, gpus) => {
				const found = parseComputeApps(text);
				return found && locateProcesses(found, gpus);
			}
		},
		metrics: null
	},
	"amd-smi": {
		identify: {
			argv: () => ["list", "--json"],
			isComplete: (text) => parseAmdIdentities(text, "").length > 0,
			parse: (text) => parseAmdIdentities(text, ""),
			details: {
				argv: ["static", "--json"],
				isNeeded: () => true,
				complete: (_gpus, list, details) => parseAmdIdentities(list, details)
			}
		},
		processes: {
			argv: ["process", "--json"],
			parse: (text, gpus) => parseAmdProcesses(text)?.filter(({ gpu }) => gpus.some(({ index }) => index === gpu)) ?? null
		},
		metrics: {
			argumentLists: [[
				"metric",
				"--usage",
				"--power",
				"--clock",
				"--temperature",
				"--mem-usage",
				"--ecc",
				"--json"
			], ["metric", "--json"]],
			parse: parseAmdReadings
		}
	},
	"rocm-smi": {
		identify: {
			argv: () => [...rocmIdentity, "--json"],
			isComplete: (text) => parseRocmIdentities(text).length > 0,
			parse: parseRocmIdentities,
			details: null
		},
		processes: null,
		metrics: {
			argumentLists: [[
				"--showuse",
				"--showmeminfo",
				"vram",
				"--showpower",
				"--showtemp",
				"--showclocks",
				"--json"
			]],
			parse: parseRocmReadings
		}
	}
};
async function identifyGpus(program, env) {
	const { fields = [], argv, isComplete, parse, details } = rows[program].identify;
	const unknown = /* @__PURE__ */ new Set();
	for (;;) {
		const known = selectKnownFields(fields, unknown);
		const answer = await runTool(program, argv(known), {
			env,
			timeoutMs: queryLimitMs,
			isComplete
		});
		const refused = answer.status === "failed" ? parseRefusedField(answer.text) : null;
		if (refused !== null && !unknown.has(refused)) {
			unknown.add(refused);
			continue;
		}
		const list = requireText(program, answer);
		const gpus = parse(list, known);
		if (!details?.isNeeded(gpus)) return gpus;
		const more = await runTool(program, details.argv, {
			env,
			timeoutMs: queryLimitMs,
			...details.isComplete && { isComplete: details.isComplete }
		});
		const text = details.isComplete ? requireText(program, more) : more.status === "answered" ? more.text : "";
		return details.complete(gpus, list, text);
	}
}
function locateProcesses(found, gpus) {
	const hasUnnamed = gpus.some(({ uuid }) => uuid.startsWith("index-"));
	const located = dropMachinePrograms(found).map(({ gpuUuid, ...process }) => {
		const gpu = gpus.find(({ uuid, migSlices }) => uuid === gpuUuid || migSlices.some((slice) => slice.uuid === gpuUuid));
		return gpu ? [{
			gpu: gpu.index,
			...process
		}] : hasUnnamed ? null : [];
	});
	return located.every((one) => one !== null) ? located.flat() : null;
}
async function listToolProcesses(program, env, gpus) {
	const query = rows[program].processes;
	if (!query) return null;
	const isComplete = program === "nvidia-smi" ? () => false : (text) => query.parse(text, gpus) !== null;
	const answer = await runTool(program, query.argv, {
		env,
		timeoutMs: queryLimitMs,
		isComplete
	});
	return answer.status === "answered" ? query.parse(answer.text, gpus) : null;
}
function openSmiStream(program, options) {
	const { metrics } = rows[program];
	return metrics ? openPolledStream({
		program,
		...metrics
	}, options) : new NvidiaSmiStream(options);
}
function requireText(program, answer) {
	if (answer.status === "answered") return answer.text;
	const hint = answer.status === "absent" ? `Install ${program} with the driver and put it on PATH, or choose another monitor.` : `Run ${program} manually and check dmesg; a hung driver needs a restart of the machine.`;
	const message = explainToolAnswer(program, answer, queryLimitMs);
	throw answer.status === "hung" ? new UnansweredError(message, hint) : new EnvironmentError(message, hint);
}

// src/io/gpu/sampling/sampling-window.ts
const [defaultOpenLimitMs, defaultCloseLimitMs] = [2e4, 6e4];
const unopenedLimitMs = 2e3;
var SamplingWindow = class {
	#worker;
	#request;
	#options;
	#closed = Promise.withResolvers();
	#startedMs = Date.now();
	#isOpen = false;
	#isEnded = false;
	#recording = null;
	constructor(worker, request, options) {
		this.#worker = worker;
		this.#request = request;
		this.#options = options;
		worker.on("message", (report) => {
			if (report.type === "closed") return this.#finishWith(() => report.recording);
			this.#isOpen = true;
			this.#startedMs = report.startedMs;
		});
		worker.on("error", (error) => this.#fail(`the GPU monitor failed: ${error.message}`));
		worker.on("exit", (code) => this.#fail(`the GPU monitor exited unexpectedly with code ${code}`));
	}
	follow(pid) {
		this.#send({
			method: "follow",
			values: [pid, Date.now()]
		});
		this.#options.onFollow?.();
	}
	markEnded() {
		this.#send({
			method: "markEnded",
			values: [Date.now()]
		});
	}
	markStage(stage) {
		this.#send({
			method: "stage",
			values: [stage]
		});
	}
	push(readings) {
		this.#send({
			method: "push",
			values: [readings]
		});
	}
	report(problem) {
		this.#send({
			method: "report",
			values: [problem]
		});
	}
	async close() {
		return (await this.#finish()).summary;
	}
	async readGpuUse(span) {
		return (await this.#finish()).tracks.map((track) => summarizeGpu(track, span));
	}
	async readHostUse(span) {
		const { host } = await this.#finish();
		return host && summarizeHost(host, span);
	}
	async [Symbol.asyncDispose]() {
		await this.close();
	}
	#finish() {
		this.#recording ??= this.#askToClose();
		return this.#recording;
	}
	async #askToClose() {
		const { beforeClose, closeLimitMs = defaultCloseLimitMs } = this.#options;
		await beforeClose?.();
		this.#worker.ref();
		this.#send(null);
		const limitMs = this.#isOpen ? closeLimitMs : Math.min(unopenedLimitMs, closeLimitMs);
		const timer = setTimeout(() => this.#fail(`the GPU monitor did not answer within ${limitMs / 1e3} s`), limitMs);
		try {
			return await this.#addArrays((await this.#closed.promise)());
		} finally {
			clearTimeout(timer);
			leaveThread(this.#worker);
		}
	}
	async #addArrays({ summary, tracks, host }) {
		const { hdf5Path, monitor, intervalMs, runId } = this.#request;
		if (hdf5Path === null || host === null) return {
			summary,
			tracks,
			host
		};
		try {
			const hdf5File = basename(await writeHdf5(hdf5Path, {
				monitor,
				intervalMs,
				runId,
				tracks,
				host
			}));
			return {
				summary: {
					...summary,
					hdf5File
				},
				tracks,
				host
			};
		} catch (error) {
			const problems = new ProblemList(summary.problems);
			problems.add(`no HDF5 file: ${error instanceof Error ? error.message : String(error)}`);
			return {
				summary: {
					...summary,
					problems: problems.list()
				},
				tracks,
				host
			};
		}
	}
	#send(command) {
		if (!this.#isEnded) this.#worker.postMessage(command);
	}
	#finishWith(recording) {
		this.#isEnded = true;
		this.#closed.resolve(recording);
	}
	#fail(problem) {
		this.#finishWith(() => this.#createBrokenRecording(problem));
	}
	#createBrokenRecording(problem) {
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
		const observed = {
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
				...observed,
				...files,
				problems: [problem]
			},
			tracks: [],
			host: null
		};
	}
};
async function openSamplingWindow(request, options = {}) {
	const full = {
		...request,
		ownPid: process.pid
	};
	const worker = startThread(getSamplingWorkerUrl(), "warpgauge-sampling", full);
	const window = new SamplingWindow(worker, full, options);
	await awaitMessage(worker, options.openLimitMs ?? defaultOpenLimitMs);
	worker.unref();
	return window;
}

// src/io/gpu/smi/tool-monitor.ts
function createToolMonitor({ kind, env, gpus, reason, runId }) {
	const latest = /* @__PURE__ */ new Map();
	let known = gpus;
	const listProcesses = async (among) => {
		const found = await listToolProcesses(kind, env, gpus);
		return found && found.filter(({ gpu }) => among.includes(gpu));
	};
	return {
		kind,
		reason,
		hasCounters: false,
		identify: async () => known ??= await identifyGpus(kind, env),
		listProcesses,
		readLatest: (wanted) => wanted.flatMap((gpu) => latest.get(gpu) ?? []),
		async open(options) {
			known = null;
			let news = Promise.withResolvers();
			const problems = [];
			let window = null;
			let hasProblem = false;
			const report = (problem) => {
				if (window) window.report(problem);
				else problems.push(problem);
			};
			const poll = pollProcesses(() => listProcesses(options.gpus), options.keepsMemory ? memoryMs : everyMs);
			const stream = openSmiStream(kind, {
				env,
				gpus: options.gpus,
				intervalMs: options.intervalMs,
				onReadings: (readings) => {
					for (const reading of readings) latest.set(reading.gpu, new ImpossibleValues().drop(reading));
					window?.push(poll.attach(readings));
					news.resolve();
				},
				onProblem: (problem) => {
					report(problem);
					hasProblem = true;
					news.resolve();
				},
				onGap: report
			});
			const stop = getStopSignal();
			const stopWaiting = () => news.resolve();
			stop?.addEventListener("abort", stopWaiting);
			await news.promise;
			const hooks = {
				onFollow: poll.lookSoon,
				beforeClose: async () => {
					poll[Symbol.dispose]();
					await stream.close();
				}
			};
			window = await openSamplingWindow({
				...options,
				source: { kind: "pushed" },
				monitor: kind,
				runId
			}, hooks);
			for (const problem of problems) window.report(problem);
			news = Promise.withResolvers();
			if (!hasProblem && !stop?.aborted) await news.promise;
			stop?.removeEventListener("abort", stopWaiting);
			return window;
		},
		[Symbol.asyncDispose]: async () => latest.clear()
	};
}
const everyMs = 2e3;
const memoryMs = 500;
const firstMs = 1e3;
const soonMs = 200;
function pollProcesses(ask, intervalMs = everyMs) {
	const controller = new AbortController();
	let found = null;
	const pause = (ms) => setTimeout$1(ms, void 0, {
		signal: controller.signal,
		ref: false
	}).catch(() => void 0);
	const pollOnce = async () => {
		found = await ask() ?? found;
	};
	const poll = async () => {
		for (let pauseMs = Math.min(firstMs, intervalMs); !controller.signal.aborted; pauseMs = intervalMs) {
			await pollOnce();
			await pause(pauseMs);
		}
	};
	const pollAfter = async (ms) => {
		await pause(ms);
		if (!controller.signal.aborted) await pollOnce();
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
		lookSoon: () => void pollAfter(soonMs),
		[Symbol.dispose]: () => controller.abort()
	};
}

// src/io/gpu/choose-monitor.ts
const inOrder = [
	"nvml",
	"nvidia-smi",
	"amd-smi",
	"rocm-smi"
];
async function chooseMonitor(request) {
	const { wanted, runId = null } = request;
	if (wanted === "none") return createNoMonitor("it was asked for no GPU monitor", runId);
	if (wanted !== "auto") return openMonitor(wanted, request, null);
	const reasons = [];
	for (const kind of inOrder) try {
		return await openMonitor(kind, request, reasons.length > 0 ? reasons.join("; ") : null);
	} catch (error) {
		getStopSignal()?.throwIfAborted();
		if (!(error instanceof EnvironmentError)) throw error;
		if (error instanceof UnansweredError && !request.mayBeBlind) throw error;
		reasons.push(error.message);
	}
	return createNoMonitor(reasons.join("; "), runId);
}
async function openMonitor(kind, { environment, nvmlLibraryPath = null, runId = null }, reason) {
	if (kind === "nvml") return openNvmlMonitor(nvmlLibraryPath, runId);
	const gpus = await identifyGpus(kind, environment);
	if (gpus.length === 0) throw withoutGpus(kind);
	return createToolMonitor({
		kind,
		env: environment,
		gpus,
		reason,
		runId
	});
}
async function openNvmlMonitor(libraryPath, runId) {
	const { openDriver } = await import("./driver-thread.js");
	const source = await openDriver(libraryPath);
	try {
		if (source.identify().length > 0) return createNvmlMonitor(source, libraryPath, runId);
		throw withoutGpus("nvml");
	} catch (error) {
		source[Symbol.dispose]();
		throw error;
	}
}
function createNvmlMonitor(source, libraryPath, runId) {
	return {
		kind: "nvml",
		reason: null,
		hasCounters: true,
		identify: async () => source.identify(),
		identifyDriver: () => source.identifyDriver(),
		async listProcesses(gpus) {
			const lists = gpus.map((gpu) => {
				try {
					return source.listProcesses([gpu]);
				} catch (error) {
					if (error instanceof EnvironmentError && !(error instanceof UnansweredError)) return null;
					throw error;
				}
			});
			return lists.every((list) => list === null) ? null : lists.flatMap((list) => list ?? []);
		},
		readLatest(gpus) {
			try {
				return source.read(gpus, Date.now()).map((reading) => new ImpossibleValues().drop(reading));
			} catch (error) {
				if (error instanceof UnansweredError) return [];
				throw error;
			}
		},
		open: (options) => openSamplingWindow({
			...options,
			source: {
				kind: "nvml",
				libraryPath
			},
			monitor: "nvml",
			runId
		}),
		[Symbol.asyncDispose]: async () => source[Symbol.dispose]()
	};
}
function withoutGpus(kind) {
	return new EnvironmentError(`${kind} lists no GPU on this machine`, "Run the vendor’s tool manually, or choose another monitor.");
}
function createNoMonitor(reason, runId) {
	return {
		kind: "none",
		reason,
		hasCounters: false,
		identify: async () => [],
		listProcesses: async () => null,
		readLatest: () => [],
		async open(options) {
			const request = {
				...options,
				gpus: [],
				source: { kind: "pushed" },
				monitor: "none",
				runId
			};
			const window = await openSamplingWindow(request);
			window.report(`GPU figures are unavailable: ${reason}`);
			return window;
		},
		[Symbol.asyncDispose]: async () => void 0
	};
}

export { chooseMonitor, createNoMonitor };