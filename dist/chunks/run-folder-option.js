import { refuseUsedFolder } from "./run-folder-option2.js";

export { refuseUsedFolder };