/**
 * The files of a repository that can reveal what to measure. Paths are relative to its root and use forward slashes.
 */
export type Project = {
  /** Files that git tracks or would add, sorted. */
  readonly paths: readonly string[]
  /** Texts of relevant files, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** Parsed pyproject.toml, pixi.toml, Cargo.toml and Project.toml files by path, without invalid ones. */
  readonly manifests: ReadonlyMap<string, unknown>
  readonly tags: readonly string[]
  /** Paths in the newest version tag; empty if there is none. */
  readonly taggedPaths: readonly string[]
  /** What actions/checkout needs for Git LFS and submodules, such as `lfs: true`. */
  readonly checkoutSettings: readonly string[]
  /** Whether git ignores `.warpgauge`. */
  readonly ignoresRunFolders: boolean
}

/** Setup and environment that a command needs. */
export type Preparation = {
  /** Setup commands for a fresh checkout. */
  readonly setup: readonly (readonly string[])[]
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that it inherits. */
  readonly passEnv: readonly string[]
}

/** A command that can be measured. */
type Finding = Preparation & {
  /** Valid as a name in a config. */
  readonly name: string
  /** May contain {dataset}, {output} and {gpus}. */
  readonly command: readonly string[]
  readonly usesGpu: boolean
  /** Source of the finding, for people: a file and what it contains. */
  readonly evidence: string
}

/** A program and a command line for it. */
export type ProgramFinding = Finding & {
  /** Arguments that select the GPU; appended when GPUs are measured. */
  readonly gpuArguments: readonly string[]
  /** Whether {dataset} is generated FASTA; otherwise the program needs no dataset. */
  readonly readsFasta: boolean
  /** Path of its result, with {output}; null: not known. */
  readonly proofPath: string | null
  /** What it prints in every run; null: not known, or its result is the proof. */
  readonly proofText: string | null
  /** Whether its arguments set the number of devices. */
  readonly takesGpus: boolean
  /** How the run was shortened, such as `--max-steps 100`; null: it was not. */
  readonly limit: string | null
  /** Whether its duration is fixed, because it repeats its work until a time is up. */
  readonly hasFixedTime: boolean
  /** What is not known, as the end of "not measured: "; null: the command is complete. */
  readonly missing: string | null
  /** Whether it is what the repository is for, so that it is measured next to benchmarks too. */
  readonly isMain: boolean
  /** Whether it is a console script of a package, or started with `python -m`. */
  readonly isEntry: boolean
  /** The file that declares its arguments; a tag without it has another command line. */
  readonly file: string
  /** The module that starts it; empty: it is no Python program, or not known. */
  readonly main: string
}

/** An existing benchmark whose output an adapter can read. */
export type BenchmarkFinding = Finding & { readonly adapter: string; readonly files: readonly string[] }

/** All findings in a repository. */
export type Findings = {
  readonly usesGpu: boolean
  /** The most likely one first; those with something missing after complete ones, but entries of packages before scripts. */
  readonly programs: readonly ProgramFinding[]
  readonly benchmarks: readonly BenchmarkFinding[]
  /** What may be measurable with more information. */
  readonly others: readonly { readonly what: string; readonly where: string }[]
  /** Newest version tag, `v1.0` preferred; null if there is none. */
  readonly tag: string | null
}

/** Whether a path is below a directory of tests, examples, documentation or other projects: it is no main program. */
export function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|examples?|docs?|third_party|vendor|dependencies|external|node_modules)\//.test(path)
}

/** The main file of a Snakemake or Nextflow workflow. */
export const workflowFile = /^(?:(?:workflow\/)?Snakefile|main\.nf)$/

/** Parts of a benchmark that need nothing. */
export const plainBenchmark = { setup: [], env: {}, passEnv: [], usesGpu: false } as const

/** Parts of a program that most findings do not have. */
export const plainProgram = {
  ...plainBenchmark,
  gpuArguments: [],
  readsFasta: false,
  proofPath: null,
  proofText: null,
  takesGpus: false,
  limit: null,
  hasFixedTime: false,
  missing: null,
  isMain: false,
  isEntry: false,
  main: '',
} as const satisfies Partial<ProgramFinding>

/** Directory of a path; empty for the root. */
export function getFolder(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

/** A directory and those above it; the root is the last one. */
export function listFolders(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...listFolders(getFolder(folder))]
}

/** Joins a directory and a relative path; an empty directory is the root. */
export function joinPath(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}

/** Resolves `.` and `..` of a path from the root; null: it leads outside. */
export function normalizePath(path: string): string | null {
  if (path.startsWith('/')) return null
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** A path without a leading `./`. */
export function withoutDot(path: string): string {
  return path.replace(/^\.\//, '')
}

/** Last segment of a path. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Texts of the files with a path of this form. */
export function listFiles({ texts }: Project, form: RegExp): { path: string; folder: string; text: string }[] {
  return [...texts].flatMap(([path, text]) => (form.test(path) ? [{ path, folder: getFolder(path), text }] : []))
}

/** Manifests with this file name. */
export function listManifests(project: Project, name: string): { path: string; folder: string; manifest: unknown }[] {
  const named = [...project.manifests].filter(([path]) => getBaseName(path) === name)
  return named.map(([path, manifest]) => ({ path, folder: getFolder(path), manifest }))
}

/** Whether a path lies in a directory or below it. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/** Returns the texts of a list and drops other values. */
export function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** Converts a text to a valid config name: lower case, digits, dots, dashes and underscores. */
export function toConfigName(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
  return plain.slice(0, 64) || 'benchmark'
}
