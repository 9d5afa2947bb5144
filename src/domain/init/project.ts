/** A repository as it lies on disk, as far as it can tell what to measure. Paths have forward slashes and start at its root. */
export type Project = {
  /** Files that git knows or would take, sorted. */
  readonly paths: readonly string[]
  /** Texts of the files that can tell something, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** pyproject.toml, Cargo.toml and package.json as data, by path; one that cannot be read is absent. */
  readonly manifests: ReadonlyMap<string, unknown>
  readonly tags: readonly string[]
  /** Paths in the newest version tag; empty when there is none. */
  readonly taggedPaths: readonly string[]
  /** Whether git leaves out what warpgauge leaves behind below `.warpgauge`. */
  readonly ignoresRunFolders: boolean
}

/** What must be there before a command can run, and what it needs in its environment. */
export type Preparation = {
  /** Commands that prepare a fresh checkout. */
  readonly setup: readonly (readonly string[])[]
  readonly env: Readonly<Record<string, string>>
  readonly passEnv: readonly string[]
}

/** A program of the repository whose arguments are understood: it can be measured as it is. */
export type ProgramFinding = Preparation & {
  readonly name: string
  /** With {dataset}, {output} and perhaps {gpus} in it. */
  readonly command: readonly string[]
  /** What its work leaves behind; holds {output}. */
  readonly proofPath: string
  /** Whether its arguments say how many devices it takes. */
  readonly takesGpus: boolean
  readonly usesGpu: boolean
  /** Where it stands, for people: a file and what was seen in it. */
  readonly evidence: string
  /** The file that holds its arguments: a tag that lacks it cannot be run with them. */
  readonly file: string
}

/** A benchmark that the repository has already, in a form that an adapter reads. */
export type BenchmarkFinding = Preparation & {
  readonly name: string
  readonly tool: 'pytest-benchmark' | 'google-benchmark' | 'nvbench' | 'criterion' | 'hyperfine'
  readonly adapter: string
  readonly command: readonly string[]
  readonly files: readonly string[]
  readonly usesGpu: boolean
  readonly evidence: string
}

/** Something that could be measured if a person said how. */
export type OtherFinding = { readonly what: string; readonly where: string }

/** What was found in a repository. */
export type Findings = {
  readonly languages: readonly string[]
  readonly usesGpu: boolean
  readonly programs: readonly ProgramFinding[]
  readonly benchmarks: readonly BenchmarkFinding[]
  readonly others: readonly OtherFinding[]
  /** Newest version tag, `v1.0` before all others; null when there is none. */
  readonly tag: string | null
}

/** The directory of a path; empty at the root. */
export function getFolder(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

/** Joins a directory and a path inside it; an empty directory is the root. */
export function joinPath(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}

/** The last part of a path. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether a path lies in a directory or below it. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/** The part of a manifest under these keys; undefined when any of them is missing. */
export function getNested(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) =>
      inner && typeof inner === 'object' && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value,
  )
}

/** The texts of a list; everything else in it is left out. */
export function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** A name that the config takes: lower case, digits, dots, dashes and underscores. */
export function toConfigName(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
  return plain.slice(0, 64) || 'benchmark'
}

/** Preparations of several commands as one: everything once, in the order it was named. */
export function mergePreparations(parts: readonly Preparation[]): Preparation {
  const setup = new Map(parts.flatMap((item) => item.setup.map((command) => [JSON.stringify(command), command])))
  return {
    setup: [...setup.values()],
    env: Object.assign({}, ...parts.map(({ env }) => env)) as Record<string, string>,
    passEnv: [...new Set(parts.flatMap(({ passEnv }) => passEnv))],
  }
}
