import { a as writeOutputs, c as actionsLogger, d as readInputs, f as readEvent, i as writeNotMeasured, l as failStep, u as createActionsJobSummary } from "./chunks/action.js";
import { et as selectMode, q as createPendingCheck } from "./chunks/foundation.js";
import { M as findCause, N as isOfMachine, O as SupersededError, P as machineHint, T as NoDeviceError, j as UserError, w as EnvironmentError, y as cancelOnSignals } from "./chunks/core.js";

// src/wiring/action-modes.ts
const actionModes = {
	check: async (...given) => await (await import("./chunks/action-check.js")).checkFromAction(...given),
	publish: async (...given) => await (await import("./chunks/action-publish.js")).publishFromAction(...given),
	command: async (...given) => await (await import("./chunks/action-command.js")).answerCommandFromAction(...given),
	bisect: async (...given) => await (await import("./chunks/action-bisect.js")).bisectFromAction(...given),
	plan: async (...given) => await (await import("./chunks/action-plan.js")).planFromAction(...given),
	record: async (...given) => await (await import("./chunks/action-record.js")).recordFromAction(...given),
	refresh: async (...given) => await (await import("./chunks/action-refresh.js")).refreshFromAction(...given)
};

// src/main.ts
async function main() {
	const { signal, release } = cancelOnSignals();
	try {
		const inputs = readInputs();
		const context = readEvent(process.env);
		const mode = inputs.mode === "auto" ? selectMode(context) : inputs.mode;
		const jobSummary = createActionsJobSummary(process.env);
		const pending = createPendingCheck(inputs.token);
		const ending = await actionModes[mode](inputs, context, {
			logger: actionsLogger,
			jobSummary,
			signal,
			pending
		});
		if ("report" in ending) {
			actionsLogger.notice(ending.report.sentence);
			writeOutputs(ending, mode === "check");
		} else if (ending.said !== null) actionsLogger.notice(ending.said);
	} catch (error) {
		if (error instanceof NoDeviceError) return reportNoDevice(error);
		if (error instanceof SupersededError) return actionsLogger.notice(describeError(error));
		failStep(describeError(findCause(error, signal)));
		if (error instanceof Error && !isExpected(error)) actionsLogger.error(error.stack ?? error.message);
	} finally {
		release();
	}
}
function reportNoDevice(error) {
	actionsLogger.warning(describeError(error));
	writeNotMeasured();
}
function isExpected(error) {
	return error instanceof UserError || error instanceof EnvironmentError;
}
function describeError(error) {
	if (isExpected(error)) return `${error.message}\n${error.hint}`;
	if (isOfMachine(error)) return `${error.message}\n${machineHint}`;
	return `${error instanceof Error ? error.message : String(error)}\nThis is a bug of warpgauge; please report it with the log of this step.`;
}

// src/index.ts
await main();

export {  };