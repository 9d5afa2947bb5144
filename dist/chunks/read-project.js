import { EnvironmentError, UserError, attempt, createDirectory } from "./core.js";
import { getNested, splitShellWords } from "./judging.js";
import { findPytestBenchmarks, findPythonPrograms, getBaseName, getFolder, hasPythonGpuCode, isBelow, isTest, joinPath, listFiles, listFolders, listManifests, normalizePath, plainBenchmark, plainProgram, toConfigName, withoutDot, workflowFile } from "./python-programs.js";
import { openTemporaryDirectory } from "./foundation.js";
import { createGitCommand, explainErrors, isOtherRepository, listCheckoutSettings } from "./measuring.js";
import { basename, dirname, join, relative } from "node:path";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";

// node_modules/smol-toml/dist/error.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function getLineColFromPtr(string, ptr) {
	let lines = string.slice(0, ptr).split(/\r?\n/);
	return [lines.length, lines.pop().length + 1];
}
function makeCodeBlock(string, line, column) {
	let lines = string.split(/\r?\n/);
	let codeblock = "";
	let numberLen = (Math.log10(line + 1) | 0) + 1;
	for (let i = line - 1; i <= line + 1; i++) {
		let l = lines[i - 1];
		if (!l) continue;
		codeblock += i.toString().padEnd(numberLen, " ");
		codeblock += ":  ";
		codeblock += l;
		codeblock += "\n";
		if (i === line) {
			codeblock += " ".repeat(numberLen + column + 2);
			codeblock += "^\n";
		}
	}
	return codeblock;
}
var TomlError = class TomlError extends Error {
	line;
	column;
	codeblock;
	constructor(message, options) {
		const [line, column] = getLineColFromPtr(options.toml, options.ptr);
		const codeblock = makeCodeBlock(options.toml, line, column);
		super(`Invalid TOML document: ${message}\n\n${codeblock}`, options);
		this.line = line;
		this.column = column;
		this.codeblock = codeblock;
	}
	static x(message, ctx, ptr) {
		throw new TomlError(message, {
			toml: ctx.s,
			ptr: ptr ?? ctx.p
		});
	}
};

// node_modules/smol-toml/dist/primitive.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseString(ctx) {
	let startPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p++);
	let first = c;
	let isLiteral = c === 39;
	let isMultiline = c === ctx.s.charCodeAt(ctx.p) && c === ctx.s.charCodeAt(ctx.p + 1);
	if (isMultiline) {
		if ((c = ctx.s.charCodeAt(ctx.p += 2)) === 10) ctx.p++;
		else if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) ctx.p += 2;
	}
	let parsed = "";
	let sliceStart = ctx.p;
	let state = 0;
	for (; ctx.p < ctx.s.length; ctx.p++) {
		c = ctx.s.charCodeAt(ctx.p);
		if (isMultiline && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)) state = state && 3;
		else if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in strings", ctx);
		else if ((!state || state === 3) && c === first && (!isMultiline || ctx.s.charCodeAt(ctx.p + 1) === first && ctx.s.charCodeAt(ctx.p + 2) === first)) {
			if (isMultiline) {
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
			}
			if (!state) {
				let s = ctx.s.slice(sliceStart, ctx.p);
				parsed = parsed ? parsed + s : s;
			}
			ctx.p += isMultiline ? 3 : 1;
			return parsed;
		} else if (!state) {
			if (!isLiteral && c === 92) {
				parsed += ctx.s.slice(sliceStart, sliceStart = ctx.p);
				state = 1;
			}
		} else if (state === 1) {
			if (c === 120 || c === 117 || c === 85) {
				let errPtr = ctx.p++ - 1;
				let value = 0;
				let len = c === 120 ? 2 : c === 117 ? 4 : 8;
				for (let j = 0; j < len; j++, ctx.p++) {
					let hex = ctx.s.charCodeAt(ctx.p);
					let digit = hex >= 48 && hex <= 57 ? hex - 48 : hex >= 65 && hex <= 70 ? hex - 65 + 10 : hex >= 97 && hex <= 102 ? hex - 97 + 10 : -1;
					if (digit < 0) TomlError.x("invalid non-hex character in unicode escape", ctx);
					value = value << 4 | digit;
				}
				if (value < 0 || value > 1114111 || value >= 55296 && value <= 57343) TomlError.x("invalid unicode escape", ctx, errPtr);
				parsed += String.fromCodePoint(value);
				sliceStart = ctx.p--;
				state = 0;
			} else if (isMultiline && (c === 32 || c === 9)) state = 2;
			else {
				if (c === 98) parsed += "\b";
				else if (c === 116) parsed += "	";
				else if (c === 110) parsed += "\n";
				else if (c === 102) parsed += "\f";
				else if (c === 114) parsed += "\r";
				else if (c === 101) parsed += "\x1B";
				else if (c === 34) parsed += "\"";
				else if (c === 92) parsed += "\\";
				else TomlError.x("unrecognised escape sequence", ctx);
				sliceStart = ctx.p + 1;
				state = 0;
			}
		} else if (c !== 32 && c !== 9) {
			if (state === 2) TomlError.x("invalid escape: only line-ending whitespace may be escaped", ctx, sliceStart);
			state = !isLiteral && c === 92 ? 1 : 0;
			sliceStart = ctx.p;
		}
	}
	TomlError.x("unfinished string", ctx, startPtr);
}

// node_modules/smol-toml/dist/date.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
let DATE_TIME_RE = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(?:(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|z|[-+]\d{2}:\d{2})?$/i;
var TomlDate = class TomlDate extends Date {
	#hasDate = false;
	#hasTime = false;
	#offset = null;
	constructor(date, fasttype, unsafeDelim) {
		let hasDate = true;
		let hasTime = true;
		let offset = "Z";
		let c;
		if (typeof date === "string") {
			if (fasttype) prep: {
				if (fasttype < 3) {
					if (+date.slice(11, 13) > 23) {
						date = "";
						break prep;
					}
					if (fasttype === 2) {
						offset = null;
						date += "Z";
					} else if ((c = date.charCodeAt(date.length - 1)) !== 90 && c !== 122) offset = date.slice(date.length - 6);
					if (unsafeDelim) date = date.slice(0, 10) + "T" + date.slice(11);
				} else if (fasttype === 4) date = +date.slice(0, 2) > 23 ? "" : `0000-01-01T${date}Z`;
				hasDate = fasttype !== 4;
				hasTime = fasttype !== 3;
			}
			else {
				let match = date.match(DATE_TIME_RE);
				if (match) {
					if (!match[1]) {
						hasDate = false;
						date = `0000-01-01T${date}`;
					}
					hasTime = !!match[2];
					hasTime && date[10] === " " && (date = date.replace(" ", "T"));
					if (match[2] && +match[2] > 23) date = "";
					else {
						offset = match[3] || null;
						if (!offset && hasTime) date += "Z";
					}
				} else date = "";
			}
		}
		super(date);
		if (!isNaN(this.getTime())) {
			this.#hasDate = hasDate;
			this.#hasTime = hasTime;
			this.#offset = offset;
		}
	}
	isDateTime() {
		return this.#hasDate && this.#hasTime;
	}
	isLocal() {
		return !this.#hasDate || !this.#hasTime || !this.#offset;
	}
	isDate() {
		return this.#hasDate && !this.#hasTime;
	}
	isTime() {
		return this.#hasTime && !this.#hasDate;
	}
	isValid() {
		return this.#hasDate || this.#hasTime;
	}
	toISOString() {
		let iso = super.toISOString();
		if (this.isDate()) return iso.slice(0, 10);
		if (this.isTime()) return iso.slice(11, 23);
		if (this.#offset === null) return iso.slice(0, -1);
		if (this.#offset === "Z" || this.#offset === "z") return iso;
		let offset = +this.#offset.slice(1, 3) * 60 + +this.#offset.slice(4, 6);
		offset = this.#offset[0] === "-" ? offset : -offset;
		return (/* @__PURE__ */ new Date(this.getTime() - offset * 6e4)).toISOString().slice(0, -1) + this.#offset;
	}
	static wrapAsOffsetDateTime(jsDate, offset = "Z") {
		let date = new TomlDate(jsDate);
		date.#offset = offset;
		return date;
	}
	static wrapAsLocalDateTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#offset = null;
		return date;
	}
	static wrapAsLocalDate(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasTime = false;
		date.#offset = null;
		return date;
	}
	static wrapAsLocalTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasDate = false;
		date.#offset = null;
		return date;
	}
};

// node_modules/smol-toml/dist/extract.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function isDigit(char, base = 10) {
	return base === 16 ? char > 47 && char < 58 || char > 64 && char < 71 || char > 96 && char < 103 : char > 47 && char < 48 + base;
}
function isEndOfValue(char, delim) {
	return char === 32 || char === 9 || char === 10 || char === 13 || delim && (char === delim || char === 44) || char === 35;
}
function extractValue(ctx, end) {
	let errPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p);
	if (c === 91 || c === 123) {
		ctx.d-- || TomlError.x("document contains excessively nested structures. aborting.", ctx);
		let value = c === 91 ? parseArray(ctx) : parseInlineTable(ctx);
		ctx.d++;
		return value;
	}
	if (c === 34 || c === 39) return parseString(ctx);
	if (c === 116) {
		if (ctx.s.charCodeAt(++ctx.p) !== 114 || ctx.s.charCodeAt(++ctx.p) !== 117 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, true;
	}
	if (c === 102) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 108 || ctx.s.charCodeAt(++ctx.p) !== 115 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, false;
	}
	if (c === 43 || c === 45) return parseNumber(ctx, ctx.p, ctx.s.charCodeAt(++ctx.p), 44 - c, end);
	if (ctx.s.charCodeAt(ctx.p + 4) === 45 && ctx.s.charCodeAt(ctx.p + 7) === 45) return parseDate(ctx, c, end);
	if (ctx.s.charCodeAt(ctx.p + 2) === 58) return parseTime(ctx, c, end);
	return parseNumber(ctx, ctx.p, c, 0, end);
}
function parseNumber(ctx, startPtr, startChr, sign, endChr) {
	let c = startChr;
	let state = 0;
	let hasUnderscores = false;
	if (c === 105) {
		if (ctx.s.charCodeAt(++ctx.p) !== 110 || ctx.s.charCodeAt(++ctx.p) !== 102) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, (sign || 1) / 0;
	}
	if (c === 110) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 110) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, NaN;
	}
	if (c === 48) {
		if (++ctx.p >= ctx.s.length || isEndOfValue(c = ctx.s.charCodeAt(ctx.p), endChr)) return ctx.bi === true ? 0n : 0;
		if (!sign) {
			if (c === 120) return parseIntegerBaseN(ctx, startPtr, 16, endChr);
			else if (c === 98) return parseIntegerBaseN(ctx, startPtr, 2, endChr);
			else if (c === 111) return parseIntegerBaseN(ctx, startPtr, 8, endChr);
		}
		if (c === 46) state = 2;
		else if (c === 101 || c === 69) state = 4;
		else TomlError.x("illegal leading zero", ctx, startPtr);
	} else if (!isDigit(c)) TomlError.x("invalid value", ctx, startPtr);
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
		if (!state) state = 1;
		if (c === 95) {
			if (!(state & 1)) TomlError.x("illegal underscore", ctx);
			state += 11;
			hasUnderscores = true;
		} else if (state === 1 && c === 46) state = 2;
		else if ((state === 1 || state === 3) && (c === 101 || c === 69)) state = 4;
		else if (state === 4 && (c === 43 || c === 45)) state = 6;
		else if (!isDigit(c)) TomlError.x(`illegal character in numeric literal`, ctx);
		else if (state > 9) state -= 11;
		else if (!(state & 1)) state++;
	}
	if (!state) {
		let val = (startChr - 48) * (sign || 1);
		return ctx.bi === true ? BigInt(val) : val;
	}
	if (!(state & 1)) TomlError.x("unfinished numeric value", ctx, startPtr);
	let str = ctx.s.slice(startPtr, ctx.p);
	if (hasUnderscores) str = str.replaceAll("_", "");
	return state > 1 ? parseFloat(str) : parseInteger(ctx, str, 10, startPtr);
}
function parseIntegerBaseN(ctx, startPtr, base, endChr) {
	let c, underscore = 1;
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) if (c === 95) {
		if (underscore & 1) TomlError.x("illegal underscore", ctx);
		underscore = 3;
	} else if (!isDigit(c, base)) TomlError.x(`illegal character in numeric literal`, ctx);
	else if (underscore & 1) underscore--;
	if (underscore & 1) TomlError.x("unfinished numeric value", ctx);
	let str = ctx.s.slice(startPtr + 2, ctx.p);
	if (underscore) str = str.replaceAll("_", "");
	return parseInteger(ctx, str, base, startPtr);
}
function parseInteger(ctx, str, base, startPtr) {
	if (ctx.bi !== true) int: {
		let val = parseInt(str, base);
		if (!Number.isSafeInteger(val)) {
			if (ctx.bi) break int;
			TomlError.x("integer value cannot be represented losslessly", ctx, startPtr);
		}
		return val;
	}
	return base === 10 ? BigInt(str) : BigInt((base === 2 ? "0b" : base === 8 ? "0o" : "0x") + str);
}
function parseDate(ctx, c, endChr) {
	let startPtr = ctx.p++, unsafeSeparator;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++))) return parseNumber(ctx, ctx.p = startPtr, c, 0, endChr);
	ctx.p += 5;
	if (!isDigit(ctx.s.charCodeAt(ctx.p++))) TomlError.x("invalid date-time: date part is malformed", ctx, startPtr);
	if (ctx.p >= ctx.s.length || ((c = ctx.s.charCodeAt(ctx.p)) !== 32 || (unsafeSeparator = true, !isDigit(ctx.s.charCodeAt(ctx.p + 1)))) && c !== 84 && c !== 116) return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 3, false, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) !== 58) TomlError.x("invalid date-time: time part is malformed", ctx, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	if (c = ctx.s.charCodeAt(ctx.p)) {
		if (c === 90 || c === 122) return readDate(ctx, ctx.s.slice(startPtr, ++ctx.p), 1, unsafeSeparator, startPtr, "[+00:00]");
		if (c === 43 || c === 45) return readDate(ctx, ctx.s.slice(startPtr, ctx.p += 6), 1, unsafeSeparator, startPtr, !ctx.ld && "[" + ctx.s.slice(ctx.p - 6, ctx.p) + "]");
	}
	return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 2, unsafeSeparator, startPtr);
}
function parseTime(ctx, c, endChr) {
	let start = ctx.p;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(++ctx.p))) return parseNumber(ctx, --ctx.p, c, 0, endChr);
	if (ctx.s.charCodeAt(ctx.p += 4) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	return readDate(ctx, ctx.s.slice(start, ctx.p), 4, false, start);
}
function readDate(ctx, str, type, unsafeDelim, errPtr, temporalSuffix) {
	if (ctx.ld) {
		let date = new TomlDate(str, type, unsafeDelim);
		if (!date.isValid()) TomlError.x("invalid date", ctx, errPtr);
		return date;
	}
	try {
		if (temporalSuffix) str += temporalSuffix;
		switch (type) {
			case 1: return Temporal.ZonedDateTime.from(str);
			case 2: return Temporal.PlainDateTime.from(str);
			case 3: return Temporal.PlainDate.from(str);
			case 4: return Temporal.PlainTime.from(str);
		}
	} catch (e) {
		TomlError.x(e instanceof Error ? e.message : "" + e, ctx, errPtr);
	}
}

// node_modules/smol-toml/dist/util.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function skipComment(ctx) {
	for (; ctx.p < ctx.s.length; ctx.p++) {
		let c = ctx.s.charCodeAt(ctx.p);
		if (c === 10) break;
		if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) {
			ctx.p++;
			break;
		}
		if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in comments", ctx);
	}
}
function skipVoid(ctx, banNewLines, banComments) {
	let c;
	while (ctx.p < ctx.s.length) {
		while (ctx.p < ctx.s.length && ((c = ctx.s.charCodeAt(ctx.p)) === 32 || c === 9 || !banNewLines && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10))) ctx.p++;
		if (banComments || c !== 35) break;
		skipComment(ctx);
	}
}

// node_modules/smol-toml/dist/struct.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseKey(ctx, end = 61) {
	let startPtr;
	let state = 0;
	let parsed = [];
	let sliceStart;
	let c = ctx.s.charCodeAt(startPtr = ctx.p);
	do
		if (c === end) {
			if (!state) TomlError.x("unexpected end of key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			return ctx.p++, parsed;
		} else if (c === 46) {
			if (!state) TomlError.x("illegal empty bare key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			state = 0;
		} else if (!state && (c === 34 || c === 39)) {
			if (c === ctx.s.charCodeAt(ctx.p + 1) && c === ctx.s.charCodeAt(ctx.p + 2)) TomlError.x("illegal quoted key: multiline strings are not allowed", ctx);
			parsed.push(parseString(ctx));
			state = 2;
			ctx.p--;
		} else if (c === 32 || c === 9) {
			if (state === 1) {
				parsed.push(ctx.s.slice(sliceStart, ctx.p));
				state = 2;
			}
		} else if (state === 2 || c < 48 && c !== 45 || c > 57 && c < 65 || c > 90 && c < 97 && c !== 95 || c > 122) TomlError.x("illegal character in key", ctx);
		else if (!state) {
			state = 1;
			sliceStart = ctx.p;
		}
	while (c = ctx.s.charCodeAt(++ctx.p));
	TomlError.x("incomplete key-value: cannot find end of key", ctx, startPtr);
}
function parseInlineTable(ctx) {
	let startPtr = ctx.p++;
	let res = Object.create(null);
	let seen = /* @__PURE__ */ new Set();
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 125) {
			ctx.p++;
			return res;
		}
		let k;
		let t = res;
		let hasOwn = false;
		let errPtr = ctx.p;
		let key = parseKey(ctx);
		for (let i = 0; i < key.length; i++) {
			if (i) t = hasOwn ? t[k] : t[k] = Object.create(null);
			k = key[i];
			if ((hasOwn = Object.hasOwn(t, k)) && (typeof t[k] !== "object" || seen.has(t[k]))) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) {
				t = ctx.uk !== 1 && TomlError.x("document contains an unsafe property", ctx, errPtr);
				break;
			}
			if (!hasOwn && unsafe) Object.defineProperty(t, k, {
				enumerable: true,
				configurable: true,
				writable: true
			});
		}
		if (hasOwn) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
		skipVoid(ctx, true, true);
		let value = extractValue(ctx, 125);
		if (t && typeof (t[k] = value) === "object") seen.add(value);
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 125) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished table", ctx, startPtr);
}
function parseArray(ctx) {
	let startPtr = ctx.p++;
	let res = [];
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 93) {
			ctx.p++;
			return res;
		}
		res.push(extractValue(ctx, 93));
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 93) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished array", ctx, startPtr);
}

// node_modules/smol-toml/dist/parse.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function peekTable(ctx, key, table, meta, type) {
	let t = table;
	let m = meta;
	let k;
	let hasOwn = false;
	let state;
	for (let i = 0; i < key.length; i++) {
		if (i) {
			t = hasOwn ? t[k] : t[k] = Object.create(null);
			m = (state = m[k]).c;
			if (type === 0 && (state.t === 1 || state.t === 2)) return null;
			if (state.t === 2) {
				let l = t.length - 1;
				t = t[l];
				m = m[l].c;
			}
		}
		k = key[i];
		if ((hasOwn = Object.hasOwn(t, k)) && m[k]?.t === 0 && m[k]?.d) return null;
		if (!hasOwn) {
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) return false;
			if (unsafe) {
				Object.defineProperty(t, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
				Object.defineProperty(m, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
			}
			m[k] = {
				t: i < key.length - 1 && type === 2 ? 3 : type,
				d: false,
				i: 0,
				c: Object.create(null)
			};
		}
	}
	state = m[k];
	if (state.t !== type && !(type === 1 && state.t === 3)) return null;
	if (type === 2) {
		if (!state.d) {
			state.d = true;
			t[k] = [];
		}
		t[k].push(t = Object.create(null));
		state.c[state.i++] = state = {
			t: 1,
			d: false,
			i: 0,
			c: Object.create(null)
		};
	}
	if (state.d) return null;
	state.d = true;
	if (type === 1) t = hasOwn ? t[k] : t[k] = Object.create(null);
	else if (type === 0 && hasOwn) return null;
	return [
		k,
		t,
		state.c
	];
}
function validateTablePeek(ctx, peek, ptr) {
	if (peek === null || ctx.uk === 2) TomlError.x(peek === null ? "trying to redefine an already defined table or value" : "document contains an unsafe property", ctx, ptr);
}
function parse(toml, options = {}) {
	let ctx = {
		s: toml,
		p: 0,
		d: options.maxDepth ?? 1e3,
		bi: options.integersAsBigInt ?? false,
		ld: options.useLegacyDate ?? true,
		uk: options.unsafeKeyBehaviour === "throw" ? 2 : options.unsafeKeyBehaviour === "drop" ? 1 : 0
	};
	let res = Object.create(null);
	let meta = Object.create(null);
	let tmp;
	let skipping = false;
	let tbl = res;
	let m = meta;
	if (toml.charCodeAt(0) === 65279) ctx.p++;
	skipVoid(ctx);
	while (ctx.p < toml.length) {
		if (toml.charCodeAt(ctx.p) === 91) {
			let isTableArray = toml.charCodeAt(++ctx.p) === 91;
			tmp = ctx.p += +isTableArray;
			skipping = false;
			let k = parseKey(ctx, 93);
			if (isTableArray) {
				if (toml.charCodeAt(ctx.p) !== 93) TomlError.x("expected end of table array declaration", ctx);
				ctx.p++;
			}
			let p = peekTable(ctx, k, res, meta, isTableArray ? 2 : 1);
			if (!p) {
				validateTablePeek(ctx, p, tmp);
				skipping = true;
			} else {
				m = p[2];
				tbl = p[1];
			}
		} else {
			tmp = ctx.p;
			let p = peekTable(ctx, parseKey(ctx), tbl, m, 0);
			if (!p && !skipping) validateTablePeek(ctx, p, tmp);
			skipVoid(ctx, true, true);
			let v = extractValue(ctx, void 0);
			if (p && !skipping) p[1][p[0]] = v;
		}
		skipVoid(ctx, true);
		if (ctx.p < toml.length && (tmp = toml.charCodeAt(ctx.p)) !== 10 && (tmp !== 13 || toml.charCodeAt(ctx.p + 1) !== 10)) TomlError.x("each key-value declaration must be followed by an end-of-line", ctx);
		skipVoid(ctx);
	}
	return res;
}

// node_modules/smol-toml/dist/stringify.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
let HAS_WELLFORMED = !!"".isWellFormed;

// node_modules/smol-toml/dist/index.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/

// src/domain/init/built-programs.ts
const readsArguments = /\bargv\b|\benv::args|\bclap\b|::parse\(\)|\bargh\b|\bpico_args\b|\blexopt\b/;
function buildProgram(project, built) {
	const { program, args, sources, ...rest } = built;
	const main = /\bmain\s*\([^)]*\)/g;
	const source = sources.map((path) => project.texts.get(path) ?? "").find((text) => text.search(main) >= 0);
	const needsThem = source === void 0 || readsArguments.test(source.replaceAll(main, ""));
	const missing = args === void 0 && needsThem ? "its arguments are not known" : null;
	return {
		...plainProgram,
		...rest,
		name: toConfigName(built.name),
		command: [program, ...args ?? []],
		missing
	};
}
const jsonFile = "{output}/benchmark.json";
const libraries = [{
	adapter: "nvbench",
	title: "nvbench",
	form: /\bnvbench::/,
	options: ["--json", jsonFile],
	usesGpu: true
}, {
	adapter: "google-benchmark",
	title: "Google Benchmark",
	form: /\bbenchmark(?:::benchmark(?:_main)?|_main)?\b/,
	options: [`--benchmark_out=${jsonFile}`, "--benchmark_out_format=json"],
	usesGpu: false
}];
function findCmakePrograms(project) {
	const targets = listCmakeFiles(project).flatMap((list) => listTargets(project, list));
	const programs = targets.filter(({ library, file, title }) => {
		return !library && !isTest(file) && !/(?:^|[_-])tests?(?:[_-]|$)/i.test(title);
	});
	return {
		benchmarks: targets.flatMap(({ title, library, file, name, setup, usesGpu, program }) => {
			if (!library) return [];
			const { adapter, options } = library;
			const tool = {
				adapter,
				command: [program, ...options],
				files: [jsonFile],
				usesGpu: usesGpu || library.usesGpu
			};
			return [{
				...plainBenchmark,
				name,
				setup,
				...tool,
				evidence: `${file} (${title} links ${library.title})`
			}];
		}),
		programs: programs.toSorted((a, b) => Number(/bench|perf/.test(b.name)) - Number(/bench|perf/.test(a.name))).map(({ title, library: _library, ...target }) => buildProgram(project, {
			...target,
			evidence: `${target.file} (add_executable ${title})`
		})),
		sources: targets.flatMap(({ sources }) => sources)
	};
}
function listCmakeFiles(project) {
	return listFiles(project, /(?:^|\/)CMakeLists\.txt$/).map((list) => ({
		...list,
		text: list.text.replaceAll(/#.*$/gm, "")
	}));
}
function hasCmakeGpuCode(project, folder) {
	if (project.paths.some((path) => isBelow(path, folder) && /\.(?:cu|cuh|hip)$/.test(path))) return true;
	const packages = /\b(?:CUDA|CUDAToolkit|HIP|OpenACC|OpenCL|SYCL|IntelSYCL|AdaptiveCpp)\b/;
	return listCmakeFiles(project).some(({ path, text }) => isBelow(path, folder) && packages.test(text));
}
function listTargets(project, { path: file, folder, text }) {
	const executables = text.matchAll(/\b(?:cuda_)?add_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))([^)]*)\)/gi);
	const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)];
	const readList = (one) => project.texts.get(joinPath(one, "CMakeLists.txt")) ?? "";
	const above = listFolders(folder).filter((one) => readList(one) !== "");
	const top = above.findLast((one) => /\bproject\s*\(/i.test(readList(one))) ?? above.at(-1) ?? folder;
	const build = joinPath(top, "build");
	const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(readList(top));
	const inside = common?.[1] ?? (common ? "" : folder.slice(top.length).replace(/^\//, ""));
	return [...executables].map(([, title = "", words = ""]) => {
		const linked = links.flatMap(([, target, others]) => target === title ? others : []).join(" ");
		return {
			name: toConfigName(joinPath(top, title)),
			title,
			file,
			library: libraries.find(({ form }) => form.test(linked)),
			sources: words.split(/\s+/).map((source) => joinPath(folder, source)),
			program: joinPath(joinPath(build, inside).replace(/\/$/, ""), title),
			setup: [[
				"cmake",
				"-S",
				top || ".",
				"-B",
				build,
				"-DCMAKE_BUILD_TYPE=Release"
			], [
				"cmake",
				"--build",
				build,
				"--parallel"
			]],
			usesGpu: hasCmakeGpuCode(project, top)
		};
	});
}
const gpuCrates = [
	"cudarc",
	"cust",
	"candle-core",
	"tch",
	"burn",
	"wgpu",
	"opencl3",
	"ash",
	"rust-gpu-tools"
];
const criterionScript = "CRITERION_HOME=\"$0\" cargo bench --manifest-path \"$2\" --bench \"$1\"";
function findRustPrograms(project) {
	const crates = listManifests(project, "Cargo.toml");
	const hasGpuCrate = (folder) => crates.some(({ path, manifest }) => isBelow(path, folder) && gpuCrates.some((name) => getNested(manifest, "dependencies", name) !== void 0));
	return {
		benchmarks: crates.flatMap(({ path, folder }) => listFiles(project, /\.rs$/).filter((one) => one.folder === joinPath(folder, "benches") && /\bcriterion(?:_main!|::)/.test(one.text)).map((source) => {
			const name = getBaseName(source.path).replace(/\.rs$/, "");
			return {
				...plainBenchmark,
				setup: [[
					"cargo",
					"bench",
					"--no-run",
					"--manifest-path",
					path,
					"--bench",
					name
				]],
				env: { CARGO_HOME: ".cargo-home" },
				name: toConfigName(joinPath(folder, name)),
				adapter: "criterion",
				command: [
					"sh",
					"-c",
					criterionScript,
					"{output}",
					name,
					path
				],
				files: [[
					"{output}",
					"**",
					"new",
					"*.json"
				].join("/")],
				usesGpu: hasGpuCrate(folder),
				evidence: `${source.path} (criterion)`
			};
		})),
		programs: crates.flatMap(({ path, folder, manifest }) => {
			const isAbove = (one) => isBelow(path, one.folder) && getNested(one.manifest, "workspace") !== void 0;
			const top = crates.filter(isAbove).toSorted((a, b) => a.path.length - b.path.length)[0]?.folder ?? folder;
			const locked = project.paths.includes(joinPath(top, "Cargo.lock")) ? ["--locked"] : [];
			return listBinaries(project, folder, manifest).map(([name, file]) => buildProgram(project, {
				name,
				program: joinPath(top, `target/release/${name}`),
				setup: [[
					"cargo",
					"build",
					"--release",
					"--manifest-path",
					path,
					"--bin",
					name,
					...locked
				]],
				usesGpu: hasGpuCrate(folder),
				sources: [file],
				evidence: `${path} (binary)`,
				file
			}));
		}).filter(({ evidence }) => !isTest(evidence))
	};
}
function listBinaries({ paths }, folder, manifest) {
	const bin = getNested(manifest, "bin");
	const named = (Array.isArray(bin) ? bin : []).map((table) => {
		const path = getNested(table, "path");
		return [getNested(table, "name"), joinPath(folder, typeof path === "string" ? path : "src/main.rs")];
	});
	const others = paths.flatMap((path) => {
		if (named.some(([, file]) => file === path)) return [];
		if (path === joinPath(folder, "src/main.rs")) return [[getNested(manifest, "package", "name"), path]];
		return getFolder(path) === joinPath(folder, "src/bin") && path.endsWith(".rs") ? [[getBaseName(path).replace(/\.rs$/, ""), path]] : [];
	});
	return [...new Map([...others, ...named])].filter((pair) => typeof pair[0] === "string");
}

// src/domain/init/make-programs.ts
const makefile = /(?:^|\/)(?:GNUm|[Mm])akefile$/;
const sourceEnding = /\.(?:cu|hip|cpp|cxx|cc|c|f90|F90)$/;
const compiler = /^(?:.*\/)?(?:nvcc|hipcc|g?cc|[gc]\+\+|clang(?:\+\+)?|icpx?|icx|nvc(?:\+\+)?|gfortran|nvfortran|ifx|ftn|mpi(?:cc|cxx|c\+\+|fort|f90))(?:-\d+)?$|^\$[({](?:CC|CXX|NVCC|HIPCC|FC|LD|LINK)[)}]$/;
const gpuBuild = /\b(?:nvcc|hipcc)$|\.(?:cu|hip)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/;
const noProgram = /%|\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$|(?:^|[/_-])tests?(?:[_-][^/]*|cc?)?$/i;
function findMakePrograms(project) {
	const sources = project.paths.filter((path) => sourceEnding.test(path));
	return {
		benchmarks: [],
		programs: listFiles(project, makefile).filter(({ path }) => !isTest(path)).flatMap((file) => findPrograms(project, file, sources))
	};
}
function findPrograms(project, { path: file, folder, text }, allSources) {
	const recipes = listRecipes(text);
	const outputs = /* @__PURE__ */ new Set();
	return recipes.flatMap(({ target, prerequisites, line }) => {
		const output = findOutput(line, target);
		const path = normalizePath(joinPath(folder, output));
		const link = line.split(/\s+/);
		const words = new Set([...prerequisites, ...link].map((word) => joinPath(folder, word)));
		const sources = allSources.filter((one) => words.has(one) || words.has(one.replace(sourceEnding, ".o")));
		const isLink = sources.length > 0 || link.some((word) => compiler.test(word));
		if (output === "" || path === null || outputs.has(path) || !isLink) return [];
		outputs.add(path);
		const call = findCall(recipes, output, folder);
		const relevant = sources.length > 0 ? sources : allSources.filter((one) => isBelow(one, folder));
		return buildProgram(project, {
			name: path,
			program: path.includes("/") ? path : `./${path}`,
			args: call?.args,
			setup: [[
				"make",
				...folder === "" ? [] : ["-C", folder],
				target
			]],
			usesGpu: [...link, ...relevant].some((word) => gpuBuild.test(word)),
			sources,
			evidence: `${file} (target ${call?.target ?? target})`,
			file
		});
	});
}
function findOutput(line, target) {
	const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? "";
	return !noProgram.test(output) && !noProgram.test(target) && !/\s-(?:c|dc|shared)\s/.test(line) ? withoutDot(output) : "";
}
function findCall(recipes, program, folder) {
	for (const { target, line } of recipes.filter((one) => /^(?:run|bench|benchmark|perf)$/.test(one.target))) {
		const [first = "", ...args] = splitShellWords(line) ?? [];
		const hasPaths = args.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word));
		if (withoutDot(first) === program && (folder === "" || !hasPaths)) return {
			target,
			args
		};
	}
}
const assignment = /^(?:override\s+|export\s+)?([\w.-]+)\s*(\+|\?|::?)?=\s*(.*)$/;
function listRecipes(text) {
	const lines = text.replaceAll(/\\\r?\n\s*/g, " ").split(/\r?\n/);
	const variables = /* @__PURE__ */ new Map();
	for (const line of lines) {
		const [, name = "", operator, value = ""] = !line.startsWith("	") && assignment.exec(line.trim()) || [];
		const plain = value.replace(/\s*#.*$/, "");
		if (name === "" || operator === "?" && variables.has(name)) continue;
		variables.set(name, operator === "+" ? `${variables.get(name) ?? ""} ${plain}` : plain);
	}
	let rule = {
		targets: [],
		prerequisites: []
	};
	return lines.flatMap((line) => {
		if (!line.startsWith("	")) {
			const [found, targets = "", all = ""] = !assignment.test(line) && /^([^:=#]+):(?![:=])([^;#=]*)(?:;.*)?$/.exec(expand(line, variables)) || [];
			const [names = [], prerequisites = []] = [targets, all].map((one) => one.split(/[\s|]+/).filter(Boolean));
			if (found !== void 0 || /^[^\s#]/.test(line)) rule = {
				targets: names,
				prerequisites
			};
			return [];
		}
		return rule.targets.map((target) => {
			const { prerequisites } = rule;
			const automatic = [
				["@", target],
				["<", prerequisites[0] ?? ""],
				["^", prerequisites.join(" ")]
			];
			return {
				target,
				prerequisites,
				line: expand(line.slice(1), new Map([...variables, ...automatic])).replace(/^[@+\s-]+/, "")
			};
		});
	});
}
const maxLength = {
	text: 2e4,
	value: 5e3
};
function expand(text, variables, depth = 0) {
	const expanded = text.replaceAll(/\$(?:[({]([\w.@<^-]+)(?::[^(){}]*)?[)}]|([@<^]))/g, (reference, long, short) => {
		const value = variables.get(long ?? short ?? "");
		if (value === void 0) return long !== void 0 && !/^[A-Z]/.test(long) ? "" : reference;
		return value.length > maxLength.value ? reference : value;
	});
	if (expanded === text || expanded.length > maxLength.text || depth === 8) return text;
	return expand(expanded, variables, depth + 1);
}

// src/domain/init/find.ts
function findWhatToMeasure(project) {
	const built = [
		findCmakePrograms,
		findMakePrograms,
		findRustPrograms
	].map((find) => find(project));
	const builtPrograms = built.flatMap((found) => found.programs);
	const programs = [...findPythonPrograms(project), ...builtPrograms.toSorted((a, b) => a.file.split("/").length - b.file.split("/").length)];
	const benchmarks = [...findPytestBenchmarks(project), ...built.flatMap((found) => found.benchmarks)];
	const all = [...programs, ...benchmarks];
	return {
		usesGpu: all.some((one) => one.usesGpu) || hasPythonGpuCode(project, "") || hasCmakeGpuCode(project, "") || listManifests(project, "Project.toml").some(({ manifest }) => juliaGpuPackages.some((name) => getNested(manifest, "deps", name) ?? getNested(manifest, "name") === name)),
		programs: programs.toSorted((a, b) => rankProgram(a) - rankProgram(b)),
		benchmarks: withUniqueNames(benchmarks),
		others: listOthers(project, [...all.map(({ evidence }) => evidence), ...built.flatMap(({ sources = [] }) => sources)]),
		tag: chooseTag(project.tags)
	};
}
const juliaGpuPackages = [
	"CUDA",
	"AMDGPU",
	"oneAPI",
	"Metal",
	"KernelAbstractions"
];
function rankProgram({ missing, isMain, isEntry, usesGpu, file }) {
	return (missing === null && isMain ? 0 : isEntry && file !== "" ? 2 : missing === null ? 4 : 6) + (usesGpu ? 0 : 1);
}
function chooseTag(tags) {
	const versions = tags.filter((tag) => /^v?\d+(?:\.\d+){0,3}$/.test(tag));
	const first = [
		"v1.0",
		"v1.0.0",
		"1.0",
		"1.0.0"
	].find((tag) => versions.includes(tag));
	const [byNumber, numbers] = [new Intl.Collator("en", { numeric: true }), (tag) => tag.replace(/^v/, "")];
	return first ?? versions.toSorted((a, b) => byNumber.compare(numbers(a), numbers(b))).at(-1) ?? null;
}
const others = [
	[
		"benchmarks, for suites.command with adapter go-benchmark",
		/_test\.go$/,
		/^func Benchmark\w*\(\w+ \*testing\.B\)/gm
	],
	[
		"benchmarks, for suites.command with adapter asv",
		/(?:^|\/)asv\.conf(?:\.\w+)?\.json$/,
		/benchmark_dir/g
	],
	[
		"benchmarks, for suites.command with adapter hyperfine",
		/(?:akefile|ustfile|\.(?:sh|bash|mk))$/,
		/^\s*[@-]*hyperfine\s/gm
	],
	[
		"make $1",
		makefile,
		/^([\w-]*(?:bench|perf)[\w-]*)\s*:(?!=)/gim
	],
	[
		"a shell script",
		/(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i,
		/^/g
	]
];
function listOthers(project, known) {
	const benchmarks = /^(?:.*\/)?(?:bench|benches|benchmarks?|benchmarking)\//;
	const all = project.paths.flatMap((path) => benchmarks.exec(`${getFolder(path)}/`)?.[0] ?? []);
	const folders = [...new Set(all)].filter((folder) => !known.some((one) => one.startsWith(folder)));
	const found = others.flatMap(([what, files, form]) => listFiles(project, files).flatMap(({ path, text }) => [...text.matchAll(form)].flatMap(([, name = ""]) => known.includes(`${path} (target ${name})`) ? [] : [{
		what: what.replace("$1", name),
		where: path
	}])));
	const named = project.paths.flatMap((path) => workflowFile.test(path) ? [{
		what: "a workflow of Snakemake or Nextflow",
		where: path
	}] : path.endsWith(".ipynb") ? [{
		what: "a notebook",
		where: path
	}] : []);
	const unique = new Map(found.map((one) => [`${one.what} ${one.where}`, one]));
	return [
		...folders.map((where) => ({
			what: "a directory of benchmarks",
			where
		})),
		...named,
		...[...unique.values()].filter(({ where }) => !folders.some((folder) => where.startsWith(folder)))
	];
}
function withUniqueNames(benchmarks) {
	return benchmarks.map((benchmark, index) => {
		const count = benchmarks.slice(0, index + 1).filter(({ name }) => name === benchmark.name).length;
		return count === 1 ? benchmark : {
			...benchmark,
			name: `${benchmark.name.slice(0, 60)}-${count}`
		};
	});
}

// src/io/git/read-project.ts
const relevantFile = /(?:^|\/)(?:pyproject\.toml|pixi\.toml|Project\.toml|setup\.cfg|requirements\.txt|environment\.ya?ml|Cargo\.toml|CMakeLists\.txt|(?:GNUm|[Mm])akefile|[Jj]ustfile|asv\.conf(?:\.\w+)?\.json|[^/]+\.(?:py|sh|bash|mk))$|(?:^|\/)benches\/[^/]+\.rs$|(?:^|\/)conf(?:ig|igs)?\/[^/]+\.ya?ml$/;
const sourceFile = /\.(?:cu|cc|cpp|cxx|c)$|(?:^|\/)(?:src\/main|src\/bin\/[^/]+|main)\.rs$|_test\.go$/;
const maxFileBytes = 262144;
const maxTotalBytes = 33554432;
const maxPaths = 2e5;
async function readProject(directory) {
	const root = await findRoot(directory);
	const git = createGitCommand(root);
	const inside = relative(root, realpathSync(directory)).replaceAll("\\", "/");
	const listPaths = async (...args) => (await git(...args)).split("\0").filter(Boolean);
	const untracked = new Set(await listPaths("ls-files", "-z", "--others", "--exclude-standard"));
	const paths = [.../* @__PURE__ */ new Set([...await listPaths("ls-files", "-z", "--cached"), ...untracked])].filter((path) => isBelow(path, inside)).toSorted().slice(0, maxPaths);
	const texts = readTexts(root, paths);
	const { manifests, problems } = readManifests(texts);
	const tags = (await git("for-each-ref", "--format=%(refname:strip=2)", "refs/tags")).split("\n").filter(Boolean);
	const tag = chooseTag(tags);
	const taggedPaths = tag === null ? [] : await listPaths("ls-tree", "-r", "-z", "--name-only", `refs/tags/${tag}`);
	const ignoresRunFolders = (await createGitCommand(root, process.env, [], { GIT_LITERAL_PATHSPECS: "0" })("check-ignore", ".warpgauge/runs").catch(() => "")).trim() !== "";
	return {
		root,
		project: {
			paths,
			texts,
			manifests,
			tags,
			taggedPaths,
			checkoutSettings: await listCheckoutSettings(git),
			ignoresRunFolders
		},
		problems,
		untracked
	};
}
async function findRoot(directory) {
	const action = `open ${directory}`;
	try {
		const git = createGitCommand(realpathSync(directory));
		return await explainErrors(action, async () => (await git("rev-parse", "--show-toplevel")).trim());
	} catch (error) {
		const cause = error instanceof EnvironmentError ? error.cause : error;
		const message = cause instanceof Error ? cause.message : String(cause);
		if (isOtherRepository(message)) throw error;
		if (/ENOENT.*git|spawn git/.test(message) && !/realpath|lstat/.test(message)) throw new EnvironmentError("git could not be started", "Install git 2.31 or newer and add it to PATH", { cause });
		throw new UserError(`${directory} is not in a git repository: ${message}`, "Start inside a repository (`git init` creates one), or set --dir.", { cause });
	}
}
function readTexts(root, paths) {
	const texts = /* @__PURE__ */ new Map();
	let sum = 0;
	const [relevant, sources] = [relevantFile, sourceFile].map((form) => paths.filter((path) => form.test(path)));
	for (const path of /* @__PURE__ */ new Set([...relevant ?? [], ...sources ?? []])) {
		const text = attempt(() => {
			const status = lstatSync(join(root, path));
			return status.isFile() && status.size <= maxFileBytes ? readFileSync(join(root, path), "utf8") : null;
		});
		if (text === null) continue;
		sum += text.length;
		if (sum > maxTotalBytes) break;
		texts.set(path, text);
	}
	return texts;
}
function readManifests(texts) {
	const manifests = /* @__PURE__ */ new Map();
	const problems = [];
	for (const [path, text] of texts) {
		const read = readers[getBaseName(path)];
		if (!read) continue;
		try {
			manifests.set(path, read(text));
		} catch (error) {
			const reason = error instanceof Error ? error.message.split("\n")[0] ?? "" : String(error);
			problems.push(`${path} could not be read: ${reason}`);
		}
	}
	return {
		manifests,
		problems
	};
}
const readers = {
	"pyproject.toml": parse,
	"pixi.toml": parse,
	"Cargo.toml": parse,
	"Project.toml": parse
};
async function writeNewFile(path, text) {
	const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
	try {
		await createDirectory(dirname(path));
		await writeFile(draft, text, { flag: "wx" });
		await link(draft, path);
		return "written";
	} catch (error) {
		const { code, syscall } = error instanceof Error ? error : new Error(String(error));
		if (syscall !== "link" || code !== "EEXIST") throw new EnvironmentError(`${path} could not be written`, "Check the permissions of its directory.", { cause: error });
		return await predictOutcome(path, text) === "same" ? "same" : "kept";
	} finally {
		await rm(draft, { force: true }).catch(() => {});
	}
}
async function predictOutcome(path, text) {
	const existing = await readFile(path, "utf8").catch(() => null);
	return existing === null ? "written" : existing === text ? "same" : "kept";
}
async function formatDifference(path, text) {
	await using folder = await openTemporaryDirectory("init");
	const newFile = join(folder.path, "wanted");
	await writeFile(newFile, text);
	return (await createGitCommand(folder.path)("diff", "--no-index", "--no-color", "--", path, newFile)).replace(/^(?:.*\n)*?(?=@@)/, "");
}

export { findWhatToMeasure, formatDifference, predictOutcome, readProject, writeNewFile };