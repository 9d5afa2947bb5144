// src/wiring/action-ports.ts
function chooseLocalNames(token) {
	return token === null ? "fetched" : "none";
}

export { chooseLocalNames };