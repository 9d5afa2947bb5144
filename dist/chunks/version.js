// package.json
var version = "0.1.0";
var repository = {
	"type": "git",
	"url": "git+https://github.com/OWNER/warpgauge.git"
};

// src/wiring/tool-version.ts
const toolVersion = version;

export { repository as n, toolVersion as t };