// src/domain/init/choices.ts
const trustModels = [
	"trusted",
	"collaborators",
	"forks"
];
const trustModelTexts = {
	trusted: "branches of this repository; code from forks does not run",
	collaborators: "also commits for which someone with write access comments /warpgauge run",
	forks: "also pull requests from forks, each after a reviewer approves it"
};
const defaultLabels = ["self-hosted", "gpu"];
const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/;
function parseLabels(text) {
	const labels = text.split(",").map((label) => label.trim()).filter((label) => label !== "");
	return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null;
}
function buildDefaultChoices(findings, project) {
	const program = findings.programs[0] ?? null;
	return {
		program,
		benchmarks: findings.benchmarks,
		tag: findMatchingTag(program, findings, project),
		labels: defaultLabels,
		trustModel: "trusted"
	};
}
function findMatchingTag(program, { tag }, { taggedPaths }) {
	return program && tag !== null && taggedPaths.includes(program.file) ? tag : null;
}

export { trustModelTexts as a, parseLabels as i, defaultLabels as n, trustModels as o, findMatchingTag as r, buildDefaultChoices as t };