import { a as readInputs, i as actionsJobSummary, n as actionsLogger, o as readEvent, r as failStep, t as writeOutputs } from "./chunks/action.js";
import { a as cancelOnSignals, f as EnvironmentError, p as UserError, u as modeForEvent } from "./chunks/foundation.js";

// src/main.ts
async function main() {
	const { signal, release } = cancelOnSignals();
	try {
		const inputs = readInputs();
		const context = readEvent(process.env);
		const mode = inputs.mode === "auto" ? modeForEvent(context.event) : inputs.mode;
		const result = mode === "publish" ? await runPublish(inputs, context, signal) : await runCheck(inputs, context, signal);
		actionsLogger.notice(result.report.sentence);
		writeOutputs(result, mode === "check");
	} catch (error) {
		failStep(messageOf(error));
		if (error instanceof Error && !isExpected(error)) actionsLogger.error(error.stack ?? error.message);
	} finally {
		release();
	}
}
async function runPublish(inputs, context, signal) {
	const { publishFromAction } = await import("./chunks/action-publish.js");
	return await publishFromAction(inputs, context, {
		logger: actionsLogger,
		jobSummary: actionsJobSummary(process.env),
		signal
	});
}
async function runCheck(inputs, context, signal) {
	const { checkFromAction } = await import("./chunks/action-check.js");
	return await checkFromAction(inputs, context, {
		logger: actionsLogger,
		jobSummary: actionsJobSummary(process.env),
		signal
	});
}
function isExpected(error) {
	return error instanceof UserError || error instanceof EnvironmentError;
}
function messageOf(error) {
	if (isExpected(error)) return `${error.message}\n${error.hint}`;
	return `${error instanceof Error ? error.message : String(error)}\nThis is a bug of warpgauge; please report it with the log of this step.`;
}

// src/index.ts
await main();

export {  };