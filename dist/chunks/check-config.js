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
function pass(sentence) {
	return {
		level: "ok",
		sentence,
		mend: null
	};
}
function warn(sentence, mend) {
	return {
		level: "warn",
		sentence,
		mend
	};
}
function fail(sentence, mend) {
	return {
		level: "fail",
		sentence,
		mend
	};
}
function skip(sentence, mend) {
	return {
		level: "unknown",
		sentence,
		mend
	};
}
function check(name, subject, judge) {
	return (facts) => [judge(facts)].flat().map(({ level, subject: own = subject, sentence, mend }) => ({
		check: name,
		level,
		subject: own,
		sentence,
		mend
	}));
}

// src/domain/doctor/check-config.ts
const checkConfig = check("config.valid", "", (facts) => ({
	...judgeConfig(facts),
	subject: facts.path
}));
function judgeConfig(facts) {
	switch (facts.status) {
		case "valid": return pass("valid");
		case "placeholder": {
			const mend = `Write the command and remove pipeline.placeholder, or: rm ${facts.path} && warpgauge init -- COMMAND`;
			return fail("pipeline.command is a placeholder, so nothing can be measured", mend);
		}
		case "invalid": return fail(facts.problem, "Correct these entries; docs/config.md explains every key.");
		case "absent": return (facts.wasNamed ? fail : warn)("not found, so its tags, devices and disks were not checked", "Create one (docs/config.md), or pass its path with --config.");
		default: return facts;
	}
}
const maxListed = 50;
const checkTracedFiles = check("config.paths", "pipeline.paths", (traced) => {
	if (traced === void 0) return [];
	if (traced.status === "untraced") return skip(traced.problem, traced.mend);
	const found = [{
		files: traced.missedInRun,
		reader: "the run"
	}, {
		files: traced.missedInSetup,
		reader: "the setup alone"
	}].filter(({ files }) => files.length > 0);
	if (found.length === 0) return pass("every file of the repository that one run read is covered");
	return found.map(({ files, reader }) => {
		const rest = files.length - maxListed;
		const listed = [...files.slice(0, maxListed), ...rest > 0 ? [`and ${rest} more`] : []].join(", ");
		const sentence = `${reader} read ${files.length === 1 ? "a file" : `${files.length} files`} that no glob matches: ${listed}`;
		return warn(sentence, "Add globs for those that can affect the program to pipeline.paths.");
	});
});
const optionalVariables = /^(?:PIP|UV|POETRY|PIXI|RATTLER|CONDA|MAMBA|CARGO|S?CCACHE|NPM_CONFIG)_|^GO[A-Z]+$|_PROXY$/i;
function isOptionalVariable(name) {
	return optionalVariables.test(name);
}
const modelCaches = {
	HF_HOME: "Hugging Face",
	TORCH_HOME: "torch hub",
	TRANSFORMERS_CACHE: "transformers",
	HF_HUB_CACHE: "Hugging Face",
	XDG_CACHE_HOME: "several tools"
};
const compiledPackages = /^[^#\n]*?\b(flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten|sageattention|CUDAExtension)\b/im;
function findCompiledPackage(text) {
	return compiledPackages.exec(text)?.[1] ?? null;
}
const needChecks = [
	check("config.variables", "variables", ({ unset, dangling }) => {
		const found = [...unset.map((name) => {
			const owner = modelCaches[name];
			return {
				name,
				sentence: `is not set${owner ? `, so every run would begin with an empty cache of ${owner}` : ""}`
			};
		}), ...dangling.map(({ name, path }) => ({
			name,
			sentence: `is ${path}, where nothing is`
		}))];
		if (found.length === 0) return pass("those of passEnv are set");
		return found.map(({ name, sentence }) => {
			const mend = `Set ${name} to ${name in modelCaches ? "the directory that has the models" : "its value"} (export ${name}=…, for a runner in its file .env), or remove it from pipeline.passEnv.`;
			return {
				...warn(sentence, mend),
				subject: `variable ${name}`
			};
		});
	}),
	check("config.datasets", "datasets", ({ absent }) => {
		if (absent.length === 0) return pass("their files outside of the repository exist");
		return absent.map(({ datasets, path, suites }) => {
			const mend = `Put the file there or correct the path${suites.length > 0 ? `, or leave out ${suites.join(", ")} (\`--suite\` names the others)` : ""}.`;
			const subject = datasets.map((name) => `datasets.${name}`).join(", ");
			return {
				...fail(`${path} does not exist on this machine`, mend),
				subject
			};
		});
	}),
	check("config.compiler", "CUDA compiler", ({ uncompiled }) => {
		if (!uncompiled) return [];
		const sentence = `${uncompiled.file} names ${uncompiled.name}, which setups compile where no built package fits; CUDA_HOME is not set and nvcc is not on PATH`;
		return warn(sentence, "Install the CUDA toolkit and set CUDA_HOME (export CUDA_HOME=/usr/local/cuda); commands inherit it.");
	})
];

export { check, checkConfig, checkTracedFiles, doctorAreas, fail, findCompiledPackage, isOptionalVariable, needChecks, pass, skip, warn };