import { checkMachineNeeds, chooseCacheDirectory, createDeviceInventory, createFileInspector, createSandbox, doctorAreas, fail, findMachineNeeds, findOutsideReason, isSecretName, judgeFitness, pass, procHostMeter, readVersions, runTool, skip, statfsDiskSpace, warn, watchHostLoad } from "./measuring.js";
import { configSchema, enableSandbox, formatLoad, formatNames, isMostlyTaken, parseConfig, parseRules, readYaml } from "./judging.js";
import { diskFileStore, modeNames, openTemporaryDirectory, selectMode, sleepUntilAborted, systemClock } from "./foundation.js";
import { EnvironmentError, UnansweredError, UserError, cancelOnSignals } from "./core.js";
import { createCloneInspector } from "./clone-facts.js";
import { createClient, isRequestFailure } from "./github.js";
import { tokenVariables } from "./guard-step.js";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import os, { tmpdir } from "node:os";
import { accessSync, constants as constants$1, existsSync, globSync, readFileSync, readdirSync, readlinkSync, statSync, statfsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

// src/domain/doctor/check-gpus.ts
function checkGpus(facts) {
	if (facts.identities.length === 0) return [reportMissingGpus(facts)];
	const settings = [
		checkClocks,
		checkPersistence,
		checkPowerLimit,
		checkEcc,
		checkMig
	];
	return [
		...checkPresence(facts),
		...checkAbsence(facts),
		checkDriver(facts),
		checkMonitor(facts),
		...settings.flatMap((check) => groupFindings(facts.identities, check)),
		...checkDifferences(facts.identities),
		...checkUse(facts)
	];
}
function reportMissingGpus({ wanted, monitorReason, isUnanswered, container }) {
	const [check, subject] = ["gpu.present", "GPUs"];
	const reason = monitorReason ?? "no GPU found";
	if (wanted === "cpu") return pass(check, subject, "none, and the config does not require one");
	if (isUnanswered) return fail(check, subject, `not observed: ${reason}`, "sudo dmesg | grep -i xid; then restart the machine");
	const isInside = container !== null && container !== "none";
	const lost = isInside ? "start the container again" : "restart the machine";
	const mend = /LIB_RM_VERSION_MISMATCH/.test(reason) ? "restart the machine: its driver was updated and the old one is still loaded" : /UNKNOWN \(999\)/.test(reason) ? `${lost}: the driver does not work any more` : isInside ? "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …, then: nvidia-smi -L" : "nvidia-smi -L; if it fails, install the GPU driver";
	if (wanted === "gpu") return fail(check, subject, `none, but the config requires GPUs: ${reason}`, mend);
	return warn(check, subject, `none: ${reason}`, `${mend}; or set pipeline.devices: cpu`);
}
function checkPresence({ identities }) {
	const models = [...Map.groupBy(identities, ({ model }) => model)];
	const text = models.map(([model, list]) => `${list.length} × ${model}`).join(", ");
	if (models.length === 1) return [pass("gpu.present", "GPUs", text)];
	return [warn("gpu.present", "GPUs", `${text}: a mix of models is a separate testbed`, "Select GPUs of one model with CUDA_VISIBLE_DEVICES.")];
}
function checkAbsence({ idle }) {
	const lost = (idle?.events ?? []).filter(({ kind }) => kind === "lost");
	const forbidden = (idle?.problems ?? []).filter((problem) => / cannot be opened: /.test(problem));
	const mend = "sudo dmesg | grep -i xid; then reset the GPU or restart the machine";
	return [...lost.map(({ gpu, detail }) => fail("gpu.present", `GPU ${gpu}`, `was lost: ${detail}`, mend)), ...forbidden.map((problem) => skip("gpu.present", "GPUs", problem, "ls -l /dev/nvidia*"))];
}
function checkDriver({ driverVersion, cudaVersion }) {
	const [check, subject] = ["gpu.driver", "driver"];
	if (driverVersion === null) return skip(check, subject, "no tool reports the version", "cat /proc/driver/nvidia/version");
	return pass(check, subject, `${driverVersion}, ${cudaVersion === null ? "CUDA unknown" : `CUDA up to ${cudaVersion}`}`);
}
function checkMonitor({ monitor: kind, monitorReason, container }) {
	const [check, subject] = ["gpu.monitor", "monitor"];
	if (kind === "nvml") return pass(check, subject, "NVML is visible and answers");
	const sentence = `${kind} instead of NVML: ${monitorReason ?? "unknown reason"}`;
	if (kind === "amd-smi" || kind === "rocm-smi") return pass(check, subject, `${kind}, for AMD GPUs`);
	return warn(check, subject, sentence, container !== null && container !== "none" ? "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …" : "ldconfig -p | grep libnvidia-ml.so.1");
}
function groupFindings(gpus, check) {
	const found = gpus.map((gpu) => ({
		index: gpu.index,
		...check(gpu)
	}));
	return [...Map.groupBy(found, ({ level, sentence }) => `${level} ${sentence}`).values()].flatMap((group) => {
		const [first] = group;
		if (!first) return [];
		const { index: _index, ...rest } = first;
		const list = group.map(({ index }) => index);
		return [{
			...rest,
			subject: `GPU ${formatRanges(list)}`,
			mend: rest.mend?.replaceAll("{gpu}", list.join(",")) ?? null
		}];
	});
}
function formatRanges(list) {
	const parts = [];
	for (const value of list.toSorted((one, other) => one - other)) {
		const last = parts.at(-1);
		if (last && value === last[1] + 1) last[1] = value;
		else parts.push([value, value]);
	}
	return parts.map(([from, to]) => from === to ? `${from}` : `${from}-${to}`).join(",");
}
function checkClocks({ settings: { lockedSmClockMhz, maxSmClockMhz } }) {
	const check = "gpu.clocks";
	if (lockedSmClockMhz === null) return skip(check, "", "the driver does not report whether clocks are locked; unlocked clocks vary with load and temperature", "lock: sudo nvidia-smi -i {gpu} -lgc MHZ; unlock: sudo nvidia-smi -i {gpu} -rgc");
	const sentence = `SM clock is set to ${lockedSmClockMhz} MHz`;
	if (maxSmClockMhz === null || lockedSmClockMhz >= maxSmClockMhz) return pass(check, "", sentence);
	const note = `${sentence} of ${maxSmClockMhz} MHz: valid only if the baseline used the same setting`;
	return warn(check, "", note, "sudo nvidia-smi -i {gpu} -rac && sudo nvidia-smi -i {gpu} -rgc");
}
function checkPersistence({ settings: { isPersistent } }) {
	const check = "gpu.persistence";
	if (isPersistent === null) return skip(check, "", "persistence mode is unknown", "nvidia-smi -i {gpu} --query-gpu=persistence_mode --format=csv");
	if (isPersistent) return pass(check, "", "persistence mode is on");
	return warn(check, "", "persistence mode is off: the driver may be reloaded for every run", "sudo systemctl start nvidia-persistenced, or sudo nvidia-smi -i {gpu} -pm 1");
}
function checkPowerLimit({ settings: { powerLimitWatts } }) {
	const check = "gpu.power-limit";
	if (powerLimitWatts === null) return skip(check, "", "the power limit is unknown", "nvidia-smi -i {gpu} -q -d POWER");
	return pass(check, "", `power limit ${Math.round(powerLimitWatts)} W`);
}
function checkEcc({ settings: { isEccOn } }) {
	const check = "gpu.ecc";
	if (isEccOn === null) return skip(check, "", "the ECC state is unknown", "nvidia-smi -i {gpu} -q -d ECC");
	return pass(check, "", `ECC is ${isEccOn ? "on" : "off"}`);
}
function checkMig({ settings: { isMigOn }, migSlices }) {
	const check = "gpu.mig";
	if (isMigOn === null) return skip(check, "", "the MIG state is unknown", "nvidia-smi -i {gpu} --query-gpu=mig.mode.current --format=csv");
	if (!isMigOn) return pass(check, "", "MIG is off");
	if (migSlices.length > 0) return pass(check, "", `MIG is on with ${migSlices.length} ${migSlices.length === 1 ? "slice" : "slices"}; results apply to a slice, not to the GPU`);
	return fail(check, "", "MIG is on without a slice, so no program can use the GPU", "sudo nvidia-smi -i {gpu} -mig 0");
}
function checkDifferences(gpus) {
	const fields = [
		[
			"power limit",
			({ settings }) => settings.powerLimitWatts,
			"sudo nvidia-smi -pl WATTS"
		],
		[
			"ECC",
			({ settings }) => settings.isEccOn,
			"sudo nvidia-smi -e 1, then reboot"
		],
		[
			"locked clock",
			({ settings }) => settings.lockedSmClockMhz,
			"sudo nvidia-smi -rac; sudo nvidia-smi -rgc"
		]
	];
	const sameModel = [...Map.groupBy(gpus, ({ model }) => model).values()];
	return fields.flatMap(([name, read, mend]) => {
		const differ = sameModel.some((list) => new Set(list.map((gpu) => read(gpu))).size > 1);
		const sentence = `GPUs of one model differ in their ${name}: results depend on the assigned GPU`;
		return differ ? [warn("gpu.alike", "GPUs", sentence, mend)] : [];
	});
}
function checkUse(facts) {
	const found = facts.identities.map(({ index }) => index).map((gpu) => ({
		gpu,
		findings: checkGpuUse(gpu, facts)
	}));
	const free = found.filter(({ findings }) => findings.every(({ level }) => level === "ok")).map(({ gpu }) => gpu);
	const watched = facts.idle === null ? "" : ", idle, cool, clocks not restricted";
	return [
		...free.length > 0 ? [pass("gpu.use", `GPU ${formatRanges(free)}`, `no other program uses it${watched}`)] : [],
		...found.flatMap(({ findings }) => findings.filter(({ level }) => level !== "ok")),
		...facts.idle === null ? [skip("gpu.use", "load and temperature", "no GPU monitor", "nvidia-smi dmon -c 1")] : []
	];
}
function checkGpuUse(gpu, { processes, idle, limits }) {
	const check = "gpu.use";
	return judgeFitness({
		gpus: [gpu],
		identities: [],
		processes,
		idle,
		disks: []
	}, limits).map(({ level, subject, sentence, hint }) => {
		if (level === "ok") return pass(check, subject, sentence);
		if (processes === null && subject.startsWith("processes")) return skip(check, subject, sentence, hint);
		return (level === "refuse" ? fail : warn)(check, subject, sentence, hint);
	});
}

// src/domain/doctor/check-machine.ts
const supported = ["x64", "arm64"];
const minNodeVersion = 24;
const minSharedMemoryBytes = 2 ** 30;
function checkMachine(facts) {
	return [
		checkPlatform(facts),
		checkNode(facts),
		checkContainer(facts),
		checkGovernor(facts),
		checkLoad(facts),
		checkSharedMemory(facts),
		checkCpuLimit(facts),
		checkMemoryLimit(facts),
		...checkDisks(facts)
	];
}
function checkPlatform({ platform: name, architecture }) {
	const subject = "platform";
	const sentence = `${name} ${architecture}`;
	if (name === "linux" && supported.includes(architecture)) return pass("machine.platform", subject, sentence);
	return fail("machine.platform", subject, `${sentence} is not tested`, "Measure on Linux x64 or arm64; reports can be rendered anywhere.");
}
function checkNode({ nodeVersion }) {
	if (Number(/^v?(\d+)\./u.exec(nodeVersion)?.[1] ?? 0) >= minNodeVersion) return pass("machine.node", "Node", nodeVersion);
	return fail("machine.node", "Node", `${nodeVersion} is too old`, `Install Node ${minNodeVersion} or newer.`);
}
function checkContainer({ container: kind }) {
	const [check, subject] = ["machine.container", "container"];
	if (kind === null) return skip(check, subject, "could not be detected", "cat /proc/1/cgroup; ls /.dockerenv");
	return pass(check, subject, kind === "none" ? "none" : `${kind}; it is part of the testbed`);
}
function checkGovernor({ governors }) {
	const [check, subject] = ["machine.governor", "CPU governor"];
	const set = "sudo cpupower frequency-set -g performance";
	if (governors === null || governors.length === 0) return skip(check, subject, "not reported by the kernel (virtual machine or container)", `on the host: ${set}`);
	const sentence = governors.join(", ");
	if (governors.every((name) => name === "performance")) return pass(check, subject, sentence);
	return warn(check, subject, `${sentence}: clocks vary with load, which adds noise to short stages`, set);
}
function checkLoad({ load: current }) {
	const [check, subject] = ["machine.load", "CPU load"];
	if (current === null) return skip(check, subject, "not reported by the kernel", "top -b -n 1 | head -20");
	const sentence = `other programs use ${formatLoad(current)}`;
	if (!isMostlyTaken(current)) return pass(check, subject, sentence);
	return warn(check, subject, `${sentence}: wall-clock times vary with their load`, "top -b -n 1 | head -20, then stop other programs; or set comparison.gate: [cpu_time]");
}
function checkSharedMemory({ sharedMemory: space }) {
	const [check, subject] = ["machine.shared-memory", "/dev/shm"];
	const mend = "docker run --shm-size=8g …, or: sudo mount -o remount,size=8G /dev/shm";
	if (space === null) return skip(check, subject, "missing or not readable", "df -h /dev/shm");
	const sentence = `${formatBytes(space.freeBytes)} of ${formatBytes(space.totalBytes)} are free`;
	if (space.freeBytes >= minSharedMemoryBytes) return pass(check, subject, sentence);
	return warn(check, subject, `${sentence}; data loaders with workers fail with a bus error below 1 GiB`, mend);
}
function checkCpuLimit({ limits, cores }) {
	const [check, subject] = ["machine.cpu-limit", "CPU limit"];
	if (limits === null) return skip(check, subject, "no readable control group", "cat /proc/self/cgroup; ls /sys/fs/cgroup");
	if (limits.cpuCores === null || limits.cpuCores >= cores) return pass(check, subject, `none below the ${cores} cores of this machine`);
	const sentence = `${limits.cpuCores.toFixed(1)} of ${cores} cores: above that the kernel throttles all processes`;
	return warn(check, subject, sentence, "Raise --cpus (cpu.max), or assign complete cores with --cpuset-cpus.");
}
function checkMemoryLimit({ limits, memoryBytes }) {
	const [check, subject] = ["machine.memory-limit", "memory limit"];
	if (limits === null) return skip(check, subject, "no readable control group", "cat /proc/self/cgroup; ls /sys/fs/cgroup");
	if (limits.memoryBytes === null || limits.memoryBytes >= memoryBytes) return pass(check, subject, `none below the ${formatBytes(memoryBytes)} of this machine`);
	const sentence = `${formatBytes(limits.memoryBytes)} of ${formatBytes(memoryBytes)}: processes that exceed it are killed (exit code 137)`;
	return warn(check, subject, sentence, "Raise --memory (memory.max), unless the limit is intended.");
}
function checkDisks({ disks: spaces, unreadableDisks, minFreeDiskGigabytes }) {
	const findings = judgeFitness({
		identities: [],
		gpus: [],
		processes: [],
		idle: null,
		disks: spaces
	}, {
		minFreeDiskGigabytes,
		maxIdleTemperatureCelsius: 0,
		maxIdleUtilizationPercent: 0
	}).map(({ level, subject, sentence, hint }) => {
		if (level === "ok") return pass("machine.disk", subject, sentence);
		return (level === "refuse" ? fail : warn)("machine.disk", subject, sentence, hint);
	});
	const unreadable = unreadableDisks.map((path) => skip("machine.disk", `disk of ${path}`, "its file system could not be queried", `df -h ${path}`));
	return [...findings, ...unreadable];
}
function formatBytes(value) {
	return value >= 2 ** 30 ? `${(value / 2 ** 30).toFixed(1)} GiB` : `${(value / 2 ** 20).toFixed(0)} MiB`;
}

// src/domain/doctor/check-repository.ts
function checkRepository(facts) {
	if ("problem" in facts) return [warn("git.clone", "clone", facts.problem, "Run doctor inside a clone of the pipeline, with git on PATH.")];
	return [
		checkDepth(facts),
		...checkContent(facts),
		...facts.references.map((fact) => checkReference(fact, facts)),
		...checkCredentials$1(facts)
	];
}
function checkDepth({ isShallow, hasRemote }) {
	const [check, subject] = ["git.depth", "history"];
	if (!isShallow) return pass(check, subject, "complete");
	const sentence = "shallow: the merge base is fetched when needed, which requires a reachable remote";
	if (!hasRemote) return fail(check, subject, "shallow, without a remote to fetch from", "git remote add origin URL");
	return warn(check, subject, sentence, "git fetch --unshallow --tags, or fetch-depth: 0 for actions/checkout");
}
function checkContent({ checkoutSettings, missingContent: missing }) {
	const [check, subject] = ["git.content", "Git LFS and submodules"];
	if (checkoutSettings.length === 0) return [];
	if (missing.length === 0) return [pass(check, subject, "their content is in this clone")];
	const mends = [...missing.every((path) => path.endsWith("/")) ? [] : ["git lfs pull"], ...missing.some((path) => path.endsWith("/")) ? ["git submodule update --init --recursive"] : []];
	return [fail(check, subject, `this clone lacks the content of ${formatNames(missing)}`, mends.join(" && "))];
}
function checkReference({ name, isHere, isAtRemote }, { hasRemote }) {
	const [check, subject] = ["git.reference", `reference ${name}`];
	if (isHere) return pass(check, subject, "is in this clone");
	if (isAtRemote === true) return pass(check, subject, "is at the remote and is fetched when needed");
	const push = `git tag ${name} COMMIT && git push origin ${name}`;
	if (isAtRemote === false) return fail(check, subject, "is neither in this clone nor at its remote", push);
	return skip(check, subject, `is not in this clone, and ${hasRemote ? "the remote did not answer" : "there is no remote"}`, `git ls-remote --tags origin ${name}`);
}
function checkCredentials$1({ credentials: kept }) {
	const check = "git.credentials";
	if (kept.length === 0) return [pass(check, "credentials", "none in the settings of this clone")];
	return kept.map(({ key, file }) => {
		const sentence = `${file} contains a credential (${key}): every program that runs in a worktree of this clone can read it`;
		const mend = key.endsWith(".extraheader") ? `git config --file '${file}' --unset-all '${key}'; persist-credentials: false for actions/checkout` : `git config --file '${file}' --edit, and remove user and password from ${key}`;
		return fail(check, "credentials", sentence, mend);
	});
}
function checkConfig(facts) {
	const check = "config.valid";
	switch (facts.status) {
		case "valid": return [pass(check, facts.path, "valid")];
		case "placeholder": {
			const sentence = "pipeline.command is a placeholder, so nothing can be measured";
			const mend = `Write the command and remove pipeline.placeholder, or: rm ${facts.path} && warpgauge init -- COMMAND`;
			return [fail(check, facts.path, sentence, mend)];
		}
		case "invalid": return [fail(check, facts.path, facts.problem, "Correct these entries; docs/config.md explains every key.")];
		case "absent": return [(facts.wasNamed ? fail : warn)(check, facts.path, "not found, so its tags, devices and disks were not checked", "Create one (docs/config.md), or pass its path with --config.")];
		default: return facts;
	}
}

// src/domain/doctor/workflow.ts
const hosted = /^(?:ubuntu|windows|macos)-[\w.-]+$/iu;
const foreignCode = /github\.event\.pull_request\.(?:head|merge_commit_sha|number)|github\.head_ref|refs\/pull\/|github\.event\.(?:issue\.)?number|github\.event\.workflow_run\.head_\w+/u;
const fetchesForeign = /\bgh\s+pr\s+checkout\b|\bgit\s[^\n]*\b(?:pull|merge-requests)\/[^\n]*head/u;
const movesTree = /\bgit\s+(?:-\S+\s+)*(?:checkout|switch|reset|fetch|pull|worktree|merge)\b/u;
function maySelfHost({ runsOn, calls }) {
	return calls === null && !runsOn.some((label) => hosted.test(label));
}
function resolvePermissions(workflow, job) {
	return job.permissions ?? workflow.permissions;
}
function mayWrite(permissions) {
	if (permissions === null || permissions === "write-all") return true;
	return permissions !== "read-all" && Object.values(permissions).includes("write");
}
function isClosedToForks({ condition }) {
	return /head\.repo(?:sitory)?\.(?:id|full_name|fork)|head_repository\.(?:id|full_name|fork)/u.test(condition) && /==|!/u.test(condition);
}
function isCheckout({ uses }) {
	return uses !== null && /^actions\/checkout(?:@|$)/u.test(uses);
}
function hasForeignCode(step, job) {
	if (isCheckout(step)) return [step.with["ref"] ?? "", step.with["repository"] ?? ""].some((text) => foreignCode.test(text));
	if (step.run === null) return false;
	if (fetchesForeign.test(step.run)) return true;
	const values = [
		step.run,
		...Object.values(step.env),
		...Object.values(job.env)
	];
	return movesTree.test(step.run) && values.some((value) => foreignCode.test(value));
}
function collectText({ steps, env }) {
	return [...steps.flatMap((step) => [
		step.run ?? "",
		...Object.values(step.with),
		...Object.values(step.env)
	]), ...Object.values(env)].join("\n");
}
function hasSecrets(job) {
	return job.inheritsSecrets || /\bsecrets(?:\.(?!GITHUB_TOKEN\b)\w|\[)/u.test(collectText(job));
}
function hasTokenReference(job) {
	return /\bgithub\.token\b|\bsecrets\.GITHUB_TOKEN\b/u.test(collectText(job));
}
function canRunForks({ triggers, jobs }) {
	return triggers.includes("pull_request") && jobs.some((job) => maySelfHost(job) && !isClosedToForks(job));
}

// src/domain/doctor/check-runner.ts
function checkRunner(facts) {
	const worse = (facts.workflows.some(canRunForks) ? "strangers" : "own") === "strangers" ? fail : warn;
	const { runner } = facts;
	return [
		checkSandbox(facts.isolation, worse),
		checkUser(runner, worse),
		checkLifetime(runner, facts, worse),
		checkEngine(runner, worse),
		checkSudo$1(runner, worse),
		checkMemory(runner, worse),
		checkEnvironment(runner, worse)
	];
}
const asOther = "Run jobs in a container (jobs.<id>.container) or on a single-use machine; see docs/security.md.";
function checkSandbox({ mode, reason }, worse) {
	const [check, subject] = ["runner.isolation", "isolation"];
	if (mode === "bubblewrap") return pass(check, subject, "each trial and each setup runs in a bubblewrap sandbox");
	return worse(check, subject, `trials run without a sandbox (${reason}): one revision can change files and processes of another`, enableSandbox);
}
function checkUser({ user, isJob, service }, worse) {
	const [check, subject] = ["runner.same-user", "user"];
	if (service === null) {
		if (!isJob) return skip(check, subject, `no runner found; the current user is ${user}`, "Run doctor in a job, or on the runner machine.");
		const sentence = `the runner of this job is not visible, for example from a container; programs run as ${user}`;
		return user === "root" ? warn(check, subject, sentence, "Use a dedicated non-root user inside the container.") : pass(check, subject, sentence);
	}
	if (!service.isSameUser) return pass(check, subject, `${user}, not the user of the runner in ${service.root}`);
	const key = service.hasReadableCredentials ? ", including its key in .credentials" : "";
	return worse(check, subject, `programs of a pull request run as ${user}, like the runner in ${service.root}: they can read its processes and files${key} and stay until later jobs`, asOther);
}
function checkLifetime({ service }, { token }, worse) {
	const [check, subject] = ["runner.ephemeral", "lifetime"];
	const mend = "./config.sh remove --token …; ./config.sh --ephemeral …, on a machine that is discarded after the job";
	if (service === null || service.isEphemeral === null) return skip(check, subject, "the settings of the runner (.runner) cannot be read", "Look for \"ephemeral\" in .runner of the runner.");
	if (service.isEphemeral) return pass(check, subject, "the runner takes one job and ends");
	const isPublic = token?.status === "asked" ? token.isPublic : null;
	const sentence = "the runner is reused: files and processes of one job can affect the next";
	if (isPublic === true) return fail(check, subject, `${sentence}, and the repository is public`, mend);
	return worse(check, subject, `${sentence}${isPublic === null ? "; the visibility of the repository is unknown" : ""}`, mend);
}
function checkEngine({ engineSockets }, worse) {
	const [check, subject] = ["runner.engine-socket", "container engine"];
	if (engineSockets.length === 0) return pass(check, subject, "no engine socket is writable for this user");
	return worse(check, subject, `this user can write to ${engineSockets.join(", ")}, which is equivalent to root on this machine`, "sudo gpasswd -d USER docker, or a rootless engine; do not mount the socket into jobs");
}
function checkSudo$1({ sudo: answer, user }, worse) {
	const [check, subject] = ["runner.sudo", "sudo"];
	if (user === "root") return worse(check, subject, "the current user is root", "Run jobs as a dedicated non-root user.");
	switch (answer) {
		case "passwordless": return worse(check, subject, `${user} can become root without a password`, "sudo visudo: remove NOPASSWD for this user");
		case "asks": return pass(check, subject, "asks for a password");
		case "absent": return pass(check, subject, "is not installed");
		case null: return skip(check, subject, "did not answer", "sudo -n true");
		default: return answer;
	}
}
function checkMemory({ ptraceScope }, worse) {
	const [check, subject] = ["runner.ptrace", "process memory"];
	const mend = "sudo sysctl -w kernel.yama.ptrace_scope=1";
	if (ptraceScope === null) return skip(check, subject, "the kernel lacks Yama, which restricts reading other processes of the same user", "sysctl kernel.yama.ptrace_scope");
	if (ptraceScope >= 1) return pass(check, subject, `only descendants are readable (ptrace_scope ${ptraceScope})`);
	return worse(check, subject, "every process of this user can read the memory of every other", mend);
}
function checkEnvironment({ secretVariables, isJob }, worse) {
	const [check, subject] = ["runner.environment", "environment"];
	if (secretVariables.length === 0) return pass(check, subject, "no variable name suggests a secret");
	const sentence = `${secretVariables.join(", ")}: not passed to the pipeline, but readable from /proc of its parent if both have the same user`;
	if (!isJob) return warn(check, subject, sentence, `env ${secretVariables.map((name) => `-u ${name}`).join(" ")} warpgauge run …`);
	return worse(check, subject, sentence, "Remove them from env: of the measuring job.");
}

// src/domain/doctor/check-traced-files.ts
const maxListed = 50;
function checkTracedFiles(traced) {
	const check = "config.paths";
	const subject = "pipeline.paths";
	if (traced === void 0) return [];
	if (traced.status === "untraced") return [skip(check, subject, traced.problem, traced.mend)];
	const { missedInRun, missedInSetup } = traced;
	const found = [{
		files: missedInRun,
		reader: "the run"
	}, {
		files: missedInSetup,
		reader: "the setup alone"
	}].filter(({ files }) => files.length > 0);
	if (found.length === 0) return [pass(check, subject, "every file of the repository that one run read is covered")];
	return found.map(({ files, reader }) => {
		const rest = files.length - maxListed;
		const listed = [...files.slice(0, maxListed), ...rest > 0 ? [`and ${rest} more`] : []].join(", ");
		const sentence = `${reader} read ${files.length === 1 ? "a file" : `${files.length} files`} that no glob matches: ${listed}`;
		return warn(check, subject, sentence, "Add globs for those that can affect the program to pipeline.paths.");
	});
}

// src/domain/doctor/mode-permissions.ts
const permissionsOfMode = {
	check: [
		"contents: read",
		"checks: write",
		"pull-requests: write"
	],
	publish: [
		"contents: read",
		"checks: write",
		"pull-requests: write"
	],
	plan: ["contents: read", "pull-requests: read"],
	bisect: ["contents: read"],
	command: [
		"actions: write",
		"checks: write",
		"contents: read",
		"issues: write",
		"pull-requests: write"
	],
	refresh: ["contents: write", "pull-requests: write"],
	record: [
		"contents: write",
		"issues: write",
		"checks: write"
	]
};
const allPermissions = [...new Set(Object.values(permissionsOfMode).flat())].toSorted();
const eventsOfPullRequests = [
	"pull_request",
	"pull_request_target",
	"push",
	"workflow_run",
	"check_run",
	"check_suite"
];
function listNeededPermissions(mode, triggers) {
	const needed = permissionsOfMode[mode];
	if (!(mode === "check" || mode === "publish") || triggers.some((event) => eventsOfPullRequests.includes(event))) return needed;
	return needed.filter((permission) => permission !== "pull-requests: write");
}
function listModesNeeding(permission) {
	return modeNames.filter((mode) => permissionsOfMode[mode].includes(permission));
}
function listStepModes(named, triggers) {
	const own = modeNames.find((mode) => mode === named);
	if (own !== void 0) return [own];
	return [...new Set(triggers.filter((event) => !byHand.includes(event)).map(inferMode))];
}
const byHand = ["workflow_dispatch", "workflow_call"];
function inferMode(event) {
	return selectMode({
		event,
		branch: "default",
		defaultBranch: "default"
	});
}

// src/domain/doctor/check-token.ts
function checkToken(facts) {
	if (facts === null) return [skip("token.permissions", "token", "no token, so permissions were not checked", "GITHUB_TOKEN=… GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor")];
	if (facts.status === "refused") return [fail("token.valid", facts.variable, facts.problem, "Pass a valid token, or none.")];
	if (facts.status === "unasked") return [skip("token.valid", facts.variable, facts.problem, "GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor")];
	const known = new Map(facts.permissions.map((fact) => [fact.permission, fact]));
	const listMissing = (mode) => permissionsOfMode[mode].filter((permission) => known.get(permission)?.isGranted === false);
	const unresolved = allPermissions.filter((permission) => known.get(permission)?.isGranted !== true && known.get(permission)?.isGranted !== false);
	return [
		pass("token.valid", facts.variable, `is valid for ${facts.repository}`),
		...modeNames.map((mode) => checkMode(mode, listMissing(mode), unresolved)),
		...unresolved.map((permission) => reportUnknownPermission(permission, known.get(permission)?.detail ?? "was not checked"))
	];
}
function checkMode(mode, missing, unresolved) {
	const [check, subject] = ["token.permissions", `mode ${mode}`];
	const needed = permissionsOfMode[mode];
	const mend = `permissions: { ${needed.join(", ")} }`;
	if (missing.length > 0) return {
		check,
		level: "warn",
		subject,
		sentence: `this token lacks ${missing.join(", ")}`,
		mend
	};
	const open = needed.filter((permission) => unresolved.includes(permission));
	if (open.length > 0) return skip(check, subject, `could not check ${open.join(", ")}`, mend);
	return pass(check, subject, `has ${needed.join(", ")}`);
}
function reportUnknownPermission(permission, detail) {
	const modes = listModesNeeding(permission).join(", ");
	return skip("token.permission", permission, `${detail}; needed by ${modes}`, `permissions: { ${permission} }`);
}

// src/domain/doctor/check-triggers.ts
const split = "Measure on pull_request without a token and publish from workflow_run; docs/security.md has both workflows.";
function checkTriggers(workflow) {
	return workflow.jobs.flatMap((job) => [
		...checkPullRequestTarget(workflow, job),
		...checkComments(workflow, job),
		...checkWorkflowRun(workflow, job),
		...checkSelfHostedForks(workflow, job)
	]);
}
function checkPullRequestTarget(workflow, job) {
	if (!workflow.triggers.includes("pull_request_target")) return [];
	const check = "workflows.pull-request-target";
	const step = job.steps.find((item) => hasForeignCode(item, job));
	const where = formatLocation(workflow, step ?? job);
	const host = maySelfHost(job) ? ", on a self-hosted machine," : "";
	if (step) return [fail(check, where, `pull_request_target checks out the head of the pull request${host} with a token that may write`, split)];
	if (!maySelfHost(job)) return [];
	return [warn(check, where, "pull_request_target runs jobs on this machine for anyone, without approval", split)];
}
function checkComments(workflow, job) {
	const events = workflow.triggers.filter((event) => /^(?:issue_comment|issues|discussion)/u.test(event));
	const step = job.steps.find((item) => hasForeignCode(item, job));
	if (events.length === 0 || !step) return [];
	const sentence = `${events[0]} checks out the head of a pull request in a job of the default branch, with its token and secrets`;
	return [fail("workflows.comment-checkout", formatLocation(workflow, step), sentence, "Let the comment start a workflow_dispatch that names the commit; docs/commands.md has both workflows.")];
}
function checkWorkflowRun(workflow, job) {
	if (!workflow.triggers.includes("workflow_run")) return [];
	const checkout = job.steps.find((item) => hasForeignCode(item, job));
	const check = "workflows.workflow-run";
	if (checkout) return [fail(check, formatLocation(workflow, checkout), "workflow_run checks out the triggering commit, in a job with a token that forks do not get", "Remove the checkout; publish only needs the run folder.")];
	const download = job.steps.findIndex(isDownload);
	const runner = download < 0 ? void 0 : job.steps.slice(download).find(doesExecute);
	if (!runner) return [];
	return [warn(check, formatLocation(workflow, runner), "workflow_run downloads an artifact of a pull request and then runs a program, which may come from the artifact", "Pass the folder to mode: publish, or only read it; never run its files.")];
}
function isDownload({ uses, run }) {
	return /download-artifact/u.test(uses ?? "") || /\bgh\s+run\s+download\b|\/actions\/artifacts\//u.test(run ?? "");
}
function doesExecute({ run }) {
	return /(?:^|[\s;&|(])(?:\.{1,2}\/|bash|sh|source|python3?|node|npm|npx|pnpm|yarn|make|pip|cargo|go)\b|chmod\s+\+x/mu.test(run ?? "");
}
function checkSelfHostedForks(workflow, job) {
	if (!workflow.triggers.includes("pull_request") || !maySelfHost(job) || isClosedToForks(job)) return [];
	const check = "workflows.self-hosted-forks";
	const where = formatLocation(workflow, job);
	const gives = [
		...hasSecrets(job) ? ["secrets"] : [],
		...mayWrite(resolvePermissions(workflow, job)) ? ["a token that may write"] : [],
		...hasTokenReference(job) ? ["a token"] : []
	];
	if (gives.length > 0) {
		const sentence = `pull_request runs on a self-hosted machine with ${gives[0]}, and forks are not excluded`;
		return [fail(check, where, sentence, `permissions: { contents: read } and no token or secrets here, or if: github.event.pull_request.head.repo.id == github.event.repository.id. ${split}`)];
	}
	return [warn(check, where, "anyone who opens a pull request can run code on a self-hosted machine and edit this file", "Settings → Actions → General: require approval for all outside collaborators; use an ephemeral runner (config.sh --ephemeral).")];
}
function formatLocation({ path }, { line }) {
	return `${path}:${line}`;
}

// src/domain/doctor/check-workflows.ts
function checkWorkflows(workflows, checkoutSettings = []) {
	if (workflows.length === 0) return [skip("workflows.files", ".github/workflows", "no workflow files", "ls .github/workflows")];
	return workflows.flatMap((workflow) => {
		if (workflow.problem !== null) return [skip("workflows.files", workflow.path, `cannot be read: ${workflow.problem}`, `actionlint ${workflow.path}`)];
		const found = [
			...checkTriggers(workflow),
			...workflow.jobs.flatMap((job) => [
				...checkCredentials(workflow, job),
				...checkStatedPermissions(workflow, job),
				...checkModePermissions(workflow, job),
				...checkInjections(workflow, job),
				...checkContents(workflow, job, checkoutSettings)
			]),
			...checkPins(workflow)
		];
		return found.length > 0 ? found : [pass("workflows.files", workflow.path, "no problems found")];
	});
}
function checkCredentials(workflow, job) {
	const kept = job.steps.filter((step) => isCheckout(step) && step.with["persist-credentials"] !== "false");
	const isExposed = maySelfHost(job) || canRunForks(workflow);
	const sentence = "the checkout leaves its token in the clone, where every later program of the job can read it";
	return kept.map((step) => (isExposed ? fail : warn)("workflows.persist-credentials", formatLocation(workflow, step), sentence, "with: { persist-credentials: false }"));
}
function checkContents(workflow, job, settings) {
	const measures = job.steps.some((step) => isOurs(step) && listStepModes(step.with["mode"], workflow.triggers).some((mode) => measuring.has(mode)));
	const first = job.steps.find((step) => isCheckout(step));
	const lacking = settings.filter((setting) => !first?.with[setting.split(": ")[0] ?? ""]);
	if (!measures || !first || lacking.length === 0) return [];
	return [fail("workflows.content", formatLocation(workflow, first), "the checkout lacks content of Git LFS or of submodules", `with: { ${lacking.join(", ")} }`)];
}
const measuring = /* @__PURE__ */ new Set([
	"check",
	"record",
	"bisect"
]);
function checkPins(workflow) {
	const names = workflow.jobs.flatMap(({ steps, calls }) => [calls, ...steps.map(({ uses }) => uses)]).filter((uses) => uses !== null && isUnpinned(uses));
	const all = [...new Set(names)];
	if (all.length === 0) return [];
	const shown = `${all.slice(0, 4).join(", ")}${all.length > 4 ? ` and ${all.length - 4} more` : ""}`;
	return [warn("workflows.unpinned", workflow.path, `not pinned to a commit: ${shown}`, "Pin a commit: uses: OWNER/NAME@<40 hexadecimal digits> # v1.2.3 (Dependabot updates it)")];
}
function isUnpinned(uses) {
	if (uses.startsWith("./")) return false;
	if (uses.startsWith("docker://")) return !/@sha256:[0-9a-f]{64}$/u.test(uses);
	return !/@(?:[0-9a-f]{40}|[0-9a-f]{64})$/iu.test(uses);
}
function checkStatedPermissions(workflow, job) {
	if (resolvePermissions(workflow, job) !== null || !maySelfHost(job)) return [];
	const sentence = `job ${job.id} does not set token permissions; the repository default may allow everything`;
	return [warn("workflows.permissions", formatLocation(workflow, job), sentence, "permissions: { contents: read }")];
}
function checkModePermissions(workflow, job) {
	const permissions = resolvePermissions(workflow, job);
	if (permissions === null) return [];
	return job.steps.filter((step) => isOurs(step) && (step.with["token"] ?? "") !== "").flatMap((step) => listStepModes(step.with["mode"], workflow.triggers).flatMap((mode) => {
		const wanted = listNeededPermissions(mode, workflow.triggers);
		const missing = wanted.filter((needed) => !hasPermission(permissions, needed));
		if (missing.length === 0) return [];
		const sentence = `mode ${mode} lacks ${missing.join(", ")}`;
		const mend = `permissions: { ${wanted.join(", ")} }`;
		return [fail("workflows.mode-permissions", formatLocation(workflow, step), sentence, mend)];
	}));
}
function isOurs({ uses }) {
	return uses !== null && /(?:^|\/)warpgauge(?:@|$)/u.test(uses);
}
function hasPermission(permissions, needed) {
	const [area = "", level = ""] = needed.split(": ");
	if (permissions === "write-all") return true;
	if (permissions === "read-all") return level === "read";
	const given = permissions[area];
	return given === "write" || given === level;
}
const untrustedText = /\$\{\{[^}]*\bgithub\.(?:head_ref|event\.(?:pull_request\.(?:title|body|head\.(?:ref|label)|user\.login)|issue\.(?:title|body)|comment\.body|review\.body|review_comment\.body|head_commit\.message|commits|workflow_run\.(?:head_branch|display_title|head_commit)))/u;
function checkInjections(workflow, job) {
	return job.steps.flatMap((step) => {
		const script = step.run ?? (step.uses?.startsWith("actions/github-script@") ? step.with["script"] : void 0);
		if (script === void 0 || !untrustedText.test(script)) return [];
		return [fail("workflows.injection", formatLocation(workflow, step), "a script contains text that anyone can write, so it can contain commands", "Pass the text as env: { TEXT: ${{ … }} } and use \"$TEXT\" in the script.")];
	});
}

// src/domain/doctor/diagnose.ts
const checks = {
	machine: ({ machine }) => checkMachine(machine),
	gpu: ({ gpus }) => checkGpus(gpus),
	git: ({ repository }) => checkRepository(repository),
	config: ({ config, needs, traced }) => [
		...checkConfig(config),
		...needs ? checkMachineNeeds(needs) : [],
		...checkTracedFiles(traced)
	],
	workflows: ({ workflows, repository }) => checkWorkflows(workflows, "problem" in repository ? [] : repository.checkoutSettings),
	runner: checkRunner,
	token: ({ token }) => checkToken(token)
};
function diagnose(facts) {
	const findings = doctorAreas.flatMap((area) => checks[area](facts).map((found) => ({
		area,
		...found
	})));
	const count = (level) => findings.filter((item) => item.level === level).length;
	const counts = {
		ok: count("ok"),
		warn: count("warn"),
		fail: count("fail"),
		unknown: count("unknown")
	};
	const isClean = counts.warn + counts.unknown === 0;
	return {
		verdict: counts.fail > 0 ? "fail" : isClean ? "ok" : "warn",
		counts,
		findings
	};
}

// src/io/machine/machine-inspector.ts
const usual = {
	sys: "/sys",
	proc: "/proc",
	sharedMemory: "/dev/shm"
};
function createMachineInspector(places = usual) {
	return { look: () => ({
		platform: process.platform,
		nodeVersion: process.version,
		governors: readGovernors(places.sys),
		sharedMemory: readFreeSpace(places.sharedMemory),
		cores: os.availableParallelism(),
		memoryBytes: os.totalmem(),
		limits: readLimits(places),
		driverVersion: readDriverVersion(places.proc)
	}) };
}
function readGovernors(sys) {
	const names = globSync(join(sys, "devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")).flatMap((file) => readLine(file) ?? []);
	return names.length === 0 ? null : [...new Set(names)].toSorted();
}
function readDriverVersion(proc) {
	const text = readText(join(proc, "driver/nvidia/version")) ?? "";
	return /Kernel Module(?: for \S+)?\s+(\d[\d.]*)/u.exec(text)?.[1] ?? null;
}
function readFreeSpace(path) {
	try {
		const { bavail, blocks, bsize } = statfsSync(path);
		return {
			path,
			freeBytes: bavail * bsize,
			totalBytes: blocks * bsize
		};
	} catch {
		return null;
	}
}
function readLimits({ sys, proc }) {
	const own = readText(join(proc, "self/cgroup"));
	if (own === null) return null;
	const unified = /^0::(\/.*)$/mu.exec(own)?.[1];
	const root = join(sys, "fs/cgroup");
	if (readText(join(root, "cgroup.controllers")) !== null) {
		const folders = unified === void 0 ? [root] : listAncestors(unified).map((path) => join(root, path));
		return {
			cpuCores: computeMinimum(folders.map(readCoresV2)),
			memoryBytes: computeMinimum(folders.map(readMemoryV2))
		};
	}
	const quota = readText(join(root, "cpu/cpu.cfs_quota_us"));
	const memory = readText(join(root, "memory/memory.limit_in_bytes"));
	if (quota === null && memory === null) return null;
	const period = Number(readLine(join(root, "cpu/cpu.cfs_period_us")) ?? NaN);
	return {
		cpuCores: toAmount(Number(quota) / period),
		memoryBytes: toAmount(Number(memory))
	};
}
function listAncestors(path) {
	const parts = path.split("/").filter((part) => part !== "" && part !== "..");
	return parts.map((_, index) => parts.slice(0, index + 1).join("/")).concat("");
}
function readCoresV2(folder) {
	const [quota, period] = (readLine(join(folder, "cpu.max")) ?? "max").split(" ");
	return quota === "max" ? null : toAmount(Number(quota) / Number(period));
}
function readMemoryV2(folder) {
	const text = readLine(join(folder, "memory.max")) ?? "max";
	return text === "max" ? null : toAmount(Number(text));
}
function toAmount(value) {
	return Number.isFinite(value) && value > 0 && value < 2 ** 60 ? value : null;
}
function computeMinimum(values) {
	const known = values.filter((value) => value !== null);
	return known.length === 0 ? null : Math.min(...known);
}
function readLine(path) {
	return readText(path)?.trim() ?? null;
}
function readText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return null;
	}
}
const sudoTimeoutMs = 3e3;
const listenerName = "Runner.Listener";
const engines = [
	"/var/run/docker.sock",
	"/run/podman/podman.sock",
	"/run/containerd/containerd.sock"
];
function createRunnerInspector(environment) {
	return { look: async () => ({
		user: os.userInfo().username,
		isJob: environment["GITHUB_ACTIONS"] === "true",
		service: findService(environment),
		engineSockets: openSockets(environment),
		sudo: await checkSudo(environment),
		ptraceScope: readPtraceScope(),
		secretVariables: Object.keys(environment).filter((name) => isSecretName(name) && environment[name] !== "").toSorted()
	}) };
}
function findService(environment) {
	const workspace = environment["RUNNER_WORKSPACE"];
	const root = [...listListenerRoots(), ...workspace ? [dirname(dirname(workspace))] : []].find((path) => existsSync(join(path, ".runner")));
	if (root === void 0) return null;
	const settings = join(root, ".runner");
	return {
		root,
		isSameUser: statSync(settings).uid === process.getuid?.(),
		isEphemeral: isEphemeral(settings),
		hasReadableCredentials: mayOpen(join(root, ".credentials"), constants$1.R_OK)
	};
}
function listListenerRoots() {
	return readdirSync("/proc").filter((name) => /^\d+$/u.test(name)).flatMap((pid) => {
		const [program = ""] = attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")) ?? [];
		if (basename(program) !== listenerName) return [];
		if (isAbsolute(program)) return [dirname(dirname(program))];
		const directory = attempt(() => readlinkSync(`/proc/${pid}/cwd`));
		return directory === null ? [] : [dirname(dirname(resolve(directory, program)))];
	});
}
function isEphemeral(settings) {
	const text = attempt(() => readFileSync(settings, "utf8").replace(/^\uFEFF/u, ""));
	const value = text === null ? null : attempt(() => JSON.parse(text));
	if (typeof value !== "object" || value === null) return null;
	return Object.entries(value).some(([key, on]) => key.toLowerCase() === "ephemeral" && on === true);
}
function openSockets(environment) {
	const own = /^unix:\/\/(\/.+)$/u.exec(environment["DOCKER_HOST"] ?? "")?.[1];
	const paths = [...own === void 0 ? [] : [own], ...engines];
	return [...new Set(paths)].filter((path) => attempt(() => statSync(path).isSocket()) === true && mayOpen(path, constants$1.W_OK));
}
async function checkSudo(environment) {
	const answer = await runTool("sudo", ["-n", "true"], {
		env: environment,
		timeoutMs: sudoTimeoutMs
	});
	switch (answer.status) {
		case "answered": return "passwordless";
		case "failed": return "asks";
		case "absent": return "absent";
		case "hung": return null;
		default: return answer;
	}
}
function readPtraceScope() {
	const text = attempt(() => readFileSync("/proc/sys/kernel/yama/ptrace_scope", "utf8").trim());
	return text !== null && /^\d$/u.test(text) ? Number(text) : null;
}
function mayOpen(path, mode) {
	return attempt(() => (accessSync(path, mode), true)) ?? false;
}
function attempt(read) {
	try {
		return read();
	} catch {
		return null;
	}
}

// src/io/github/token-inspector.ts
const noCommit = "0".repeat(40);
const absentBranch = "warpgauge-doctor-asks-for-a-branch-that-is-not-there";
const tooLong = "x".repeat(3e5);
const timeoutMs = 6e4;
function createTokenInspector(options) {
	const { variable, owner, repo } = options;
	return { async ask() {
		const repository = `${owner}/${repo}`;
		const gaveUp = {
			status: "unasked",
			variable,
			problem: `GitHub gave no answer within ${timeoutMs / 1e3} s`
		};
		const probed = probeAll(options).then((facts) => ({
			status: "asked",
			variable,
			repository,
			...facts
		}), (error) => toRefusedToken(error, variable, repository));
		const timer = new AbortController();
		const late = setTimeout(timeoutMs, gaveUp, {
			signal: timer.signal,
			ref: false
		}).catch(() => gaveUp);
		return await Promise.race([probed, late]).finally(() => timer.abort());
	} };
}
async function probeAll({ owner, repo, workflows: [workflow], ...options }) {
	const { rest } = createClient({
		...options,
		throttle: { isPaced: false }
	});
	const place = {
		owner,
		repo
	};
	const open = {
		...place,
		state: "open",
		per_page: 50
	};
	const probeCommenting = async (what, numbers) => {
		const [number] = numbers;
		if (number === void 0) return {
			isGranted: null,
			detail: `not probed: no open ${what}`
		};
		return await probeCall(() => rest.issues.createComment({
			...place,
			issue_number: number,
			body: tooLong
		}));
	};
	const probes = [
		["contents: read", () => probeCall(() => rest.repos.listCommits({
			...place,
			per_page: 1
		}))],
		["contents: write", () => probeCall(() => rest.git.createRef({
			...place,
			ref: `refs/heads/${absentBranch}`,
			sha: noCommit
		}))],
		["checks: write", () => probeCall(() => rest.checks.create({
			...place,
			name: "warpgauge doctor",
			head_sha: noCommit
		}))],
		["pull-requests: read", () => probeCall(() => rest.pulls.list({
			...place,
			per_page: 1
		}))],
		["pull-requests: write", async () => {
			const { data } = await rest.pulls.list(open);
			return await probeCommenting("pull request", data.map(({ number }) => number));
		}],
		["issues: write", async () => {
			const { data } = await rest.issues.listForRepo(open);
			const issues = data.filter((issue) => issue.pull_request === void 0);
			return await probeCommenting("issue", issues.map(({ number }) => number));
		}],
		["actions: write", async () => {
			if (workflow === void 0) return {
				isGranted: null,
				detail: "not probed: no workflow"
			};
			const start = {
				...place,
				workflow_id: workflow,
				ref: absentBranch
			};
			return await probeCall(() => rest.actions.createWorkflowDispatch(start));
		}]
	];
	const { data } = await rest.repos.get(place);
	const permissions = [];
	for (const [permission, probe] of probes) permissions.push({
		permission,
		...await probe().catch(toProbeResult)
	});
	return {
		isPublic: !data.private,
		permissions
	};
}
async function probeCall(call) {
	try {
		await call();
		return {
			isGranted: true,
			detail: "GitHub answered"
		};
	} catch (error) {
		return toProbeResult(error);
	}
}
function toProbeResult(error) {
	if (!isRequestFailure(error)) throw error;
	if (error.response === void 0) return {
		isGranted: null,
		detail: `no answer: ${error.message}`
	};
	if (error.status === 422) return {
		isGranted: true,
		detail: "granted: the probe was rejected for its invalid content"
	};
	if (error.status === 403 && !/rate limit|locked/iu.test(error.message)) return {
		isGranted: false,
		detail: error.message
	};
	return {
		isGranted: null,
		detail: `GitHub answered ${error.status}`
	};
}
function toRefusedToken(error, variable, repository) {
	if (!isRequestFailure(error)) throw error;
	if (error.response === void 0) return {
		status: "unasked",
		variable,
		problem: `GitHub did not answer: ${error.message}`
	};
	if (error.status === 401) return {
		status: "refused",
		variable,
		problem: "invalid or expired token"
	};
	if (error.status === 404) return {
		status: "refused",
		variable,
		problem: `this token cannot see ${repository}`
	};
	return {
		status: "unasked",
		variable,
		problem: `GitHub answered ${error.status} to a request for ${repository}`
	};
}

// src/config/workflow-document.ts
const maxBytes$1 = 1048576;
function readWorkflow(text, path) {
	if (text.length > maxBytes$1) return createUnreadableWorkflow(path, `it is larger than ${maxBytes$1} bytes`);
	const yaml = readYaml(text);
	if (!("value" in yaml)) {
		const [first] = yaml;
		return createUnreadableWorkflow(path, first ? `line ${first.line}: ${first.text}` : "not YAML");
	}
	const root = toFields(yaml.value);
	if (!root) return createUnreadableWorkflow(path, "it is not a mapping");
	const jobs = Object.entries(toFields(root["jobs"]) ?? {});
	const locateLine = (keyPath) => findLine(yaml, keyPath);
	return {
		path,
		problem: null,
		triggers: readTriggers(root["on"]),
		permissions: readPermissions(root["permissions"]),
		jobs: jobs.map(([id, job]) => readJob(id, toFields(job) ?? {}, locateLine))
	};
}
function createUnreadableWorkflow(path, problem) {
	return {
		path,
		problem,
		triggers: [],
		permissions: null,
		jobs: []
	};
}
function findLine(yaml, keyPath) {
	return yaml.locate(keyPath, "key").line;
}
function readJob(id, job, lineOf) {
	const steps = Array.isArray(job["steps"]) ? job["steps"] : [];
	return {
		id,
		line: lineOf(["jobs", id]),
		runsOn: readLabels(job["runs-on"]),
		condition: toText(job["if"]) ?? "",
		permissions: readPermissions(job["permissions"]),
		env: toTexts(job["env"]),
		steps: steps.map((step, index) => readStep(toFields(step) ?? {}, lineOf([
			"jobs",
			id,
			"steps",
			index
		]))),
		calls: toText(job["uses"]),
		inheritsSecrets: job["secrets"] === "inherit"
	};
}
function readStep(step, line) {
	return {
		line,
		uses: toText(step["uses"]),
		run: toText(step["run"]),
		with: toTexts(step["with"]),
		env: toTexts(step["env"])
	};
}
function readTriggers(value) {
	if (typeof value === "string") return [value];
	if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
	return Object.keys(toFields(value) ?? {});
}
function readPermissions(value) {
	if (value === "read-all" || value === "write-all") return value;
	return toFields(value) ? toTexts(value) : null;
}
function readLabels(value) {
	if (typeof value === "string") return [value];
	if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
	const fields = toFields(value);
	return fields ? [...readLabels(fields["group"]), ...readLabels(fields["labels"])] : [];
}
function toFields(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
function toTexts(value) {
	const entries = Object.entries(toFields(value) ?? {});
	return Object.fromEntries(entries.map(([key, item]) => [key, toText(item) ?? ""]));
}
function toText(value) {
	if (typeof value === "string") return value;
	return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

// src/steps/doctor/doctor-facts.ts
const maxBytes = 1048576;
const intervalMs = 100;
async function gatherDoctorFacts(request, ports) {
	const read = await readConfig(request, ports.files);
	const load = await watchHostLoad(ports, request.idleMs, request.signal);
	const references = Object.values(read.config?.revisions ?? {}).map(({ ref }) => ref);
	const named = [...new Set(references)].filter((ref) => ref !== "merge-base");
	const [machine, repository, workflows, runner, isolation, token, needs] = await Promise.all([
		readMachineFacts(request, read.config, load, ports),
		ports.clone.look(request.workspace, named),
		readWorkflows(request.root, ports.files),
		ports.runner.look(),
		checkIsolation(request, read.config, ports),
		ports.token?.ask() ?? null,
		readNeeds(request, read.config, ports)
	]);
	return {
		machine,
		gpus: await readGpuFacts(request, read.config, ports),
		repository,
		config: read.facts,
		workflows,
		runner,
		isolation,
		token,
		needs
	};
}
async function readConfig(request, files) {
	const { configPath, shownConfig: path, wasConfigNamed: wasNamed } = request;
	try {
		const text = await files.readText(configPath, maxBytes);
		if (text === null) return {
			facts: {
				status: "absent",
				path,
				wasNamed
			},
			config: null
		};
		const config = parseConfig(text, path);
		return {
			facts: {
				status: config.pipeline.placeholder ? "placeholder" : "valid",
				path
			},
			config
		};
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			facts: {
				status: "invalid",
				path,
				problem: error.message
			},
			config: null
		};
	}
}
async function readNeeds({ root }, config, { environment, files, inspector }) {
	if (config === null) return null;
	const readText = async (path) => await files.readForeignText(root, path, maxBytes);
	return await findMachineNeeds({
		config,
		plan: null,
		environment,
		readText
	}, { inspector });
}
async function checkIsolation({ scratch }, config, { sandbox }) {
	const wanted = config?.run.isolation ?? "auto";
	const outside = config && wanted === "auto" ? findOutsideReason(config) : null;
	const alone = {
		readable: [],
		named: [],
		writable: config?.run.writable ?? []
	};
	const reason = wanted === "none" ? "run.isolation is none" : outside ?? await sandbox.probe({
		...sandbox.places,
		...alone,
		home: scratch,
		tmp: scratch
	});
	return {
		mode: reason === null ? "bubblewrap" : "none",
		reason
	};
}
function getLimits(config) {
	return (config?.run ?? configSchema.shape.run.parse(void 0)).preflight;
}
async function readMachineFacts({ places }, config, load, { machine, inventory, disks }) {
	const { architecture, container } = inventory.readHost();
	const spaces = await Promise.all(places.map(async (path) => ({
		path,
		space: await disks.readFreeSpace(path)
	})));
	const { driverVersion: _ofGpus, ...seen } = machine.look();
	return {
		...seen,
		load,
		architecture,
		container,
		disks: spaces.flatMap(({ path, space }) => space ? [{
			path,
			...space
		}] : []),
		unreadableDisks: spaces.filter(({ space }) => space === null).map(({ path }) => path),
		minFreeDiskGigabytes: getLimits(config).minFreeDiskGigabytes
	};
}
async function readGpuFacts(request, config, ports) {
	const { inventory, machine } = ports;
	const common = {
		wanted: config?.pipeline.devices ?? null,
		container: inventory.readHost().container,
		limits: getLimits(config)
	};
	const none = {
		...common,
		identities: [],
		processes: null,
		idle: null,
		driverVersion: null,
		cudaVersion: null
	};
	try {
		await using monitor = await ports.openMonitor(config?.run.monitor ?? "auto", "doctor");
		const identities = await monitor.identify();
		const gpus = identities.map(({ index }) => index);
		if (gpus.length === 0) return {
			...none,
			monitor: monitor.kind,
			monitorReason: monitor.reason
		};
		const { driverVersion, cudaVersion } = readVersions(monitor, await inventory.listGpus());
		return {
			...common,
			monitor: monitor.kind,
			monitorReason: monitor.reason,
			identities,
			driverVersion: driverVersion ?? machine.look().driverVersion,
			cudaVersion,
			processes: await monitor.listProcesses(gpus),
			idle: await watchIdle(monitor, gpus, request, ports)
		};
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		const isUnanswered = error instanceof UnansweredError;
		return {
			...none,
			monitor: "none",
			monitorReason: error.message,
			isUnanswered
		};
	}
}
async function watchIdle(monitor, gpus, { scratch, idleMs, signal }, { sleep }) {
	const interval = monitor.kind === "nvml" ? intervalMs : 500;
	const logPath = join(scratch, "idle.log");
	await using window = await monitor.open({
		gpus,
		intervalMs: interval,
		logPath,
		hdf5Path: null
	});
	await sleep(idleMs, signal);
	return await window.close();
}
async function readWorkflows(root, files) {
	const folder = ".github/workflows";
	const names = (await files.list(join(root, folder))).filter((name) => /\.ya?ml$/u.test(name));
	return await Promise.all(names.map(async (name) => {
		const path = `${folder}/${name}`;
		try {
			return readWorkflow(await files.readForeignText(root, path, maxBytes) ?? "", path);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			return {
				path,
				problem: error.message,
				triggers: [],
				permissions: null,
				jobs: []
			};
		}
	}));
}

// src/wiring/run-doctor.ts
const idleMs = 1e3;
async function runDoctor(input) {
	const { environment } = input;
	const variable = tokenVariables.find((name) => (environment[name] ?? "") !== "");
	const token = variable === void 0 ? null : environment[variable] ?? null;
	const root = findRoot(input.workspace);
	await using scratch = await openTemporaryDirectory("doctor");
	const facts = await gatherDoctorFacts({
		...input,
		root,
		places: listDiskPaths(input),
		scratch: scratch.path,
		idleMs
	}, {
		machine: createMachineInspector(),
		runner: createRunnerInspector(variable === void 0 ? environment : {
			...environment,
			[variable]: ""
		}),
		sandbox: createSandbox(root, environment),
		clone: createCloneInspector({
			environment,
			token
		}),
		token: variable === void 0 || token === null ? null : createInspector(variable, token, {
			...input,
			workspace: root
		}),
		inventory: createDeviceInventory(environment),
		disks: statfsDiskSpace,
		files: diskFileStore,
		inspector: createFileInspector(input.signal),
		environment,
		openMonitor: async (wanted, runId) => {
			const { chooseMonitor } = await import("./choose-monitor2.js");
			return await chooseMonitor({
				wanted,
				environment,
				runId
			});
		},
		hostMeter: procHostMeter,
		clock: systemClock,
		sleep: sleepUntilAborted
	});
	return diagnose(input.isTracing ? {
		...facts,
		traced: await traceConfigured(input, root)
	} : facts);
}
async function traceConfigured({ configPath, shownConfig, logger }, root) {
	const text = await diskFileStore.readText(configPath, 262144);
	if (text === null) return {
		status: "untraced",
		problem: `there is no config at ${shownConfig}`,
		mend: "warpgauge init"
	};
	const { traceFiles } = await import("./trace-files.js");
	const rules = parseRules(text, relative(root, configPath), {
		origin: "local",
		commit: null
	});
	const { signal, release } = cancelOnSignals();
	try {
		return await traceFiles({
			workspace: root,
			rules,
			logger,
			signal
		});
	} finally {
		release();
	}
}
function listDiskPaths({ workspace, environment }) {
	const places = [
		workspace,
		environment["RUNNER_TEMP"] ?? tmpdir(),
		chooseCacheDirectory(environment)
	];
	return [...new Set(places.map(findExistingAncestor))];
}
function findRoot(workspace) {
	for (let above = workspace;; above = dirname(above)) {
		if (existsSync(join(above, ".git"))) return above;
		if (dirname(above) === above) return workspace;
	}
}
function findExistingAncestor(path) {
	return existsSync(path) || dirname(path) === path ? path : findExistingAncestor(dirname(path));
}
function createInspector(variable, token, { workspace, environment, logger }) {
	const [owner, repo] = (environment["GITHUB_REPOSITORY"] ?? "").split("/");
	if (!owner || !repo) {
		const problem = "GITHUB_REPOSITORY does not name a repository";
		return { ask: () => Promise.resolve({
			status: "unasked",
			variable,
			problem
		}) };
	}
	const apiUrl = environment["GITHUB_API_URL"] ?? "https://api.github.com";
	const workflows = globSync(join(workspace, ".github/workflows/*.{yml,yaml}")).map((path) => basename(path));
	return createTokenInspector({
		variable,
		token,
		apiUrl,
		owner,
		repo,
		logger,
		workflows: workflows.toSorted()
	});
}

export { runDoctor };