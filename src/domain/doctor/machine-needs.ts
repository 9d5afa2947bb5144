import { fail, pass, warn, type AreaFinding } from './finding.ts'

/** What the commands of a config need from the machine and do not find there. */
export type MachineNeeds = {
  /** Variables of `passEnv` that are not set. */
  readonly unset: readonly string[]
  /** Variables of `passEnv` that name a path where nothing is. */
  readonly dangling: readonly { readonly name: string; readonly path: string }[]
  /** Files of datasets outside of the repository that do not exist. */
  readonly absent: readonly AbsentFile[]
  /** A package that setups compile for GPUs, and the file that names it, if there is no CUDA compiler; else null. */
  readonly uncompiled: { readonly name: string; readonly file: string } | null
}

export type AbsentFile = {
  /** Names of the datasets with this file. */
  readonly datasets: readonly string[]
  readonly path: string
  /** Suites that use them; empty: not known. */
  readonly suites: readonly string[]
}

/** Settings of package managers and proxies: without them these use their defaults. */
const optionalVariables = /^(?:PIP|UV|POETRY|PIXI|RATTLER|CONDA|MAMBA|CARGO|S?CCACHE|NPM_CONFIG)_|^GO[A-Z]+$|_PROXY$/i

/** Whether commands work without a variable of `passEnv`, as if it was not named. */
export function isOptionalVariable(name: string): boolean {
  return optionalVariables.test(name)
}

const modelCaches: Readonly<Record<string, string>> = {
  HF_HOME: 'Hugging Face',
  TORCH_HOME: 'torch hub',
  TRANSFORMERS_CACHE: 'transformers',
  HF_HUB_CACHE: 'Hugging Face',
  XDG_CACHE_HOME: 'several tools',
}

/** Packages that pip compiles for GPUs, and code of setup.py that does. */
const compiledPackages =
  /^[^#\n]*?\b(flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten|sageattention|CUDAExtension)\b/im

/** The first package in a text that has to be compiled for GPUs; null: none. */
export function findCompiledPackage(text: string): string | null {
  return compiledPackages.exec(text)?.[1] ?? null
}

/** Judges the needs of a config, for `doctor`. */
export function checkMachineNeeds({ unset, dangling, absent, uncompiled }: MachineNeeds): AreaFinding[] {
  const variables = [
    ...unset.map((name) => warn('config.variables', `variable ${name}`, describeUnset(name), suggestSetting(name))),
    ...dangling.map(({ name, path }) =>
      warn('config.variables', `variable ${name}`, `is ${path}, where nothing is`, suggestSetting(name)),
    ),
  ]
  const files = absent.map((one) =>
    fail('config.datasets', formatDatasets(one), `${one.path} does not exist on this machine`, suggestFile(one)),
  )
  return [
    ...(variables.length > 0 ? variables : [pass('config.variables', 'variables', 'those of passEnv are set')]),
    ...(files.length > 0
      ? files
      : [pass('config.datasets', 'datasets', 'their files outside of the repository exist')]),
    ...(uncompiled ? [warn('config.compiler', 'CUDA compiler', describeCompiled(uncompiled), suggestCompiler)] : []),
  ]
}

/** A problem for people, and what to do. */
export type UnmetNeed = { readonly sentence: string; readonly hint: string }

/** The needs without which a run would fail after its setup. */
export function listUnmetNeeds({ absent }: MachineNeeds): UnmetNeed[] {
  return absent.map((one) => ({
    sentence: `${formatDatasets(one)}: ${one.path} does not exist on this machine`,
    hint: suggestFile(one),
  }))
}

/** The needs that may be met in another way; a run goes on. */
export function listDoubtfulNeeds({ unset, dangling, uncompiled }: MachineNeeds): UnmetNeed[] {
  return [
    ...unset.map((name) => ({
      sentence: `pipeline.passEnv: ${name} ${describeUnset(name)}`,
      hint: suggestSetting(name),
    })),
    ...dangling.map(({ name, path }) => ({
      sentence: `pipeline.passEnv: ${name} is ${path}, where nothing is`,
      hint: suggestSetting(name),
    })),
    ...(uncompiled ? [{ sentence: `CUDA compiler: ${describeCompiled(uncompiled)}`, hint: suggestCompiler }] : []),
  ]
}

function describeUnset(name: string): string {
  const owner = modelCaches[name]
  return `is not set${owner === undefined ? '' : `, so every run would begin with an empty cache of ${owner}`}`
}

function suggestSetting(name: string): string {
  const value = name in modelCaches ? 'the directory that has the models' : 'its value'
  return `Set ${name} to ${value} (export ${name}=…, for a runner in its file .env), or remove it from pipeline.passEnv.`
}

function formatDatasets({ datasets }: AbsentFile): string {
  return datasets.map((name) => `datasets.${name}`).join(', ')
}

function suggestFile({ suites }: AbsentFile): string {
  const others = suites.length > 0 ? `, or leave out ${suites.join(', ')} (\`--suite\` names the others)` : ''
  return `Put the file there or correct the path${others}.`
}

function describeCompiled({ name, file }: { readonly name: string; readonly file: string }): string {
  return `${file} names ${name}, which setups compile where no built package fits; CUDA_HOME is not set and nvcc is not on PATH`
}

const suggestCompiler =
  'Install the CUDA toolkit and set CUDA_HOME (export CUDA_HOME=/usr/local/cuda); commands inherit it.'
