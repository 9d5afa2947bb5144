import { UserError } from "./core.js";
import { runRecordFile } from "./judging.js";
import { resolve } from "node:path";
import { existsSync } from "node:fs";

// src/cli/run-folder-option.ts
function refuseUsedFolder(folder) {
	if (!existsSync(resolve(folder, "run.json"))) return;
	throw new UserError(`${folder} holds a run already`, "Add --resume to continue it, or name another directory.");
}

export { refuseUsedFolder };