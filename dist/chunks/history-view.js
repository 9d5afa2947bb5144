import { UserError } from "./core.js";
import { createDirectoryData } from "./directory-data-branch.js";
import { listTestbeds, readNewest } from "./history-store.js";
import { createTerminalLogger } from "./version.js";
import { resolve } from "node:path";

// src/cli/history/history-view.ts
async function readHistory({ dir, testbed, runs }) {
	const snapshot = await createDirectoryData(resolve(dir)).open();
	const known = await listTestbeds(snapshot);
	if (known.length === 0) throw new UserError(`there is no history in ${dir}`, "Check the branch warpgauge-data out somewhere and name that directory with --dir.");
	if (testbed !== void 0 && !known.includes(testbed)) throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(", ")}.`);
	const histories = [];
	for (const testbedId of testbed === void 0 ? known : [testbed]) {
		const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger(false));
		histories.push({
			testbedId,
			records: records.slice(-runs)
		});
	}
	return {
		snapshot,
		histories
	};
}

export { readHistory };