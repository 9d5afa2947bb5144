import { connectGitHub, extendRetries } from "./github.js";

export { connectGitHub };