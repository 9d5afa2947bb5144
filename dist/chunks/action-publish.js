import { o as writeUnrelated } from "./action.js";
import { L as diskFileStore, _ as formatSubject, d as buildClaim, f as describeSubject, g as describeResult, h as confirmCheck, i as createRunId, m as completeCheck, n as publishUnderCheck, t as holdForMeasurement, vt as UserError } from "./foundation.js";
import { i as createAcceptancePorts, n as connectDecision, r as connectGitHub } from "./github.js";
import { Cr as formatCodeSpan, k as findSharing } from "./judging.js";
import { t as decideMeasurement } from "./decide-measurement.js";
import { join } from "node:path";

// src/reporters/unrelated-change.ts
const maxListed = 100;
const unrelatedTitle = "Not measured: no file of the program changed";
function renderUnrelatedChange({ changed, globs, label }) {
	const files = changed.length === 1 ? "changed file" : "changed files";
	const rest = changed.length - maxListed;
	return [
		`${changed.length} ${files}, none of which belongs to the program (\`pipeline.paths\` of the base), and neither config, dataset, baseline, submodule nor workflow changed.`,
		...listLines("Changed", [...changed.slice(0, maxListed).map((path) => formatCodeSpan(path)), ...rest > 0 ? [`and ${rest} more`] : []]),
		...listLines("Program", globs.slice(0, maxListed).map((glob) => formatCodeSpan(glob))),
		`To measure anyway, write \`/warpgauge run\` in a comment, or add the label ${formatCodeSpan(label)} and run the workflow again.`
	].join("\n\n");
}
function listLines(title, lines) {
	return lines.length === 0 ? [] : [`**${title}**`, lines.map((line) => `- ${line}`).join("\n")];
}

// src/modes/publish-unmeasured.ts
async function publishUnmeasured(request, ports) {
	const decision = await decideMeasurement(request, ports);
	if (!decision.isNeeded) return await concludeUnrelated(decision, request, ports);
	if (!decision.hasPaths) return null;
	throw new UserError(`nothing was measured, but a measurement is needed: ${decision.reason}`, "Run the measuring workflow again, or write /warpgauge run in a comment.");
}
async function concludeUnrelated({ unrelated, commits, origin }, { announcement, identify }, ports) {
	const subject = describeSubject(commits.pull?.number ?? null, commits);
	identify(subject);
	const about = {
		...announcement,
		...subject,
		sharing: findSharing(commits.pull, origin.sharing),
		isProvisional: false
	};
	const summary = renderUnrelatedChange(unrelated);
	const claim = buildClaim(about, {
		title: unrelatedTitle,
		summary,
		result: "unrelated"
	});
	const { url, heldBy } = await completeCheck(claim, ports);
	if (about.pullRequest !== null) await confirmCheck(claim, ports.gitHub);
	await ports.jobSummary?.write(`## ${unrelatedTitle}\n\n${summary}\n`);
	const held = heldBy === null ? "" : ` The check shows the result for ${formatSubject(heldBy)}: ${describeResult(heldBy)}.`;
	return {
		said: `${unrelatedTitle}.${held}`,
		checkUrl: url
	};
}

// src/wiring/action-publish.ts
async function publishFromAction(inputs, context, ports) {
	if (context.measuredBy?.isBeginning) {
		const { token, repository } = requireAccess(inputs, context);
		const gitHub = connectGitHub(token, repository, ports.logger, ports.signal);
		return { said: await holdForMeasurement({
			context,
			configPath: inputs.config
		}, gitHub) };
	}
	if (!await isUnmeasured(inputs, context)) return await publishMeasured(inputs, context, ports);
	return await publishWithoutRun(inputs, context, ports);
}
async function publishMeasured(inputs, context, ports) {
	const { token, repository } = requireAccess(inputs, context);
	if (inputs.runFolders.length === 0) throw new UserError("publish needs the run folder of the measuring job", "Download its artifact and give the path as run-folder; several folders, one per line, are merged.");
	const gitHub = connectGitHub(token, repository, ports.logger, ports.signal);
	const acceptances = createAcceptancePorts(token, repository, ports.logger, ports.signal);
	const allPorts = {
		...ports,
		gitHub,
		acceptances,
		files: diskFileStore
	};
	return await publishUnderCheck(buildRequest(inputs, context, ports), allPorts, loadPublish);
}
async function isUnmeasured({ isSkipped, runFolders }, { event, measuredBy }) {
	if (isSkipped) return true;
	if (event !== "workflow_run" || measuredBy?.conclusion !== "success") return false;
	const found = await Promise.all(runFolders.map((path) => diskFileStore.list(path.replace(/\/\*$/u, ""))));
	return runFolders.length > 0 && found.flat().length === 0;
}
async function publishWithoutRun(inputs, context, ports) {
	const { token, repository } = requireAccess(inputs, context);
	const decision = connectDecision(token, repository, ports.logger, ports.signal);
	const acceptances = createAcceptancePorts(token, repository, ports.logger, ports.signal);
	const allPorts = {
		...ports,
		...decision,
		acceptances,
		files: diskFileStore
	};
	const request = buildRequest(inputs, context, ports);
	const ending = await publishUnderCheck(request, allPorts, async () => {
		return async (announced) => await publishUnmeasured(announced, allPorts) ?? await (await loadPublish())(announced, allPorts);
	});
	if ("checkUrl" in ending) writeUnrelated(ending.checkUrl);
	return ending;
}
function buildRequest({ config, runFolders }, context, { signal }) {
	return {
		context,
		configPath: config,
		runFolders,
		joinedFolder: join(process.env["RUNNER_TEMP"] ?? "/tmp", `warpgauge-joined-${createRunId()}`),
		signal
	};
}
function requireAccess({ token }, { repository }) {
	if (token === null) throw new UserError("publish needs a token", "Add `token: ${{ github.token }}` and the permissions checks: write and pull-requests: write.");
	if (!repository) throw new UserError("GITHUB_REPOSITORY is not set", "Run this inside GitHub Actions.");
	return {
		token,
		repository
	};
}
async function loadPublish() {
	return (await import("./publish.js")).publish;
}

export { publishFromAction, publishMeasured };