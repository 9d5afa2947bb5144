// src/wiring/action-names.ts
function localNamesOf(token) {
	return token === null ? "fetched" : "none";
}

export { localNamesOf as t };