// src/domain/doctor/finding.ts
const doctorAreas = [
	"machine",
	"gpu",
	"git",
	"config",
	"workflows",
	"runner",
	"token"
];
function pass(check, subject, sentence) {
	return {
		check,
		level: "ok",
		subject,
		sentence,
		mend: null
	};
}
function warn(check, subject, sentence, mend) {
	return {
		check,
		level: "warn",
		subject,
		sentence,
		mend
	};
}
function fail(check, subject, sentence, mend) {
	return {
		check,
		level: "fail",
		subject,
		sentence,
		mend
	};
}
function skip(check, subject, sentence, mend) {
	return {
		check,
		level: "unknown",
		subject,
		sentence,
		mend
	};
}

export { doctorAreas, fail, pass, skip, warn };