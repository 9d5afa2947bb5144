import { clocksEventReasons, createUnavailableReading } from "./core.js";
import { logColumns } from "./telemetry.js";

// src/adapters/smi/gpu-log-rows.ts
const requiredColumns = logColumns.slice(0, 8).map(({ name }) => name);
const quantityColumns = logColumns.flatMap((column) => "quantity" in column ? [[column.name, column.quantity]] : []);
const bytesPerMebibyte = 1048576;
function isGpuMetricsLog(text) {
	return /^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(text);
}
var GpuLogRows = class {
	#columns = requiredColumns;
	#places = this.#findPlaces();
	isOurs = false;
	isFallback = null;
	promised = /* @__PURE__ */ new Map();
	broken = 0;
	#footerGpu = -1;
	read(line) {
		if (line.startsWith("#")) this.#readRemark(line);
		else if (line.trim() !== "") {
			const row = this.#readRow(line.split(",").map((cell) => cell.trim()));
			if (row) return row;
			this.broken += 1;
		}
		return null;
	}
	#readRemark(line) {
		const monitor = /^# Nvitop: (\S+)/.exec(line)?.[1];
		if (monitor) this.isFallback = monitor === "fallback";
		if (/^# Monitor: \S/.test(line)) [this.isOurs, this.isFallback] = [true, false];
		if (/^# timestamp,device_id\b/.test(line)) {
			this.#columns = line.slice(2).split(",").map((name) => name.trim());
			this.#places = this.#findPlaces();
		}
		this.#footerGpu = Number(/^# GPU (\d+):/.exec(line)?.[1] ?? this.#footerGpu);
		const samples = /^#\s+Samples: (\d+)/.exec(line)?.[1];
		if (samples && this.#footerGpu >= 0) this.promised.set(this.#footerGpu, Number(samples));
	}
	#findPlaces() {
		return {
			quantities: quantityColumns.map(([name]) => this.#columns.indexOf(name)),
			numbers: requiredColumns.slice(0, -1).map((name) => this.#columns.indexOf(name)),
			stage: this.#columns.indexOf("stage"),
			reasons: this.#columns.indexOf("clocks_event_reasons")
		};
	}
	#readRow(cells) {
		const { quantities, numbers, stage, reasons } = this.#places;
		const texts = numbers.map((place) => cells[place] ?? "");
		const [seconds = null, gpu = null] = texts.map(parseAmount);
		if (cells.length !== this.#columns.length || seconds === null || !(seconds >= 0)) return null;
		if (gpu === null || gpu < 0 || !Number.isInteger(gpu)) return null;
		if (!texts.every((text) => /^(?:-?\d+(?:\.\d+)?|N\/A|None|nan|)$/i.test(text))) return null;
		const amounts = quantities.map((place, index) => [quantityColumns[index]?.[1], parseAmount(cells[place] ?? "")]);
		return this.#complete(texts, {
			...createUnavailableReading(gpu, Math.round(seconds * 1e3)),
			...Object.fromEntries(amounts),
			clocksEventReasons: parseReasons(cells[reasons] ?? ""),
			stage: cells[stage] || null
		});
	}
	#complete(texts, reading) {
		const [, , , mebibytes = null, percent = null] = texts.map(parseAmount);
		const used = reading.memoryUsedBytes ?? (mebibytes === null ? null : mebibytes * bytesPerMebibyte);
		const total = used !== null && percent !== null && percent > 0 ? Math.round(100 * used / percent) : null;
		const isEmpty = reading.utilizationPercent === 0 && `${texts[5]}${texts[6]}` === "";
		const isUnknown = this.isFallback ?? isEmpty;
		return {
			...reading,
			utilizationPercent: isUnknown ? null : reading.utilizationPercent,
			memoryUsedBytes: used,
			memoryTotalBytes: reading.memoryTotalBytes ?? total
		};
	}
};
function parseReasons(value) {
	if (value === "") return null;
	const found = clocksEventReasons.filter((reason) => value.split(" ").includes(reason));
	return found.length > 0 ? found : null;
}
function parseAmount(value) {
	return /^(?:-?\d+(?:\.\d+)?|nan)$/i.test(value) ? Number(value) : null;
}

export { GpuLogRows, isGpuMetricsLog };