import { connectGitHub, extendRetries, requireGitHub } from "./github.js";

export { requireGitHub };