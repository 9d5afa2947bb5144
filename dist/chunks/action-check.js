import { chooseLocalNames } from "./action-ports.js";
import { connectGitHub, extendRetries } from "./github.js";
import { createLineProgress, createMeasuringPorts } from "./measuring.js";
import { chooseCheckName, createRunId, describeSubject, formatRunName, runUnderCheck, runUnderLiveCheck } from "./foundation.js";
import { guardStep, listReachableSecrets } from "./guard-step.js";
import { UserError, formatNames } from "./core.js";
import { reportFiles } from "./reporters.js";
import { chooseReference, concludeCheck, findCommits, forgetEarlierRun, recheckReference, refuseForkCode, withAcceptance, writeReports } from "./judging.js";
import { judgeHead, measureHead } from "./run.js";
import { join, resolve } from "node:path";

// src/wiring/action-check.ts
async function checkFromAction(inputs, context, step) {
	refuseTokenOfPart(inputs);
	extendRetries(step.signal, step.logger);
	const { token, config: configPath } = inputs;
	const { workspace, repository } = context;
	const { env, logger, signal } = step;
	const measuring = await createMeasuringPorts({
		workspace,
		environment: env,
		token,
		localNames: chooseLocalNames(token),
		logger,
		progress: createLineProgress((line) => logger.info(line)),
		signal
	});
	const { git, files } = measuring;
	const runId = createRunId();
	const runFolder = resolve(workspace, inputs.runFolder ?? join(env["RUNNER_TEMP"] ?? "/tmp", "warpgauge", runId));
	const { resume: isResume, selection } = inputs;
	const request = {
		context,
		configPath,
		ownRules: null,
		runFolder,
		runId,
		isResume,
		selection,
		signal
	};
	const gitHub = token === null || repository === null ? null : connectGitHub(token, repository, step);
	const processes = guardStep(measuring.processes, env, logger);
	const ports = {
		...measuring,
		processes,
		gitHub,
		...step
	};
	if (!isResume) await forgetEarlierRun(runFolder, files);
	const secretsAtHand = listReachableSecrets(git, env);
	refuseForkCode(context, {
		mayMeasureForks: inputs.allowForks,
		hasToken: gitHub !== null,
		secretsAtHand
	});
	for (const secret of secretsAtHand) logger.warning(`${secret} is readable by the measured code.`);
	const found = await findCommits(context, git);
	const announcement = {
		name: chooseCheckName(configPath, context),
		headCommit: found.checked,
		run: formatRunName(context),
		detailsUrl: context.runUrl,
		...describeSubject(context.pullRequest, found)
	};
	return await runUnderCheck(announcement, request, ports, async () => {
		const reference = await chooseReference({
			...request,
			found
		}, git);
		const measured = await runUnderLiveCheck(announcement, ports, (progress) => measureHead(request, reference, {
			...ports,
			progress
		}));
		const judged = await judgeMeasured(measured, request, ports);
		const { pullRequest, queuedPull = null } = context;
		const head = {
			pullRequest,
			queuedPull,
			headCommit: announcement.headCommit
		};
		const report = await withAcceptance(judged, head, measured.rules.config, ports);
		await writeReports(report, runFolder, reportFiles, files);
		return await concludeCheck({
			...request,
			report,
			announcement
		}, ports);
	});
}
async function judgeMeasured(measured, request, ports) {
	const judged = judgeHead(measured, request);
	if (judged.conclusion !== "success" && judged.conclusion !== "neutral") return judged;
	const doubts = await recheckReference(measured.reference, request.context, ports);
	return doubts.length === 0 ? judged : judgeHead(measured, request, doubts);
}
function refuseTokenOfPart({ selection, token }) {
	if (selection === null || token === null) return;
	throw new UserError(`${formatNames(selection.only)} is a part of a run, so it must not get a token`, "Remove `token`; a job with `mode: publish` merges the run folders and writes one check (docs/matrix.md).");
}

export { checkFromAction };