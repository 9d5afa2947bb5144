import type { ConfigFacts, MachineNeeds } from './facts.ts'
import { check, fail, pass, warn } from './finding.ts'

/** Judges whether the config is valid. Like all checks here it reads nothing but facts that were collected before. */
export const checkConfig = check('config.valid', '', (facts: ConfigFacts) => ({
  ...judgeConfig(facts),
  subject: facts.path,
}))

function judgeConfig(facts: ConfigFacts) {
  switch (facts.status) {
    case 'valid':
      return pass('valid')
    case 'placeholder': {
      const mend = `Write the command and remove pipeline.placeholder, or: rm ${facts.path} && warpgauge init -- COMMAND`
      return fail('pipeline.command is a placeholder, so nothing can be measured', mend)
    }
    case 'invalid':
      return fail(facts.problem, 'Correct these entries; docs/config.md explains every key.')
    case 'absent': {
      const mend = 'Create one (docs/config.md), or pass its path with --config.'
      return (facts.wasNamed ? fail : warn)('not found, so its tags, devices and disks were not checked', mend)
    }
    default:
      return facts satisfies never
  }
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

/** Judges what commands do not find on this machine. What fails here would fail in a run after its setup. */
export const needChecks = [
  check('config.variables', 'variables', ({ unset, dangling }: MachineNeeds) => {
    const empty = unset.map((name) => {
      const owner = modelCaches[name]
      return {
        name,
        sentence: `is not set${owner ? `, so every run would begin with an empty cache of ${owner}` : ''}`,
      }
    })
    const found = [...empty, ...dangling.map(({ name, path }) => ({ name, sentence: `is ${path}, where nothing is` }))]
    if (found.length === 0) return pass('those of passEnv are set')
    return found.map(({ name, sentence }) => {
      const value = name in modelCaches ? 'the directory that has the models' : 'its value'
      const mend = `Set ${name} to ${value} (export ${name}=…, for a runner in its file .env), or remove it from pipeline.passEnv.`
      return { ...warn(sentence, mend), subject: `variable ${name}` }
    })
  }),
  check('config.datasets', 'datasets', ({ absent }: MachineNeeds) => {
    if (absent.length === 0) return pass('their files outside of the repository exist')
    return absent.map(({ datasets, path, suites }) => {
      const others = suites.length > 0 ? `, or leave out ${suites.join(', ')} (\`--suite\` names the others)` : ''
      const mend = `Put the file there or correct the path${others}.`
      const subject = datasets.map((name) => `datasets.${name}`).join(', ')
      return { ...fail(`${path} does not exist on this machine`, mend), subject }
    })
  }),
  check('config.compiler', 'CUDA compiler', ({ uncompiled }: MachineNeeds) => {
    if (!uncompiled) return []
    const sentence = `${uncompiled.file} names ${uncompiled.name}, which setups compile where no built package fits; CUDA_HOME is not set and nvcc is not on PATH`
    const mend = 'Install the CUDA toolkit and set CUDA_HOME (export CUDA_HOME=/usr/local/cuda); commands inherit it.'
    return warn(sentence, mend)
  }),
]
