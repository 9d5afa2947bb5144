import { ProcessFamily, ProcessTreeUsage, computeMedian, formatShare, isSeen, readHostTicks, readPageBytes, readPageCacheBytes, readPidNamespace, readProcessStat } from "./chunks/core.js";
import { Budget, ImpossibleValues, ProblemList, SamplingLog, SamplingOverhead, addBusySample, appendSample, beginAverages, createBusySeries, createGpuTrack, createReadingPace, createRotation, createTimeBuckets, createWorkTrack, explainMissingEnergy, explainMissingWork, findBusyContradiction, forgetUnseenMemory, formatQuantity, getLastSampleMs, gpuQuantityNames, hostQuantityList, hostQuantityNames, listEnergyDoubts, listPartlySeen, markBusyGap, recordReading, roundShare, startSamplingClock, startTicker, summarizeGpu, summarizeHost } from "./chunks/telemetry.js";
import { parentPort, workerData } from "node:worker_threads";
import { basename } from "node:path";
import { availableParallelism, uptime } from "node:os";
import { setTimeout as setTimeout$1 } from "node:timers/promises";

// src/io/gpu/sampling/host-sampler.ts
const maxRows = 8192;
var HostSampler = class {
	track;
	#ownPid;
	#pageBytes = readPageBytes();
	#family = null;
	#usage = null;
	#totals = null;
	#lookedMs;
	#hostTicks = readHostTicks();
	constructor(ownPid, timeMs) {
		this.#ownPid = ownPid;
		this.#lookedMs = timeMs;
		const limits = {
			maxRows,
			maxGapMs: Number.POSITIVE_INFINITY
		};
		this.track = {
			buckets: createTimeBuckets(hostQuantityList, limits),
			cores: availableParallelism()
		};
		beginAverages(this.track.buckets, timeMs);
	}
	follow(pid, timeMs) {
		const root = readProcessStat(pid);
		if (!root) return false;
		this.#family = new ProcessFamily(root);
		this.#usage = new ProcessTreeUsage(this.#family, this.#ownPid);
		this.#usage.update();
		this.#totals = {
			user: 0,
			system: 0,
			readBytes: 0,
			writtenBytes: 0,
			residentPages: 0
		};
		this.#lookedMs = timeMs;
		beginAverages(this.track.buckets, timeMs);
		return true;
	}
	isOwn(pid) {
		return this.#family ? this.#family.has(pid) : null;
	}
	sample(timeMs) {
		const seconds = (timeMs - this.#lookedMs) / 1e3;
		if (seconds <= 0) return;
		const found = {
			...this.#sampleHost(),
			...this.#sampleFamily(seconds)
		};
		const values = new Float64Array(hostQuantityNames.map((name) => found[name] ?? NaN));
		appendSample(this.track.buckets, timeMs, values);
		this.#lookedMs = timeMs;
	}
	#sampleHost() {
		const [before, now] = [this.#hostTicks, readHostTicks()];
		this.#hostTicks = now;
		const ticks = before && now ? now.all - before.all : 0;
		return {
			ioWaitShare: before && now && ticks > 0 ? Math.max(0, now.ioWait - before.ioWait) / ticks : null,
			pageCacheBytes: readPageCacheBytes()
		};
	}
	#sampleFamily(seconds) {
		const before = this.#totals;
		if (!this.#usage || !before) return {};
		const now = clampTotals(this.#usage.update(), before);
		this.#totals = now;
		const rate = (after, earlier) => after === null || earlier === null ? null : (after - earlier) / seconds;
		return {
			cpuCores: rate(now.user + now.system, before.user + before.system),
			userCpuCores: rate(now.user, before.user),
			residentBytes: now.residentPages === 0 ? null : now.residentPages * this.#pageBytes,
			readBytesPerSecond: rate(now.readBytes, before.readBytes),
			writtenBytesPerSecond: rate(now.writtenBytes, before.writtenBytes)
		};
	}
};
function clampTotals(now, before) {
	const clamp = (name) => {
		const [after, earlier] = [now[name], before[name]];
		return after === null || earlier === null ? null : Math.max(after, earlier);
	};
	return {
		user: Math.max(now.user, before.user),
		system: Math.max(now.system, before.system),
		readBytes: clamp("readBytes"),
		writtenBytes: clamp("writtenBytes"),
		residentPages: now.residentPages
	};
}
const maxRemembered = 1e3;
const maxPollGapMs = 5e3;
const firstNamespace = "4026531836";
var GpuProcessAccumulator = class {
	#isOwn;
	#ownPid;
	#seen = /* @__PURE__ */ new Map();
	#isFull = false;
	#own = /* @__PURE__ */ new Map();
	#polls = /* @__PURE__ */ new Map();
	constructor(isOwn, ownPid) {
		this.#isOwn = isOwn;
		this.#ownPid = ownPid;
	}
	record(gpus, processes, timeMs) {
		for (const process of processes) this.#remember(process, this.#isOwn(process.pid));
		for (const gpu of gpus) {
			this.#own.set(gpu, this.#sumOwnMemory(processes.filter((process) => process.gpu === gpu)));
			const blindMs = this.#computeBlindMs(gpu, timeMs);
			this.#polls.set(gpu, {
				lastMs: timeMs,
				unknownMs: null,
				blindMs
			});
		}
	}
	recordFailure(gpu, timeMs) {
		this.#own.delete(gpu);
		const poll = this.#polls.get(gpu);
		if (poll) poll.unknownMs ??= timeMs;
		else this.#polls.set(gpu, {
			lastMs: null,
			unknownMs: timeMs,
			blindMs: 0
		});
	}
	computeCoverage(gpu, { fromMs, toMs, busyMs }) {
		if ((this.#polls.get(gpu)?.lastMs ?? null) === null) return 0;
		if (busyMs > maxPollGapMs && [...this.#seen.values()].every((seen) => seen.gpu !== gpu)) return 0;
		return roundShare(1 - this.#computeBlindMs(gpu, toMs) / Math.max(1, toMs - fromMs));
	}
	#computeBlindMs(gpu, timeMs) {
		const { lastMs = null, unknownMs = null, blindMs = 0 } = this.#polls.get(gpu) ?? {};
		const fromMs = unknownMs ?? (lastMs ?? timeMs) + maxPollGapMs;
		return blindMs + Math.max(0, timeMs - fromMs);
	}
	getOwnMemoryBytes(gpu) {
		return this.#own.get(gpu) ?? null;
	}
	listForeign() {
		return [...this.#seen.values()].filter(({ pid, isOwn }) => !isOwn && this.#isOwn(pid) !== true).filter((observed) => !isUnattributable(observed)).map(({ gpu, pid, name, memoryBytes }) => ({
			gpu,
			pid,
			name,
			memoryBytes
		}));
	}
	describeProblem() {
		if (this.#isFull) return `more than ${maxRemembered} processes used the GPUs; later ones were not attributed to the trial or to others`;
		const unknown = [...this.#seen.values()].filter((observed) => !observed.isOwn && isUnattributable(observed));
		if (unknown.length === 0) return null;
		return `processes on the GPUs are not visible from this container and could not be attributed to the trial or to others: ${unknown.map(({ pid }) => pid).join(", ")}`;
	}
	#remember(process, isOwn) {
		const { gpu, pid, name, memoryBytes } = process;
		const key = `${gpu} ${pid}`;
		const known = this.#seen.get(key);
		if (pid === this.#ownPid) return;
		if (!known && this.#seen.size >= maxRemembered) {
			this.#isFull = true;
			return;
		}
		const isVisible = readProcessStat(pid) !== null;
		const observed = {
			gpu,
			pid,
			name,
			memoryBytes,
			isOwn: isOwn === true,
			isVisible,
			wasBeforeTrial: isOwn === null
		};
		this.#seen.set(key, known ? joinObservations(known, observed) : observed);
	}
	#sumOwnMemory(processes) {
		const own = processes.filter(({ pid }) => this.#isOwn(pid) === true);
		if (this.#isOwn(this.#ownPid) === null || own.some(({ memoryBytes }) => memoryBytes === null)) return null;
		return own.reduce((sum, { memoryBytes }) => sum + (memoryBytes ?? 0), 0);
	}
};
function joinObservations(a, b) {
	return {
		...b,
		name: b.name ?? a.name,
		memoryBytes: a.memoryBytes === null || b.memoryBytes === null ? a.memoryBytes ?? b.memoryBytes : Math.max(a.memoryBytes, b.memoryBytes),
		isOwn: a.isOwn || b.isOwn,
		isVisible: a.isVisible || b.isVisible,
		wasBeforeTrial: a.wasBeforeTrial || b.wasBeforeTrial
	};
}
function isUnattributable({ isVisible, wasBeforeTrial }) {
	return !isVisible && !wasBeforeTrial && readPidNamespace() !== firstNamespace;
}

// src/io/gpu/sampling/busy-collector.ts
const maxPeriodMs = 1e3;
const fullShare = .8;
const minSpacings = 5;
const firstUsualMs = 200;
const firstFastestMs = 100;
const marginMs = 1500;
const [shortestPauseMs, emptyPauseMs, longestPauseMs] = [
	200,
	1e3,
	1e4
];
const maxPolls = 4096;
const maxClockReads = 10;
var BusyCollector = class {
	#readSamples;
	#openedMs;
	#clock = new DriverClock();
	#series = createBusySeries();
	#polled = [];
	#undecided = [];
	#lastUs = 0;
	#capacity = 0;
	#clockReads = 0;
	#usualMs = firstUsualMs;
	#lastUsualMs = 0;
	#fastestMs = firstFastestMs;
	#wasEmpty = false;
	#unavailable = null;
	#fault = null;
	constructor(readSamples, openedMs) {
		this.#readSamples = readSamples;
		this.#openedMs = openedMs;
	}
	get unavailable() {
		return this.#unavailable;
	}
	recordPoll(fromMs, percent, toMs = fromMs) {
		if (this.#polled.length >= maxPolls) {
			this.#decideGaps();
			this.#polled = this.#polled.slice(maxPolls / 2);
		}
		this.#polled.push({
			fromMs,
			toMs,
			percent
		});
	}
	read(now) {
		if (this.#unavailable !== null) return;
		const answer = this.#readSamples();
		if (answer.status === "samples") this.#take(answer, now());
		else if (answer.status === "empty") this.#wasEmpty ||= this.#lastUs === 0;
		else if (this.#lastUs === 0) this.#unavailable = answer.reason;
	}
	readForClock(now) {
		if (this.#clock.kind !== "arrival" || this.#clockReads >= maxClockReads) return;
		this.#clockReads += 1;
		this.read(now);
	}
	get pauseMs() {
		if (this.#capacity === 0) return emptyPauseMs;
		const heldMs = this.#capacity * this.#fastestMs;
		return Math.max(shortestPauseMs, heldMs / 3, Math.min(longestPauseMs, heldMs - marginMs));
	}
	hasReached(timeMs) {
		const [lastMs, offsetMs] = [getLastSampleMs(this.#series), this.#clock.offsetMs];
		return lastMs !== null && offsetMs !== null && lastMs + offsetMs >= timeMs;
	}
	finish(untilMs) {
		if (this.#unavailable !== null) return {
			busy: null,
			fault: null
		};
		if (this.#fault !== null) return {
			busy: null,
			fault: this.#fault
		};
		const { offsetMs } = this.#clock;
		if (offsetMs === null) return this.#finishEmpty(untilMs);
		this.#decideGaps();
		const lastMs = getLastSampleMs(this.#series);
		const endMs = untilMs - offsetMs;
		if (lastMs !== null && lastMs < endMs && this.#isIdle(lastMs, Number.POSITIVE_INFINITY)) addBusySample(this.#series, endMs, 0);
		return {
			busy: {
				series: this.#series,
				offsetMs
			},
			fault: null
		};
	}
	#finishEmpty(untilMs) {
		const polls = this.#polled.filter(({ fromMs }) => fromMs >= this.#openedMs);
		if (!(polls.length > 0 && polls.every(({ percent }) => percent === 0))) return {
			busy: null,
			fault: "the driver returned no utilization samples"
		};
		addBusySample(this.#series, this.#openedMs, 0);
		addBusySample(this.#series, untilMs, 0);
		return {
			busy: {
				series: this.#series,
				offsetMs: 0
			},
			fault: null
		};
	}
	#take({ timesUs, percents }, nowMs) {
		const newestMs = (timesUs.at(-1) ?? 0) / 1e3;
		this.#clock.record(newestMs, nowMs);
		const firstNew = timesUs.findIndex((us) => us > this.#lastUs);
		if (firstNew < 0) return;
		const times = timesUs.slice(firstNew).map((us) => us / 1e3);
		const mayHaveLost = firstNew === 0 && this.#lastUs > 0 && times.length >= this.#capacity * fullShare;
		this.#capacity = Math.max(this.#capacity, timesUs.length);
		this.#learn(times);
		this.#begin();
		for (const [index, timeMs] of times.entries()) {
			const longestMs = index === 0 && mayHaveLost ? 2.5 * this.#usualMs : maxPeriodMs;
			this.#add(timeMs, percents[firstNew + index] ?? NaN, longestMs);
		}
		this.#lastUs = timesUs.at(-1) ?? this.#lastUs;
		if (this.#clock.kind === "arrival") return;
		this.#decideGaps();
		const oldestMs = newestMs + (this.#clock.offsetMs ?? 0) - longestPauseMs;
		this.#polled = this.#polled.filter(({ fromMs }) => fromMs >= oldestMs);
	}
	#begin() {
		const { offsetMs } = this.#clock;
		if (this.#wasEmpty && this.#lastUs === 0 && offsetMs !== null) addBusySample(this.#series, this.#openedMs - offsetMs, 0);
	}
	#add(timeMs, percent, longestMs) {
		if (!(percent >= 0 && percent <= 100)) this.#fault ??= `the driver returned a utilization of ${percent} %`;
		const lastMs = getLastSampleMs(this.#series);
		if (lastMs === null || timeMs - lastMs <= longestMs) return addBusySample(this.#series, timeMs, percent);
		const beginsMs = timeMs - this.#usualMs;
		this.#undecided.push({
			fromMs: lastMs,
			toMs: beginsMs
		});
		addBusySample(this.#series, beginsMs, 0);
		addBusySample(this.#series, timeMs, percent);
	}
	#decideGaps() {
		for (const span of this.#undecided) if (!this.#isIdle(span.fromMs, span.toMs)) markBusyGap(this.#series, span);
		this.#undecided = [];
	}
	#isIdle(fromMs, toMs) {
		const offsetMs = this.#clock.offsetMs ?? 0;
		const [first, last] = [fromMs + offsetMs + this.#usualMs, toMs + offsetMs];
		const inside = this.#polled.filter((polled) => polled.fromMs >= first && polled.toMs <= last);
		return inside.length > 0 && inside.every(({ percent }) => percent === 0);
	}
	#learn(times) {
		const spacings = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? timeMs));
		if (spacings.length < minSpacings) return;
		const usualMs = computeMedian(spacings);
		this.#usualMs = Math.max(usualMs, this.#lastUsualMs);
		this.#lastUsualMs = usualMs;
		this.#fastestMs = Math.min(this.#fastestMs, usualMs);
	}
};
const maxAgeMs = 400;
const slackMs = 50;
var DriverClock = class {
	#leastAges = {
		realtime: Number.POSITIVE_INFINITY,
		boottime: Number.POSITIVE_INFINITY
	};
	#arrivalMs = Number.POSITIVE_INFINITY;
	#bootOffsetMs = 0;
	record(newestMs, nowMs) {
		const now = {
			realtime: Date.now(),
			boottime: readBootMs()
		};
		for (const name of ["realtime", "boottime"]) this.#leastAges[name] = Math.min(this.#leastAges[name], now[name] - newestMs);
		this.#arrivalMs = Math.min(this.#arrivalMs, nowMs - newestMs);
		this.#bootOffsetMs = nowMs - now.boottime;
	}
	get kind() {
		if (this.#isMeant("realtime")) return "realtime";
		return this.#isMeant("boottime") ? "boottime" : "arrival";
	}
	get offsetMs() {
		if (!Number.isFinite(this.#arrivalMs)) return null;
		const { kind } = this;
		if (kind === "realtime") return 0;
		return kind === "boottime" ? this.#bootOffsetMs : this.#arrivalMs;
	}
	#isMeant(name) {
		const minMs = this.#leastAges[name];
		return minMs >= -50 && minMs <= maxAgeMs;
	}
};
function readBootMs() {
	const [uptimeMs, monotonicMs] = [uptime() * 1e3, Number(process.hrtime.bigint()) / 1e6];
	return Math.abs(uptimeMs - monotonicMs) <= slackMs ? monotonicMs : uptimeMs;
}

// src/io/gpu/sampling/work-collector.ts
const [lastSampleWaitMs, lastSampleStepMs] = [600, 120];
const energyEdgeMs = 150;
const openingEdgeMs = 100;
const minActivityMs = 200;
const maxStageEdges = 2e3;
const samplesFailed = "the utilization samples could not be read";
var WorkCollector = class {
	#options;
	#watched;
	#budgets = {
		activity: createEdgeBudget(50),
		counters: createEdgeBudget(10),
		energy: createEdgeBudget(10)
	};
	#beganMs = Number.POSITIVE_INFINITY;
	#stageEdges = 0;
	#energyReadMs = Number.NEGATIVE_INFINITY;
	constructor(options) {
		this.#options = options;
		const { source, tracks, now } = options;
		const openedMs = now();
		if (!options.isForProcess) this.#beganMs = openedMs;
		this.#watched = tracks.map((track) => {
			const { gpu } = track;
			const read = source?.readUtilizationSamples?.bind(source, gpu);
			return {
				track,
				busy: read ? new BusyCollector(read, openedMs) : null,
				dueMs: openedMs
			};
		});
		for (const { track } of this.#watched) {
			if (track.work) track.work.idleWatts = options.idleWatts?.[track.gpu] ?? null;
			this.#beginActivity(track);
		}
		this.#watched.forEach((watched, index) => {
			this.#readBusy(watched);
			watched.dueMs = openedMs + (index + 1) / tracks.length * (watched.busy?.pauseMs ?? 0);
		});
	}
	open() {
		this.#readEnergies();
	}
	begin(timeMs) {
		this.#beganMs = timeMs;
		for (const { track } of this.#watched) {
			if (track.work) track.work.ranMs = {
				fromMs: timeMs,
				toMs: Number.POSITIVE_INFINITY
			};
			this.#beginActivity(track);
		}
		if (!(this.#options.now() - this.#energyReadMs < openingEdgeMs)) this.#readEnergies();
	}
	enterStage(readCounters) {
		const elapsedMs = this.#options.now() - this.#beganMs;
		if (this.#stageEdges >= maxStageEdges || elapsedMs < 0) return;
		this.#stageEdges += 1;
		this.#budgets.activity.attempt(elapsedMs, () => this.#readActivities());
		if (this.#options.source?.readCounters) this.#budgets.counters.attempt(elapsedMs, readCounters);
		this.#budgets.energy.attempt(elapsedMs, () => this.#readEnergies());
	}
	end(timeMs) {
		this.#readActivities();
		this.#readEnergies();
		for (const { track } of this.#watched) if (track.work?.ranMs) track.work.ranMs = {
			fromMs: track.work.ranMs.fromMs,
			toMs: timeMs
		};
	}
	record({ gpu, timeMs, utilizationPercent }) {
		const busy = this.#watched.find(({ track }) => track.gpu === gpu)?.busy;
		const { now, problems } = this.#options;
		if (!busy || utilizationPercent === null) return;
		busy.recordPoll(timeMs, utilizationPercent, now());
		if (utilizationPercent > 0) problems.attempt(samplesFailed, () => busy.readForClock(now));
	}
	tick(timeMs, tickMs) {
		for (const watched of this.#watched) if (timeMs + tickMs / 2 >= watched.dueMs) this.#readBusy(watched);
	}
	close() {
		const { now } = this.#options;
		if (this.#watched.some(({ track }) => Number.isFinite(track.work?.ranMs?.toMs))) this.#readEnergies();
		else this.end(now());
	}
	async drain() {
		const { now } = this.#options;
		const ends = this.#watched.flatMap(({ track }) => track.work?.ranMs?.toMs ?? []);
		const endMs = Math.max(...ends);
		if (ends.length === 0) return;
		const untilMs = now() + lastSampleWaitMs;
		await setTimeout$1(Math.max(0, endMs + lastSampleStepMs - now()));
		for (;;) {
			const late = this.#watched.filter(({ busy }) => !isComplete(busy, endMs));
			for (const watched of late) this.#readBusy(watched);
			this.#poll(late.map(({ track }) => track.gpu));
			if (now() >= untilMs || late.every(({ busy }) => isComplete(busy, endMs))) return;
			await setTimeout$1(lastSampleStepMs);
		}
	}
	#poll(gpus) {
		const { source, now, problems } = this.#options;
		if (!source || gpus.length === 0) return;
		const timeMs = now();
		const read = () => source.readVitals?.(gpus, timeMs) ?? source.read(gpus, timeMs);
		const readings = problems.attempt("GPUs could not be read", read) ?? [];
		for (const reading of readings) this.record(reading);
	}
	complete(endedMs) {
		const span = {
			fromMs: Number.NEGATIVE_INFINITY,
			toMs: endedMs
		};
		const reasons = /* @__PURE__ */ new Map();
		for (const { track, busy } of this.#watched) {
			const { work } = track;
			if (!work) continue;
			if (busy) this.#completeBusy(track, busy, endedMs);
			if (!work.ranMs) continue;
			for (const reason of this.#explain({
				...track,
				work
			}, span)) reasons.set(reason, [...reasons.get(reason) ?? [], track.gpu]);
		}
		for (const [reason, gpus] of reasons) this.#options.problems.add(`GPU ${gpus.join(", ")}: ${reason}`);
	}
	#explain(sources, span) {
		const energy = this.#options.idleWatts === null ? null : explainMissingEnergy(sources, span);
		return [...explainMissingWork(sources, span), ...energy === null ? [] : [energy]];
	}
	#completeBusy(track, collector, endedMs) {
		const { work } = track;
		if (!work) return;
		const { busy, fault } = collector.finish(endedMs);
		work.busy = busy;
		work.busyFault = fault;
		const span = work.ranMs ?? {
			fromMs: Number.NEGATIVE_INFINITY,
			toMs: Number.NEGATIVE_INFINITY
		};
		work.busyFault ??= findBusyContradiction({
			...track,
			work
		}, span);
		const { unavailable } = collector;
		if (unavailable !== null) this.#options.problems.add(`GPU ${track.gpu}: no utilization samples: ${unavailable}`);
	}
	#readBusy(watched) {
		const { now, problems } = this.#options;
		problems.attempt(samplesFailed, () => watched.busy?.read(now));
		watched.dueMs = now() + (watched.busy?.pauseMs ?? Number.POSITIVE_INFINITY);
	}
	#beginActivity({ gpu, work }) {
		const { source, now, problems } = this.#options;
		if (!work) return;
		const begin = () => source?.beginActivity?.(gpu, now) ?? "";
		const fault = source?.beginActivity ? problems.attempt("GPM activity could not be read", begin) ?? "the driver failed" : "this monitor has no such counters";
		work.activityFault = fault === "" ? null : fault;
		work.activity = fault === "" ? [{
			timeMs: now(),
			dramMs: 0,
			graphicsMs: 0
		}] : [];
	}
	#readActivities() {
		for (const { track } of this.#watched) this.#readActivity(track);
	}
	#readEnergies() {
		for (const { track } of this.#watched) this.#readEnergy(track);
		this.#energyReadMs = this.#options.now();
	}
	#readActivity({ gpu, work }) {
		const { source, now, problems } = this.#options;
		if (!work || work.activityFault !== null) return;
		const [first] = work.activity;
		if (!first || now() - first.timeMs < minActivityMs) return;
		const reading = problems.attempt("GPM activity could not be read", () => source?.readActivity?.(gpu, now) ?? null);
		if (reading) work.activity.push(reading);
	}
	#readEnergy({ gpu, energyReadings }) {
		const { source, now, problems } = this.#options;
		if (now() - (energyReadings.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY) < energyEdgeMs) return;
		const joules = problems.attempt("the energy counter could not be read", () => source?.readEnergyJoules([gpu]).get(gpu));
		if (joules !== null && joules !== void 0) energyReadings.push({
			timeMs: now(),
			joules
		});
	}
};
function createEdgeBudget(extraMs) {
	return new Budget({
		everyMs: Number.NEGATIVE_INFINITY,
		maxShare: 5e-4,
		extraMs
	});
}
function isComplete(busy, endMs) {
	return busy === null || busy.unavailable !== null || busy.hasReached(endMs);
}

// src/io/gpu/sampling/sampling-session.ts
const earlyLookMs = 200;
const recordMs = 500;
const flushMs = 5e3;
const maxEvents = 1e3;
const maxShare = 3e-4;
const maxMemoryShare = .03;
var SamplingSession = class {
	problems = new ProblemList();
	startedMs;
	#request;
	#source;
	#now = startSamplingClock();
	#recorder;
	#pace;
	#host;
	#processes;
	#work;
	#log;
	#events = [];
	#impossible = new ImpossibleValues();
	#ticker;
	#overhead;
	#probes;
	#own;
	#rotation;
	#others;
	#earlyLook = null;
	#pending = [];
	#recordedMs = 0;
	#unread = 0;
	#lastReadMs = 0;
	#stage = null;
	constructor(request, source) {
		const { gpus, intervalMs, monitor } = request;
		this.#request = request;
		this.#source = source;
		this.#own = gpus.filter((gpu) => request.ownGpus?.includes(gpu) ?? true);
		this.#others = gpus.filter((gpu) => !this.#own.includes(gpu));
		this.#rotation = createRotation(this.#own, intervalMs);
		this.startedMs = this.#now();
		this.#overhead = new SamplingOverhead(this.startedMs);
		this.#recorder = new GpuRecorder(gpus, intervalMs, request.ownGpus);
		this.#pace = createReadingPace(intervalMs, this.#own, this.startedMs);
		this.#host = new HostSampler(request.ownPid, this.startedMs);
		this.#processes = new GpuProcessAccumulator((pid) => this.#host.isOwn(pid), request.ownPid);
		const head = {
			monitor,
			startedMs: this.startedMs,
			gpus
		};
		this.#log = this.problems.attempt("no log", () => new SamplingLog(request.logPath, head));
		this.#probes = this.#listProbes().map(({ read, ...limits }) => [new Budget(limits), read]);
		this.#work = new WorkCollector({
			source,
			tracks: this.#recorder.tracks.filter(({ work }) => work !== null),
			idleWatts: request.idleWatts ?? null,
			isForProcess: request.ownGpus !== void 0,
			now: this.#now,
			problems: this.problems
		});
		this.#tick(this.#own);
		this.#work.open();
		this.#ticker = startTicker(this.#rotation.tickMs, () => this.#tick(this.#rotation.takeNext()));
	}
	follow(pid, timeMs) {
		this.#overhead.begin(this.#now());
		this.#work.begin(timeMs);
		this.#pace.begin(timeMs);
		if (!this.#host.follow(pid, this.#now())) this.problems.add(`process ${pid} exited before it could be followed`);
		clearTimeout(this.#earlyLook ?? void 0);
		this.#earlyLook = setTimeout(() => {
			this.#pollProcesses();
			this.#readOthers(this.#now());
			this.#sampleHost(this.#now());
		}, earlyLookMs);
	}
	markEnded(timeMs) {
		this.#overhead.end(this.#now());
		this.#work.end(timeMs);
		this.#pace.end(timeMs);
	}
	stage(stage) {
		this.#work.enterStage(() => this.#read(this.#own, "readCounters"));
		this.#record();
		this.#stage = stage;
	}
	push(readings) {
		this.#accept(readings);
		this.#record();
	}
	report(problem) {
		this.problems.add(problem);
	}
	async close() {
		this.#ticker[Symbol.dispose]();
		clearTimeout(this.#earlyLook ?? void 0);
		if (this.#source?.readCounters) this.#read(this.#own, "readCounters");
		else if (this.#now() - this.#lastReadMs > this.#request.intervalMs / 2) this.#read(this.#own);
		this.#readOthers(this.#now());
		this.#readEvents();
		this.#work.close();
		this.#host.sample(this.#now());
		this.#pollProcesses();
		const endedMs = this.#now();
		this.#pace.close(endedMs);
		await this.#work.drain();
		this.problems.attempt("the GPU monitor did not close cleanly", () => this.#source?.[Symbol.dispose]());
		this.#overhead.end(endedMs);
		this.#work.complete(endedMs);
		const span = {
			fromMs: this.startedMs,
			toMs: endedMs
		};
		const foreignProcesses = this.#processes.listForeign();
		const gpus = this.#recorder.tracks.map((track) => this.#addProcessCoverage(summarizeGpu(track, span), span)).map((use) => forgetUnseenMemory(use, foreignProcesses));
		await this.#log?.close(endedMs, gpus);
		const doubts = [...this.#impossible.list(), ...gpus.flatMap(describePartlySeen)];
		const described = [
			this.#log?.problem ?? null,
			this.#processes.describeProblem(),
			...doubts
		];
		for (const problem of [...described, ...listEnergyDoubts(this.#recorder.tracks, span)]) this.problems.add(problem);
		const { monitor, intervalMs } = this.#request;
		const { tracks } = this.#recorder;
		const host = this.#host.track;
		return {
			tracks,
			host,
			summary: {
				monitor,
				intervalMs,
				startedMs: this.startedMs,
				endedMs,
				...this.#countSamples(),
				overheadCpuShare: this.#overhead.cpuShare,
				gpus,
				host: summarizeHost(host, span),
				events: this.#events,
				foreignProcesses,
				logFile: this.#log && basename(this.#log.path),
				hdf5File: null,
				problems: this.problems.list()
			}
		};
	}
	#listProbes() {
		const keepsMemory = this.#request.keepsMemory ?? false;
		const share = keepsMemory ? maxMemoryShare : maxShare;
		return [
			{
				everyMs: keepsMemory ? 0 : 1e3,
				mostMs: 3e3,
				maxShare: share,
				read: () => this.#pollProcesses()
			},
			{
				everyMs: 0,
				read: (_timeMs, gpus) => this.#read(gpus)
			},
			{
				everyMs: recordMs,
				read: () => this.#readEvents()
			},
			{
				everyMs: 1e3,
				mostMs: 5e3,
				maxShare,
				read: (timeMs) => this.#readOthers(timeMs)
			},
			{
				everyMs: 500,
				mostMs: 5e3,
				maxShare: share,
				read: (timeMs) => this.#sampleHost(timeMs)
			},
			{
				everyMs: flushMs,
				read: () => this.#log?.flush()
			}
		];
	}
	#tick(gpus) {
		const timeMs = this.#now();
		for (const [budget, read] of this.#probes) budget.attempt(timeMs, () => read(timeMs, gpus));
		this.#work.tick(timeMs, this.#rotation.tickMs);
		if (timeMs - this.#recordedMs >= recordMs - 25) this.#record();
	}
	#sampleHost(timeMs) {
		this.problems.attempt("the host could not be sampled", () => this.#host.sample(timeMs));
	}
	#read(gpus, method = "read") {
		const source = this.#source;
		if (!source) return;
		const timeMs = this.#now();
		this.#lastReadMs = timeMs;
		const readings = this.problems.attempt("GPUs could not be read", () => source[method]?.(gpus, timeMs)) ?? [];
		this.#unread += Math.max(0, gpus.length - readings.filter(isSeen).length);
		this.#accept(readings);
	}
	#readEvents() {
		const events = this.problems.attempt("GPU events could not be read", () => this.#source?.readEvents()) ?? [];
		const free = maxEvents - this.#events.length;
		this.#events.push(...events.slice(0, free));
		if (events.length > free) this.problems.add(`more than ${maxEvents} GPU events; the later ones were dropped`);
	}
	#readOthers(timeMs) {
		const source = this.#source;
		if (!source || this.#others.length === 0) return;
		const read = () => source.readVitals?.(this.#others, timeMs) ?? source.read(this.#others, timeMs);
		this.#accept(this.problems.attempt("other GPUs could not be read", read) ?? []);
	}
	#accept(readings) {
		const possible = readings.map((reading) => this.#impossible.drop(reading));
		for (const reading of possible) this.#work.record(reading);
		this.#pending.push(...possible);
	}
	#record() {
		const pending = this.#pending;
		this.#pending = [];
		this.#recordedMs = this.#now();
		for (const reading of pending) this.#recordOne(reading);
	}
	#recordOne(reading) {
		this.#pace.record(reading);
		const { gpu, processes } = reading;
		const located = processes?.map((process) => ({
			...process,
			gpu
		}));
		if (located) this.#processes.record([gpu], located, reading.timeMs);
		const ownMemoryBytes = this.#impossible.dropMemory(reading, this.#getOwnMemoryBytes(gpu));
		if (this.#recorder.add(reading, ownMemoryBytes)) this.#log?.append({
			reading,
			ownMemoryBytes,
			stage: this.#stage
		});
	}
	#getOwnMemoryBytes(gpu) {
		const bytes = this.#processes.getOwnMemoryBytes(gpu);
		return this.#source === null && bytes === 0 ? null : bytes;
	}
	#pollProcesses() {
		this.#record();
		const source = this.#source;
		if (!source) return;
		const timeMs = this.#now();
		for (const gpu of this.#request.gpus) {
			const list = () => source.listProcesses([gpu]);
			const found = this.problems.attempt("processes on the GPUs could not be listed", list);
			if (found) this.#processes.record([gpu], found, timeMs);
			else this.#processes.recordFailure(gpu, timeMs);
		}
	}
	#addProcessCoverage(use, { fromMs, toMs }) {
		const meanMs = (use.utilizationPercent?.mean ?? 0) / 100 * (toMs - fromMs);
		const busyMs = Math.max(meanMs, 1e3 * (use.work?.inUseSeconds ?? 0));
		const processes = this.#processes.computeCoverage(use.gpu, {
			fromMs,
			toMs,
			busyMs
		});
		return use.coverage ? {
			...use,
			coverage: {
				...use.coverage,
				processes
			}
		} : use;
	}
	#countSamples() {
		const pace = this.#source ? this.#ticker.pace : this.#pace.pace;
		const count = (ticks) => this.#source ? this.#rotation.countReadings(ticks) : ticks;
		return {
			samples: this.#recorder.samples,
			lateSamples: count(pace.late),
			lostSamples: count(pace.lost) + this.#unread,
			longestGapMs: Math.max(pace.longestGapMs, this.#pace.pace.longestGapMs)
		};
	}
};
function describePartlySeen(use) {
	return [...Map.groupBy(listPartlySeen(use), ([, share]) => formatShare(share))].map(([share, lost]) => `GPU ${use.gpu}: known for ${share} of the run only: ${lost.map(([name]) => formatQuantity(name)).join(", ")}`);
}
const rowsOfAllGpus = 65536;
const mostRows = 8192;
const minRows = 512;
const otherGapMs = 15e3;
var GpuRecorder = class {
	tracks;
	samples = 0;
	#values = new Float64Array(gpuQuantityNames.length);
	constructor(gpus, intervalMs, ownGpus = gpus) {
		const share = 2 * Math.floor(rowsOfAllGpus / Math.max(1, gpus.length) / 2);
		const maxRows = Math.min(mostRows, Math.max(minRows, share));
		const gapMs = Math.max(1e3, 5 * intervalMs);
		this.tracks = gpus.map((gpu) => {
			if (ownGpus.includes(gpu)) return createGpuTrack(gpu, {
				maxRows,
				maxGapMs: gapMs
			}, {
				work: createWorkTrack(),
				intervalMs
			});
			return createGpuTrack(gpu, {
				maxRows,
				maxGapMs: Math.max(gapMs, otherGapMs)
			}, { work: null });
		});
	}
	add(reading, ownMemoryBytes) {
		const track = this.tracks.find(({ gpu }) => gpu === reading.gpu);
		if (!track) return false;
		if (track.buckets.rows === 0) beginAverages(track.buckets, reading.timeMs);
		recordReading(track, reading, ownMemoryBytes, this.#values);
		this.samples += 1;
		return true;
	}
};

// src/io/gpu/sampling/sampling-worker.ts
const request = workerData;
if (parentPort && "shared" in request) await answer(request, parentPort);
else if (parentPort && "source" in request) await sample(request, parentPort);
async function answer(data, port) {
	const { answerCalls } = await import("./chunks/driver-thread.js");
	answerCalls(data, port);
}
async function sample(data, port) {
	const source = await openGpuSource(data.source);
	const session = new SamplingSession(data, source);
	for (const sentence of source?.listForbidden?.() ?? []) session.problems.add(sentence);
	port.on("message", (command) => {
		if (command === null) finish(session, port);
		else session[command.method].apply(session, [...command.values]);
	});
	report(port, {
		type: "opened",
		startedMs: session.startedMs
	});
}
async function finish(session, port) {
	const recording = await session.close();
	report(port, {
		type: "closed",
		recording
	}, listBuffers(recording));
	port.close();
}
function report(port, message, transfer = []) {
	port.postMessage(message, transfer);
}
function listBuffers({ tracks, host }) {
	const busy = tracks.flatMap(({ work }) => work?.busy ? [work.busy.series.timesMs, work.busy.series.busyMs] : []);
	const columns = [...tracks, ...host ? [host] : []].flatMap(({ buckets }) => listArrays(buckets));
	return [...busy, ...columns].flatMap(({ buffer }) => buffer instanceof ArrayBuffer ? [buffer] : []);
}
function listArrays({ firstMs, lastMs, counts, columns, tallies }) {
	return [
		firstMs,
		lastMs,
		counts,
		...columns.flatMap((column) => column ? Object.values(column) : []),
		...tallies.filter((tally) => tally !== null)
	];
}
async function openGpuSource(choice) {
	switch (choice.kind) {
		case "nvml": {
			const { openDriver } = await import("./chunks/driver-thread.js");
			return await openDriver(choice.libraryPath);
		}
		case "module": {
			const { openSource } = await import(choice.url);
			return openSource(choice.options);
		}
		case "pushed": return null;
		default: return choice;
	}
}

export {  };