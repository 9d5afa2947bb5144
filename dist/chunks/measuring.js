import { EnvironmentError, RevisionError, UserError, adoptOrphans, attempt, countProcessors, createCancellation, createUnavailableReading, decodeClocksEvents, excludeReaped, forgetReaped, formatPercent, freeFileRange, getStopSignal, isSeen, isStopSignal, keepInheritedFiles, keptExamples, mostKernelText, mostKernels, readHostTicks, readOutOfMemoryKills, readStallSeconds, readingLimits, takeReapedUsage, vitals } from "./core.js";
import { computeHostLoad, decodePath, enableSandbox, formatFileNames, formatLoad, getRevisionCommand, isContaminated, isMostlyTaken, isUntouched, listIgnoredColumns, listLauncherPrograms, selectComparedColumns, shortenFailure } from "./judging.js";
import { awaitAdopted, computeCurrentTicks, createOutsideError, createOwnMark, createScratch, diskFileStore, endProcessTree, fileClaims, findOrphans, isBelow, openBelow, openRegular, openTemporaryDirectory, readChunks, readNamed, readOwnFile, readPidNamespace, removeTree, resolveRoots, runningLeaders, sanitizeLine, sanitizeOutput, sleepUntilAborted, systemClock } from "./foundation.js";
import { isCommitId, isCommitPrefix } from "./github.js";
import { execa } from "./execa.js";
import { toolVersion } from "./version.js";
import { wo } from "./simple-git.js";
import { basename, delimiter, dirname, extname, isAbsolute, join, posix, resolve } from "node:path";
import { performance as performance$1 } from "node:perf_hooks";
import os, { constants, tmpdir } from "node:os";
import { accessSync, appendFileSync, chmodSync, closeSync, constants as constants$1, createReadStream, existsSync, fchmodSync, fstatSync, ftruncateSync, futimesSync, globSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { setImmediate, setTimeout as setTimeout$1 } from "node:timers/promises";
import { Socket } from "node:net";
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chmod, copyFile, glob, mkdir, open, readFile, readdir, realpath, rm, stat, statfs, writeFile } from "node:fs/promises";
import { execFile, spawn } from "node:child_process";
import { isatty } from "node:tty";
import { pipeline } from "node:stream/promises";

// src/domain/plan/progress.ts
function startProgress({ nowMs, ...size }) {
	return {
		...size,
		doneHere: 0,
		failed: 0,
		excluded: 0,
		startedMs: nowMs,
		current: null
	};
}
function withStartedTrial(state, current) {
	return {
		...state,
		current
	};
}
function withEndedTrial(state, trial) {
	const ended = {
		...state,
		doneHere: state.doneHere + 1,
		current: null
	};
	if (isContaminated(trial)) return {
		...ended,
		excluded: state.excluded + 1
	};
	const failed = state.failed + (trial.failure ? 1 : 0);
	const done = state.done + 1;
	return {
		...ended,
		total: Math.max(state.total, done),
		done,
		failed
	};
}
function estimateSecondsLeft(state, nowMs) {
	if (state.doneHere === 0) return null;
	return (nowMs - state.startedMs) / state.doneHere * Math.max(0, state.total - state.done) / 1e3;
}
function formatProgress(state, nowMs) {
	const most = state.isMaximum ? "at most " : "";
	const failed = state.failed > 0 ? `, ${state.failed} failed` : "";
	const excluded = state.excluded > 0 ? `, ${state.excluded} excluded` : "";
	const rate = state.doneHere > 0 ? `, ${(state.doneHere / Math.max(1, nowMs - state.startedMs) * 6e4).toFixed(1)} trials/min` : "";
	const left = estimateSecondsLeft(state, nowMs);
	const remaining = left === null || state.done >= state.total ? "" : `, ${most}${formatDuration(left)} left`;
	const cases = `${state.cases} case${state.cases === 1 ? "" : "s"}`;
	const now = state.current ? `: ${state.current.planned.id}${state.current.isWarmup ? " (warm-up)" : ""}` : "";
	return `${state.done} of ${most}${state.total} trials (${cases})${failed}${excluded}${rate}${remaining}${now}`;
}
function formatFailure({ caseId, failure }) {
	if (!failure) return null;
	return sanitizeLine(`${caseId}: ${failure.kind}: ${shortenFailure(failure.detail).split(/[\r\n]/)[0]}`);
}
function formatProgressBar(state, width) {
	const filled = state.total === 0 ? width : Math.round(Math.min(state.done, state.total) / state.total * width);
	return `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
}
function formatDuration(seconds) {
	const rounded = Math.round(seconds);
	if (rounded < 60) return `${rounded}s`;
	if (rounded < 3600) return `${Math.floor(rounded / 60)}m ${rounded % 60}s`;
	return `${Math.floor(rounded / 3600)}h ${Math.floor(rounded % 3600 / 60)}m`;
}

// src/io/files/line-progress.ts
const intervalMs = 5e3;
function createLineProgress(print, clockMs = () => performance.now()) {
	let state = null;
	let timer = null;
	const printProgress = () => {
		if (state) print(formatProgress(state, clockMs()));
	};
	return {
		onStart({ totalTrials: total, doneTrials: done, isMaximum, cases }) {
			state = startProgress({
				total,
				isMaximum,
				done,
				cases,
				nowMs: clockMs()
			});
			printProgress();
			timer = setInterval(printProgress, intervalMs);
			timer.unref();
		},
		onTrialStart(next) {
			if (state) state = withStartedTrial(state, next);
		},
		onTrialEnd(trial) {
			if (!state) return;
			state = withEndedTrial(state, trial);
			const failure = formatFailure(trial);
			if (failure !== null) print(failure);
		},
		onLiveLine: print,
		onEnd() {
			if (timer) clearInterval(timer);
			printProgress();
			state = null;
		}
	};
}

// src/domain/tables/delimited-line.ts
function detectDelimiter(header) {
	return header.includes("	") ? "	" : ",";
}
function splitLine(line, delimiter) {
	return line.includes("\"") ? splitQuoted(line, delimiter) : line.split(delimiter);
}
function splitQuoted(line, delimiter) {
	const fields = [];
	let at = 0;
	while (at <= line.length) {
		if (line[at] !== "\"") {
			const end = line.indexOf(delimiter, at);
			fields.push(line.slice(at, end < 0 ? line.length : end));
			at = end < 0 ? line.length + 1 : end + 1;
			continue;
		}
		const end = findClosingQuote(line, at + 1);
		if (end === null || end + 1 < line.length && line[end + 1] !== delimiter) return null;
		fields.push(line.slice(at + 1, end).replaceAll("\"\"", "\""));
		at = end + 2;
	}
	return fields;
}
function findClosingQuote(line, from) {
	for (let at = line.indexOf("\"", from); at >= 0; at = line.indexOf("\"", at + 2)) if (line[at + 1] !== "\"") return at;
	return null;
}

// src/domain/telemetry/nvidia-smi-csv.ts
const readingFields = [
	["index"],
	["timestamp"],
	["utilization.gpu"],
	["memory.used"],
	["memory.total"],
	["power.draw.instant"],
	["power.draw"],
	["clocks.sm"],
	["clocks.mem"],
	["temperature.gpu"],
	["clocks_event_reasons.active", "clocks_throttle_reasons.active"],
	["ecc.errors.uncorrected.volatile.total"],
	["retired_pages.sbe"],
	["retired_pages.dbe"]
];
function selectKnownFields(fields, unknown) {
	return fields.flatMap((names) => names.find((name) => !unknown.has(name)) ?? []);
}
function parseRefusedField(text) {
	return /Field "([^"]+)" is not a valid field/i.exec(text)?.[1] ?? null;
}
const bytesPerMebibyte = 1048576;
const quarterHourMs = 9e5;
function parseReadingLine(line, fields, arrivedMs) {
	const values = line.split(",").map((value) => value.trim());
	const index = Number(values[fields.indexOf("index")] || NaN);
	if (values.length !== fields.length || !Number.isInteger(index) || index < 0) return null;
	const getText = (...names) => values[fields.findIndex((name) => names.includes(name))] ?? "";
	const getAmount = (...names) => parseAmount(getText(...names));
	return {
		...createUnavailableReading(index, parseStampMs(getText("timestamp"), arrivedMs)),
		utilizationPercent: getAmount("utilization.gpu"),
		memoryUsedBytes: toBytes(getAmount("memory.used")),
		memoryTotalBytes: toBytes(getAmount("memory.total")),
		powerWatts: getAmount("power.draw.instant") || getAmount("power.draw"),
		smClockMhz: getAmount("clocks.sm"),
		memoryClockMhz: getAmount("clocks.mem"),
		temperatureCelsius: getAmount("temperature.gpu"),
		clocksEventReasons: decodeReasons(getText("clocks_event_reasons.active", "clocks_throttle_reasons.active")),
		eccErrors: getAmount("ecc.errors.uncorrected.volatile.total"),
		retiredPages: addAmounts(getAmount("retired_pages.sbe"), getAmount("retired_pages.dbe"))
	};
}
const vitalFields = {
	utilizationPercent: "utilization.gpu",
	memoryUsedBytes: "memory.used",
	powerWatts: "power.draw",
	smClockMhz: "clocks.sm",
	temperatureCelsius: "temperature.gpu"
};
function describeRefusals(line, fields, reading) {
	const values = line.split(",").map((value) => value.trim());
	const refused = vitals.filter((name) => reading[name] === null).map((name) => vitalFields[name]).filter((field) => fields.includes(field));
	const answers = [...new Set(refused.map((field) => values[fields.indexOf(field)]))];
	if (refused.length === 0) return null;
	const answer = `nvidia-smi answers ${answers.map((text) => JSON.stringify(text)).join(" and ")}`;
	return refused.length === vitals.length ? `${answer} for GPU ${reading.gpu}` : `no ${refused.join(", ")} of GPU ${reading.gpu}: ${answer}`;
}
function parseComputeApps(csv) {
	const found = csv.split("\n").filter((line) => !/^[\s,]*$|^No running processes found/i.test(line)).map((line) => {
		const [gpuUuid, pid, ...rest] = line.split(",").map((value) => value.trim());
		if (!gpuUuid || !pid || !/^\d+$/.test(pid) || rest.length < 2) return null;
		const name = rest.slice(0, -1).join(", ");
		const memoryBytes = toBytes(parseAmount(rest.at(-1) ?? ""));
		return {
			gpuUuid,
			pid: Number(pid),
			name: isReported(name) ? name : null,
			memoryBytes
		};
	});
	return found.every((one) => one !== null) ? found : null;
}
function isReported(value) {
	return value !== "" && !/^\[|^N\/A$|^ERR!|^Unknown Error$|^Not Supported$/i.test(value);
}
function parseAmount(value) {
	const text = isReported(value) ? /^(?:-?\d+(?:\.\d+)?|nan)(?=$|\s|%)/i.exec(value)?.[0] ?? null : null;
	return text === null ? null : Number(text);
}
function toBytes(amount) {
	return amount === null ? null : amount * bytesPerMebibyte;
}
function decodeReasons(mask) {
	if (!/^0x[\da-f]+$/i.test(mask)) return null;
	const bits = BigInt(mask);
	return decodeClocksEvents(Number(bits & 4294967295n), Number(bits >> 32n));
}
function addAmounts(one, other) {
	return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
function parseStampMs(stamp, arrivedMs) {
	const parts = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/.exec(stamp)?.slice(1).map(Number);
	if (!parts) return arrivedMs;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = parts;
	const asUtcMs = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
	return asUtcMs - Math.round((asUtcMs - arrivedMs) / quarterHourMs) * quarterHourMs;
}
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
		return [parseIdentity(fields, [...values.slice(0, last), values.slice(last).join(", ")])];
	});
}
function parseIdentity(fields, values) {
	const getText = (name) => values[fields.indexOf(name)] ?? "";
	const getAmount = (name) => parseAmount(getText(name));
	const applicationsClock = getAmount("clocks.applications.graphics");
	const isLocked = applicationsClock !== null && applicationsClock !== getAmount("clocks.default_applications.graphics");
	return {
		index: Number(getText("index")),
		uuid: isReported(getText("uuid")) ? getText("uuid") : `index-${getText("index")}`,
		pciBusId: isReported(getText("pci.bus_id")) ? getText("pci.bus_id") : null,
		model: isReported(getText("name")) ? getText("name") : "unknown GPU",
		memoryBytes: toBytes(getAmount("memory.total")) || null,
		settings: {
			powerLimitWatts: getAmount("power.limit"),
			isPersistent: parseSwitch(getText("persistence_mode")),
			isEccOn: parseSwitch(getText("ecc.mode.current")),
			isMigOn: parseSwitch(getText("mig.mode.current")),
			maxSmClockMhz: getAmount("clocks.max.sm"),
			lockedSmClockMhz: isLocked ? applicationsClock : null
		},
		migSlices: []
	};
}
function parseSwitch(value) {
	if (/^enabled$/i.test(value)) return true;
	return /^disabled$/i.test(value) ? false : null;
}
function hasOnlyRows(csv) {
	return csv.trim().split("\n").every((line) => /^\d+,/.test(line));
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

// src/domain/testbed/visible-devices.ts
const hipVariables = ["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"];
function resolveVisibleDevices(gpus, env, vendor) {
	const all = gpus.map(({ index }) => ({
		gpu: index,
		migSlice: null
	}));
	if (vendor === "nvidia") {
		const selected = select(gpus, all, {
			name: "CUDA_VISIBLE_DEVICES",
			value: env["CUDA_VISIBLE_DEVICES"]
		});
		return {
			...selected,
			problems: [...selected.problems, ...findOrderProblems(gpus, env)]
		};
	}
	const rocr = select(gpus, all, {
		name: "ROCR_VISIBLE_DEVICES",
		value: env["ROCR_VISIBLE_DEVICES"]
	});
	const name = hipVariables.find((variable) => env[variable] !== void 0) ?? "HIP_VISIBLE_DEVICES";
	const hip = select(gpus, rocr.devices, {
		name,
		value: env[name]
	});
	return {
		...hip,
		variable: hip.variable ?? rocr.variable,
		problems: [...rocr.problems, ...hip.problems]
	};
}
function resolveCommandDevices(argv, visible) {
	const position = argv.findIndex((argument) => /^--gpus(?:=|$)/.test(argument));
	const value = argv[position]?.split("=")[1] ?? argv[position + 1];
	if (position < 0 || !value || !/^\d+(?:,\d+)+$/.test(value)) return null;
	const ids = value.split(",").map(Number);
	const missing = ids.filter((id) => visible.devices[id] === void 0);
	const devices = ids.flatMap((id) => visible.devices[id] ?? []);
	if (missing.length === 0) return {
		devices,
		variable: "--gpus",
		problems: []
	};
	return {
		devices,
		variable: "--gpus",
		problems: [`the command asks for --gpus ${value}, but ${visible.variable ? `${visible.variable} leaves` : "this machine has"} ${visible.devices.length} GPUs, numbered from 0, so ${missing.join(", ")} cannot be used`]
	};
}
function explainUnexpectedUse(expected, usedGpus) {
	if (expected.variable === null || usedGpus.length === 0) return [];
	const wanted = [...new Set(expected.devices.map(({ gpu }) => gpu))];
	const unexpected = usedGpus.filter((gpu) => !wanted.includes(gpu));
	if (unexpected.length === 0) return [];
	const idle = wanted.filter((gpu) => !usedGpus.includes(gpu));
	const rest = idle.length > 0 ? ` and did not use GPU ${idle.join(", ")}` : "";
	return [`the command used GPU ${unexpected.join(", ")}, which ${expected.variable} does not name${rest}; metrics of the named GPUs do not include it`];
}
function select(gpus, among, { name, value }) {
	if (value === void 0) return {
		devices: among,
		variable: null,
		problems: []
	};
	const devices = [];
	for (const entry of value.split(",").map((part) => part.trim())) {
		const found = isHiding(entry) ? [] : findDevices(entry, gpus, among);
		const [device] = found;
		if (found.length !== 1 || !device || devices.some(({ gpu, migSlice }) => gpu === device.gpu && migSlice === device.migSlice)) {
			const why = explainEnd(entry, found);
			const left = found.length === 1 ? [] : devices;
			const rest = `only the ${left.length} before it ${left.length === 1 ? "is" : "are"} visible`;
			return {
				devices: left,
				variable: name,
				problems: why ? [`${name}=${value}: ${why}, so ${left.length === 0 ? "no GPU is visible" : rest}`] : []
			};
		}
		devices.push(device);
	}
	return {
		devices,
		variable: name,
		problems: []
	};
}
function isEveryGpuHidden(env, vendor) {
	return (vendor === "nvidia" ? ["CUDA_VISIBLE_DEVICES"] : [...hipVariables, "ROCR_VISIBLE_DEVICES"]).some((name) => env[name] !== void 0 && isHiding(env[name].split(",")[0]?.trim() ?? ""));
}
function isHiding(entry) {
	return entry === "" || entry === "-1" || /^(?:NoDevFiles|none|void)$/i.test(entry);
}
function findDevices(entry, gpus, among) {
	const number = /^\d+/.exec(entry)?.[0];
	if (number !== void 0) return among.filter((_, position) => position === Number(number));
	const isPrefix = (uuid) => uuid.toLowerCase().startsWith(entry.toLowerCase());
	const visible = gpus.filter(({ index }) => among.some(({ gpu }) => gpu === index));
	const legacy = /^MIG-(GPU-[^/]*)/i.exec(entry)?.[1]?.toLowerCase();
	if (legacy !== void 0) return visible.filter(({ uuid }) => uuid.toLowerCase() === legacy).map(({ index }) => ({
		gpu: index,
		migSlice: entry
	}));
	if (/^MIG-\w/i.test(entry)) return visible.flatMap(({ index, migSlices }) => migSlices.filter(({ uuid }) => isPrefix(uuid)).map(({ uuid }) => ({
		gpu: index,
		migSlice: uuid
	})));
	if (!/^GPU-\w/i.test(entry)) return [];
	return visible.filter(({ uuid }) => isPrefix(uuid)).map(({ index }) => ({
		gpu: index,
		migSlice: null
	}));
}
function explainEnd(entry, found) {
	if (isHiding(entry)) return null;
	if (found.length === 0) return `${entry} matches no GPU`;
	return found.length > 1 ? `${entry} matches ${found.length} devices` : `${entry} is named twice`;
}
function findOrderProblems(gpus, env) {
	const isByNumber = /(?:^|,)\s*\d/.test(env["CUDA_VISIBLE_DEVICES"] ?? "");
	const models = new Set(gpus.map(({ model }) => model));
	if (!isByNumber || models.size < 2 || env["CUDA_DEVICE_ORDER"] === "PCI_BUS_ID") return [];
	return ["the GPUs are of different models and CUDA_DEVICE_ORDER is not PCI_BUS_ID, so CUDA may number them in another order than the driver; name them by UUID or set CUDA_DEVICE_ORDER=PCI_BUS_ID"];
}

// src/domain/testbed/fitness.ts
const maxNamed = 5;
const minFreeShare = .1;
const maxBlindMs = 2e3;
const normalReasons = ["gpu-idle", "sw-power-cap"];
const severeReasons = [
	"hw-slowdown",
	"sw-thermal-slowdown",
	"hw-thermal-slowdown",
	"hw-power-brake-slowdown"
];
function judgeFitness(facts, limits) {
	return [...facts.gpus.flatMap((gpu) => judgeGpu(gpu, facts, limits)), ...facts.disks.map((disk) => judgeDisk(disk, limits))];
}
function judgeGpu(gpu, facts, limits) {
	const use = facts.idle?.gpus.find((item) => item.gpu === gpu);
	const identity = facts.identities.find((item) => item.index === gpu);
	const watched = use ? [
		judgeUtilization(use, limits),
		judgeTemperature(use, limits),
		...judgeThrottling(use)
	] : [];
	return [
		judgeProcesses(gpu, facts),
		...judgeWatch(gpu, facts.idle),
		...watched.filter((finding) => finding !== null),
		...identity ? judgeSettings(identity) : []
	];
}
function isAmd({ monitor }) {
	return monitor === "amd-smi" || monitor === "rocm-smi";
}
function judgeWatch(gpu, idle) {
	const use = idle?.gpus.find((item) => item.gpu === gpu);
	if (!idle || use && use.samples > 0 && isSeen(use) && (idle.longestGapMs ?? 0) < maxBlindMs) return [];
	const sentence = `GPU ${gpu} could not be observed: ${idle.problems[0] ?? "no reading"}`;
	const hint = `Look for ${isAmd(idle) ? "amdgpu errors in dmesg and run amd-smi metric" : "Xid errors in dmesg and run nvidia-smi"}; a driver that hangs needs a restart of the machine.`;
	return [{
		...warn(`readings of GPU ${gpu}`, sentence, hint),
		level: "refuse"
	}];
}
const asRoot = "Run the runner as root, or let one job at a time use this GPU.";
const processHints = {
	nvml: "The driver lists none on this machine: let one job at a time use this GPU.",
	"nvidia-smi": asRoot,
	"amd-smi": asRoot,
	"rocm-smi": "Install amd-smi, which lists them, or let one job at a time use this GPU."
};
const useOtherMonitor = "Set run.monitor to nvml or install nvidia-smi on the runner.";
function explainUnlisted(gpu, idle) {
	const subject = `processes of GPU ${gpu}`;
	const sentence = `other programs on GPU ${gpu} could not be detected`;
	const refusal = idle?.problems.find((problem) => problem.includes(`the driver refuses them of GPU ${gpu}:`));
	if (refusal !== void 0) return warn(subject, `${sentence}: ${refusal}`, asRoot);
	return warn(subject, sentence, processHints[idle?.monitor ?? ""] ?? useOtherMonitor);
}
function judgeProcesses(gpu, { processes: all, idle }) {
	const subject = `processes of GPU ${gpu}`;
	const isUnlisted = idle?.gpus.find((use) => use.gpu === gpu)?.coverage?.processes === 0;
	if (all === null || isUnlisted) return explainUnlisted(gpu, idle);
	const own = all.filter((process) => process.gpu === gpu);
	if (own.length === 0) return pass(subject, `no other program uses GPU ${gpu}`);
	return refuseTemporarily(subject, `GPU ${gpu} is used by ${own.slice(0, maxNamed).map(formatProcess).join(", ")}${own.length > maxNamed ? ` and ${own.length - maxNamed} more` : ""}`, "Wait for it or stop it; to separate jobs, give every GPU host one runner with its own label.");
}
function formatProcess({ pid, name, memoryBytes }) {
	const size = memoryBytes === null ? "" : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
	return `${name ?? "a program of another container or user"} (pid ${pid}${size})`;
}
function judgeUtilization({ gpu, utilizationPercent }, limits) {
	if (utilizationPercent === null) return null;
	const subject = `utilization of GPU ${gpu}`;
	const percent = utilizationPercent.mean;
	const sentence = `GPU ${gpu} is ${percent.toFixed(0)} % busy`;
	if (percent <= limits.maxIdleUtilizationPercent) return pass(subject, sentence);
	return refuseTemporarily(subject, `${sentence} before the run (limit ${limits.maxIdleUtilizationPercent} %)`, "Find what runs on it (nvidia-smi, also in other containers), or raise run.preflight.maxIdleUtilizationPercent.");
}
function judgeTemperature({ gpu, temperatureCelsius }, limits) {
	if (temperatureCelsius === null) return null;
	const subject = `temperature of GPU ${gpu}`;
	const celsius = temperatureCelsius.max;
	const sentence = `GPU ${gpu} is at ${celsius.toFixed(0)} °C`;
	if (celsius <= limits.maxIdleTemperatureCelsius) return pass(subject, sentence);
	return refuseTemporarily(subject, `${sentence} before the run (limit ${limits.maxIdleTemperatureCelsius} °C)`, "Let it cool down and check its fans and air flow, or raise run.preflight.maxIdleTemperatureCelsius.");
}
function judgeThrottling({ gpu, clocksEventShares }) {
	const subject = `clocks of GPU ${gpu}`;
	const active = Object.entries(clocksEventShares ?? {}).filter(([reason, share]) => share > 0 && !normalReasons.includes(reason)).map(([reason]) => reason);
	const severe = active.filter((reason) => severeReasons.includes(reason));
	if (severe.length > 0) return [refuseTemporarily(subject, `clocks of GPU ${gpu} are lowered: ${severe.join(", ")}`, "Check cooling, power supply and `nvidia-smi -q -d PERFORMANCE`.")];
	if (active.length === 0) return clocksEventShares === null ? [] : [pass(subject, `clocks of GPU ${gpu} are not restricted`)];
	return [warn(subject, `clocks of GPU ${gpu} are restricted: ${active.join(", ")}`, "Keep this only if the baseline used the same setting; nvidia-smi -rac and -rgc reset the clocks.")];
}
function judgeSettings({ index, settings: { maxSmClockMhz, lockedSmClockMhz, isPersistent } }) {
	const isLow = maxSmClockMhz !== null && lockedSmClockMhz !== null && lockedSmClockMhz < maxSmClockMhz;
	const clocks = `SM clock of GPU ${index} is set to ${lockedSmClockMhz} MHz, below the maximum of ${maxSmClockMhz} MHz`;
	const startUp = `persistence mode of GPU ${index} is off: the driver may be reloaded for every run`;
	return [...isLow ? [warn(`locked clock of GPU ${index}`, clocks, "Reset it with nvidia-smi -rac and -rgc, unless it is intended.")] : [], ...isPersistent === false ? [warn(`persistence mode of GPU ${index}`, startUp, "Start nvidia-persistenced, or sudo nvidia-smi -pm 1.")] : []];
}
function judgeDisk({ path, freeBytes, totalBytes }, { minFreeDiskGigabytes }) {
	const subject = `disk of ${path}`;
	const gigabytes = freeBytes / 1e9;
	const sentence = `${gigabytes.toFixed(1)} GB are free for ${path}`;
	const hint = "Remove old run folders and caches, or point the run folder and RUNNER_TEMP to a larger disk.";
	if (gigabytes < minFreeDiskGigabytes) return {
		...warn(subject, `only ${sentence} (limit ${minFreeDiskGigabytes} GB)`, hint),
		level: "refuse"
	};
	const share = freeBytes / Math.max(1, totalBytes);
	if (share < minFreeShare) return warn(subject, `only ${sentence}, ${formatPercent(share, 0)} of the disk`, hint);
	return pass(subject, sentence);
}
function pass(subject, sentence) {
	return {
		level: "ok",
		subject,
		sentence,
		hint: "",
		isPassing: false
	};
}
function warn(subject, sentence, hint) {
	return {
		level: "warn",
		subject,
		sentence,
		hint,
		isPassing: false
	};
}
function refuseTemporarily(subject, sentence, hint) {
	return {
		level: "refuse",
		subject,
		sentence,
		hint,
		isPassing: true
	};
}

// src/steps/measure/preflight.ts
const supportedArchitectures = ["x64", "arm64"];
function requireSupportedPlatform(platform, host) {
	if (platform === "linux" && supportedArchitectures.includes(host.architecture)) return;
	throw new EnvironmentError(`warpgauge measures on Linux x64 and arm64 only, not on ${platform} ${host.architecture}`, "Measure on Linux x64 or arm64; a run folder can be reported on any platform.");
}
async function preflight(plan, prepared, workplace, files) {
	const { launcher } = prepared.config.pipeline;
	for (const revision of new Set(plan.cases.map((planned) => planned.revision))) {
		const own = launcher?.kind === "torchrun" ? [] : getRevisionCommand(prepared.config, revision).slice(0, 1);
		for (const program of [...listLauncherPrograms(launcher), ...own]) {
			const places = listCandidates(program, prepared.trees.get(revision) ?? "", workplace);
			if ((await Promise.all(places.map((place) => files.readStat(place)))).some((item) => item !== null)) continue;
			throw new RevisionError(revision, `${revision}: the program ${program} was not found (searched ${places.slice(0, 8).join(", ")})`, "Install it on the runner, create it in pipeline.setup, or correct the first item of pipeline.command or its launcher.");
		}
	}
}
function listCandidates(program, tree, { environment }) {
	if (isAbsolute(program)) return [program];
	if (program.includes("/")) return [join(tree, program)];
	return (environment["PATH"] ?? "").split(":").filter((directory) => directory !== "").map((directory) => join(directory, program));
}
const pollMs$1 = 3e3;
const idleIntervalMs = 100;
async function preflightGpus(request, ports) {
	const { limits, signal } = request;
	const deadline = ports.clock.readMonotonicMs() + limits.waitMinutes * 6e4;
	let lastSentence = "";
	for (let round = 0;; round += 1) {
		const { machine, obstacle } = await tryOnce(request, ports, round);
		if (obstacle === null) return warnOfFindings(machine, ports.logger);
		const { sentence, isPassing } = obstacle;
		const isLast = signal.aborted || ports.clock.readMonotonicMs() >= deadline || !isPassing;
		if (machine && isLast && limits.severity === "warn") return warnOfFindings(machine, ports.logger);
		await machine?.[Symbol.asyncDispose]();
		if (isLast) throw createRefusal(obstacle, limits, signal);
		if (sentence !== lastSentence) ports.logger.info(`Waiting up to ${limits.waitMinutes} min: ${sentence}`);
		lastSentence = sentence;
		await ports.sleep(pollMs$1 * (.75 + .5 * Math.random()), signal);
	}
}
function warnOfFindings(machine, logger) {
	for (const { level, sentence, hint } of machine.findings) if (level !== "ok") logger.warning(`${sentence}. ${hint}`);
	return machine;
}
async function tryOnce(request, ports, round) {
	const answer = await ports.lock.tryHold(request.uuids, request.runId);
	if (answer.status === "busy") return {
		machine: null,
		obstacle: {
			sentence: answer.holders.map(describeHolder).join("; "),
			hint: "Wait for that run, assign separate GPUs to the runners of this host, or raise run.preflight.waitMinutes.",
			isPassing: true
		}
	};
	const { lock } = answer;
	try {
		const facts = await collectFacts(request, ports, round);
		const findings = judgeFitness(facts, request.limits);
		const watts = (facts.idle?.gpus ?? []).filter(({ utilizationPercent }) => utilizationPercent?.max === 0).flatMap(({ gpu, powerWatts }) => powerWatts ? [[gpu, powerWatts.p50]] : []);
		const release = async () => await lock[Symbol.asyncDispose]();
		return {
			machine: {
				findings,
				idleWatts: Object.fromEntries(watts),
				[Symbol.asyncDispose]: release
			},
			obstacle: findObstacle(findings)
		};
	} catch (error) {
		await lock[Symbol.asyncDispose]();
		throw error;
	}
}
function describeHolder({ uuid, pid, runId, since }) {
	return `another run${runId === null ? "" : ` ${runId.slice(0, 100)}`} (pid ${pid}${since === null ? "" : `, since ${since.slice(0, 40)}`}) has ${uuid}`;
}
async function collectFacts({ gpus, identities, ...request }, ports, round) {
	const idle = await observeIdle({
		...request,
		gpus,
		identities
	}, ports, round);
	const paths = [.../* @__PURE__ */ new Set([request.runFolder, request.workDirectory])];
	const spaces = await Promise.all(paths.map(async (path) => ({
		path,
		space: await ports.disks.readFreeSpace(path)
	})));
	return {
		gpus,
		identities,
		idle,
		processes: gpus.length === 0 ? [] : await ports.monitor.listProcesses(gpus),
		disks: spaces.flatMap(({ path, space }) => space ? [{
			path,
			...space
		}] : [])
	};
}
async function observeIdle({ gpus, limits, workDirectory, signal }, { monitor, sleep }, round) {
	if (gpus.length === 0 || monitor.kind === "none") return null;
	const logPath = join(workDirectory, `preflight-${round}.log`);
	const intervalMs = monitor.kind === "nvml" ? idleIntervalMs : 500;
	await using window = await monitor.open({
		gpus,
		intervalMs,
		logPath,
		hdf5Path: null
	});
	await sleep(limits.settleSeconds * 1e3, signal);
	return await window.close();
}
function findObstacle(findings) {
	const refused = findings.filter(({ level }) => level === "refuse");
	const lasting = refused.filter(({ isPassing }) => !isPassing);
	const [first] = lasting.length > 0 ? lasting : refused;
	if (!first) return null;
	return {
		sentence: refused.map(({ sentence }) => sentence).join("; "),
		hint: first.hint,
		isPassing: first.isPassing
	};
}
function createRefusal({ sentence, hint, isPassing }, limits, signal) {
	if (signal.aborted) return new EnvironmentError(`the run was cancelled while waiting: ${sentence}`, hint);
	const waited = isPassing && limits.waitMinutes > 0 ? ` after waiting ${limits.waitMinutes} min` : "";
	return new EnvironmentError(`this machine is not fit to measure${waited}: ${sentence}`, hint);
}
const preflightMs = 300;
async function watchHostLoad({ hostMeter, clock, sleep }, ms, signal) {
	const startedMs = clock.readMonotonicMs();
	const measurement = hostMeter.begin();
	await sleep(ms, signal);
	const host = measurement.end();
	return computeHostLoad([{
		host,
		wallSeconds: (clock.readMonotonicMs() - startedMs) / 1e3
	}]);
}
async function warnOfLoad(ports, signal) {
	const load = await watchHostLoad(ports, preflightMs, signal);
	if (load === null || !isMostlyTaken(load)) return;
	ports.logger.warning(`other programs use ${formatLoad(load)}: wall-clock times will vary. Stop them, or use cpu_time as the gate, which depends on them far less.`);
}

// src/io/gpu/kernel-table.ts
const places = [
	"../recorder/",
	"../../recorder/",
	"../../../recorder/built/"
];
const magic = "WGKERNEL";
const version = 1;
const states = {
	ended: 2,
	refused: 3
};
const headerBytes = 4096;
const entryBytes = 56;
const entryCapacity = 32768;
const namesAt = 1839104;
const textBytes = 512;
const largestCount = Number.MAX_SAFE_INTEGER / 256;
const mostProcesses = 256;
const maxFileBytes$1 = 16 * 2 ** 20;
function findRecorder() {
	return places.map((place) => fileURLToPath(new URL(`${place}recorder-${process.arch === "arm64" ? "arm64" : "x64"}.so`, import.meta.url))).find((path) => existsSync(path)) ?? null;
}
async function prepareKernelRecord(directory) {
	const recorder = findRecorder();
	if (recorder === null) return null;
	await mkdir(directory, { recursive: true });
	const copy = join(directory, "recorder.so");
	await copyFile(recorder, copy);
	return {
		CUDA_INJECTION64_PATH: copy,
		WARPGAUGE_KERNELS: directory
	};
}
async function readKernelRecord(directory) {
	const names = (await readdir(directory).catch(() => [])).filter((name) => /^\d+-\w{6}$/.test(name)).toSorted();
	const tables = [];
	for (const name of names.slice(0, mostProcesses)) {
		const bytes = await readTableFile(directory, name).catch(() => null);
		const table = bytes && parseTable(bytes);
		if (table) tables.push(isPlausible(table) ? table : toDamaged(table));
	}
	if (tables.length === 0) return null;
	const left = names.length - mostProcesses;
	return joinTables(tables, left > 0 ? [`${left} more processes were not read`] : []);
}
const kernelRecords = {
	prepare: prepareKernelRecord,
	read: readKernelRecord
};
async function readTableFile(directory, name) {
	await using file = await openBelow(directory, name);
	const chunks = [];
	for await (const chunk of readChunks(file, name, {
		maxBytes: maxFileBytes$1,
		signal: null
	})) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks);
}
function parseTable(bytes) {
	if (bytes.length < namesAt || bytes.toString("latin1", 0, 8) !== magic || bytes.readUInt32LE(8) !== version) return null;
	const readWord = (index) => readCount(bytes, 24 + index * 8);
	const readText = (index) => {
		const from = 280 + index * textBytes;
		return toLine(bytes.toString("utf8", from, from + textBytes).split("\0", 1)[0] ?? "");
	};
	const [entries, firstNs, lastNs, busyNs] = [
		readWord(0),
		readWord(2),
		readWord(3),
		readWord(4)
	];
	const [reason, pid, state] = [
		readText(1),
		bytes.readUInt32LE(12),
		bytes.readUInt32LE(16)
	];
	const all = Array.from({ length: Math.min(entries, entryCapacity) }, (_, index) => parseEntry(bytes, index));
	const { kernels, hidden } = keepLongest(all);
	const [damaged, lost, dropped] = [
		readWord(29),
		readWord(30),
		readWord(31)
	];
	return {
		pid,
		state,
		firstNs,
		lastNs,
		cupti: bytes.readUInt32LE(20),
		kernels,
		launches: all.reduce((sum, { launches }) => sum + launches, 0),
		seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
		busySeconds: busyNs / 1e9,
		windowSeconds: Math.max(0, lastNs - firstNs) / 1e9,
		toDevice: readWord(6),
		toHost: readWord(7),
		copies: readWord(21),
		peakBytes: readWord(24),
		largestBytes: readWord(25),
		modules: readWord(26),
		code: bytes.readBigUInt64LE(240),
		problems: [
			...state === states.refused ? [`process ${pid} was not recorded: ${reason}`] : [],
			...damaged > 0 ? [`${damaged} records without a usable time are left out`] : [],
			...lost > 0 ? [`CUPTI lost ${lost} records`] : [],
			...dropped > 0 ? [`${dropped} launches of further kernels are left out`] : [],
			...hidden
		]
	};
}
function toDamaged({ pid }) {
	const problems = [`the record of process ${pid} is damaged`];
	const nothing = {
		firstNs: 0,
		lastNs: 0,
		launches: 0,
		seconds: 0,
		busySeconds: 0,
		windowSeconds: 0,
		toDevice: 0,
		toHost: 0,
		copies: 0
	};
	const memory = {
		peakBytes: 0,
		largestBytes: 0,
		modules: 0,
		code: 0n
	};
	return {
		pid,
		state: states.refused,
		cupti: 0,
		kernels: [],
		...nothing,
		...memory,
		problems
	};
}
function parseEntry(bytes, index) {
	const from = headerBytes + index * entryBytes;
	const readSize = (offset) => Math.max(0, bytes.readInt32LE(from + offset));
	const start = namesAt + bytes.readUInt32LE(from + 16);
	const name = toLine(bytes.toString("utf8", start, start + bytes.readUInt32LE(from + 20)));
	return {
		name: name === "" ? "?" : name,
		grid: [
			readSize(24),
			readSize(28),
			readSize(32)
		],
		block: [
			readSize(36),
			readSize(40),
			readSize(44)
		],
		device: bytes.readUInt32LE(from + 48),
		launches: readCount(bytes, from + 8),
		seconds: readCount(bytes, from) / 1e9
	};
}
function readCount(bytes, offset) {
	return Number(bytes.readBigUInt64LE(offset));
}
function isPlausible({ launches, copies, modules, cupti, ...table }) {
	return [
		launches,
		copies,
		modules,
		cupti,
		table.toDevice,
		table.toHost,
		table.peakBytes,
		table.largestBytes
	].every((count) => count <= largestCount);
}
function toLine(text) {
	return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, readingLimits.name);
}
const sums = [
	"launches",
	"seconds",
	"toDevice",
	"toHost",
	"copies",
	"peakBytes",
	"modules"
];
function joinTables(tables, more) {
	const active = tables.filter(({ launches, copies }) => launches + copies > 0);
	const sum = (pick) => active.reduce((all, table) => all + pick(table), 0);
	const longest = active.toSorted((one, other) => other.busySeconds - one.busySeconds)[0];
	const { kernels, hidden } = keepLongest([...Map.groupBy(active.flatMap((table) => table.kernels), ({ name, grid, block, device }) => JSON.stringify([
		name,
		grid,
		block,
		device
	])).values()].flatMap(addTotals));
	const code = active.reduce((all, table) => all + table.code, 0n);
	return {
		processes: active.length,
		unfinished: active.filter(({ state }) => state !== states.ended).length,
		...active.length > 1 && { overlapping: active.filter((table) => hasOverlap(table, active)).length },
		cupti: Math.max(0, ...tables.map(({ cupti }) => cupti)),
		kernels,
		...Object.fromEntries(sums.map((name) => [name, sum((table) => table[name])])),
		busySeconds: longest?.busySeconds ?? 0,
		windowSeconds: longest?.windowSeconds ?? 0,
		largestBytes: Math.max(0, ...active.map(({ largestBytes }) => largestBytes)),
		code: BigInt.asUintN(64, code).toString(16),
		problems: [
			...new Set(tables.flatMap(({ problems }) => problems)),
			...hidden,
			...more
		].slice(0, 20)
	};
}
function keepLongest(kernels) {
	const sorted = kernels.toSorted((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1));
	let text = 0;
	const end = sorted.findIndex(({ name }, index) => (text += name.length) > mostKernelText || index >= mostKernels);
	const kept = end === -1 ? sorted : sorted.slice(0, end);
	const left = sorted.length - kept.length;
	return {
		kernels: kept,
		hidden: left > 0 ? [`${left} kernels of the shortest time are in the sums only`] : []
	};
}
function hasOverlap(one, all) {
	const devices = new Set(one.kernels.map(({ device }) => device));
	return all.some((other) => other !== one && other.firstNs < one.lastNs && one.firstNs < other.lastNs && other.kernels.some(({ device }) => devices.has(device)));
}
function addTotals(group) {
	const [first] = group;
	if (!first) return [];
	const launches = group.reduce((sum, one) => sum + one.launches, 0);
	return [{
		...first,
		launches,
		seconds: group.reduce((sum, one) => sum + one.seconds, 0)
	}];
}

// src/io/sandbox/bubblewrap.ts
const rootCapabilities = {
	CAP_CHOWN: 0,
	CAP_DAC_OVERRIDE: 1,
	CAP_FOWNER: 3,
	CAP_FSETID: 4,
	CAP_KILL: 5,
	CAP_SETGID: 6,
	CAP_SETUID: 7,
	CAP_SETPCAP: 8,
	CAP_NET_BIND_SERVICE: 10,
	CAP_NET_RAW: 13,
	CAP_IPC_LOCK: 14,
	CAP_SYS_NICE: 23,
	CAP_SYS_RESOURCE: 24,
	CAP_AUDIT_WRITE: 29,
	CAP_SETFCAP: 31
};
function listKeptCapabilities(effective) {
	return Object.keys(rootCapabilities).filter((name) => (effective & getCapabilityBit(name)) !== 0n);
}
function hasForbiddenCapability(effective) {
	return Object.keys(rootCapabilities).reduce((left, name) => left & ~getCapabilityBit(name), effective) !== 0n;
}
function getCapabilityBit(name) {
	return 1n << BigInt(rootCapabilities[name] ?? 0);
}
const ranks = {
	hidden: 0,
	readable: 1,
	memory: 2,
	temporary: 2,
	writable: 3
};
function buildBubblewrapArguments(layout) {
	const { capabilities } = layout;
	const shown = sortPlaces(layout.places);
	const covers = shown.filter((place) => place.kind === "hidden" && place.isDirectory);
	const rights = capabilities && [
		"--cap-drop",
		"ALL",
		...capabilities.flatMap((name) => ["--cap-add", name])
	];
	const own = [
		"--unshare-pid",
		"--unshare-ipc",
		"--die-with-parent",
		"--json-status-fd",
		String(layout.statusDescriptor)
	];
	const root = [
		"--ro-bind",
		"/",
		"/",
		"--dev",
		"/dev"
	];
	return [
		...rights ?? ["--unshare-user"],
		...own,
		...root,
		...layout.devices.flatMap((entry) => entry.kind === "link" ? [
			"--symlink",
			entry.target,
			entry.path
		] : [
			"--dev-bind-try",
			entry.path,
			entry.path
		]),
		"--proc",
		"/proc",
		...layout.settings.flatMap((path) => [
			"--ro-bind",
			path,
			path
		]),
		...shown.flatMap(formatMount),
		...covers.flatMap(({ path }) => ["--remount-ro", path]),
		...Object.entries(layout.env).flatMap(([name, value]) => [
			"--setenv",
			name,
			value
		]),
		"--chdir",
		layout.cwd
	];
}
function sortPlaces(places) {
	const byPath = /* @__PURE__ */ new Map();
	for (const place of places) {
		const known = byPath.get(place.path);
		if (!known || ranks[known.kind] < ranks[place.kind]) byPath.set(place.path, place);
	}
	const computeDepth = ({ path }) => path === "/" ? 0 : path.split("/").length - 1;
	const sorted = [...byPath.values()].toSorted((a, b) => computeDepth(a) - computeDepth(b) || (a.path < b.path ? -1 : 1));
	return sorted.filter(({ kind, path }) => {
		const parent = sorted.findLast((other) => path !== other.path && isInside(path, other.path));
		return kind !== "hidden" || !parent || parent.kind === "readable" || parent.kind === "writable";
	});
}
function formatMount(place) {
	switch (place.kind) {
		case "hidden": return place.isDirectory ? ["--tmpfs", place.path] : [
			"--ro-bind",
			"/dev/null",
			place.path
		];
		case "readable": return [
			"--ro-bind",
			place.path,
			place.path
		];
		case "writable": return [
			"--bind",
			place.path,
			place.path
		];
		case "temporary": return [
			"--bind",
			place.source,
			place.path
		];
		case "memory": return ["--tmpfs", place.path];
		default: return place;
	}
}
function isInside(path, directory) {
	return path === directory || directory === "/" || path.startsWith(`${directory}/`);
}
const keptOfRun = [
	"NetworkManager/resolv.conf",
	"booted-system",
	"current-system",
	"nscd",
	"nvidia",
	"nvidia-fabricmanager",
	"nvidia-persistenced",
	"opengl-driver",
	"resolvconf",
	"systemd/resolve",
	"udev"
];
function buildSandboxLayout(confinement, inside, environment) {
	const { home, tmp, writable } = confinement;
	const hidden = confinement.hidden.flatMap(resolveRealPath);
	const devices = writable.filter((path) => readStatus$1(path)?.isCharacterDevice());
	const open = [home, ...writable.filter((path) => !devices.includes(path))].flatMap((path) => resolveRealPath(createDirectory(path)));
	const temporary = [...new Set(["/tmp", "/var/tmp"].flatMap(resolveRealPath))];
	const emptied = [
		...hidden,
		...confinement.covered.flatMap(resolveRealPath),
		...temporary
	];
	const named = confinement.named.flatMap(resolveRealPath).map((path) => findProgramPrefix(path, emptied)).filter((path) => emptied.some((place) => isInside(path, place)) && !hidden.some((place) => isInside(path, place)));
	const kept = keptOfRun.map((name) => join("/run", name));
	const sockets = listServiceSockets(environment, [...confinement.named.flatMap(resolveRealPath), ...open]);
	const resolver = resolveRealPath("/etc/resolv.conf").map(dirname).filter((path) => isInside(path, "/run") && path !== "/run");
	const places = [
		...[
			...emptied,
			"/run",
			...sockets
		].flatMap((path) => {
			const found = readStatus$1(path);
			return found ? [{
				kind: "hidden",
				path,
				isDirectory: found.isDirectory()
			}] : [];
		}),
		...[...[
			...kept,
			...resolver,
			...confinement.readable
		].flatMap(resolveRealPath), ...named].map((path) => ({
			kind: "readable",
			path
		})),
		...temporary.map((path) => ({
			kind: "temporary",
			path,
			source: tmp
		})),
		...resolveRealPath("/dev/shm").map((path) => ({
			kind: "memory",
			path
		})),
		...open.map((path) => ({
			kind: "writable",
			path
		}))
	];
	const isRoot = process.getuid?.() === 0;
	return {
		...inside,
		capabilities: isRoot ? listKeptCapabilities(parseCapabilities(readFileSync("/proc/self/status", "latin1"))) : null,
		devices: listSandboxDevices(devices),
		places,
		settings: isRoot ? listMachineSettings() : []
	};
}
function parseCapabilities(status) {
	const digits = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? "f".repeat(16);
	return BigInt(`0x${digits}`);
}
function findProgramPrefix(path, emptied) {
	const above = dirname(path);
	return [
		"bin",
		".bin",
		"sbin"
	].includes(basename(path)) && emptied.some((place) => above !== place && isInside(above, place)) ? above : path;
}
function listServiceSockets(environment, named) {
	const paths = readFileSync("/proc/net/unix", "utf8").split("\n").flatMap((line) => /^(?:\S+\s+){6}\d+\s(\/.+)$/u.exec(line)?.[1] ?? []);
	const engine = /^unix:\/\/(\/.+)$/u.exec(environment["DOCKER_HOST"] ?? "")?.[1] ?? [];
	const bound = paths.filter((path) => readStatus$1(path)?.isSocket()).concat(engine).flatMap(resolveRealPath);
	const open = [
		"/run",
		"/var/lib/sss",
		...named
	];
	return [...new Set(bound)].filter((path) => !open.some((place) => isInside(path, place)));
}
function listMachineSettings() {
	return listEntries("/proc").filter(({ name }) => !/^\d+$/.test(name)).filter((entry) => entry.isDirectory() || entry.isFile()).map(({ name }) => join("/proc", name)).filter((path) => {
		const entry = readStatus$1(path);
		return entry !== null && (entry.isDirectory() || (entry.mode & 146) !== 0);
	});
}
function createDirectory(path) {
	try {
		makeWithParents(path);
		return path;
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new EnvironmentError(`a writable directory of the sandbox cannot be created: ${reason}`, "Correct run.writable, or create the directory and make the measuring user its owner.", { cause });
	}
}
function makeWithParents(path) {
	if (statSync(path, { throwIfNoEntry: false })) return;
	if (dirname(path) !== path) makeWithParents(dirname(path));
	mkdirSync(path);
}
function readStatus$1(path) {
	return attempt(() => statSync(path));
}
function resolveRealPath(path) {
	return attempt(() => [realpathSync(path)]) ?? [];
}
const accelerators = /^\/dev\/(?:nvidia[^/]*|nvidia-caps(?:-imex-channels)?\/.*|nv(?:host|map|sciipc|gpu)[^/]*|nvgpu\/.*|host1x-fence|gdrdrv|dri\/.*|accel\/.*|accel\d+|kfd|dxg|hl(?:_controlD)?\d+|vfio\/.*|davinci[^/]*|devmm_svm|hisi_hdc|infiniband\/.*|cxi\d+|hfi1[^/]*|xpmem|knem)$/;
function listSandboxDevices(extra = [], folder = "/dev") {
	return listEntries(folder).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return listSandboxDevices(extra, path);
		if (!accelerators.test(path) && !extra.includes(path)) return [];
		if (entry.isSymbolicLink()) return [{
			kind: "link",
			path,
			target: readlinkSync(path)
		}];
		return readStatus$1(path)?.isCharacterDevice() ? [{
			kind: "device",
			path
		}] : [];
	});
}
function listEntries(folder) {
	return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

// src/io/sandbox/python-bytecode.ts
const mayStartPython = /^(?:.*\/)?(?:(?:ba|da|z)?sh|env|python[\d.]*)$|\.(?:py|sh)$/;
const maxPackages = 400;
function findUncompiledPackages(commands, path) {
	const folders = commands.flatMap((argv) => {
		const own = argv.flatMap((word) => findPackageFolders(word, path));
		return own.length === 0 && argv.some((word) => mayStartPython.test(word)) ? ["python3", "python"].flatMap((word) => findPackageFolders(word, path)) : own;
	});
	return [...new Set(folders)].filter(isUncompiled);
}
function findPackageFolders(word, path) {
	const places = isAbsolute(word) ? [word] : path.split(delimiter).map((folder) => join(folder, word));
	const program = word.includes("/") && !isAbsolute(word) ? void 0 : places.find((place) => existsSync(place));
	if (program === void 0 || word === "") return [];
	const real = attempt(() => realpathSync(program)) ?? program;
	return [...new Set([program, real].map((place) => dirname(dirname(place))))].flatMap((prefix) => listMatches(prefix, "lib/python3*/{site,dist}-packages"));
}
function isUncompiled(folder) {
	const packages = listMatches(folder, "*/__init__.py").slice(0, maxPackages).map(dirname);
	return packages.filter((place) => listMatches(place, "__pycache__/__init__.*.pyc").length === 0).length > packages.length / 2;
}
function listMatches(folder, pattern) {
	return globSync(pattern, { cwd: folder }).map((name) => join(folder, name));
}

// src/io/files/command-files.ts
const commandFiles = [
	"GITHUB_ENV",
	"GITHUB_PATH",
	"GITHUB_OUTPUT",
	"GITHUB_STATE",
	"GITHUB_STEP_SUMMARY",
	"GITHUB_EVENT_PATH"
];
function guardCommandFiles(inner, environment) {
	return { async run(spec) {
		const before = commandFiles.flatMap((name) => {
			const path = environment[name] ?? "";
			const content = path === "" ? null : readOwnFile(path);
			return content === null ? [] : [{
				name,
				path,
				content
			}];
		});
		const outcome = await inner.run(spec);
		const changed = before.filter(({ path, content }) => hasRestored(path, content)).map(({ name }) => name);
		if (changed.length > 0) throw new EnvironmentError(`${spec.argv[0] ?? "a program"} wrote into ${changed.join(", ")}, which control the workflow of this step; the files were restored and the run ends here`, "Review this code before it runs again on this machine; docs/security.md (T-08) lists what else it may have reached.");
		return outcome;
	} };
}
function hasRestored(path, content) {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat?.isFile() && stat.size === content.length && readOwnFile(path)?.equals(content)) return false;
	rmSync(path, {
		force: true,
		recursive: true
	});
	writeFileSync(path, content, { flag: "wx" });
	return true;
}

// src/io/process/run-tool.ts
const warningCode = 14;
const maxBytes$2 = 4194304;
function runTool(program, args, options) {
	const { promise, resolve } = Promise.withResolvers();
	const child = execFile(program, args, {
		env: { ...options.env },
		maxBuffer: maxBytes$2
	}, (error, stdout, stderr) => {
		if (!error) return resolve({
			status: "answered",
			text: stdout
		});
		const isWarned = program === "nvidia-smi" && error.code === warningCode;
		const isWhole = typeof error.code === "number" && stderr.trim() === "" && options.isComplete?.(stdout);
		if (isWarned || isWhole) return resolve({
			status: "answered",
			text: stdout
		});
		if (error.code === "ENOENT") return resolve({ status: "absent" });
		const text = stderr.trim() || stdout.trim() || error.message;
		resolve({
			status: "failed",
			text,
			signal: error.signal ?? null
		});
	});
	child.once("exit", excludeReaped);
	child.stdin?.end();
	const stopWaiting = () => {
		resolve({ status: "hung" });
		child.kill("SIGKILL");
		child.stdout?.destroy();
		child.stderr?.destroy();
		child.unref();
	};
	const timer = setTimeout(stopWaiting, options.timeoutMs);
	const stop = options.outlivesStop ? null : getStopSignal();
	stop?.addEventListener("abort", stopWaiting);
	if (stop?.aborted) stopWaiting();
	return promise.finally(() => {
		clearTimeout(timer);
		stop?.removeEventListener("abort", stopWaiting);
	});
}

// src/io/sandbox/bubblewrap-sandbox.ts
const probeTimeoutMs = 1e4;
const controlDevices = [
	"/dev/nvidiactl",
	"/dev/nvidia-uvm",
	"/dev/kfd",
	"/dev/dxg"
];
function createSandbox(workspace, environment, devices = controlDevices) {
	const root = findCloneRoot(workspace);
	const temporary = environment["RUNNER_TEMP"];
	return {
		places: {
			hidden: [
				...listGitDirectories(root),
				join(root, ".warpgauge"),
				...commandFiles.flatMap((name) => environment[name] || []),
				...listRunnerSecrets(environment)
			],
			covered: [root, ...temporary ? [temporary] : []],
			readable: listGitDirectories(root).map((path) => join(path, "objects")).filter((path) => existsSync(path))
		},
		probe: (confinement) => probe(confinement, environment, devices),
		findUncompiledPackages: (commands) => findUncompiledPackages(commands, environment["PATH"] ?? "")
	};
}
function findBubblewrap(environment) {
	return (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/")).map((folder) => join(folder, "bwrap")).find((path) => existsSync(path)) ?? null;
}
async function probe(confinement, environment, devices) {
	const program = findBubblewrap(environment);
	if (program === null) return "bwrap is not on PATH (package bubblewrap)";
	const path = environment["PATH"] ?? "";
	const inside = {
		cwd: confinement.home,
		env: { PATH: path },
		statusDescriptor: 2
	};
	const options = buildBubblewrapArguments(buildSandboxLayout(confinement, inside, environment));
	const flags = constants$1.O_RDONLY | constants$1.O_NONBLOCK;
	const outside = devices.filter((device) => attempt(() => closeSync(openSync(device, flags))) !== null);
	const probeCommand = [
		"sh",
		"-c",
		lookInside,
		"sh",
		...outside
	];
	const limits = {
		timeoutMs: probeTimeoutMs,
		outlivesStop: true
	};
	const answer = await runTool(program, [
		...options,
		"--",
		...probeCommand
	], {
		env: {},
		...limits
	});
	if (answer.status === "failed") {
		if (isStopSignal(answer.signal)) throw createCancellation();
		return explain$1(answer.text);
	}
	if (answer.status === "hung") return `bwrap did not end within ${probeTimeoutMs / 1e3} s`;
	if (answer.status !== "answered") return "bwrap is not on PATH (package bubblewrap)";
	if (hasForbiddenCapability(parseCapabilities(answer.text))) return "bwrap does not drop the capabilities of root on this machine";
	const closed = /^closed: (.+)$/m.exec(answer.text)?.[1];
	return closed === void 0 ? null : `${closed} cannot be opened inside the sandbox`;
}
const lookInside = "cat /proc/self/status; for path in \"$@\"; do (: <\"$path\") 2>/dev/null || echo \"closed: $path\"; done";
function explain$1(text) {
	const message = text.split("\n").findLast((line) => line.startsWith("bwrap: ")) ?? text.trim().split("\n").at(-1) ?? "";
	return `${message.slice(0, 300)}${explainCause(message)}`;
}
function explainCause(message) {
	if (readSetting("kernel/apparmor_restrict_unprivileged_userns") === "1" && /namespace|uid map|loopback/.test(message)) return " (kernel.apparmor_restrict_unprivileged_userns is 1: bwrap needs an AppArmor profile)";
	if (readSetting("kernel/unprivileged_userns_clone") === "0") return " (kernel.unprivileged_userns_clone is 0)";
	if (readSetting("user/max_user_namespaces") === "0") return " (user.max_user_namespaces is 0)";
	return /namespace|mount|proc/i.test(message) ? " (common in a container without mount permission)" : "";
}
function readSetting(name) {
	return attempt(() => readFileSync(join("/proc/sys", name), "utf8").trim());
}
function findCloneRoot(workspace) {
	for (let above = resolve(workspace);; above = dirname(above)) {
		if (existsSync(join(above, ".git"))) return above;
		if (dirname(above) === above) return resolve(workspace);
	}
}
function listGitDirectories(root) {
	const own = join(root, ".git");
	if (!statSync(own, { throwIfNoEntry: false })?.isFile()) return [own];
	const linked = /^gitdir: (.+)$/m.exec(readFileSync(own, "utf8"))?.[1];
	if (linked === void 0) return [own];
	const directory = resolve(root, linked);
	const common = join(directory, "commondir");
	return [
		own,
		directory,
		...existsSync(common) ? [resolve(directory, readFileSync(common, "utf8").trim())] : []
	];
}
function listRunnerSecrets(environment) {
	const within = environment["RUNNER_TEMP"] ?? environment["RUNNER_WORKSPACE"];
	if (!within) return [];
	for (let above = resolve(within); dirname(above) !== above; above = dirname(above)) {
		if (!existsSync(join(above, ".runner"))) continue;
		return readdirSync(above).filter((name) => /^(?:\.credentials|\.runner|\.env$|\.path$|_diag$)/.test(name)).map((name) => join(above, name));
	}
	return [];
}
const inChild = {
	status: 3,
	options: 4
};
const maxStatusBytes = 4096;
const settleMs = 500;
const lastSignal = 31;
function enterSandbox({ argv, cwd, env, stderrPath }, confinement, environment) {
	const program = findBubblewrap(environment);
	if (program === null) throw new EnvironmentError("bwrap is no longer on PATH", "Install the package bubblewrap again.");
	const layout = buildSandboxLayout(confinement, {
		cwd,
		env,
		statusDescriptor: inChild.status
	}, environment);
	const options = openAnonymous(`${stderrPath}.sandbox`);
	writeSync(options, buildBubblewrapArguments(layout).join("\0"), 0);
	const status = openAnonymous(`${stderrPath}.sandbox`);
	return {
		argv: [
			program,
			"--args",
			String(inChild.options),
			"--",
			...argv
		],
		descriptors: [status, options],
		settle() {
			const first = Number(/"child-pid": (\d+)/.exec(readStatus(status))?.[1]);
			if (!first || !awaitAdopted(first, settleMs)) forgetReaped();
		},
		explain(exitCode) {
			if (exitCode === 1 && !readStatus(status).includes("\"exit-code\"")) return null;
			const number = exitCode === null ? 0 : exitCode - 128;
			const found = Object.entries(constants.signals).find(([, value]) => value === number);
			return {
				exitCode,
				signal: number > 0 && number <= lastSignal ? found?.[0] ?? null : null
			};
		},
		[Symbol.dispose]: () => [status, options].forEach((descriptor) => closeSync(descriptor))
	};
}
function openAnonymous(path) {
	const descriptor = openSync(path, "w+", 384);
	rmSync(path);
	return descriptor;
}
function readStatus(descriptor) {
	const buffer = Buffer.alloc(maxStatusBytes);
	return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, maxStatusBytes, 0));
}

// src/io/files/disk-file-inspector.ts
const lineFeed = 10;
const maxMatches = 1e4;
const maxFileBytes = 16 * 2 ** 30;
const maxHashedBytes = 256 * 2 ** 30;
function createFileInspector(signal) {
	return buildInspector(signal, null);
}
function buildInspector(signal, roots) {
	const read = (path, maxBytes = maxFileBytes) => readNamed(path, {
		maxBytes,
		signal
	}, roots);
	const readStat = async (path) => {
		if (roots) await requireInside(path, roots);
		const found = await stat(path).catch(() => null);
		return found?.isFile() ? {
			bytes: found.size,
			modifiedMs: found.mtimeMs
		} : null;
	};
	const streamBytes = (path) => copyChunks(readNamed(path, {
		maxBytes: maxFileBytes,
		signal
	}, roots, false));
	return {
		restrictTo: (others) => buildInspector(signal, others),
		find: async (pattern) => {
			const found = [];
			for await (const path of glob(pattern)) {
				signal?.throwIfAborted();
				found.push(path);
				if (found.length > maxMatches) throw new UserError(`more than ${maxMatches} files match ${pattern}`, "Match fewer files, or merge them into one.");
			}
			found.sort();
			if (roots) for (const path of found) await requireInside(path, roots, pattern);
			return found;
		},
		readStat,
		readModifiedMs: async (path) => (await stat(path).catch(() => null))?.mtimeMs ?? null,
		async readStamp(path) {
			const found = await stat(path, { bigint: true }).catch(() => null);
			return found?.isFile() ? [
				found.dev,
				found.ino,
				found.size,
				found.mtimeNs,
				found.ctimeNs
			].join(":") : null;
		},
		isThere: async (path) => await stat(path).catch(() => null) !== null,
		countLines: (path) => countLines(read(path)),
		hasText: (path, text) => hasBytes(read(path), Buffer.from(text)),
		readText: async (path, maxBytes) => {
			if (await realpath(path).catch(() => null) === null) return null;
			const chunks = [];
			for await (const chunk of copyChunks(read(path, maxBytes))) chunks.push(chunk);
			return Buffer.concat(chunks).toString("utf8");
		},
		streamBytes,
		readTables: (path, selections) => readDatabaseRows(path, streamBytes(path), selections),
		resolveRealPath: (path) => realpath(path).catch(() => path),
		computeSha256: async (path) => {
			if (await readStat(path) === null) return null;
			const hash = createHash("sha256");
			for await (const chunk of read(path, maxHashedBytes)) hash.update(chunk);
			return hash.digest("hex");
		}
	};
}
async function requireInside(path, roots, shown = path) {
	const real = await realpath(path).catch(() => null);
	if (real !== null && !isBelow(real, await resolveRoots(roots))) throw createOutsideError(shown);
}
async function* copyChunks(chunks) {
	for await (const chunk of chunks) yield Buffer.from(chunk);
}
async function countLines(chunks) {
	let lines = 0;
	let isEmpty = true;
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
			if (end > start || !isEmpty) lines += 1;
			isEmpty = true;
			start = end + 1;
		}
		if (start < chunk.length) isEmpty = false;
	}
	return isEmpty ? lines : lines + 1;
}
async function hasBytes(chunks, needle) {
	let carried = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const window = Buffer.concat([carried, chunk]);
		if (window.includes(needle)) return true;
		carried = window.subarray(Math.max(0, window.length - needle.length + 1));
	}
	return false;
}
const maxBytes$1 = 2 * 2 ** 30;
const maxRows = 1e6;
const maxCharacters = readingLimits.name;
const maxTableCharacters = 256 * 2 ** 20;
async function readDatabaseRows(path, bytes, selections) {
	await using directory = await openTemporaryDirectory("database");
	try {
		const copy = join(directory.path, "copy.sqlite");
		await writeCopy(path, bytes, copy);
		using database = await openReadOnly(copy);
		return selections.map((selection) => readTable(database, selection, path));
	} catch (error) {
		if (!(error instanceof Error && "errcode" in error)) throw error;
		throw new UserError(`${path} is not a readable SQLite database: ${error.message}`, "Export it again, for example with `nsys export --type sqlite`", { cause: error });
	}
}
async function writeCopy(path, bytes, copy) {
	await using file = await open(copy, "wx", 384);
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		if (size > maxBytes$1) throw new UserError(`${path} is larger than ${maxBytes$1} bytes`, "Export fewer tables, or profile fewer steps");
		await file.writeFile(chunk);
	}
}
async function openReadOnly(copy) {
	const { DatabaseSync } = await import("node:sqlite");
	const url = pathToFileURL(copy);
	url.search = "?immutable=1";
	const database = new DatabaseSync(url, { readOnly: true });
	database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
	return database;
}
function readTable(database, selection, path) {
	const { table, columns } = selection;
	if (!hasStoredColumns(database, table, columns)) return null;
	const fields = columns.map(quoteName).map((column, index) => {
		return `CASE typeof(${column}) ${`WHEN 'text' THEN substr(${column}, 1, ${maxCharacters})`} WHEN 'blob' THEN NULL ELSE ${column} END AS c${index}`;
	});
	const wanted = selection.isSum ? selectSums(columns.map(quoteName)) : fields.join(", ");
	const group = selection.isSum ? " GROUP BY 1" : "";
	const statement = database.prepare(`SELECT ${wanted} FROM ${quoteName(table)}${group} LIMIT 1000001`);
	statement.setReadBigInts(true);
	const rows = [];
	let characters = 0;
	for (const row of statement.iterate()) {
		if (rows.length >= maxRows) throw new UserError(`${path} has more than ${maxRows} rows in ${table}`, "Profile fewer steps");
		const values = Object.values(row).map(toValue);
		characters += values.reduce((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
		if (characters > maxTableCharacters) throw new UserError(`${path} has more than ${maxTableCharacters} characters in ${table}`, "Profile fewer steps");
		rows.push(values);
	}
	return rows;
}
function selectSums([key = "", from = "", to = ""]) {
	const isTimed = `typeof(${from}) = 'integer' AND typeof(${to}) = 'integer' AND ${to} >= ${from}`;
	return `CASE typeof(${key}) WHEN 'integer' THEN ${key} END, count(*), count(CASE WHEN ${isTimed} THEN 1 END), ${`total(CASE WHEN ${isTimed} THEN ${to} - ${from} END)`}`;
}
function hasStoredColumns(database, table, columns) {
	const [found] = database.prepare("SELECT type, rootpage FROM sqlite_schema WHERE name = ?").all(table);
	if (found?.["type"] !== "table" || !Number(found["rootpage"])) return false;
	const known = database.prepare("SELECT name, hidden FROM pragma_table_xinfo(?)").all(table);
	return !known.some(({ hidden }) => hidden !== 0) && columns.every((column) => known.some(({ name }) => name === column));
}
function quoteName(name) {
	return `"${name.replaceAll("\"", "\"\"")}"`;
}
function toValue(value) {
	if (typeof value === "bigint") return Number(value);
	return typeof value === "string" || typeof value === "number" ? value : null;
}
const maxNewBytes = 8388608;
const maxLineBytes = 65536;
const diskGrowingFiles = { follow };
function follow(paths, everyMs, onNews) {
	const places = paths.map((path) => ({
		path,
		offset: 0,
		rest: Buffer.alloc(0)
	}));
	let reading = null;
	let failure = null;
	const readOnce = () => {
		reading ??= Promise.all(places.map(readNewLines)).then(onNews).catch((error) => {
			failure ??= error;
			clearInterval(timer);
		}).finally(() => {
			reading = null;
		});
		return reading;
	};
	const timer = setInterval(() => void readOnce(), everyMs);
	return { close: async () => {
		clearInterval(timer);
		await reading;
		if (failure === null) await readOnce();
		if (failure !== null) throw failure;
	} };
}
async function readNewLines(place) {
	try {
		const found = statSync(place.path, { throwIfNoEntry: false });
		if (!found || found.size === place.offset) return "";
		await using file = await openRegular(place.path, false);
		const { size } = await file.stat();
		const from = size < place.offset ? size : Math.max(place.offset, size - maxNewBytes);
		if (from !== place.offset) Object.assign(place, {
			offset: from,
			rest: Buffer.alloc(0)
		});
		const buffer = Buffer.alloc(size - place.offset);
		const { bytesRead } = await file.read(buffer, 0, buffer.length, place.offset);
		place.offset += bytesRead;
		const all = Buffer.concat([place.rest, buffer.subarray(0, bytesRead)]);
		const end = all.lastIndexOf(lineFeed) + 1;
		place.rest = all.length - end > maxLineBytes ? Buffer.alloc(0) : Buffer.from(all.subarray(end));
		return all.subarray(0, end).toString("utf8");
	} catch {
		return "";
	}
}

// src/io/git/git-command.ts
var GitFailure = class extends Error {
	name = "GitFailure";
};
function buildGitEnvironment(directory, parent, settings) {
	const all = [
		...safeSettings,
		["safe.directory", realpathSync(directory)],
		...settings
	];
	const numbered = all.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]]);
	return {
		...Object.fromEntries(inherited.flatMap((name) => parent[name] === void 0 ? [] : [[name, parent[name]]])),
		LC_ALL: "C",
		GIT_TERMINAL_PROMPT: "0",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_OPTIONAL_LOCKS: "0",
		GIT_LITERAL_PATHSPECS: "1",
		GIT_LFS_SKIP_SMUDGE: "1",
		GIT_NO_REPLACE_OBJECTS: "1",
		GIT_GRAFT_FILE: "/dev/null/grafts",
		GIT_ATTR_NOSYSTEM: "1",
		GIT_CONFIG_COUNT: String(all.length),
		...Object.fromEntries(numbered)
	};
}
const safeSettings = [
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", "false"],
	["core.commitGraph", "false"],
	["submodule.recurse", "false"],
	["fetch.recurseSubmodules", "false"],
	["protocol.ext.allow", "never"],
	["gc.auto", "0"],
	["maintenance.auto", "false"],
	["http.lowSpeedLimit", "1000"],
	["http.lowSpeedTime", "60"]
];
const inherited = [
	"PATH",
	"HOME",
	"XDG_CONFIG_HOME",
	"TMPDIR",
	"USER",
	"LOGNAME",
	"SSH_AUTH_SOCK",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
	"RUNNER_TRACKING_ID",
	"http_proxy",
	"https_proxy",
	"no_proxy",
	"all_proxy",
	"HTTPS_PROXY",
	"NO_PROXY",
	"ALL_PROXY"
];
const silenceMs = 3e5;
function createGitCommand(directory, parent = process.env, settings = [], more = {}) {
	const env = {
		...buildGitEnvironment(directory, parent, settings),
		...more
	};
	const git = wo({
		baseDir: directory,
		allowEnvironment: Object.keys(env).filter((name) => name.startsWith("GIT_")),
		timeout: { block: silenceMs },
		completion: {
			onClose: true,
			onExit: false
		},
		unsafe: {
			allowUnsafeConfigEnvCount: true,
			allowUnsafeFilter: true,
			allowUnsafeConfigPaths: true,
			allowUnsafeHooksPath: true,
			allowUnsafeFsMonitor: true,
			allowUnsafeProtocolOverride: true,
			allowUnsafeTemplateDir: true
		}
	}).env(env);
	return async (...args) => {
		try {
			return await git.raw([...args]);
		} catch (cause) {
			const plain = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/^[^\n]*\r(?=[^\n])/gm, "").trim();
			throw new GitFailure(plain.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, "$1***@"));
		}
	};
}
function buildRemoteSettings(address, token) {
	const file = ["protocol.file.allow", address.startsWith("file://") || !/^(?:[\w.+-]+:\/\/|[^/]+:)/.test(address) ? "always" : "never"];
	if (token === null || !/^https?:\/\//.test(address)) return [file];
	const key = `http.${new URL(address).origin}/.extraheader`;
	const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
	return [
		file,
		[key, ""],
		[key, `AUTHORIZATION: basic ${basic}`]
	];
}
async function explainErrors(action, work, lack = null) {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof GitFailure)) throw cause;
		const found = hints.find(({ when }) => when.test(cause.message));
		const hint = found?.hint ?? "Run the same git command manually for details";
		const reason = lack !== null && found?.isOfRemote ? `This clone is incomplete (${lack}). ` : "";
		throw new EnvironmentError(`git could not ${action}: ${cause.message}`, `${reason}${hint}`, { cause });
	}
}
const hints = [
	{
		when: /spawn git ENOENT/,
		hint: "Install git 2.31 or newer and add it to PATH"
	},
	{
		when: /not a git repository/,
		hint: "Start inside a git repository; in a workflow, run actions/checkout first"
	},
	{
		when: /unknown repository extension|repo version|unknown ref storage/,
		hint: "This git is older than the format of the repository (git 2.45 reads reftable): install a newer git",
		isOther: true
	},
	{
		when: /must be run in a work tree/,
		hint: "This repository is bare: start in a clone of it (git clone DIRECTORY)",
		isOther: true
	},
	{
		when: /dubious ownership/,
		hint: "Make the current user the owner of the repository directory"
	},
	{
		when: /could not read Username|Authentication failed|\b40[13]\b|Permission denied \(publickey/,
		hint: "Pass a token with contents: read, or check out with fetch-depth: 0 and without filter in an earlier step",
		isOfRemote: true
	},
	{
		when: /does not appear to be a git repository|Could not read from remote|promisor remote/,
		hint: "Give this step access to the remote, or check out with fetch-depth: 0 and without filter",
		isOfRemote: true
	},
	{
		when: /already exists|already (?:registered|used)/,
		hint: "Choose another directory, or remove this one"
	},
	{
		when: /No space left|File too large|Disk quota/,
		hint: "Free disk space on this machine"
	},
	{
		when: /Permission denied|Read-only file system/,
		hint: "Give this user read access to .git of the checkout and write access to the named directory; fetched objects are also written to .git"
	},
	{
		when: /unable to access|Could not resolve|timeout/,
		hint: "Check that this machine reaches the remote, or check out with fetch-depth: 0 and without filter",
		isOfRemote: true
	}
];
function isOtherRepository(message) {
	return hints.some(({ when, isOther }) => isOther === true && when.test(message));
}
function findGitHint(message) {
	return hints.find(({ when }) => when.test(message))?.hint ?? null;
}
function requireCommitId(text) {
	if (isCommitId(text)) return;
	throw new UserError(`${JSON.stringify(text)} is not a full commit id`, "Give all of its 40 or 64 hexadecimal digits");
}
function parseGitReference(text) {
	const [, name = "", steps = ""] = /^([^~^]*)((?:~\d*|\^\d*)*)$/.exec(text) ?? [];
	if (!(name === "@" || name.startsWith("-") || /[\p{Cc} :?*[\\]|\.\.|@\{|\.$/u.test(name)) && name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))) return {
		name: isCommitId(name.toLowerCase()) ? name.toLowerCase() : name,
		steps
	};
	throw new UserError(`${JSON.stringify(text)} is not a valid name of a commit, tag or branch`, "Give a tag such as v1.0, a branch, or a commit id");
}
function listLocalCandidates(name) {
	if (name === "HEAD" || name.startsWith("refs/") || isCommitId(name)) return [name];
	const shared = [`refs/tags/${name}`, `refs/heads/${name}`];
	if (name.includes("/")) return [...shared, `refs/remotes/${name}`];
	return isCommitPrefix(name) ? [...shared, name] : shared;
}
function listRemoteCandidates(name, remote) {
	const tracking = `refs/remotes/${remote}/`;
	if (name.startsWith(tracking)) return [`refs/heads/${name.slice(tracking.length)}`];
	if (name.startsWith("refs/")) return [name];
	const branch = name.startsWith(`${remote}/`) ? [`refs/heads/${name.slice(remote.length + 1)}`] : [];
	return [
		`refs/tags/${name}`,
		`refs/heads/${name}`,
		...branch
	];
}
async function listSettings(git, path) {
	const fields = (await git("config", "--null", "--show-origin", "--list")).split("\0");
	return Array.from({ length: Math.floor(fields.length / 2) }, (_unused, index) => {
		const [key = "", ...value] = (fields[index * 2 + 1] ?? "").split("\n");
		return {
			key,
			value: value.join("\n"),
			file: resolve(path, (fields[index * 2] ?? "").replace(/^file:/u, ""))
		};
	});
}
function findAddress(settings, remote) {
	return settings.findLast(({ key }) => key === `remote.${remote}.url`)?.value.trim() ?? "";
}
function isPartialClone(settings) {
	return settings.some(({ key }) => /^(remote\..*\.promisor|extensions\.partialclone)$/su.test(key));
}
function describeLack(settings, isShallow) {
	const filter = settings.findLast(({ key }) => /^remote\..*\.partialclonefilter$/su.test(key))?.value;
	const partial = isPartialClone(settings) ? [`partial clone, filter ${filter ?? "unknown"}`] : [];
	return [...isShallow ? ["shallow"] : [], ...partial].join("; ") || null;
}
function listCredentials(settings) {
	const isCredential = ({ key, value }) => /^http\.(.*\.)?extraheader$/su.test(key) ? /authorization:/iu.test(value) : /^remote\..*\.(push)?url$/su.test(key) && /^[\w+.-]+:\/\/[^/@\s]*:[^/@\s]+@/u.test(value);
	const kept = settings.filter(isCredential).map(({ key, file }) => ({
		key,
		file
	}));
	return [...new Map(kept.map((item) => [`${item.file}\0${item.key}`, item])).values()];
}
function findObjectFormat(id) {
	return id.length === 64 ? "sha256" : "sha1";
}
async function readClonePlace(git, path) {
	const [stated = "", isWorkTree, prefix = "", ...places] = (await git("rev-parse", ...[
		"--show-object-format",
		"--is-inside-work-tree",
		"--show-prefix",
		"--path-format=absolute",
		...[
			"--git-common-dir",
			"--git-dir",
			"--git-path",
			"objects",
			"--git-path",
			"shallow"
		]
	])).split("\n");
	if (stated !== "sha1" && stated !== "sha256") throw new UserError(`${path} is a repository with ${stated} object ids`, "Use one with SHA-1 or SHA-256 object ids");
	const format = stated;
	const [commonDirectory = "", directory = "", objects = "", shallow = "", ...others] = places;
	if (others.length !== 1) throw new GitFailure(`${path} or its .git has a line feed in its name`);
	return {
		commonDirectory,
		directory,
		objects,
		shallow,
		isWorkTree: isWorkTree === "true",
		format,
		prefix
	};
}

// src/io/git/git-objects.ts
function createGitObjects(place) {
	let batch = null;
	let turn = Promise.resolve();
	const askAfter = async (earlier, names, parser) => {
		await earlier;
		if (names.length === 0) return;
		if (batch === null || batch.hasEnded()) batch = startGitBatch(place);
		await batch.ask(names, parser);
	};
	const read = async (names, keeps, admit) => {
		const parser = createObjectParser(keeps, admit);
		const answer = askAfter(turn, names, parser);
		turn = answer.catch(() => {});
		await answer;
		return parser.found;
	};
	return {
		read: (ids, admit = () => {}) => read(ids, true, admit),
		verify: async (ids) => void await read(ids, false, () => {}),
		async findCommit(name) {
			try {
				const [id = null] = (await read([`${name}^{commit}`], false, () => {})).keys();
				return id;
			} catch (error) {
				if (error instanceof GitFailure) return null;
				throw error;
			}
		},
		[Symbol.dispose]: () => batch?.end()
	};
}
function startBlobHash(size, format) {
	return createHash(format).update(`blob ${size}\0`);
}
function createObjectParser(keeps, admit) {
	let rest = Buffer.alloc(0);
	let reading = null;
	let parts = [];
	const parser = {
		found: /* @__PURE__ */ new Map(),
		answers: 0,
		parse(chunk) {
			rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
			for (;;) {
				if (reading === null) {
					const end = rest.indexOf(10);
					if (end === -1) return;
					const header = rest.toString("latin1", 0, end);
					const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? [];
					if (id === void 0 || type === void 0) {
						parser.answers += 1;
						throw new GitFailure(`object ${header}`);
					}
					reading = {
						id,
						type,
						hash: createHash(findObjectFormat(id)).update(`${type} ${size}\0`),
						left: Number(size)
					};
					parts = [];
					admit(reading.left);
					rest = rest.subarray(end + 1);
				}
				const part = rest.subarray(0, reading.left);
				reading.hash.update(part);
				if (keeps) parts.push(Buffer.from(part));
				reading.left -= part.length;
				rest = rest.subarray(part.length);
				if (reading.left > 0 || rest.length === 0) return;
				const { id, type, hash } = reading;
				if (hash.digest("hex") !== id) throw new EnvironmentError(`the clone has other content for the ${type} ${id} than its id: the clone is corrupt, or a program changed it`, "Delete the clone and check the repository out again; find out which program writes to its .git.");
				parser.found.set(id, {
					type,
					content: Buffer.concat(parts)
				});
				rest = rest.subarray(1);
				reading = null;
				parser.answers += 1;
			}
		}
	};
	return parser;
}
const running = /* @__PURE__ */ new Set();
function startGitBatch({ directory, env }) {
	const child = spawn("git", ["cat-file", "--batch"], {
		cwd: directory,
		env
	});
	const handles = [child, ...child.stdio.filter((stream) => stream instanceof Socket)];
	let asked = null;
	let hasEnded = false;
	let message = "";
	const isAnswered = () => asked === null || asked.parser.answers === asked.count;
	const settle = (failure) => {
		if (isAnswered()) for (const handle of handles) handle.unref();
		else {
			hasEnded = true;
			child.kill("SIGKILL");
		}
		if (failure === null) asked?.resolve();
		else asked?.reject(failure);
		asked = null;
	};
	const batch = {
		hasEnded: () => hasEnded,
		async ask(names, parser) {
			const resolvers = Promise.withResolvers();
			message = "";
			asked = {
				...resolvers,
				parser,
				count: names.length
			};
			for (const handle of handles) handle.ref();
			child.stdin.write(`${names.join("\n")}\n`);
			await resolvers.promise;
		},
		end() {
			hasEnded = true;
			for (const handle of handles) handle.ref();
			child.stdin.end();
		}
	};
	child.stderr.on("data", (part) => message = (message + part.toString()).slice(-4096));
	child.stdin.on("error", () => {});
	child.stdout.on("data", (chunk) => {
		try {
			asked?.parser.parse(chunk);
			if (isAnswered()) settle(null);
		} catch (error) {
			settle(error);
		}
	});
	const close = (text) => {
		hasEnded = true;
		running.delete(batch);
		if (running.size === 0) process.off("beforeExit", endAll);
		settle(new GitFailure(text));
	};
	child.once("error", (error) => close(error.message));
	child.once("close", () => close(message.trim() || "git cat-file ended before it returned every object"));
	if (running.size === 0) process.on("beforeExit", endAll);
	running.add(batch);
	return batch;
}
function endAll() {
	for (const batch of running) batch.end();
}
const directoryMode = "40000";
const submoduleMode = "160000";
async function listCommitEntries(objects, commit) {
	const files = /* @__PURE__ */ new Map();
	const submodules = /* @__PURE__ */ new Map();
	let level = [{
		path: "",
		id: await findRootTree(objects, commit)
	}];
	while (level.length > 0) {
		const trees = await objects.read([...new Set(level.map(({ id }) => id))]);
		const next = [];
		for (const { path, id } of level) for (const [name, entry] of parseEntries(id, trees.get(id)?.content)) if (entry.mode === directoryMode) next.push({
			path: `${path}${name}/`,
			id: entry.id
		});
		else (entry.mode === submoduleMode ? submodules : files).set(`${path}${name}`, entry);
		level = next;
	}
	return {
		files,
		submodules
	};
}
async function findRootTree(objects, commit) {
	const object = (await objects.read([commit])).get(commit);
	const [, tree] = /^tree ([0-9a-f]+)\n/.exec(object?.content.toString("latin1") ?? "") ?? [];
	if (object?.type === "commit" && tree !== void 0) return tree;
	throw new GitFailure(`${commit} is no commit`);
}
function parseEntries(treeId, content = Buffer.alloc(0)) {
	const idBytes = treeId.length / 2;
	const entries = /* @__PURE__ */ new Map();
	for (let at = 0; at < content.length;) {
		const space = content.indexOf(32, at);
		const end = content.indexOf(0, space);
		const mode = content.toString("latin1", at, space);
		const id = content.toString("hex", end + 1, end + 1 + idBytes);
		entries.set(content.toString("latin1", space + 1, end), {
			mode,
			id
		});
		at = end + 1 + idBytes;
	}
	return entries;
}
const maxBytes = 16777216;
async function readFileAt(objects, commit, { prefix, path }) {
	const inside = posix.normalize(path).replace(/\/$/, "");
	if (inside === "." || inside === ".." || /^(?:\.\.)?\/|\0/u.test(inside)) throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, "Give a path relative to its root");
	let entry = {
		mode: directoryMode,
		id: await findRootTree(objects, commit)
	};
	for (const name of `${prefix}${inside}`.split("/")) {
		if (entry.mode !== directoryMode) return null;
		const tree = (await objects.read([entry.id])).get(entry.id);
		const found = parseEntries(entry.id, tree?.content).get(Buffer.from(name).toString("latin1"));
		if (!found) return null;
		entry = found;
	}
	const where = `${inside} in commit ${commit.slice(0, 12)}`;
	if (entry.mode === "120000") throw new UserError(`${where} is a symbolic link`, "Commit the file itself under this path");
	const kind = {
		[directoryMode]: "directory",
		[submoduleMode]: "submodule"
	}[entry.mode];
	if (kind) throw new UserError(`${where} is a ${kind}, not a file`, "Give the path of a file");
	const refuseLarge = (bytes) => {
		if (bytes > maxBytes) throw new UserError(`${where} has ${bytes} bytes`, `Keep it below ${maxBytes} bytes`);
	};
	return (await objects.read([entry.id], refuseLarge)).get(entry.id)?.content.toString() ?? null;
}

// src/io/files/disk-tree-reader.ts
const diskTreeReader = {
	read: readTree,
	flush: async (directory) => void await runTool("sync", ["--file-system", directory], {
		env: process.env,
		timeoutMs: 6e4
	}),
	readInstalled
};
const tickMs = 20;
const filesPerTurn = 500;
const chunkBytes = 1 << 20;
async function readTree(directory, tracked, before, format = findFormat(before)) {
	try {
		const states = /* @__PURE__ */ new Map();
		const chunk = Buffer.allocUnsafe(chunkBytes);
		for (const path of walk(directory)) {
			const place = locate$1(directory, path);
			const state = {
				...describeEntry(lstatSync(place, { bigint: true })),
				id: null
			};
			const known = before?.get(path);
			const id = known !== void 0 && known.id !== null && isUntouched(known, state) ? known.id : tracked.has(path) ? hashEntry(place, state.kind, chunk, format) : null;
			states.set(path, {
				...state,
				id
			});
			if (states.size % filesPerTurn === 0) await setImmediate();
		}
		await setTimeout$1(tickMs);
		return states;
	} catch (cause) {
		throw new EnvironmentError(`the files of ${directory} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, "Make every file that setup and pipeline write readable for the user who measures", { cause });
	}
}
function findFormat(state) {
	for (const { id } of state?.values() ?? []) if (id !== null) return findObjectFormat(id);
	return "sha1";
}
function* walk(directory) {
	const open = [""];
	for (let parent = open.pop(); parent !== void 0; parent = open.pop()) for (const entry of readdirSync(locate$1(directory, parent), {
		encoding: "latin1",
		withFileTypes: true
	})) {
		const path = `${parent}${entry.name}`;
		if (entry.isDirectory()) open.push(`${path}/`);
		else yield path;
	}
}
function locate$1(directory, path) {
	return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, "latin1")]);
}
function parseStamp({ stamp }) {
	const [mode = 0, , size = 0, mtimeNs = 0] = stamp.split(":").map(Number);
	return {
		mode: mode & 511,
		size,
		mtime: mtimeNs / 1e9
	};
}
function describeEntry(found) {
	const kind = (found.mode & 64n) === 0n ? "file" : "program";
	return {
		kind: found.isSymbolicLink() ? "link" : found.isFile() ? kind : "other",
		stamp: `${found.mode}:${found.ino}:${found.size}:${found.mtimeNs}`,
		changedNs: String(found.ctimeNs),
		links: Number(found.nlink)
	};
}
function hashEntry(place, kind, chunk, format) {
	if (kind === "other") return null;
	if (kind === "link") {
		const target = readlinkSync(place, { encoding: "buffer" });
		return startBlobHash(target.length, format).update(target).digest("hex");
	}
	const descriptor = openSync(place, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
	try {
		const { size } = lstatSync(place);
		const hash = startBlobHash(size, format);
		let total = 0;
		for (let length = -1; length !== 0 && total <= size; total += length) {
			length = readSync(descriptor, chunk, 0, chunk.length, null);
			hash.update(chunk.subarray(0, length));
		}
		return hash.digest("hex");
	} finally {
		closeSync(descriptor);
	}
}
const programFolders = [
	"",
	"bin",
	"lib",
	"lib64"
];
const ignored = /^(?:__pycache__$|\.)|\.log$/u;
const temporary = /* @__PURE__ */ new Set([
	"/",
	"/tmp",
	"/var/tmp",
	"/dev/shm",
	"/dev",
	"/proc",
	"/sys"
]);
async function readInstalled(paths, before) {
	const prefixes = new Set(paths.flatMap((path) => [path, dirname(path)]));
	const places = /* @__PURE__ */ new Map();
	for (const prefix of prefixes) {
		for (const folder of programFolders) addPlace(join(prefix, folder), false);
		for (const name of listNames$1(join(prefix, "lib")).filter((one) => /^python\d/u.test(one))) for (const folder of ["site-packages", "dist-packages"]) addPlace(join(prefix, "lib", name, folder), true);
		addPlace(join(prefix, "lib", "node_modules"), true);
		if (/\/(?:site|dist)-packages$/u.test(prefix)) addPlace(prefix, true);
	}
	const found = /* @__PURE__ */ new Map();
	for (const [place, hasPackages] of places) for (const name of listNames$1(place)) {
		const state = ignored.test(name) ? null : readState(join(place, name), before);
		if (state !== null && (hasPackages || state.kind !== "other")) found.set(join(place, name), state);
	}
	return found;
	function addPlace(path, hasPackages) {
		const place = attempt(() => realpathSync(path));
		if (place !== null && !temporary.has(place)) places.set(place, hasPackages || places.get(place) === true);
	}
}
function listNames$1(directory) {
	return attempt(() => readdirSync(directory)) ?? [];
}
function readState(path, before) {
	return attempt(() => {
		const state = {
			...describeEntry(lstatSync(path, { bigint: true })),
			id: null
		};
		const known = before?.get(path);
		if (before === null || known && isUntouched(known, state)) return state;
		return {
			...state,
			id: hashEntry(Buffer.from(path), state.kind, Buffer.allocUnsafe(chunkBytes), "sha1")
		};
	});
}

// src/io/gpu/lock/gpu-lock.ts
const sharedDirectory = "/tmp/warpgauge-locks";
const touchMs = 2e4;
const stepBackMs = 2e3;
const pollMs = 5;
function createGpuLock({ directory } = { directory: sharedDirectory }) {
	return { tryHold: async (uuids, runId) => {
		prepareDirectory(directory);
		const tickets = [];
		try {
			for (const uuid of [...new Set(uuids)].toSorted()) {
				const holders = await take(uuid, {
					directory,
					runId,
					tickets
				});
				if (holders.length === 0) continue;
				tickets.forEach(removeTicket);
				return {
					status: "busy",
					holders
				};
			}
			return {
				status: "held",
				lock: hold(uuids, tickets)
			};
		} catch (error) {
			tickets.forEach(removeTicket);
			throw error;
		}
	} };
}
async function take(uuid, { directory, runId, tickets }) {
	const lock = uuid.replaceAll(/[^\w.-]/g, "-").slice(0, 120);
	const path = buildTicketPath(directory, lock, createOwnMark(), randomBytes(6).toString("hex"));
	tickets.push(path);
	writeTicket(path, runId);
	const deadline = performance.now() + stepBackMs;
	for (;;) {
		const { live, stale } = readTickets(directory, lock);
		stale.forEach((ticket) => removeTicket(ticket.path));
		const others = live.filter((ticket) => ticket.path !== path);
		const winner = others.find(({ isHeld }) => isHeld) ?? others.find((other) => other.path < path);
		if (others.length === 0) {
			chmodSync(path, 292);
			return [];
		}
		if (winner || performance.now() > deadline) return (winner ? [winner] : others).map((other) => {
			return {
				uuid,
				pid: other.pid,
				...readNote(other.path) ?? {
					runId: null,
					since: null
				}
			};
		});
		await setTimeout$1(pollMs);
	}
}
function writeTicket(path, runId) {
	const note = JSON.stringify({
		pid: process.pid,
		runId,
		since: (/* @__PURE__ */ new Date()).toISOString()
	});
	const flags = constants$1.O_CREAT | constants$1.O_EXCL | constants$1.O_WRONLY | constants$1.O_NOFOLLOW;
	try {
		const file = openSync(path, flags, 420);
		writeSync(file, `${note}\n`);
		closeSync(file);
	} catch (cause) {
		const message = `the lock ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`;
		throw new EnvironmentError(message, "Free space there, and set mode 1777 on its directory.", { cause });
	}
}
function removeTicket(path) {
	tryFile(() => rmSync(path, { force: true }));
}
function tryFile(work) {
	try {
		return work();
	} catch {
		return null;
	}
}
function hold(uuids, tickets) {
	const release = () => tickets.forEach(removeTicket);
	const timer = setInterval(() => {
		for (const path of tickets) tryFile(() => utimesSync(path, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date()));
	}, touchMs);
	timer.unref();
	process.once("exit", release);
	return {
		uuids,
		async [Symbol.asyncDispose]() {
			clearInterval(timer);
			process.off("exit", release);
			release();
		}
	};
}
function prepareDirectory(directory) {
	try {
		mkdirSync(directory, { mode: 1023 });
		chmodSync(directory, 1023);
	} catch (cause) {
		if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) {
			const message = `the directory for GPU locks cannot be created: ${cause instanceof Error ? cause.message : String(cause)}`;
			throw new EnvironmentError(message, `Create ${directory} with mode 1777.`, { cause });
		}
		if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
		throw new EnvironmentError(`${directory} is not a directory, so GPUs cannot be locked`, `Remove it and find out what created it; warpgauge creates a directory with mode 1777.`, { cause });
	}
}
const heldMode = 292;
const ticketName = /^([\w.-]{1,120})~(\d{1,10})-(\d{1,20})-(\d{1,20})-[0-9a-f]{12}$/;
const freshMs = 12e4;
const maxNoteBytes = 4096;
function buildTicketPath(directory, lock, mark, nonce) {
	return join(directory, `${lock}~${mark.pid}-${mark.startTicks ?? "0"}-${mark.namespace}-${nonce}`);
}
function readTickets(directory, lock) {
	const tickets = readdirSync(directory).flatMap((name) => parseTicket(directory, name) ?? []);
	const { true: live = [], false: stale = [] } = Object.groupBy(tickets.filter((ticket) => ticket.lock === lock), (ticket) => `${isLive(ticket)}`);
	return {
		live,
		stale
	};
}
function readNote(path) {
	let file = null;
	try {
		file = openSync(path, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
		if (fstatSync(file).size > maxNoteBytes) return null;
		const note = JSON.parse(readFileSync(file, "utf8"));
		if (typeof note !== "object" || note === null || !("runId" in note) || !("since" in note)) return null;
		const { runId, since } = note;
		return typeof runId === "string" && typeof since === "string" ? {
			runId,
			since
		} : null;
	} catch {
		return null;
	} finally {
		if (file !== null) closeSync(file);
	}
}
function parseTicket(directory, name) {
	const [, lock, pid, startTicks, namespace] = ticketName.exec(name) ?? [];
	if (lock === void 0 || startTicks === void 0 || namespace === void 0) return null;
	const path = join(directory, name);
	const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
	return {
		path,
		lock,
		pid: Number(pid),
		startTicks,
		namespace,
		isHeld: (mode & 146) === 0
	};
}
function isLive({ path, pid, startTicks, namespace }) {
	const file = lstatSync(path, { throwIfNoEntry: false });
	if (!file?.isFile()) return false;
	if (namespace !== readPidNamespace()) return Date.now() - file.mtimeMs < freshMs;
	if (!isAlive(pid)) return false;
	const ticks = readStartTicks(pid);
	if (ticks === null) return isAlive(pid);
	return ticks === startTicks && (readOwner(pid) ?? file.uid) === file.uid;
}
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
function readStartTicks(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return state === "Z" || state === "X" ? "ended" : rest[18] ?? null;
	} catch {
		return null;
	}
}
function readOwner(pid) {
	return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;
}

// src/domain/testbed/container.ts
function detectContainer(traces) {
	const { cgroup } = traces;
	if (traces.isKubernetesHostSet || cgroup?.includes("kubepods")) return "kubernetes";
	if (traces.hasPodmanMark || cgroup?.includes("libpod")) return "podman";
	if (traces.hasDockerMark || /[/:-]docker[/-]/.test(cgroup ?? "")) return "docker";
	if (cgroup === null) return null;
	return /init\.scope|system\.slice|user\.slice/.test(cgroup) ? "none" : null;
}

// src/io/machine/gpu-devices.ts
const kernelRoots = {
	devices: "/dev",
	system: "/sys"
};
const vendors = {
	"0x1002": "AMD",
	"0x8086": "Intel"
};
function listGpuDevices({ devices, system } = kernelRoots) {
	const nvidia = listNames(devices).filter((name) => /^nvidia\d+$/.test(name));
	const tegra = ["nvhost-gpu", "nvgpu/igpu0"].filter((name) => listNames(join(devices, dirname(name))).includes(basename(name)));
	const rendered = listNames(join(devices, "dri")).flatMap((name) => {
		const device = attempt(() => realpathSync(join(system, "class/drm", name, "device")));
		const vendor = /^renderD\d+$/.test(name) && device !== null ? vendors[readId(device)] : void 0;
		return vendor === void 0 || device === null || isIntegrated(device, vendor) ? [] : [{
			path: join(devices, "dri", name),
			vendor
		}];
	});
	return [...[...nvidia, ...tegra.slice(0, 1)].map((name) => ({
		path: join(devices, name),
		vendor: "NVIDIA"
	})), ...rendered];
}
function listNvidiaHardware({ system } = kernelRoots) {
	const folder = join(system, "bus/pci/devices");
	return listNames(folder).map((name) => join(folder, name)).flatMap((path) => {
		const isDisplay = readId(path, "class").startsWith("0x03") && readId(path) === "0x10de";
		const driver = isDisplay ? attempt(() => basename(realpathSync(join(path, "driver")))) : null;
		return isDisplay && driver !== "vfio-pci" ? [{
			path,
			vendor: "NVIDIA"
		}] : [];
	});
}
function isIntegrated(device, vendor) {
	const address = basename(device);
	if (vendor === "Intel") return address.includes(":00:02.");
	const slot = address.replace(/\.\w+$/, ".");
	const functions = listNames(dirname(device)).filter((name) => name.startsWith(slot));
	return address.includes(":00:01.") || functions.some((name) => readId(join(dirname(device), name)) === "0x1022");
}
function readId(device, name = "vendor") {
	return attempt(() => readFileSync(join(device, name), "utf8").trim()) ?? "";
}
function listNames(folder) {
	return (attempt(() => readdirSync(folder)) ?? []).toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

// src/domain/testbed/topology.ts
const gpuName = /^GPU(\d+)$/;
const link = /^(?:NV\d+|PIX|PXB|PHB|NODE|SYS|C2C)$/;
const underline = /\p{Cc}\[[\d;]{0,20}m/gu;
function describeTopology(text, gpus) {
	const pairs = readPairs(text).filter(({ one, other }) => one < other && gpus.includes(one) && gpus.includes(other));
	if (gpus.length < 2 || pairs.length !== gpus.length * (gpus.length - 1) / 2) return null;
	const links = [...new Set(pairs.map((pair) => pair.link))].toSorted();
	const [only = ""] = links;
	if (links.length === 1 && isFast(only)) return gpus.length === 2 ? only : `${only} all-to-all`;
	if (!links.some(isFast)) return `PCIe (${links.join(", ")})`;
	return `mixed: ${links.map((name) => `${name} ${formatPairs(pairs, name)}`).join("; ")}`.slice(0, 200);
}
function isFast(name) {
	return name.startsWith("NV") || name === "C2C";
}
function formatPairs(pairs, name) {
	return pairs.filter((pair) => pair.link === name).map(({ one, other }) => `${one}-${other}`).join(" ");
}
function readPairs(text) {
	const rows = text.split("\n").map((line) => line.replaceAll(underline, "").trim().split(/\s+/));
	const header = rows.find((fields) => fields[0] === "GPU0" && fields[1] !== "X") ?? [];
	const columns = header.filter((field) => gpuName.test(field)).map(parseIndex);
	return rows.filter((fields) => fields !== header && gpuName.test(fields[0] ?? "")).flatMap(([name = "", ...cells]) => columns.flatMap((other, index) => {
		const cell = cells[index] ?? "";
		return link.test(cell) ? [{
			one: parseIndex(name),
			other,
			link: cell
		}] : [];
	}));
}
function parseIndex(name) {
	return Number(gpuName.exec(name)?.[1]);
}

// src/io/machine/system-devices.ts
const defaultTimeoutMs = 1e4;
function createDeviceInventory(env, { timeoutMs = defaultTimeoutMs, roots } = {}) {
	return {
		listGpus: () => findGpus({
			env,
			timeoutMs
		}, roots),
		readHost: () => ({
			cpuModel: readCpuModel(),
			cpuCores: os.availableParallelism(),
			memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
			kernel: os.release(),
			architecture: os.arch(),
			container: detectContainer({
				cgroup: readText$1("/proc/1/cgroup"),
				hasDockerMark: existsSync("/.dockerenv"),
				hasPodmanMark: existsSync("/run/.containerenv"),
				isKubernetesHostSet: env["KUBERNETES_SERVICE_HOST"] !== void 0
			})
		}),
		getHostName: () => os.hostname()
	};
}
async function findGpus(options, roots) {
	const [answer, overview, matrix] = await Promise.all([
		runTool("nvidia-smi", ["--query-gpu=index,uuid,name,memory.total,driver_version", "--format=csv,noheader,nounits"], {
			...options,
			isComplete: hasOnlyRows
		}),
		runTool("nvidia-smi", [], {
			...options,
			isComplete: (text) => parseCudaVersion(text) !== null
		}),
		runTool("nvidia-smi", ["topo", "-m"], options)
	]);
	const unread = listUnread(answer, options.env, roots);
	if (answer.status === "absent" && unread.length > 0) return {
		...withoutGpus("nvidia-smi was not found on PATH"),
		unread
	};
	if (answer.status !== "answered") return {
		...withoutGpus(explain(answer, options.timeoutMs)),
		isUnanswered: answer.status === "hung",
		unread
	};
	const { gpus, driverVersion } = parseDevices(answer.text);
	if (gpus.length === 0) return {
		...withoutGpus("nvidia-smi lists no GPU on this machine"),
		unread
	};
	const ids = resolveVisibleDevices(gpus, options.env, "nvidia").devices.map(({ gpu }) => gpu);
	if (ids.length === 0) return withoutGpus(explainHidden(options.env["CUDA_VISIBLE_DEVICES"] ?? "", gpus.length));
	return {
		devices: ids.flatMap((id) => gpus.filter(({ index }) => index === id).map(toDevice)),
		driverVersion,
		cudaVersion: overview.status === "answered" ? parseCudaVersion(overview.text) : null,
		topology: matrix.status === "answered" ? describeTopology(matrix.text, ids) : null,
		problem: null
	};
}
function listUnread(answer, env, roots) {
	const devices = listGpuDevices(roots);
	const hasNvidia = devices.some(({ vendor }) => vendor === "NVIDIA");
	return [...answer.status === "failed" && !hasNvidia ? listNvidiaHardware(roots) : [], ...devices].filter(({ vendor }) => vendor === "Intel" || !isEveryGpuHidden(env, vendor === "AMD" ? "amd" : "nvidia"));
}
function parseDevices(csv) {
	const known = csv.split("\n").map((line) => line.split(",").map((field) => field.trim())).filter(([index = "", ...others]) => /^\d+$/.test(index) && others.length >= 4);
	const lines = known.map(([index, uuid, ...rest]) => [
		index,
		uuid,
		rest.at(-2),
		...rest.slice(0, -2)
	].join(","));
	const driver = known[0]?.at(-1) ?? "";
	return {
		gpus: parseIdentities(lines.join("\n"), [
			"index",
			"uuid",
			"memory.total",
			"name"
		]),
		driverVersion: driver === "" || /^\[|^N\/A$|^ERR!/.test(driver) ? null : driver
	};
}
function toDevice({ index, uuid, model, memoryBytes }) {
	return {
		id: index,
		physicalIndex: index,
		uuid: !uuid.startsWith("index-") ? uuid : null,
		model,
		memoryBytes,
		migProfile: null,
		settings: null
	};
}
function withoutGpus(problem) {
	return {
		devices: [],
		driverVersion: null,
		cudaVersion: null,
		topology: null,
		problem
	};
}
function explain(answer, timeoutMs) {
	switch (answer.status) {
		case "absent": return "nvidia-smi was not found on PATH; the NVIDIA driver is probably not installed";
		case "hung": return `nvidia-smi gave no answer within ${timeoutMs / 1e3} s; the driver may hang; check dmesg for Xid errors`;
		case "failed": return `nvidia-smi failed: ${sanitizeLine(answer.text.replaceAll(/\s+/g, " ")).slice(2, 500)}`;
		default: return answer;
	}
}
function explainHidden(setting, count) {
	const what = `CUDA_VISIBLE_DEVICES=${sanitizeLine(setting).slice(2, 200)} hides all GPUs (GPUs found: ${count})`;
	return setting.includes("MIG-") ? `${what}: it names a MIG slice, and only full GPUs can be measured` : what;
}
function readCpuModel() {
	const name = os.cpus()[0]?.model.trim();
	if (name && name !== "unknown") return name.replaceAll(/\s+/g, " ");
	const info = readText$1("/proc/cpuinfo");
	const findField = (key) => new RegExp(`^${key}\\s*:\\s*(.+)$`, "m").exec(info ?? "")?.[1];
	const [implementer, part] = [findField("CPU implementer"), findField("CPU part")];
	return findField("Model") ?? (implementer && part ? `${os.arch()} ${implementer} ${part}` : `unknown ${os.arch()} CPU`);
}
function parseCudaVersion(text) {
	return /CUDA (?:UMD )?Version\s*:\s*(\d[\d.]*)/.exec(text)?.[1] ?? null;
}
function readText$1(path) {
	return attempt(() => readFileSync(path, "utf8").slice(0, 65536));
}
const statfsDiskSpace = { readFreeSpace: (path) => statfs(path).then(({ bavail, blocks, bsize }) => ({
	freeBytes: bavail * bsize,
	totalBytes: blocks * bsize
}), () => null) };

// src/io/process/run-attached.ts
const always = ["SIGTERM", "SIGHUP"];
const ofTerminal = ["SIGINT", "SIGQUIT"];
function runAttached({ argv, env, output, onStart }) {
	const { promise, resolve: settle } = Promise.withResolvers();
	const [program = "", ...args] = argv;
	if (program === "") return Promise.resolve({
		status: "not-started",
		problem: "the command is empty"
	});
	const startedAt = performance$1.now();
	let child = null;
	const release = passSignals((signal) => child?.kill(signal));
	const refuse = (error) => {
		release();
		const { code, message } = error instanceof Error ? error : new Error(String(error));
		settle({
			status: "not-started",
			problem: explainStartFailure({
				argv,
				cwd: process.cwd(),
				env
			}, code, message)
		});
	};
	try {
		child = spawn(program, args, {
			env: { ...env },
			stdio: [
				"inherit",
				output === "stdout" ? 1 : 2,
				2
			]
		});
	} catch (error) {
		refuse(error);
		return promise;
	}
	child.once("error", refuse);
	child.once("exit", (code, signal) => {
		release();
		const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
		settle({
			status: "ended",
			exitCode,
			signal,
			wallSeconds: (performance$1.now() - startedAt) / 1e3
		});
	});
	if (child.pid !== void 0) onStart(child.pid);
	return promise;
}
function passSignals(send) {
	const ours = isatty(0) ? () => {} : send;
	for (const signal of always) process.on(signal, send);
	for (const signal of ofTerminal) process.on(signal, ours);
	return () => {
		for (const signal of always) process.off(signal, send);
		for (const signal of ofTerminal) process.off(signal, ours);
	};
}
function explainStartFailure(command, code, message) {
	const program = command.argv[0] ?? "";
	const unstartable = explainUnstartable(command);
	if (unstartable !== null) return unstartable;
	const found = locate(command, program);
	if (code === "ENOENT") return explainMissing(command, program, found);
	if (code === "EACCES") {
		if (!found) return `${program} cannot be executed: permission denied for a parent directory`;
		if (attempt(() => accessSync(found, constants$1.X_OK)) !== null) return `${found} cannot be executed, although its mode allows it (noexec mount or policy)`;
		return `${found} cannot be executed: mode ${(statSync(found).mode & 4095).toString(8).padStart(4, "0")} has no execute permission for this user (chmod +x)`;
	}
	if (code === "E2BIG") return `the arguments and environment of ${program} are longer than the system allows`;
	return `${program} could not be started: ${message}`;
}
function explainUnstartable({ argv, cwd }) {
	if ((argv[0] ?? "") === "") return "the command is empty";
	return statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false ? null : `the working directory ${cwd} does not exist`;
}
function explainMissing(command, program, found) {
	const interpreter = found && readInterpreter(found);
	if (found && command.confinement) return `${found} or its interpreter${interpreter} cannot be reached in the sandbox (docs/security.md#the-sandbox)`;
	if (found) return `${found} exists, but its interpreter${interpreter} does not`;
	if (program.includes("/")) return `${resolve(command.cwd, program)} does not exist`;
	const path = command.env["PATH"];
	return path ? `${program} was not found on PATH (${path})` : `${program} was not found, because PATH is not set`;
}
function locate({ cwd, env }, program) {
	return (program.includes("/") ? [""] : env["PATH"]?.split(delimiter) ?? []).map((folder) => resolve(cwd, folder, program)).find((path) => attempt(() => statSync(path).isFile()));
}
function readInterpreter(path) {
	const buffer = Buffer.alloc(256);
	const descriptor = openSync(path, "r");
	const length = readSync(descriptor, buffer);
	closeSync(descriptor);
	const line = /^#!\s*(\S+)/.exec(buffer.toString("utf8", 0, length));
	return line ? ` ${line[1]}` : "";
}

// src/io/process/execa-process-runner.ts
const markerName = "WARPGAUGE_TRIAL_ID";
const trimIntervalMs = 100;
const reapIntervalMs = 1e3;
const maxTimerMs = 2 ** 31 - 1;
function createProcessRunner(environment = process.env) {
	adoptOrphans();
	keepInheritedFiles();
	return { run: (spec) => run(spec, environment) };
}
async function run(spec, environment) {
	using stdout = openOutputFile(spec.stdoutPath, spec.maxOutputBytes);
	using stderr = openOutputFile(spec.stderrPath, spec.maxOutputBytes);
	const ending = await (spec.signal.aborted ? createUnstartedEnding("cancelled", null) : begin(spec, {
		stdout,
		stderr
	}, environment));
	const out = stdout.finish();
	const err = stderr.finish();
	return {
		...ending,
		stdoutTail: out.tail,
		stderrTail: err.tail,
		isOutputTruncated: out.isTruncated || err.isTruncated
	};
}
async function begin(spec, outputs, environment) {
	const { confinement } = spec;
	if (!confinement) return await supervise(spec, outputs, null);
	const problem = explainUnstartable(spec);
	if (problem !== null) return createUnstartedEnding("not-started", problem);
	using sandbox = enterSandbox(spec, confinement, environment);
	const ending = await supervise({
		...spec,
		argv: sandbox.argv,
		cwd: "/",
		env: {}
	}, outputs, sandbox);
	if (ending.ending !== "exited") return ending;
	const exit = sandbox.explain(ending.exitCode);
	if (exit === null) return createRefusedEnding(spec, outputs.stderr);
	return {
		...ending,
		ending: exit.signal === null ? "exited" : "signalled",
		...exit
	};
}
const errnoTexts = {
	ENOENT: "No such file or directory",
	EACCES: "Permission denied",
	E2BIG: "Argument list too long"
};
function createRefusedEnding(spec, stderr) {
	const message = stderr.takeText().trim().replace(/^bwrap: /, "");
	if (!message.startsWith("execvp ")) throw new EnvironmentError(`the sandbox of ${spec.argv[0]} could not be set up: ${message.slice(0, 500)}`, enableSandbox);
	const [code] = Object.entries(errnoTexts).find(([, text]) => message.endsWith(text)) ?? [];
	return createUnstartedEnding("not-started", explainStartFailure(spec, code, message));
}
async function supervise(spec, outputs, sandbox) {
	const marker = spec.trialId ?? randomUUID();
	const earliestTicks = computeCurrentTicks();
	const startedAt = performance$1.now();
	const child = start(spec, outputs, sandbox, marker);
	if (child.pid === void 0) {
		const { code, originalMessage, shortMessage = "unknown" } = await child;
		return createUnstartedEnding("not-started", explainStartFailure(spec, code, originalMessage ?? shortMessage));
	}
	const tree = {
		leader: child.pid,
		earliestTicks,
		marker: `${markerName}=${marker}`,
		isSandbox: sandbox !== null
	};
	using watch = watchUntilInterrupted(spec, outputs);
	const exit = new Promise((resolve) => {
		child.once("exit", (exitCode, signal) => {
			resolve({
				exitCode,
				signal,
				wallSeconds: (performance$1.now() - startedAt) / 1e3,
				problem: null
			});
			sandbox?.settle();
			spec.onEnded?.();
		});
	});
	runningLeaders.add(child.pid);
	spec.onStarted?.(child.pid);
	const interruption = await Promise.race([exit.then(() => null), watch.interrupted]);
	const alive = await endProcessTree(tree, interruption === null ? 0 : void 0);
	if (alive.length > 0) throw new EnvironmentError(`processes of ${spec.argv[0]} survive SIGKILL (process ids ${alive.join(", ")})`, "Inspect them with ps; a process that hangs in a driver needs a restart of the machine before the next measurement");
	const ended = await exit;
	runningLeaders.delete(tree.leader);
	if (interruption) return {
		...ended,
		ending: interruption
	};
	return {
		...ended,
		ending: ended.signal === null ? "exited" : "signalled"
	};
}
function start(spec, outputs, sandbox, marker) {
	const [program = "", ...args] = spec.argv;
	const [stdout, stderr, ...others] = [
		outputs.stdout.descriptor,
		outputs.stderr.descriptor,
		...sandbox?.descriptors ?? []
	];
	return execa(program, args, {
		cwd: spec.cwd,
		env: {
			...spec.env,
			[markerName]: marker
		},
		extendEnv: false,
		stdio: [
			"ignore",
			stdout,
			stderr,
			...others
		],
		buffer: false,
		reject: false,
		detached: true,
		cleanup: false,
		verbose: "none"
	});
}
function watchUntilInterrupted(spec, { stdout, stderr }) {
	const { promise, resolve } = Promise.withResolvers();
	const timer = setTimeout(() => resolve("timed-out"), Math.min(spec.timeoutMs, maxTimerMs));
	const onAbort = () => resolve("cancelled");
	spec.signal.addEventListener("abort", onAbort, { once: true });
	const trimmer = setInterval(() => {
		try {
			stdout.trim();
			stderr.trim();
		} catch {
			clearInterval(trimmer);
		}
	}, trimIntervalMs);
	const reaper = setInterval(() => findOrphans(runningLeaders), reapIntervalMs);
	const dispose = () => {
		clearTimeout(timer);
		clearInterval(reaper);
		clearInterval(trimmer);
		spec.signal.removeEventListener("abort", onAbort);
	};
	return {
		interrupted: promise,
		[Symbol.dispose]: dispose
	};
}
function createUnstartedEnding(ending, problem) {
	return {
		ending,
		exitCode: null,
		signal: null,
		wallSeconds: 0,
		problem
	};
}
const tailBytes = 65536;
const newestBytes = 8388608;
const tailLines = 40;
function openOutputFile(path, maxBytes) {
	const descriptor = openEmpty(path);
	let tail = Buffer.alloc(0);
	let readFrom = 0;
	const takeTail = () => {
		const size = fstatSync(descriptor).size;
		const newest = readBetween(descriptor, Math.max(readFrom, size - tailBytes), size);
		tail = Buffer.concat([tail, newest]).subarray(-65536);
		return size;
	};
	const trim = () => {
		const end = fstatSync(descriptor).size - newestBytes;
		if (end <= maxBytes || freeFileRange(descriptor, maxBytes, end)) return;
		takeTail();
		ftruncateSync(descriptor, maxBytes);
		readFrom = maxBytes;
	};
	const finish = () => {
		const isTruncated = takeTail() > maxBytes || readFrom > 0;
		if (isTruncated) {
			ftruncateSync(descriptor, maxBytes);
			writeSync(descriptor, `\n[warpgauge: output truncated to ${maxBytes} bytes]\n`);
		}
		const limits = {
			maxLines: tailLines,
			maxCharacters: tailBytes
		};
		return {
			tail: sanitizeOutput(tail.toString("utf8"), limits),
			isTruncated
		};
	};
	const takeText = () => {
		const text = readBetween(descriptor, 0, Math.min(tailBytes, fstatSync(descriptor).size)).toString("utf8");
		ftruncateSync(descriptor, 0);
		return text;
	};
	return {
		descriptor,
		trim,
		takeText,
		finish,
		[Symbol.dispose]: () => closeSync(descriptor)
	};
}
function openEmpty(path) {
	try {
		const descriptor = openSync(path, "a+", 420);
		ftruncateSync(descriptor, 0);
		return descriptor;
	} catch (cause) {
		throw new EnvironmentError(`the output of a command cannot be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, "Choose an output directory that exists, is writable and has space left", { cause });
	}
}
function readBetween(descriptor, from, to) {
	const buffer = Buffer.alloc(Math.max(0, to - from));
	const length = readSync(descriptor, buffer, 0, buffer.length, from);
	return buffer.subarray(0, length);
}

// src/domain/tables/top-items.ts
function createTopItems(most, isBefore) {
	const items = [];
	return {
		items,
		add: (item) => {
			const place = items.findIndex((kept) => isBefore(item, kept));
			if (place >= 0) items.splice(place, 0, item);
			else if (items.length < most) items.push(item);
			if (items.length > most) items.pop();
		}
	};
}

// src/domain/tables/row-tally.ts
function createRowTally(columns) {
	const labels = columns.labels.map(createLabelTally);
	const scores = columns.scores.map(createScoreTally);
	const mismatches = {
		joined: 0,
		labels: 0,
		scores: 0
	};
	return {
		add: (id, subject, reference) => {
			const getRow = (place) => {
				return {
					id,
					subject: subject[place] ?? "",
					reference: reference[place] ?? ""
				};
			};
			const otherLabels = labels.filter((tally, place) => addLabel(tally, getRow(place)));
			const otherScores = scores.filter((tally, place) => addScore(tally, getRow(labels.length + place)));
			mismatches.joined += 1;
			if (otherLabels.length > 0) mismatches.labels += 1;
			if (otherScores.length > 0) mismatches.scores += 1;
		},
		findings: () => ({
			joined: mismatches.joined,
			labelMismatches: labels.length > 0 ? mismatches.labels : null,
			scoreMismatches: scores.length > 0 ? mismatches.scores : null,
			labels: labels.map(({ examples, ...tally }) => ({
				...tally,
				examples: examples.items
			})),
			scores: scores.map(({ sketch, worst, ...tally }) => {
				return {
					...tally,
					difference: sketch.summary(),
					worst: worst.items
				};
			})
		})
	};
}
function createLabelTally(column) {
	return {
		column,
		differing: 0,
		examples: createTopItems(keptExamples, (one, other) => one.id < other.id)
	};
}
function createScoreTally({ column, rtol, atol }) {
	const worst = createTopItems(keptExamples, (one, other) => {
		const [mine, theirs] = [one, other].map(({ ratio }) => ratio ?? Number.POSITIVE_INFINITY);
		return mine === theirs ? one.id < other.id : mine > theirs;
	});
	return {
		column,
		rtol,
		atol,
		beyond: 0,
		unreadable: 0,
		sketch: createDifferenceSketch(),
		worst,
		worstRatio: null
	};
}
function addLabel(tally, row) {
	if (row.subject.trim() === row.reference.trim()) return false;
	tally.differing += 1;
	tally.examples.add(row);
	return true;
}
function addScore(tally, row) {
	const [subject, reference] = [parseDecimal(row.subject), parseDecimal(row.reference)];
	if (subject === null || reference === null) {
		tally.beyond += 1;
		tally.unreadable += 1;
		tally.worst.add({
			...row,
			ratio: null
		});
		return true;
	}
	const difference = Math.abs(subject - reference);
	const allowed = tally.atol + tally.rtol * Math.abs(reference);
	const isBeyond = difference > allowed;
	tally.sketch.add(Math.min(difference, Number.MAX_VALUE));
	if (isBeyond) tally.beyond += 1;
	const ratio = difference === 0 ? 0 : Math.min(difference / allowed, Number.MAX_VALUE);
	if (tally.worstRatio === null || ratio > tally.worstRatio) tally.worstRatio = ratio;
	if (difference > 0) tally.worst.add({
		...row,
		ratio
	});
	return isBeyond;
}
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
function parseDecimal(text) {
	const value = Number(text);
	return Number.isFinite(value) && decimal.test(text.trim()) ? value : null;
}
const growth = Math.log(1.02);
const smallest = 1e-30;
const bucketCount = Math.ceil(Math.log(1e60) / growth);
function createDifferenceSketch() {
	const counts = new Float64Array(bucketCount);
	let [zeros, count, sum, max] = [
		0,
		0,
		0,
		0
	];
	const computeQuantile = (share) => {
		let left = Math.ceil(share * count) - zeros;
		if (left <= 0) return 0;
		const bucket = counts.findIndex((inBucket) => (left -= inBucket) <= 0);
		return Math.min(max, smallest * Math.exp((bucket + .5) * growth));
	};
	return {
		add: (difference) => {
			count += 1;
			sum += difference;
			max = Math.max(max, difference);
			if (difference < smallest) zeros += 1;
			else {
				const bucket = Math.min(bucketCount - 1, Math.floor(Math.log(difference / smallest) / growth));
				counts[bucket] = (counts[bucket] ?? 0) + 1;
			}
		},
		summary: () => {
			if (count === 0) return null;
			return {
				mean: Math.min(sum / count, max),
				median: computeQuantile(.5),
				p99: computeQuantile(.99),
				max
			};
		}
	};
}

// src/io/tables/spill-table.ts
async function readHeader(path, bounds) {
	for await (const lines of readTableLines(path, null, bounds)) {
		const [header] = lines;
		return typeof header === "string" && header !== "" ? parseHeaderFields(header) : null;
	}
	return null;
}
async function spillTable(request) {
	const spill = createSpill(request.directory, request.partitions);
	const hash = createHash("sha256");
	const malformed = [];
	let [rows, malformedRows] = [0, 0];
	for (const path of request.files) {
		let layout = null;
		let lineNumber = 0;
		for await (const lines of readTableLines(path, hash, request.bounds)) for (const line of lines) {
			lineNumber += 1;
			if (layout === null) {
				layout = parseLayout(line ?? "", request.columns);
				continue;
			}
			if (line === "") continue;
			rows += 1;
			const values = line === null ? "is too long" : parseValues(line, layout);
			if (typeof values !== "string") {
				const partition = choosePartition(values[0] ?? "", request.partitions, request.seed);
				spill.add(partition, values.join(valueSeparator));
				continue;
			}
			malformedRows += 1;
			if (malformed.length < keptExamples) malformed.push(`line ${lineNumber} ${values}`);
		}
	}
	spill.finish();
	return {
		sha256: hash.digest("hex"),
		rows,
		malformedRows,
		malformed
	};
}
function parseLayout(header, columns) {
	const fields = parseHeaderFields(header);
	const places = columns.map((column) => fields.indexOf(column));
	return {
		delimiter: detectDelimiter(header),
		fieldCount: fields.length,
		places: places.includes(-1) ? null : places
	};
}
function parseValues(line, { delimiter, fieldCount, places }) {
	const fields = splitLine(line, delimiter);
	if (fields === null) return "has an unterminated quote";
	if (fields.length !== fieldCount) return `has ${fields.length} fields instead of ${fieldCount}`;
	if (places === null) return "is in a file that lacks a column";
	if (line.includes(valueSeparator)) return "contains a control character";
	return places.map((place) => fields[place] ?? "");
}
function parseHeaderFields(line) {
	const header = line.startsWith("ï»¿") ? line.slice(3) : line;
	return (splitLine(header, detectDelimiter(header)) ?? []).map((field) => field.trim());
}
const waitingCharacters = 4 << 20;
const [smallestWait, largestWait] = [8192, 65536];
function createSpill(directory, partitions) {
	mkdirSync(directory, { recursive: true });
	const waiting = Array.from({ length: partitions }, () => ({
		rows: [],
		characters: 0
	}));
	const most = Math.min(largestWait, Math.max(smallestWait, Math.floor(waitingCharacters / partitions)));
	const write = (partition) => {
		const batch = waiting[partition];
		if (!batch || batch.rows.length === 0) return;
		appendFileSync(join(directory, String(partition)), `${batch.rows.join("\n")}\n`, "latin1");
		batch.rows.length = 0;
		batch.characters = 0;
	};
	return {
		add(partition, row) {
			const batch = waiting[partition];
			if (!batch) throw new RangeError(`there is no partition ${partition}`);
			batch.rows.push(row);
			batch.characters += row.length + 1;
			if (batch.characters >= most) write(partition);
		},
		finish() {
			for (const partition of waiting.keys()) write(partition);
		}
	};
}
function choosePartition(id, partitions, seed) {
	let hash = (2166136261 ^ seed) >>> 0;
	for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 16777619);
	return ((hash ^ hash >>> 15) >>> 0) % partitions;
}
const maxLineCharacters = 65536;
async function* readTableLines(path, hash, bounds) {
	let carried = "";
	let isTooLong = false;
	for await (const chunk of readNamed(path, bounds)) {
		hash?.update(chunk);
		const pieces = chunk.toString("latin1").split("\n");
		pieces[0] = carried + pieces[0];
		carried = pieces.pop() ?? "";
		const lines = pieces.map((line, place) => place === 0 && isTooLong || isLong(line) ? null : trimLineEnd(line));
		if (pieces.length > 0) isTooLong = false;
		if (isLong(carried)) [carried, isTooLong] = ["", true];
		if (lines.length > 0) yield lines;
	}
	if (isTooLong) yield [null];
	else if (carried !== "") yield [trimLineEnd(carried)];
}
function isLong(line) {
	return line.length > maxLineCharacters;
}
function trimLineEnd(line) {
	return line.endsWith("\r") ? line.slice(0, -1) : line;
}
const valueSeparator = "";
async function readPartition(directory, partition, bounds) {
	const rows = /* @__PURE__ */ new Map();
	let duplicateRows = 0;
	const path = join(directory, String(partition));
	if (!existsSync(path)) return {
		rows,
		duplicateRows
	};
	for await (const lines of readTableLines(path, null, bounds)) for (const line of lines) {
		const end = line?.indexOf(valueSeparator) ?? -1;
		if (line === null || end < 0) throw new UserError(`a row of ${path} cannot be read back`, "Make sure that no other program writes there, and run again.");
		const id = line.slice(0, end);
		const known = rows.get(id);
		if (known !== void 0) duplicateRows += known === null ? 1 : 2;
		rows.set(id, known === void 0 ? line.slice(end + 1) : null);
	}
	return {
		rows,
		duplicateRows
	};
}
async function joinPartitions(subjectDirectory, referenceDirectory, tally, { partitions, bounds }) {
	const [subject, reference] = [createTotals(), createTotals()];
	for (let partition = 0; partition < partitions; partition += 1) {
		const ofSubject = await readPartition(subjectDirectory, partition, bounds);
		const ofReference = await readPartition(referenceDirectory, partition, bounds);
		let matched = 0;
		for (const [id, row] of ofSubject.rows) {
			const other = ofReference.rows.get(id);
			if (other === void 0) continue;
			matched += 1;
			if (row !== null && other !== null) tally.add(id, row.split(valueSeparator), other.split(valueSeparator));
		}
		addPartition(subject, ofSubject, ofReference, matched);
		addPartition(reference, ofReference, ofSubject, matched);
	}
	return {
		subject,
		reference
	};
}
function createTotals() {
	return {
		duplicateRows: 0,
		unmatchedIds: 0,
		duplicate: createIdSample(),
		unmatched: createIdSample()
	};
}
function createIdSample() {
	return createTopItems(keptExamples, (one, other) => one < other);
}
function addPartition(side, own, other, matched) {
	side.duplicateRows += own.duplicateRows;
	if (own.duplicateRows === 0 && own.rows.size === matched) return;
	for (const [id, row] of own.rows) {
		if (row === null) side.duplicate.add(id);
		if (other.rows.has(id)) continue;
		side.unmatchedIds += 1;
		side.unmatched.add(id);
	}
}

// src/io/tables/disk-result-tables.ts
const partitionBytes = 2 << 20;
const maxPartitions = 4096;
const maxTableBytes = partitionBytes * maxPartitions;
function createResultTables(signal) {
	const bounds = {
		maxBytes: maxTableBytes,
		signal
	};
	return {
		keep: (files, directory, roots) => keepTables(files, directory, roots, bounds),
		compare: async (pair) => {
			try {
				return await compareFiles(pair, bounds);
			} catch (error) {
				if (error instanceof UserError) return {
					findings: null,
					problem: error.message
				};
				throw error;
			}
		}
	};
}
async function keepTables(files, directory, roots, bounds) {
	await rm(directory, {
		recursive: true,
		force: true
	});
	await mkdir(directory, { recursive: true });
	const problem = files.length === 0 ? null : await findFilesProblem(files, "the table");
	if (problem !== null) return {
		sha256: null,
		problem
	};
	const hash = createHash("sha256");
	try {
		for (const [index, file] of files.entries()) {
			await using copy = await open(join(directory, `${String(index).padStart(4, "0")}${extname(file)}`), "wx");
			for await (const chunk of readNamed(file, bounds, roots)) {
				hash.update(chunk);
				await copy.writeFile(chunk);
			}
		}
	} catch (error) {
		await rm(directory, {
			recursive: true,
			force: true
		});
		if (!(error instanceof UserError)) throw error;
		return {
			sha256: null,
			problem: error.message
		};
	}
	return {
		sha256: hash.digest("hex"),
		problem: null
	};
}
async function compareFiles(pair, bounds) {
	const problem = await findFilesProblem(pair.subject, "the table") ?? await findFilesProblem(pair.reference, "the reference");
	if (problem !== null) return {
		findings: null,
		problem
	};
	const [subject, reference] = [await readHeader(pair.subject[0] ?? "", bounds), await readHeader(pair.reference[0] ?? "", bounds)];
	if (!subject || !reference) return {
		findings: null,
		problem: "a table has no header line"
	};
	const columns = selectComparedColumns(toByteRule(pair.rule), subject, reference);
	if (typeof columns === "string") return {
		findings: null,
		problem: toLegibleText(columns)
	};
	try {
		return {
			findings: await compareColumns(pair, columns, {
				subject,
				reference
			}, bounds),
			problem: null
		};
	} finally {
		await rm(pair.scratchDirectory, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
	}
}
async function findFilesProblem(files, side) {
	if (files.length === 0) return `${side} was not found`;
	const bytes = await computeSize(files);
	if (bytes === null) return `${side} is not a file`;
	return bytes > maxTableBytes ? `${side} has ${bytes} bytes; at most ${maxTableBytes} are compared` : null;
}
async function computeSize(files) {
	let bytes = 0;
	for (const file of files) {
		const found = await stat(file).catch(() => null);
		if (!found?.isFile()) return null;
		bytes += found.size;
	}
	return bytes;
}
async function compareColumns(pair, columns, headers, bounds) {
	const bytes = Math.max(await computeSize(pair.subject) ?? 0, await computeSize(pair.reference) ?? 0);
	const spread = {
		partitions: Math.min(maxPartitions, Math.max(1, Math.ceil(bytes / partitionBytes))),
		seed: randomInt(2 ** 32),
		bounds
	};
	const values = [...columns.labels, ...columns.scores.map(({ column }) => column)];
	const getDirectory = (side) => join(pair.scratchDirectory, side);
	const spill = (side) => spillTable({
		...spread,
		files: pair[side],
		columns: [columns.id[side], ...values],
		directory: getDirectory(side)
	});
	const spilled = {
		subject: await spill("subject"),
		reference: await spill("reference")
	};
	const tally = createRowTally(columns);
	const joined = await joinPartitions(getDirectory("subject"), getDirectory("reference"), tally, spread);
	const describeSide = (side) => {
		const { malformed, ...counts } = spilled[side];
		const { duplicateRows, unmatchedIds, duplicate, unmatched } = joined[side];
		const [duplicates, others] = [duplicate.items.map(toLegibleText), unmatched.items.map(toLegibleText)];
		const ignored = listIgnoredColumns(headers[side], columns, columns.id[side]);
		return {
			...counts,
			duplicateRows,
			unmatchedIds,
			examples: {
				malformed,
				duplicate: duplicates,
				unmatched: others
			},
			ignoredColumns: ignored.map(toLegibleText)
		};
	};
	const { labels, scores, ...counts } = tally.findings();
	return {
		...counts,
		idColumns: {
			subject: toLegibleText(columns.id.subject),
			reference: toLegibleText(columns.id.reference)
		},
		subject: describeSide("subject"),
		reference: describeSide("reference"),
		labels: labels.map((item) => ({
			...item,
			column: toLegibleText(item.column),
			examples: item.examples.map(toLegibleRow)
		})),
		scores: scores.map((item) => ({
			...item,
			column: toLegibleText(item.column),
			worst: item.worst.map(toLegibleRow)
		}))
	};
}
function toByteRule(rule) {
	const { id, labels, scores, tolerances } = rule;
	return {
		...rule,
		id: id === null ? null : toByteText(id),
		labels: labels?.map(toByteText) ?? null,
		scores: scores?.map(toByteText) ?? null,
		tolerances: Object.fromEntries(Object.entries(tolerances).map(([column, one]) => [toByteText(column), one]))
	};
}
function toByteText(text) {
	return Buffer.from(text).toString("latin1");
}
const keptCharacters = 80;
function toLegibleRow(row) {
	return {
		...row,
		id: toLegibleText(row.id),
		subject: toLegibleText(row.subject),
		reference: toLegibleText(row.reference)
	};
}
function toLegibleText(bytes) {
	const plain = Buffer.from(bytes.slice(0, 320), "latin1").toString("utf8").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
	const letters = [...plain];
	return letters.length > keptCharacters ? `${letters.slice(0, 79).join("")}…` : plain;
}

// src/io/machine/host-meter.ts
const procHostMeter = { begin() {
	const probeSeconds = probeCpuSeconds();
	takeReapedUsage();
	const before = readCounters();
	return { end() {
		const reaped = takeReapedUsage();
		return computeTrialHost(before, readCounters(), {
			probeSeconds,
			reaped
		});
	} };
} };
function readCounters() {
	const ticks = readHostTicks();
	const { user, system } = process.cpuUsage();
	return {
		busy: ticks && ticks.busy / 100,
		stolen: ticks && ticks.stolen / 100,
		ownCpu: (user + system) / 1e6,
		cpuStall: readStallSeconds("cpu"),
		ioStall: readStallSeconds("io"),
		memoryStall: readStallSeconds("memory"),
		outOfMemoryKills: readOutOfMemoryKills()
	};
}
function computeTrialHost(before, after, { probeSeconds, reaped }) {
	const computeChange = (read) => computeIncrease(read(before), read(after));
	const kills = computeChange(({ outOfMemoryKills }) => outOfMemoryKills);
	return {
		probeSeconds: toMicroseconds(probeSeconds),
		userCpuSeconds: reaped && toMicroseconds(reaped.userCpuSeconds),
		systemCpuSeconds: reaped && toMicroseconds(reaped.systemCpuSeconds),
		otherCpuSeconds: computeOtherCpu(computeChange(({ busy }) => busy), after.ownCpu - before.ownCpu, reaped),
		processors: countProcessors(),
		stolenCpuSeconds: computeChange(({ stolen }) => stolen),
		cpuStallSeconds: computeChange(({ cpuStall }) => cpuStall),
		ioStallSeconds: computeChange(({ ioStall }) => ioStall),
		memoryStallSeconds: computeChange(({ memoryStall }) => memoryStall),
		majorPageFaults: reaped && reaped.majorPageFaults,
		voluntaryContextSwitches: reaped && reaped.voluntaryContextSwitches,
		involuntaryContextSwitches: reaped && reaped.involuntaryContextSwitches,
		...kills !== null && { outOfMemoryKills: kills }
	};
}
function computeOtherCpu(busy, ownCpu, reaped) {
	if (busy === null || reaped === null) return null;
	return toMicroseconds(Math.max(0, busy - ownCpu - reaped.userCpuSeconds - reaped.systemCpuSeconds));
}
function computeIncrease(before, after) {
	return before === null || after === null ? null : toMicroseconds(Math.max(0, after - before));
}
function toMicroseconds(seconds) {
	return Math.round(seconds * 1e6) / 1e6;
}
const repeats = 5;
const work = Buffer.alloc(524288, "warpgauge");
function probeCpuSeconds() {
	let fastestMs = Number.POSITIVE_INFINITY;
	for (let repeat = 0; repeat < repeats; repeat += 1) {
		const startedMs = performance$1.now();
		createHash("sha256").update(work).digest();
		fastestMs = Math.min(fastestMs, performance$1.now() - startedMs);
	}
	return fastestMs / 1e3;
}

// src/io/git/git-originals.ts
const maxCopiedBytes = 2 ** 30;
const filesPerBatch = 50;
async function keepOriginals(objects, complete, tree) {
	const { files: entries } = await listCommitEntries(objects, tree.commit).catch(async (error) => {
		if (!(error instanceof GitFailure)) throw error;
		await complete();
		return await listCommitEntries(objects, tree.commit);
	});
	const { tracked, state } = tree.files;
	const isCommitted = (path) => entries.get(path)?.id === state.get(path)?.id;
	await copyFiles(tree, [...tracked].filter((path) => !isCommitted(path)));
	const listIds = (paths) => [...new Set(paths.flatMap((path) => state.get(path)?.id ?? []))];
	return { async restore(paths) {
		for (let at = 0; at < paths.length; at += filesPerBatch) {
			const batch = paths.slice(at, at + filesPerBatch);
			const committed = listIds(batch.filter(isCommitted));
			if (committed.length > 0) await complete();
			const contents = /* @__PURE__ */ new Map();
			for (const [id, { content }] of await objects.read(committed)) contents.set(id, content);
			for (const id of listIds(batch.filter((path) => !isCommitted(path)))) {
				const content = await readFile(join(tree.copies, id)).catch(() => null);
				if (content !== null && hashBlob(content, id) === id) contents.set(id, content);
			}
			for (const path of batch) restoreEntry(tree, path, contents);
		}
	} };
}
async function copyFiles({ directory, files, copies }, paths) {
	const copied = /* @__PURE__ */ new Set();
	let left = maxCopiedBytes;
	for (const path of paths) {
		const file = files.state.get(path);
		if (!file || file.id === null || copied.has(file.id) || parseStamp(file).size > left) continue;
		const place = locate$1(directory, path);
		const content = file.kind === "link" ? attempt(() => readlinkSync(place, { encoding: "buffer" })) : readOwnFile(place);
		if (content === null || hashBlob(content, file.id) !== file.id) continue;
		copied.add(file.id);
		left -= content.length;
		await mkdir(copies, { recursive: true });
		await writeFile(join(copies, file.id), content, { flag: "wx" }).catch((error) => {
			if (!hasCode(error, ["EEXIST"])) throw error;
		});
	}
}
function restoreEntry({ directory, files }, path, contents) {
	const original = files.state.get(path);
	try {
		const content = contents.get(original?.id ?? "");
		if (original && !content) return;
		applyInParent(directory, path, (place) => {
			remove(place);
			if (!original || !content) return;
			if (original.kind === "link") symlinkSync(content, place);
			else writeNew(place, content, parseStamp(original));
		});
	} catch (cause) {
		throw new EnvironmentError(`${decodePath(path)} in ${directory} cannot be restored: ${cause instanceof Error ? cause.message : String(cause)}`, "A trial changed this file: write output below {output}, or keep its directory writable and free space on the disk.", { cause });
	}
}
function hashBlob(content, other) {
	return startBlobHash(content.length, findObjectFormat(other)).update(content).digest("hex");
}
function writeNew(place, content, { mode, mtime }) {
	const flags = constants$1.O_WRONLY | constants$1.O_CREAT | constants$1.O_EXCL | constants$1.O_NOFOLLOW;
	const descriptor = openSync(place, flags, 384);
	try {
		writeFileSync(descriptor, content);
		fchmodSync(descriptor, mode);
		futimesSync(descriptor, mtime, mtime);
	} finally {
		closeSync(descriptor);
	}
}
function applyInParent(directory, path, work) {
	const names = path.split("/");
	if (names.some((name) => name === "" || name === "." || name === "..")) throw new Error("the path is invalid");
	const last = names.pop() ?? "";
	let parent = openDirectory(Buffer.from(directory));
	try {
		for (const name of names) {
			const place = buildEntryPath(parent, name);
			let next;
			try {
				next = openDirectory(place);
			} catch (error) {
				if (!hasCode(error, [
					"ENOENT",
					"ENOTDIR",
					"ELOOP"
				])) throw error;
				remove(place);
				mkdirSync(place);
				next = openDirectory(place);
			}
			closeSync(parent);
			parent = next;
		}
		work(buildEntryPath(parent, last));
	} finally {
		closeSync(parent);
	}
}
function openDirectory(place) {
	return openSync(place, constants$1.O_RDONLY | constants$1.O_DIRECTORY | constants$1.O_NOFOLLOW);
}
function buildEntryPath(parent, name) {
	return Buffer.concat([Buffer.from(`/proc/self/fd/${parent}/`), Buffer.from(name, "latin1")]);
}
function remove(place) {
	try {
		unlinkSync(place);
	} catch (error) {
		if (hasCode(error, ["EISDIR", "EPERM"])) rmSync(place, { recursive: true });
		else if (!hasCode(error, ["ENOENT"])) throw error;
	}
}
function hasCode(error, codes) {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

// src/io/git/fill-tree.ts
const pathsPerCall = 500;
async function fillTree(clone, tree, checkOut) {
	const { directory, git, submodules } = tree;
	const pointers = await listPointers(tree);
	const filled = await fillPointers(pointers, tree, clone);
	for (let at = 0; at < filled.length; at += pathsPerCall) await git("update-index", "--assume-unchanged", "--", ...filled.slice(at, at + pathsPerCall).map(decodePath));
	const unfilled = pointers.filter((path) => !filled.includes(path));
	let isChanged = filled.length > 0;
	const names = submodules.size === 0 ? /* @__PURE__ */ new Map() : await readSubmoduleNames(git, directory);
	for (const [path, { id }] of submodules) {
		const name = names.get(decodePath(path)) ?? null;
		const repository = await findRepository({
			path: decodePath(path),
			id,
			name
		}, clone);
		if (repository !== null) {
			const place = join(directory, decodePath(path));
			const other = await clone.openOther(repository);
			using _ = other.objects;
			const inner = await checkOut(other, id, place);
			await rm(join(place, ".git"), { recursive: true });
			isChanged = true;
			unfilled.push(...inner.unfilled.map((one) => `${path}/${one}`));
		} else if (name !== null) unfilled.push(`${path}/`);
	}
	return {
		isChanged,
		unfilled
	};
}
async function listPointers({ directory, git, files }) {
	const paths = [...files.tracked];
	if (!paths.some((path) => /(?:^|\/)\.gitattributes$/u.test(path) && readText(directory, path).includes("filter=lfs"))) return [];
	const found = paths.filter((path) => {
		const state = files.state.get(path);
		return (state?.kind === "file" || state?.kind === "program") && parseStamp(state).size < 1024 && pattern.test(readText(directory, path));
	});
	const pointers = [];
	for (let at = 0; at < found.length; at += pathsPerCall) {
		const some = found.slice(at, at + pathsPerCall);
		const fields = (await git("check-attr", "-z", "filter", "--", ...some.map(decodePath))).split("\0");
		pointers.push(...some.filter((_, index) => fields[index * 3 + 2]?.startsWith("lfs")));
	}
	return pointers;
}
const pattern = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/u;
function readText(directory, path) {
	return readFileSync(locate$1(directory, path), "latin1");
}
async function fillPointers(pointers, { commit, directory, files }, clone) {
	if (pointers.length === 0) return [];
	const stores = await listLfsStores(clone);
	const wanted = new Map(pointers.map((path) => [path, findObjectId(readText(directory, path))]));
	if ([...wanted.values()].some((id) => findLfsObject(id, stores) === null)) await fetchLfs(clone, commit);
	const filled = [];
	for (const [path, id] of wanted) {
		const object = findLfsObject(id, stores);
		if (object === null) continue;
		const pointer = files.state.get(path);
		const place = locate$1(directory, path);
		await rm(place);
		await copyFile(object, place);
		if (pointer) await chmod(place, parseStamp(pointer).mode);
		const hash = createHash("sha256");
		await pipeline(createReadStream(place), hash);
		if (hash.digest("hex") !== id) throw new GitFailure(`${object} is damaged: its content does not match its name`);
		filled.push(path);
	}
	return filled;
}
async function fetchLfs({ address, remoteName, remoteGit, warn }, commit) {
	if (address === "") return;
	try {
		await remoteGit([], { GIT_LFS_FORCE_PROGRESS: "1" })("lfs", "fetch", "--include=", "--exclude=", remoteName, commit);
	} catch (error) {
		if (!(error instanceof GitFailure)) throw error;
		const reason = error.message.replaceAll(/\s+/g, " ").slice(-300);
		warn(`Git LFS could not fetch the files of ${commit.slice(0, 7)} from ${remoteName}: ${reason}`);
	}
}
function findObjectId(pointer) {
	return /^oid sha256:([0-9a-f]{64})\r?$/mu.exec(pointer)?.[1] ?? "";
}
async function listLfsStores({ git, place }) {
	const set = (await git("config", "--type=path", "--get", "lfs.storage").catch(() => "")).trim();
	const alternates = join(place.objects, "info", "alternates");
	const borrowed = existsSync(alternates) ? readFileSync(alternates, "utf8").split("\n").filter(Boolean) : [];
	return [
		...set === "" ? [] : [resolve(place.commonDirectory, set)],
		join(place.commonDirectory, "lfs"),
		...borrowed.map((objects) => join(dirname(resolve(place.objects, objects)), "lfs"))
	];
}
function findLfsObject(id, stores) {
	const path = join("objects", id.slice(0, 2), id.slice(2, 4), id);
	return id === "" ? null : stores.map((store) => join(store, path)).find((one) => existsSync(one)) ?? null;
}
async function readSubmoduleNames(git, directory) {
	const entries = (await git("config", "--file", join(directory, ".gitmodules"), "--null", "--get-regexp", String.raw`^submodule\..*\.path$`).catch(() => "")).split("\0");
	return new Map(entries.flatMap((entry) => {
		const [, name = "", path = ""] = /^submodule\.(.+)\.path\n(.+)$/u.exec(entry) ?? [];
		return name !== "" && !name.split("/").some((part) => part === ".." || part === "") ? [[path, name]] : [];
	}));
}
async function findRepository({ path, id, name }, { git, place }) {
	const root = (await git("rev-parse", "--show-toplevel").catch(() => "")).trim();
	const modules = [place.commonDirectory, place.directory].map((one) => join(one, "modules", name ?? ""));
	const places = [...name === null ? [] : modules, ...root === "" ? [] : [join(root, path, ".git")]];
	for (const repository of places.filter((one) => existsSync(one))) if (await git("--git-dir", repository, "cat-file", "-e", `${id}^{commit}`).catch(() => null) !== null) return repository.endsWith("/.git") ? dirname(repository) : repository;
	return null;
}
async function listMissingContent(clone) {
	const { git, place } = clone;
	if (!place.isWorkTree) return [];
	const root = (await git("rev-parse", "--show-toplevel")).trim();
	const runInRoot = (...args) => git("-C", root, ...args);
	const lines = await runInRoot(...[
		"--no-literal-pathspecs",
		"grep",
		"--cached",
		"-I",
		"-z",
		"-E",
		"^oid sha256:[0-9a-f]{64}"
	], "--", lfsFiles).catch(() => "");
	const stores = await listLfsStores(clone);
	const pointers = lines.split("\n").flatMap((line) => {
		const [path = "", text = ""] = line.split("\0");
		return path === "" || findLfsObject(findObjectId(text), stores) !== null ? [] : [path];
	});
	const names = await readSubmoduleNames(git, root);
	const entries = names.size === 0 ? [] : (await runInRoot("ls-files", "--stage", "-z", "--", ...names.keys())).split("\0");
	const empty = [];
	for (const entry of entries) {
		const [, id = "", path = ""] = /^160000 ([0-9a-f]+) \d\t(.+)$/su.exec(entry) ?? [];
		const name = names.get(path);
		if (name !== void 0 && await findRepository({
			path,
			id,
			name
		}, clone) === null) empty.push(`${path}/`);
	}
	return [...pointers, ...empty];
}
const lfsFiles = ":(top,attr:filter=lfs)";
async function listFilteredFiles(git, settings) {
	const names = [...new Map(settings.map(({ key, value }) => [key, value]))].flatMap(([key, value]) => {
		const [, name = ""] = /^filter\.([\w.-]+)\.(?:smudge|process)$/u.exec(key) ?? [];
		return name === "" || name === "lfs" || ["", "cat"].includes(value.trim()) ? [] : [name];
	});
	const found = /* @__PURE__ */ new Map();
	for (const name of new Set(names)) {
		const paths = (await git("--no-literal-pathspecs", "ls-files", "-z", "--", `:(attr:filter=${name})`)).split("\0").filter(Boolean);
		if (paths.length > 0) found.set(name, paths);
	}
	return found;
}
async function listCheckoutSettings(git) {
	const has = async (path) => await git("--no-literal-pathspecs", "ls-files", "-z", "--", path) !== "";
	return [...await has(lfsFiles) ? ["lfs: true"] : [], ...await has(":(top).gitmodules") ? ["submodules: recursive"] : []];
}

// src/io/git/git-tree.ts
async function checkOutTree(source, commit, directory) {
	await mkdir(dirname(directory), { recursive: true });
	const found = await readdir(directory).catch((error) => {
		if (error.code === "ENOENT") return null;
		throw new GitFailure(`${directory} already exists and is not a directory`);
	});
	if (found === null) await mkdir(directory);
	else if (found.length > 0) throw new GitFailure(`${directory} already exists and is not empty`);
	const dispose = () => removeTree(directory).catch((cause) => {
		throw new EnvironmentError(`the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`, "Remove it manually; files of another user need the rights of that user", { cause });
	});
	try {
		const git = source.gitIn(directory, ownSettings, ownVariables);
		await git("init", "--quiet", "--template=", `--object-format=${source.place.format}`);
		await linkToClone(source, commit, directory);
		await git("read-tree", "--reset", "-u", "-v", "HEAD");
		for (const [name, paths] of await listFilteredFiles(git, source.settings)) source.warn(`Checkouts have ${formatFileNames(paths)} as committed, without the git filter ${name} of this clone. If the program reads it, convert it in the setup`);
		const address = source.address.replace(/^(https?:\/\/)[^/@]*@/, "$1");
		const config = `[remote "origin"]\n\turl = "${address.replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;
		if (address !== "" && !/\p{Cc}/u.test(address)) await writeFile(join(directory, ".git", "config"), config, { flag: "a" });
		const { files, submodules } = await checkFiles(source, commit, directory);
		const { isChanged, unfilled } = await fillTree(source, {
			directory,
			commit,
			git,
			files,
			submodules
		}, checkOutTree);
		const state = isChanged ? await diskTreeReader.read(directory, files.tracked, files.state) : files.state;
		return {
			path: directory,
			files: {
				...files,
				state
			},
			unfilled,
			[Symbol.asyncDispose]: dispose
		};
	} catch (error) {
		await dispose();
		throw error;
	}
}
const ownSettings = [["core.attributesFile", "/dev/null"], ["core.excludesFile", "/dev/null"]];
const ownVariables = {
	GIT_CONFIG_GLOBAL: "/dev/null",
	GIT_DEFAULT_REF_FORMAT: "files"
};
async function linkToClone({ git, place }, commit, directory) {
	const own = join(directory, ".git");
	await mkdir(join(own, "objects", "info"), { recursive: true });
	await writeFile(join(own, "objects", "info", "alternates"), `${place.objects}\n`);
	const shallow = await readFile(place.shallow, "utf8").catch(() => null);
	if (shallow !== null) await writeFile(join(own, "shallow"), shallow);
	await writeFile(join(own, "HEAD"), `${commit}\n`);
	const lines = (await git("for-each-ref", `--format=%(objectname) %(refname)%00%(*objectname)`, "refs/tags")).split("\n").filter(Boolean).map((line) => {
		const [tag = "", peeled = ""] = line.split("\0");
		return peeled === "" ? `${tag}\n` : `${tag}\n^${peeled}\n`;
	});
	await writeFile(join(own, "packed-refs"), `# pack-refs with: peeled fully-peeled sorted 
${lines.join("")}`);
}
async function checkFiles({ objects, place }, commit, directory) {
	const { files: entries, submodules } = await listCommitEntries(objects, commit);
	const tracked = new Set(entries.keys());
	const state = await diskTreeReader.read(directory, tracked, null, place.format);
	const missing = [...tracked].filter((path) => !state.has(path));
	const refuse = (what, paths) => {
		if (paths.length === 0) return;
		throw new EnvironmentError(`the tree of ${commit.slice(0, 12)} ${what}: ${formatFileNames(paths)}`, "Check out on a case-sensitive file system that supports symbolic links");
	};
	refuse("lacks files of the commit", missing);
	const others = [...entries].filter(([path, { id }]) => state.get(path)?.id !== id);
	refuse("has files of another kind than the commit", others.filter(([path, entry]) => entry.mode === "120000" || state.get(path)?.kind === "link").map(([path]) => path));
	await objects.verify([...new Set(others.map(([, { id }]) => id))]);
	return {
		files: {
			tracked,
			state
		},
		submodules
	};
}

// src/io/git/clone.ts
async function openClone(path, options) {
	if (!existsSync(path)) throw new UserError(`${path} does not exist`, "Give the directory of a git repository");
	const { env = process.env, token = null, remote: remoteName = "origin", localNames = "all" } = options;
	const warnings = /* @__PURE__ */ new Set();
	const warn = (text) => {
		if (!warnings.has(text)) options.warn?.(text);
		warnings.add(text);
	};
	const own = [["protocol.file.allow", "never"]];
	const git = createGitCommand(path, env, own);
	const place = await readClonePlace(git, path);
	const settings = await listSettings(git, path);
	const address = findAddress(settings, remoteName);
	const isPartial = isPartialClone(settings);
	const reading = Object.entries(buildGitEnvironment(path, env, own)).filter(([variable]) => isPartial || !/_proxy$|^SSH_AUTH_SOCK$/iu.test(variable));
	return {
		git,
		objects: createGitObjects({
			directory: path,
			env: Object.fromEntries(reading)
		}),
		place,
		settings,
		remoteName,
		address,
		localNames,
		warn,
		gitIn: (directory, more = [], variables) => createGitCommand(directory, env, [...own, ...more], variables),
		remoteGit: (more = [], variables) => createGitCommand(path, env, [...buildRemoteSettings(address, token), ...more], variables),
		openOther: (directory) => openClone(directory, {
			...options,
			warn
		})
	};
}

// src/io/git/git-remote.ts
async function fetchCommit(clone, ref) {
	if (!isCommitId(ref)) return await fetchName(clone, ref);
	try {
		await fetch(clone, [
			...buildDepthArguments(clone),
			clone.remoteName,
			ref
		]);
		return ref;
	} catch (error) {
		if (isUnknownAtRemote(error)) return null;
		throw error;
	}
}
async function deepenHistory(clone, commits, one, other) {
	const amount = commits === "all" ? "--unshallow" : `--deepen=${commits}`;
	try {
		await fetch(clone, [
			amount,
			"--end-of-options",
			clone.remoteName,
			one,
			other
		]);
	} catch (error) {
		if (!isUnknownAtRemote(error)) throw error;
		await fetch(clone, [
			amount,
			"--end-of-options",
			clone.remoteName
		]);
	}
}
async function findRemoteHead({ remoteGit, remoteName }) {
	const text = await remoteGit()("ls-remote", "--quiet", "--symref", remoteName, "HEAD");
	return /^ref: refs\/heads\/(\S+)\tHEAD$/mu.exec(text)?.[1] ?? null;
}
async function listRemoteTags(clone) {
	return [...(await listRemoteRefs(clone, "--tags", "--refs", clone.remoteName)).keys()].map((ref) => ref.slice(10));
}
function isUnknownAtRemote(error) {
	return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message);
}
async function fetchName(clone, name) {
	const { git, remoteName: remote, objects, warn } = clone;
	const candidates = listRemoteCandidates(name, remote);
	const known = await listRemoteRefs(clone, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]));
	const peel = (ref) => known.get(`${ref}^{}`) ?? known.get(ref) ?? "";
	const [ref, ...others] = candidates.filter((candidate) => known.has(candidate));
	if (ref === void 0) return null;
	const commit = peel(ref);
	const other = others.find((one) => peel(one) !== commit);
	if (other !== void 0) warn(describeAmbiguity(name, {
		ref,
		commit
	}, {
		ref: other,
		commit: peel(other)
	}));
	if (await objects.findCommit(commit) === commit) return commit;
	let refspec = ref;
	if (ref.startsWith("refs/heads/")) refspec = `+${ref}:${ref.replace("refs/heads/", `refs/remotes/${remote}/`)}`;
	if (ref.startsWith("refs/tags/")) {
		if ((await git("rev-parse", "--verify", "--quiet", "--end-of-options", ref).catch(() => "")).trim() === "") refspec = `${ref}:${ref}`;
	}
	await fetch(clone, [
		...buildDepthArguments(clone),
		remote,
		refspec
	]);
	return await objects.findCommit(commit) === commit ? commit : null;
}
function buildDepthArguments({ place }) {
	return existsSync(place.shallow) ? ["--depth=1", "--end-of-options"] : ["--end-of-options"];
}
async function fetch({ remoteGit }, args) {
	await remoteGit()("fetch", ...[
		"--quiet",
		"--no-tags",
		"--no-prune",
		"--no-recurse-submodules",
		"--no-write-fetch-head"
	], ...args);
}
async function listRemoteRefs({ remoteGit }, ...args) {
	const lines = (await remoteGit()("ls-remote", "--quiet", ...args)).split("\n");
	return new Map(lines.flatMap((line) => {
		const [id = "", ref = ""] = line.split("	");
		return ref === "" ? [] : [[ref, id]];
	}));
}
async function resolveReference(clone, ref) {
	const { name, steps } = parseGitReference(ref);
	if (name === "HEAD") return await findCommit(clone, name, steps);
	if (isCommitId(name)) return await findCommit(clone, name, steps) ?? await fetchReference(clone, name, steps);
	if (clone.address === "") return await resolveLocally(clone, name, steps);
	try {
		const found = await fetchReference(clone, name, steps);
		if (found !== null) {
			await warnOfUnpushed(clone, name);
			return found;
		}
	} catch (error) {
		if (!(error instanceof GitFailure)) throw error;
		const found = await resolveOffline(clone, name, steps);
		if (found === null) throw error;
		clone.warn(`${clone.remoteName} could not be queried for ${name} (${getFirstLine(error.message)}); ${found.ref} of this clone is used, which may be outdated`);
		return found.commit;
	}
	return await resolveUnknown(clone, name, steps);
}
async function findBranchTip(clone, branch) {
	const { objects, address, remoteName } = clone;
	const { name } = parseGitReference(`refs/heads/${branch}`);
	if (address === "") return await objects.findCommit(name);
	try {
		return await fetchCommit(clone, name);
	} catch (error) {
		if (!(error instanceof GitFailure) || clone.localNames === "none") throw error;
		clone.warn(`${remoteName} could not be queried for ${branch} (${getFirstLine(error.message)}); its last fetched tip is used`);
		return await objects.findCommit(`refs/remotes/${remoteName}/${branch}`);
	}
}
async function fetchReference(clone, name, steps) {
	const commit = clone.address === "" ? null : await fetchCommit(clone, name);
	return commit === null ? null : await findCommit(clone, commit, steps);
}
async function warnOfUnpushed(clone, name) {
	const { git, objects, remoteName, localNames, warn } = clone;
	if (localNames !== "all") return;
	const branch = name.replace(/^refs\/heads\//u, "");
	const own = await objects.findCommit(`refs/heads/${branch}`);
	const fetched = own && await objects.findCommit(`refs/remotes/${remoteName}/${branch}`);
	if (!own || !fetched) return;
	const count = Number(await git("rev-list", "--count", "--end-of-options", `${fetched}..${own}`).catch(() => "0"));
	if (count === 0) return;
	warn(`${branch} is ${fetched.slice(0, 7)}, as at ${remoteName}; ${branch} of this clone has ${count} unpushed ${count === 1 ? "commit" : "commits"}. Name its commit (${own.slice(0, 12)}) to use it`);
}
async function findLocal(clone, name, steps) {
	const found = [];
	for (const ref of listLocalCandidates(name)) {
		const commit = await findCommit(clone, ref, steps);
		if (commit !== null) found.push({
			ref,
			commit
		});
	}
	return found;
}
async function resolveLocally(clone, name, steps) {
	const [first, ...others] = await findLocal(clone, name, steps);
	const other = others.find(({ commit }) => commit !== first?.commit);
	if (first && other) clone.warn(describeAmbiguity(name, first, other));
	return first?.commit ?? null;
}
function describeAmbiguity(name, first, other) {
	return `${name} is ${first.ref} (${first.commit.slice(0, 7)}) and ${other.ref} (${other.commit.slice(0, 7)}); the first is used. Use the full name to select the other`;
}
async function resolveOffline(clone, name, steps) {
	const { localNames, remoteName } = clone;
	if (localNames === "none") return null;
	const found = await findLocal(clone, name, steps);
	const isFetched = ({ ref }) => ref.startsWith("refs/tags/") || ref.startsWith(`refs/remotes/${remoteName}/`);
	return found.find((one) => localNames === "all" || isFetched(one)) ?? null;
}
async function resolveUnknown(clone, name, steps) {
	const found = await findLocal(clone, name, steps);
	const named = found.find(({ ref }) => ref.startsWith("refs/"));
	if (!named || clone.localNames !== "all") return found.find(({ ref }) => !ref.startsWith("refs/"))?.commit ?? null;
	clone.warn(`${clone.remoteName} has no ${name}; ${named.ref} of this clone is used`);
	return named.commit;
}
async function findCommit({ git, objects }, name, steps) {
	if (steps === "") return await objects.findCommit(name);
	return (await git(...[
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${name}${steps}^{commit}`
	]).catch(() => "")).trim() || null;
}
function getFirstLine(text) {
	return text.split("\n")[0]?.slice(0, 200) ?? "";
}
const maxIdsPerCall = 1e3;
async function fetchMissing({ git, remoteGit, remoteName, address, settings }, commit) {
	if (address === "" || !isPartialClone(settings)) return;
	const fetching = remoteGit([["fetch.negotiationAlgorithm", "noop"]]);
	for (let ids = await listMissingObjects(git, commit); ids.length > 0; ids = await listMissingObjects(git, commit)) for (let start = 0; start < ids.length; start += maxIdsPerCall) {
		const some = ids.slice(start, start + maxIdsPerCall);
		await fetching("fetch", ...[
			"--quiet",
			"--no-tags",
			"--no-recurse-submodules",
			"--no-write-fetch-head",
			"--filter=blob:none"
		], "--end-of-options", remoteName, ...some);
	}
}
async function listMissingObjects(git, commit) {
	return (await git("rev-list", ...[
		"--objects",
		"--missing=print",
		"--no-walk=unsorted",
		"--end-of-options",
		commit
	])).split("\n").filter((line) => line.startsWith("?")).map((line) => line.slice(1));
}

// src/io/git/simple-git-repository.ts
const deepeningSteps = [
	50,
	200,
	1e3,
	"all"
];
const maxUncommitted = 10;
async function openGitRepository(path, options = {}) {
	const clone = await explainErrors(`open ${path}`, () => openClone(path, options));
	const { git, objects, place, settings, address } = clone;
	const explain = (action, work) => explainErrors(action, work, describeLack(settings, existsSync(place.shallow)));
	return {
		resolve: (ref) => explain(`resolve ${ref}`, () => resolveReference(clone, ref)),
		listParents: (commit) => explain(`read the parents of ${commit}`, () => readParents(clone, commit)),
		findBranchTip: (branch) => explain(`find the branch ${branch}`, () => findBranchTip(clone, branch)),
		findRemoteDefault: async () => {
			const branch = address === "" ? null : await findRemoteHead(clone).catch(() => null);
			return branch ? `${clone.remoteName}/${branch}` : null;
		},
		findMergeBase: (one, other) => explain("find the merge base", () => mergeBase(clone, one, other)),
		readAt: (commit, file) => explain(`read ${file} at ${commit}`, () => {
			requireCommitId(commit);
			return readFileAt(objects, commit, {
				prefix: place.prefix,
				path: file
			});
		}),
		checkOut: (commit, directory) => explain(`check ${commit} out at ${directory}`, async () => {
			requireCommitId(commit);
			await fetchMissing(clone, commit);
			return await checkOutTree(clone, commit, directory);
		}),
		keepOriginals: (tree) => explain(`list the files of ${tree.commit}`, async () => {
			requireCommitId(tree.commit);
			const originals = await keepOriginals(objects, () => fetchMissing(clone, tree.commit), tree);
			const action = `restore files of ${tree.directory}`;
			return { restore: (paths) => explainErrors(action, () => originals.restore(paths)) };
		}),
		listCommitsBetween: (good, bad, isFirstParent) => explain(`list the commits ${good}..${bad}`, () => listCommitsBetween(git, good, bad, isFirstParent)),
		listTags: () => explain("list the tags", async () => {
			const all = [...(await git("for-each-ref", "--format=%(refname:strip=2)", "refs/tags")).split("\n").filter(Boolean), ...address === "" ? [] : await listRemoteTags(clone)];
			return [...new Set(all)].toSorted();
		}),
		listCredentials: () => listCredentials(settings),
		listUncommittedFiles: () => explain("check for uncommitted changes", () => listUncommittedFiles(clone, path))
	};
}
async function openGitCommitWriter(path, options = {}) {
	const clone = await explainErrors(`open ${path}`, () => openClone(path, options));
	const { address, remoteName } = clone;
	if (address === "") throw new UserError(`${path} has no remote ${remoteName}`, "Check the repository out before this step");
	const git = clone.gitIn(path, committer);
	const writeTree = async ({ takesOver, expectedHead, changes }, folder) => {
		const indexed = clone.gitIn(path, [], { GIT_INDEX_FILE: join(folder, "index") });
		await indexed("read-tree", takesOver ?? expectedHead);
		for (const [file, text] of Object.entries(changes)) if (text === null) await indexed("update-index", "--force-remove", "--", file);
		else {
			const copy = join(folder, "text");
			await writeFile(copy, text);
			await indexed("update-index", "--add", "--cacheinfo", `100644,${(await git("hash-object", "-w", "--no-filters", "--", copy)).trim()},${file}`);
		}
		return (await indexed("write-tree")).trim();
	};
	const writeCommit = async (request) => {
		const { branch, expectedHead, takesOver, headline } = request;
		const parents = takesOver === null ? [expectedHead] : [expectedHead, takesOver];
		for (const id of parents) {
			requireCommitId(id);
			await fetchCommit(clone, id);
		}
		await using folder = await openTemporaryDirectory("commit");
		const tree = await writeTree(request, folder.path);
		const made = (await git("commit-tree", tree, ...parents.flatMap((id) => ["-p", id]), "-m", headline)).trim();
		const ref = `refs/heads/${branch}`;
		const lease = `--force-with-lease=${ref}:${expectedHead}`;
		try {
			const refs = [
				"--end-of-options",
				remoteName,
				`${made}:${ref}`
			];
			await clone.remoteGit()("push", "--quiet", "--no-verify", lease, ...refs);
			return {
				kind: "written",
				commit: made
			};
		} catch (error) {
			if (error instanceof GitFailure && /stale info|fetch first|non-fast-forward|cannot lock ref/u.test(error.message)) return { kind: "moved" };
			throw error;
		}
	};
	return { commit: (request) => explainErrors(`commit to ${request.branch}`, () => writeCommit(request)) };
}
const committer = [["user.name", "warpgauge"], ["user.email", "warpgauge@users.noreply.github.com"]];
async function readParents(clone, commit) {
	await requireHere(clone, commit);
	const [head = ""] = ((await clone.objects.read([commit])).get(commit)?.content.toString("latin1") ?? "").split("\n\n");
	return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent);
}
async function mergeBase(clone, one, other) {
	await requireHere(clone, one);
	await requireHere(clone, other);
	const { git, address, place } = clone;
	const find = async () => (await git("merge-base", one, other)).trim() || null;
	let found = await find();
	for (const commits of deepeningSteps) {
		if (found || address === "" || !existsSync(place.shallow)) return found;
		await deepenHistory(clone, commits, one, other);
		found = await find();
	}
	return found;
}
async function requireHere(clone, commit) {
	requireCommitId(commit);
	if (await resolveReference(clone, commit)) return;
	throw new UserError(`the commit ${commit} is neither in this clone nor at its remote`, "Check the commit id, and that this clone belongs to its repository");
}
async function listUncommittedFiles({ git, place, gitIn }, path) {
	if (!place.isWorkTree) return [];
	return (await gitIn(path, (await git("config", "--name-only", "-z", "--get-regexp", String.raw`^filter\.`).catch(() => "")).split("\0").filter(Boolean).map((name) => [name, name.endsWith(".required") ? "false" : ""]))("status", ...[
		"--porcelain=v1",
		"-z",
		"--no-renames",
		"--ignore-submodules=dirty"
	])).split("\0").filter(Boolean).slice(0, maxUncommitted).map((entry) => entry.slice(3));
}
const format = [
	"%H",
	"%P",
	"%s",
	"%an",
	"%cI"
].join("%x00");
async function listCommitsBetween(git, good, bad, isFirstParent) {
	requireCommitId(good);
	requireCommitId(bad);
	const fields = (await git("log", "-z", ...[
		"--topo-order",
		"--reverse",
		...isFirstParent ? ["--first-parent"] : []
	], `--format=${format}`, "--end-of-options", bad, `^${good}`)).split("\0");
	return Array.from({ length: Math.floor(fields.length / 5) }, (_unused, index) => {
		const [commit = "", parents = "", subject = "", author = "", committedAt = ""] = fields.slice(index * 5);
		const all = parents.split(" ").filter((id) => id !== "");
		return {
			commit,
			parents: isFirstParent ? all.slice(0, 1) : all,
			subject,
			author,
			committedAt
		};
	});
}

// src/wiring/workplace.ts
function chooseCacheDirectory(environment) {
	const home = environment["HOME"] ?? "/tmp";
	const root = environment["RUNNER_TOOL_CACHE"] ?? environment["XDG_CACHE_HOME"] ?? join(home, ".cache");
	return join(root, "warpgauge");
}
function createWorkplace(trust, runId, environment) {
	const workDirectory = join(environment["RUNNER_TEMP"] ?? tmpdir(), `warpgauge-work-${runId}`);
	const shared = chooseCacheDirectory(environment);
	if (trust === "trusted") return {
		workDirectory,
		environment,
		cacheDirectory: shared
	};
	const own = {
		workDirectory,
		environment,
		cacheDirectory: join(workDirectory, "cache")
	};
	return trust === "stranger" ? own : {
		...own,
		trustedCache: shared
	};
}

// src/wiring/measuring-ports.ts
async function createMeasuringPorts({ workspace, environment = process.env, token = null, localNames = "all", logger, progress, signal }) {
	const inventory = createDeviceInventory(environment);
	requireSupportedPlatform(process.platform, inventory.readHost());
	return {
		processes: createProcessRunner(environment),
		files: diskFileStore,
		inspector: createFileInspector(signal),
		tables: createResultTables(signal),
		growing: diskGrowingFiles,
		clock: systemClock,
		git: await openGitRepository(workspace, {
			env: environment,
			token,
			localNames,
			warn: (message) => logger.warning(message)
		}),
		inventory,
		logger,
		progress,
		toolVersion,
		createWorkplace: (trust, runId) => createWorkplace(trust, runId, environment),
		lock: createGpuLock(),
		disks: statfsDiskSpace,
		hostMeter: procHostMeter,
		kernelRecords,
		writeArrays: async (path, columns, attributes) => {
			const { writeHdf5Columns } = await import("./sampling-files.js");
			return await writeHdf5Columns(path, columns, attributes);
		},
		nodes: {
			ownCommand: [process.execPath, getCommandLinePath()],
			sleep: sleepUntilAborted
		},
		sleep: sleepUntilAborted,
		scratch: createScratch(logger),
		treeReader: diskTreeReader,
		claims: fileClaims,
		sandbox: createSandbox(workspace, environment),
		openMonitor: async (wanted, runId) => {
			const { chooseMonitor } = await import("./choose-monitor2.js");
			return await chooseMonitor({
				wanted,
				environment,
				runId
			});
		}
	};
}
function getCommandLinePath() {
	const paths = [
		"../cli.ts",
		"./cli.js",
		"../cli.js"
	].map((place) => fileURLToPath(new URL(place, import.meta.url)));
	const found = paths.find((path) => existsSync(path));
	if (found === void 0) throw new Error(`the command line is missing: ${paths.join(", ")}`);
	return found;
}

export { chooseCacheDirectory, createDeviceInventory, createFileInspector, createGitCommand, createLineProgress, createMeasuringPorts, createSandbox, describeRefusals, explainErrors, explainUnexpectedUse, findCloneRoot, findGitHint, formatFailure, formatProgress, formatProgressBar, guardCommandFiles, hasOnlyRows, identityFields, isOtherRepository, judgeFitness, kernelRecords, listCheckoutSettings, listCredentials, listGpuDevices, listLocalCandidates, listMissingContent, listRemoteCandidates, openClone, openGitCommitWriter, openGitRepository, parseAmount, parseComputeApps, parseGitReference, parseIdentities, parseMigSlices, parseReadingLine, parseRefusedField, preflight, preflightGpus, procHostMeter, readingFields, requireCommitId, resolveCommandDevices, resolveVisibleDevices, runAttached, runTool, selectKnownFields, splitLine, startProgress, statfsDiskSpace, warnOfLoad, watchHostLoad, withEndedTrial, withStartedTrial };