import { a as writeOutputs, c as failStep, d as readEvent, f as openProcessStep, i as writeNotMeasured, l as createActionsJobSummary, s as createActionsLogger, u as readInputs } from "./chunks/action.js";
import { M as findCause, N as isOfMachine, O as SupersededError, P as machineHint, T as NoDeviceError, j as UserError, w as EnvironmentError, y as cancelOnSignals } from "./chunks/core.js";
import { et as selectMode, q as createPendingCheck } from "./chunks/foundation.js";

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

// src/wiring/action-main.ts
async function runAction(step, signal) {
	const { env, runner } = step;
	const logger = createActionsLogger(runner);
	try {
		const inputs = readInputs(runner);
		const context = readEvent(step);
		const mode = inputs.mode === "auto" ? selectMode(context) : inputs.mode;
		const jobSummary = createActionsJobSummary(step);
		const pending = createPendingCheck(runner, inputs.token);
		const ending = await actionModes[mode](inputs, context, {
			env,
			runner,
			logger,
			jobSummary,
			signal,
			pending
		});
		if ("report" in ending) {
			logger.notice(ending.report.sentence);
			writeOutputs(runner, ending, mode === "check");
		} else if (ending.said !== null) logger.notice(ending.said);
	} catch (error) {
		if (error instanceof NoDeviceError) {
			logger.warning(describeError(error));
			return writeNotMeasured(runner);
		}
		if (error instanceof SupersededError) return logger.notice(describeError(error));
		failStep(runner, describeError(findCause(error, signal)));
		if (error instanceof Error && !isExpected(error)) logger.error(error.stack ?? error.message);
	}
}
function isExpected(error) {
	return error instanceof UserError || error instanceof EnvironmentError;
}
function describeError(error) {
	if (isExpected(error)) return `${error.message}\n${error.hint}`;
	if (isOfMachine(error)) return `${error.message}\n${machineHint}`;
	return `${error instanceof Error ? error.message : String(error)}\nThis is a bug of warpgauge; please report it with the log of this step.`;
}

// src/main.ts
async function main() {
	const { signal, release } = cancelOnSignals();
	try {
		await runAction(openProcessStep(), signal);
	} finally {
		release();
	}
}

// src/index.ts
await main();

export {  };