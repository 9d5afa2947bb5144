// src/wiring/token-variables.ts
const tokenVariables = ["GITHUB_TOKEN", "GH_TOKEN"];

export { tokenVariables };