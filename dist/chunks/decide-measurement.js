import { UserError } from "./core.js";
import { createPathFilter, findLinkedPaths, isAtOrBelow, isRelated, linkMode, listTreeChanges, submoduleMode } from "./tree-changes.js";
import { listNamedPaths } from "./measuring.js";
import { findMeasuredOrigin, loadRules, verifyMeasuredCommit } from "./judging.js";

// src/domain/paths/find-program-change.ts
const checkoutFiles = [
	".gitattributes",
	".gitmodules",
	".lfsconfig"
];
const workflowDirectories = [".github/workflows", ".github/actions"];
function findProgramChange(changes, files) {
	for (const change of changes) {
		const reason = explainChange(change, files);
		if (reason !== null) return `${JSON.stringify(change.path)} ${reason}`;
	}
	return null;
}
function explainChange({ path, modes }, { isProgram, named, linked }) {
	if (isProgram(path)) return "matches pipeline.paths";
	if (modes.includes("160000")) return "is a submodule";
	if (modes.includes("120000")) return "is a symbolic link";
	if (/[\p{Cc}\\\uFFFD]/u.test(path)) return "has an unusual name";
	if (checkoutFiles.includes(path.split("/").at(-1)?.toLowerCase() ?? "")) return "changes how files are checked out";
	if (workflowDirectories.some((directory) => isAtOrBelow(path.toLowerCase(), directory))) return "is part of a workflow";
	if (named.some((one) => isAtOrBelow(path, one))) return "is named by the config";
	return linked.some((one) => isRelated(path, one)) ? "is the target of a symbolic link of the program" : null;
}

// src/steps/paths/compare-trees.ts
const maxLinks = 100;
async function compareTrees(pairs, isProgram, trees) {
	const commits = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))];
	const files = /* @__PURE__ */ new Map();
	for (const commit of commits) {
		const listed = await trees.listFiles(commit);
		if (listed === null) return `GitHub does not list all files of ${commit.slice(0, 7)}`;
		files.set(commit, listed);
	}
	const changes = pairs.flatMap(({ before, after }) => listTreeChanges(files.get(before) ?? [], files.get(after) ?? []));
	const links = [...files.values()].flatMap((listed) => listed.filter(({ mode }) => mode === linkMode));
	if (new Set(links.map(({ id }) => id)).size > maxLinks) return `the repository has more than ${maxLinks} symbolic links`;
	return {
		changes,
		linked: findLinkedPaths(await readLinks(links, trees), isProgram)
	};
}
async function readLinks(links, trees) {
	const targets = /* @__PURE__ */ new Map();
	for (const { id } of links) if (!targets.has(id)) targets.set(id, await trees.readLinkTarget(id));
	return links.map(({ path, id }) => ({
		path,
		target: targets.get(id) ?? ""
	}));
}

// src/steps/paths/decide-measurement.ts
async function decideMeasurement({ context, measuredBy, configPath }, ports) {
	if (context.commanded) return needsMeasurement("a comment command requests it");
	const { headCommit } = measuredBy;
	const origin = await findMeasuredOrigin(measuredBy, context.pullRequest, ports.gitHub);
	if (origin.pulls.length > 1) return needsMeasurement("several pull requests have this head");
	const head = await verifyMeasuredCommit(headCommit, headCommit, origin, ports.gitHub);
	if (head.base === null || head.mergeBase === null) return needsMeasurement("the event has no base to compare with");
	const read = (commit, path) => ports.gitHub.readAt(commit, path);
	const { config, yardstick, text } = await loadRules({
		path: configPath,
		trustedCommit: head.base.tip,
		headCommit,
		read
	});
	const globs = config.pipeline.paths;
	if (globs.length === 0) return needsMeasurement("pipeline.paths is empty", false);
	if (yardstick.origin !== "base") return needsMeasurement("the base has no config");
	if (await hasLabel(origin, config, ports.gitHub)) return needsMeasurement(`it has the label ${config.commands.measureLabel}`);
	const pairs = await findPairs(head, {
		context,
		origin,
		gitHub: ports.gitHub
	});
	if (pairs === null) return needsMeasurement("GitHub has no current merge of it into its base");
	if (await read(pairs[0].before, configPath) !== text) return needsMeasurement(`${configPath} changed on the base`);
	const isProgram = createPathFilter(globs);
	const compared = await compareTrees(pairs, isProgram, ports.trees);
	if (typeof compared === "string") return needsMeasurement(compared);
	const { changes, linked } = compared;
	const reason = findProgramChange(changes, {
		isProgram,
		linked,
		named: listNamedPaths(config, configPath)
	});
	if (reason !== null) return needsMeasurement(`it changes the program: ${reason}`);
	return {
		isNeeded: false,
		unrelated: {
			changed: [...new Set(changes.map(({ path }) => path))].toSorted(),
			globs,
			label: config.commands.measureLabel
		},
		commits: head,
		origin
	};
}
function needsMeasurement(reason, hasPaths = true) {
	return {
		isNeeded: true,
		reason,
		hasPaths
	};
}
async function hasLabel({ pulls: [pull], queuedPull }, { commands: { measureLabel } }, gitHub) {
	return (pull ?? (queuedPull === null ? null : await gitHub.findOpenPullRequest(queuedPull)))?.labels.includes(measureLabel) ?? false;
}
async function findPairs({ mergeBase, base, checked, pull }, { context, origin, gitHub }) {
	if (mergeBase === null) return null;
	const own = {
		before: mergeBase,
		after: checked
	};
	if (mergeBase === base?.tip) return [own];
	for (const commit of /* @__PURE__ */ new Set([context.mergeCommit, pull?.mergeCommit])) {
		const merged = commit ? await verifyMerge(commit, {
			checked,
			origin,
			gitHub
		}) : null;
		if (merged !== null && merged.mergeBase !== null) return [{
			before: merged.mergeBase,
			after: merged.head.commit
		}, own];
	}
	return null;
}
async function verifyMerge(commit, { checked, origin, gitHub }) {
	try {
		return await verifyMeasuredCommit(commit, checked, origin, gitHub);
	} catch (error) {
		if (error instanceof UserError) return null;
		throw error;
	}
}

export { decideMeasurement, needsMeasurement };