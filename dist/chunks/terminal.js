// src/cli/terminal.ts
function say(text) {
	process.stderr.write(`${text}\n`);
}
function print(text) {
	process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}
function columnsOf(stream) {
	return Math.max(60, Math.min(stream.columns ?? 100, 160));
}
function mayColour(stream) {
	return stream.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
}
function terminalLogger(isVerbose) {
	return {
		debug: (message) => isVerbose ? say(message) : void 0,
		info: say,
		notice: say,
		warning: (message) => say(`warning: ${message}`),
		error: (message) => say(`error: ${message}`)
	};
}

export { terminalLogger as a, say as i, mayColour as n, print as r, columnsOf as t };