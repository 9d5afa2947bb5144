// src/node-version.ts
const neededNode = 24;
function refuseOldNode(isStep) {
	const { node } = process.versions;
	if (Number(node.split(".")[0]) >= neededNode) return null;
	const way = isStep ? `run actions/setup-node with node-version: ${neededNode} before this step, or use a runner that has it (GitHub's since 2.327.1)` : `install it from https://nodejs.org, or run: npx -p node@${neededNode} node ${process.argv.slice(1).join(" ")}`;
	return `warpgauge needs Node ${neededNode} or newer, this is ${node}: ${way}`;
}

export { refuseOldNode };