// src/wiring/action-names.ts
function chooseLocalNames(token) {
	return token === null ? "fetched" : "none";
}

export { chooseLocalNames };