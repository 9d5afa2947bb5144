import { cancelOnSignals, findCause } from "./core.js";
import { relative, resolve } from "node:path";

// src/cli/terminal.ts
let through = null;
function say(text) {
	if (through) through(text);
	else process.stderr.write(`${text}\n`);
}
function sayThrough(writer) {
	through = writer;
}
function print(text) {
	process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}
function endQuietlyOnClosedPipe(stream) {
	stream.on("error", (error) => {
		if (error.code !== "EPIPE") throw error;
		process.exit(2);
	});
}
const narrowest = 40;
const widest = 160;
function measureTerminalWidth(stream) {
	return Math.max(narrowest, Math.min(stream.columns ?? 100, widest));
}
function mayColor(stream, environment = process.env) {
	const forced = environment["FORCE_COLOR"];
	if (forced !== void 0) return forced !== "0" && forced !== "false";
	return stream.isTTY && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
}
function inspectTerminal(stream = process.stdout) {
	return {
		columns: measureTerminalWidth(stream),
		color: mayColor(stream)
	};
}
function mayAnimate(stream, environment = process.env) {
	const isCi = ![
		void 0,
		"",
		"0",
		"false"
	].includes(environment["CI"]);
	return stream.isTTY && !isCi && environment["TERM"] !== "dumb";
}
function createTerminalLogger(isVerbose = false) {
	return {
		debug: (message) => isVerbose ? say(message) : void 0,
		info: say,
		notice: say,
		warning: (message) => say(`warning: ${message}`),
		error: (message) => say(`error: ${message}`)
	};
}
function shortenPath(path) {
	const near = relative(process.cwd(), path);
	return near === "" || near.startsWith("..") ? path : near;
}
function sayWritten(path, bytes) {
	say(`wrote ${shortenPath(resolve(path))}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`);
}
async function stopOnSignals(work) {
	const { signal, release } = cancelOnSignals();
	try {
		return await work(signal);
	} catch (error) {
		throw findCause(error, signal);
	} finally {
		release();
	}
}

// package.json
var version = "0.1.0";
var repository = {
	"type": "git",
	"url": "git+https://github.com/OWNER/warpgauge.git"
};

// src/wiring/tool-version.ts
const toolVersion = version;

export { createTerminalLogger, endQuietlyOnClosedPipe, inspectTerminal, mayAnimate, measureTerminalWidth, print, repository, say, sayThrough, sayWritten, shortenPath, stopOnSignals, toolVersion };