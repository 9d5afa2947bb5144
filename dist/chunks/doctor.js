import { modeNames, selectMode, usualConfig } from "./choices.js";
import { check, checkConfig, chooseCacheDirectory, createDeviceInventory, createFileInspector, createSandbox, describeUnreadGpus, doctorAreas, fail, findCloneRoot, findMachineNeeds, findOutsideReason, isAmdMonitor, isDriverFailing, isSecretName, judgeDisk, judgeFitness, listUnreadRemedies, needChecks, pass, procHostMeter, readVersions, runTool, skip, statfsDiskSpace, warn, watchHostLoad } from "./measuring.js";
import { EnvironmentError, UnansweredError, UserError, attempt, formatCounted, formatNames, formatValue, readText, runUntilStopped } from "./core.js";
import { configSchema, enableSandbox, formatLoad, isMap, isMostlyTaken, parseConfig, readYaml, toPlainText } from "./judging.js";
import { diskFileStore, openTemporaryDirectory, sleepUntilAborted, systemClock } from "./foundation.js";
import { inspectClone } from "./clone-facts.js";
import { tokenVariables } from "./guard-step.js";
import { fitWidths, formatRowLines, measureColumns, wrap } from "./layout.js";
import { inspectTerminal, print } from "./version.js";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import os, { tmpdir } from "node:os";
import { accessSync, constants as constants$1, existsSync, globSync, readdirSync, readlinkSync, statSync, statfsSync } from "node:fs";

// src/domain/doctor/check-machine.ts
const minSharedMemoryBytes = 2 ** 30;
const withoutLimits = skip("no readable control group", "cat /proc/self/cgroup; ls /sys/fs/cgroup");
const choosePlaces = "Name other directories: XDG_CACHE_HOME for caches, RUNNER_TEMP or TMPDIR for trials, --out for the run folder.";
const checks$4 = [
	check("machine.platform", "platform", ({ platform, architecture }) => {
		const sentence = `${platform} ${architecture}`;
		if (platform === "linux" && ["x64", "arm64"].includes(architecture)) return pass(sentence);
		return fail(`${sentence} is not tested`, "Measure on Linux x64 or arm64; reports can be rendered anywhere.");
	}),
	check("machine.node", "Node", ({ nodeVersion }) => pass(nodeVersion)),
	check("machine.container", "container", ({ container }) => {
		if (container === null) return skip("could not be detected", "cat /proc/1/cgroup; ls /.dockerenv");
		return pass(container === "none" ? "none" : `${container}; it is part of the testbed`);
	}),
	check("machine.governor", "CPU governor", ({ governors }) => {
		const set = "sudo cpupower frequency-set -g performance";
		if (governors === null || governors.length === 0) return skip("not reported by the kernel (virtual machine or container)", `on the host: ${set}`);
		const sentence = governors.join(", ");
		if (governors.every((name) => name === "performance")) return pass(sentence);
		return warn(`${sentence}: clocks vary with load, which adds noise to short stages`, set);
	}),
	check("machine.load", "CPU load", ({ load }) => {
		if (load === null) return skip("not reported by the kernel", "top -b -n 1 | head -20");
		const sentence = `other programs use ${formatLoad(load)}`;
		if (!isMostlyTaken(load)) return pass(sentence);
		return warn(`${sentence}: wall-clock times vary with their load`, "top -b -n 1 | head -20, then stop other programs; or set comparison.gate: [cpu_time]");
	}),
	check("machine.shared-memory", "/dev/shm", ({ sharedMemory }) => {
		if (sharedMemory === null) return skip("missing or not readable", "df -h /dev/shm");
		const sentence = `${formatValue(sharedMemory.freeBytes, "B")} of ${formatValue(sharedMemory.totalBytes, "B")} are free`;
		if (sharedMemory.freeBytes >= minSharedMemoryBytes) return pass(sentence);
		return warn(`${sentence}; data loaders with workers fail with a bus error below 1 GiB`, "docker run --shm-size=8g …, or: sudo mount -o remount,size=8G /dev/shm");
	}),
	check("machine.cpu-limit", "CPU limit", ({ limits, cores }) => {
		if (limits === null) return withoutLimits;
		const { cpuCores } = limits;
		if (cpuCores === null || cpuCores >= cores) return pass(`none below the ${cores} cores of this machine`);
		const sentence = `${cpuCores.toFixed(1)} of ${cores} cores: above that the kernel throttles all processes`;
		return warn(sentence, "Raise --cpus (cpu.max), or assign complete cores with --cpuset-cpus.");
	}),
	check("machine.memory-limit", "memory limit", ({ limits, memoryBytes: all }) => {
		if (limits === null) return withoutLimits;
		const { memoryBytes } = limits;
		if (memoryBytes === null || memoryBytes >= all) return pass(`none below the ${formatValue(all, "B")} of this machine`);
		const sentence = `${formatValue(memoryBytes, "B")} of ${formatValue(all, "B")}: processes that exceed it are killed (exit code 137)`;
		return warn(sentence, "Raise --memory (memory.max), unless the limit is intended.");
	}),
	check("machine.disk", "disks", ({ disks, unusableDisks, minFreeDiskGigabytes }) => {
		const judged = disks.map((disk) => toAnswer(judgeDisk(disk, minFreeDiskGigabytes)));
		const unusable = unusableDisks.map((path) => {
			return {
				...warn("this user cannot write there, or it does not answer", choosePlaces),
				subject: `disk of ${path}`
			};
		});
		return [...judged, ...unusable];
	})
];
function checkMachine(facts) {
	return checks$4.flatMap((row) => row(facts));
}
function toAnswer({ level, subject, sentence, hint }) {
	if (level === "ok") return {
		...pass(sentence),
		subject
	};
	return {
		...(level === "refuse" ? fail : warn)(sentence, hint),
		subject
	};
}

// src/domain/doctor/check-gpus.ts
function checkGpus(facts) {
	const { identities } = facts;
	if (identities.length === 0) return reportMissing(facts);
	return [
		...checks$3.flatMap((row) => row(facts)),
		...(isAmdMonitor(facts.monitor) ? amdSettings : settings).flatMap((row) => groupFindings(identities.flatMap((gpu) => row(gpu).map((found) => [gpu, found])))),
		...checkDifferences(identities),
		...checkUse(facts)
	];
}
const showDevices = "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …";
function isInContainer({ container }) {
	return container !== null && container !== "none";
}
function chooseRepair(facts, reason) {
	const isInside = isInContainer(facts);
	if (/LIB_RM_VERSION_MISMATCH|library version mismatch/.test(reason)) return "restart the machine: its driver was updated and the old one is still loaded";
	if (/UNKNOWN \(999\)/.test(reason)) return `${isInside ? "start the container again" : "restart the machine"}: the driver does not work any more`;
	if (isDriverFailing(reason)) return "run the tool that fails; sudo dmesg | grep -iE \"nvrm|xid|amdgpu\"";
	return isInside ? `${showDevices}, then: nvidia-smi -L` : "nvidia-smi -L; if it fails, install the GPU driver";
}
const reportMissing = check("gpu.present", "GPUs", (facts) => {
	const { wanted, monitorReason, isUnanswered, unread = [] } = facts;
	const reason = monitorReason ?? "no GPU found";
	if (wanted === "cpu") return pass("none, and the config does not require one");
	const state = wanted === "gpu" ? fail : warn;
	if (unread.length > 0) return state(`${describeUnreadGpus(unread)}: ${reason}`, listUnreadRemedies(unread).join(" "));
	if (isUnanswered) return fail(`not observed: ${reason}`, "sudo dmesg | grep -i xid; then restart the machine");
	const mend = chooseRepair(facts, reason);
	if (isDriverFailing(reason)) return state(`not observed: ${reason}`, mend);
	if (wanted === "gpu") return fail(`none, but the config requires GPUs: ${reason}`, mend);
	return warn(`none: ${reason}`, `${mend}; or set pipeline.devices: cpu`);
});
const checks$3 = [
	check("gpu.present", "GPUs", ({ identities, idle }) => {
		const models = [...Map.groupBy(identities, ({ model }) => model)];
		const text = models.map(([model, list]) => `${list.length} × ${model}`).join(", ");
		const mix = `${text}: a mix of models is a separate testbed`;
		const lost = (idle?.events ?? []).filter(({ kind }) => kind === "lost");
		const forbidden = (idle?.problems ?? []).filter((problem) => / cannot be opened: /.test(problem));
		const mend = "sudo dmesg | grep -i xid; then reset the GPU or restart the machine";
		return [
			models.length === 1 ? pass(text) : warn(mix, "Select GPUs of one model with CUDA_VISIBLE_DEVICES."),
			...lost.map(({ gpu, detail }) => ({
				...fail(`was lost: ${detail}`, mend),
				subject: `GPU ${gpu}`
			})),
			...forbidden.map((problem) => skip(problem, "ls -l /dev/nvidia*"))
		];
	}),
	check("gpu.driver", "driver", (facts) => {
		const { driverVersion, cudaVersion } = facts;
		const file = isAmdMonitor(facts.monitor) ? "/sys/module/amdgpu/version" : "/proc/driver/nvidia/version";
		if (driverVersion === null) return skip("no tool reports the version", `cat ${file}`);
		return pass(`${driverVersion}, ${cudaVersion === null ? "CUDA unknown" : `CUDA up to ${cudaVersion}`}`);
	}),
	check("gpu.monitor", "monitor", (facts) => {
		const { monitor, monitorReason } = facts;
		if (monitor === "nvml") return pass("NVML is visible and answers");
		if (isAmdMonitor(facts.monitor)) return pass(`${monitor}, for AMD GPUs`);
		const mend = isInContainer(facts) ? showDevices : "ldconfig -p | grep libnvidia-ml.so.1";
		return warn(`${monitor} instead of NVML: ${monitorReason ?? "unknown reason"}`, mend);
	})
];
const settings = [
	check("gpu.clocks", "", ({ settings: { lockedSmClockMhz, maxSmClockMhz } }) => {
		if (lockedSmClockMhz === null) return skip("the driver does not report whether clocks are locked; unlocked clocks vary with load and temperature", "lock: sudo nvidia-smi -i {gpu} -lgc MHZ; unlock: sudo nvidia-smi -i {gpu} -rgc");
		const sentence = `SM clock is set to ${lockedSmClockMhz} MHz`;
		if (maxSmClockMhz === null || lockedSmClockMhz >= maxSmClockMhz) return pass(sentence);
		const note = `${sentence} of ${maxSmClockMhz} MHz: valid only if the baseline used the same setting`;
		return warn(note, "sudo nvidia-smi -i {gpu} -rac && sudo nvidia-smi -i {gpu} -rgc");
	}),
	check("gpu.persistence", "", ({ settings: { isPersistent } }) => {
		if (isPersistent === null) return skip("persistence mode is unknown", "nvidia-smi -i {gpu} --query-gpu=persistence_mode --format=csv");
		if (isPersistent) return pass("persistence mode is on");
		return warn("persistence mode is off: the driver may be reloaded for every run", "sudo systemctl start nvidia-persistenced, or sudo nvidia-smi -i {gpu} -pm 1");
	}),
	check("gpu.power-limit", "", ({ settings: { powerLimitWatts } }) => {
		if (powerLimitWatts === null) return skip("the power limit is unknown", "nvidia-smi -i {gpu} -q -d POWER");
		return pass(`power limit ${Math.round(powerLimitWatts)} W`);
	}),
	check("gpu.ecc", "", ({ settings: { isEccOn } }) => {
		if (isEccOn === null) return skip("the ECC state is unknown", "nvidia-smi -i {gpu} -q -d ECC");
		return pass(`ECC is ${isEccOn ? "on" : "off"}`);
	}),
	check("gpu.mig", "", ({ settings: { isMigOn }, migSlices }) => {
		if (isMigOn === null) return skip("the MIG state is unknown", "nvidia-smi -i {gpu} --query-gpu=mig.mode.current --format=csv");
		if (!isMigOn) return pass("MIG is off");
		const count = formatCounted(migSlices.length, "slice");
		if (migSlices.length > 0) return pass(`MIG is on with ${count}; results apply to a slice, not to the GPU`);
		return fail("MIG is on without a slice, so no program can use the GPU", "sudo nvidia-smi -i {gpu} -mig 0");
	})
];
const amdSettings = [check("gpu.power-limit", "", ({ settings: { powerLimitWatts } }) => {
	if (powerLimitWatts === null) return skip("the power limit is unknown", "amd-smi static --limit --gpu {gpu}");
	return pass(`power limit ${Math.round(powerLimitWatts)} W`);
})];
function groupFindings(found) {
	return [...Map.groupBy(found, ([, { level, sentence }]) => `${level} ${sentence}`).values()].flatMap((group) => {
		const list = group.map(([{ index }]) => index);
		const subject = `GPU ${formatRanges(list)}`;
		return group.slice(0, 1).map(([, one]) => {
			return {
				...one,
				subject,
				mend: one.mend?.replaceAll("{gpu}", list.join(",")) ?? null
			};
		});
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
const checkDifferences = check("gpu.alike", "GPUs", (gpus) => {
	const fields = [
		[
			"power limit",
			"powerLimitWatts",
			"sudo nvidia-smi -pl WATTS"
		],
		[
			"ECC",
			"isEccOn",
			"sudo nvidia-smi -e 1, then reboot"
		],
		[
			"locked clock",
			"lockedSmClockMhz",
			"sudo nvidia-smi -rac; sudo nvidia-smi -rgc"
		]
	];
	const sameModel = [...Map.groupBy(gpus, ({ model }) => model).values()];
	return fields.filter(([, key]) => sameModel.some((list) => {
		const values = list.map((gpu) => gpu.settings[key]).filter((value) => value !== null || key === "lockedSmClockMhz");
		return new Set(values).size > 1;
	})).map(([name, , mend]) => warn(`GPUs of one model differ in their ${name}: results depend on the assigned GPU`, mend));
});
const checkUse = check("gpu.use", "load and temperature", ({ identities, processes, idle, limits }) => {
	const found = identities.map(({ index: gpu }) => {
		return {
			gpu,
			problems: judgeFitness({
				gpus: [gpu],
				identities: [],
				processes,
				idle,
				disks: []
			}, limits).map((one) => {
				return one.level === "warn" && !one.subject.startsWith("clocks") ? {
					...toAnswer(one),
					level: "unknown"
				} : toAnswer(one);
			}).filter(({ level }) => level !== "ok")
		};
	});
	const free = found.filter(({ problems }) => problems.length === 0).map(({ gpu }) => gpu);
	return [
		...[...Map.groupBy(free, (gpu) => describeIdle(idle?.gpus.find((use) => use.gpu === gpu)))].map(([sentence, gpus]) => ({
			...pass(sentence),
			subject: `GPU ${formatRanges(gpus)}`
		})),
		...joinAlike(found.flatMap(({ gpu, problems }) => problems.map((problem) => [gpu, problem]))),
		...idle === null ? [skip("no GPU monitor", "nvidia-smi dmon -c 1")] : []
	];
});
function replaceNumber(text, gpu, by) {
	return text.replaceAll(new RegExp(`GPU ${gpu}(?!\\d)`, "g"), `GPU ${by}`);
}
function joinAlike(answers) {
	return [...Map.groupBy(answers, ([gpu, { level, sentence }]) => `${level} ${replaceNumber(sentence, gpu, "{}")}`).values()].flatMap((group) => group.slice(0, 1).map(([gpu, one]) => {
		const all = formatRanges(group.map(([index]) => index));
		const { subject = "", sentence } = one;
		return {
			...one,
			subject: replaceNumber(subject, gpu, all),
			sentence: replaceNumber(sentence, gpu, all)
		};
	}));
}
function describeIdle(use) {
	const seen = "no other program uses it";
	if (!use) return seen;
	return `${seen}, idle, cool${use.clocksEventShares === null ? "; not reported: clock limits" : ", clocks not restricted"}`;
}

// src/domain/doctor/check-repository.ts
function checkRepository(facts) {
	return "problem" in facts ? reportNone(facts) : checks$2.flatMap((row) => row(facts));
}
const reportNone = check("git.clone", "clone", ({ problem, mend }) => warn(problem, mend));
const checks$2 = [
	check("git.depth", "history", ({ hasCommit, isShallow, hasRemote }) => {
		if (!hasCommit) return fail("the checked-out branch has no commit, so there is nothing to measure", "git commit");
		if (!isShallow) return pass("complete");
		if (!hasRemote) return fail("shallow, without a remote to fetch from", "git remote add origin URL");
		return warn("shallow: the merge base is fetched when needed, which requires a reachable remote", "git fetch --unshallow --tags, or fetch-depth: 0 for actions/checkout");
	}),
	check("git.content", "Git LFS and submodules", ({ checkoutSettings, missingContent: missing }) => {
		if (checkoutSettings.length === 0) return [];
		if (missing.length === 0) return pass("their content is in this clone");
		const mends = [...missing.every((path) => path.endsWith("/")) ? [] : ["git lfs pull"], ...missing.some((path) => path.endsWith("/")) ? ["git submodule update --init --recursive"] : []];
		return fail(`this clone lacks the content of ${formatNames(missing)}`, mends.join(" && "));
	}),
	check("git.reference", "", ({ references, hasRemote }) => references.map(({ name, isHere, isAtRemote }) => {
		const judge = () => {
			if (isHere) return pass("is in this clone");
			if (isAtRemote === true) return pass("is at the remote and is fetched when needed");
			const push = `git tag ${name} COMMIT && git push origin ${name}`;
			if (isAtRemote === false) return fail("is neither in this clone nor at its remote", push);
			return skip(`is not in this clone, and ${hasRemote ? "the remote did not answer" : "there is no remote"}`, `git ls-remote --tags origin ${name}`);
		};
		return {
			...judge(),
			subject: `reference ${name}`
		};
	})),
	check("git.credentials", "credentials", ({ credentials }) => {
		if (credentials.length === 0) return pass("none in the settings of this clone");
		return credentials.map(({ key, file }) => {
			const sentence = `${file} contains a credential (${key}): every program that runs in a worktree of this clone can read it`;
			const mend = key.endsWith(".extraheader") ? `git config --file '${file}' --unset-all '${key}'; persist-credentials: false for actions/checkout` : `git config --file '${file}' --edit, and remove user and password from ${key}`;
			return fail(sentence, mend);
		});
	})
];

// src/domain/doctor/workflow.ts
function isHostedLabel(label) {
	return /^(?:ubuntu|windows|macos)-[\w.-]+$/iu.test(label);
}
const foreignCode = /github\.event\.pull_request\.(?:head|merge_commit_sha|number)|github\.head_ref|refs\/pull\/|github\.event\.(?:issue\.)?number|github\.event\.workflow_run\.head_\w+/u;
const fetchesForeign = /\bgh\s+pr\s+checkout\b|\bgit\s[^\n]*\b(?:pull|merge-requests)\/[^\n]*head/u;
const movesTree = /\bgit\s+(?:-\S+\s+)*(?:checkout|switch|reset|fetch|pull|worktree|merge)\b/u;
function maySelfHost({ runsOn, calls }) {
	const isNamed = runsOn.some((label) => label.toLowerCase() === "self-hosted");
	return calls === null && (isNamed || !runsOn.some(isHostedLabel));
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
function canRunForks({ triggers, jobs }) {
	return triggers.includes("pull_request") && jobs.some((job) => maySelfHost(job) && !isClosedToForks(job));
}
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
const byHand = ["workflow_dispatch", "workflow_call"];
function listStepModes(named, triggers) {
	const own = modeNames.find((mode) => mode === named);
	if (own !== void 0) return [own];
	const events = triggers.filter((event) => !byHand.includes(event));
	return [...new Set(events.map((event) => selectMode({
		event,
		branch: "default",
		defaultBranch: "default"
	})))];
}

// src/domain/doctor/check-runner.ts
function checkRunner(facts) {
	const { runner, isolation } = facts;
	const worse = facts.workflows.some(canRunForks) ? fail : warn;
	return checks$1.flatMap((row) => row({
		...runner,
		isolation,
		worse
	}));
}
const asOther = "Run jobs in a container (jobs.<id>.container) or on a single-use machine; see docs/security.md.";
const asUser = "Run jobs as a dedicated non-root user.";
const checks$1 = [
	check("runner.isolation", "isolation", ({ isolation: { mode, reason }, worse }) => {
		if (mode === "bubblewrap") return pass("each trial and each setup runs in a bubblewrap sandbox");
		return worse(`trials run without a sandbox (${reason}): one revision can change files and processes of another`, enableSandbox);
	}),
	check("runner.same-user", "user", ({ user, isJob, service, worse }) => {
		if (service === null && !isJob) return skip(`no runner found; the current user is ${user}`, "Run doctor in a job, or on the runner machine.");
		if (service === null) {
			const sentence = `the runner of this job is not visible, for example from a container; programs run as ${user}`;
			return user === "root" ? warn(sentence, "Use a dedicated non-root user inside the container.") : pass(sentence);
		}
		if (!service.isSameUser) return pass(`${user}, not the user of the runner in ${service.root}`);
		const key = service.hasReadableCredentials ? ", including its key in .credentials" : "";
		return worse(`programs of a pull request run as ${user}, like the runner in ${service.root}: they can read its processes and files${key} and stay until later jobs`, asOther);
	}),
	check("runner.ephemeral", "lifetime", ({ service, worse }) => {
		const isEphemeral = service?.isEphemeral ?? null;
		if (isEphemeral === null) return skip("the settings of the runner (.runner) cannot be read", "Look for \"ephemeral\" in .runner of the runner.");
		if (isEphemeral) return pass("the runner takes one job and ends");
		return worse("the runner is reused: files and processes of one job can affect the next", "./config.sh remove --token …; ./config.sh --ephemeral …, on a machine that is discarded after the job");
	}),
	check("runner.engine-socket", "container engine", ({ engineSockets, worse }) => {
		if (engineSockets.length === 0) return pass("no engine socket is writable for this user");
		return worse(`this user can write to ${engineSockets.join(", ")}, which is equivalent to root on this machine`, "sudo gpasswd -d USER docker, or a rootless engine; do not mount the socket into jobs");
	}),
	check("runner.sudo", "sudo", ({ sudo, user, worse }) => {
		if (user === "root") return worse("the current user is root", asUser);
		if (sudo === "passwordless") return worse(`${user} can become root without a password`, "sudo visudo: remove NOPASSWD for this user");
		if (sudo === null) return skip("did not answer", "sudo -n true");
		return pass(sudo === "asks" ? "asks for a password" : "is not installed");
	}),
	check("runner.ptrace", "process memory", ({ ptraceScope, worse }) => {
		const [kernel, setting] = ["the kernel lacks Yama, which restricts reading", "kernel.yama.ptrace_scope"];
		if (ptraceScope === null) return skip(`${kernel} other processes of the same user`, `sysctl ${setting}`);
		if (ptraceScope >= 1) return pass(`only descendants are readable (ptrace_scope ${ptraceScope})`);
		return worse("every process of this user can read the memory of every other", `sudo sysctl -w ${setting}=1`);
	}),
	check("runner.environment", "environment", ({ secretVariables: names, isJob, worse }) => {
		if (names.length === 0) return pass("no variable name suggests a secret");
		const sentence = `${names.join(", ")}: not passed to the pipeline, but readable from /proc of its parent if both have the same user`;
		if (isJob) return worse(sentence, "Remove them from env: of the measuring job.");
		return warn(sentence, `env ${names.map((name) => `-u ${name}`).join(" ")} warpgauge run …`);
	})
];

// src/domain/doctor/check-workflows.ts
const reportFiles = check("workflows.files", ".github/workflows", (answer) => answer);
function checkWorkflows(workflows, settings = []) {
	if (workflows.length === 0) return reportFiles(skip("no workflow files", "ls .github/workflows"));
	return workflows.flatMap((workflow) => {
		const { path, problem, jobs } = workflow;
		if (problem !== null) return reportFiles({
			...skip(`cannot be read: ${problem}`, `actionlint ${path}`),
			subject: path
		});
		const judge = (checks) => jobs.flatMap((job) => checks.flatMap((row) => row({
			workflow,
			job,
			settings
		})));
		const found = [...judge(triggerChecks), ...judge(jobChecks)];
		return found.length > 0 ? found : reportFiles({
			...pass("no problems found"),
			subject: path
		});
	});
}
function locate({ path }, { line }, answer) {
	return {
		...answer,
		subject: `${path}:${line}`
	};
}
const split = "Measure on pull_request without a token and publish from workflow_run; docs/security.md has both workflows.";
const isPrivileged = /^(?:pull_request_target|workflow_run|issue_comment|issues|discussion)/u;
const triggerChecks = [check("workflows.privileged-checkout", "", ({ workflow, job }) => {
	const event = workflow.triggers.find((name) => isPrivileged.test(name));
	const step = job.steps.find((item) => hasForeignCode(item, job));
	if (event === void 0 || !step) return [];
	const sentence = `${event} checks out the code of a pull request in a job with the token and the secrets of the default branch`;
	return locate(workflow, step, fail(sentence, split));
}), check("workflows.self-hosted-forks", "", ({ workflow, job }) => {
	if (!maySelfHost(job) || isClosedToForks(job)) return [];
	if (!workflow.triggers.includes("pull_request")) {
		if (!workflow.triggers.includes("pull_request_target")) return [];
		if (job.steps.some((step) => hasForeignCode(step, job))) return [];
		return locate(workflow, job, warn("pull_request_target runs jobs on this machine for anyone, without approval", split));
	}
	const text = collectText(job);
	const [gives] = [
		...job.inheritsSecrets || /\bsecrets(?:\.(?!GITHUB_TOKEN\b)\w|\[)/u.test(text) ? ["secrets"] : [],
		...mayWrite(resolvePermissions(workflow, job)) ? ["a token that may write"] : [],
		.../\bgithub\.token\b|\bsecrets\.GITHUB_TOKEN\b/u.test(text) ? ["a token"] : []
	];
	if (gives !== void 0) {
		const sentence = `pull_request runs on a self-hosted machine with ${gives}, and forks are not excluded`;
		return locate(workflow, job, fail(sentence, `permissions: { contents: read } and no token or secrets here, or if: github.event.pull_request.head.repo.id == github.event.repository.id. ${split}`));
	}
	return locate(workflow, job, warn("anyone who opens a pull request can run code on a self-hosted machine and edit this file", "Settings → Actions → General: require approval for all outside collaborators; use an ephemeral runner (config.sh --ephemeral)."));
})];
const measuring = [
	"check",
	"record",
	"bisect"
];
const jobChecks = [
	check("workflows.persist-credentials", "", ({ workflow, job }) => {
		const kept = job.steps.filter((step) => isCheckout(step) && step.with["persist-credentials"] !== "false");
		const worse = maySelfHost(job) || canRunForks(workflow) ? fail : warn;
		const sentence = "the checkout leaves its token in the clone, where every later program of the job can read it";
		return kept.map((step) => locate(workflow, step, worse(sentence, "with: { persist-credentials: false }")));
	}),
	check("workflows.mode-permissions", "", ({ workflow, job }) => {
		const permissions = resolvePermissions(workflow, job);
		const steps = job.steps.filter((step) => isOurs(step) && (step.with["token"] ?? "") !== "");
		if (permissions === null || permissions === "write-all") return [];
		const isGranted = (needed) => {
			const [area = "", level = ""] = needed.split(": ");
			const given = permissions === "read-all" ? "read" : permissions[area];
			return given === "write" || given === level;
		};
		return steps.flatMap((step) => listStepModes(step.with["mode"], workflow.triggers).flatMap((mode) => {
			const wanted = listNeededPermissions(mode, workflow.triggers);
			const missing = wanted.filter((needed) => !isGranted(needed));
			if (missing.length === 0) return [];
			return locate(workflow, step, fail(`mode ${mode} lacks ${missing.join(", ")}`, `permissions: { ${wanted.join(", ")} }`));
		}));
	}),
	check("workflows.content", "", ({ workflow, job, settings }) => {
		const modes = job.steps.filter(isOurs).flatMap((step) => listStepModes(step.with["mode"], workflow.triggers));
		const first = job.steps.find((step) => isCheckout(step));
		const lacking = settings.filter((setting) => !first?.with[setting.split(": ")[0] ?? ""]);
		if (!modes.some((mode) => measuring.includes(mode)) || !first || lacking.length === 0) return [];
		return locate(workflow, first, fail("the checkout lacks content of Git LFS or of submodules", `with: { ${lacking.join(", ")} }`));
	})
];
function isOurs({ uses }) {
	return uses !== null && /(?:^|\/)warpgauge(?:@|$)/u.test(uses);
}

// src/domain/doctor/diagnose.ts
const checks = {
	machine: ({ machine }) => checkMachine(machine),
	gpu: ({ gpus }) => checkGpus(gpus),
	git: ({ repository }) => checkRepository(repository),
	config: ({ config, needs }) => [...checkConfig(config), ...needs ? needChecks.flatMap((row) => row(needs)) : []],
	workflows: ({ workflows, repository }) => checkWorkflows(workflows, "problem" in repository ? [] : repository.checkoutSettings),
	runner: checkRunner
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

// src/config/workflow-document.ts
const maxBytes$1 = 1048576;
function readWorkflow(text, path) {
	const refuse = (problem) => ({
		path,
		problem,
		triggers: [],
		permissions: null,
		jobs: []
	});
	if (text.length > maxBytes$1) return refuse(`it is larger than ${maxBytes$1} bytes`);
	const yaml = readYaml(text);
	if (!("value" in yaml)) return refuse(yaml[0] ? `line ${yaml[0].line}: ${yaml[0].text}` : "not YAML");
	const { value: root } = yaml;
	if (!isMap(root)) return refuse("it is not a mapping");
	const findLine = (...place) => yaml.locate(place, "key").line;
	const jobs = Object.entries(toFields(root["jobs"])).map(([id, value]) => {
		const job = toFields(value);
		const steps = Array.isArray(job["steps"]) ? job["steps"] : [];
		return {
			id,
			line: findLine("jobs", id),
			runsOn: readLabels(job["runs-on"]).flatMap((label) => readMatrixLabel(label, toFields(job["strategy"])["matrix"])),
			condition: toText(job["if"]) ?? "",
			permissions: readPermissions(job["permissions"]),
			env: toTexts(job["env"]),
			steps: steps.map((step, index) => readStep(toFields(step), findLine("jobs", id, "steps", index))),
			calls: toText(job["uses"]),
			inheritsSecrets: job["secrets"] === "inherit"
		};
	});
	const { on } = root;
	return {
		path,
		problem: null,
		triggers: listNames(on) ?? Object.keys(toFields(on)),
		permissions: readPermissions(root["permissions"]),
		jobs
	};
}
function readStep(step, line) {
	const [uses, run] = [toText(step["uses"]), toText(step["run"])];
	return {
		line,
		uses,
		run,
		with: toTexts(step["with"]),
		env: toTexts(step["env"])
	};
}
function readPermissions(value) {
	if (value === "read-all" || value === "write-all") return value;
	return isMap(value) ? toTexts(value) : null;
}
function readLabels(value) {
	const { group, labels } = toFields(value);
	return listNames(value) ?? [group, labels].flatMap((part) => part === void 0 ? [] : readLabels(part));
}
function readMatrixLabel(label, matrix) {
	const [, name = ""] = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/u.exec(label) ?? [];
	const { [name]: listed = [], include = [] } = toFields(matrix);
	if (!Array.isArray(listed) || !Array.isArray(include)) return [label];
	const included = include.map((one) => toFields(one)[name]).filter((value) => value !== void 0);
	const values = [...listed, ...included];
	if (values.length === 0 || !values.every((value) => typeof value === "string")) return [label];
	const own = values.filter((value) => !isHostedLabel(value));
	return own.length > 0 ? own : values;
}
function listNames(value) {
	if (typeof value === "string") return [value];
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;
}
function toFields(value) {
	return isMap(value) ? value : {};
}
function toTexts(value) {
	return Object.fromEntries(Object.entries(toFields(value)).map(([key, item]) => [key, toText(item) ?? ""]));
}
function toText(value) {
	if (typeof value === "string") return value;
	return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

// src/io/machine/machine-inspector.ts
const usual = {
	sys: "/sys",
	proc: "/proc",
	sharedMemory: "/dev/shm"
};
function inspectMachine(places = usual) {
	return {
		platform: process.platform,
		nodeVersion: process.version,
		governors: readGovernors(places.sys),
		sharedMemory: readFreeSpace(places.sharedMemory),
		cores: os.availableParallelism(),
		memoryBytes: os.totalmem(),
		limits: readLimits(places),
		driverVersion: readDriverVersion(places.proc)
	};
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
	const found = attempt(() => statfsSync(path));
	return found && {
		path,
		freeBytes: found.bavail * found.bsize,
		totalBytes: found.blocks * found.bsize
	};
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
			memoryBytes: computeMinimum(folders.map((path) => toAmount(readNumber(join(path, "memory.max")))))
		};
	}
	if (!["cpu", "memory"].some((controller) => existsSync(join(root, controller)))) return null;
	const readLimit = (controller, read) => {
		return computeMinimum(listAncestors(new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(/.*)$`, "mu").exec(own)?.[1] ?? "/").map((folder) => toAmount(read(join(root, controller, folder)))));
	};
	return {
		cpuCores: readLimit("cpu", readCoresV1),
		memoryBytes: readLimit("memory", (folder) => readNumber(join(folder, "memory.limit_in_bytes")))
	};
}
function listAncestors(path) {
	const parts = path.split("/").filter((part) => part !== "" && part !== "..");
	return parts.map((_, index) => parts.slice(0, index + 1).join("/")).concat("");
}
function readCoresV1(folder) {
	return readNumber(join(folder, "cpu.cfs_quota_us")) / readNumber(join(folder, "cpu.cfs_period_us"));
}
function readCoresV2(folder) {
	const [quota, period] = (readLine(join(folder, "cpu.max")) ?? "").split(" ");
	return toAmount(Number(quota) / Number(period));
}
function readNumber(path) {
	return Number(readLine(path));
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
const sudoTimeoutMs = 3e3;
const listenerName = "Runner.Listener";
const engines = [
	"/var/run/docker.sock",
	"/run/podman/podman.sock",
	"/run/containerd/containerd.sock"
];
async function inspectRunner(environment) {
	return {
		user: attempt(() => os.userInfo().username) ?? `user ${process.geteuid?.()}`,
		isJob: environment["GITHUB_ACTIONS"] === "true",
		service: findService(environment),
		engineSockets: openSockets(environment),
		sudo: await checkSudo(environment),
		ptraceScope: readPtraceScope(),
		secretVariables: Object.keys(environment).filter((name) => isSecretName(name) && environment[name] !== "").toSorted()
	};
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
		const [program = ""] = readText(`/proc/${pid}/cmdline`)?.split("\0") ?? [];
		if (basename(program) !== listenerName) return [];
		if (isAbsolute(program)) return [dirname(dirname(program))];
		const directory = attempt(() => readlinkSync(`/proc/${pid}/cwd`));
		return directory === null ? [] : [dirname(dirname(resolve(directory, program)))];
	});
}
function isEphemeral(settings) {
	const text = readText(settings)?.replace(/^\uFEFF/u, "") ?? null;
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
	return {
		answered: "passwordless",
		failed: "asks",
		absent: "absent",
		hung: null
	}[(await runTool("sudo", ["-n", "true"], {
		env: environment,
		timeoutMs: sudoTimeoutMs
	})).status];
}
function readPtraceScope() {
	const text = readLine("/proc/sys/kernel/yama/ptrace_scope") ?? "";
	return /^\d$/u.test(text) ? Number(text) : null;
}
function mayOpen(path, mode) {
	return attempt(() => (accessSync(path, mode), true)) ?? false;
}

// src/reporters/terminal/doctor-table.ts
const colors = {
	ok: "\x1B[32m",
	warn: "\x1B[33m",
	fail: "\x1B[31m",
	unknown: "\x1B[33m"
};
const plainColor = "\x1B[0m";
const widestSubject = 34;
function renderDoctor(diagnosis, options) {
	const subject = Math.min(widestSubject, Math.max(1, ...diagnosis.findings.map((item) => formatSubject(item).length)));
	const areas = doctorAreas.flatMap((area) => {
		const own = diagnosis.findings.filter((finding) => finding.area === area);
		return own.length === 0 ? [] : [[area, ...own.flatMap((finding) => formatFinding(finding, subject, options))].join("\n")];
	});
	return [formatHeading(diagnosis), ...areas].join("\n\n");
}
function formatHeading({ verdict, counts }) {
	return `warpgauge doctor: ${verdict} (${[
		"fail",
		"warn",
		"unknown",
		"ok"
	].map((level) => `${counts[level]} ${level}`).join(", ")})`;
}
function formatFinding(finding, subject, { columns, color }) {
	const { level, sentence, mend } = finding;
	const cells = [
		level,
		formatSubject(finding),
		toPlainText(sentence, 400 * 2)
	];
	const [, , natural = 1] = measureColumns([cells]);
	const space = columns - 2;
	const widths = fitWidths([
		7,
		subject,
		natural
	], space).with(0, 7);
	const paint = (text, column) => color && column === 0 && text.trim() !== "" ? `${colors[level]}${text}${plainColor}` : text;
	const row = formatRowLines(cells, widths, [
		false,
		false,
		false
	], paint);
	const mends = mend === null ? [] : wrap(`→ ${toPlainText(mend, 400)}`, columns - 12 + 1);
	return [...row.map((line) => `  ${line}`), ...mends.map((line, index) => `${" ".repeat(11)}${index === 0 ? "" : "  "}${line}`)];
}
function formatSubject({ subject }) {
	return toPlainText(subject);
}

// src/cli/doctor.ts
const jsonVersion = 1;
async function diagnoseMachine(options) {
	const diagnosis = await runUntilStopped((signal) => diagnoseHere(options, signal));
	print(options.json ? JSON.stringify({
		schemaVersion: jsonVersion,
		...diagnosis
	}, null, 2) : renderDoctor(diagnosis, inspectTerminal()));
	return diagnosis.verdict === "fail" ? 1 : 0;
}
const idleMs = 1e3;
const intervalMs = 100;
const maxBytes = 1048576;
async function diagnoseHere(options, signal) {
	const [workspace, environment] = [process.cwd(), process.env];
	const token = findToken(environment);
	const root = findCloneRoot(workspace);
	await using scratch = await openTemporaryDirectory("doctor");
	const { facts, config } = await readConfig(options);
	const load = await watchHostLoad({
		hostMeter: procHostMeter,
		clock: systemClock,
		sleep: sleepUntilAborted
	}, idleMs, signal);
	const readText = async (path) => await diskFileStore.readForeignText(root, path, maxBytes);
	const inspector = createFileInspector(signal);
	const workflows = await readWorkflows(root);
	const places = [
		workspace,
		environment["RUNNER_TEMP"] ?? tmpdir(),
		chooseCacheDirectory(environment)
	];
	const paths = [...new Set(places.map(findExistingAncestor))];
	const [disks, repository, runner, isolation, needs] = await Promise.all([
		Promise.all(paths.map(async (path) => ({
			path,
			space: await readWritableSpace(path)
		}))),
		inspectClone(workspace, listReferences(config), {
			environment,
			token: token && token.token
		}),
		inspectRunner(token ? {
			...environment,
			[token.variable]: ""
		} : environment),
		checkIsolation(scratch.path, config, createSandbox(root, environment)),
		config && findMachineNeeds({
			config,
			plan: null,
			environment,
			readText
		}, { inspector })
	]);
	const limits = (config?.run ?? configSchema.shape.run.parse(void 0)).preflight;
	const inventory = createDeviceInventory(environment);
	const { architecture, container } = inventory.readHost();
	const { driverVersion: found, ...seen } = inspectMachine();
	const machine = {
		...seen,
		load,
		architecture,
		container,
		disks: disks.flatMap(({ path, space }) => space ? [{
			path,
			...space
		}] : []),
		unusableDisks: disks.filter(({ space }) => space === null).map(({ path }) => path),
		minFreeDiskGigabytes: limits.minFreeDiskGigabytes
	};
	const gpus = await readGpus(config, scratch.path, signal, {
		inventory,
		found
	});
	const wanted = config?.pipeline.devices ?? null;
	return diagnose({
		machine,
		gpus: {
			wanted,
			container,
			limits,
			...gpus
		},
		repository,
		config: facts,
		workflows,
		runner,
		isolation,
		needs
	});
}
function findToken(environment) {
	const variable = tokenVariables.find((name) => (environment[name] ?? "") !== "");
	return variable === void 0 ? null : {
		variable,
		token: environment[variable] ?? ""
	};
}
function listReferences(config) {
	const references = Object.values(config?.revisions ?? {}).map(({ ref }) => ref);
	return [...new Set(references)].filter((ref) => ref !== "merge-base");
}
async function readConfig({ config: named }) {
	const [path, wasNamed] = [named ?? ".github/warpgauge.yml", named !== void 0];
	try {
		const text = await diskFileStore.readText(resolve(path), maxBytes);
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
async function checkIsolation(scratch, config, sandbox) {
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
async function readGpus(config, scratch, signal, { inventory, found }) {
	const wanted = config?.run.monitor ?? "auto";
	const none = {
		identities: [],
		processes: null,
		idle: null,
		driverVersion: null,
		cudaVersion: null
	};
	try {
		const { chooseMonitor } = await import("./choose-monitor2.js");
		await using monitor = await chooseMonitor({
			wanted,
			environment: process.env,
			runId: "doctor"
		});
		const { kind, reason: monitorReason } = monitor;
		const identities = await monitor.identify();
		const gpus = identities.map(({ index }) => index);
		const known = await inventory.listGpus();
		if (gpus.length === 0) return {
			...none,
			monitor: kind,
			monitorReason,
			unread: known.unread ?? []
		};
		const { driverVersion, cudaVersion } = readVersions(monitor, known);
		const processes = await monitor.listProcesses(gpus);
		const interval = kind === "nvml" ? intervalMs : 500;
		const logPath = join(scratch, "idle.log");
		await using window = await monitor.open({
			gpus,
			intervalMs: interval,
			logPath,
			hdf5Path: null
		});
		await sleepUntilAborted(idleMs, signal);
		return {
			monitor: kind,
			monitorReason,
			identities,
			driverVersion: driverVersion ?? found,
			cudaVersion,
			processes,
			idle: await window.close()
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
async function readWorkflows(root) {
	const folder = ".github/workflows";
	const names = (await diskFileStore.list(join(root, folder))).filter((name) => /\.ya?ml$/u.test(name));
	return await Promise.all(names.map(async (name) => {
		const path = `${folder}/${name}`;
		try {
			return readWorkflow(await diskFileStore.readForeignText(root, path, maxBytes) ?? "", path);
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
function findExistingAncestor(path) {
	return existsSync(path) || dirname(path) === path ? path : findExistingAncestor(dirname(path));
}
async function readWritableSpace(path) {
	return attempt(() => accessSync(path, constants$1.W_OK)) === null ? null : await statfsDiskSpace.readFreeSpace(path);
}

export { diagnoseMachine };