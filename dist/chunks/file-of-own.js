import { extname } from "node:path";
import { existsSync, openSync } from "node:fs";

// src/io/gpu/lock/file-of-own.ts
const mostTries = 1e3;
function createFileOfOwn(path) {
	for (let number = 1;; number += 1) {
		const candidate = numbered(path, number);
		try {
			return {
				path: candidate,
				descriptor: openSync(candidate, "wx")
			};
		} catch (error) {
			if (number >= mostTries || !existsSync(candidate)) throw error;
		}
	}
}
function numbered(path, number) {
	if (number === 1) return path;
	const extension = extname(path);
	return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

export { createFileOfOwn as t };