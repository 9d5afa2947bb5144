import { EnvironmentError, UserError, attempt, createDirectory } from "./core.js";
import { getNested, quoteShellWord, splitShellWords } from "./judging.js";
import { findPackageFolder, findPythonPrograms, findPythonScripts, getBaseName, getFolder, hasPythonGpuCode, isBelow, isTest, joinPath, listFiles, listFolders, listManifests, listTexts, normalizePath, plainBenchmark, plainProgram, preparePython, toConfigName, unknownArguments, withoutDot } from "./python-programs.js";
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

// src/domain/init/python-benchmarks.ts
function findPytestBenchmarks(project) {
	const files = listFiles(project, /\.py$/).filter(({ text }) => /def test_\w+\([^)]*\bbenchmark\b/.test(text));
	return [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, own]) => {
		const first = own[0]?.path ?? "";
		const target = own.length === 1 ? first : folder || ".";
		const home = findPackageFolder(project, first);
		const { python, preparation } = preparePython(project, home, {
			tools: ["pytest-benchmark"],
			extras: []
		});
		return {
			...preparation,
			name: toConfigName(joinPath(home, "pytest") === target ? "pytest" : target.replace(/\.py$/, "")),
			tool: "pytest-benchmark",
			adapter: "pytest-benchmark",
			command: [
				python,
				"-m",
				"pytest",
				target,
				"--benchmark-only",
				"--benchmark-json={output}/benchmark.json"
			],
			files: ["{output}/benchmark.json"],
			usesGpu: hasPythonGpuCode(project, home),
			evidence: `${target} (fixture benchmark of pytest-benchmark)`
		};
	});
}
const asvScript = String.raw`git init --quiet "$0/repository" && git -C "$0/repository" -c user.name=asv -c user.email=asv@localhost commit --quiet --allow-empty --message=asv || exit 1
printf '{"version": 1, "project": "asv", "repo": "%s/repository", "environment_type": "virtualenv", "benchmark_dir": "%s", "results_dir": "%s/results"}' "$0" "$PWD/$1" "$0" > "$0/asv.conf.json"
"$2" machine --yes --config "$0/asv.conf.json" > /dev/null
"$2" run --config "$0/asv.conf.json" --python=same --record-samples --set-commit-hash "$(git -C "$0/repository" rev-parse HEAD)" || [ $? = 2 ]
`;
function findAsvSuites(project) {
	return listFiles(project, /(?:^|\/)asv\.conf(?:\.\w+)?\.json$/).flatMap(({ path, folder, text }) => {
		const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*$/gm, "$1").replaceAll(/,(?=\s*[\]}])/g, "");
		const settings = attempt(() => JSON.parse(plain));
		const [named = "benchmarks"] = listTexts([getNested(settings, "benchmark_dir")]);
		const suite = joinPath(folder, named);
		if (!project.paths.some((file) => isBelow(file, suite))) return [];
		const needs = {
			tools: [
				"asv",
				"virtualenv",
				...listRequirements(settings)
			],
			extras: []
		};
		const { python, preparation } = preparePython(project, findPackageFolder(project, path), needs);
		return {
			...preparation,
			name: toConfigName(folder === "" ? "asv" : `${folder}-asv`),
			tool: "asv",
			adapter: "asv",
			command: [
				"sh",
				"-c",
				asvScript,
				"{output}",
				suite,
				python.replace(/python3?$/, "asv")
			],
			files: ["{output}/results/*/*-existing*.json"],
			usesGpu: hasPythonGpuCode(project, suite),
			evidence: `${suite}/ (asv suite of ${path})`
		};
	});
}
function listRequirements(settings) {
	const matrix = getNested(settings, "matrix");
	return Object.entries(getNested(matrix, "req") ?? matrix ?? {}).flatMap(([name, versions]) => {
		if (!/^(?:pip\+)?[\w.-]+$/.test(name) || [
			"env",
			"env_nobuild",
			"req"
		].includes(name)) return [];
		const first = Array.isArray(versions) ? versions[0] : versions;
		const version = typeof first === "string" && /^[\w.]+$/.test(first) ? `==${first}` : "";
		return [`${name.replace(/^pip\+/, "")}${version}`];
	});
}

// src/domain/init/makefile.ts
function parseMakefile(text) {
	const lines = text.replaceAll(/\\\r?\n\s*/g, " ").split(/\r?\n/);
	const variables = readVariables(lines);
	const rules = [];
	let current = [];
	for (const line of lines) if (line.startsWith("	")) for (const { recipe } of current) recipe.push(line.slice(1));
	else if (line.trim() !== "" && !line.startsWith("#")) {
		const [, targets = "", prerequisites = "", first = []] = !assignment.test(line) && /^([^:=#]+):(?![:=])([^;#=]*)(?:;([^]*))?$/.exec(expand(line, variables)) || [];
		current = splitWords(targets).map((target) => {
			return {
				target,
				prerequisites: splitWords(prerequisites),
				recipe: [first].flat()
			};
		});
		rules.push(...current);
	}
	return rules.map((rule) => ({
		...rule,
		recipe: rule.recipe.map((line) => expandRecipe(line, rule, variables))
	}));
}
const assignment = /^(?:override\s+|export\s+)?([\w.-]+)\s*(\+|\?|::?)?=\s*(.*)$/;
function readVariables(lines) {
	const variables = /* @__PURE__ */ new Map();
	for (const line of lines) {
		const [, name = "", operator, value = ""] = !line.startsWith("	") && assignment.exec(line.trim()) || [];
		const plain = value.replace(/\s*#.*$/, "");
		if (name === "" || operator === "?" && variables.has(name)) continue;
		variables.set(name, operator === "+" ? `${variables.get(name) ?? ""} ${plain}` : plain);
	}
	return variables;
}
function splitWords(text) {
	return text.split(/\s+/).filter((word) => word !== "" && word !== "|");
}
function expandRecipe(line, { target, prerequisites }, variables) {
	const automatic = {
		"$@": target,
		"$<": prerequisites[0] ?? "",
		"$^": prerequisites.join(" ")
	};
	return replaceReferences(expand(line, variables), /\$[@<^]/g, (name) => automatic[name] ?? name).replace(/^[@+\s-]+/, "");
}
const maxDepth = 8;
const maxLength = 2e4;
function expand(text, variables, depth = 0) {
	if (depth === maxDepth) return text;
	const expanded = replaceReferences(text, /\$[({]([\w.-]+)(?::([^=(){}\s]*)=([^(){}\s]*))?[)}]/g, (reference, name = "", from, to = "") => {
		const value = variables.get(name);
		if (value === void 0) return /^[A-Z]/.test(name) ? reference : "";
		return from === void 0 ? value : replacePatterns(expand(value, variables, depth + 1), from, to);
	});
	return expanded === text ? text : expand(expanded, variables, depth + 1);
}
function replaceReferences(text, pattern, readValue) {
	let length = text.length;
	return text.replaceAll(pattern, (reference, ...rest) => {
		if (length > maxLength) return reference;
		const value = readValue(reference, ...rest.slice(0, 3));
		length += value.length;
		return length > maxLength ? reference : value;
	});
}
function replacePatterns(text, from, to) {
	const [pattern, replacement] = from.includes("%") ? [from, to] : [`%${from}`, `%${to}`];
	const [start = "", end = ""] = pattern.split("%");
	return splitWords(text).map((word) => {
		return word.startsWith(start) && word.endsWith(end) && word.length >= start.length + end.length ? replacement.replace("%", () => word.slice(start.length, word.length - end.length)) : word;
	}).join(" ");
}

// src/domain/init/c-programs.ts
function needsArguments(sources) {
	const main = sources.map((text) => /\bmain\s*\(([^)]*)\)\s*\{([^]*)/.exec(text)).find((match) => match !== null);
	return !main || /\bargv\b/.test(main[2] ?? "");
}
function isNamedTest(name) {
	return /(?:^|[_-])tests?(?:[_-]|$)/i.test(name);
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
	const programs = targets.filter(({ library, list, name }) => !library && !isTest(list) && !isNamedTest(name));
	return {
		benchmarks: targets.flatMap(({ name, list, library, program, preparation }) => {
			if (!library) return [];
			const { adapter, title, options } = library;
			const usesGpu = library.usesGpu || preparation.usesGpu;
			const evidence = `${list} (${name} links ${title})`;
			const command = [program, ...options];
			return [{
				...plainBenchmark,
				...preparation,
				tool: adapter,
				adapter,
				command,
				files: [jsonFile],
				usesGpu,
				evidence
			}];
		}),
		programs: programs.map(({ name, list, texts, program, preparation }) => ({
			...plainProgram,
			...preparation,
			command: [program],
			missing: needsArguments(texts) ? unknownArguments : null,
			evidence: `${list} (add_executable ${name})`,
			file: list
		})).toSorted((a, b) => Number(/bench|perf/.test(b.name)) - Number(/bench|perf/.test(a.name)))
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
function listTargets(project, { path: list, folder, text }) {
	const executables = text.matchAll(/\b(?:cuda_)?add_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))([^)]*)\)/gi);
	const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)];
	const above = listFolders(folder).filter((one) => project.texts.has(joinPath(one, "CMakeLists.txt")));
	const readList = (one) => project.texts.get(joinPath(one, "CMakeLists.txt")) ?? "";
	const top = above.findLast((one) => /\bproject\s*\(/i.test(readList(one))) ?? above.at(-1) ?? folder;
	const build = joinPath(top, "build");
	const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(readList(top));
	const inside = common ? common[1] ?? "" : folder.slice(top.length).replace(/^\//, "");
	return [...executables].map(([, name = "", words = ""]) => {
		const linked = links.flatMap(([, target, others]) => target === name ? others : []).join(" ");
		const sources = words.split(/\s+/).filter((word) => /^[\w./+-]+\.\w+$/.test(word));
		return {
			name,
			list,
			library: libraries.find(({ form }) => form.test(linked)),
			texts: sources.flatMap((source) => project.texts.get(joinPath(folder, source)) ?? []),
			program: joinPath(joinPath(build, inside).replace(/\/$/, ""), name),
			preparation: {
				name: toConfigName(joinPath(top, name)),
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
			}
		};
	});
}
const makefile = /(?:^|\/)(?:GNUm|[Mm])akefile$/;
const sourceEnding = /\.(?:cu|hip|cpp|cxx|cc|c|f90|F90)$/;
function toStem(path) {
	return path.replace(/\.o$/, "").replace(sourceEnding, "");
}
function findMakePrograms(project) {
	const sources = project.paths.filter((path) => sourceEnding.test(path));
	const index = new Map(sources.map((path) => [toStem(path), path]));
	return listFiles(project, makefile).filter(({ path }) => !isTest(path)).flatMap(({ path, text }) => findPrograms(project, path, parseMakefile(text), index));
}
function findPrograms(project, file, rules, index) {
	const folder = getFolder(file);
	return rules.filter(({ target }) => !target.endsWith(".o")).flatMap((rule) => rule.target.includes("%") ? instantiatePattern(rule, index, folder) : [rule]).flatMap((rule) => findLinks(rule).map((found) => ({
		...found,
		rule
	}))).filter(({ output }, at, all) => all.findIndex((one) => one.output === output) === at).flatMap(({ rule, output, link }) => {
		const path = normalizePath(joinPath(folder, output));
		const sources = [...rule.prerequisites, ...link].flatMap((word) => index.get(toStem(joinPath(folder, word))) ?? []);
		if (path === null || sources.length === 0 && !link.some((word) => compiler.test(word))) return [];
		const { words: args, target } = findCall(rules, output, folder) ?? {
			words: null,
			target: rule.target
		};
		const texts = sources.flatMap((source) => project.texts.get(source) ?? []);
		const relevant = sources.length > 0 ? sources : project.paths.filter((one) => isBelow(one, folder));
		return {
			...plainProgram,
			name: toConfigName(path),
			command: [path.includes("/") ? path : `./${path}`, ...args ?? []],
			setup: [[
				"make",
				...folder === "" ? [] : ["-C", folder],
				rule.target
			]],
			usesGpu: link.some((word) => gpuBuild.test(word)) || relevant.some((one) => /\.(?:cu|hip)$/.test(one)),
			missing: args === null && needsArguments(texts) ? unknownArguments : null,
			evidence: `${file} (target ${target})`,
			file
		};
	});
}
function instantiatePattern(rule, index, folder) {
	const [start, end] = rule.prerequisites.find((word) => word.includes("%") && sourceEnding.test(word))?.split("%") ?? [];
	if (start === void 0 || end === void 0) return [];
	const before = joinPath(folder, start);
	return [...index.values()].filter((path) => path.startsWith(before) && path.endsWith(end)).map((path) => path.slice(before.length, path.length - end.length)).filter((stem) => stem !== "" && !stem.includes("/")).map((stem) => {
		const fill = (text) => text.replaceAll("%", stem);
		return {
			target: fill(rule.target),
			prerequisites: rule.prerequisites.map(fill),
			recipe: rule.recipe.map(fill)
		};
	});
}
const compiler = /^(?:.*\/)?(?:nvcc|hipcc|g?cc|[gc]\+\+|clang(?:\+\+)?|icpx?|icx|nvc(?:\+\+)?|gfortran|nvfortran|ifx|ftn|mpi(?:cc|cxx|c\+\+|fort|f90))(?:-\d+)?$|^\$[({](?:CC|CXX|NVCC|HIPCC|FC|LD|LINK)[)}]$/;
const gpuBuild = /\b(?:nvcc|hipcc)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/;
const noProgram = /\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$/;
function findLinks({ target, recipe }) {
	return recipe.flatMap((line) => {
		const link = line.split(/\s+/);
		const glued = link.includes(`-o${target}`) ? target : "";
		const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? glued;
		if (output === "" || noProgram.test(output) || link.some((word) => /^-(?:c|dc|shared)$/.test(word))) return [];
		return isNamedTest(getBaseName(output)) ? [] : [{
			link,
			output: withoutDot(output)
		}];
	});
}
function findCall(rules, program, folder) {
	for (const { target, recipe } of rules.filter((one) => /^(?:run|bench|benchmark|perf)$/.test(one.target))) for (const line of recipe) {
		const [first = "", ...words] = splitShellWords(line) ?? [];
		const hasPaths = words.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word));
		if (withoutDot(first) === program && (folder === "" || !hasPaths)) return {
			target,
			words
		};
	}
	return null;
}

// src/domain/init/rust-go-programs.ts
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
const anyFolders = "**";
const criterionScript = "CRITERION_HOME=\"$0\" cargo bench --manifest-path \"$2\" --bench \"$1\"";
function findRustPrograms(project) {
	const crates = listManifests(project, "Cargo.toml");
	const benches = crates.flatMap(({ path, folder, manifest }) => {
		const files = listRustFiles(project, joinPath(folder, "benches"));
		const names = [...listEntries(manifest, "bench"), ...files].map(({ name }) => name);
		return [...new Set(names)].map((name) => ({
			name,
			path,
			source: joinPath(folder, `benches/${name}.rs`)
		}));
	});
	const { criterion = [], others = [] } = Object.groupBy(benches, ({ source }) => /\bcriterion_main!|\bcriterion::/.test(project.texts.get(source) ?? "") ? "criterion" : "others");
	return {
		benchmarks: criterion.map(({ name, path, source }) => {
			const folder = getFolder(path);
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
				tool: "criterion",
				adapter: "criterion",
				command: [
					"sh",
					"-c",
					criterionScript,
					"{output}",
					name,
					path
				],
				files: [`{output}/${anyFolders}/new/*.json`],
				usesGpu: hasRustGpuCode(project, folder),
				evidence: `${source} (criterion)`
			};
		}),
		others: others.map(({ name, path }) => {
			return {
				what: `the benchmark ${name} (not criterion)`,
				where: `${path} (cargo bench)`
			};
		}),
		programs: crates.flatMap((crate) => isTest(crate.path) ? [] : findBinaries(project, crate))
	};
}
function listEntries(manifest, key) {
	const tables = getNested(manifest, key);
	return (Array.isArray(tables) ? tables : []).flatMap((table) => {
		const [[file = ""], names] = [listTexts([getNested(table, "path")]), listTexts([getNested(table, "name")])];
		return names.map((name) => ({
			name,
			file
		}));
	});
}
function listRustFiles({ paths }, folder) {
	return paths.filter((file) => getFolder(file) === folder && file.endsWith(".rs")).map((file) => ({
		name: getBaseName(file).replace(/\.rs$/, ""),
		file
	}));
}
function findBinaries(project, { path, folder, manifest }) {
	const source = joinPath(folder, "src/main.rs");
	const named = listEntries(manifest, "bin").map(({ name, file }) => {
		return {
			name,
			file: file === "" ? source : joinPath(folder, file)
		};
	});
	const all = [
		...(project.paths.includes(source) ? listTexts([getNested(manifest, "package", "name")]) : []).map((name) => ({
			name,
			file: source
		})),
		...listRustFiles(project, joinPath(folder, "src/bin")),
		...named
	];
	const places = new Set(named.map(({ file }) => file));
	const top = listManifests(project, "Cargo.toml").filter((one) => isBelow(joinPath(folder, "x"), one.folder) && getNested(one.manifest, "workspace") !== void 0).toSorted((a, b) => a.path.length - b.path.length)[0]?.folder ?? folder;
	const locked = project.paths.includes(joinPath(top, "Cargo.lock")) ? ["--locked"] : [];
	return [...new Map(all.map((binary) => [binary.name, binary])).values()].filter((binary) => named.includes(binary) || !places.has(binary.file)).map(({ name, file }) => {
		const text = project.texts.get(file);
		const takesArguments = text === void 0 || /\benv::args|\bclap\b|::parse\(\)|\bargh\b|\bpico_args\b|\blexopt\b/.test(text);
		return {
			...plainProgram,
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
			name: toConfigName(name),
			command: [joinPath(top, `target/release/${name}`)],
			usesGpu: hasRustGpuCode(project, folder),
			missing: takesArguments ? unknownArguments : null,
			evidence: `${path} (binary)`,
			file
		};
	});
}
function hasRustGpuCode(project, folder) {
	return listManifests(project, "Cargo.toml").some(({ path, manifest }) => {
		const names = Object.keys(getNested(manifest, "dependencies") ?? {});
		return isBelow(path, folder) && names.some((name) => gpuCrates.includes(name));
	});
}
const buildFolder = ".warpgauge-build";
const passEnv = [
	"GOPROXY",
	"GOFLAGS",
	"GOTOOLCHAIN"
];
const shownPrograms = 5;
const shownPackages = 3;
const buildScript = String.raw`for package in "$@"; do
  mkdir -p "$0/$package" && go test -c -o "$0/$package/go.test" "./$package" || exit 1
done
`;
const runScript = String.raw`programs="$PWD/$1"; shift
for package in "$@"; do
  (cd "$package" && "$programs/$package/go.test" -test.run='^$' -test.bench=. -test.benchtime=200ms -test.benchmem) || exit 1
done > "$0"
`;
function findGoPrograms(project) {
	const modules = project.paths.filter((path) => getBaseName(path) === "go.mod").map(getFolder);
	const found = modules.map((module) => {
		const inner = modules.filter((other) => other !== module && isBelow(other, module));
		return {
			module,
			sources: listFiles(project, /\.go$/).filter(({ path }) => isBelow(path, module) && !inner.some((other) => isBelow(path, other)) && !/(?:^|\/)(?:vendor|testdata)\//.test(path))
		};
	});
	return {
		benchmarks: found.flatMap(({ module, sources }) => findGoBenchmarks(module, sources)),
		programs: found.flatMap(({ module, sources }) => findGoMains(module, sources))
	};
}
function findGoBenchmarks(module, sources) {
	const files = sources.filter(({ path, text }) => path.endsWith("_test.go") && /^func Benchmark\w*\(\w+ \*testing\.B\)/m.test(text));
	const packages = [...new Set(files.map(({ folder }) => toRelative(folder, module)))].toSorted();
	if (packages.length === 0) return [];
	const more = packages.length > shownPackages ? ` and ${packages.length - shownPackages} more` : "";
	const enter = module === "" ? "" : `cd ${quoteShellWord(module)} || exit 1\n`;
	const output = "{output}/go.txt";
	return [{
		...plainBenchmark,
		setup: [[
			"sh",
			"-c",
			`${enter}${buildScript}`,
			buildFolder,
			...packages
		]],
		passEnv,
		name: toConfigName(joinPath(module, "go-bench")),
		tool: "go test",
		adapter: "go-benchmark",
		command: [
			"sh",
			"-c",
			`${enter}${runScript}`,
			output,
			buildFolder,
			...packages
		],
		files: [output],
		usesGpu: hasGoGpuCode(files),
		evidence: `${packages.slice(0, shownPackages).join(", ")}${more} (go test -bench in ${joinPath(module, "go.mod")})`
	}];
}
function findGoMains(module, sources) {
	return sources.filter(({ path, text }) => !path.endsWith("_test.go") && !isTest(path) && /^package main$/m.test(text) && /^func main\(\)/m.test(text)).slice(0, shownPrograms).map(({ path, folder: place, text }) => {
		const folder = toRelative(place, module);
		const name = getBaseName(place) || "main";
		const program = joinPath(buildFolder, name);
		const readsArguments = /\bos\.Args\b|"flag"|cobra|pflag|kingpin|urfave|kong|go-flags/.test(text) || folder === ".";
		return {
			...plainProgram,
			setup: [[
				"go",
				"build",
				...module === "" ? [] : ["-C", module],
				"-o",
				program,
				`./${folder}`
			]],
			passEnv,
			name: toConfigName(name === "main" ? "program" : name),
			command: [joinPath(module, program)],
			usesGpu: hasGoGpuCode(sources),
			missing: readsArguments ? unknownArguments : null,
			evidence: `${path} (package main)`,
			file: path
		};
	});
}
function toRelative(folder, module) {
	return folder === module ? "." : module === "" ? folder : folder.slice(module.length + 1);
}
function hasGoGpuCode(sources) {
	return sources.some(({ text }) => /#cgo\s.*-lcuda|"gorgonia\.org\/cu"|\/go-nvml\//.test(text));
}

// src/domain/init/find.ts
function findWhatToMeasure(project) {
	const cmake = findCmakePrograms(project);
	const rust = findRustPrograms(project);
	const go = findGoPrograms(project);
	const benchmarks = [
		...findPytestBenchmarks(project),
		...findAsvSuites(project),
		...cmake.benchmarks,
		...rust.benchmarks,
		...go.benchmarks,
		...findHyperfineCalls(project)
	];
	const entries = findPythonPrograms(project);
	const programs = [
		...entries,
		...findPythonScripts(project, entries),
		...cmake.programs,
		...findMakePrograms(project),
		...rust.programs,
		...go.programs
	].toSorted((a, b) => rankProgram(a) - rankProgram(b));
	const usesGpu = [...programs, ...benchmarks].some((one) => one.usesGpu) || hasPythonGpuCode(project, "") || hasCmakeGpuCode(project, "") || listManifests(project, "Project.toml").some(({ manifest }) => Object.keys(getNested(manifest, "deps") ?? {}).some((name) => juliaGpuPackages.includes(name)));
	const known = [...benchmarks, ...programs].map(({ evidence }) => evidence);
	return {
		languages: listLanguages(project),
		usesGpu,
		programs,
		benchmarks: withUniqueNames(benchmarks),
		others: [
			...rust.others,
			...listScripts(project),
			...listOthers(project, known, benchmarks)
		],
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
const languages = [
	{
		name: "Python",
		of: /\.py$/
	},
	{
		name: "CUDA",
		of: /\.cuh?$/
	},
	{
		name: "C++",
		of: /\.(?:cc|cpp|cxx|hpp)$/
	},
	{
		name: "C",
		of: /\.c$/
	},
	{
		name: "Rust",
		of: /\.rs$/
	},
	{
		name: "JavaScript",
		of: /\.[cm]?[jt]sx?$/
	},
	{
		name: "Go",
		of: /\.go$/
	},
	{
		name: "Julia",
		of: /\.jl$/
	},
	{
		name: "Fortran",
		of: /\.f90$/i
	},
	{
		name: "Shell",
		of: /\.(?:sh|bash)$/
	}
];
function listLanguages({ paths }) {
	return languages.map(({ name, of }) => ({
		name,
		count: paths.filter((path) => of.test(path)).length
	})).filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count).map(({ name }) => name);
}
function isBenchmark({ name }) {
	return /bench|perf/i.test(name);
}
function listScripts(project) {
	const packages = listManifests(project, "package.json");
	const listKeys = (key) => packages.flatMap(({ path, manifest }) => Object.keys(getNested(manifest, key) ?? {}).map((name) => ({
		name,
		where: `${path} (${key})`
	})));
	const targets = listFiles(project, makefile).flatMap(({ path, text }) => [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name = ""]) => ({
		name,
		where: path
	})));
	return [
		...listKeys("scripts").filter(isBenchmark).map(({ name, where }) => ({
			what: `npm run ${name}`,
			where
		})),
		...targets.filter(isBenchmark).map(({ name, where }) => ({
			what: `make ${name}`,
			where
		})),
		...listKeys("bin").map(({ name, where }) => ({
			what: `the program ${name}`,
			where
		}))
	];
}
const benchmarkScript = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i;
function listOthers({ paths }, known, benchmarks) {
	const all = paths.flatMap((path) => /^(?:.*\/)?(?:bench|benches|benchmarks?)(?=\/)/.exec(getFolder(path) + "/")?.[0] ?? []);
	const folders = [...new Set(all)].filter((folder) => !known.some((evidence) => evidence.startsWith(`${folder}/`)));
	const scripts = paths.filter((path) => benchmarkScript.test(path)).filter((path) => !benchmarks.some(({ evidence }) => evidence.startsWith(`${path} `))).filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)));
	return [...folders.map((folder) => ({
		what: "a directory of benchmarks",
		where: `${folder}/`
	})), ...scripts.map((path) => ({
		what: "a shell script",
		where: path
	}))];
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
function findHyperfineCalls(project) {
	const found = listFiles(project, /(?:^|\/)(?:Makefile|GNUmakefile|[Jj]ustfile|[^/]+\.(?:sh|bash|mk))$/).flatMap(({ path, text }) => parseHyperfineCalls(text).map((words) => ({
		path,
		words
	})));
	return found.map(({ path, words }, index) => ({
		...plainBenchmark,
		name: toConfigName(found.length === 1 ? "hyperfine" : `hyperfine-${index + 1}`),
		tool: "hyperfine",
		adapter: "hyperfine",
		command: [
			"hyperfine",
			"--export-json",
			"{output}/hyperfine.json",
			...words
		],
		files: ["{output}/hyperfine.json"],
		evidence: `${path} (${getBaseName(path)} calls hyperfine)`
	}));
}
function parseHyperfineCalls(text) {
	return text.replaceAll(/\\\n\s*/g, " ").split("\n").flatMap((line) => {
		const words = splitShellWords(/^\s*[@-]*hyperfine\s+(.*)$/.exec(line)?.[1] ?? "") ?? [];
		if (words.some((word) => /\{[\w-]+\}/.test(word))) return [];
		const kept = words.filter((word, index) => !word.startsWith("--export-") && !/^--export-[a-z-]+$/.test(words[index - 1] ?? ""));
		return kept.some((word) => !word.startsWith("-")) ? [kept] : [];
	});
}

// src/io/git/read-project.ts
const relevantFile = /(?:^|\/)(?:pyproject\.toml|pixi\.toml|Project\.toml|setup\.cfg|requirements\.txt|environment\.ya?ml|Cargo\.toml|package\.json|CMakeLists\.txt|(?:GNUm|[Mm])akefile|[Jj]ustfile|asv\.conf(?:\.\w+)?\.json|[^/]+\.(?:py|sh|bash|mk))$|(?:^|\/)benches\/[^/]+\.rs$|(?:^|\/)conf(?:ig|igs)?\/[^/]+\.ya?ml$/;
const sourceFile = /\.(?:go|cu|cc|cpp|cxx|c)$|(?:^|\/)(?:src\/main|src\/bin\/[^/]+|main)\.rs$/;
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
	"Project.toml": parse,
	"package.json": (text) => JSON.parse(text)
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