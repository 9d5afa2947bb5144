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
const deviceKinds = ["gpu", "cpu"];
const defaultLabels = {
	gpu: ["self-hosted", "gpu"],
	cpu: ["ubuntu-latest"]
};
const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/;
function parseLabels(text) {
	const labels = text.split(",").map((label) => label.trim()).filter((label) => label !== "");
	return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null;
}
function buildDefaultChoices(findings, project, named) {
	const complete = findings.programs.filter(({ missing }) => missing === null);
	const found = findings.benchmarks.length > 0 ? complete.find(({ isMain }) => isMain) : complete[0];
	const first = findings.benchmarks.length === 0 ? findings.programs[0] : void 0;
	const program = named.program ?? found ?? first ?? null;
	const benchmarks = named.program ? [] : findings.benchmarks;
	const devices = named.devices ?? detectDevices(program, benchmarks, findings);
	return {
		program,
		benchmarks,
		devices,
		tag: findMatchingTag(program, findings, project),
		labels: defaultLabels[devices],
		trustModel: "trusted"
	};
}
function detectDevices(program, benchmarks, findings) {
	const measured = [...program ? [program] : [], ...benchmarks];
	return (measured.length > 0 ? measured.some((one) => one.usesGpu) : findings.usesGpu) ? "gpu" : "cpu";
}
function findMatchingTag(program, { tag }, { taggedPaths }) {
	return program?.readsFasta && tag !== null && taggedPaths.includes(program.file) ? tag : null;
}

export { findMatchingTag as a, trustModels as c, deviceKinds as i, defaultLabels as n, parseLabels as o, detectDevices as r, trustModelTexts as s, buildDefaultChoices as t };