import { t as logUpdateStderr } from "./log-update.js";
import { a as lineProgress, c as progressText, d as withStartedTrial, l as startProgress, o as failureText, s as progressBar, u as withEndedTrial } from "./measuring.js";
import { i as say } from "./terminal.js";

// src/cli/live-progress.ts
const frameMs = 200;
function terminalProgress() {
	return process.stderr.isTTY ? liveProgress() : lineProgress(say);
}
function liveProgress() {
	let state = null;
	let timer = null;
	const draw = () => {
		if (state) logUpdateStderr(`${progressBar(state, 30)} ${progressText(state, performance.now())}`);
	};
	return {
		started(total, done, cases) {
			state = startProgress({
				total,
				done,
				cases,
				nowMs: performance.now()
			});
			timer = setInterval(draw, frameMs);
			draw();
		},
		trialStarted(next) {
			if (state) state = withStartedTrial(state, next);
			draw();
		},
		trialEnded(trial) {
			if (!state) return;
			state = withEndedTrial(state, trial);
			const failure = failureText(trial);
			if (failure !== null) logUpdateStderr.persist(`${failure}\n`);
			draw();
		},
		live(line) {
			logUpdateStderr.persist(`${line}\n`);
			draw();
		},
		ended() {
			if (timer) clearInterval(timer);
			draw();
			logUpdateStderr.done();
			state = null;
		}
	};
}

export { terminalProgress as t };