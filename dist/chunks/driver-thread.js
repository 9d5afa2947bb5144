import { __exportAll } from "./rolldown-runtime.js";
import { EnvironmentError, UnansweredError, UserError, awaitMessage, decodeClocksEvents, dropMachinePrograms, leaveThread, loadKoffi, startThread } from "./core.js";
import { AdaptivePace, addCpuMs, getSamplingWorkerUrl, readThreadCpuMs } from "./telemetry.js";
import { readFileSync } from "node:fs";

// src/io/gpu/nvml/nvml-library.ts
var nvml_library_exports = /* @__PURE__ */ __exportAll({
	NvmlMemory: () => NvmlMemory,
	clockType: () => clockType,
	eventData: () => eventData,
	eventType: () => eventType,
	fieldId: () => fieldId,
	fieldScope: () => fieldScope,
	fieldValue: () => fieldValue,
	getDriverName: () => getDriverName,
	getReturnName: () => getReturnName,
	gpmMetric: () => gpmMetric,
	gpmMetricId: () => gpmMetricId,
	gpmMetricsGet: () => gpmMetricsGet,
	gpmSupport: () => gpmSupport,
	loadNvmlLibrary: () => loadNvmlLibrary,
	memoryError: () => memoryError,
	memoryV1: () => memoryV1,
	memoryV2: () => memoryV2,
	nvmlReturn: () => nvmlReturn,
	pciInfo: () => pciInfo,
	processInfo: () => processInfo,
	retirementCause: () => retirementCause,
	sample: () => sample,
	samplingType: () => samplingType,
	temperatureSensor: () => temperatureSensor,
	textLength: () => textLength,
	toExactAddress: () => toExactAddress,
	utilization: () => utilization,
	valueType: () => valueType,
	volatileEcc: () => 0
});
const addressType = "uint64_t";
const number = "uint32_t";
const wideType = "unsigned long long";
const functions = {
	init: [["nvmlInit_v2"], []],
	shutdown: [["nvmlShutdown"], []],
	driverVersion: [["nvmlSystemGetDriverVersion"], [addressType, number]],
	cudaDriverVersion: [["nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"], [addressType]],
	processName: [["nvmlSystemGetProcessName"], [
		number,
		addressType,
		number
	]],
	deviceCount: [["nvmlDeviceGetCount_v2"], [addressType]],
	deviceByIndex: [["nvmlDeviceGetHandleByIndex_v2"], [number, addressType]],
	name: [["nvmlDeviceGetName"], [
		addressType,
		addressType,
		number
	]],
	uuid: [["nvmlDeviceGetUUID"], [
		addressType,
		addressType,
		number
	]],
	pciInfo: [["nvmlDeviceGetPciInfo_v3"], [addressType, addressType]],
	memoryV1: [["nvmlDeviceGetMemoryInfo"], [addressType, addressType]],
	memoryV2: [["nvmlDeviceGetMemoryInfo_v2"], [addressType, addressType]],
	utilization: [["nvmlDeviceGetUtilizationRates"], [addressType, addressType]],
	powerUsage: [["nvmlDeviceGetPowerUsage"], [addressType, addressType]],
	fieldValues: [["nvmlDeviceGetFieldValues"], [
		addressType,
		number,
		addressType
	]],
	clock: [["nvmlDeviceGetClockInfo"], [
		addressType,
		number,
		addressType
	]],
	maxClock: [["nvmlDeviceGetMaxClockInfo"], [
		addressType,
		number,
		addressType
	]],
	applicationsClock: [["nvmlDeviceGetApplicationsClock"], [
		addressType,
		number,
		addressType
	]],
	defaultApplicationsClock: [["nvmlDeviceGetDefaultApplicationsClock"], [
		addressType,
		number,
		addressType
	]],
	temperature: [["nvmlDeviceGetTemperature"], [
		addressType,
		number,
		addressType
	]],
	clocksEventReasons: [["nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"], [addressType, addressType]],
	samples: [["nvmlDeviceGetSamples"], [
		addressType,
		number,
		wideType,
		addressType,
		addressType,
		addressType
	]],
	energy: [["nvmlDeviceGetTotalEnergyConsumption"], [addressType, addressType]],
	computeProcesses: [["nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"], [
		addressType,
		addressType,
		addressType
	]],
	mpsProcesses: [["nvmlDeviceGetMPSComputeRunningProcesses_v3", "nvmlDeviceGetMPSComputeRunningProcesses_v2"], [
		addressType,
		addressType,
		addressType
	]],
	totalEccErrors: [["nvmlDeviceGetTotalEccErrors"], [
		addressType,
		number,
		number,
		addressType
	]],
	retiredPages: [["nvmlDeviceGetRetiredPages"], [
		addressType,
		number,
		addressType,
		addressType
	]],
	remappedRows: [["nvmlDeviceGetRemappedRows"], [
		addressType,
		addressType,
		addressType,
		addressType,
		addressType
	]],
	powerLimit: [["nvmlDeviceGetPowerManagementLimit"], [addressType, addressType]],
	persistenceMode: [["nvmlDeviceGetPersistenceMode"], [addressType, addressType]],
	eccMode: [["nvmlDeviceGetEccMode"], [
		addressType,
		addressType,
		addressType
	]],
	migMode: [["nvmlDeviceGetMigMode"], [
		addressType,
		addressType,
		addressType
	]],
	maxMigDevices: [["nvmlDeviceGetMaxMigDeviceCount"], [addressType, addressType]],
	migDeviceByIndex: [["nvmlDeviceGetMigDeviceHandleByIndex"], [
		addressType,
		number,
		addressType
	]],
	gpmSupport: [["nvmlGpmQueryDeviceSupport"], [addressType, addressType]],
	gpmSampleAlloc: [["nvmlGpmSampleAlloc"], [addressType]],
	gpmSampleFree: [["nvmlGpmSampleFree"], [addressType]],
	gpmSampleGet: [["nvmlGpmSampleGet"], [addressType, addressType]],
	gpmMetricsGet: [["nvmlGpmMetricsGet"], [addressType]],
	eventSetCreate: [["nvmlEventSetCreate"], [addressType]],
	eventSetFree: [["nvmlEventSetFree"], [addressType]],
	eventSetWait: [["nvmlEventSetWait_v2"], [
		addressType,
		addressType,
		number
	]],
	supportedEventTypes: [["nvmlDeviceGetSupportedEventTypes"], [addressType, addressType]],
	registerEvents: [["nvmlDeviceRegisterEvents"], [
		addressType,
		wideType,
		addressType
	]]
};
function getDriverName(index) {
	return Object.values(functions)[index]?.[0][0] ?? "a call";
}
function loadNvmlLibrary(libraryPath) {
	const koffi = requireKoffi();
	const library = openLibrary(koffi, libraryPath);
	const bound = Object.entries(functions).map(([name, [names, types]]) => [name, bind(library, names, types)]);
	return {
		functions: Object.fromEntries(bound),
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
function bind(library, names, types) {
	for (const name of names) try {
		return library.func(name, "int", [...types]);
	} catch {}
	return null;
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
const fieldValue = {
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
const memoryError = {
	corrected: 0,
	uncorrected: 1
};
const volatileEcc = 0;
const retirementCause = {
	singleBitErrors: 0,
	doubleBitError: 1
};
const eventType = {
	doubleBitEcc: 2,
	xid: 8
};
const fieldId = {
	powerInstant: 186,
	pcieSentBytes: 197,
	pcieReceivedBytes: 198,
	nvlinkSentKib: 138,
	nvlinkReceivedKib: 139
};
const fieldScope = {
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
const maxExactHighWord = 2 ** 21;
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
		this.#base = addressOf(new Uint8Array(this.#buffer));
	}
	reserve(bytes) {
		const offset = this.#used;
		this.#used += Math.ceil(bytes / 8) * 8;
		if (this.#used > this.#buffer.byteLength) throw new Error(`${this.#used} bytes do not fit in the NVML memory`);
		return offset;
	}
	getAddress(offset) {
		return toExactAddress(this.#base + BigInt(offset));
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
		const high = this.readU32(offset + 4);
		const low = this.readU32(offset);
		return high < maxExactHighWord ? high * wordRange + low : BigInt(high) << 32n | BigInt(low);
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
		const wide = BigInt(address);
		this.writeU32(offset, Number(wide & 4294967295n));
		this.writeU32(offset + 4, Number(wide >> 32n));
	}
};
function toExactAddress(address) {
	return address <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(address) : address;
}

// src/io/gpu/nvml/nvml-device.ts
function createQueryMaker(memory) {
	let bit = 1;
	return (function_, bytes, call = (ask, handle, out) => ask(handle, out.address)) => {
		const offset = memory.reserve(bytes);
		const out = {
			offset,
			address: memory.getAddress(offset)
		};
		const query = {
			bit,
			offset,
			call: function_ && ((handle) => call(function_, handle, out))
		};
		bit <<= 1;
		return query;
	};
}
const meansLost = /* @__PURE__ */ new Set([
	nvmlReturn.uninitialized,
	nvmlReturn.driverNotLoaded,
	nvmlReturn.gpuIsLost,
	nvmlReturn.resetRequired
]);
const meansNever = /* @__PURE__ */ new Set([nvmlReturn.notSupported, nvmlReturn.functionNotFound]);
function isAnswered(device, { bit, call }) {
	if (call === null || device.lostBecause !== null || (device.unsupported & bit) !== 0) return false;
	const code = call(device.handle);
	if (code === nvmlReturn.success) {
		device.answered |= bit;
		return true;
	}
	if (meansLost.has(code) || code === nvmlReturn.unknown && (device.answered & bit) !== 0) device.lostBecause = getReturnName(code);
	else if (meansNever.has(code)) device.unsupported |= bit;
	return false;
}
const forbidden = getReturnName(nvmlReturn.noPermission);
function isLost({ lostBecause }) {
	return lostBecause !== null && lostBecause !== forbidden;
}
function listForbidden(devices) {
	return devices.filter(({ lostBecause }) => lostBecause === forbidden).map(({ index, lostBecause }) => `GPU ${index} cannot be opened: ${lostBecause}`);
}
function createLostEvent({ index, lostBecause }, timeMs) {
	return {
		gpu: index,
		timeMs,
		kind: "lost",
		detail: lostBecause ?? "lost"
	};
}
const scratchBytes = 128;
var NvmlIdentities = class {
	#functions;
	#memory;
	#offset;
	#out;
	constructor(functions, memory) {
		this.#functions = functions;
		this.#memory = memory;
		this.#offset = memory.reserve(scratchBytes);
		this.#out = memory.getAddress(this.#offset);
	}
	read({ handle, index }) {
		const uuid = this.#readText(this.#functions.uuid, handle, textLength.uuid);
		const model = this.#readText(this.#functions.name, handle, textLength.name);
		if (uuid === null || model === null) return null;
		const settings = this.#readSettings(handle);
		const migSlices = settings.isMigOn === true ? this.listSliceHandles(handle).flatMap((slice) => this.#readSlice(slice) ?? []) : [];
		return {
			index,
			uuid,
			pciBusId: this.#readBusId(handle),
			model,
			memoryBytes: this.#readTotalBytes(handle),
			settings,
			migSlices
		};
	}
	isMigOn({ handle }) {
		const pending = this.#memory.getAddress(this.#offset + 8);
		return isOn(this.#readNumber(this.#functions.migMode?.(handle, this.#out, pending))) === true;
	}
	readDriver() {
		const { driverVersion, cudaDriverVersion } = this.#functions;
		const driver = driverVersion?.(this.#out, textLength.version) === nvmlReturn.success ? this.#memory.readText(this.#offset, textLength.version) : null;
		const cuda = cudaDriverVersion?.(this.#out) === nvmlReturn.success ? this.#memory.readU32(this.#offset) : null;
		return {
			driverVersion: driver,
			cudaVersion: cuda === null ? null : `${Math.floor(cuda / 1e3)}.${Math.floor(cuda % 1e3 / 10)}`
		};
	}
	#readSettings(gpu) {
		const { powerLimit, persistenceMode, eccMode, migMode, maxClock } = this.#functions;
		const pending = this.#memory.getAddress(this.#offset + 8);
		const milliwatts = this.#readNumber(powerLimit?.(gpu, this.#out));
		return {
			powerLimitWatts: milliwatts === null ? null : milliwatts / 1e3,
			isPersistent: isOn(this.#readNumber(persistenceMode?.(gpu, this.#out))),
			isEccOn: isOn(this.#readNumber(eccMode?.(gpu, this.#out, pending))),
			isMigOn: isOn(this.#readNumber(migMode?.(gpu, this.#out, pending))),
			maxSmClockMhz: this.#readNumber(maxClock?.(gpu, clockType.sm, this.#out)),
			lockedSmClockMhz: this.#readLockedClock(gpu)
		};
	}
	#readLockedClock(gpu) {
		const { applicationsClock, defaultApplicationsClock } = this.#functions;
		const set = this.#readNumber(applicationsClock?.(gpu, clockType.sm, this.#out));
		const usual = this.#readNumber(defaultApplicationsClock?.(gpu, clockType.sm, this.#out));
		return set === null || usual === null || set === usual ? null : set;
	}
	listSliceHandles(gpu) {
		const { maxMigDevices, migDeviceByIndex } = this.#functions;
		const count = this.#readNumber(maxMigDevices?.(gpu, this.#out)) ?? 0;
		return Array.from({ length: count }, (_, index) => index).flatMap((index) => migDeviceByIndex?.(gpu, index, this.#out) === nvmlReturn.success ? this.#memory.readAddress(this.#offset) : []);
	}
	#readSlice(handle) {
		const uuid = this.#readText(this.#functions.uuid, handle, textLength.uuid);
		const name = this.#readText(this.#functions.name, handle, textLength.name) ?? "";
		const profile = /\bMIG (\S+)/.exec(name)?.[1] ?? null;
		return uuid === null ? null : {
			uuid,
			profile,
			memoryBytes: this.#readTotalBytes(handle)
		};
	}
	#readTotalBytes(handle) {
		const { memoryV2: two, memoryV1: one } = this.#functions;
		this.#memory.writeU32(this.#offset, memoryV2.version);
		if (two?.(handle, this.#out) === nvmlReturn.success) return this.#memory.readU64(this.#offset + memoryV2.total) || null;
		return one?.(handle, this.#out) === nvmlReturn.success ? this.#memory.readU64(this.#offset + memoryV1.total) || null : null;
	}
	#readBusId(handle) {
		return this.#functions.pciInfo?.(handle, this.#out) === nvmlReturn.success ? this.#memory.readText(this.#offset + pciInfo.busId, pciInfo.busIdLength) : null;
	}
	#readText(function_, handle, length) {
		return function_?.(handle, this.#out, length) === nvmlReturn.success ? this.#memory.readText(this.#offset, length) : null;
	}
	#readNumber(code) {
		return code === nvmlReturn.success ? this.#memory.readU32(this.#offset) : null;
	}
};
function isOn(feature) {
	return feature === null ? null : feature === 1;
}
function createQueries(functions, memory) {
	const query = createQueryMaker(memory);
	const { clock, totalEccErrors, retiredPages } = functions;
	const queryClock = (type) => query(clock, 4, (ask, gpu, out) => ask(gpu, type, out.address));
	const queryEcc = (type) => query(totalEccErrors, 8, (ask, gpu, out) => ask(gpu, type, 0, out.address));
	const queries = {
		utilization: query(functions.utilization, utilization.size),
		memoryV2: query(functions.memoryV2, memoryV2.size),
		memoryV1: query(functions.memoryV1, memoryV1.size),
		powerInstant: query(functions.fieldValues, fieldValue.size, (ask, gpu, out) => ask(gpu, 1, out.address)),
		powerUsage: query(functions.powerUsage, 4),
		smClock: queryClock(clockType.sm),
		memoryClock: queryClock(clockType.memory),
		temperature: query(functions.temperature, 4, (ask, gpu, out) => ask(gpu, temperatureSensor.gpu, out.address)),
		clocksEventReasons: query(functions.clocksEventReasons, 8),
		traffic: query(functions.fieldValues, trafficFields.length * fieldValue.size, (ask, gpu, out) => ask(gpu, trafficFields.length, out.address)),
		energy: query(functions.energy, 8),
		eccCorrected: queryEcc(memoryError.corrected),
		eccUncorrected: queryEcc(memoryError.uncorrected),
		retiredSingle: query(retiredPages, 8, queryPages(memory, retirementCause.singleBitErrors)),
		retiredDouble: query(retiredPages, 8, queryPages(memory, retirementCause.doubleBitError)),
		remappedRows: query(functions.remappedRows, 16, (ask, gpu, { offset }) => ask(gpu, ...[
			0,
			4,
			8,
			12
		].map((shift) => memory.getAddress(offset + shift))))
	};
	memory.writeU32(queries.memoryV2.offset, memoryV2.version);
	writeFieldIds(memory, queries.powerInstant.offset, [[fieldId.powerInstant, fieldScope.gpu]]);
	writeFieldIds(memory, queries.traffic.offset, trafficFields);
	return queries;
}
const trafficFields = [
	[fieldId.pcieReceivedBytes, fieldScope.gpu],
	[fieldId.pcieSentBytes, fieldScope.gpu],
	[fieldId.nvlinkReceivedKib, fieldScope.allLinks],
	[fieldId.nvlinkSentKib, fieldScope.allLinks]
];
function askU32(device, query, memory) {
	return isAnswered(device, query) ? memory.readU32(query.offset) : null;
}
function askU64(device, query, memory) {
	return isAnswered(device, query) ? memory.readU64(query.offset) : null;
}
function readFieldNumber(memory, offset) {
	const { fieldValue, valueType } = nvml_library_exports;
	if (memory.readU32(offset + fieldValue.return) !== nvmlReturn.success) return null;
	const type = memory.readU32(offset + fieldValue.type);
	const at = offset + fieldValue.value;
	if (type === valueType.double) return memory.readF64(at);
	return type === valueType.ulong || type === valueType.ulonglong || type === valueType.longlong ? memory.readU64(at) : memory.readU32(at);
}
function writeFieldIds(memory, offset, fields) {
	fields.forEach(([id, scope], index) => {
		const at = offset + index * fieldValue.size;
		memory.writeU32(at + fieldValue.id, id);
		memory.writeU32(at + fieldValue.scope, scope);
	});
}
function queryPages(memory, cause) {
	return (ask, gpu, out) => {
		memory.writeU32(out.offset, 0);
		const code = ask(gpu, cause, out.address, 0);
		return code === nvmlReturn.insufficientSize ? nvmlReturn.success : code;
	};
}

// src/io/gpu/nvml/nvml-reading.ts
function readVitals(device, queries, memory) {
	const utilizationPercent = askU32(device, queries.utilization, memory);
	const at = readMemory(device, queries);
	const { offset: reasonsAt } = queries.clocksEventReasons;
	return {
		utilizationPercent,
		memoryUsedBytes: at === null ? null : memory.readU64(at.used),
		memoryTotalBytes: at === null ? null : memory.readU64(at.total),
		powerWatts: readPower(device, queries, memory),
		smClockMhz: askU32(device, queries.smClock, memory),
		memoryClockMhz: askU32(device, queries.memoryClock, memory),
		temperatureCelsius: askU32(device, queries.temperature, memory),
		clocksEventReasons: isAnswered(device, queries.clocksEventReasons) ? decodeClocksEvents(memory.readU32(reasonsAt), memory.readU32(reasonsAt + 4)) : null
	};
}
function readMemory(device, queries) {
	const { memoryV2: two, memoryV1: one } = queries;
	if (isAnswered(device, two)) return {
		used: two.offset + memoryV2.used,
		total: two.offset + memoryV2.total
	};
	if (isAnswered(device, one)) return {
		used: one.offset + memoryV1.used,
		total: one.offset + memoryV1.total
	};
	return null;
}
function readPower(device, queries, memory) {
	const milliwatts = (isAnswered(device, queries.powerInstant) ? readFieldNumber(memory, queries.powerInstant.offset) : null) || askU32(device, queries.powerUsage, memory);
	return milliwatts === null ? null : milliwatts / 1e3;
}
const noTraffic = {
	pcieReceiveBytesPerSecond: null,
	pcieSendBytesPerSecond: null,
	nvlinkReceiveBytesPerSecond: null,
	nvlinkSendBytesPerSecond: null
};
const kib = 1024;
const bytesPerUnit = [
	1,
	1,
	kib,
	kib
];
function countTraffic(device, { traffic }, memory, timeMs) {
	if (!isAnswered(device, traffic)) return null;
	return {
		timeMs,
		bytes: bytesPerUnit.map((unit, index) => {
			const count = readFieldNumber(memory, traffic.offset + index * fieldValue.size);
			return count === null ? null : count * unit;
		})
	};
}
function computeTraffic(before, after) {
	if (before === null || after === null) return noTraffic;
	const seconds = (after.timeMs - before.timeMs) / 1e3;
	const rate = (index) => {
		const [from, to] = [before.bytes[index] ?? null, after.bytes[index] ?? null];
		return from === null || to === null || to < from || seconds <= 0 ? null : (to - from) / seconds;
	};
	return {
		pcieReceiveBytesPerSecond: rate(0),
		pcieSendBytesPerSecond: rate(1),
		nvlinkReceiveBytesPerSecond: rate(2),
		nvlinkSendBytesPerSecond: rate(3)
	};
}
function readHealth(device, queries, memory) {
	const corrected = askU64(device, queries.eccCorrected, memory);
	const uncorrected = askU64(device, queries.eccUncorrected, memory);
	return {
		eccErrors: corrected === null && uncorrected === null ? null : (corrected ?? 0) + (uncorrected ?? 0),
		retiredPages: countRetiredPages(device, queries, memory) ?? countRemappedRows(device, queries, memory)
	};
}
function countRetiredPages(device, queries, memory) {
	const single = askU32(device, queries.retiredSingle, memory);
	const double = askU32(device, queries.retiredDouble, memory);
	return single === null || double === null ? null : single + double;
}
function countRemappedRows(device, { remappedRows: rows }, memory) {
	return isAnswered(device, rows) ? memory.readU32(rows.offset) + memory.readU32(rows.offset + 4) : null;
}
const nameOffset = 8;
const listOffset$1 = nameOffset + textLength.processName;
const spare = 8;
var NvmlProcessList = class {
	#library;
	#capacity = 64;
	#memory;
	constructor(library) {
		this.#library = library;
		this.#memory = this.#allocate();
	}
	read(device, listSlices) {
		const { computeProcesses, mpsProcesses } = this.#library.functions;
		if (!computeProcesses || device.lostBecause !== null) return null;
		const whole = this.#readList(computeProcesses, device.handle);
		const slices = whole === nvmlReturn.noPermission ? listSlices() : [];
		const lists = slices.length > 0 ? slices.map((slice) => this.#readList(computeProcesses, slice)) : [whole];
		const listed = lists.filter((list) => typeof list !== "number");
		if (lists.includes(nvmlReturn.noPermission)) throw new EnvironmentError(`the driver refuses them of GPU ${device.index}: NO_PERMISSION (4)`, "");
		if (listed.length < lists.length) return null;
		const clients = mpsProcesses ? this.#readList(mpsProcesses, device.handle) : [];
		const all = [...listed.flat(), ...typeof clients === "number" ? [] : clients];
		return dropMachinePrograms([...new Map(all.map((process) => [process.pid, process])).values()]);
	}
	#readList(list, handle) {
		let code = nvmlReturn.insufficientSize;
		for (let attempt = 0; attempt < 4; attempt += 1) {
			this.#memory.writeU32(0, this.#capacity);
			code = list(handle, this.#memory.getAddress(0), this.#memory.getAddress(listOffset$1));
			const count = this.#memory.readU32(0);
			if (code === nvmlReturn.success) return Array.from({ length: count }, (_, index) => this.#readProcess(index));
			if (code !== nvmlReturn.insufficientSize) return code;
			this.#capacity = count + spare;
			this.#memory = this.#allocate();
		}
		return code;
	}
	#readProcess(index) {
		const at = listOffset$1 + index * processInfo.size;
		const pid = this.#memory.readU32(at + processInfo.pid);
		const memoryBytes = this.#memory.readU64(at + processInfo.usedMemory);
		return {
			pid,
			name: readProcessName(pid, this.#library.functions, this.#memory),
			memoryBytes
		};
	}
	#allocate() {
		return this.#library.createMemory(listOffset$1 + this.#capacity * processInfo.size);
	}
};
function readProcessName(pid, { processName }, memory) {
	return (processName?.(pid, memory.getAddress(nameOffset), textLength.processName) === nvmlReturn.success ? memory.readText(nameOffset, textLength.processName) : "") || readProgramName(pid);
}
function readProgramName(pid) {
	try {
		return readFileSync(`/proc/${pid}/comm`, "utf8").trim() || null;
	} catch {
		return null;
	}
}

// src/io/gpu/nvml/nvml-gpm.ts
const noGpmValues = {
	...noTraffic,
	smUtilization: null,
	smOccupancy: null,
	tensorActivity: null,
	dramBandwidthUtilization: null
};
const metricIds = [
	gpmMetricId.smUtilization,
	gpmMetricId.smOccupancy,
	gpmMetricId.anyTensor,
	gpmMetricId.dramBandwidth,
	gpmMetricId.pcieReceive,
	gpmMetricId.pcieSend,
	gpmMetricId.nvlinkReceive,
	gpmMetricId.nvlinkSend
];
const minWindowMs = 100;
var NvmlGpm = class {
	#request;
	constructor(functions, memory) {
		this.#request = new GpmRequest(functions, memory, metricIds);
	}
	open(device) {
		const samples = this.#request.allocatePair(device);
		return samples && {
			older: samples[0],
			newer: samples[1],
			takenMs: null,
			values: noGpmValues
		};
	}
	read(device, counter, timeMs) {
		const passedMs = counter.takenMs === null ? Number.POSITIVE_INFINITY : timeMs - counter.takenMs;
		if (passedMs >= 0 && passedMs < minWindowMs) return counter.values;
		if (!this.#request.take(device, counter.older)) {
			counter.values = noGpmValues;
			return counter.values;
		}
		const isFirst = counter.takenMs === null;
		const { older, newer } = counter;
		counter.older = newer;
		counter.newer = older;
		counter.takenMs = timeMs;
		counter.values = isFirst ? noGpmValues : this.#compare(counter);
		return counter.values;
	}
	close(counter) {
		this.#request.free([counter.older, counter.newer]);
	}
	#compare({ older, newer }) {
		const request = this.#request;
		if (!request.compare(older, newer)) return noGpmValues;
		return {
			smUtilization: request.share(0),
			smOccupancy: request.share(1),
			tensorActivity: request.share(2),
			dramBandwidthUtilization: request.share(3),
			pcieReceiveBytesPerSecond: request.rate(4),
			pcieSendBytesPerSecond: request.rate(5),
			nvlinkReceiveBytesPerSecond: request.rate(6),
			nvlinkSendBytesPerSecond: request.rate(7)
		};
	}
};
const mib = 1024 ** 2;
var GpmRequest = class {
	#functions;
	#memory;
	#request;
	#scratch;
	constructor(functions, memory, ids) {
		this.#functions = functions;
		this.#memory = memory;
		this.#scratch = memory.reserve(gpmSupport.size);
		this.#request = memory.reserve(gpmMetricsGet.size(ids.length));
		memory.writeU32(this.#request, gpmMetricsGet.version);
		memory.writeU32(this.#request + gpmMetricsGet.count, ids.length);
		ids.forEach((id, index) => memory.writeU32(this.#getMetricOffset(index) + gpmMetric.id, id));
	}
	allocatePair({ handle }) {
		const { gpmSupport: asksSupport, gpmSampleGet, gpmMetricsGet: asksMetrics, gpmSampleFree } = this.#functions;
		if (!asksSupport || !gpmSampleGet || !asksMetrics || !gpmSampleFree) return null;
		this.#memory.writeU32(this.#scratch, gpmSupport.version);
		if (asksSupport(handle, this.#memory.getAddress(this.#scratch)) !== nvmlReturn.success) return null;
		if (this.#memory.readU32(this.#scratch + gpmSupport.isSupported) === 0) return null;
		const pair = [this.#allocate(), this.#allocate()];
		const [one, other] = pair;
		if (one !== null && other !== null) return [one, other];
		this.free(pair);
		return null;
	}
	free(samples) {
		for (const sample of samples) if (sample !== null) this.#functions.gpmSampleFree?.(sample);
	}
	take({ handle }, sample) {
		return this.#functions.gpmSampleGet?.(handle, sample) === nvmlReturn.success;
	}
	compare(older, newer) {
		this.#memory.writeAddress(this.#request + gpmMetricsGet.sample1, older);
		this.#memory.writeAddress(this.#request + gpmMetricsGet.sample2, newer);
		return this.#functions.gpmMetricsGet?.(this.#memory.getAddress(this.#request)) === nvmlReturn.success;
	}
	share(index) {
		const percent = this.#readValue(index);
		return percent === null ? null : percent > 101 ? percent / 100 : Math.min(percent / 100, 1);
	}
	rate(index) {
		const mibPerSecond = this.#readValue(index);
		return mibPerSecond === null ? null : mibPerSecond * mib;
	}
	#readValue(index) {
		const at = this.#getMetricOffset(index);
		const value = this.#memory.readF64(at + gpmMetric.value);
		return this.#memory.readU32(at + gpmMetric.return) === nvmlReturn.success && Number.isFinite(value) && value >= 0 ? value : null;
	}
	#getMetricOffset(index) {
		return this.#request + gpmMetricsGet.metrics + index * gpmMetric.size;
	}
	#allocate() {
		return this.#functions.gpmSampleAlloc?.(this.#memory.getAddress(this.#scratch)) === nvmlReturn.success ? this.#memory.readAddress(this.#scratch) : null;
	}
};
var NvmlActivity = class {
	#request;
	#pairs = /* @__PURE__ */ new Map();
	constructor(functions, memory) {
		this.#request = new GpmRequest(functions, memory, [gpmMetricId.dramBandwidth, gpmMetricId.graphicsUtilization]);
	}
	begin(device, now) {
		const pair = this.#pairs.get(device.index) ?? this.#open(device);
		if (!pair) return "this GPU or driver has no GPM counters";
		const isTaken = this.#request.take(device, pair.first);
		pair.firstMs = isTaken ? now() : null;
		return isTaken ? null : "the driver returned no GPM sample";
	}
	read(device, now) {
		const pair = this.#pairs.get(device.index);
		if (!pair || pair.firstMs === null || !this.#request.take(device, pair.last)) return null;
		const timeMs = now();
		if (!this.#request.compare(pair.first, pair.last)) return null;
		const [dram, graphics] = [0, 1].map((index) => this.#request.share(index));
		const toMs = (share) => share === null || share === void 0 || share > 1 ? null : share * (timeMs - (pair.firstMs ?? timeMs));
		return {
			timeMs,
			dramMs: toMs(dram),
			graphicsMs: toMs(graphics)
		};
	}
	close() {
		for (const { first, last } of this.#pairs.values()) this.#request.free([first, last]);
		this.#pairs.clear();
	}
	#open(device) {
		const samples = this.#request.allocatePair(device);
		if (!samples) return null;
		const pair = {
			first: samples[0],
			last: samples[1],
			firstMs: null
		};
		this.#pairs.set(device.index, pair);
		return pair;
	}
};

// src/io/gpu/nvml/nvml-samples.ts
const typeOffset = 0;
const countOffset = 8;
const listOffset = 16;
const initialCapacity = 512;
const maxCapacity = 65536;
const allSamples = 0;
const empty = { status: "empty" };
var NvmlUtilizationBuffer = class {
	#library;
	#capacity = initialCapacity;
	#memory;
	constructor(library) {
		this.#library = library;
		this.#memory = this.#allocate();
	}
	read({ handle, lostBecause }) {
		const { samples } = this.#library.functions;
		if (!samples) return {
			status: "unavailable",
			reason: "this driver has no nvmlDeviceGetSamples"
		};
		if (lostBecause !== null) return {
			status: "unavailable",
			reason: `the GPU was lost: ${lostBecause}`
		};
		for (;;) {
			const memory = this.#memory;
			memory.writeU32(countOffset, this.#capacity);
			const out = [
				typeOffset,
				countOffset,
				listOffset
			].map((offset) => memory.getAddress(offset));
			const code = samples(handle, samplingType.gpuUtilization, allSamples, ...out);
			const count = memory.readU32(countOffset);
			if (code === nvmlReturn.success) return this.#decode(count);
			if (code === nvmlReturn.notFound) return empty;
			if (!(code === nvmlReturn.insufficientSize && count > this.#capacity && count <= maxCapacity)) return {
				status: "unavailable",
				reason: `nvmlDeviceGetSamples answered ${getReturnName(code)}`
			};
			this.#capacity = count;
			this.#memory = this.#allocate();
		}
	}
	#decode(count) {
		const type = this.#memory.readU32(typeOffset);
		const used = Array.from({ length: Math.min(count, this.#capacity) }, (_, index) => this.#readSample(index, type)).filter(({ timeUs }) => timeUs > 0).toSorted((a, b) => a.timeUs - b.timeUs);
		if (used.length === 0) return empty;
		return {
			status: "samples",
			timesUs: used.map(({ timeUs }) => timeUs),
			percents: used.map(({ value }) => value)
		};
	}
	#readSample(index, type) {
		const at = listOffset + index * sample.size;
		return {
			timeUs: this.#memory.readU64(at + sample.timeStamp) ?? 0,
			value: type === valueType.double ? this.#memory.readF64(at + sample.value) : this.#memory.readU32(at + sample.value)
		};
	}
	#allocate() {
		return this.#library.createMemory(listOffset + this.#capacity * sample.size);
	}
};
const maxEventsPerCall = 64;
var NvmlEvents = class {
	#functions;
	#memory;
	#devices;
	#offset;
	#set;
	constructor(functions, memory, devices) {
		this.#functions = functions;
		this.#memory = memory;
		this.#devices = devices;
		this.#offset = memory.reserve(eventData.size);
		const created = functions.eventSetCreate?.(memory.getAddress(this.#offset)) === nvmlReturn.success;
		this.#set = created ? memory.readAddress(this.#offset) : null;
		for (const device of devices) this.#register(device);
	}
	drain(timeMs) {
		const events = [];
		for (let count = 0; count < maxEventsPerCall; count += 1) {
			if (this.#set === null) break;
			if (this.#functions.eventSetWait?.(this.#set, this.#memory.getAddress(this.#offset), 0) !== nvmlReturn.success) break;
			events.push(...this.#decode(timeMs));
		}
		return events;
	}
	close() {
		if (this.#set !== null) this.#functions.eventSetFree?.(this.#set);
		this.#set = null;
	}
	#register({ handle }) {
		const { supportedEventTypes, registerEvents } = this.#functions;
		if (this.#set === null || !supportedEventTypes || !registerEvents) return;
		if (supportedEventTypes(handle, this.#memory.getAddress(this.#offset)) !== nvmlReturn.success) return;
		const types = this.#memory.readU32(this.#offset) & (eventType.xid | eventType.doubleBitEcc);
		if (types !== 0) registerEvents(handle, types, this.#set);
	}
	#decode(timeMs) {
		const handle = this.#memory.readAddress(this.#offset + eventData.device);
		const device = this.#devices.find((one) => one.handle === handle);
		const type = this.#memory.readU32(this.#offset + eventData.type);
		if (device === void 0) return [];
		if (type === eventType.doubleBitEcc) return [{
			gpu: device.index,
			timeMs,
			kind: "ecc",
			detail: "double-bit ECC error"
		}];
		const number = this.#memory.readU64(this.#offset + eventData.data);
		return type === eventType.xid ? [{
			gpu: device.index,
			timeMs,
			kind: "xid",
			detail: String(number)
		}] : [];
	}
};

// src/io/gpu/nvml/nvml-source.ts
const nvmlPath = "libnvidia-ml.so.1";
const memoryBytes = 8192;
const ofWholeGpu = "in MIG mode the driver counts all slices of the GPU together";
const healthEveryMs = 1e4;
const gpmLimits = {
	everyMs: 500,
	mostMs: 15e3,
	share: 3e-4
};
function openNvmlSource(options = {}) {
	const { libraryPath = nvmlPath, library = loadNvmlLibrary(libraryPath), readCpuMs } = options;
	const code = library.functions.init?.() ?? nvmlReturn.functionNotFound;
	if (code === nvmlReturn.success) return new OpenNvml(library, readCpuMs);
	throw new EnvironmentError(`NVML did not start: nvmlInit_v2 of ${libraryPath} answered ${getReturnName(code)}`, "Run \"nvidia-smi\" on this machine: it prints the error of the driver.");
}
var OpenNvml = class {
	#library;
	#functions;
	#memory;
	#queries;
	#gpm;
	#identities;
	#activity;
	#samples;
	#processes;
	#events;
	#watched;
	#toldLost = /* @__PURE__ */ new Set();
	#readCpuMs;
	listForbidden = () => listForbidden(this.#watched.map(({ device }) => device));
	#isOpen = true;
	constructor(library, readCpuMs) {
		this.#readCpuMs = readCpuMs;
		this.#library = library;
		this.#functions = library.functions;
		this.#memory = library.createMemory(memoryBytes);
		this.#queries = createQueries(this.#functions, this.#memory);
		this.#gpm = new NvmlGpm(this.#functions, this.#memory);
		this.#identities = new NvmlIdentities(this.#functions, this.#memory);
		this.#activity = new NvmlActivity(this.#functions, this.#memory);
		this.#samples = new NvmlUtilizationBuffer(library);
		this.#processes = new NvmlProcessList(library);
		const devices = findDevices(this.#functions, this.#memory);
		this.#events = new NvmlEvents(this.#functions, this.#memory, devices);
		this.#watched = devices.map((device) => ({
			device,
			gpm: device.lostBecause === null ? this.#gpm.open(device) : null,
			gpmPace: null,
			traffic: null,
			health: {
				eccErrors: null,
				retiredPages: null
			},
			healthMs: null
		}));
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
			let counted = reading;
			watched.gpmPace ??= new AdaptivePace({
				...gpmLimits,
				share: gpmLimits.share / gpus.length
			}, this.#readCpuMs);
			watched.gpmPace.attempt(timeMs, () => {
				counted = this.#addGpm(reading, timeMs);
			});
			return counted;
		});
	}
	readCounters(gpus, timeMs) {
		return this.readVitals(gpus, timeMs).map((reading) => this.#addGpm(reading, timeMs));
	}
	readVitals(gpus, timeMs) {
		return gpus.map((gpu) => this.#readOne(this.#find(gpu), timeMs));
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
		return new Map(gpus.map((gpu) => {
			const millijoules = askU64(this.#find(gpu).device, this.#queries.energy, this.#memory);
			return [gpu, millijoules === null ? null : millijoules / 1e3];
		}));
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
		return [...this.#events.drain(timeMs), ...lost.map(({ device }) => createLostEvent(device, timeMs))];
	}
	[Symbol.dispose]() {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		try {
			for (const { gpm } of this.#watched) if (gpm !== null) this.#gpm.close(gpm);
			this.#activity.close();
			this.#events.close();
			this.#functions.shutdown?.();
		} catch (error) {
			if (!(error instanceof UnansweredError)) throw error;
		} finally {
			this.#library.close?.();
		}
	}
	#readProcesses(device) {
		const listSlices = () => this.#identities.isMigOn(device) ? this.#identities.listSliceHandles(device.handle) : [];
		return this.#processes.read(device, listSlices);
	}
	#readOne(watched, timeMs) {
		const { device, gpm } = watched;
		const vitals = readVitals(device, this.#queries, this.#memory);
		const traffic = gpm === null ? this.#readTraffic(watched, timeMs) : null;
		const { eccErrors, retiredPages } = this.#readHealth(watched, timeMs);
		const { index: gpu } = device;
		return {
			gpu,
			timeMs,
			...vitals,
			...noGpmValues,
			...traffic,
			eccErrors,
			retiredPages,
			processes: null
		};
	}
	#addGpm(reading, timeMs) {
		return {
			...reading,
			...this.#readGpm(this.#find(reading.gpu), timeMs)
		};
	}
	#readGpm({ device, gpm }, timeMs) {
		return gpm !== null && device.lostBecause === null ? this.#gpm.read(device, gpm, timeMs) : {};
	}
	#readTraffic(watched, timeMs) {
		const before = watched.traffic;
		watched.traffic = countTraffic(watched.device, this.#queries, this.#memory, timeMs);
		return computeTraffic(before, watched.traffic);
	}
	#readHealth(watched, timeMs) {
		if (watched.healthMs !== null && Math.abs(timeMs - watched.healthMs) < healthEveryMs && watched.device.lostBecause === null) return watched.health;
		watched.healthMs = timeMs;
		watched.health = readHealth(watched.device, this.#queries, this.#memory);
		return watched.health;
	}
	#find(gpu) {
		if (!this.#isOpen) throw new Error("this NVML source is closed");
		const watched = this.#watched[gpu];
		if (watched !== void 0) return watched;
		throw new UserError(`GPU ${gpu} does not exist on this machine (GPUs found: ${this.#watched.length})`, "Give physical indices as \"nvidia-smi -L\" shows them, from 0.");
	}
};
function findDevices({ deviceCount, deviceByIndex }, memory) {
	const offset = memory.reserve(8);
	const out = memory.getAddress(offset);
	const count = deviceCount?.(out) === nvmlReturn.success ? memory.readU32(offset) : 0;
	return Array.from({ length: count }, (_, index) => {
		const code = deviceByIndex?.(index, out) ?? nvmlReturn.functionNotFound;
		const isOpen = code === nvmlReturn.success;
		return {
			index,
			handle: isOpen ? memory.readAddress(offset) : 0,
			answered: 0,
			unsupported: 0,
			lostBecause: isOpen ? null : getReturnName(code)
		};
	});
}

// src/io/gpu/nvml/driver-thread.ts
const openLimitMs = 2e4;
const callLimitMs = 2e3;
const [idle, asked] = [0, 1];
const [state, func, result, count] = [
	0,
	1,
	2,
	3
];
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
	const shared = new SharedArrayBuffer(128);
	const { words, values, cpu } = openShared(shared);
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
	function ask(index, inputs) {
		if (Atomics.load(words, state) !== idle) throw explainSilence(words, callMs);
		const cpuMs = cpu[0] ?? 0;
		words.set([
			index,
			0,
			inputs.length
		], func);
		values.set(inputs.map(BigInt));
		Atomics.store(words, state, asked);
		Atomics.notify(words, state);
		if (Atomics.wait(words, state, asked, callMs) === "timed-out") throw explainSilence(words, callMs);
		addCpuMs((cpu[0] ?? 0) - cpuMs);
		return words[result] ?? 0;
	}
	const bound = Object.entries(functions).map(([name, known], index) => [name, known && ((...inputs) => ask(index, inputs))]);
	return {
		functions: Object.fromEntries(bound),
		createMemory(bytes) {
			const memory = createMemory(bytes);
			memories.push(memory);
			return memory;
		},
		close: () => leaveThread(worker)
	};
}
function answerCalls({ libraryPath, shared }, port) {
	const { words, values, cpu } = openShared(shared);
	const { functions, createMemory } = loadNvmlLibrary(libraryPath);
	const known = Object.keys(functions);
	const list = Object.values(functions);
	const call = (name, ...inputs) => {
		words[func] = known.indexOf(name);
		return functions[name]?.(...inputs) ?? -1;
	};
	const memory = createMemory(8);
	const isOpen = call("init") === 0;
	const gpus = isOpen && call("deviceCount", memory.getAddress(0)) === 0 ? memory.readU32(0) : 0;
	for (let gpu = 0; gpu < gpus; gpu += 1) call("deviceByIndex", gpu, memory.getAddress(0));
	cpu[0] = readThreadCpuMs();
	port.postMessage("open");
	for (let isFirst = true;; isFirst = false) {
		Atomics.wait(words, state, idle);
		const inputs = Array.from(values.slice(0, words[count]), toExactAddress);
		words[result] = list[words[func] ?? 0]?.(...inputs) ?? -1;
		if (isFirst && isOpen) functions.shutdown?.();
		cpu[0] = readThreadCpuMs();
		Atomics.store(words, state, idle);
		Atomics.notify(words, state);
	}
}
function openShared(shared) {
	return {
		words: new Int32Array(shared, 0, 4),
		cpu: new Float64Array(shared, 16, 1),
		values: new BigUint64Array(shared, 24, 8)
	};
}
function explainSilence(words, limitMs) {
	return new UnansweredError(`the NVIDIA driver did not answer ${getDriverName(words[func] ?? 0)} within ${limitMs / 1e3} s`, "Look for Xid errors in dmesg; a driver that hangs needs a restart of the machine. The monitor none reads no GPU.");
}

export { answerCalls, openDriver };