import { UserError } from "./core.js";

// src/cli/option-numbers.ts
function parseWholeNumber(option, text, min, max) {
	const value = Number(text);
	if (text.trim() !== "" && Number.isInteger(value) && value >= min && value <= max) return value;
	throw new UserError(`${option} ${text} is not a whole number from ${min} to ${max}`, `Give ${option} such a number.`);
}
function parseShare(option, text, withEnds = false) {
	const value = text.trim() === "" ? NaN : Number(text);
	if (value > 0 && value < 1 || withEnds && (value === 0 || value === 1)) return value;
	throw new UserError(`${option} ${text} is not between 0 and 1`, "Give a share such as 0.03.");
}

export { parseShare, parseWholeNumber };