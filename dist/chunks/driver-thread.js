import { __exportAll } from "./rolldown-runtime.js";
import { EnvironmentError, UnansweredError, UserError, attempt, awaitMessage, createUnavailableReading, decodeClocksEvents, dropMachinePrograms, leaveThread, loadKoffi, startThread } from "./core.js";
import { Budget, addCpuMs, getSamplingWorkerUrl, readThreadCpuMs } from "./telemetry.js";
import { readFileSync } from "node:fs";

// src/io/gpu/nvml/nvml-library.ts
var nvml_library_exports = /* @__PURE__ */ __exportAll({
	NvmlMemory: () => NvmlMemory,
	bindAll: () => bindAll,
	clockType: () => clockType,
	eventData: () => eventData,
	eventType: () => eventType,
	fieldId: () => fieldId$1,
	fieldScope: () => fieldScope$1,
	fieldValue: () => fieldValue$1,
	getDriverName: () => getDriverName,
	getReturnName: () => getReturnName,
	gpmMetric: () => gpmMetric,
	gpmMetricId: () => gpmMetricId,
	gpmMetricsGet: () => gpmMetricsGet,
	gpmSupport: () => gpmSupport,
	loadNvmlLibrary: () => loadNvmlLibrary,
	memoryError: () => memoryError$1,
	memoryV1: () => memoryV1,
	memoryV2: () => memoryV2,
	nvmlReturn: () => nvmlReturn,
	pciInfo: () => pciInfo,
	processInfo: () => processInfo,
	retirementCause: () => retirementCause$1,
	sample: () => sample,
	samplingType: () => samplingType,
	temperatureSensor: () => temperatureSensor,
	textLength: () => textLength,
	utilization: () => utilization,
	valueType: () => valueType,
	volatileEcc: () => 0
});
const types = /* @__PURE__ */ new Map([
	["a", "uint64_t"],
	["n", "uint32_t"],
	["w", "unsigned long long"]
]);
const functions = {
	init: ["", "nvmlInit_v2"],
	shutdown: ["", "nvmlShutdown"],
	driverVersion: ["an", "nvmlSystemGetDriverVersion"],
	cudaDriverVersion: [
		"a",
		"nvmlSystemGetCudaDriverVersion_v2",
		"nvmlSystemGetCudaDriverVersion"
	],
	processName: ["nan", "nvmlSystemGetProcessName"],
	deviceCount: ["a", "nvmlDeviceGetCount_v2"],
	deviceByIndex: ["na", "nvmlDeviceGetHandleByIndex_v2"],
	name: ["aan", "nvmlDeviceGetName"],
	uuid: ["aan", "nvmlDeviceGetUUID"],
	pciInfo: ["aa", "nvmlDeviceGetPciInfo_v3"],
	memoryV1: ["aa", "nvmlDeviceGetMemoryInfo"],
	memoryV2: ["aa", "nvmlDeviceGetMemoryInfo_v2"],
	utilization: ["aa", "nvmlDeviceGetUtilizationRates"],
	powerUsage: ["aa", "nvmlDeviceGetPowerUsage"],
	fieldValues: ["ana", "nvmlDeviceGetFieldValues"],
	clock: ["ana", "nvmlDeviceGetClockInfo"],
	maxClock: ["ana", "nvmlDeviceGetMaxClockInfo"],
	applicationsClock: ["ana", "nvmlDeviceGetApplicationsClock"],
	defaultApplicationsClock: ["ana", "nvmlDeviceGetDefaultApplicationsClock"],
	temperature: ["ana", "nvmlDeviceGetTemperature"],
	clocksEventReasons: [
		"aa",
		"nvmlDeviceGetCurrentClocksEventReasons",
		"nvmlDeviceGetCurrentClocksThrottleReasons"
	],
	samples: ["anwaaa", "nvmlDeviceGetSamples"],
	energy: ["aa", "nvmlDeviceGetTotalEnergyConsumption"],
	computeProcesses: [
		"aaa",
		"nvmlDeviceGetComputeRunningProcesses_v3",
		"nvmlDeviceGetComputeRunningProcesses_v2"
	],
	mpsProcesses: [
		"aaa",
		"nvmlDeviceGetMPSComputeRunningProcesses_v3",
		"nvmlDeviceGetMPSComputeRunningProcesses_v2"
	],
	totalEccErrors: ["anna", "nvmlDeviceGetTotalEccErrors"],
	retiredPages: ["anaa", "nvmlDeviceGetRetiredPages"],
	remappedRows: ["aaaaa", "nvmlDeviceGetRemappedRows"],
	powerLimit: ["aa", "nvmlDeviceGetPowerManagementLimit"],
	persistenceMode: ["aa", "nvmlDeviceGetPersistenceMode"],
	eccMode: ["aaa", "nvmlDeviceGetEccMode"],
	migMode: ["aaa", "nvmlDeviceGetMigMode"],
	maxMigDevices: ["aa", "nvmlDeviceGetMaxMigDeviceCount"],
	migDeviceByIndex: ["ana", "nvmlDeviceGetMigDeviceHandleByIndex"],
	gpmSupport: ["aa", "nvmlGpmQueryDeviceSupport"],
	gpmSampleAlloc: ["a", "nvmlGpmSampleAlloc"],
	gpmSampleFree: ["a", "nvmlGpmSampleFree"],
	gpmSampleGet: ["aa", "nvmlGpmSampleGet"],
	gpmMetricsGet: ["a", "nvmlGpmMetricsGet"],
	eventSetCreate: ["a", "nvmlEventSetCreate"],
	eventSetFree: ["a", "nvmlEventSetFree"],
	eventSetWait: ["aan", "nvmlEventSetWait_v2"],
	supportedEventTypes: ["aa", "nvmlDeviceGetSupportedEventTypes"],
	registerEvents: ["awa", "nvmlDeviceRegisterEvents"]
};
function getDriverName(index) {
	return Object.values(functions)[index]?.[1] ?? "a call";
}
function loadNvmlLibrary(libraryPath) {
	const koffi = requireKoffi();
	const library = openLibrary(koffi, libraryPath);
	const bound = bindAll((name) => {
		const [letters, ...names] = functions[name];
		const kinds = Array.from(letters, (letter) => types.get(letter) ?? "");
		return names.reduce((found, known) => found ?? bind(library, known, kinds), null);
	});
	return {
		functions: bound,
		callAll: (calls) => {
			for (const call of calls) call.code = bound[call.name]?.(...call.inputs) ?? nvmlReturn.functionNotFound;
		},
		createMemory: (bytes) => new NvmlMemory(bytes, (view) => koffi.address(view))
	};
}
function requireKoffi() {
	try {
		return loadKoffi();
	} catch (cause) {
		throw new EnvironmentError(`koffi, which calls the NVIDIA driver's library, has no native part for linux ${process.arch}: ${describeCause(cause)}`, "Use the monitor nvidia-smi, or a runner with glibc on x64 or arm64.", { cause });
	}
}
function openLibrary(koffi, path) {
	try {
		return koffi.load(path);
	} catch (cause) {
		throw new EnvironmentError(`The NVIDIA driver's library ${path} cannot be loaded: ${describeCause(cause)}`, "Install the NVIDIA driver; start a container with --gpus all, which mounts the library.", { cause });
	}
}
function bind(library, name, kinds) {
	return attempt(() => library.func(name, "int", kinds));
}
function bindAll(find) {
	const names = Object.keys(functions);
	return Object.fromEntries(names.map((name) => [name, find(name)]));
}
function describeCause(cause) {
	return cause instanceof Error ? cause.message : String(cause);
}
const nvmlReturn = {
	success: 0,
	uninitialized: 1,
	notSupported: 3,
	noPermission: 4,
	notFound: 6,
	insufficientSize: 7,
	driverNotLoaded: 9,
	timeout: 10,
	functionNotFound: 13,
	gpuIsLost: 15,
	resetRequired: 16,
	unknown: 999
};
const returnNames = {
	1: "UNINITIALIZED",
	2: "INVALID_ARGUMENT",
	3: "NOT_SUPPORTED",
	4: "NO_PERMISSION",
	6: "NOT_FOUND",
	7: "INSUFFICIENT_SIZE",
	9: "DRIVER_NOT_LOADED",
	12: "LIBRARY_NOT_FOUND",
	13: "FUNCTION_NOT_FOUND",
	15: "GPU_IS_LOST",
	16: "RESET_REQUIRED",
	17: "OPERATING_SYSTEM",
	18: "LIB_RM_VERSION_MISMATCH",
	25: "ARGUMENT_VERSION_MISMATCH",
	28: "GPU_NOT_FOUND",
	999: "UNKNOWN"
};
function getReturnName(code) {
	const name = returnNames[code];
	return name === void 0 ? `NVML error ${code}` : `${name} (${code})`;
}
const pciInfo = {
	size: 68,
	busId: 36,
	busIdLength: 32
};
const utilization = {
	size: 8,
	gpu: 0
};
const memoryV1 = {
	size: 24,
	total: 0,
	used: 16
};
const memoryV2 = {
	size: 40,
	version: 33554472,
	total: 8,
	used: 32
};
const processInfo = {
	size: 24,
	pid: 0,
	usedMemory: 8
};
const eventData = {
	size: 32,
	device: 0,
	type: 8,
	data: 16
};
const fieldValue$1 = {
	size: 40,
	id: 0,
	scope: 4,
	type: 24,
	return: 28,
	value: 32
};
const sample = {
	size: 16,
	timeStamp: 0,
	value: 8
};
const samplingType = { gpuUtilization: 1 };
const gpmSupport = {
	size: 8,
	version: 1,
	isSupported: 4
};
const gpmMetric = {
	size: 40,
	id: 0,
	return: 4,
	value: 8
};
const gpmMetricsGet = {
	version: 1,
	count: 4,
	sample1: 8,
	sample2: 16,
	metrics: 24,
	size: (metrics) => 24 + metrics * gpmMetric.size
};
const textLength = {
	name: 96,
	uuid: 96,
	version: 80,
	processName: 1024
};
const clockType = {
	sm: 1,
	memory: 2
};
const temperatureSensor = { gpu: 0 };
const memoryError$1 = {
	corrected: 0,
	uncorrected: 1
};
const volatileEcc = 0;
const retirementCause$1 = {
	singleBitErrors: 0,
	doubleBitError: 1
};
const eventType = {
	doubleBitEcc: 2,
	xid: 8
};
const fieldId$1 = {
	powerInstant: 186,
	pcieSentBytes: 197,
	pcieReceivedBytes: 198,
	nvlinkSentKib: 138,
	nvlinkReceivedKib: 139
};
const fieldScope$1 = {
	gpu: 0,
	allLinks: 4294967295
};
const valueType = {
	double: 0,
	uint: 1,
	ulong: 2,
	ulonglong: 3,
	longlong: 4,
	int: 5,
	ushort: 6
};
const gpmMetricId = {
	graphicsUtilization: 1,
	smUtilization: 2,
	smOccupancy: 3,
	anyTensor: 5,
	dramBandwidth: 10,
	pcieSend: 20,
	pcieReceive: 21,
	nvlinkReceive: 60,
	nvlinkSend: 61
};
const wordRange = 2 ** 32;
var NvmlMemory = class {
	#buffer;
	#words;
	#doubles;
	#base;
	#used = 0;
	constructor(size, addressOf) {
		this.#buffer = new ArrayBuffer(size);
		this.#words = new Uint32Array(this.#buffer);
		this.#doubles = new Float64Array(this.#buffer);
		this.#base = Number(addressOf(new Uint8Array(this.#buffer)));
	}
	reserve(bytes) {
		const offset = this.#used;
		this.#used += Math.ceil(bytes / 8) * 8;
		if (this.#used > this.#buffer.byteLength) throw new Error(`${this.#used} bytes do not fit in the NVML memory`);
		return offset;
	}
	getAddress(offset) {
		return this.#base + offset;
	}
	readU32(offset) {
		return this.#words[offset >> 2] ?? 0;
	}
	readU64(offset) {
		const low = this.readU32(offset);
		const high = this.readU32(offset + 4);
		return low === wordRange - 1 && high === wordRange - 1 ? null : high * wordRange + low;
	}
	readF64(offset) {
		return this.#doubles[offset >> 3] ?? NaN;
	}
	readAddress(offset) {
		return this.readU32(offset + 4) * wordRange + this.readU32(offset);
	}
	readText(offset, length) {
		const bytes = Buffer.from(this.#buffer, offset, length);
		const end = bytes.indexOf(0);
		return bytes.toString("utf8", 0, end < 0 ? length : end);
	}
	writeU32(offset, value) {
		this.#words[offset >> 2] = value;
	}
	writeAddress(offset, address) {
		this.writeU32(offset, address % wordRange);
		this.writeU32(offset + 4, Math.floor(address / wordRange));
	}
};

// src/io/gpu/nvml/nvml-gpm.ts
const counters = [
	[
		"smUtilization",
		gpmMetricId.smUtilization,
		"share"
	],
	[
		"smOccupancy",
		gpmMetricId.smOccupancy,
		"share"
	],
	[
		"tensorActivity",
		gpmMetricId.anyTensor,
		"share"
	],
	[
		"dramBandwidthUtilization",
		gpmMetricId.dramBandwidth,
		"share"
	],
	[
		"pcieReceiveBytesPerSecond",
		gpmMetricId.pcieReceive,
		"rate"
	],
	[
		"pcieSendBytesPerSecond",
		gpmMetricId.pcieSend,
		"rate"
	],
	[
		"nvlinkReceiveBytesPerSecond",
		gpmMetricId.nvlinkReceive,
		"rate"
	],
	[
		"nvlinkSendBytesPerSecond",
		gpmMetricId.nvlinkSend,
		"rate"
	]
];
const minWindowMs = 100;
const mib = 1024 ** 2;
function createGpmRequest(functions, memory, ids) {
	const pairs = /* @__PURE__ */ new Map();
	const scratch = memory.reserve(gpmSupport.size);
	const request = memory.reserve(gpmMetricsGet.size(ids.length));
	memory.writeU32(request, gpmMetricsGet.version);
	memory.writeU32(request + gpmMetricsGet.count, ids.length);
	ids.forEach((id, index) => memory.writeU32(getMetricOffset(index) + gpmMetric.id, id));
	return {
		getPair(device) {
			const known = pairs.get(device.index);
			const pair = known === void 0 ? allocatePair(device) : known;
			pairs.set(device.index, pair);
			return pair;
		},
		close() {
			for (const pair of pairs.values()) for (const sample of pair ?? []) functions.gpmSampleFree?.(sample);
			pairs.clear();
		},
		take: ({ handle }, sample) => functions.gpmSampleGet?.(handle, sample) === nvmlReturn.success,
		compare(older, newer) {
			memory.writeAddress(request + gpmMetricsGet.sample1, older);
			memory.writeAddress(request + gpmMetricsGet.sample2, newer);
			return functions.gpmMetricsGet?.(memory.getAddress(request)) === nvmlReturn.success;
		},
		readMetric(index, kind) {
			const at = getMetricOffset(index);
			const value = memory.readF64(at + gpmMetric.value);
			if (!(memory.readU32(at + gpmMetric.return) === nvmlReturn.success) || !Number.isFinite(value) || value < 0) return null;
			if (kind === "rate") return value * mib;
			return value > 101 ? value / 100 : Math.min(value / 100, 1);
		}
	};
	function allocatePair({ handle }) {
		const { gpmSupport: asksSupport, gpmSampleGet, gpmMetricsGet: asksMetrics, gpmSampleFree } = functions;
		if (!asksSupport || !gpmSampleGet || !asksMetrics || !gpmSampleFree) return null;
		memory.writeU32(scratch, gpmSupport.version);
		if (asksSupport(handle, memory.getAddress(scratch)) !== nvmlReturn.success) return null;
		if (memory.readU32(scratch + gpmSupport.isSupported) === 0) return null;
		const [one, other] = [allocate(), allocate()];
		if (one !== null && other !== null) return [one, other];
		if (one !== null) gpmSampleFree(one);
		return null;
	}
	function getMetricOffset(index) {
		return request + gpmMetricsGet.metrics + index * gpmMetric.size;
	}
	function allocate() {
		return functions.gpmSampleAlloc?.(memory.getAddress(scratch)) === nvmlReturn.success ? memory.readAddress(scratch) : null;
	}
}
function createGpm(functions, memory) {
	const request = createGpmRequest(functions, memory, counters.map(([, id]) => id));
	const windows = /* @__PURE__ */ new Map();
	return {
		isSupported: (device) => request.getPair(device) !== null,
		read(device, timeMs) {
			const pair = request.getPair(device);
			if (!pair) return {};
			const known = windows.get(device.index) ?? {
				older: pair[0],
				newer: pair[1],
				takenMs: null,
				values: {}
			};
			const passedMs = known.takenMs === null ? Number.POSITIVE_INFINITY : timeMs - known.takenMs;
			if (passedMs >= 0 && passedMs < minWindowMs) return known.values;
			const isTaken = request.take(device, known.older);
			const [older, newer] = isTaken ? [known.newer, known.older] : [known.older, known.newer];
			const values = isTaken && known.takenMs !== null && request.compare(older, newer) ? readAll() : {};
			windows.set(device.index, {
				older,
				newer,
				takenMs: isTaken ? timeMs : known.takenMs,
				values
			});
			return values;
		},
		close: () => request.close()
	};
	function readAll() {
		const values = counters.map(([name, , kind], index) => [name, request.readMetric(index, kind)]);
		return Object.fromEntries(values);
	}
}
function createActivity(functions, memory) {
	const request = createGpmRequest(functions, memory, [gpmMetricId.dramBandwidth, gpmMetricId.graphicsUtilization]);
	const starts = /* @__PURE__ */ new Map();
	return {
		begin(device, now) {
			const pair = request.getPair(device);
			if (!pair) return "this GPU or driver has no GPM counters";
			starts.delete(device.index);
			if (!request.take(device, pair[0])) return "the driver returned no GPM sample";
			starts.set(device.index, now());
			return null;
		},
		read(device, now) {
			const [pair, firstMs] = [request.getPair(device), starts.get(device.index)];
			if (!pair || firstMs === void 0 || !request.take(device, pair[1])) return null;
			const timeMs = now();
			if (!request.compare(pair[0], pair[1])) return null;
			const [dramMs = null, graphicsMs = null] = [0, 1].map((index) => {
				const share = request.readMetric(index, "share");
				return share === null || share > 1 ? null : share * (timeMs - firstMs);
			});
			return {
				timeMs,
				dramMs,
				graphicsMs
			};
		},
		close: () => request.close()
	};
}

// src/io/gpu/nvml/nvml-device.ts
const meansLost = /* @__PURE__ */ new Set([
	nvmlReturn.uninitialized,
	nvmlReturn.driverNotLoaded,
	nvmlReturn.gpuIsLost,
	nvmlReturn.resetRequired
]);
const meansNever = /* @__PURE__ */ new Set([nvmlReturn.notSupported, nvmlReturn.functionNotFound]);
function learnCode(device, code, hasWorked) {
	if (meansLost.has(code) || code === nvmlReturn.unknown && hasWorked) device.lostBecause = getReturnName(code);
	return meansNever.has(code);
}
const forbidden = getReturnName(nvmlReturn.noPermission);
function isLost({ lostBecause }) {
	return lostBecause !== null && lostBecause !== forbidden;
}
function listForbidden(devices) {
	return devices.filter(({ lostBecause }) => lostBecause === forbidden).map(({ index, lostBecause }) => `GPU ${index} cannot be opened: ${lostBecause}`);
}
function findDevices({ deviceCount, deviceByIndex, uuid }, memory) {
	const offset = memory.reserve(8);
	const out = memory.getAddress(offset);
	const text = memory.getAddress(memory.reserve(textLength.uuid));
	const counted = deviceCount?.(out) ?? nvmlReturn.functionNotFound;
	if (counted !== nvmlReturn.success) throw new EnvironmentError(`NVML did not count the GPUs: nvmlDeviceGetCount_v2 answered ${getReturnName(counted)}`, "Run \"nvidia-smi\" on this machine: it prints the error of the driver.");
	return Array.from({ length: memory.readU32(offset) }, (_, index) => {
		const opened = deviceByIndex?.(index, out) ?? nvmlReturn.functionNotFound;
		const handle = opened === nvmlReturn.success ? memory.readAddress(offset) : 0;
		const code = opened === nvmlReturn.success ? uuid?.(handle, text, textLength.uuid) ?? opened : opened;
		return {
			index,
			handle,
			lostBecause: code === nvmlReturn.success ? null : getReturnName(code)
		};
	});
}
const scratchBytes = 128;
var NvmlIdentities = class {
	#functions;
	#memory;
	#offset;
	#out;
	#pending;
	constructor(functions, memory) {
		this.#functions = functions;
		this.#memory = memory;
		this.#offset = memory.reserve(scratchBytes);
		this.#out = memory.getAddress(this.#offset);
		this.#pending = memory.getAddress(this.#offset + 8);
	}
	read({ handle, index }) {
		const uuid = this.#readText("uuid", textLength.uuid, handle);
		const model = this.#readText("name", textLength.name, handle);
		if (uuid === null || model === null) return null;
		const settings = this.#readSettings(handle);
		const slices = settings.isMigOn === true ? this.listSliceHandles(handle) : [];
		return {
			index,
			uuid,
			pciBusId: this.#isAnswered("pciInfo", handle, this.#out) ? this.#memory.readText(this.#offset + pciInfo.busId, pciInfo.busIdLength) : null,
			model,
			memoryBytes: this.#readTotalBytes(handle),
			settings,
			migSlices: slices.flatMap((slice) => this.#readSlice(slice) ?? [])
		};
	}
	isMigOn({ handle }) {
		return isOn(this.#readNumber("migMode", handle, this.#out, this.#pending)) === true;
	}
	readDriver() {
		const cuda = this.#readNumber("cudaDriverVersion", this.#out);
		return {
			driverVersion: this.#readText("driverVersion", textLength.version),
			cudaVersion: cuda === null ? null : `${Math.floor(cuda / 1e3)}.${Math.floor(cuda % 1e3 / 10)}`
		};
	}
	#readSettings(gpu) {
		const [out, pending] = [this.#out, this.#pending];
		const milliwatts = this.#readNumber("powerLimit", gpu, out);
		const set = this.#readNumber("applicationsClock", gpu, clockType.sm, out);
		const usual = this.#readNumber("defaultApplicationsClock", gpu, clockType.sm, out);
		return {
			powerLimitWatts: milliwatts === null ? null : milliwatts / 1e3,
			isPersistent: isOn(this.#readNumber("persistenceMode", gpu, out)),
			isEccOn: isOn(this.#readNumber("eccMode", gpu, out, pending)),
			isMigOn: isOn(this.#readNumber("migMode", gpu, out, pending)),
			maxSmClockMhz: this.#readNumber("maxClock", gpu, clockType.sm, out),
			lockedSmClockMhz: set === null || usual === null || set === usual ? null : set
		};
	}
	listSliceHandles(gpu) {
		const count = this.#readNumber("maxMigDevices", gpu, this.#out) ?? 0;
		return Array.from({ length: count }, (_, index) => index).flatMap((index) => this.#isAnswered("migDeviceByIndex", gpu, index, this.#out) ? this.#memory.readAddress(this.#offset) : []);
	}
	#readSlice(handle) {
		const uuid = this.#readText("uuid", textLength.uuid, handle);
		const name = this.#readText("name", textLength.name, handle) ?? "";
		const profile = /\bMIG (\S+)/.exec(name)?.[1] ?? null;
		return uuid === null ? null : {
			uuid,
			profile,
			memoryBytes: this.#readTotalBytes(handle)
		};
	}
	#readTotalBytes(handle) {
		this.#memory.writeU32(this.#offset, memoryV2.version);
		if (this.#isAnswered("memoryV2", handle, this.#out)) return this.#memory.readU64(this.#offset + memoryV2.total) || null;
		return this.#isAnswered("memoryV1", handle, this.#out) ? this.#memory.readU64(this.#offset + memoryV1.total) || null : null;
	}
	#isAnswered(name, ...inputs) {
		return this.#functions[name]?.(...inputs) === nvmlReturn.success;
	}
	#readNumber(name, ...inputs) {
		return this.#isAnswered(name, ...inputs) ? this.#memory.readU32(this.#offset) : null;
	}
	#readText(name, length, ...inputs) {
		return this.#isAnswered(name, ...inputs, this.#out, length) ? this.#memory.readText(this.#offset, length) : null;
	}
};
function isOn(feature) {
	return feature === null ? null : feature === 1;
}

// src/io/gpu/nvml/nvml-lists.ts
const typeOffset = 0;
const countOffset = 8;
const listOffset = 16;
const initialCapacity = 512;
const maxCapacity = 65536;
const allSamples = 0;
const empty = { status: "empty" };
function createUtilizationBuffer({ functions, createMemory }) {
	let capacity = initialCapacity;
	let memory = allocate();
	return { read(device) {
		const { samples } = functions;
		if (!samples) return {
			status: "unavailable",
			reason: "this driver has no nvmlDeviceGetSamples"
		};
		const { handle, lostBecause } = device;
		const [forbidden] = listForbidden([device]);
		if (lostBecause !== null) return {
			status: "unavailable",
			reason: forbidden ?? `the GPU was lost: ${lostBecause}`
		};
		for (;;) {
			memory.writeU32(countOffset, capacity);
			const out = [
				typeOffset,
				countOffset,
				listOffset
			].map((offset) => memory.getAddress(offset));
			const code = samples(handle, samplingType.gpuUtilization, allSamples, ...out);
			const count = memory.readU32(countOffset);
			if (code === nvmlReturn.success) return decode(count);
			if (code === nvmlReturn.notFound) return empty;
			if (!(code === nvmlReturn.insufficientSize && count > capacity && count <= maxCapacity)) return {
				status: "unavailable",
				reason: `nvmlDeviceGetSamples answered ${getReturnName(code)}`
			};
			capacity = count;
			memory = allocate();
		}
	} };
	function decode(count) {
		const type = memory.readU32(typeOffset);
		const used = Array.from({ length: Math.min(count, capacity) }, (_, index) => readSample(index, type)).filter(({ timeUs }) => timeUs > 0).toSorted((a, b) => a.timeUs - b.timeUs);
		if (used.length === 0) return empty;
		return {
			status: "samples",
			timesUs: used.map(({ timeUs }) => timeUs),
			percents: used.map(({ value }) => value)
		};
	}
	function readSample(index, type) {
		const at = listOffset + index * sample.size;
		return {
			timeUs: memory.readU64(at + sample.timeStamp) ?? 0,
			value: type === valueType.double ? memory.readF64(at + sample.value) : memory.readU32(at + sample.value)
		};
	}
	function allocate() {
		return createMemory(listOffset + capacity * sample.size);
	}
}
const maxEventsPerCall = 64;
const refusals = /* @__PURE__ */ new Set([nvmlReturn.noPermission, nvmlReturn.unknown]);
function createNvmlEvents(functions, memory, devices) {
	const offset = memory.reserve(eventData.size);
	let set = functions.eventSetCreate?.(memory.getAddress(offset)) === nvmlReturn.success ? memory.readAddress(offset) : null;
	for (const device of devices) register(device);
	return {
		drain(timeMs) {
			const events = [];
			for (let count = 0; count < maxEventsPerCall; count += 1) {
				if (set === null) break;
				if (functions.eventSetWait?.(set, memory.getAddress(offset), 0) !== nvmlReturn.success) break;
				events.push(...decode(timeMs));
			}
			return events;
		},
		close() {
			if (set !== null) functions.eventSetFree?.(set);
			set = null;
		}
	};
	function register({ handle }) {
		const { supportedEventTypes, registerEvents } = functions;
		if (set === null || !supportedEventTypes || !registerEvents) return;
		if (supportedEventTypes(handle, memory.getAddress(offset)) !== nvmlReturn.success) return;
		const types = memory.readU32(offset) & (eventType.xid | eventType.doubleBitEcc);
		if (types !== 0) registerEvents(handle, types, set);
	}
	function decode(timeMs) {
		const handle = memory.readAddress(offset + eventData.device);
		const device = devices.find((one) => one.handle === handle);
		const type = memory.readU32(offset + eventData.type);
		if (device === void 0) return [];
		if (type === eventType.doubleBitEcc) return [{
			gpu: device.index,
			timeMs,
			kind: "ecc",
			detail: "double-bit ECC error"
		}];
		const number = memory.readU64(offset + eventData.data);
		return type === eventType.xid ? [{
			gpu: device.index,
			timeMs,
			kind: "xid",
			detail: String(number)
		}] : [];
	}
}
const nameOffset = 8;
const processesOffset = nameOffset + textLength.processName;
const spare = 8;
function createProcessList({ functions, createMemory }) {
	let capacity = 64;
	let memory = allocate();
	return { read(device, listSlices) {
		const { computeProcesses, mpsProcesses } = functions;
		if (!computeProcesses || device.lostBecause !== null) return null;
		const whole = readList(computeProcesses, device.handle);
		const slices = whole === nvmlReturn.noPermission ? listSlices() : [];
		const lists = slices.length > 0 ? slices.map((slice) => readList(computeProcesses, slice)) : [whole];
		const listed = lists.filter((list) => typeof list !== "number");
		if (lists.includes(nvmlReturn.noPermission)) throw new EnvironmentError(`the driver refuses them of GPU ${device.index}: NO_PERMISSION (4)`, "");
		if (listed.length < lists.length) return null;
		const clients = (slices.length > 0 ? slices : [device.handle]).map((handle) => mpsProcesses ? readList(mpsProcesses, handle) : []);
		const refused = clients.find((list) => typeof list === "number" && refusals.has(list));
		if (typeof refused === "number") throw new EnvironmentError(`the driver refuses those of MPS on GPU ${device.index}: ${getReturnName(refused)}`, "");
		const all = [...listed, ...clients].flatMap((list) => typeof list === "number" ? [] : list);
		return dropMachinePrograms([...new Map(all.map((process) => [process.pid, process])).values()]);
	} };
	function readList(list, handle) {
		let code = nvmlReturn.insufficientSize;
		for (let tries = 0; tries < 4; tries += 1) {
			memory.writeU32(0, capacity);
			code = list(handle, memory.getAddress(0), memory.getAddress(processesOffset));
			const count = memory.readU32(0);
			if (code === nvmlReturn.success) return Array.from({ length: Math.min(count, capacity) }, (_, index) => readProcess(index));
			if (code !== nvmlReturn.insufficientSize) return code;
			capacity = count + spare;
			memory = allocate();
		}
		return code;
	}
	function readProcess(index) {
		const at = processesOffset + index * processInfo.size;
		const pid = memory.readU32(at + processInfo.pid);
		const memoryBytes = memory.readU64(at + processInfo.usedMemory);
		return {
			pid,
			name: readProcessName(pid, functions, memory),
			memoryBytes
		};
	}
	function allocate() {
		return createMemory(processesOffset + capacity * processInfo.size);
	}
}
function readProcessName(pid, { processName }, memory) {
	return (processName?.(pid, memory.getAddress(nameOffset), textLength.processName) === nvmlReturn.success ? memory.readText(nameOffset, textLength.processName) : "") || attempt(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim() || null);
}

// src/io/gpu/nvml/nvml-probes.ts
const slowMs = 500;
const healthMs = 1e4;
const { fieldId, fieldScope, fieldValue, memoryError, retirementCause } = nvml_library_exports;
const probes = {
	utilization: {
		call: "utilization",
		bytes: utilization.size
	},
	memory: {
		call: "memoryV2",
		bytes: memoryV2.size,
		prepare: (memory, at) => memory.writeU32(at, memoryV2.version)
	},
	memoryV1: {
		call: "memoryV1",
		bytes: memoryV1.size,
		insteadOf: "memory"
	},
	power: {
		...buildFieldProbe([[fieldId.powerInstant, fieldScope.gpu]]),
		hasValue: (memory, at) => Boolean(readFieldNumber(memory, at))
	},
	meanPower: {
		call: "powerUsage",
		bytes: 4,
		insteadOf: "power"
	},
	smClock: {
		call: "clock",
		bytes: 4,
		inputs: (at) => [clockType.sm, at]
	},
	memoryClock: {
		call: "clock",
		bytes: 4,
		everyMs: slowMs,
		inputs: (at) => [clockType.memory, at]
	},
	temperature: {
		call: "temperature",
		bytes: 4,
		everyMs: slowMs,
		inputs: (at) => [temperatureSensor.gpu, at]
	},
	clocksEventReasons: {
		call: "clocksEventReasons",
		bytes: 8
	},
	traffic: buildFieldProbe([
		[fieldId.pcieReceivedBytes, fieldScope.gpu],
		[fieldId.pcieSentBytes, fieldScope.gpu],
		[fieldId.nvlinkReceivedKib, fieldScope.allLinks],
		[fieldId.nvlinkSentKib, fieldScope.allLinks]
	]),
	eccCorrected: buildEccProbe(memoryError.corrected),
	eccUncorrected: buildEccProbe(memoryError.uncorrected),
	retiredSingle: buildPagesProbe(retirementCause.singleBitErrors),
	retiredDouble: buildPagesProbe(retirementCause.doubleBitError),
	remappedRows: {
		call: "remappedRows",
		bytes: 16,
		everyMs: healthMs,
		inputs: (at) => [
			at,
			at + 4,
			at + 8,
			at + 12
		]
	}
};
function buildFieldProbe(fields) {
	return {
		call: "fieldValues",
		bytes: fields.length * fieldValue.size,
		inputs: (at) => [fields.length, at],
		prepare: (memory, at) => fields.forEach(([id, scope], index) => {
			memory.writeU32(at + index * fieldValue.size + fieldValue.id, id);
			memory.writeU32(at + index * fieldValue.size + fieldValue.scope, scope);
		})
	};
}
function buildEccProbe(type) {
	return {
		call: "totalEccErrors",
		bytes: 8,
		everyMs: healthMs,
		inputs: (at) => [
			type,
			0,
			at
		]
	};
}
function buildPagesProbe(cause) {
	return {
		call: "retiredPages",
		bytes: 8,
		everyMs: healthMs,
		inputs: (at) => [
			cause,
			at,
			0
		],
		prepare: (memory, at) => memory.writeU32(at, 0),
		accepts: nvmlReturn.insufficientSize
	};
}
function readFieldNumber(memory, offset) {
	const { valueType } = nvml_library_exports;
	if (memory.readU32(offset + fieldValue.return) !== nvmlReturn.success) return null;
	const type = memory.readU32(offset + fieldValue.type);
	const at = offset + fieldValue.value;
	if (type === valueType.double) return memory.readF64(at);
	return type === valueType.ulong || type === valueType.ulonglong || type === valueType.longlong ? memory.readU64(at) : memory.readU32(at);
}
const trafficUnits = [
	1,
	1,
	1024,
	1024
];
const probeBytes = Object.values(probes).reduce((sum, { bytes }) => sum + Math.ceil(bytes / 8) * 8, 0);
var NvmlProbes = class {
	#device;
	#memory;
	#states;
	#list;
	#traffic = null;
	#reasons = {
		low: 0,
		high: 0,
		decoded: decodeClocksEvents(0, 0)
	};
	constructor({ functions, createMemory }, device, hasGpm) {
		this.#device = device;
		this.#memory = createMemory(probeBytes);
		const states = {};
		for (const [name, probe] of Object.entries(probes)) {
			const offset = this.#memory.reserve(probe.bytes);
			const at = this.#memory.getAddress(offset);
			const inputs = [device.handle, ...probe.inputs?.(at) ?? [at]];
			const primary = states[probe.insteadOf ?? ""] ?? null;
			const isUnsupported = functions[probe.call] === null || hasGpm && name === "traffic";
			const past = {
				dueMs: Number.NEGATIVE_INFINITY,
				isAsked: false,
				isAnswered: false,
				hasWorked: false
			};
			states[name] = {
				probe,
				offset,
				call: {
					name: probe.call,
					inputs,
					code: 0
				},
				primary,
				...past,
				isUnsupported
			};
		}
		this.#states = states;
		this.#list = Object.values(this.#states);
	}
	request(timeMs, calls) {
		for (const state of this.#list) {
			const { probe, primary } = state;
			const isDue = timeMs >= state.dueMs || timeMs < state.dueMs - (probe.everyMs ?? 0);
			state.isAsked = isDue && !state.isUnsupported && primary?.isUnsupported !== false && this.#isPresent();
			if (isDue) state.isAnswered = false;
			if (!state.isAsked) continue;
			if (probe.everyMs !== void 0) state.dueMs = timeMs + probe.everyMs - 25;
			probe.prepare?.(this.#memory, state.offset);
			calls.push(state.call);
		}
	}
	requestInstead(calls) {
		this.#settle();
		for (const state of this.#list) {
			const { primary } = state;
			if (!primary?.isAsked || state.isUnsupported || !this.#isPresent()) continue;
			if (primary.isAnswered && (primary.probe.hasValue?.(this.#memory, primary.offset) ?? true)) continue;
			state.isAsked = true;
			calls.push(state.call);
		}
	}
	finish(timeMs) {
		this.#settle();
		const milliwatts = this.#readField("power") || this.#readU32("meanPower");
		const reading = createUnavailableReading(this.#device.index, timeMs);
		reading.utilizationPercent = this.#readU32("utilization");
		reading.memoryUsedBytes = this.#readU64("memory", memoryV2.used) ?? this.#readU64("memoryV1", memoryV1.used);
		reading.memoryTotalBytes = this.#readU64("memory", memoryV2.total) ?? this.#readU64("memoryV1", memoryV1.total);
		reading.powerWatts = milliwatts === null ? null : milliwatts / 1e3;
		reading.smClockMhz = this.#readU32("smClock");
		reading.memoryClockMhz = this.#readU32("memoryClock");
		reading.temperatureCelsius = this.#readU32("temperature");
		reading.clocksEventReasons = this.#readReasons();
		if (this.#states.traffic.isAnswered) Object.assign(reading, this.#readTraffic(timeMs));
		if (this.#isPresent()) Object.assign(reading, this.#readHealth());
		return reading;
	}
	#isPresent() {
		return this.#device.lostBecause === null;
	}
	#settle() {
		for (const state of this.#list) {
			if (!state.isAsked) state.isAnswered &&= this.#isPresent();
			if (!state.isAsked || state.isAnswered || !this.#isPresent()) continue;
			const { code } = state.call;
			state.isAnswered = code === nvmlReturn.success || code === state.probe.accepts;
			if (state.isAnswered) state.hasWorked = true;
			else state.isUnsupported = learnCode(this.#device, code, state.hasWorked);
		}
	}
	#readU32(name, shift = 0) {
		const { isAnswered, offset } = this.#states[name];
		return isAnswered ? this.#memory.readU32(offset + shift) : null;
	}
	#readU64(name, shift = 0) {
		const { isAnswered, offset } = this.#states[name];
		return isAnswered ? this.#memory.readU64(offset + shift) : null;
	}
	#readField(name, index = 0) {
		const { isAnswered, offset } = this.#states[name];
		return isAnswered ? readFieldNumber(this.#memory, offset + index * fieldValue.size) : null;
	}
	#readReasons() {
		const [low, high] = [this.#readU32("clocksEventReasons"), this.#readU32("clocksEventReasons", 4)];
		if (low === null || high === null) return null;
		if (low !== this.#reasons.low || high !== this.#reasons.high) this.#reasons = {
			low,
			high,
			decoded: decodeClocksEvents(low, high)
		};
		return this.#reasons.decoded;
	}
	#readHealth() {
		const [corrected, uncorrected] = [this.#readU64("eccCorrected"), this.#readU64("eccUncorrected")];
		const [single, double] = [this.#readU32("retiredSingle"), this.#readU32("retiredDouble")];
		const rows = [0, 4].map((shift) => this.#readU32("remappedRows", shift));
		const remapped = rows.includes(null) ? null : (rows[0] ?? 0) + (rows[1] ?? 0);
		return {
			eccErrors: corrected === null || uncorrected === null ? null : corrected + uncorrected,
			retiredPages: single === null || double === null ? remapped : single + double
		};
	}
	#readTraffic(timeMs) {
		const before = this.#traffic;
		const bytes = trafficUnits.map((unit, index) => {
			const amount = this.#readField("traffic", index);
			return amount === null ? null : amount * unit;
		});
		this.#traffic = {
			timeMs,
			bytes
		};
		if (!before || timeMs <= before.timeMs) return {};
		const [received, sent, nvlinkReceived, nvlinkSent] = bytes.map((to, index) => {
			const from = before.bytes[index] ?? null;
			return to === null || from === null || to < from ? null : (to - from) / ((timeMs - before.timeMs) / 1e3);
		});
		return {
			pcieReceiveBytesPerSecond: received ?? null,
			pcieSendBytesPerSecond: sent ?? null,
			nvlinkReceiveBytesPerSecond: nvlinkReceived ?? null,
			nvlinkSendBytesPerSecond: nvlinkSent ?? null
		};
	}
};

// src/io/gpu/nvml/nvml-source.ts
const nvmlPath = "libnvidia-ml.so.1";
const memoryBytes = 4096;
const ofWholeGpu = "in MIG mode the driver counts all slices of the GPU together";
const gpmLimits = {
	everyMs: 500,
	mostMs: 15e3,
	maxShare: 3e-4
};
function openNvmlSource(options = {}) {
	const { libraryPath = nvmlPath, library = loadNvmlLibrary(libraryPath), readCpuMs } = options;
	const code = library.functions.init?.() ?? nvmlReturn.functionNotFound;
	if (code === nvmlReturn.success) try {
		return new OpenNvml(library, readCpuMs);
	} catch (error) {
		library.functions.shutdown?.();
		throw error;
	}
	throw new EnvironmentError(`NVML did not start: nvmlInit_v2 of ${libraryPath} answered ${getReturnName(code)}`, "Run \"nvidia-smi\" on this machine: it prints the error of the driver.");
}
var OpenNvml = class {
	#library;
	#memory;
	#energyOffset;
	#gpm;
	#identities;
	#activity;
	#samples;
	#processes;
	#events;
	#watched;
	#toldLost = /* @__PURE__ */ new Set();
	#readCpuMs;
	#calls = [];
	listForbidden = () => listForbidden(this.#watched.map(({ device }) => device));
	#isOpen = true;
	constructor(library, readCpuMs) {
		this.#readCpuMs = readCpuMs;
		this.#library = library;
		const { functions } = library;
		this.#memory = library.createMemory(memoryBytes);
		this.#energyOffset = this.#memory.reserve(8);
		this.#gpm = createGpm(functions, this.#memory);
		this.#identities = new NvmlIdentities(functions, this.#memory);
		this.#activity = createActivity(functions, this.#memory);
		this.#samples = createUtilizationBuffer(library);
		this.#processes = createProcessList(library);
		const devices = findDevices(functions, this.#memory);
		this.#events = createNvmlEvents(functions, this.#memory, devices);
		this.#watched = devices.map((device) => {
			const hasGpm = device.lostBecause === null && this.#gpm.isSupported(device);
			return {
				device,
				probes: new NvmlProbes(library, device, hasGpm),
				gpmBudget: null
			};
		});
	}
	identify() {
		return this.#watched.filter(({ device }) => device.lostBecause === null).map(({ device }) => this.#identities.read(device)).filter((identity) => identity !== null);
	}
	identifyDriver() {
		return this.#identities.readDriver();
	}
	read(gpus, timeMs) {
		return this.readVitals(gpus, timeMs).map((reading) => {
			const watched = this.#find(reading.gpu);
			watched.gpmBudget ??= new Budget({
				...gpmLimits,
				maxShare: gpmLimits.maxShare / gpus.length
			}, this.#readCpuMs);
			return watched.gpmBudget.attempt(timeMs, () => this.#addGpm(reading, timeMs)) ?? reading;
		});
	}
	readCounters(gpus, timeMs) {
		return this.readVitals(gpus, timeMs).map((reading) => this.#addGpm(reading, timeMs));
	}
	readVitals(gpus, timeMs) {
		const probes = gpus.map((gpu) => this.#find(gpu).probes);
		for (const one of probes) one.request(timeMs, this.#calls);
		this.#callAll();
		for (const one of probes) one.requestInstead(this.#calls);
		this.#callAll();
		return probes.map((one) => one.finish(timeMs));
	}
	listProcesses(gpus) {
		const lists = gpus.map((gpu) => ({
			gpu,
			list: this.#readProcesses(this.#find(gpu).device)
		}));
		if (lists.every(({ list }) => list === null)) return null;
		return lists.flatMap(({ gpu, list }) => (list ?? []).map((process) => ({
			...process,
			gpu
		})));
	}
	readEnergyJoules(gpus) {
		return new Map(gpus.map((gpu) => [gpu, this.#readEnergy(this.#find(gpu).device)]));
	}
	readUtilizationSamples(gpu) {
		const { device } = this.#find(gpu);
		if (this.#identities.isMigOn(device)) return {
			status: "unavailable",
			reason: ofWholeGpu
		};
		return this.#samples.read(device);
	}
	beginActivity(gpu, now) {
		const { device } = this.#find(gpu);
		return this.#identities.isMigOn(device) ? ofWholeGpu : this.#activity.begin(device, now);
	}
	readActivity(gpu, now) {
		return this.#activity.read(this.#find(gpu).device, now);
	}
	readEvents() {
		const timeMs = Date.now();
		const lost = this.#watched.filter(({ device }) => isLost(device) && !this.#toldLost.has(device.index));
		for (const { device } of lost) this.#toldLost.add(device.index);
		const losses = lost.map(({ device: { index: gpu, lostBecause } }) => {
			return {
				gpu,
				timeMs,
				kind: "lost",
				detail: lostBecause ?? "lost"
			};
		});
		return [...this.#events.drain(timeMs), ...losses];
	}
	[Symbol.dispose]() {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		try {
			this.#gpm.close();
			this.#activity.close();
			this.#events.close();
			this.#library.functions.shutdown?.();
		} catch (error) {
			if (!(error instanceof UnansweredError)) throw error;
		} finally {
			this.#library.close?.();
		}
	}
	#callAll() {
		try {
			if (this.#calls.length > 0) this.#library.callAll(this.#calls);
		} finally {
			this.#calls.length = 0;
		}
	}
	#readEnergy(device) {
		const { energy } = this.#library.functions;
		if (!energy || device.lostBecause !== null) return null;
		const code = energy(device.handle, this.#memory.getAddress(this.#energyOffset));
		if (code !== nvmlReturn.success) learnCode(device, code, false);
		const millijoules = code === nvmlReturn.success ? this.#memory.readU64(this.#energyOffset) : null;
		return millijoules === null ? null : millijoules / 1e3;
	}
	#readProcesses(device) {
		const listSlices = () => this.#identities.isMigOn(device) ? this.#identities.listSliceHandles(device.handle) : [];
		return this.#processes.read(device, listSlices);
	}
	#addGpm(reading, timeMs) {
		const { device } = this.#find(reading.gpu);
		return device.lostBecause === null ? {
			...reading,
			...this.#gpm.read(device, timeMs)
		} : reading;
	}
	#find(gpu) {
		if (!this.#isOpen) throw new Error("this NVML source is closed");
		const watched = this.#watched[gpu];
		if (watched !== void 0) return watched;
		throw new UserError(`GPU ${gpu} does not exist on this machine (GPUs found: ${this.#watched.length})`, "Give physical indices as \"nvidia-smi -L\" shows them, from 0.");
	}
};

// src/io/gpu/nvml/driver-thread.ts
const openLimitMs = 2e4;
const callLimitMs = 2e3;
const [idle, asked] = [0, 1];
const [state, place, count, firstCall, wordsPerCall] = [
	0,
	1,
	2,
	4,
	3
];
const [maxCalls, maxInputs] = [64, 6];
async function openDriver(libraryPath, limits = {}) {
	const library = await startDriver(libraryPath ?? "libnvidia-ml.so.1", limits);
	try {
		return openNvmlSource({
			libraryPath: libraryPath ?? "libnvidia-ml.so.1",
			library
		});
	} catch (error) {
		library.close?.();
		throw error;
	}
}
async function startDriver(libraryPath, { openMs = openLimitMs, callMs = callLimitMs }) {
	const { functions, createMemory } = loadNvmlLibrary(libraryPath);
	const memories = [];
	const shared = new SharedArrayBuffer(8 + 4 * (firstCall + wordsPerCall * maxCalls) + 8 * maxCalls * maxInputs);
	const views = openShared(shared);
	const { words, cpu } = views;
	const worker = startThread(getSamplingWorkerUrl(), "warpgauge-driver", {
		libraryPath,
		shared
	});
	const broken = Promise.withResolvers();
	worker.on("error", broken.reject);
	worker.once("exit", () => memories.splice(0));
	const isOpen = await Promise.race([awaitMessage(worker, openMs), broken.promise]);
	worker.unref();
	if (isOpen === null) {
		leaveThread(worker);
		throw explainSilence(words, openMs);
	}
	const names = Object.keys(functions);
	function ask(calls) {
		if (Atomics.load(words, state) !== idle) throw explainSilence(words, callMs);
		const cpuMs = cpu[0] ?? 0;
		writeCalls(views, calls, names);
		Atomics.store(words, state, asked);
		Atomics.notify(words, state);
		for (let known = 0; Atomics.wait(words, state, asked, callMs) === "timed-out";) {
			const current = Atomics.load(words, place);
			if (current === known) throw explainSilence(words, callMs);
			known = current;
		}
		addCpuMs((cpu[0] ?? 0) - cpuMs);
		for (const [index, call] of calls.entries()) call.code = words[firstCall + wordsPerCall * index + 2] ?? -1;
	}
	return {
		functions: bindAll((name) => functions[name] && ((...inputs) => {
			const call = {
				name,
				inputs,
				code: 0
			};
			ask([call]);
			return call.code;
		})),
		callAll(calls) {
			for (let from = 0; from < calls.length; from += maxCalls) ask(calls.slice(from, from + maxCalls));
		},
		createMemory(bytes) {
			const memory = createMemory(bytes);
			memories.push(memory);
			return memory;
		},
		close: () => leaveThread(worker)
	};
}
function writeCalls({ words, values }, calls, names) {
	words[place] = 0;
	words[count] = calls.length;
	for (const [index, { name, inputs }] of calls.entries()) {
		const at = firstCall + wordsPerCall * index;
		words[at] = names.indexOf(name);
		words[at + 1] = inputs.length;
		values.set(inputs, maxInputs * index);
	}
}
function answerCalls({ libraryPath, shared }, port) {
	const { words, values, cpu } = openShared(shared);
	const { functions, createMemory } = loadNvmlLibrary(libraryPath);
	const list = Object.values(functions);
	const isOpen = openGpus(words, functions, createMemory(8));
	cpu[0] = readThreadCpuMs();
	port.postMessage("open");
	for (let isFirst = true;; isFirst = false) {
		Atomics.wait(words, state, idle);
		for (let index = 0; index < (words[count] ?? 0); index += 1) {
			const at = firstCall + wordsPerCall * index;
			Atomics.store(words, place, index);
			const inputs = values.subarray(maxInputs * index, maxInputs * index + (words[at + 1] ?? 0));
			words[at + 2] = list[words[at] ?? 0]?.(...inputs) ?? -1;
		}
		if (isFirst && isOpen) functions.shutdown?.();
		cpu[0] = readThreadCpuMs();
		Atomics.store(words, state, idle);
		Atomics.notify(words, state);
	}
}
function openGpus(words, functions, memory) {
	const names = Object.keys(functions);
	const call = (name, ...inputs) => {
		words[firstCall] = names.indexOf(name);
		return functions[name]?.(...inputs) ?? -1;
	};
	const isOpen = call("init") === 0;
	const gpus = isOpen && call("deviceCount", memory.getAddress(0)) === 0 ? memory.readU32(0) : 0;
	for (let gpu = 0; gpu < gpus; gpu += 1) call("deviceByIndex", gpu, memory.getAddress(0));
	return isOpen;
}
function openShared(shared) {
	const callWords = firstCall + wordsPerCall * maxCalls;
	return {
		cpu: new Float64Array(shared, 0, 1),
		words: new Int32Array(shared, 8, callWords),
		values: new Float64Array(shared, 8 + 4 * callWords, maxCalls * maxInputs)
	};
}
function explainSilence(words, limitMs) {
	const name = getDriverName(words[firstCall + wordsPerCall * (words[place] ?? 0)] ?? 0);
	return new UnansweredError(`the NVIDIA driver did not answer ${name} within ${limitMs / 1e3} s`, "Look for Xid errors in dmesg; a driver that hangs needs a restart of the machine. The monitor none reads no GPU.");
}

export { answerCalls, openDriver };