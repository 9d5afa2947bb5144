import { UserError } from "./core.js";
import { formatCodeSpan } from "./judging.js";
import { buildClaim, completeCheck, confirmCheck, describeSubject } from "./foundation.js";
import { decideMeasurement } from "./decide-measurement.js";

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
async function concludeUnrelated({ unrelated, commits }, { announcement, identify }, ports) {
	const subject = describeSubject(commits.pull?.number ?? null, commits);
	identify(subject);
	const about = {
		...announcement,
		...subject,
		isProvisional: false
	};
	const summary = renderUnrelatedChange(unrelated);
	const claim = buildClaim(about, {
		title: unrelatedTitle,
		summary,
		result: "unrelated"
	});
	const { url, held } = await completeCheck(claim, ports);
	if (about.pullRequest !== null) await confirmCheck(claim, ports.gitHub);
	await ports.jobSummary?.write(`## ${unrelatedTitle}\n\n${summary}\n`);
	return {
		said: `${unrelatedTitle}.${held === null ? "" : ` ${held}`}`,
		checkUrl: url
	};
}

export { publishUnmeasured };