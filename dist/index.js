import { a as actionsLogger, c as readInputs, i as writeOutputs, l as readEvent, o as failStep, r as writeNothingTold, s as actionsJobSummary } from "./chunks/action.js";
import { C as modeForEvent, E as NoDeviceError, O as UserError, T as EnvironmentError, d as cancelOnSignals } from "./chunks/foundation.js";

// src/wiring/action-modes.ts
const actionModes = {
	check: async (...given) => await (await import("./chunks/action-check.js")).checkFromAction(...given),
	publish: async (...given) => await (await import("./chunks/action-publish.js")).publishFromAction(...given),
	command: async (...given) => await (await import("./chunks/action-command.js")).commandFromAction(...given),
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
		const mode = inputs.mode === "auto" ? modeForEvent(context) : inputs.mode;
		const jobSummary = actionsJobSummary(process.env);
		const ending = await actionModes[mode](inputs, context, {
			logger: actionsLogger,
			jobSummary,
			signal
		});
		if ("report" in ending) {
			actionsLogger.notice(ending.report.sentence);
			writeOutputs(ending, mode === "check");
		} else if (ending.said !== null) actionsLogger.notice(ending.said);
	} catch (error) {
		if (error instanceof NoDeviceError) return tellNothing(error);
		failStep(messageOf(error));
		if (error instanceof Error && !isExpected(error)) actionsLogger.error(error.stack ?? error.message);
	} finally {
		release();
	}
}
function tellNothing(error) {
	actionsLogger.warning(messageOf(error));
	writeNothingTold();
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