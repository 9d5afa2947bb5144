// package.json
var version = "0.1.0";

// src/wiring/tool-version.ts
const toolVersion = version;

export { toolVersion as t };