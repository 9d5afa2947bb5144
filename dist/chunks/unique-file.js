import { extname } from "node:path";
import { existsSync, openSync } from "node:fs";

// src/io/gpu/lock/unique-file.ts
const maxAttempts = 1e3;
function createUniqueFile(path) {
	for (let number = 1;; number += 1) {
		const candidate = buildNumberedPath(path, number);
		try {
			return {
				path: candidate,
				descriptor: openSync(candidate, "wx")
			};
		} catch (error) {
			if (number >= maxAttempts || !existsSync(candidate)) throw error;
		}
	}
}
function buildNumberedPath(path, number) {
	if (number === 1) return path;
	const extension = extname(path);
	return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

export { createUniqueFile as t };