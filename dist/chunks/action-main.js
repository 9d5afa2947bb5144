import { createActionsLogger, createSummaryWriter, failStep, readEvent, readInputs, setOutputs, writeOutputs } from "./action.js";
import { selectMode } from "./choices.js";
import { createPendingCheck } from "./foundation.js";
import { ExplainedError, NoDeviceError, SupersededError, findCause, isOfMachine, machineHint } from "./core.js";

// src/wiring/action-main.ts
const modes = {
	check: async (...given) => await (await import("./action-check.js")).checkFromAction(...given),
	publish: async (...given) => await (await import("./action-publish.js")).publishFromAction(...given),
	command: async (...given) => await (await import("./action-command.js")).answerCommandFromAction(...given),
	bisect: async (...given) => await (await import("./action-bisect.js")).bisectFromAction(...given),
	plan: async (...given) => await (await import("./action-plan.js")).planFromAction(...given),
	record: async (...given) => await (await import("./action-record.js")).recordFromAction(...given),
	refresh: async (...given) => await (await import("./action-refresh.js")).refreshFromAction(...given)
};
async function runAction(step, signal) {
	const { env, runner } = step;
	const logger = createActionsLogger(runner);
	try {
		const inputs = readInputs(runner);
		const context = readEvent(step);
		const mode = inputs.mode === "auto" ? selectMode(context) : inputs.mode;
		const writeSummary = env["GITHUB_STEP_SUMMARY"] ? createSummaryWriter(runner, logger) : null;
		const pending = createPendingCheck(runner, inputs.token);
		const ending = await modes[mode](inputs, context, {
			env,
			runner,
			logger,
			writeSummary,
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
			return setOutputs(runner, {
				verdict: "inconclusive",
				conclusion: "neutral"
			});
		}
		if (error instanceof SupersededError) return logger.notice(describeError(error));
		failStep(runner, describeError(findCause(error, signal)));
		if (error instanceof Error && !(error instanceof ExplainedError)) logger.error(error.stack ?? error.message);
	}
}
function describeError(error) {
	if (error instanceof ExplainedError) return `${error.message}\n${error.hint}`;
	if (isOfMachine(error)) return `${error.message}\n${machineHint}`;
	return `${error instanceof Error ? error.message : String(error)}\nThis is a bug of warpgauge; please report it with the log of this step.`;
}

export { runAction };